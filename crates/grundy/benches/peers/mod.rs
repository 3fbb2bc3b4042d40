//! The C++ programs in benches/cpp/: compiling them, running them, and what their
//! answers are compared by.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a bench is asked for: small sizes with `--quick`, those that take very long
/// with `--full`, and only some comparisons.
pub(crate) struct Wanted {
    pub(crate) quick: bool,
    #[allow(dead_code, reason = "only one bench has a size that takes very long")]
    pub(crate) full: bool,
    part: Option<String>,
}

impl Wanted {
    /// As typed behind `cargo bench --bench NAME --`.
    pub(crate) fn typed() -> Wanted {
        let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
        let part = words.iter().find(|word| !word.starts_with("--")).cloned();
        let typed = |flag: &str| words.iter().any(|word| word == flag);
        Wanted { quick: typed("--quick"), full: typed("--full"), part }
    }

    /// Whether a comparison of this name is asked for.
    pub(crate) fn includes(&self, name: &str) -> bool {
        self.part.as_ref().is_none_or(|part| name.contains(part))
    }
}

/// Compiles a peer at -O2; where the program is.
pub(crate) fn compile(peer: &str, folder: &Path) -> PathBuf {
    // The benches of other crates beside this one use it too.
    let folder_of_peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grundy/benches/cpp");
    let source = folder_of_peers.join(peer).with_extension("cpp");
    let program = folder.join(peer);
    let status = Command::new("g++").args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(&source).status();
    assert!(status.expect("g++ is installed").success(), "{peer} compiles");
    program
}

/// Runs a peer; the seconds and the checksum that it prints.
pub(crate) fn run(program: &Path, size: u64) -> (f64, u64) {
    let output = Command::new(program).arg(size.to_string()).output().expect("the peer runs");
    let line = String::from_utf8(output.stdout).expect("the peer prints text");
    let field = |name: &str| {
        let part = line.split_whitespace().find_map(|part| part.strip_prefix(name));
        part.unwrap_or_else(|| panic!("`{name}` is missing in `{line}`")).to_owned()
    };
    let checksum = u64::from_str_radix(&field("checksum="), 16).expect("hexadecimal");
    (field("seconds=").parse().expect("seconds"), checksum)
}

/// The median of some figures, which are sorted.
pub(crate) fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo 1991).
pub(crate) fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
