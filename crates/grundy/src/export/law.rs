//! Programs by a proved law: any heap at once.

use super::frame::heading;
use super::language::Language;
use super::print::indented;
use super::reading::{Ask, LARGEST, sums};
use crate::engine::{CoinForm, CoinLaw, IntervalLaw};
use crate::lang::ir::Kind;
use crate::lang::{Form, Rule};
use crate::theory::Period;

/// The law of taking any amount of an interval.
pub(super) fn interval(rule: &Rule, law: IntervalLaw, language: Language) -> String {
    let (least, most) = law.amounts();
    // Both are below 2^63.
    let period = least + most;
    let quotient = match (least, language) {
        // No number that the program reads reaches the period.
        (1, Language::Cpp | Language::Rust) if i64::try_from(period).is_err() => "n".to_owned(),
        (_, Language::Cpp | Language::Rust) if i64::try_from(period).is_err() => format!("n / {least}"),
        (1, _) => format!("n % {period}"),
        (_, Language::Python) => format!("n % {period} // {least}"),
        _ => format!("n % {period} / {least}"),
    };
    let method =
        format!("Method: any number from {least} to {most} may be taken; the value is known in closed form.");
    assemble(rule, &method, "", &returns(&quotient, language), LARGEST, language)
}

/// A proved period; `first` holds the values before it and those of one period.
pub(super) fn period(
    rule: &Rule,
    period: Period,
    theorem: &str,
    first: &[u64],
    language: Language,
) -> String {
    let Period { preperiod, period, saltus } = period;
    let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let method = format!(
        "Method: the law g(n + {period}) = g(n){plus} for every n >= {preperiod}, which is proved:\n{theorem}."
    );
    let ascending = (0..).zip(first).all(|(n, &value)| n == value);
    let body = match (preperiod, period, saltus) {
        // Nim and its like need no list.
        (0, 1, 1) if first == [0] => returns("n", language),
        (0, _, 0) if ascending => returns(&format!("n % {period}"), language),
        _ => {
            let slash = if language == Language::Python { "//" } else { "/" };
            let (place, rounds) = match preperiod {
                0 => (format!("n % {period}"), format!("n {slash} {period}")),
                _ => (
                    format!("{preperiod} + (n - {preperiod}) % {period}"),
                    format!("(n - {preperiod}) {slash} {period}"),
                ),
            };
            let listed = |place: &str| match language {
                Language::Rust if place == "n" => "FIRST[n as usize]".to_owned(),
                Language::Rust => format!("FIRST[({place}) as usize]"),
                _ => format!("FIRST[{place}]"),
            };
            let risen = match saltus {
                0 => listed(&place),
                1 => format!("{} + {rounds}", listed(&place)),
                _ => format!("{} + {saltus} * ({rounds})", listed(&place)),
            };
            let rest = returns(&risen, language);
            let before = match (preperiod, language) {
                (0, _) => String::new(),
                (_, Language::Cpp) => format!("if (n < {preperiod}) return {};\n", listed("n")),
                (_, Language::Rust) => {
                    format!("if n < {preperiod} {{\n    return {};\n}}\n", listed("n"))
                }
                (_, Language::Python) => format!("if n < {preperiod}:\n    return {}\n", listed("n")),
            };
            format!("{before}{rest}")
        }
    };
    // Up to here what the law adds to the first values, and the sum, stay below 2^63.
    let largest = i128::from(first.iter().copied().max().unwrap_or(0));
    let length = i128::try_from(period).unwrap_or(LARGEST);
    let most = match i128::from(saltus) {
        0 => LARGEST,
        saltus => ((LARGEST - largest).max(0) / saltus).saturating_mul(length).min(LARGEST),
    };
    let list = if body.contains("FIRST") { first_values(first, language) } else { String::new() };
    assemble(rule, &method, &list, &body, most, language)
}

/// A law of coins.
pub(super) fn coins(rule: &Rule, law: CoinLaw, language: Language) -> String {
    let delay = law.delay();
    let place = match (law.form(), delay) {
        (_, 0) => "n".to_owned(),
        (CoinForm::Successor, 1) => "n".to_owned(),
        _ => format!("(n - {delay})"),
    };
    let value = match (law.form(), language) {
        (CoinForm::Zero, _) => "0".to_owned(),
        (CoinForm::One, _) => "1".to_owned(),
        // x - 1 + 1
        (CoinForm::Successor, _) if delay == 1 => "n".to_owned(),
        (CoinForm::Successor, _) => format!("{place} + 1"),
        (CoinForm::Odious, Language::Cpp) => {
            format!("2 * {place} + (__builtin_popcountll({place}) % 2 == 0)")
        }
        (CoinForm::Odious, Language::Rust) => {
            format!("2 * {place} + i64::from({place}.count_ones() % 2 == 0)")
        }
        (CoinForm::Odious, Language::Python) => {
            format!("2 * {place} + (bin({place}).count(\"1\") % 2 == 0)")
        }
    };
    let mut body = match (delay, language) {
        (0, _) => String::new(),
        (_, Language::Cpp) => format!("if (n < {delay}) return 0;\n"),
        (_, Language::Rust) => format!("if n < {delay} {{\n    return 0;\n}}\n"),
        (_, Language::Python) => format!("if n < {delay}:\n    return 0\n"),
    };
    body.push_str(&returns(&value, language));
    let method = format!("Method: the value of coin x is known in closed form: {law}.");
    // Twice the number, or one more, stays below 2^63.
    let most = match law.form() {
        CoinForm::Zero | CoinForm::One => LARGEST,
        CoinForm::Successor | CoinForm::Odious => LARGEST / 2,
    };
    assemble(rule, &method, "", &body, most, language)
}

fn returns(value: &str, language: Language) -> String {
    match language {
        Language::Cpp => format!("return {value};\n"),
        Language::Rust => format!("{value}\n"),
        Language::Python => format!("return {value}\n"),
    }
}

/// The values before the period, and those of one period.
fn first_values(first: &[u64], language: Language) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![String::new()];
    for value in first {
        let word = format!("{value}, ");
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= WIDTH => line.push_str(&word),
            _ => lines.push(word),
        }
    }
    let lines: String = lines.iter().map(|line| format!("    {}\n", line.trim_end())).collect();
    match language {
        Language::Cpp => format!("const long long FIRST[] = {{\n{lines}}};\n\n"),
        Language::Rust => format!("const FIRST: [i64; {}] = [\n{lines}];\n\n", first.len()),
        Language::Python => format!("FIRST = [\n{lines}]\n\n\n"),
    }
}

fn assemble(rule: &Rule, method: &str, list: &str, body: &str, most: i128, language: Language) -> String {
    let coins = matches!(rule.form(), Form::Numbers(rules) if rules.program().kind == Kind::Coins);
    let input = if coins {
        "Input: on each line the numbers of the coins that show heads, the first coin being number 0.\n\
         Output: for each line the value of the row."
    } else {
        "Input: on each line a heap, or several heaps that are played as a sum.\nOutput: for each line its value."
    };
    let reads = body.contains('n')
        && !matches!(body.trim(), "return 0;" | "return 1;" | "0" | "1" | "return 0" | "return 1");
    let function = match language {
        Language::Cpp if !reads => format!("long long g(long long) {{\n{}}}\n\n", indented(body)),
        Language::Cpp => format!("long long g(long long n) {{\n{}}}\n\n", indented(body)),
        Language::Rust if !reads => format!("fn g(_: i64) -> i64 {{\n{}}}\n\n", indented(body)),
        Language::Rust => format!("fn g(n: i64) -> i64 {{\n{}}}\n\n", indented(body)),
        Language::Python => format!("def g(n):\n{}\n\n", indented(body)),
    };
    let start = match language {
        Language::Cpp => "#include <bits/stdc++.h>\nusing namespace std;\n\n",
        Language::Rust => "",
        Language::Python if list.is_empty() => "import sys\n\n\n",
        Language::Python => "import sys\n\n",
    };
    let gap = if language == Language::Rust { "\n" } else { "" };
    format!(
        "{}{gap}{start}{list}{function}{}",
        heading(rule, input, method, language),
        sums(language, Ask::Law, most)
    )
}
