//! The formats of tables, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A format in which a table can be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TableFormat {
    /// A line `n g` for each position.
    #[default]
    Text,
    /// A line `n,g` for each position, after a line that says so.
    Csv,
    /// One object on one line: `{"from":0,"values":[0,1,...]}`.
    Json,
    /// A b-file as the OEIS takes it: lines `# ...`, then a line `n g` for each position.
    Bfile,
    /// An array for NumPy, version 1.0 of the format, little endian.
    Npy,
    /// Compressed, with checksums, and read a value at a time by [`StoredTable`](super::StoredTable).
    Gtab,
}

impl TableFormat {
    /// Every format, in the order in which help lists them.
    pub const ALL: [TableFormat; 6] = [
        TableFormat::Text,
        TableFormat::Csv,
        TableFormat::Json,
        TableFormat::Bfile,
        TableFormat::Npy,
        TableFormat::Gtab,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TableFormat::Text => "text",
            TableFormat::Csv => "csv",
            TableFormat::Json => "json",
            TableFormat::Bfile => "bfile",
            TableFormat::Npy => "npy",
            TableFormat::Gtab => "gtab",
        }
    }
}

impl fmt::Display for TableFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no format `{name}`: choose one of {}", names())]
pub struct UnknownFormat {
    /// The name that was given.
    pub name: String,
}

fn names() -> String {
    TableFormat::ALL.map(TableFormat::name).join(", ")
}

impl FromStr for TableFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<TableFormat, UnknownFormat> {
        let found = TableFormat::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}
