//! The languages that programs are written in.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Language {
    /// C++17.
    Cpp,
    /// Rust, of any edition.
    Rust,
    /// Python 3.9.
    Python,
}

impl Language {
    /// Every language, in the order in which help lists them.
    pub const ALL: [Language; 3] = [Language::Cpp, Language::Rust, Language::Python];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Rust => "rust",
            Language::Python => "python",
        }
    }

    /// What starts a comment.
    pub(super) const fn comment(self) -> &'static str {
        match self {
            Language::Cpp | Language::Rust => "//",
            Language::Python => "#",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Language, UnknownLanguage> {
        let found = Language::ALL.into_iter().find(|language| language.name() == name);
        found.ok_or_else(|| UnknownLanguage { name: name.to_owned() })
    }
}

/// There is no such language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no language `{name}`: choose one of cpp, rust, python")]
pub struct UnknownLanguage {
    /// The name that was given.
    pub name: String,
}
