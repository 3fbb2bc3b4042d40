//! Tables of the positions that the player to move loses.

use std::io::Write;

use super::error::StoreError;
use super::format::TableFormat;
use super::labels::{Labels, Odometer};
use super::lines::Lines;
use super::npy;
use super::table::{TableFile, put_comments, put_entry_names};
use crate::theory::Control;

/// Writes the positions of value 0, ascending: the P-positions.
///
/// As text one a line; as csv below the line `n`, or `a,b,...` for tuples; as json
/// `{"from":0,"to":100,"losing":[...]}`, rows as strings, tuples as lists; as a b-file the k-th of
/// them after its number k, from 1; for NumPy as integers of 8 bytes.
///
/// # Errors
///
/// As [`write_table`](super::write_table), and [`StoreError::Format`] for rows
/// where only numbers can stand, and for the format gtab.
pub fn write_losing(
    out: impl Write,
    table: &TableFile<'_>,
    format: TableFormat,
    control: &Control,
) -> Result<(), StoreError> {
    let mut lines = Lines::new(out, control);
    let rows = !matches!(table.labels, Labels::Numbers { .. });
    match format {
        TableFormat::Text => {
            each(lines, table, Style { quote: b"", inside: b' ', between: b"", after: b"\n" }, b"")
        }
        TableFormat::Csv => {
            match table.labels {
                Labels::Tuples { to } => put_entry_names(&mut lines, to.len()),
                Labels::Numbers { .. } | Labels::Rows { .. } => lines.put(b"n"),
            }
            lines.put(b"\n");
            each(lines, table, Style { quote: b"", inside: b',', between: b"", after: b"\n" }, b"")
        }
        TableFormat::Json => {
            match table.labels {
                Labels::Numbers { from } => {
                    let to = (u128::from(from) + table.values.len() as u128).saturating_sub(1);
                    lines.put(format!("{{\"from\":{from},\"to\":{to}").as_bytes());
                }
                Labels::Tuples { to } => return nested(lines, to, table),
                Labels::Rows { width, .. } => lines.put(format!("{{\"from\":0,\"width\":{width}").as_bytes()),
            }
            lines.put(b",\"losing\":[");
            let quote: &[u8] = if rows { b"\"" } else { b"" };
            each(lines, table, Style { quote, inside: b',', between: b",", after: b"" }, b"]}\n")
        }
        TableFormat::Gtab => Err(StoreError::Format {
            what: "the format gtab holds a value for every position".to_owned(),
            cure: "write the whole table, and read it with `grundy table FILE.gtab --losing`".to_owned(),
        }),
        TableFormat::Bfile | TableFormat::Npy if rows => Err(StoreError::Format {
            what: format!("the format {format} holds numbers, and these positions are none"),
            cure: "choose text, csv or json".to_owned(),
        }),
        TableFormat::Bfile => {
            put_comments(&mut lines, table.about);
            numbered(lines, table)
        }
        TableFormat::Npy => {
            let Labels::Numbers { from } = table.labels else { return lines.finish() };
            let losing = || table.values.iter().enumerate().filter(|(_, value)| value.is_zero());
            let numbers = losing().map(|(index, _)| from.saturating_add(index as u64));
            npy::numbers(lines, numbers, losing().count())
        }
    }
}

/// The losing tuples in JSON, each as a list.
fn nested<W: Write>(mut lines: Lines<'_, W>, to: &[u64], table: &TableFile<'_>) -> Result<(), StoreError> {
    let last: Vec<String> = to.iter().map(u64::to_string).collect();
    lines.put(format!("{{\"from\":0,\"to\":[{}],\"losing\":[", last.join(",")).as_bytes());
    let mut odometer = Odometer::new(table.labels, b',');
    let mut first = true;
    for (index, value) in table.values.iter().enumerate() {
        if value.is_zero() {
            lines.put(if first { b"[" } else { b",[" });
            first = false;
            lines.put(odometer.label());
            lines.put(b"]");
            lines.checkpoint(index, table.values.len())?;
        }
        odometer.step();
    }
    lines.put(b"]}\n");
    lines.finish()
}

/// What stands around each position, and between its entries.
struct Style {
    quote: &'static [u8],
    inside: u8,
    between: &'static [u8],
    after: &'static [u8],
}

fn each<W: Write>(
    mut lines: Lines<'_, W>,
    table: &TableFile<'_>,
    style: Style,
    end: &[u8],
) -> Result<(), StoreError> {
    let mut odometer = Odometer::new(table.labels, style.inside);
    let mut first = true;
    for (index, value) in table.values.iter().enumerate() {
        if value.is_zero() {
            if !first {
                lines.put(style.between);
            }
            first = false;
            lines.put(style.quote);
            lines.put(odometer.label());
            lines.put(style.quote);
            lines.put(style.after);
            lines.checkpoint(index, table.values.len())?;
        }
        odometer.step();
    }
    lines.put(end);
    lines.finish()
}

fn numbered<W: Write>(mut lines: Lines<'_, W>, table: &TableFile<'_>) -> Result<(), StoreError> {
    let mut odometer = Odometer::new(table.labels, b' ');
    let mut number = Odometer::new(Labels::Numbers { from: 1 }, b' ');
    for (index, value) in table.values.iter().enumerate() {
        if value.is_zero() {
            for piece in [number.label(), b" ", odometer.label(), b"\n"] {
                lines.put(piece);
            }
            number.step();
            lines.checkpoint(index, table.values.len())?;
        }
        odometer.step();
    }
    lines.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Rule;
    use crate::store::RuleMark;
    use crate::theory::{Nimber, Values};

    fn losing(labels: Labels<'_>, sizes: &[u64], format: TableFormat) -> Result<Vec<u8>, StoreError> {
        let values: Values = sizes.iter().copied().map(Nimber::new).collect();
        let rule = RuleMark::new(&Rule::parse("n -> 0..n-1").unwrap(), &[]);
        let table = TableFile { labels, values: &values, about: "about", rule: &rule };
        let mut out = Vec::new();
        write_losing(&mut out, &table, format, &Control::default())?;
        Ok(out)
    }

    #[test]
    fn only_the_zeros_are_listed() {
        let numbers = Labels::Numbers { from: 8 };
        let sizes = [0, 3, 0, 0, 1];
        let expect = |format, expected: &str| {
            assert_eq!(String::from_utf8(losing(numbers, &sizes, format).unwrap()).unwrap(), expected);
        };
        expect(TableFormat::Text, "8\n10\n11\n");
        expect(TableFormat::Csv, "n\n8\n10\n11\n");
        expect(TableFormat::Json, "{\"from\":8,\"to\":12,\"losing\":[8,10,11]}\n");
        expect(TableFormat::Bfile, "# about\n1 8\n2 10\n3 11\n");
        let npy = losing(numbers, &sizes, TableFormat::Npy).unwrap();
        assert_eq!(npy[npy.len() - 24..], [8, 10, 11].map(u64::to_le_bytes).concat());
    }

    #[test]
    fn tuples_have_a_place_for_each_entry() {
        let tuples = Labels::Tuples { to: &[1, 2] };
        let sizes = [0, 1, 2, 1, 0, 0];
        let expect = |format, expected: &str| {
            assert_eq!(String::from_utf8(losing(tuples, &sizes, format).unwrap()).unwrap(), expected);
        };
        expect(TableFormat::Text, "0 0\n1 1\n1 2\n");
        expect(TableFormat::Csv, "a,b\n0,0\n1,1\n1,2\n");
        expect(TableFormat::Json, "{\"from\":0,\"to\":[1,2],\"losing\":[[0,0],[1,1],[1,2]]}\n");
        for format in [TableFormat::Bfile, TableFormat::Npy] {
            assert!(matches!(losing(tuples, &sizes, format), Err(StoreError::Format { .. })));
        }
    }

    #[test]
    fn rows_are_words_and_no_numbers() {
        let rows = Labels::Rows { width: 2, alphabet: b"01" };
        let sizes = [0, 0, 1, 0];
        assert_eq!(losing(rows, &sizes, TableFormat::Text).unwrap(), b"00\n01\n11\n");
        let json = b"{\"from\":0,\"width\":2,\"losing\":[\"00\",\"01\",\"11\"]}\n";
        assert_eq!(losing(rows, &sizes, TableFormat::Json).unwrap(), json);
        for format in [TableFormat::Bfile, TableFormat::Npy] {
            assert!(matches!(losing(rows, &sizes, format), Err(StoreError::Format { .. })));
        }
    }
}
