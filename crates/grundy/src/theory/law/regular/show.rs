//! Regular laws as recurrences: `g(2n) = n, g(2n + 1) = g(n)`.

use std::collections::BTreeMap;
use std::fmt;

use super::{Combination, KernelRow, RegularLaw};

/// Longer recurrences are not written out in a sentence.
const MOST_EQUATIONS: usize = 8;
const MOST_TERMS: usize = 5;
const MOST_FIRST: usize = 16;

/// `2n + 1`, with nothing that says nothing.
fn linear(slope: impl TryInto<u128>, constant: impl TryInto<u128>) -> String {
    let (slope, constant) = (slope.try_into().unwrap_or(u128::MAX), constant.try_into().unwrap_or(u128::MAX));
    match (slope, constant) {
        (0, constant) => constant.to_string(),
        (1, 0) => "n".to_owned(),
        (1, constant) => format!("n + {constant}"),
        (slope, 0) => format!("{slope}n"),
        (slope, constant) => format!("{slope}n + {constant}"),
    }
}

impl KernelRow {
    fn shown(self) -> String {
        match self {
            KernelRow::Values { factor, offset } => format!("g({})", linear(factor, offset)),
            KernelRow::Linear { slope, constant } => linear(slope, constant),
        }
    }
}

/// One term: how often, and of what; `None` for a plain number.
fn term(factor: u64, of: Option<&str>) -> String {
    match of {
        None => factor.to_string(),
        Some(of) if factor == 1 => of.to_owned(),
        Some(of) => format!("{factor}{of}"),
    }
}

impl RegularLaw {
    /// The combination as text: values first, then n, then the constant.
    fn combined(&self, step: &Combination) -> String {
        let mut parts: Vec<(i64, Option<String>)> = Vec::new();
        let (mut slope, mut constant) = (0_i64, 0_i64);
        for &(row, factor) in &step.terms {
            match self.rows[row] {
                // Such rows are 1 and n, and few times those.
                KernelRow::Linear { slope: rise, constant: begin } => {
                    slope += factor.saturating_mul(rise.try_into().unwrap_or(i64::MAX));
                    constant += factor.saturating_mul(begin.try_into().unwrap_or(i64::MAX));
                }
                row @ KernelRow::Values { .. } => parts.push((factor, Some(row.shown()))),
            }
        }
        parts.push((slope, Some("n".to_owned())));
        parts.push((constant, None));
        // What is added comes before what is taken away.
        parts.sort_by_key(|&(factor, _)| factor < 0);
        let mut text = String::new();
        for (factor, of) in parts.iter().filter(|(factor, _)| *factor != 0) {
            let sign = match (text.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += sign;
            text += &term(factor.unsigned_abs(), of.as_deref());
        }
        match (text.is_empty(), step.divisor) {
            (true, _) => "0".to_owned(),
            (false, 1) => text,
            (false, divisor) => format!("({text})/{divisor}"),
        }
    }

    /// The equations of the recurrence, each with the row it is about: `g(2n + 1) = g(n)`. Those that say only what
    /// a row is called are left out; those of one row that say the same are put together.
    #[must_use]
    pub fn equations(&self) -> Vec<String> {
        let mut equations = Vec::new();
        for (row, &parent) in self.rows.iter().enumerate() {
            for digit in 0..self.base {
                let (Some(KernelRow::Values { factor, offset }), Some(step)) =
                    (parent.child(self.base, digit), self.step(row, digit))
                else {
                    continue;
                };
                let child = KernelRow::Values { factor, offset };
                if !self.rows.contains(&child) {
                    equations.push((factor, offset, self.combined(step)));
                }
            }
        }
        equations.sort();
        let same =
            |a: &(usize, usize, String), b: &(usize, usize, String)| (a.0, a.1 + 1, &a.2) == (b.0, b.1, &b.2);
        let shown = |run: &[(usize, usize, String)]| match run {
            [first, _, .., last] => {
                let (factor, from, to) = (first.0, first.1, last.1);
                format!("g({factor}n + t) = {} (t = {from}..{to})", first.2)
            }
            // Two are as short by themselves.
            _ => {
                let one = |(factor, offset, sum): &(usize, usize, String)| {
                    format!("g({}) = {sum}", linear(*factor, *offset))
                };
                run.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        };
        equations.chunk_by(same).map(shown).collect()
    }

    /// The values that the recurrence begins with, by n, and whether it holds from n = 0 on.
    fn beginning(&self) -> (BTreeMap<usize, u64>, bool) {
        let from_zero = self.holds_at_zero();
        let mut first = BTreeMap::new();
        for n in 0..if from_zero { 1 } else { self.base } {
            for (row, &kernel) in self.rows.iter().enumerate() {
                if let (KernelRow::Values { factor, offset }, Some(value)) = (kernel, self.first(n, row)) {
                    first.insert(factor * n + offset, value);
                }
            }
        }
        (first, from_zero)
    }
}

/// As a recurrence, if it is short.
impl fmt::Display for RegularLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equations = self.equations();
        let (first, from_zero) = self.beginning();
        let long = self.steps.iter().any(|step| step.terms.len() > MOST_TERMS);
        if long || equations.len() > MOST_EQUATIONS || first.len() > MOST_FIRST {
            let (base, rank) = (self.base, self.rank());
            return write!(
                f,
                "g is {base}-regular: a linear recurrence along the digits in base {base}, of rank {rank}"
            );
        }
        f.write_str(&equations.join(", "))?;
        if !from_zero {
            f.write_str(" for n >= 1")?;
        }
        let first: Vec<String> = first.iter().map(|(n, value)| format!("g({n}) = {value}")).collect();
        write!(f, "; {}", first.join(", "))
    }
}
