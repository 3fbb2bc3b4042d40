//! The fuzz targets, run small: a corpus, and a few thousand texts made from it
//! by small changes, the same at every run.

#[allow(unreachable_pub, reason = "the same files are a library for the fuzz targets")]
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

use grundy::Nimber;
use grundy::lang::{GAMES, Rule};
use grundy::store::{Positions, RuleMark, TableHead, TableWriter};
use grundy::theory::Control;

use crate::random::Random;

/// Pieces that are put into texts of rules.
const PIECES: [&str; 44] = [
    " ",
    "\n",
    "\r\n",
    "\t",
    "#",
    "# x\n",
    ";",
    ";\n",
    "|",
    "| ",
    "->",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    "-",
    "*",
    "**",
    "<<",
    "\\",
    "==",
    "<",
    "if ",
    "for k in ",
    "where ",
    "and ",
    "not ",
    "xor ",
    "n",
    "k",
    "7",
    "0x1f",
    "1_0",
    "\"",
    "title \"a # b\"\n",
    "row ",
    "row X -> \n",
    "sym ",
    "0.77",
    "é",
];

/// The texts of rules that the changes start from.
fn rules() -> Vec<String> {
    let table = include_str!("../../../../testdata/rules.tsv");
    let golden = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let golden = golden.filter_map(|line| line.split('\t').nth(1)).map(str::to_owned);
    let laid_out = [
        "# a\n\ntitle \"t # no\" # b\nlet S = {1, # c\n  2\n# d\n}\nn if n > 1 -> n - s for s in S # e\n  | [] # f\n",
        "row < 1 1* ? !X -> < . . X | # g\n  | X > ;\n\nrow X -> ;# h",
        "(a,b)->|(a-k*b,b)for k in 1..a/b # i\n# j\n| (b , a)\n where a<b,\n b in {k for k in 1..\n}",
        "seq s if len(s)>0 -> set(s,i-1,s[ i - 1 ]- - v) for v in s[1..] | drop(sort(s[..2]),0)",
        "0.(16)3[7f] # k\n# l",
    ];
    let mut rules: Vec<String> = golden
        .chain(GAMES.iter().map(|game| game.text.to_owned()))
        .chain(laid_out.map(str::to_owned))
        .collect();
    rules.sort();
    rules.dedup();
    rules
}

/// A text with up to three small changes: a piece put in, some characters cut out
/// or brought in from another text, a blank widened.
fn changed(texts: &[String], pieces: &[&str], random: &mut Random) -> String {
    let mut text: Vec<char> = random.pick(texts).chars().collect();
    for _ in 0..random.index(4) {
        let at = random.index(text.len() + 1);
        match random.index(4) {
            0 | 1 => {
                let piece: Vec<char> = random.pick(pieces).chars().collect();
                text.splice(at..at, piece);
            }
            2 => {
                let end = (at + random.index(6)).min(text.len());
                text.drain(at..end);
            }
            _ => {
                let other: Vec<char> = random.pick(texts).chars().collect();
                let from = random.index(other.len() + 1);
                let to = (from + random.index(24)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    text.into_iter().collect()
}

/// Runs a target on every text and on so many changed ones.
fn run(texts: &[String], pieces: &[&str], changes: usize, mut target: impl FnMut(&str)) {
    for text in texts {
        target(text);
    }
    let mut random = Random::new(1);
    for _ in 0..changes {
        target(&changed(texts, pieces, &mut random));
    }
}

#[test]
fn format_texts() {
    let mut right = 0;
    run(&rules(), &PIECES, 20_000, |text| {
        targets::format_text(text);
        right += u32::from(grundy::lang::format(text).is_ok());
    });
    assert!(right > 5_000, "only {right} texts were rules");
}

#[test]
fn rule_texts() {
    run(&rules(), &PIECES, 3_000, targets::rule_text);
}

#[test]
fn position_texts() {
    let texts = [
        "27",
        "10**40",
        "0x1f",
        "(3,5)",
        "open(4)",
        "( 3 , 5,7)",
        "0110X.",
        "THHTTH",
        "{1,2,5}",
        "{(1,2),(2,2)}",
        "[3,1,2]",
        "[]",
        "{}",
        "2**36 + 5 - 7*2",
        "99999999999999999999999999",
    ];
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        " ",
        "-",
        "+",
        "*",
        "**",
        "1",
        "0",
        "9999999999",
        "T",
        "H",
        "x",
        "open(",
        "\u{2212}",
        "\n",
        "é",
        "0b",
        "_",
    ];
    run(&texts.map(str::to_owned), &pieces, 10_000, targets::position_text);
}

#[test]
fn problem_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/problems");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let pieces = [
        "\"", "'", "\"\"\"", "=", "[", "]", "{", "}", "\n", "1", "..", "case", "heap", "repeat", "n -> ",
        "#", "é",
    ];
    run(&texts, &pieces, 1_500, targets::problem_file);
}

#[test]
fn judge_inputs() {
    let problems = grundy::judge::problems();
    let mut random = Random::new(2);
    let pieces: [&[u8]; 14] = [
        b" ",
        b"\n",
        b"-",
        b"0",
        b"1",
        b"7",
        b"18446744073709551616",
        b"\xff",
        b"\0",
        b"X",
        b"I",
        b"+",
        b".",
        b"\r\n",
    ];
    for (index, problem) in problems.iter().enumerate() {
        let which = u8::try_from(index).expect("there are few problems");
        for sample in problem.samples() {
            for _ in 0..100 {
                let mut input = vec![which];
                input.extend_from_slice(sample.input.as_bytes());
                for _ in 0..random.index(4) {
                    let at = 1 + random.index(input.len());
                    let end = (at + random.index(3)).min(input.len());
                    let at = at.min(end);
                    input.splice(at..end, random.pick(&pieces).iter().copied());
                }
                targets::judge_input(&input);
            }
        }
    }
}

#[test]
fn table_files() {
    let rule = RuleMark::new(&Rule::parse("n -> n - 1 | n - 2").unwrap(), &[]);
    let control = Control::default();
    let mut random = Random::new(3);
    for count in [0, 3, 70_000] {
        let head = TableHead { rule: rule.clone(), positions: Positions::Numbers { from: 0 } };
        let mut writer = TableWriter::new(Vec::new(), &head, &control).unwrap();
        (0..count).for_each(|n| writer.push(Nimber::new(n % 3 * (n / 60_000 * 300 + 1))).unwrap());
        let whole = writer.finish().unwrap();
        assert!(targets::table_file(&whole));
        for _ in 0..1_000 {
            let mut bytes = whole.clone();
            for _ in 0..=random.index(3) {
                let at = random.index(bytes.len() + 1);
                let end = (at + random.index(5)).min(bytes.len());
                let new: Vec<u8> = (0..random.index(5)).map(|_| *random.pick(&whole)).collect();
                bytes.splice(at..end, new);
            }
            // What is read all the same is what was written.
            assert_eq!(targets::table_file(&bytes), bytes == whole);
        }
    }
}
