//! The options of a take-and-break code.
//!
//! Digits that say the same are put together, so that a code of many digits stays
//! short: `0.777` is one loop over 1, 2 and 3 counters taken.

use super::code::{Expr, Next, Op, Part, Stmt, Value, Walk};
use crate::lang::ir::Compare;
use crate::ruleset::TakeAndBreakCode;

/// The options of the heap `n`.
pub(super) fn options_of_code(code: &TakeAndBreakCode) -> Vec<Stmt> {
    let mut stmts = vec![Stmt::Comment(code.to_string())];
    let (single, repeating) = code.parts();
    let mut digits: Vec<u64> = Vec::new();
    for &digit in single {
        if digit != 0 && !digits.contains(&digit) {
            digits.push(digit);
        }
    }
    for digit in digits {
        let taken: Vec<Expr> = (0..)
            .zip(single)
            .filter(|(_, other)| **other == digit)
            .map(|(taken, _)| Expr::Int(taken))
            .collect();
        if let [taken] = taken.as_slice() {
            if *taken == Expr::Int(0) {
                stmts.extend(splits(digit, &n()));
                continue;
            }
            // Inside the condition the name is kept from the next digit.
            let mut body = vec![Stmt::Let("left".to_owned(), Expr::binary(Op::Sub, n(), taken.clone()))];
            body.extend(splits(digit, &Expr::Var("left".to_owned())));
            stmts.push(Stmt::If(Expr::compare(Compare::Ge, n(), taken.clone()), body, Vec::new()));
            continue;
        }
        let list = Expr::List(taken.into_iter().map(|taken| Part::One(None, taken)).collect(), 1);
        stmts.push(Stmt::Loop(Walk::Each(vec!["taken".to_owned()], list), after_taking(digit)));
    }
    // From here on the digits repeat: one walk for each of them that is not 0.
    for (place, &digit) in (single.len()..).zip(repeating) {
        if digit == 0 {
            continue;
        }
        let first = Expr::Int(i128::try_from(place).unwrap_or(i128::MAX));
        let step = Expr::Int(i128::try_from(repeating.len()).unwrap_or(i128::MAX));
        let next = Expr::binary(Op::Add, Expr::Var("taken".to_owned()), step);
        let past = Expr::compare(Compare::Gt, Expr::Var("taken".to_owned()), n());
        let mut body = vec![Stmt::If(past, vec![Stmt::Break], Vec::new())];
        body.extend(after_taking(digit));
        stmts.push(Stmt::Loop(Walk::Endless("taken".to_owned(), first, Next::Value(next)), body));
    }
    stmts
}

fn n() -> Expr {
    Expr::Var("n".to_owned())
}

/// What may be left after `taken` counters were taken.
fn after_taking(digit: u64) -> Vec<Stmt> {
    let left = Expr::binary(Op::Sub, n(), Expr::Var("taken".to_owned()));
    let mut stmts = vec![Stmt::Let("left".to_owned(), left)];
    stmts.extend(splits(digit, &Expr::Var("left".to_owned())));
    stmts
}

/// The ways to leave so many counters as a digit allows: bit j for exactly j heaps,
/// none of them empty. If the number is negative there is none.
fn splits(digit: u64, left: &Expr) -> Vec<Stmt> {
    let mut stmts = Vec::new();
    for heaps in 0..u64::BITS {
        if digit >> heaps & 1 == 0 {
            continue;
        }
        match heaps {
            0 => stmts.push(Stmt::If(
                Expr::compare(Compare::Eq, left.clone(), Expr::Int(0)),
                vec![Stmt::Option(Value::Sum(Vec::new()))],
                Vec::new(),
            )),
            1 => stmts.push(Stmt::If(
                Expr::compare(Compare::Gt, left.clone(), Expr::Int(0)),
                vec![Stmt::Option(Value::Table(left.clone()))],
                Vec::new(),
            )),
            _ => stmts.extend(into_heaps(heaps, left, Expr::Int(1), &mut Vec::new())),
        }
    }
    stmts
}

/// Splits `rest` into so many heaps, each at least as large as the one before.
fn into_heaps(heaps: u32, rest: &Expr, least: Expr, parts: &mut Vec<Expr>) -> Vec<Stmt> {
    if heaps == 1 {
        let mut values: Vec<Value> = parts.iter().cloned().map(Value::Table).collect();
        values.push(Value::Table(rest.clone()));
        return vec![Stmt::Option(Value::Sum(values))];
    }
    let letters: Vec<char> = ('a'..='m').collect();
    let name = letters.get(parts.len()).map_or_else(|| format!("part{}", parts.len()), char::to_string);
    let part = Expr::Var(name.clone());
    let most = Expr::binary(Op::Div, rest.clone(), Expr::Int(i128::from(heaps)));
    parts.push(part.clone());
    let body = into_heaps(heaps - 1, &Expr::binary(Op::Sub, rest.clone(), part.clone()), part, parts);
    parts.pop();
    vec![Stmt::Loop(Walk::Range(name, least, most), body)]
}
