//! Whole tables.

use std::io::Write;

use super::error::StoreError;
use super::format::TableFormat;
use super::labels::{Labels, Odometer};
use super::lines::Lines;
use super::rule_mark::RuleMark;
use super::{gtab, npy};
use crate::theory::{Control, Values};

/// A table to be written: positions in order, and the value of each.
#[derive(Clone, Copy, Debug)]
pub struct TableFile<'a> {
    /// Which positions.
    pub labels: Labels<'a>,
    /// Their values.
    pub values: &'a Values,
    /// What the table is of, for formats that can carry it: the rule, say. May
    /// hold several lines.
    pub about: &'a str,
    /// The rule, for formats that name it to programs.
    pub rule: &'a RuleMark,
}

/// Writes every position with its value.
///
/// The same table gives the same bytes on every machine. The writer is flushed
/// at the end; between chunks of some hundred thousand bytes `control` is asked
/// whether to go on, and told how far the work has come.
///
/// # Errors
///
/// [`StoreError::Write`] if the writer fails, [`StoreError::Stopped`] if
/// `control` says so. What was written till then is not a table.
///
/// # Examples
///
/// ```
/// use grundy::Nimber;
/// use grundy::lang::Rule;
/// use grundy::store::{Labels, RuleMark, TableFile, TableFormat, write_table};
/// use grundy::theory::{Control, Values};
///
/// let rule = RuleMark::new(&Rule::parse("n -> n - 1 | n - 2").unwrap(), &[]);
/// let values: Values = [1, 2, 0].map(Nimber::new).into_iter().collect();
/// let table = TableFile { labels: Labels::Numbers { from: 7 }, values: &values, about: "", rule: &rule };
/// let mut text = Vec::new();
/// write_table(&mut text, &table, TableFormat::Text, &Control::default()).unwrap();
/// assert_eq!(text, b"7 1\n8 2\n9 0\n");
/// ```
pub fn write_table(
    out: impl Write,
    table: &TableFile<'_>,
    format: TableFormat,
    control: &Control,
) -> Result<(), StoreError> {
    let mut lines = Lines::new(out, control);
    match format {
        TableFormat::Text => pairs(lines, table.labels, b' ', table.values),
        TableFormat::Csv => {
            match table.labels {
                Labels::Tuples { to } => put_entry_names(&mut lines, to.len()),
                Labels::Numbers { .. } | Labels::Rows { .. } => lines.put(b"n"),
            }
            lines.put(b",g\n");
            pairs(lines, table.labels, b',', table.values)
        }
        TableFormat::Bfile => {
            put_comments(&mut lines, table.about);
            // A b-file has numbers on the left: for rows their places in the order.
            let from = match table.labels {
                Labels::Numbers { from } => from,
                Labels::Tuples { .. } | Labels::Rows { .. } => 0,
            };
            pairs(lines, Labels::Numbers { from }, b' ', table.values)
        }
        TableFormat::Json => json(lines, table),
        TableFormat::Npy => npy::values(lines, table.values, table.labels),
        TableFormat::Gtab => gtab::table(lines.into_inner(), table, control),
    }
}

/// The lines of `about`, each after a `# `.
pub(super) fn put_comments<W: Write>(lines: &mut Lines<'_, W>, about: &str) {
    for line in about.lines() {
        lines.put(if line.is_empty() { b"#" } else { b"# " });
        lines.put(line.as_bytes());
        lines.put(b"\n");
    }
}

fn pairs<W: Write>(
    mut lines: Lines<'_, W>,
    labels: Labels<'_>,
    between: u8,
    values: &Values,
) -> Result<(), StoreError> {
    let mut odometer = Odometer::new(labels, between);
    for (index, value) in values.iter().enumerate() {
        lines.put(odometer.label());
        lines.put(&[between]);
        lines.put_number(value.size());
        lines.put(b"\n");
        lines.checkpoint(index, values.len())?;
        odometer.step();
    }
    lines.finish()
}

/// The names of so many entries in the first line of a csv file: `a`, `b`, ...,
/// `f`, then `x6`, `x7`, ...
pub(super) fn put_entry_names<W: Write>(lines: &mut Lines<'_, W>, count: usize) {
    let name = |index: usize| match u8::try_from(index) {
        Ok(letter @ 0..6) => char::from(b'a' + letter).to_string(),
        _ => format!("x{index}"),
    };
    lines.put((0..count).map(name).collect::<Vec<_>>().join(",").as_bytes());
}

/// The values of tuples as lists of lists, one level for each entry.
fn nested_json<W: Write>(mut lines: Lines<'_, W>, to: &[u64], values: &Values) -> Result<(), StoreError> {
    lines.put(b"{\"from\":0,\"to\":[");
    let last: Vec<String> = to.iter().map(u64::to_string).collect();
    lines.put(last.join(",").as_bytes());
    lines.put(b"],\"values\":");
    let mut odometer = Odometer::new(Labels::Tuples { to }, b',');
    for (index, value) in values.iter().enumerate() {
        let opened = odometer.fresh_entries();
        if index > 0 {
            lines.put(&b"]".repeat(opened));
            lines.put(b",");
        }
        lines.put(&b"[".repeat(opened));
        lines.put_number(value.size());
        lines.checkpoint(index, values.len())?;
        odometer.step();
    }
    lines.put(&b"]".repeat(to.len()));
    lines.put(b"}\n");
    lines.finish()
}

fn json<W: Write>(mut lines: Lines<'_, W>, table: &TableFile<'_>) -> Result<(), StoreError> {
    match table.labels {
        Labels::Tuples { to } => return nested_json(lines, to, table.values),
        Labels::Numbers { from } => {
            lines.put(b"{\"from\":");
            lines.put_number(from);
        }
        Labels::Rows { width, alphabet } => {
            lines.put(b"{\"from\":0,\"width\":");
            lines.put(width.to_string().as_bytes());
            // Cells are letters, digits, `.` and `_`, so nothing needs an escape.
            lines.put(b",\"cells\":\"");
            lines.put(alphabet);
            lines.put(b"\"");
        }
    }
    lines.put(b",\"values\":[");
    for (index, value) in table.values.iter().enumerate() {
        if index > 0 {
            lines.put(b",");
        }
        lines.put_number(value.size());
        lines.checkpoint(index, table.values.len())?;
    }
    lines.put(b"]}\n");
    lines.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::lang::Rule;
    use crate::theory::{Nimber, Stopped};

    fn some_rule() -> RuleMark {
        RuleMark::new(&Rule::parse("n -> 0..n-1").unwrap(), &[])
    }

    fn written(labels: Labels<'_>, sizes: &[u64], format: TableFormat) -> Vec<u8> {
        let values: Values = sizes.iter().copied().map(Nimber::new).collect();
        let rule = some_rule();
        let table = TableFile { labels, values: &values, about: "n -> 0..n-1\n\nfrom 5", rule: &rule };
        let mut out = Vec::new();
        write_table(&mut out, &table, format, &Control::default()).unwrap();
        out
    }

    fn text(labels: Labels<'_>, sizes: &[u64], format: TableFormat) -> String {
        String::from_utf8(written(labels, sizes, format)).unwrap()
    }

    #[test]
    fn lines_are_what_formatting_writes() {
        let sizes: Vec<u64> = (0..70_000).map(|n| n * n % 1013 * u64::from(n % 997 != 0)).collect();
        let mut expected = String::new();
        for (index, size) in sizes.iter().enumerate() {
            expected += &format!("{} {size}\n", index + 995);
        }
        assert_eq!(text(Labels::Numbers { from: 995 }, &sizes, TableFormat::Text), expected);
        let csv = text(Labels::Numbers { from: 995 }, &sizes, TableFormat::Csv);
        assert_eq!(csv, format!("n,g\n{}", expected.replace(' ', ",")));
        let bfile = text(Labels::Numbers { from: 995 }, &sizes, TableFormat::Bfile);
        assert_eq!(bfile, format!("# n -> 0..n-1\n#\n# from 5\n{expected}"));
        let json = text(Labels::Numbers { from: 995 }, &sizes, TableFormat::Json);
        let joined: Vec<String> = sizes.iter().map(u64::to_string).collect();
        assert_eq!(json, format!("{{\"from\":995,\"values\":[{}]}}\n", joined.join(",")));
    }

    #[test]
    fn rows_are_named_by_their_cells() {
        let rows = Labels::Rows { width: 2, alphabet: b"01" };
        assert_eq!(text(rows, &[0, 1, 2, 300], TableFormat::Text), "00 0\n01 1\n10 2\n11 300\n");
        let json = "{\"from\":0,\"width\":2,\"cells\":\"01\",\"values\":[0,1,2,300]}\n";
        assert_eq!(text(rows, &[0, 1, 2, 300], TableFormat::Json), json);
        assert!(text(rows, &[0, 1, 2, 300], TableFormat::Bfile).ends_with("\n0 0\n1 1\n2 2\n3 300\n"));
    }

    #[test]
    fn tuples_are_named_by_their_entries() {
        let tuples = Labels::Tuples { to: &[1, 2] };
        let values = [0, 1, 2, 1, 2, 0];
        let lines = "0 0 0\n0 1 1\n0 2 2\n1 0 1\n1 1 2\n1 2 0\n";
        assert_eq!(text(tuples, &values, TableFormat::Text), lines);
        let csv = text(tuples, &values, TableFormat::Csv);
        assert_eq!(csv, format!("a,b,g\n{}", lines.replace(' ', ",")));
        let json = "{\"from\":0,\"to\":[1,2],\"values\":[[0,1,2],[1,2,0]]}\n";
        assert_eq!(text(tuples, &values, TableFormat::Json), json);
        let cube = Labels::Tuples { to: &[1, 0, 1] };
        let json = "{\"from\":0,\"to\":[1,0,1],\"values\":[[[0,1]],[[2,1]]]}\n";
        assert_eq!(text(cube, &values[..4], TableFormat::Json), json);
        let npy = written(tuples, &values, TableFormat::Npy);
        assert!(String::from_utf8_lossy(&npy).contains("'shape': (2, 3)"));
    }

    #[test]
    fn an_empty_table_is_a_table() {
        let none = Labels::Numbers { from: 3 };
        assert_eq!(text(none, &[], TableFormat::Text), "");
        assert_eq!(text(none, &[], TableFormat::Json), "{\"from\":3,\"values\":[]}\n");
    }

    #[test]
    fn the_largest_values_are_exact() {
        let labels = Labels::Numbers { from: u64::MAX };
        assert_eq!(text(labels, &[u64::MAX], TableFormat::Text), format!("{0} {0}\n", u64::MAX));
    }

    #[test]
    fn a_stop_ends_the_writing() {
        let values: Values = (0..1_000_000).map(Nimber::new).collect();
        let rule = some_rule();
        let table =
            TableFile { labels: Labels::Numbers { from: 0 }, values: &values, about: "", rule: &rule };
        let control = Control::default().with_stop(Arc::new(AtomicBool::new(true)));
        for format in TableFormat::ALL {
            let mut out = Vec::new();
            let error = write_table(&mut out, &table, format, &control).unwrap_err();
            assert!(matches!(error, StoreError::Stopped(Stopped::Interrupted)), "{format}: {error}");
            assert!(out.len() < 1_000_000);
        }
    }
}
