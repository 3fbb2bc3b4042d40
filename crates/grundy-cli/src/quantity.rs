//! Numbers, sizes of memory and times as people type them.

use std::time::Duration;

use num_traits::ToPrimitive;

/// A number such as `1000`, `10**6` or `2**36`.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let number = grundy::lang::parse_number(text).map_err(|error| error.to_string())?;
    number.to_u64().ok_or_else(|| "the largest number that can stand here is 2**64 - 1".to_owned())
}

/// A size of memory: `4096`, `512M`, `4G`, `2GiB`, `2**30`. K, M, G and T are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let upper = text.trim().to_ascii_uppercase();
    let bare = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let (count, shift) = units
        .iter()
        .find_map(|&(unit, shift)| bare.strip_suffix(unit).map(|count| (count, shift)))
        .unwrap_or((bare, 0));
    let wrong = || format!("`{text}` is no size of memory: write bytes, or 512M, or 4G");
    let count = number(count.trim()).map_err(|_| wrong())?;
    count.checked_mul(1 << shift).ok_or_else(wrong)
}

/// A time: `90` or `90s`, `1.5s`, `250ms`, `5m`, `1h`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write seconds, or 90s, 5m or 1h");
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let text_of = text.trim();
    let (count, seconds) = units
        .iter()
        .find_map(|&(unit, seconds)| text_of.strip_suffix(unit).map(|count| (count, seconds)))
        .unwrap_or((text_of, 1.0));
    let count: f64 = count.trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(count * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_takes_units() {
        let expect = |text, size| assert_eq!(bytes(text), Ok(size), "{text}");
        expect("4096", 4096);
        expect("1K", 1024);
        expect("512M", 512 << 20);
        expect("4g", 4 << 30);
        expect("2GiB", 2 << 30);
        expect("2**30", 1 << 30);
        expect("0", 0);
        for wrong in ["", "G", "1.5G", "-1", "many", "99999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_take_units() {
        let expect =
            |text, milliseconds| assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        expect("90", 90_000);
        expect("90s", 90_000);
        expect("1.5", 1_500);
        expect("250ms", 250);
        expect("5m", 300_000);
        expect("1h", 3_600_000);
        for wrong in ["", "s", "-1", "soon", "NaN", "1e300"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_may_be_powers() {
        assert_eq!(number("2**36"), Ok(1 << 36));
        assert_eq!(number("1000"), Ok(1000));
        for wrong in ["", "-1", "2**64", "ten", "1.5"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }
}
