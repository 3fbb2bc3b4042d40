//! Programs for rows of cells: staircases by their law, other rules by rewriting.

use super::frame::heading;
use super::language::Language;
use crate::lang::{PositionKind, Rule};
use crate::ruleset::{Direction, Put, RowClause, RowItem, RowRule, Staircase};

const INPUT: &str = "Input: a row on each line; an empty line is the empty row. Output: the value of each.";

/// A staircase of cells: the nim-sum of every other block.
pub(super) fn staircase(rule: &Rule, staircase: Staircase, language: Language) -> String {
    let Staircase { piece, gap, direction } = staircase;
    let (piece, gap) = (char::from(piece), char::from(gap));
    let method = format!(
        "Method: a staircase of Nim. The row is cut at every `{gap}`; the blocks of `{piece}` are numbered from the end\n\
         that the pieces jump towards, starting at 0; the value is the nim-sum of the lengths of the odd blocks."
    );
    let text = match language {
        Language::Cpp => {
            let (begin, end) = match direction {
                Direction::Right => ("row.rbegin()", "row.rend()"),
                Direction::Left => ("row.begin()", "row.end()"),
            };
            format!(
                "#include <bits/stdc++.h>\nusing namespace std;\n\nint g(const string& row) {{\n    \
                 int value = 0, length = 0;\n    bool odd = false;\n    auto close = [&] {{\n        \
                 if (odd) value ^= length;\n        length = 0;\n    }};\n    \
                 for (auto cell = {begin}; cell != {end}; ++cell) {{\n        if (*cell == '{piece}') {{\n            \
                 ++length;\n            continue;\n        }}\n        close();\n        \
                 odd = *cell == '{gap}' ? !odd : false;  // any other cell parts the row\n    }}\n    close();\n    \
                 return value;\n}}\n\n"
            )
        }
        Language::Rust => {
            let cells = match direction {
                Direction::Right => "row.bytes().rev()",
                Direction::Left => "row.bytes()",
            };
            format!(
                "\nfn g(row: &str) -> usize {{\n    let (mut value, mut length, mut odd) = (0, 0, false);\n    \
                 for cell in {cells} {{\n        if cell == b'{piece}' {{\n            length += 1;\n            \
                 continue;\n        }}\n        if odd {{\n            value ^= length;\n        }}\n        length = 0;\n        \
                 odd = cell == b'{gap}' && !odd; // any other cell parts the row\n    }}\n    \
                 if odd {{\n        value ^= length;\n    }}\n    value\n}}\n\n"
            )
        }
        Language::Python => {
            let cells = match direction {
                Direction::Right => "reversed(row)",
                Direction::Left => "row",
            };
            format!(
                "import sys\n\n\ndef g(row):\n    value, length, odd = 0, 0, False\n    for cell in {cells}:\n        \
                 if cell == \"{piece}\":\n            length += 1\n            continue\n        if odd:\n            \
                 value ^= length\n        length = 0\n        odd = cell == \"{gap}\" and not odd  # any other cell parts the row\n    \
                 return value ^ length if odd else value\n\n\n"
            )
        }
    };
    format!("{}{text}{}", heading(rule, INPUT, &method, language), ending(rule, "g(row)", language))
}

/// Any rule on rows: each clause as a list of items, the options by matching them.
pub(super) fn rewriting(rule: &Rule, rules: &RowRule, language: Language) -> String {
    let method = "Method: the definition, each row's value kept when it is known.\n\
                  An item of a left side is a cell, a run `c*`, `?` for any cell, `!c` for another cell or an end, `<`, `>`.\n\
                  An item of a right side is a cell, `c*i` for c as often as item i on the left is long, or `=i` for what it matched.";
    let clauses: String = rules.clauses().iter().map(|clause| clause_line(clause, language)).collect();
    let text = match language {
        Language::Cpp => include_str!("snippets/rows_cpp.txt"),
        Language::Rust => include_str!("snippets/rows_rust.txt"),
        Language::Python => include_str!("snippets/rows_python.txt"),
    };
    let call = if language == Language::Rust { "g(row, &mut memo)" } else { "g(row)" };
    format!(
        "{}{}{}",
        heading(rule, INPUT, method, language),
        text.replacen("    CLAUSES\n", &clauses, 1),
        ending(rule, call, language)
    )
}

/// The end of the program: reads rows, refuses cells that the rule does not name, and
/// writes values.
fn ending(rule: &Rule, call: &str, language: Language) -> String {
    let cells: String = match rule.position_kind() {
        PositionKind::Row(cells) => cells.into_iter().map(char::from).collect(),
        _ => String::new(),
    };
    match language {
        Language::Cpp => format!(
            "int main() {{\n    for (string row; getline(cin, row);) {{\n        \
             if (!row.empty() && row.back() == '\\r') row.pop_back();\n        \
             if (row.find_first_not_of(\"{cells}\") != string::npos) {{\n            \
             cerr << \"not a row of the cells {cells}: \" << row << endl;\n            return 1;\n        }}\n        \
             cout << {call} << '\\n';\n    }}\n}}\n"
        ),
        Language::Rust => {
            let memo = if call.contains("memo") { "    let mut memo = HashMap::new();\n" } else { "" };
            format!(
                "fn main() {{\n    let input = std::io::read_to_string(std::io::stdin()).unwrap();\n{memo}    \
                 for row in input.lines() {{\n        if !row.chars().all(|cell| \"{cells}\".contains(cell)) {{\n            \
                 eprintln!(\"not a row of the cells {cells}: {{row}}\");\n            std::process::exit(1);\n        }}\n        \
                 println!(\"{{}}\", {call});\n    }}\n}}\n"
            )
        }
        Language::Python => format!(
            "for line in sys.stdin:\n    row = line.rstrip(\"\\r\\n\")\n    if not set(row) <= set(\"{cells}\"):\n        \
             sys.exit(\"not a row of the cells {cells}: \" + row)\n    print({call})\n"
        ),
    }
}

/// A clause as data.
fn clause_line(clause: &RowClause, language: Language) -> String {
    let list = |items: Vec<String>| {
        let items = items.into_iter().map(|item| format!("\"{item}\"")).collect::<Vec<_>>().join(", ");
        match language {
            Language::Cpp => format!("{{{items}}}"),
            Language::Rust => format!("&[{items}]"),
            Language::Python => format!("[{items}]"),
        }
    };
    let left = list(clause.left().iter().map(|&item| left_item(item)).collect());
    let right: Vec<String> = clause
        .alternatives()
        .iter()
        .map(|puts| list(puts.iter().map(|&put| right_item(put)).collect()))
        .collect();
    let right = right.join(", ");
    match language {
        Language::Cpp => format!("    {{{left}, {{{right}}}}},\n"),
        Language::Rust => format!("    ({left}, &[{right}]),\n"),
        Language::Python => format!("    ({left}, [{right}]),\n"),
    }
}

fn left_item(item: RowItem) -> String {
    match item {
        RowItem::Exactly(cell) => char::from(cell).to_string(),
        RowItem::Run(cell) => format!("{}*", char::from(cell)),
        RowItem::Any => "?".to_owned(),
        RowItem::Not(cell) => format!("!{}", char::from(cell)),
        RowItem::LeftEnd => "<".to_owned(),
        RowItem::RightEnd => ">".to_owned(),
    }
}

fn right_item(put: Put) -> String {
    match put {
        Put::Cell(cell) => char::from(cell).to_string(),
        Put::Repeat { cell, item } => format!("{}*{item}", char::from(cell)),
        Put::Keep { item } => format!("={item}"),
    }
}
