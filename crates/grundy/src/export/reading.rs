//! The end of programs on numbers: it reads lines, refuses what is no position, and
//! writes values.

use super::language::Language;

/// How the value of one number is asked for in [`sums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// By a function `g`.
    Law,
    /// In a table that `table` makes up to the largest number.
    Table,
    /// In a table that `table` makes, at the place that `place` says.
    Folded,
}

/// The largest number that 64 bits hold beside a sign.
pub(super) const LARGEST: i128 = i64::MAX as i128;

/// The function that reads the numbers of a line, each at most `most`; Python has no
/// such limit. In Rust their type is `number`.
pub(super) fn numbers(language: Language, most: i128, number: &str) -> String {
    match language {
        Language::Cpp => {
            let above = if most == LARGEST { String::new() } else { format!(" || n > {most}") };
            format!(
                "// The numbers on a line; what is no number from 0 to {most} ends the program.\n\
                 vector<long long> numbers(const string& line) {{\n    istringstream words(line);\n    \
                 vector<long long> all;\n    for (string word; words >> word;) {{\n        \
                 const char *first = word.data(), *last = first + word.size();\n        long long n = 0;\n        \
                 const auto [end, error] = from_chars(first, last, n);\n        \
                 if (*first == '-' || error != errc() || end != last{above}) {{\n            \
                 cerr << \"not a number from 0 to {most}: \" << word << endl;\n            exit(1);\n        }}\n        \
                 all.push_back(n);\n    }}\n    return all;\n}}\n\n"
            )
        }
        Language::Rust => {
            let above = if most == LARGEST && number == "i64" {
                "|_| digits".to_owned()
            } else {
                format!("|&n| digits && n <= {most}")
            };
            format!(
                "/// The numbers on a line; what is no number from 0 to {most} ends the program.\n\
                 fn numbers(line: &str) -> Vec<{number}> {{\n    let number = |word: &str| {{\n        \
                 let digits = word.bytes().all(|digit| digit.is_ascii_digit());\n        \
                 word.parse().ok().filter({above}).unwrap_or_else(|| {{\n            \
                 eprintln!(\"not a number from 0 to {most}: {{word}}\");\n            std::process::exit(1)\n        \
                 }})\n    }};\n    line.split_whitespace().map(number).collect()\n}}\n\n"
            )
        }
        Language::Python => "def numbers(words):\n    \"\"\"The words as numbers; one that is no number ends the program.\"\"\"\n    \
                             for word in words:\n        if not (word.isascii() and word.isdigit()):\n            \
                             sys.exit(\"not a number from 0 on: \" + word)\n    return [int(word) for word in words]\n\n\n"
            .to_owned(),
    }
}

/// The end of a program whose lines are sums of numbers, each at most `most`: reads
/// all lines, writes the xor of the values of each.
pub(super) fn sums(language: Language, ask: Ask, most: i128) -> String {
    let number = if ask == Ask::Law { "i64" } else { "usize" };
    let reading = numbers(language, most, number);
    let end = match language {
        Language::Cpp => {
            let (before, value) = match ask {
                Ask::Law => ("", "g(n)"),
                Ask::Table => ("    const vector<int> g = table(top);\n", "g.at(n)"),
                Ask::Folded => ("    const vector<int> g = table(top);\n", "g.at(place(n))"),
            };
            if ask == Ask::Law {
                return format!(
                    "{reading}int main() {{\n    for (string line; getline(cin, line);) {{\n        \
                     long long value = 0;\n        for (long long n : numbers(line)) value ^= {value};\n        \
                     cout << value << '\\n';\n    }}\n}}\n"
                );
            }
            let last = if ask == Ask::Folded { "place(n)" } else { "n" };
            format!(
                "int main() {{\n    vector<vector<long long>> lines;\n    long long top = 0;\n    \
                 for (string line; getline(cin, line);) {{\n        lines.push_back(numbers(line));\n        \
                 for (long long n : lines.back()) top = max(top, {last});\n    }}\n{before}    \
                 for (const auto& line : lines) {{\n        int value = 0;\n        \
                 for (long long n : line) value ^= {value};\n        cout << value << '\\n';\n    }}\n}}\n"
            )
        }
        Language::Rust => {
            let (before, value) = match ask {
                Ask::Law => (String::new(), "g(n)"),
                Ask::Table => (
                    "    let top = lines.iter().flatten().copied().max().unwrap_or(0);\n    let g = table(top as Int);\n"
                        .to_owned(),
                    "g[n]",
                ),
                Ask::Folded => (
                    "    let top = lines.iter().flatten().copied().map(place).max().unwrap_or(0);\n    \
                     let g = table(top as Int);\n"
                        .to_owned(),
                    "g[place(n)]",
                ),
            };
            format!(
                "fn main() {{\n    let input = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
                 let lines: Vec<Vec<{number}>> = input.lines().map(numbers).collect();\n{before}    \
                 for line in &lines {{\n        \
                 println!(\"{{}}\", line.iter().fold(0, |value, &n| value ^ {value}));\n    }}\n}}\n"
            )
        }
        Language::Python => {
            let (before, value) = match ask {
                Ask::Law => ("", "g(n)"),
                Ask::Table => ("g = table(max((n for line in lines for n in line), default=0))\n", "g[n]"),
                Ask::Folded => {
                    ("g = table(max((place(n) for line in lines for n in line), default=0))\n", "g[place(n)]")
                }
            };
            format!(
                "lines = [numbers(line.split()) for line in sys.stdin]\n{before}\
                 for line in lines:\n    value = 0\n    for n in line:\n        value ^= {value}\n    print(value)\n"
            )
        }
    };
    format!("{reading}{end}")
}

/// The end of a program that takes heaps one by one: in misère play a sum is no xor.
pub(super) fn singles(language: Language, most: i128) -> String {
    let end = match language {
        Language::Cpp => {
            "int main() {\n    vector<long long> heaps;\n    for (string line; getline(cin, line);) {\n        \
                          const vector<long long> heap = numbers(line);\n        if (heap.size() > 1) {\n            \
                          cerr << \"more than one heap: \" << line << endl;\n            return 1;\n        }\n        \
                          heaps.insert(heaps.end(), heap.begin(), heap.end());\n    }\n    \
                          const vector<int> g = table(heaps.empty() ? 0 : *max_element(heaps.begin(), heaps.end()));\n    \
                          for (long long n : heaps) cout << g.at(n) << '\\n';\n}\n"
        }
        Language::Rust => {
            "fn main() {\n    let input = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
                           let mut heaps = Vec::new();\n    for line in input.lines() {\n        \
                           let heap = numbers(line);\n        if heap.len() > 1 {\n            \
                           eprintln!(\"more than one heap: {line}\");\n            std::process::exit(1);\n        }\n        \
                           heaps.extend(heap);\n    }\n    \
                           let g = table(heaps.iter().copied().max().unwrap_or(0) as Int);\n    \
                           for n in heaps {\n        println!(\"{}\", g[n]);\n    }\n}\n"
        }
        Language::Python => {
            "heaps = []\nfor line in sys.stdin:\n    heap = numbers(line.split())\n    if len(heap) > 1:\n        \
                             sys.exit(\"more than one heap: \" + line.strip())\n    heaps += heap\n\
                             g = table(max(heaps, default=0))\nfor n in heaps:\n    print(g[n])\n"
        }
    };
    format!("{}{end}", numbers(language, most, "usize"))
}
