//! Calls of the support library; Python has much of it built in.

use super::Printer;
use super::expr::Tight;
use crate::export::code::Expr;
use crate::export::language::Language;

impl Printer<'_> {
    /// A call whose value is a number or a condition.
    pub(super) fn call(&mut self, name: &'static str, arguments: &[Expr]) -> (String, Tight) {
        if self.language == Language::Python
            && let Some(built_in) = self.python_built_in(name, arguments)
        {
            return built_in;
        }
        let name = match (name, self.language) {
            ("checked_power", Language::Python) => {
                self.needed.insert("checked_power");
                "power"
            }
            ("checked_power", _) => {
                self.needed.insert("power");
                "power"
            }
            (name, _) => {
                self.needed.insert(name);
                name
            }
        };
        // The standard library of C++ has functions of these names that would be taken instead.
        let name = match (name, self.language) {
            ("gcd", Language::Cpp) => "common_divisor",
            ("lcm", Language::Cpp) => "common_multiple",
            (name, _) => name,
        };
        if matches!(name, "min" | "max") {
            return (self.extreme(name, arguments), Tight::Atom);
        }
        (format!("{name}({})", self.arguments(arguments)), Tight::Atom)
    }

    /// A call whose value is a list.
    pub(super) fn list_call(&mut self, name: &'static str, arguments: &[Expr]) -> String {
        let arguments = match (self.language, arguments) {
            // Lists go where tuples go, and the other way round.
            (Language::Python, [list]) if matches!(name, "distinct" | "sort") => {
                let list = self.expr(list, Tight::Any);
                return if name == "sort" {
                    format!("sorted({list})")
                } else {
                    format!("sorted(set({list}))")
                };
            }
            _ => self.arguments(arguments),
        };
        self.needed.insert(name);
        let name = match (name, self.language) {
            ("sort", _) => "sorted",
            (name, _) => name,
        };
        format!("{name}({arguments})")
    }

    fn arguments(&mut self, arguments: &[Expr]) -> String {
        let texts: Vec<String> = arguments
            .iter()
            .map(|argument| {
                let borrowed = self.language == Language::Rust
                    && argument.is_list()
                    && !matches!(argument, Expr::ListVar(_));
                let text = self.expr(argument, if borrowed { Tight::Atom } else { Tight::Loose });
                if borrowed { format!("&{text}") } else { text }
            })
            .collect();
        texts.join(", ")
    }

    fn extreme(&mut self, name: &str, arguments: &[Expr]) -> String {
        let texts: Vec<String> = arguments.iter().map(|argument| self.expr(argument, Tight::Loose)).collect();
        match (self.language, texts.as_slice()) {
            (Language::Cpp, [_, _]) => format!("{name}<Int>({})", texts.join(", ")),
            (Language::Cpp, _) => format!("{name}<Int>({{{}}})", texts.join(", ")),
            (Language::Python, _) => format!("{name}({})", texts.join(", ")),
            (Language::Rust, _) => {
                let mut texts = texts.into_iter().rev();
                let last = texts.next().unwrap_or_default();
                texts.fold(last, |rest, text| format!("{name}({text}, {rest})"))
            }
        }
    }

    fn python_built_in(&mut self, name: &str, arguments: &[Expr]) -> Option<(String, Tight)> {
        let operator = match name {
            "floor_div" => Some(("//", Tight::Mul, Tight::Mul, Tight::Unary)),
            "floor_mod" => Some(("%", Tight::Mul, Tight::Mul, Tight::Unary)),
            "power" => Some(("**", Tight::Unary, Tight::Atom, Tight::Atom)),
            "shift_left" => Some(("<<", Tight::Bits, Tight::Atom, Tight::Atom)),
            "shift_right" => Some((">>", Tight::Bits, Tight::Atom, Tight::Atom)),
            _ => None,
        };
        if let (Some((sign, tight, left_tight, right_tight)), [left, right]) = (operator, arguments) {
            let left = self.expr(left, left_tight);
            return Some((format!("{left} {sign} {}", self.expr(right, right_tight)), tight));
        }
        if let ("contains", [list, member]) = (name, arguments) {
            let member = self.expr(member, Tight::Add);
            return Some((format!("{member} in {}", self.expr(list, Tight::Add)), Tight::Compare));
        }
        let built_in = match name {
            "min" | "min_of" => "min",
            "max" | "max_of" => "max",
            "absolute" => "abs",
            "sum_of" => "sum",
            "count" => "len",
            "gcd" => "math.gcd",
            "isqrt" => "math.isqrt",
            _ => return None,
        };
        Some((format!("{built_in}({})", self.arguments(arguments)), Tight::Atom))
    }
}
