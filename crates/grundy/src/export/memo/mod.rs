//! Programs for positions of several entries, with tags, and for lists: the
//! definition, and a memory of the positions that were met.

mod ending;

use ending::ending;

use crate::export::code::Stmt;
use crate::export::frame::{heading, numbers_line, prelude};
use crate::export::language::Language;
use crate::export::lower::{Lower, clean};
use crate::export::print::{Printer, ShapeFunction, indented};
use crate::export::ranges::{self, checked};
use crate::export::table::clause_text;
use crate::lang::Rule;
use crate::lang::interpret::ShapeRules;
use crate::lang::ir::{Kind, Program, Shape, ShapeId, ShapeInfo, Slot};
use crate::solve::SolveError;

/// One shape, ready to be written.
struct Function {
    info: ShapeInfo,
    /// The names of its entries.
    names: Vec<String>,
}

pub(super) fn program(rule: &Rule, rules: &ShapeRules, language: Language) -> Result<String, SolveError> {
    let program = rules.program();
    let mut lower = Lower::new(program, rules.parameters());
    let functions = shape_functions(program);
    let mut printer = Printer::new(language, &functions);
    printer.needed.insert("mex");
    let mut text = String::new();
    let (mut shapes, mut bodies) = (Vec::new(), Vec::new());
    if program.kind == Kind::Seq {
        bodies.push(ranges::Body { entries: Vec::new(), stmts: seq_body(rule, program, &mut lower)? });
    } else {
        for (index, info) in program.shapes.iter().enumerate() {
            let (shape, body) = shape_body(rule, program, ShapeId(index), info, &mut lower)?;
            shapes.push(shape);
            bodies.push(body);
        }
    }
    let constants = lower.finish();
    let (mut stmts, wide) = checked(&bodies, &constants)?;
    if language == Language::Python {
        stmts = bodies.into_iter().map(|body| body.stmts).collect();
    }
    if program.kind == Kind::Seq {
        text.push_str(&seq_function(&stmts.concat(), &mut printer));
    } else {
        if language == Language::Cpp && shapes.len() > 1 {
            // Each may ask for the values of the others.
            for (body, function) in shapes.iter().zip(&functions) {
                text.push_str(&format!("int {}({});\n", function.name, cpp_parameters(body, false)));
            }
            text.push('\n');
        }
        for (index, ((shape, function), stmts)) in shapes.iter().zip(&functions).zip(&stmts).enumerate() {
            let number = (shapes.len() > 1).then_some(index);
            text.push_str(&shape_function(shape, function, stmts, number, &mut printer));
        }
    }
    text.push_str(&ending(program, &functions, language));
    let imports: &[&str] = match language {
        Language::Cpp => &[],
        Language::Rust => &["std::collections::HashMap"],
        Language::Python => &["sys", "threading"],
    };
    let mut start = prelude(language, wide, &printer.needed, &constants, imports, &text);
    match language {
        Language::Cpp => {}
        Language::Rust => {
            start.push_str(
                "/// The values of the positions that were met.\ntype Memo = HashMap<Vec<Int>, usize>;\n\n",
            );
        }
        Language::Python => start.push_str("memo = {}\n\n\n"),
    }
    let depth = match language {
        Language::Cpp => {
            "Play is followed by recursion: games of more than some ten thousand moves need a larger stack."
        }
        Language::Rust => "Play is followed by recursion, on a stack of 512 MB.",
        Language::Python => {
            "Play is followed by recursion, on a stack of 512 MB and with Python's own limit set to a million."
        }
    };
    let method = format!(
        "Method: the definition, each position's value kept when it is known.\n{depth}{}",
        numbers_line(language, wide)
    );
    Ok(format!("{}{start}{text}", heading(rule, &input(program), &method, language)))
}

/// What stands on a line of the input.
fn input(program: &Program) -> String {
    match program.kind {
        Kind::Seq => {
            "Input: on each line the entries of a list, parted by blanks; an empty line is the empty list.\n\
                      Output: for each line its value."
                .to_owned()
        }
        Kind::Board => {
            let arity = program.shapes.first().map_or(2, |shape| shape.arity);
            format!(
                "Input: on each line the {arity} coordinates of each coin that shows heads, parted by blanks.\n\
                 Output: for each line the value of the board."
            )
        }
        _ => {
            let forms: Vec<String> = program
                .shapes
                .iter()
                .map(|shape| {
                    let entries = vec!["number"; shape.arity].join(" ");
                    shape.tag.as_ref().map_or(entries.clone(), |tag| format!("{} {entries}", tag.text()))
                })
                .collect();
            format!(
                "Input: on each line a position, its entries parted by blanks: {}.\nOutput: the value of each.",
                forms.join("; or ")
            )
        }
    }
}

/// The names of the functions, by shape.
fn shape_functions(program: &Program) -> Vec<ShapeFunction> {
    let mut functions: Vec<ShapeFunction> = Vec::new();
    for shape in &program.shapes {
        let plain = match &shape.tag {
            Some(tag) => format!("g_{}", clean(tag.text())),
            None if program.shapes.len() > 1 => format!("g_of_{}", shape.arity),
            None => "g".to_owned(),
        };
        let taken = |name: &str| functions.iter().any(|function| function.name == name);
        let mut name = plain.clone();
        let mut number = 2;
        while taken(&name) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        functions.push(ShapeFunction { name, tuple: shape.sym });
    }
    functions
}

fn shape_body(
    rule: &Rule,
    program: &Program,
    id: ShapeId,
    info: &ShapeInfo,
    lower: &mut Lower<'_>,
) -> Result<(Function, ranges::Body), SolveError> {
    let clauses: Vec<_> = program
        .clauses
        .iter()
        .filter_map(|clause| match &clause.shape {
            Shape::Entries(shape, slots) if *shape == id => Some((clause, slots.as_slice())),
            _ => None,
        })
        .collect();
    let first: &[Slot] = clauses.first().map_or(&[], |(_, slots)| slots);
    let names: Vec<String> = first.iter().map(|slot| lower.entry_name(*slot)).collect();
    let entries: Vec<(String, i128)> = names.iter().map(|name| (name.clone(), 0)).collect();
    let mut stmts = Vec::new();
    for (clause, slots) in clauses {
        stmts.push(Stmt::Comment(clause_text(rule, clause)));
        stmts.extend(lower.clause(clause, slots, &entries)?);
    }
    lower.forget();
    if info.sym {
        stmts = vec![Stmt::Orders(names.clone(), stmts)];
    }
    Ok((Function { info: info.clone(), names }, ranges::Body { entries, stmts }))
}

/// The parameters of a function in C++, with names if they are wanted.
fn cpp_parameters(body: &Function, named: bool) -> String {
    if body.info.sym {
        let arity = body.info.arity;
        return if named { format!("array<Int, {arity}> key") } else { format!("array<Int, {arity}>") };
    }
    let parameters: Vec<String> =
        body.names.iter().map(|name| if named { format!("Int {name}") } else { "Int".to_owned() }).collect();
    parameters.join(", ")
}

/// The function for the values of one shape; `number` tells its positions from those
/// of other shapes where there are several.
fn shape_function(
    body: &Function,
    function: &ShapeFunction,
    stmts: &[Stmt],
    number: Option<usize>,
    printer: &mut Printer<'_>,
) -> String {
    let options = printer.stmts(stmts);
    let (name, arity, sym) = (&function.name, body.info.arity, body.info.sym);
    let names = body.names.join(", ");
    match printer.language {
        Language::Cpp => {
            let key = if sym {
                "sort(key.begin(), key.end());\n".to_owned()
            } else {
                format!("const array<Int, {arity}> key = {{{names}}};\n")
            };
            let inner = format!(
                "static map<array<Int, {arity}>, int> memo;\n{key}\
                 if (const auto known = memo.find(key); known != memo.end()) return known->second;\n\
                 vector<int> options;\n{options}return memo[key] = mex(options);\n"
            );
            format!("int {name}({}) {{\n{}}}\n\n", cpp_parameters(body, true), indented(&inner))
        }
        Language::Rust => {
            let (parameters, place) = match (sym, number) {
                (true, None) => (format!("mut key: [Int; {arity}]"), "key.to_vec()".to_owned()),
                (true, Some(number)) => {
                    (format!("mut key: [Int; {arity}]"), format!("[&[{number}], &key[..]].concat()"))
                }
                (false, None) => (rust_parameters(&body.names), format!("vec![{names}]")),
                (false, Some(number)) => (rust_parameters(&body.names), format!("vec![{number}, {names}]")),
            };
            let sorted = if sym { "key.sort();\n" } else { "" };
            let inner = format!(
                "{sorted}let place = {place};\nif let Some(&known) = memo.get(&place) {{\n    return known;\n}}\n\
                 let mut options = Vec::new();\n{options}let value = mex(&options);\nmemo.insert(place, value);\nvalue\n"
            );
            format!("fn {name}({parameters}, memo: &mut Memo) -> usize {{\n{}}}\n\n", indented(&inner))
        }
        Language::Python => {
            let (parameters, entries) =
                if sym { ("key".to_owned(), "*key".to_owned()) } else { (names.clone(), names) };
            let place = match (number, arity) {
                (Some(number), _) => format!("({number}, {entries})"),
                (None, 1) => format!("({entries},)"),
                (None, _) if sym => "key".to_owned(),
                (None, _) => format!("({entries})"),
            };
            let sorted = if sym { "key = tuple(sorted(key))\n" } else { "" };
            let inner = format!(
                "{sorted}place = {place}\nif place in memo:\n    return memo[place]\noptions = set()\n{options}\
                 memo[place] = mex(options)\nreturn memo[place]\n"
            );
            format!("def {name}({parameters}):\n{}\n\n", indented(&inner))
        }
    }
}

fn rust_parameters(names: &[String]) -> String {
    names.iter().map(|name| format!("{name}: Int")).collect::<Vec<_>>().join(", ")
}

fn seq_body(rule: &Rule, program: &Program, lower: &mut Lower<'_>) -> Result<Vec<Stmt>, SolveError> {
    let mut stmts = Vec::new();
    for clause in &program.clauses {
        stmts.push(Stmt::Comment(clause_text(rule, clause)));
        stmts.extend(lower.clause(clause, &[], &[("s".to_owned(), 0)])?);
    }
    Ok(stmts)
}

fn seq_function(stmts: &[Stmt], printer: &mut Printer<'_>) -> String {
    let options = printer.stmts(stmts);
    match printer.language {
        Language::Cpp => format!(
            "int g(const vector<Int>& s) {{\n{}}}\n\n",
            indented(&format!(
                "static map<vector<Int>, int> memo;\n\
                 if (const auto known = memo.find(s); known != memo.end()) return known->second;\n\
                 vector<int> options;\n{options}return memo[s] = mex(options);\n"
            ))
        ),
        Language::Rust => format!(
            "fn g(s: &[Int], memo: &mut Memo) -> usize {{\n{}}}\n\n",
            indented(&format!(
                "if let Some(&known) = memo.get(s) {{\n    return known;\n}}\nlet mut options = Vec::new();\n{options}\
                 let value = mex(&options);\nmemo.insert(s.to_vec(), value);\nvalue\n"
            ))
        ),
        Language::Python => format!(
            "def g(s):\n{}\n\n",
            indented(&format!(
                "if s in memo:\n    return memo[s]\noptions = set()\n{options}memo[s] = mex(options)\nreturn memo[s]\n"
            ))
        ),
    }
}
