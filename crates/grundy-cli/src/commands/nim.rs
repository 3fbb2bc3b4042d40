//! `grundy nim`: sums, products, inverses, powers and roots of nimbers.

use std::fmt::Display;

use grundy::BigNimber;
use grundy::lang::parse_number;
use grundy::theory::{NimField, NoInverse};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::words::csv_line;
use crate::args::{Format, Nim};
use crate::failure::{Failure, usage};
use crate::session::Setting;
use crate::status::Status;
use crate::{json, output};

/// A number of the answer.
struct Number(BigUint);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::nimber(&BigNimber::new(self.0.clone()), serializer)
    }
}

impl From<u128> for Number {
    fn from(number: u128) -> Number {
        Number(number.into())
    }
}

/// What was computed.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    /// One number from all that were given.
    One { value: Number },
    /// A number for each.
    Each { values: Vec<Number> },
    /// Two numbers for each.
    Pairs { solutions: Vec<[Number; 2]> },
}

pub(crate) fn nim(args: &Nim, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let (typed, answer) = answer(args)?;
    let text = match format {
        Format::Json => json::line(&answer)?,
        Format::Csv => csv(typed, &answer),
        _ => plain(&answer),
    };
    output::print(&text)?;
    Ok(Status::Answered)
}

/// The numbers as they were typed, and the answer.
fn answer(args: &Nim) -> anyhow::Result<(&[String], Answer)> {
    Ok(match args {
        Nim::Mul { numbers } => {
            let product = all(numbers)?.into_iter().fold(1, u128::nim_product);
            (numbers, Answer::One { value: product.into() })
        }
        Nim::Sum { numbers } => {
            let sum = all(numbers)?.into_iter().fold(0, |sum, number| sum ^ number);
            (numbers, Answer::One { value: sum.into() })
        }
        Nim::Pow { base, exponent } => {
            let value = power(number(base)?, &any_number(exponent)?);
            (std::slice::from_ref(base), Answer::One { value: value.into() })
        }
        Nim::Inv { numbers } => {
            let inverse = |number: u128| {
                number
                    .nim_inverse()
                    .map_err(|none: NoInverse| usage(none.to_string(), "give numbers from 1 on"))
            };
            let values = all(numbers)?.into_iter().map(inverse);
            let values: Vec<Number> =
                values.map(|value| value.map(Number::from)).collect::<anyhow::Result<_>>()?;
            (numbers, Answer::Each { values })
        }
        Nim::Sqrt { numbers } => {
            let values = all(numbers)?.into_iter().map(|number| number.nim_square_root().into());
            (numbers, Answer::Each { values: values.collect() })
        }
        Nim::Solve { numbers } => {
            let solutions = all(numbers)?.into_iter().map(solutions).collect();
            (numbers, Answer::Pairs { solutions })
        }
    })
}

/// The product of so many copies.
fn power(base: u128, exponent: &BigUint) -> u128 {
    if base == 0 {
        return u128::from(*exponent == BigUint::ZERO);
    }
    // The 2^128 - 1 numbers that are not 0 are a group: once around it nothing has changed.
    let rest = exponent % BigUint::from(u128::MAX);
    base.nim_power(u128::try_from(rest).unwrap_or_default())
}

/// Both solutions x of x*x + x = a. Where they have more than 128 bits, they are F + y
/// with F = 2^128 and y*y + y = a + F/2, since F*F + F = F/2.
fn solutions(a: u128) -> [Number; 2] {
    const TOP: u128 = 1 << 127;
    let (high, solutions) = match a.nim_solutions() {
        Some(solutions) => (0_u32, solutions),
        None => (1, (a ^ TOP).nim_solutions().unwrap_or_default()),
    };
    solutions.map(|x| Number((BigUint::from(high) << 128_u32) + x))
}

fn all(typed: &[String]) -> anyhow::Result<Vec<u128>> {
    typed.iter().map(|typed| number(typed)).collect()
}

fn number(typed: &str) -> anyhow::Result<u128> {
    u128::try_from(any_number(typed)?).map_err(|_| {
        usage(
            format!("{typed} is too large for nim arithmetic"),
            "the largest number that can stand here is 2**128 - 1",
        )
    })
}

fn any_number(typed: &str) -> anyhow::Result<BigUint> {
    Ok(parse_number(typed).map_err(|error| Failure::Position {
        origin: "number".to_owned(),
        text: typed.to_owned(),
        error,
    })?)
}

/// A line for each number of the answer, or for each pair.
fn plain(answer: &Answer) -> String {
    match answer {
        Answer::One { value } => format!("{}\n", value.0),
        Answer::Each { values } => values.iter().map(|value| format!("{}\n", value.0)).collect(),
        Answer::Pairs { solutions } => solutions.iter().map(|[x, y]| format!("{} {}\n", x.0, y.0)).collect(),
    }
}

fn csv(typed: &[String], answer: &Answer) -> String {
    let lines = |names: &str, rows: Vec<Vec<&dyn Display>>| {
        rows.iter().fold(format!("{names}\n"), |text, row| text + &csv_line(row))
    };
    let typed = typed.iter().map(|typed| typed as &dyn Display);
    match answer {
        Answer::One { value } => lines("value", vec![vec![&value.0]]),
        Answer::Each { values } => {
            let rows = typed.zip(values).map(|(typed, value)| vec![typed, &value.0 as &dyn Display]);
            lines("number,value", rows.collect())
        }
        Answer::Pairs { solutions } => {
            let rows = typed.zip(solutions).map(|(typed, [x, y])| vec![typed, &x.0 as &dyn Display, &y.0]);
            lines("number,x,y", rows.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_always_have_two_solutions() {
        for a in [0, 1, 2, 1 << 127, u128::MAX, (1 << 127) + 5, u128::MAX >> 1] {
            let [x, y] = solutions(a).map(|Number(x)| x);
            assert_eq!(&x ^ &y, 1_u32.into(), "{a}");
            let control = grundy::Control::default();
            for x in [x, y].map(BigNimber::new) {
                let square = x.product(&x, &control).unwrap();
                assert_eq!(square + x, BigNimber::new(a.into()), "{a}");
            }
        }
    }

    #[test]
    fn exponents_of_any_size_go_around_the_group() {
        let order = BigUint::from(u128::MAX);
        for base in [1, 2, 77, u128::MAX] {
            assert_eq!(power(base, &order), 1);
            assert_eq!(power(base, &(&order * 5_u32 + 3_u32)), base.nim_power(3));
        }
        assert_eq!((power(0, &order), power(0, &BigUint::ZERO)), (0, 1));
    }
}
