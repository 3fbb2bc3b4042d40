//! Programs that make a table of all smaller heaps or coins.

use super::cannot_be_exported;
use super::code::Stmt;
use super::code_options::options_of_code;
use super::frame::{heading, numbers_line, prelude};
use super::language::Language;
use super::lower::Lower;
use super::print::{Printer, indented};
use super::ranges::{self, MOST_ENTRY, checked};
use super::reading::{Ask, LARGEST, singles, sums};
use crate::lang::ir::{Clause, Kind, Shape, Slot};
use crate::lang::{Form, Rule};
use crate::solve::SolveError;
use crate::theory::{Period, Play};

/// What a table holds.
struct Body {
    rule: ranges::Body,
    /// The name of the heap or coin.
    name: String,
    constants: Vec<super::lower::Constant>,
    coins: bool,
}

/// The program; a proved period, if it is too long to be written out, bounds the table.
pub(super) fn program(rule: &Rule, period: Option<Period>, language: Language) -> Result<String, SolveError> {
    let body = body(rule)?;
    let misere = rule.play() == Play::Misere;
    let plain = period.filter(|period| period.is_plain());
    let ask = if plain.is_some() { Ask::Folded } else { Ask::Table };
    let mut printer = Printer::new(language, &[]);
    printer.needed.insert("mex");
    let mark = printer.mark();
    let (bodies, wide) = checked(std::slice::from_ref(&body.rule), &body.constants)?;
    let stmts = match language {
        Language::Python => &body.rule.stmts,
        _ => bodies.first().unwrap_or(&body.rule.stmts),
    };
    let options = printer.stmts(stmts);
    let named = printer.uses(&body.name, mark);
    let mut text = table_function(&body, &options, named, misere, language);
    if let Some(period) = plain {
        text.push_str(&place_function(period, language));
    }
    // A place in the table is at most this large.
    let most = if plain.is_some() && !misere { LARGEST } else { MOST_ENTRY };
    text.push_str(&if misere { singles(language, most) } else { sums(language, ask, most) });
    let imports: &[&str] = if language == Language::Python { &["sys"] } else { &[] };
    let start = prelude(language, wide, &printer.needed, &body.constants, imports, &text);
    let input = match (body.coins, misere) {
        (true, _) => {
            "Input: on each line the numbers of the coins that show heads, the first coin being number 0.\n\
                      Output: for each line the value of the row."
        }
        (false, true) => "Input: a heap on each line. Output: the value of each.",
        (false, false) => {
            "Input: on each line a heap, or several heaps that are played as a sum.\n\
                           Output: for each line its value."
        }
    };
    let method = match plain {
        Some(Period { preperiod, period, .. }) => format!(
            "Method: a table of the values up to the proved period: g(n + {period}) = g(n) for every n >= {preperiod}."
        ),
        None => "Method: a table of the values of all smaller positions, so the largest number should not exceed some millions."
            .to_owned(),
    };
    let method = format!("{method}{}", numbers_line(language, wide));
    Ok(format!("{}{start}{text}", heading(rule, input, &method, language)))
}

fn body(rule: &Rule) -> Result<Body, SolveError> {
    let rules = match rule.form() {
        Form::Code(code) => {
            let (name, constants) = ("n".to_owned(), Vec::new());
            let rule = ranges::Body { entries: vec![(name.clone(), 1)], stmts: options_of_code(code) };
            return Ok(Body { rule, name, constants, coins: false });
        }
        Form::Numbers(rules) => rules,
        _ => return Err(cannot_be_exported("this rule as a table", "ask for single positions")),
    };
    let program = rules.program();
    let coins = program.kind == Kind::Coins;
    let mut lower = Lower::new(program, rules.parameters());
    let slot = program.clauses.iter().find_map(|clause| match clause.shape {
        Shape::Number(slot) => Some(slot),
        _ => None,
    });
    let name = lower.entry_name(slot.unwrap_or(Slot(0)));
    let mut stmts = Vec::new();
    for clause in &program.clauses {
        let Shape::Number(slot) = clause.shape else { continue };
        stmts.push(Stmt::Comment(clause_text(rule, clause)));
        stmts.extend(lower.clause(clause, &[slot], &[(name.clone(), i128::from(!coins))])?);
    }
    let rule = ranges::Body { entries: vec![(name.clone(), i128::from(!coins))], stmts };
    Ok(Body { rule, name, constants: lower.finish(), coins })
}

/// The text of a clause on one line.
pub(super) fn clause_text(rule: &Rule, clause: &Clause) -> String {
    let text = rule.text().get(clause.span.clone()).unwrap_or_default();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<&str>>().join(" ")
}

fn table_function(body: &Body, options: &str, named: bool, misere: bool, language: Language) -> String {
    let name = &body.name;
    let what = if body.coins { "coins" } else { "heaps" };
    let first = match (body.coins, misere) {
        (true, _) => None,
        (false, false) => Some(0),
        // Who cannot move has won.
        (false, true) => Some(1),
    };
    let from = u8::from(first.is_some());
    match language {
        Language::Cpp => {
            let start = first.map_or("vector<int> g;".to_owned(), |value| {
                format!("vector<int> g = {{{value}}};  // the heap 0 has no move")
            });
            let bound = if named { format!("const Int {name} = g.size();\n") } else { String::new() };
            let value = if misere { "options.empty() ? 1 : mex(options)" } else { "mex(options)" };
            let inner = format!("{bound}vector<int> options;\n{options}g.push_back({value});\n");
            let looped = format!("while ((long long)g.size() <= top) {{\n{}}}\n", indented(&inner));
            format!(
                "// The values of the {what} 0 to top.\nvector<int> table(long long top) {{\n{}}}\n\n",
                indented(&format!("{start}\n{looped}return g;\n"))
            )
        }
        Language::Rust => {
            let start = first.map_or("let mut g = Vec::new();".to_owned(), |value| {
                format!("let mut g = vec![{value}]; // the heap 0 has no move")
            });
            let shown = if named { name.as_str() } else { "_" };
            let value =
                if misere { "if options.is_empty() { 1 } else { mex(&options) }" } else { "mex(&options)" };
            let inner = format!("let mut options = Vec::new();\n{options}g.push({value});\n");
            let looped = format!("for {shown} in {from}..=top {{\n{}}}\n", indented(&inner));
            format!(
                "/// The values of the {what} 0 to top.\nfn table(top: Int) -> Vec<usize> {{\n{}}}\n\n",
                indented(&format!("{start}\n{looped}g\n"))
            )
        }
        Language::Python => {
            let start =
                first.map_or("g = []".to_owned(), |value| format!("g = [{value}]  # the heap 0 has no move"));
            let value = if misere { "mex(options) if options else 1" } else { "mex(options)" };
            let range = if from == 0 { "range(top + 1)" } else { "range(1, top + 1)" };
            let inner = format!("options = set()\n{options}g.append({value})\n");
            let looped = format!("for {name} in {range}:\n{}", indented(&inner));
            format!(
                "def table(top):\n    \"\"\"The values of the {what} 0 to top.\"\"\"\n{}\n\n",
                indented(&format!("{start}\n{looped}return g\n"))
            )
        }
    }
}

/// Where in the table the value of a heap stands.
fn place_function(period: Period, language: Language) -> String {
    let Period { preperiod, period, .. } = period;
    let folded = match preperiod {
        0 => format!("n % {period}"),
        _ => format!("{preperiod} + (n - {preperiod}) % {period}"),
    };
    match (language, preperiod) {
        (Language::Cpp, 0) => format!("long long place(long long n) {{ return {folded}; }}\n\n"),
        (Language::Cpp, _) => {
            format!("long long place(long long n) {{ return n < {preperiod} ? n : {folded}; }}\n\n")
        }
        (Language::Rust, 0) => format!("fn place(n: usize) -> usize {{\n    {folded}\n}}\n\n"),
        (Language::Rust, _) => format!(
            "fn place(n: usize) -> usize {{\n    if n < {preperiod} {{\n        n\n    }} else {{\n        {folded}\n    }}\n}}\n\n"
        ),
        (Language::Python, 0) => format!("def place(n):\n    return {folded}\n\n\n"),
        (Language::Python, _) => {
            format!("def place(n):\n    return n if n < {preperiod} else {folded}\n\n\n")
        }
    }
}
