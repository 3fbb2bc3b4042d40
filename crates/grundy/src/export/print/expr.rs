//! Numbers, lists, conditions and values as text.

use super::{Printer, indented};
use crate::export::code::{Expr, Op, Part, Value, Walk};
use crate::export::language::Language;
use crate::lang::ir::Compare;

/// How tightly the parts of an expression hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::export) enum Tight {
    /// Anything may stand here.
    Loose,
    Any,
    All,
    Not,
    Compare,
    Bits,
    Add,
    Mul,
    Unary,
    Atom,
}

impl Printer<'_> {
    /// The expression, in brackets if what is around holds more tightly.
    pub(in crate::export) fn expr(&mut self, expr: &Expr, around: Tight) -> String {
        let (text, tight) = self.bare(expr);
        if tight < around { format!("({text})") } else { text }
    }

    fn bare(&mut self, expr: &Expr) -> (String, Tight) {
        use Tight::{Add, All, Any, Atom, Bits, Compare as Compared, Loose, Mul, Not, Unary};
        let python = self.language == Language::Python;
        match expr {
            Expr::Int(value) => (value.to_string(), if *value < 0 { Unary } else { Atom }),
            Expr::Var(name) | Expr::ListVar(name) => {
                self.used.push(name.clone());
                (name.clone(), Atom)
            }
            Expr::Constant(name) => (name.clone(), Atom),
            Expr::Neg(inner) => (format!("-{}", self.expr(inner, Atom)), Unary),
            Expr::Binary(op, left, right) => {
                let (sign, tight, left_tight, right_tight) = match op {
                    Op::Add => ("+", Add, Add, Mul),
                    Op::Sub => ("-", Add, Add, Mul),
                    Op::Mul => ("*", Mul, Mul, Unary),
                    Op::Div if python => ("//", Mul, Mul, Unary),
                    Op::Div => ("/", Mul, Mul, Unary),
                    Op::Rem => ("%", Mul, Mul, Unary),
                    Op::Xor => ("^", Bits, Atom, Atom),
                    Op::BitAnd => ("&", Bits, Atom, Atom),
                    Op::BitOr => ("|", Bits, Atom, Atom),
                };
                let left = self.expr(left, left_tight);
                // `a - -b` reads badly.
                let right_tight =
                    if matches!(**right, Expr::Int(value) if value < 0) { Atom } else { right_tight };
                (format!("{left} {sign} {}", self.expr(right, right_tight)), tight)
            }
            Expr::Call(name, arguments) => self.call(name, arguments),
            Expr::ListCall(name, arguments) => (self.list_call(name, arguments), Atom),
            Expr::Select(condition, yes, no) => {
                let one = matches!((yes.as_ref(), no.as_ref()), (Expr::Int(1), Expr::Int(0)));
                let condition =
                    self.expr(condition, if self.language == Language::Rust { Loose } else { Any });
                match self.language {
                    Language::Rust if one => return (format!("Int::from({condition})"), Atom),
                    // An `int` of C++ would make the arithmetic around it one of `int`s.
                    Language::Cpp if one => return (format!("Int({condition})"), Atom),
                    _ => {}
                }
                let (yes, no) = (self.expr(yes, Add), self.expr(no, Add));
                let text = match self.language {
                    Language::Cpp => format!("{condition} ? Int({yes}) : Int({no})"),
                    Language::Rust => format!("if {condition} {{ {yes} }} else {{ {no} }}"),
                    Language::Python => format!("{yes} if {condition} else {no}"),
                };
                (text, Loose)
            }
            Expr::Bool(value) => (self.pick_bool(*value).to_owned(), Atom),
            Expr::Compare(comparison, left, right) => {
                let sign = match comparison {
                    Compare::Eq => "==",
                    Compare::Ne => "!=",
                    Compare::Lt => "<",
                    Compare::Le => "<=",
                    Compare::Gt => ">",
                    Compare::Ge => ">=",
                };
                // Bit operators hold less tightly than comparisons in C++.
                (format!("{} {sign} {}", self.expr(left, Add), self.expr(right, Add)), Compared)
            }
            Expr::Not(inner) => match (inner.as_ref(), self.language) {
                (Expr::IsEmpty(list), Language::Python) => {
                    let list = self.expr(list, Atom);
                    (format!("len({list}) > 0"), Compared)
                }
                (_, Language::Python) => (format!("not {}", self.expr(inner, Compared)), Not),
                _ => (format!("!{}", self.expr(inner, Atom)), Unary),
            },
            Expr::All(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.expr(part, Not)).collect();
                (parts.join(self.pick(" && ", " && ", " and ")), All)
            }
            Expr::Any(parts) => {
                // Brackets around `and` inside `or` are not needed, and read better.
                let parts: Vec<String> = parts.iter().map(|part| self.expr(part, Not)).collect();
                (parts.join(self.pick(" || ", " || ", " or ")), Any)
            }
            Expr::IsEmpty(list) => {
                let list = self.expr(list, Atom);
                match self.language {
                    Language::Cpp => (format!("{list}.empty()"), Atom),
                    Language::Rust => (format!("{list}.is_empty()"), Atom),
                    Language::Python => (format!("len({list}) == 0"), Compared),
                }
            }
            Expr::Tuple(entries) => (self.tuple(entries), Atom),
            Expr::List(parts, arity) => (self.list(parts, *arity), Atom),
            Expr::Collect(walk, member) => (self.collect(walk, member), Atom),
            Expr::Range(first, last) => (self.range_list(first, last), Atom),
        }
    }

    fn pick_bool(&self, value: bool) -> &'static str {
        match (self.language, value) {
            (Language::Python, true) => "True",
            (Language::Python, false) => "False",
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    fn tuple(&mut self, entries: &[Expr]) -> String {
        let arity = entries.len();
        let entries: Vec<String> = entries.iter().map(|entry| self.expr(entry, Tight::Loose)).collect();
        let entries = entries.join(", ");
        match self.language {
            Language::Cpp => format!("array<Int, {arity}>{{{entries}}}"),
            Language::Rust => format!("[{entries}]"),
            Language::Python => format!("({entries})"),
        }
    }

    /// The type of the members of a list.
    pub(in crate::export) fn member_type(&self, arity: usize) -> String {
        match (self.language, arity) {
            (_, 0 | 1) => "Int".to_owned(),
            (Language::Rust, _) => format!("[Int; {arity}]"),
            _ => format!("array<Int, {arity}>"),
        }
    }

    fn list(&mut self, parts: &[Part], arity: usize) -> String {
        let member = self.member_type(arity);
        if parts.is_empty() {
            return match self.language {
                Language::Cpp => format!("vector<{member}>{{}}"),
                Language::Rust => format!("Vec::<{member}>::new()"),
                Language::Python => "[]".to_owned(),
            };
        }
        let plain = parts.iter().all(|part| matches!(part, Part::One(None, _)));
        if !plain && self.language == Language::Cpp {
            self.needed.insert("concat");
        }
        let mut texts = Vec::new();
        for part in parts {
            let (condition, text, one) = match part {
                Part::One(condition, member) => (condition, self.expr(member, Tight::Loose), true),
                Part::Members(condition, list) => (condition, self.expr(list, Tight::Atom), false),
            };
            let condition = condition.as_ref().map(|condition| self.expr(condition, Tight::Any));
            texts.push(match self.language {
                _ if plain => text,
                Language::Cpp => {
                    let list = if one { format!("vector<{member}>{{{text}}}") } else { text };
                    condition.map_or(list.clone(), |condition| {
                        format!("{condition} ? {list} : vector<{member}>{{}}")
                    })
                }
                Language::Rust => {
                    let list = if one { format!("vec![{text}]") } else { format!("{text}.to_vec()") };
                    condition.map_or(list.clone(), |condition| {
                        format!("if {condition} {{ {list} }} else {{ Vec::new() }}")
                    })
                }
                Language::Python => match (condition, one) {
                    (None, true) => text,
                    (None, false) => format!("*{text}"),
                    (Some(condition), true) => format!("*([{text}] if {condition} else [])"),
                    (Some(condition), false) => format!("*({text} if {condition} else [])"),
                },
            });
        }
        let texts = texts.join(", ");
        match self.language {
            Language::Cpp if plain => format!("vector<{member}>{{{texts}}}"),
            Language::Cpp => format!("concat<{member}>({{{texts}}})"),
            Language::Rust if plain => format!("[{texts}]"),
            Language::Rust => format!("[{texts}].concat()"),
            Language::Python => format!("[{texts}]"),
        }
    }

    fn range_list(&mut self, first: &Expr, last: &Expr) -> String {
        match self.language {
            Language::Cpp => {
                self.needed.insert("range");
                format!("range({}, {})", self.expr(first, Tight::Any), self.expr(last, Tight::Any))
            }
            Language::Rust => {
                let range = self.rust_range(first, last);
                format!("({range}).collect::<Vec<Int>>()")
            }
            Language::Python => self.python_range(first, last),
        }
    }

    pub(super) fn rust_range(&mut self, first: &Expr, last: &Expr) -> String {
        let first = self.expr(first, Tight::Add);
        match last {
            Expr::Binary(Op::Sub, end, one) if **one == Expr::Int(1) => {
                format!("{first}..{}", self.expr(end, Tight::Add))
            }
            _ => format!("{first}..={}", self.expr(last, Tight::Add)),
        }
    }

    pub(super) fn python_range(&mut self, first: &Expr, last: &Expr) -> String {
        let end = match last {
            Expr::Binary(Op::Sub, end, one) if **one == Expr::Int(1) => self.expr(end, Tight::Any),
            _ => {
                let end = Expr::binary(Op::Add, last.clone(), Expr::Int(1));
                self.expr(&end, Tight::Any)
            }
        };
        match first {
            Expr::Int(0) => format!("range({end})"),
            _ => format!("range({}, {end})", self.expr(first, Tight::Any)),
        }
    }

    fn collect(&mut self, walk: &[Walk], member: &Expr) -> String {
        if self.language == Language::Python {
            return self.python_collect(walk, member);
        }
        let arity = if let Expr::Tuple(entries) = member { entries.len() } else { 1 };
        let member_type = self.member_type(arity);
        let push = self.pick("push_back", "push", "append");
        let body = self.walk(walk, &mut |printer| {
            let member = printer.expr(member, Tight::Any);
            format!("list.{push}({member});\n")
        });
        match self.language {
            Language::Cpp => format!(
                "[&] {{\n{}}}()",
                indented(&format!("vector<{member_type}> list;\n{body}return list;\n"))
            ),
            _ => format!(
                "{{\n{}}}",
                indented(&format!("let mut list: Vec<{member_type}> = Vec::new();\n{body}list\n"))
            ),
        }
    }

    /// The statements of a walk around a body that is no statement of its own.
    fn walk(&mut self, walk: &[Walk], body: &mut dyn FnMut(&mut Self) -> String) -> String {
        match walk.split_first() {
            None => body(self),
            Some((Walk::Filter(condition), rest)) if *condition == Expr::Bool(true) => self.walk(rest, body),
            Some((Walk::Filter(condition), rest)) => {
                let condition = self.expr(condition, Tight::Loose);
                let inner = self.walk(rest, body);
                format!("{}{}}}\n", self.open_if(&condition), indented(&inner))
            }
            Some((Walk::Let(name, value), rest)) => {
                let mark = self.mark();
                let inner = self.walk(rest, body);
                if !self.uses(name, mark) {
                    return inner;
                }
                format!("{}{inner}", self.let_line(name, value, false))
            }
            Some((looped, rest)) => self.looped(looped, &mut |printer| printer.walk(rest, body)),
        }
    }

    fn python_collect(&mut self, walk: &[Walk], member: &Expr) -> String {
        let member = self.expr(member, Tight::Any);
        let mut text = format!("[{member}");
        let mut looped = false;
        for step in walk {
            if matches!(step, Walk::Filter(Expr::Bool(true))) {
                continue;
            }
            if matches!(step, Walk::Filter(_)) && !looped {
                text.push_str(" for _ in [0]");
            }
            looped = true;
            text.push_str(&match step {
                Walk::Range(name, first, last) => {
                    format!(" for {name} in {}", self.python_range(first, last))
                }
                Walk::Each(names, list) => {
                    format!(" for {} in {}", names.join(", "), self.expr(list, Tight::Any))
                }
                Walk::Let(name, value) => format!(" for {name} in [{}]", self.expr(value, Tight::Any)),
                Walk::Filter(condition) => format!(" if {}", self.expr(condition, Tight::Any)),
                // Sets that are listed are finite.
                Walk::Endless(..) => String::new(),
            });
        }
        text.push(']');
        text
    }

    /// The value of a position.
    pub(in crate::export) fn value(&mut self, value: &Value) -> String {
        match value {
            Value::Table(Expr::Int(value)) => match self.language {
                Language::Cpp => format!("g.at({value})"),
                _ => format!("g[{value}]"),
            },
            Value::Table(number) => match self.language {
                Language::Cpp => format!("g.at({})", self.expr(number, Tight::Loose)),
                Language::Rust => format!("g[{} as usize]", self.expr(number, Tight::Unary)),
                Language::Python => format!("g[{}]", self.expr(number, Tight::Any)),
            },
            Value::Shape(shape, entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|entry| self.expr(entry, Tight::Loose)).collect();
                let (name, tuple) = self
                    .functions
                    .get(*shape)
                    .map_or(("g", false), |function| (function.name.as_str(), function.tuple));
                let entries = match (self.language, tuple) {
                    (_, false) => entries.join(", "),
                    (Language::Cpp, _) => format!("{{{}}}", entries.join(", ")),
                    (Language::Rust, _) => format!("[{}]", entries.join(", ")),
                    (Language::Python, _) => format!("({},)", entries.join(", ")),
                };
                format!("{name}({entries}{})", self.pick("", ", memo", ""))
            }
            Value::Seq(list) => {
                let text = self.expr(list, Tight::Atom);
                match (self.language, list) {
                    (Language::Cpp, _) => format!("g({text})"),
                    (Language::Rust, Expr::ListVar(_)) => format!("g({text}, memo)"),
                    (Language::Rust, _) => format!("g(&{text}, memo)"),
                    (Language::Python, Expr::ListVar(_)) => format!("g({text})"),
                    (Language::Python, _) => format!("g(tuple({text}))"),
                }
            }
            Value::Var(name) => {
                self.used.push(name.clone());
                name.clone()
            }
            Value::Sum(values) if values.is_empty() => "0".to_owned(),
            Value::Sum(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                values.join(" ^ ")
            }
            Value::IfOdd(count, value) => {
                let value = self.value(value);
                let count = self.expr(count, Tight::Mul);
                match self.language {
                    Language::Cpp => format!("({count} % 2 == 1 ? {value} : 0)"),
                    Language::Rust => format!("if {count} % 2 == 1 {{ {value} }} else {{ 0 }}"),
                    Language::Python => format!("{value} if {count} % 2 == 1 else 0"),
                }
            }
        }
    }
}
