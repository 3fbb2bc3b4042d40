//! The end of a program on positions of several entries: it reads them and writes
//! their values.

use crate::export::language::Language;
use crate::export::print::{ShapeFunction, indented};
use crate::export::ranges::MOST_ENTRY;
use crate::export::reading::numbers;
use crate::lang::ir::{Kind, Program};

/// The end of the program: reads positions and writes their values.
pub(super) fn ending(program: &Program, functions: &[ShapeFunction], language: Language) -> String {
    let body = match program.kind {
        Kind::Seq => seq_lines(language),
        Kind::Board => board_lines(program, functions, language),
        _ => shape_lines(program, functions, language),
    };
    let reading = numbers(language, MOST_ENTRY, "Int");
    let input = "let input = std::io::read_to_string(std::io::stdin()).unwrap();\n";
    match language {
        Language::Cpp => format!(
            "{reading}int main() {{\n{}}}\n",
            indented(&format!("for (string line; getline(cin, line);) {{\n{}}}\n", indented(&body)))
        ),
        Language::Rust => format!(
            "{reading}fn answer() {{\n{}}}\n\nfn main() {{\n    \
             let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(answer).unwrap();\n    \
             thread.join().unwrap();\n}}\n",
            indented(&format!(
                "{input}let mut memo = Memo::new();\nfor line in input.lines() {{\n{}}}\n",
                indented(&body)
            ))
        ),
        Language::Python => format!(
            "{reading}status = [1]\n\n\ndef main():\n{}\n\nsys.setrecursionlimit(10 ** 6)\n\
             threading.stack_size(512 << 20)\nthread = threading.Thread(target=main)\nthread.start()\n\
             thread.join()\nsys.exit(status[0])\n",
            // What ends a thread ends no program: the status tells how the thread ended.
            indented(&format!(
                "try:\n{}except SystemExit as stop:\n    status[0] = stop.code\n",
                indented(&format!("for line in sys.stdin:\n{}status[0] = 0\n", indented(&body)))
            ))
        ),
    }
}

fn seq_lines(language: Language) -> String {
    match language {
        Language::Cpp => {
            "const vector<long long> s = numbers(line);\ncout << g(vector<Int>(s.begin(), s.end())) << '\\n';\n"
        }
        Language::Rust => "println!(\"{}\", g(&numbers(line), &mut memo));\n",
        Language::Python => "print(g(tuple(numbers(line.split()))))\n",
    }
    .to_owned()
}

/// The entries of a tuple `e` as arguments, or as one tuple.
fn arguments(function: &ShapeFunction, arity: usize, start: &str, language: Language) -> String {
    let entries: Vec<String> = (0..arity)
        .map(|index| if start.is_empty() { format!("e[{index}]") } else { format!("e[{start} + {index}]") })
        .collect();
    let list = entries.join(", ");
    match (language, function.tuple) {
        (_, false) => list,
        (Language::Cpp, true) => format!("{{{list}}}"),
        (Language::Rust, true) => format!("[{list}]"),
        (Language::Python, true) => format!("({list},)"),
    }
}

fn board_lines(program: &Program, functions: &[ShapeFunction], language: Language) -> String {
    let (Some(shape), Some(function)) = (program.shapes.first(), functions.first()) else {
        return String::new();
    };
    let (arity, name) = (shape.arity, &function.name);
    let list = arguments(function, arity, "i", language);
    match language {
        Language::Cpp => format!(
            "const vector<long long> e = numbers(line);\n{}int value = 0;\n\
             for (size_t i = 0; i < e.size(); i += {arity}) value ^= {name}({list});\n\
             cout << value << '\\n';\n",
            refused(&format!("e.size() % {arity} != 0"), language)
        ),
        Language::Rust => format!(
            "let e = numbers(line);\n{}let coins = e.chunks({arity}).map(|e| {name}({}, &mut memo));\n\
             println!(\"{{}}\", coins.fold(0, |value, coin| value ^ coin));\n",
            refused(&format!("e.len() % {arity} != 0"), language),
            arguments(function, arity, "", language)
        ),
        Language::Python => format!(
            "e = numbers(line.split())\n{}value = 0\nfor i in range(0, len(e), {arity}):\n    \
             value ^= {name}({list})\nprint(value)\n",
            refused(&format!("len(e) % {arity} != 0"), language)
        ),
    }
}

/// Ends the program if the condition holds, because the line is no position.
fn refused(condition: &str, language: Language) -> String {
    match language {
        Language::Cpp => format!(
            "if ({condition}) {{\n    cerr << \"no position: \" << line << endl;\n    return 1;\n}}\n"
        ),
        Language::Rust => format!(
            "if {condition} {{\n    eprintln!(\"no position: {{line}}\");\n    std::process::exit(1);\n}}\n"
        ),
        Language::Python => format!("if {condition}:\n    sys.exit(\"no position: \" + line.strip())\n"),
    }
}

fn shape_lines(program: &Program, functions: &[ShapeFunction], language: Language) -> String {
    let tagged = program.shapes.iter().any(|shape| shape.tag.is_some());
    let mut cases = Vec::new();
    for (shape, function) in program.shapes.iter().zip(functions) {
        let tag = shape.tag.as_ref().map_or("", |tag| tag.text());
        let arity = shape.arity;
        let (size, and) = match language {
            Language::Cpp => (format!("e.size() == {arity}"), " && "),
            Language::Rust => (format!("e.len() == {arity}"), " && "),
            Language::Python => (format!("len(e) == {arity}"), " and "),
        };
        let condition = if tagged { format!("tag == \"{tag}\"{and}{size}") } else { size };
        let call = format!("{}({}", function.name, arguments(function, arity, "", language));
        cases.push((condition, call));
    }
    let mut text = String::new();
    match language {
        Language::Cpp => {
            if tagged {
                text.push_str(
                    "istringstream words(line);\nstring tag, rest;\n\
                     if (!isdigit((words >> ws).peek())) words >> tag;\ngetline(words, rest);\n\
                     const vector<long long> e = numbers(rest);\n",
                );
            } else {
                text.push_str("const vector<long long> e = numbers(line);\n");
            }
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "else if" };
                text.push_str(&format!("{word} ({condition}) cout << {call}) << '\\n';\n"));
            }
            let something = if tagged { "!tag.empty() || !e.empty()" } else { "!e.empty()" };
            text.push_str(&format!("else {}", refused(something, language)));
        }
        Language::Rust => {
            if tagged {
                text.push_str(
                    "let line = line.trim();\nlet entries = |c: char| c.is_ascii_digit();\n\
                     let end = if line.starts_with(entries) { 0 } else { line.find(' ').unwrap_or(line.len()) };\n\
                     let (tag, rest) = line.split_at(end);\nlet e = numbers(rest);\n",
                );
            } else {
                text.push_str("let e = numbers(line);\n");
            }
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "} else if" };
                text.push_str(&format!(
                    "{word} {condition} {{\n    println!(\"{{}}\", {call}, &mut memo));\n"
                ));
            }
            let something = if tagged { "!line.is_empty()" } else { "!e.is_empty()" };
            text.push_str(&format!("}} else {}", refused(something, language)));
        }
        Language::Python => {
            text.push_str("words = line.split()\n");
            if tagged {
                text.push_str("tag = words.pop(0) if words and not words[0].isdigit() else \"\"\n");
            }
            text.push_str("e = numbers(words)\n");
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "elif" };
                text.push_str(&format!("{word} {condition}:\n    print({call}))\n"));
            }
            text.push_str(&format!("el{}", refused("line.strip()", language)));
        }
    }
    text
}
