//! Statements as text.

use super::expr::Tight;
use super::{Printer, indented};
use crate::export::code::{Expr, Next, Op, Part, Stmt, Walk};
use crate::export::language::Language;

impl Printer<'_> {
    /// The statements, a line or several for each.
    pub(in crate::export) fn stmts(&mut self, stmts: &[Stmt]) -> String {
        let mark = self.mark();
        // From the last to the first, for a name that nothing reads later is left out.
        let mut texts: Vec<String> = stmts.iter().rev().map(|stmt| self.stmt(stmt, mark)).collect();
        texts.reverse();
        texts.concat()
    }

    /// One statement, after all those that come later; `mark` is where the names that
    /// they read begin.
    fn stmt(&mut self, stmt: &Stmt, mark: usize) -> String {
        let end = self.pick(";", ";", "");
        match stmt {
            Stmt::Comment(text) => format!("{} {text}\n", self.language.comment()),
            Stmt::Let(name, value) | Stmt::LetBool(name, value) => {
                if !self.uses(name, mark) {
                    return String::new();
                }
                self.let_line(name, value, matches!(stmt, Stmt::LetBool(..)))
            }
            Stmt::Flag(name) => match self.language {
                Language::Cpp => format!("bool {name} = false;\n"),
                Language::Rust => format!("let mut {name} = false;\n"),
                Language::Python => format!("{name} = False\n"),
            },
            Stmt::Set(name) => {
                let yes = self.pick("true", "true", "True");
                format!("{name} = {yes}{end}\n")
            }
            Stmt::LetValue(name) => match self.language {
                Language::Cpp => format!("int {name} = 0;\n"),
                Language::Rust => format!("let mut {name} = 0;\n"),
                Language::Python => format!("{name} = 0\n"),
            },
            Stmt::AddValue(name, value) => format!("{name} ^= {}{end}\n", self.value(value)),
            Stmt::If(condition, yes, no) => {
                let condition = self.expr(condition, Tight::Loose);
                let yes = self.body(yes);
                let no = if no.is_empty() { String::new() } else { self.body(no) };
                let mut text = format!("{}{yes}", self.open_if(&condition));
                match (self.language, no.is_empty()) {
                    (Language::Python, true) => {}
                    (Language::Python, false) => text.push_str(&format!("else:\n{no}")),
                    (_, true) => text.push_str("}\n"),
                    (_, false) => text.push_str(&format!("}} else {{\n{no}}}\n")),
                }
                text
            }
            Stmt::Loop(walk, body) => self.looped(walk, &mut |printer| printer.stmts(body)),
            Stmt::Orders(names, body) => self.orders(names, body),
            Stmt::Break => format!("break{end}\n"),
            Stmt::Option(value) => {
                let value = self.value(value);
                match self.language {
                    Language::Cpp => format!("options.push_back({value});\n"),
                    Language::Rust => format!("options.push({value});\n"),
                    Language::Python => format!("options.add({value})\n"),
                }
            }
        }
    }

    /// The statements of a body, further to the right; Python has a word for none.
    fn body(&mut self, stmts: &[Stmt]) -> String {
        let text = self.stmts(stmts);
        if text.is_empty() && self.language == Language::Python {
            indented("pass\n")
        } else {
            indented(&text)
        }
    }

    pub(super) fn open_if(&self, condition: &str) -> String {
        match self.language {
            Language::Cpp => format!("if ({condition}) {{\n"),
            Language::Rust => format!("if {condition} {{\n"),
            Language::Python => format!("if {condition}:\n"),
        }
    }

    pub(super) fn let_line(&mut self, name: &str, value: &Expr, condition: bool) -> String {
        let constant = matches!(value, Expr::Int(_));
        let value = self.expr(value, Tight::Loose);
        match (self.language, condition) {
            (Language::Cpp, true) => format!("const bool {name} = {value};\n"),
            (Language::Cpp, false) => format!("const Int {name} = {value};\n"),
            (Language::Rust, _) if constant => format!("let {name}: Int = {value};\n"),
            (Language::Rust, _) => format!("let {name} = {value};\n"),
            (Language::Python, _) => format!("{name} = {value}\n"),
        }
    }

    /// A loop around a body.
    pub(super) fn looped(&mut self, walk: &Walk, body: &mut dyn FnMut(&mut Self) -> String) -> String {
        let mark = self.mark();
        let inner = body(self);
        let inner = match (inner.is_empty(), self.language) {
            (true, Language::Python) => "pass\n".to_owned(),
            _ => inner,
        };
        let close = self.pick("}\n", "}\n", "");
        let seen = |printer: &Self, name: &str| {
            if printer.language == Language::Rust && !printer.uses(name, mark) {
                "_".to_owned()
            } else {
                name.to_owned()
            }
        };
        match walk {
            Walk::Range(name, first, last) => {
                let shown = seen(self, name);
                let head = match self.language {
                    Language::Cpp => self.cpp_range(name, first, last),
                    Language::Rust => format!("for {shown} in {} {{\n", self.rust_range(first, last)),
                    Language::Python => format!("for {name} in {}:\n", self.python_range(first, last)),
                };
                format!("{head}{}{close}", indented(&inner))
            }
            Walk::Each(names, list) => {
                let used: Vec<bool> = names.iter().map(|name| self.uses(name, mark)).collect();
                self.each(names, &used, list, &inner)
            }
            Walk::Endless(name, first, next) => {
                let shown = seen(self, name);
                let first_text = self.expr(first, Tight::Add);
                match (next, self.language) {
                    (Next::Successor, Language::Cpp) => {
                        format!("for (Int {name} = {first_text};; ++{name}) {{\n{}}}\n", indented(&inner))
                    }
                    (Next::Successor, Language::Rust) => {
                        format!("for {shown} in {first_text}.. {{\n{}}}\n", indented(&inner))
                    }
                    (Next::Successor, Language::Python) => {
                        format!("for {name} in itertools.count({first_text}):\n{}", indented(&inner))
                    }
                    (Next::Value(next), language) => {
                        let next = self.expr(next, Tight::Loose);
                        match language {
                            Language::Cpp => format!(
                                "for (Int {name} = {first_text};; {name} = {next}) {{\n{}}}\n",
                                indented(&inner)
                            ),
                            Language::Rust => format!(
                                "let mut {name}: Int = {first_text};\nloop {{\n{}}}\n",
                                indented(&format!("{inner}{name} = {next};\n"))
                            ),
                            Language::Python => format!(
                                "{name} = {first_text}\nwhile True:\n{}",
                                indented(&format!("{inner}{name} = {next}\n"))
                            ),
                        }
                    }
                }
            }
            // These are no loops.
            Walk::Let(..) | Walk::Filter(_) => inner,
        }
    }

    fn cpp_range(&mut self, name: &str, first: &Expr, last: &Expr) -> String {
        let start = self.expr(first, Tight::Any);
        match last {
            Expr::Binary(Op::Sub, end, one) if **one == Expr::Int(1) && end.is_cheap() => {
                let end = self.expr(end, Tight::Add);
                format!("for (Int {name} = {start}; {name} < {end}; ++{name}) {{\n")
            }
            last if last.is_cheap() => {
                let last = self.expr(last, Tight::Add);
                format!("for (Int {name} = {start}; {name} <= {last}; ++{name}) {{\n")
            }
            last => {
                // The bound is worked out once.
                let last = self.expr(last, Tight::Any);
                format!(
                    "for (Int {name} = {start}, {name}_last = {last}; {name} <= {name}_last; ++{name}) {{\n"
                )
            }
        }
    }

    fn each(&mut self, names: &[String], used: &[bool], list: &Expr, inner: &str) -> String {
        let constants = matches!(list, Expr::List(parts, 1)
            if !parts.is_empty() && parts.iter().all(
                |part| matches!(part, Part::One(None, Expr::Int(value)) if i32::try_from(*value).is_ok())));
        match self.language {
            Language::Cpp => {
                let list_text = if constants {
                    let text = self.expr(list, Tight::Any);
                    text.strip_prefix("vector<Int>").unwrap_or(&text).to_owned()
                } else {
                    self.expr(list, Tight::Any)
                };
                if let [name] = names {
                    let unused = if used == [true] { String::new() } else { format!("(void){name};\n") };
                    return format!(
                        "for (Int {name} : {list_text}) {{\n{}}}\n",
                        indented(&format!("{unused}{inner}"))
                    );
                }
                let member = format!("{}_", names.join("_"));
                let mut lines = String::new();
                for (index, (name, used)) in names.iter().zip(used).enumerate() {
                    if *used {
                        lines.push_str(&format!("const Int {name} = {member}[{index}];\n"));
                    }
                }
                if lines.is_empty() {
                    lines = format!("(void){member};\n");
                }
                format!(
                    "for (const auto& {member} : {list_text}) {{\n{}}}\n",
                    indented(&format!("{lines}{inner}"))
                )
            }
            Language::Rust => {
                let shown: Vec<&str> = names
                    .iter()
                    .zip(used)
                    .map(|(name, used)| if *used { name.as_str() } else { "_" })
                    .collect();
                let pattern = match shown.as_slice() {
                    [one] => (*one).to_owned(),
                    several => format!("[{}]", several.join(", ")),
                };
                let list_text = match list {
                    // A range needs no list where it is only walked through.
                    Expr::Range(first, last) => self.rust_range(first, last),
                    Expr::ListVar(_) => format!("{}.iter().copied()", self.expr(list, Tight::Any)),
                    list => self.expr(list, Tight::Any),
                };
                format!("for {pattern} in {list_text} {{\n{}}}\n", indented(inner))
            }
            Language::Python => {
                let list_text = self.expr(list, Tight::Any);
                format!("for {} in {list_text}:\n{}", names.join(", "), indented(inner))
            }
        }
    }

    fn orders(&mut self, names: &[String], body: &[Stmt]) -> String {
        let mark = self.mark();
        let inner = self.stmts(body);
        let used: Vec<bool> = names.iter().map(|name| self.uses(name, mark)).collect();
        match self.language {
            Language::Cpp => {
                let mut lines = String::new();
                for (index, (name, used)) in names.iter().zip(&used).enumerate() {
                    if *used {
                        lines.push_str(&format!("const Int {name} = order[{index}];\n"));
                    }
                }
                let count = names.len();
                format!(
                    "array<Int, {count}> order = key;\ndo {{\n{}}} while (next_permutation(order.begin(), order.end()));\n",
                    indented(&format!("{lines}{inner}"))
                )
            }
            Language::Rust => {
                self.needed.insert("orders");
                let shown: Vec<&str> = names
                    .iter()
                    .zip(&used)
                    .map(|(name, used)| if *used { name.as_str() } else { "_" })
                    .collect();
                format!("for [{}] in orders(key) {{\n{}}}\n", shown.join(", "), indented(&inner))
            }
            Language::Python => {
                let inner = if inner.is_empty() { "pass\n".to_owned() } else { inner };
                format!(
                    "for {} in set(itertools.permutations(key)):\n{}",
                    tuple_pattern(names),
                    indented(&inner)
                )
            }
        }
    }
}

/// The names as one pattern; a tuple of one keeps its comma.
fn tuple_pattern(names: &[String]) -> String {
    match names {
        [one] => format!("({one},)"),
        several => several.join(", "),
    }
}
