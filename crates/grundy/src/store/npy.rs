//! Arrays for NumPy, in version 1.0 of its file format.
//!
//! The format is described at
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>:
//! a magic string, the length of the header, the header (a literal of a Python
//! dictionary, padded with blanks so that the data starts at a multiple of 64),
//! then the entries one after the other.

use std::io::Write;

use super::error::StoreError;
use super::labels::Labels;
use super::lines::Lines;
use crate::theory::Values;

/// Writes the values as unsigned integers of 1, 2, 4 or 8 bytes, little endian;
/// those of tuples as an array with an axis for each entry.
pub(super) fn values<W: Write>(
    mut lines: Lines<'_, W>,
    values: &Values,
    labels: Labels<'_>,
) -> Result<(), StoreError> {
    let width = values.width();
    let shape = match labels {
        Labels::Tuples { to } if to.len() > 1 => {
            let axes: Vec<String> = to.iter().map(|&last| (u128::from(last) + 1).to_string()).collect();
            format!("({})", axes.join(", "))
        }
        _ => format!("({},)", values.len()),
    };
    put_header(&mut lines, width, &shape);
    if let Some(bytes) = values.as_bytes() {
        for (index, chunk) in bytes.chunks(1 << 18).enumerate() {
            lines.put(chunk);
            lines.checkpoint(index << 18, values.len())?;
        }
    } else {
        for (index, value) in values.iter().enumerate() {
            // The width is that of the widest value, so the bytes cut off are zeros.
            lines.put(&value.size().to_le_bytes()[..width]);
            lines.checkpoint(index, values.len())?;
        }
    }
    lines.finish()
}

/// Writes numbers as unsigned integers of 8 bytes, little endian.
pub(super) fn numbers<W: Write>(
    mut lines: Lines<'_, W>,
    numbers: impl Iterator<Item = u64>,
    count: usize,
) -> Result<(), StoreError> {
    put_header(&mut lines, 8, &format!("({count},)"));
    for (index, number) in numbers.enumerate() {
        lines.put(&number.to_le_bytes());
        lines.checkpoint(index, count)?;
    }
    lines.finish()
}

fn put_header<W: Write>(lines: &mut Lines<'_, W>, width: usize, shape: &str) {
    // One byte has no order, which NumPy writes as a bar.
    let order = if width == 1 { '|' } else { '<' };
    let mut header = format!("{{'descr': '{order}u{width}', 'fortran_order': False, 'shape': {shape}, }}");
    // Before the header stand 10 bytes: six of magic, two of version, two of length.
    let unpadded = 10 + header.len() + 1;
    header.extend(std::iter::repeat_n(' ', unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    lines.put(b"\x93NUMPY\x01\x00");
    let length = u16::try_from(header.len()).expect("a header of few axes takes some hundred bytes");
    lines.put(&length.to_le_bytes());
    lines.put(header.as_bytes());
}

#[cfg(test)]
mod tests {
    use crate::lang::Rule;
    use crate::store::{Labels, RuleMark, TableFile, TableFormat, write_table};
    use crate::theory::{Control, Nimber, Values};

    fn written(sizes: &[u64]) -> Vec<u8> {
        let values: Values = sizes.iter().copied().map(Nimber::new).collect();
        let rule = RuleMark::new(&Rule::parse("n -> 0..n-1").unwrap(), &[]);
        let table =
            TableFile { labels: Labels::Numbers { from: 0 }, values: &values, about: "", rule: &rule };
        let mut out = Vec::new();
        write_table(&mut out, &table, TableFormat::Npy, &Control::default()).unwrap();
        out
    }

    #[test]
    fn the_header_is_worded_as_numpy_words_it() {
        let bytes = written(&[0, 1, 2]);
        // Magic, version 1.0, and a header of 118 bytes, which ends at byte 128.
        assert_eq!(bytes[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }";
        assert_eq!(bytes[10..128], *format!("{header:<117}\n").as_bytes());
        assert_eq!(bytes[128..], [0, 1, 2]);
    }

    #[test]
    fn entries_are_little_endian_of_the_least_width() {
        let cases: [(&[u64], &str, &[u8]); 3] = [
            (&[256, 1], "<u2", &[0, 1, 1, 0]),
            (&[65_536], "<u4", &[0, 0, 1, 0]),
            (&[u64::MAX], "<u8", &[255; 8]),
        ];
        for (sizes, kind, data) in cases {
            let bytes = written(sizes);
            let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!((10 + length) % 64, 0);
            let header = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
            assert!(header.contains(&format!("'descr': '{kind}'")), "{header}");
            assert!(header.contains(&format!("'shape': ({},)", sizes.len())) && header.ends_with('\n'));
            assert_eq!(&bytes[10 + length..], data);
        }
    }
}
