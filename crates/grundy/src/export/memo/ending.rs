//! The end of a program on positions of several entries: it reads them and writes
//! their values.

use crate::export::language::Language;
use crate::export::print::{ShapeFunction, indented};
use crate::lang::ir::{Kind, Program};

/// The end of the program: reads positions and writes their values.
pub(super) fn ending(program: &Program, functions: &[ShapeFunction], language: Language) -> String {
    let body = match program.kind {
        Kind::Seq => seq_lines(language),
        Kind::Board => board_lines(program, functions, language),
        _ => shape_lines(program, functions, language),
    };
    let input = "let input = std::io::read_to_string(std::io::stdin()).unwrap();\n";
    match language {
        Language::Cpp => format!(
            "int main() {{\n{}}}\n",
            indented(&format!("for (string line; getline(cin, line);) {{\n{}}}\n", indented(&body)))
        ),
        Language::Rust => format!(
            "fn answer() {{\n{}}}\n\nfn main() {{\n    \
             let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(answer).unwrap();\n    \
             thread.join().unwrap();\n}}\n",
            indented(&format!(
                "{input}let mut memo = Memo::new();\nfor line in input.lines() {{\n{}}}\n",
                indented(&body)
            ))
        ),
        Language::Python => format!(
            "def main():\n{}\n\nsys.setrecursionlimit(10 ** 6)\nthreading.stack_size(512 << 20)\n\
             thread = threading.Thread(target=main)\nthread.start()\nthread.join()\n",
            indented(&format!("for line in sys.stdin:\n{}", indented(&body)))
        ),
    }
}

fn seq_lines(language: Language) -> String {
    match language {
        Language::Cpp => {
            "istringstream words(line);\nvector<Int> s;\nfor (long long n; words >> n;) s.push_back(n);\n\
                          cout << g(s) << '\\n';\n"
                .to_owned()
        }
        Language::Rust => {
            "let s: Vec<Int> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();\n\
             println!(\"{}\", g(&s, &mut memo));\n"
                .to_owned()
        }
        Language::Python => "print(g(tuple(int(word) for word in line.split())))\n".to_owned(),
    }
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
            "istringstream words(line);\nvector<Int> e;\nfor (long long n; words >> n;) e.push_back(n);\nint value = 0;\n\
             for (size_t i = 0; i + {arity} <= e.size(); i += {arity}) value ^= {name}({list});\n\
             cout << value << '\\n';\n"
        ),
        Language::Rust => format!(
            "let e: Vec<Int> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();\n\
             let coins = e.chunks({arity}).map(|e| {name}({}, &mut memo));\n\
             println!(\"{{}}\", coins.fold(0, |value, coin| value ^ coin));\n",
            arguments(function, arity, "", language)
        ),
        Language::Python => format!(
            "e = [int(word) for word in line.split()]\nvalue = 0\nfor i in range(0, len(e), {arity}):\n    \
             value ^= {name}({list})\nprint(value)\n"
        ),
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
            text.push_str("istringstream words(line);\n");
            if tagged {
                text.push_str("string tag;\nif (!isdigit((words >> ws).peek())) words >> tag;\n");
            }
            text.push_str("vector<Int> e;\nfor (long long n; words >> n;) e.push_back(n);\n");
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "else if" };
                text.push_str(&format!("{word} ({condition}) cout << {call}) << '\\n';\n"));
            }
            text.push_str("else if (!line.empty()) return cerr << \"no position: \" << line << endl, 1;\n");
        }
        Language::Rust => {
            text.push_str("let mut words = line.split_whitespace().peekable();\n");
            if tagged {
                text.push_str(
                    "let tag = words.next_if(|word| !word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(\"\");\n",
                );
            }
            text.push_str("let e: Vec<Int> = words.map(|word| word.parse().unwrap()).collect();\n");
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "} else if" };
                text.push_str(&format!(
                    "{word} {condition} {{\n    println!(\"{{}}\", {call}, &mut memo));\n"
                ));
            }
            text.push_str("} else if !line.is_empty() {\n    panic!(\"no position: {line}\");\n}\n");
            if !tagged {
                text = text.replacen("let mut words = line.split_whitespace().peekable();\n", "", 1);
                text = text.replacen("words.map", "line.split_whitespace().map", 1);
            }
        }
        Language::Python => {
            text.push_str("words = line.split()\n");
            if tagged {
                text.push_str("tag = words.pop(0) if words and not words[0].isdigit() else \"\"\n");
            }
            text.push_str("e = [int(word) for word in words]\n");
            for (index, (condition, call)) in cases.iter().enumerate() {
                let word = if index == 0 { "if" } else { "elif" };
                text.push_str(&format!("{word} {condition}:\n    print({call}))\n"));
            }
            text.push_str("elif words:\n    sys.exit(\"no position: \" + line)\n");
        }
    }
    text
}
