//! Formulas as text, with the brackets that the rule language needs and no others.

use std::fmt;

use super::{Formula, Function, Operator};

/// How tightly a part binds: its level must be at least that of its place.
type Level = u8;

const OF_AND: Level = 1;
const OF_COMPARISON: Level = 2;
/// Beside `==`: comparisons chain, so one beside another takes brackets.
pub(super) const OF_COMPARED: Level = 3;
const OF_XOR: Level = 4;
const OF_SHIFT: Level = 5;
const OF_SUM: Level = 6;
const OF_PRODUCT: Level = 7;
const OF_POWER: Level = 8;
const OF_ATOM: Level = 9;

impl Operator {
    fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Xor => "xor",
            Operator::ShiftRight => ">>",
            Operator::Power => "**",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::AtLeast => ">=",
            Operator::And => "and",
        }
    }

    /// Its own level, and those of the places to its left and right.
    fn levels(self) -> (Level, Level, Level) {
        match self {
            Operator::Add | Operator::Subtract => (OF_SUM, OF_SUM, OF_PRODUCT),
            Operator::Multiply | Operator::Divide | Operator::Remainder => (OF_PRODUCT, OF_PRODUCT, OF_POWER),
            Operator::Xor => (OF_XOR, OF_XOR, OF_SHIFT),
            Operator::ShiftRight => (OF_SHIFT, OF_SHIFT, OF_SUM),
            Operator::Power => (OF_POWER, OF_ATOM, OF_ATOM),
            Operator::Equal | Operator::Unequal | Operator::Less | Operator::AtLeast => {
                (OF_COMPARISON, OF_COMPARED, OF_COMPARED)
            }
            Operator::And => (OF_AND, OF_AND, OF_COMPARISON),
        }
    }
}

fn level(formula: &Formula) -> Level {
    match formula {
        Formula::N | Formula::Number(_) | Formula::Call(..) | Formula::Log(..) => OF_ATOM,
        Formula::Join(operator, _) => operator.levels().0,
        Formula::Among(..) => OF_COMPARISON,
    }
}

/// A formula at a place, in brackets if it binds less than the place asks for.
pub(super) struct Within<'f>(pub(super) &'f Formula, pub(super) Level);

impl fmt::Display for Within<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Within(formula, place) if level(formula) < *place => write!(f, "({formula})"),
            Within(formula, _) => formula.fmt(f),
        }
    }
}

/// As the rule language writes it.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::N => f.write_str("n"),
            Formula::Number(number) => number.fmt(f),
            Formula::Join(operator, sides) => {
                let (_, left, right) = operator.levels();
                write!(f, "{} {} {}", Within(&sides.0, left), operator.sign(), Within(&sides.1, right))
            }
            Formula::Call(function, operand) => match function {
                Function::Popcount => write!(f, "popcount({operand})"),
                Function::BitLength => write!(f, "bit_length({operand})"),
                Function::TrailingZeros => write!(f, "trailing_zeros({operand})"),
                Function::SquareRoot => write!(f, "isqrt({operand})"),
                Function::PrimeFactors => write!(f, "count(prime_factors({operand}))"),
            },
            Formula::Log(operand, base) => write!(f, "ilog({operand}, {base})"),
            Formula::Among(operand, numbers) => {
                let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                write!(f, "{} in {{{}}}", Within(operand, OF_COMPARED), list.join(", "))
            }
        }
    }
}
