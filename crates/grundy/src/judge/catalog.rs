//! The problems that come with the library, each a file under problems/.

use std::sync::OnceLock;

use super::problem::Problem;

macro_rules! files {
    ($($id:literal),* $(,)?) => {
        &[$((concat!($id, ".toml"), include_str!(concat!("../../problems/", $id, ".toml")))),*]
    };
}

/// Every problem file, name and text, sorted by name.
const FILES: &[(&str, &str)] = files![
    "abc-206f",
    "abc-297g",
    "cf-1312f",
    "cf-305e",
    "cf-603c",
    "codechef-fdivgame",
    "cses-nim-game-ii",
    "cses-stair-game",
    "cses-stick-game",
    "hackerrank-bowling-pins",
    "hackerrank-chessboard-game",
    "hdu-1536",
    "hdu-1846",
    "hdu-1847",
    "hdu-1849",
    "hdu-1850",
    "hdu-1907",
    "hdu-2176",
    "hdu-2509",
    "hdu-3032",
    "hdu-3389",
    "hdu-3404",
    "hdu-3537",
    "hdu-3980",
    "hdu-5724",
    "kattis-hackenbushbamboo",
    "leetcode-1510",
    "leetcode-294",
    "lightoj-1296",
    "lightoj-1315",
    "luogu-p2148",
    "luogu-p2197",
    "luogu-p2575",
    "luogu-p3480",
    "notakto",
    "nowcoder-1071g",
    "poj-1704",
    "poj-2234",
    "poj-2311",
    "poj-2425",
    "poj-2975",
    "sgu-153",
    "spoj-matgame",
    "uva-10561",
    "uva-12293",
    "yukicoder-2282",
];

/// The problems that come with the library, sorted by id; read once.
///
/// # Examples
///
/// ```
/// use grundy::judge::problems;
///
/// assert!(problems().iter().any(|problem| problem.id() == "hdu-1847"));
/// ```
#[must_use]
pub fn problems() -> &'static [Problem] {
    static PROBLEMS: OnceLock<Vec<Problem>> = OnceLock::new();
    PROBLEMS.get_or_init(|| {
        let read = FILES.iter().map(|(file, text)| Problem::parse(file, text));
        // The files are part of the program, and a test reads each of them.
        read.map(|problem| problem.expect("the problem files of the library are well-formed")).collect()
    })
}

/// The problem of this id, if it comes with the library.
#[must_use]
pub fn problem(id: &str) -> Option<&'static Problem> {
    problems().iter().find(|problem| problem.id() == id)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_listed_well_formed_and_named_after_its_id() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
        let mut found: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        let listed: Vec<&str> = FILES.iter().map(|&(file, _)| file).collect();
        assert_eq!(found, listed);
        for (file, text) in FILES {
            let problem = Problem::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(format!("{}.toml", problem.id()), *file);
        }
        assert!(problems().is_sorted_by(|a, b| a.id() < b.id()), "the ids are sorted, and no two are equal");
        assert_eq!(problem("hdu-1847").map(Problem::title), Some("Good Luck in CET-4 Everybody!"));
        assert!(problem("hdu-1").is_none());
    }
}
