//! Between which bounds the numbers of a program lie, and the checks where that is
//! not known.
//!
//! Entries of positions are below 2^31: the program refuses others, also as entries
//! of options. From there the statements are gone through in their order, with an
//! interval for each name; conditions that hold make intervals smaller, as does a
//! loop's end. A sum, difference or product whose interval leaves the type is put as
//! a call that ends the program if it really does; so every number of a program
//! is the number that the rule says. 64 bits are tried first, then 128.
//!
//! That no loop takes 2^60 steps and no list has 2^47 members is taken from the
//! machines that programs run on.

mod assume;
mod numbers;
mod range;

use std::collections::HashMap;

use super::code::{Expr, Next, Stmt, Value, Walk};
use super::lower::{Constant, Lowered};
use range::Range;

/// Entries of positions are at most this.
pub(super) const MOST_ENTRY: i128 = (1 << 31) - 1;

/// No loop takes so many steps.
const STEPS: i128 = 1 << 60;

/// The statements of one function, and the names of its entries, each at least the
/// number beside it.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub entries: Vec<(String, i128)>,
    pub stmts: Vec<Stmt>,
}

/// The statements with checks where a number may be too long, and whether the
/// numbers have 128 bits.
///
/// # Errors
///
/// A constant of more than 63 bits.
pub(super) fn checked(bodies: &[Body], constants: &[Constant]) -> Lowered<(Vec<Vec<Stmt>>, bool)> {
    let pass = |most: i128| -> Lowered<(Vec<Vec<Stmt>>, bool)> {
        let mut ranges = Ranges { names: HashMap::new(), constants, most, left: false };
        let mut all = Vec::new();
        for body in bodies {
            ranges.names.clear();
            for (name, low) in &body.entries {
                ranges.bind(name, Range::new(*low, MOST_ENTRY), None);
            }
            all.push(ranges.stmts(&body.stmts)?);
        }
        Ok((all, ranges.left))
    };
    let (narrow, left) = pass(i128::from(i64::MAX))?;
    if left { Ok((pass(i128::MAX)?.0, true)) } else { Ok((narrow, false)) }
}

/// What is known of a name.
#[derive(Clone, Debug)]
struct Known {
    range: Range,
    /// The number that it was given.
    meaning: Option<Expr>,
}

/// The state of going through statements.
struct Ranges<'c> {
    names: HashMap<String, Known>,
    constants: &'c [Constant],
    /// The largest number of the type.
    most: i128,
    /// Whether a number may leave the type.
    left: bool,
}

impl Ranges<'_> {
    fn bind(&mut self, name: &str, range: Range, meaning: Option<Expr>) {
        self.names.insert(name.to_owned(), Known { range, meaning });
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Lowered<Vec<Stmt>> {
        let mut all = Vec::new();
        for stmt in stmts {
            all.push(self.stmt(stmt)?);
        }
        Ok(all)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Lowered<Stmt> {
        Ok(match stmt {
            Stmt::Let(name, value) => {
                let (checked, range) = self.int(value)?;
                self.bind(name, range, Some(value.clone()));
                Stmt::Let(name.clone(), checked)
            }
            Stmt::LetBool(name, condition) => Stmt::LetBool(name.clone(), self.condition(condition)?),
            Stmt::AddValue(name, value) => Stmt::AddValue(name.clone(), self.value(value)?),
            Stmt::Option(value) => Stmt::Option(self.value(value)?),
            Stmt::If(condition, yes, no) => {
                let checked = self.condition(condition)?;
                let before = self.names.clone();
                self.assume(condition, true);
                let checked_yes = self.stmts(yes)?;
                self.names.clone_from(&before);
                self.assume(condition, false);
                let checked_no = self.stmts(no)?;
                self.names = before;
                if matches!(yes.last(), Some(Stmt::Break)) {
                    self.assume(condition, false);
                }
                Stmt::If(checked, checked_yes, checked_no)
            }
            Stmt::Loop(walk, body) => {
                let before = self.names.clone();
                let walk = self.step(walk, Some(body))?;
                let body = self.stmts(body)?;
                self.names = before;
                Stmt::Loop(walk, body)
            }
            Stmt::Orders(names, body) => {
                for name in names {
                    self.bind(name, Range::new(0, MOST_ENTRY), None);
                }
                Stmt::Orders(names.clone(), self.stmts(body)?)
            }
            Stmt::Comment(_) | Stmt::Flag(_) | Stmt::Set(_) | Stmt::LetValue(_) | Stmt::Break => stmt.clone(),
        })
    }

    /// One step of a walk; its names are bound from here on.
    fn step(&mut self, walk: &Walk, body: Option<&[Stmt]>) -> Lowered<Walk> {
        Ok(match walk {
            Walk::Range(name, first, last) => {
                let ((first, of_first), (last, of_last)) = (self.int(first)?, self.int(last)?);
                self.bind(name, Range::new(of_first.low, of_last.high), None);
                Walk::Range(name.clone(), first, last)
            }
            Walk::Each(names, list) => {
                let (list, members) = self.list(list)?;
                for name in names {
                    self.bind(name, members.range, None);
                }
                Walk::Each(names.clone(), list)
            }
            Walk::Let(name, value) => {
                let (checked, range) = self.int(value)?;
                self.bind(name, range, Some(value.clone()));
                Walk::Let(name.clone(), checked)
            }
            Walk::Filter(condition) => {
                let checked = self.condition(condition)?;
                self.assume(condition, true);
                Walk::Filter(checked)
            }
            Walk::Endless(name, first, next) => {
                let (checked, of_first) = self.int(first)?;
                let (range, next) = self.endless(name, of_first, next, body.unwrap_or_default())?;
                self.bind(name, range, None);
                Walk::Endless(name.clone(), checked, next)
            }
        })
    }

    /// Between which bounds the name of a walk without end lies, and its next number.
    ///
    /// Such walks ascend. At first nothing else is taken for granted of the name. Where
    /// the body goes on to the next number, conditions before a `break` have failed, so
    /// that something is known of the number now and of the next one; and each is
    /// either the first or the next one of another.
    fn endless(&mut self, name: &str, first: Range, next: &Next, body: &[Stmt]) -> Lowered<(Range, Next)> {
        let before = (self.names.clone(), self.left);
        self.bind(name, Range::new(first.low, self.most), None);
        if *next == Next::Successor {
            self.bind(name, Range::new(first.low, first.high.saturating_add(STEPS).min(self.most)), None);
        }
        self.stmts(body)?;
        self.left = before.1;
        let (next, of_next) = match next {
            Next::Successor => {
                let last = self.names.get(name).map_or(self.most, |known| known.range.high);
                (Next::Successor, Range::new(first.low, last.saturating_add(1).min(self.most)))
            }
            Next::Value(next) => {
                let (checked, range) = self.int(next)?;
                (Next::Value(checked), range)
            }
        };
        self.names = before.0;
        Ok((Range::new(first.low, first.high.max(of_next.high)), next))
    }

    fn value(&mut self, value: &Value) -> Lowered<Value> {
        Ok(match value {
            // A place in a table is cut to 64 bits, so it must have them.
            Value::Table(number) => Value::Table(self.entry(number, i128::from(i64::MAX))?),
            Value::Shape(shape, entries) => {
                let mut checked = Vec::new();
                for entry in entries {
                    checked.push(self.entry(entry, MOST_ENTRY)?);
                }
                Value::Shape(*shape, checked)
            }
            Value::Seq(list) => Value::Seq(self.entries(list)?),
            Value::Sum(values) => {
                Value::Sum(values.iter().map(|value| self.value(value)).collect::<Lowered<_>>()?)
            }
            Value::IfOdd(number, value) => Value::IfOdd(self.int(number)?.0, Box::new(self.value(value)?)),
            Value::Var(_) => value.clone(),
        })
    }

    /// A number that is asked for as an entry, with a check if it may exceed `most`.
    fn entry(&mut self, number: &Expr, most: i128) -> Lowered<Expr> {
        let (checked, range) = self.int(number)?;
        Ok(if range.high > most { Expr::Call("entry", vec![checked]) } else { checked })
    }

    /// A list that is a position, with checks of what is new in it.
    fn entries(&mut self, list: &Expr) -> Lowered<Expr> {
        Ok(match list {
            Expr::ListCall(name @ ("set_at" | "insert_at"), arguments) if arguments.len() == 3 => {
                let mut checked = vec![self.entries(&arguments[0])?, self.int(&arguments[1])?.0];
                checked.push(self.entry(&arguments[2], MOST_ENTRY)?);
                Expr::ListCall(name, checked)
            }
            Expr::ListCall(name, arguments) => {
                let mut checked = Vec::new();
                for (index, argument) in arguments.iter().enumerate() {
                    checked.push(if index == 0 { self.entries(argument)? } else { self.int(argument)?.0 });
                }
                Expr::ListCall(name, checked)
            }
            other => self.list(other)?.0,
        })
    }
}
