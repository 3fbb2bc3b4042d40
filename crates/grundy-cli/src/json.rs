//! JSON: one object on one line, numbers exact.
//!
//! A nimber of any size is written as a number with all its digits. Readers that
//! keep numbers as floating point round those above 2^53 - 1; a string instead
//! would make every reader handle two types.

use grundy::BigNimber;
use grundy::solve::PlayValue;
use serde::{Serialize, Serializer};
use serde_json::Number;

/// One object on one line.
pub(crate) fn line(answer: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(answer)? + "\n")
}

/// Writes a value: a nimber as a number, `inf{0,2}` as a string, none as null.
pub(crate) fn value<S: Serializer>(value: &PlayValue, serializer: S) -> Result<S::Ok, S::Error> {
    match (value, value.nimber()) {
        (PlayValue::None, _) => serializer.serialize_none(),
        (_, Some(number)) => nimber(&number, serializer),
        (endless, None) => serializer.collect_str(endless),
    }
}

/// Writes a nimber as a number.
pub(crate) fn nimber<S: Serializer>(value: &BigNimber, serializer: S) -> Result<S::Ok, S::Error> {
    let number: Number = value.to_string().parse().map_err(serde::ser::Error::custom)?;
    number.serialize(serializer)
}

/// Writes something as the string that people read.
pub(crate) fn display<T: std::fmt::Display, S: Serializer>(
    item: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Answer {
        #[serde(serialize_with = "nimber")]
        value: BigNimber,
    }

    #[test]
    fn numbers_of_any_size_are_exact() {
        let ones = "1".repeat(400);
        for digits in ["0", "9007199254740993", &ones] {
            let value = digits.parse().unwrap();
            assert_eq!(line(&Answer { value }).unwrap(), format!("{{\"value\":{digits}}}\n"));
        }
    }
}
