//! Formulas as people write them, and what is true of them.

use num_bigint::BigUint;

use super::budget::{Budget, Undecided};
use super::formula::{Formula, Relation, Variable, decide, relation};
use super::lower;
use crate::lang::ir::{Quantifier, Statement};
use crate::lang::{Diagnostic, RuleError, read_formula};

/// A formula of first-order logic about the natural numbers, read in a base.
///
/// # Examples
///
/// ```
/// use grundy::Control;
/// use grundy::proof::automata::{Budget, Sentence};
///
/// let control = Control::default();
/// let sentence = Sentence::parse("forall n: exists k: n == 2*k or n == 2*k + 1", 2).unwrap();
/// let answer = sentence.answer(&Budget::new(&control)).unwrap();
/// assert!(answer.is_proved());
/// ```
#[derive(Clone, Debug)]
pub struct Sentence {
    text: String,
    base: usize,
    /// The names that nothing brings in, and what they are.
    free: Vec<(String, Variable)>,
    /// The outermost names, if all are brought in alike by the first words, and whether by `forall`.
    first: Option<(Vec<(String, Variable)>, bool)>,
    formula: Formula,
}

/// Numbers by their names, in the order of the text.
pub type Named = Vec<(String, BigUint)>;

/// What is true of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it is always true.
    proved: bool,
    /// Numbers for which it is true: of its free names, or of those behind an `exists` that it starts with.
    pub example: Option<Named>,
    /// Numbers for which it is not: of its free names, or of those behind a `forall` that it starts with.
    pub counterexample: Option<Named>,
    /// How many states the automaton has that decided it.
    pub states: usize,
}

impl Answer {
    /// Whether the formula is true, whatever its free names stand for.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.proved
    }

    /// Whether it is true for some numbers that its free names may stand for, and not for others.
    #[must_use]
    pub fn depends(&self) -> bool {
        !self.proved && self.example.is_some() && self.counterexample.is_some()
    }
}

impl Sentence {
    /// Reads a formula about digits in this base.
    ///
    /// # Errors
    ///
    /// A [`RuleError`] with everything that is wrong with the text; also if automata that read digits in this base cannot say what it says.
    ///
    /// # Panics
    ///
    /// Panics if the base is not 2 to 256.
    pub fn parse(text: &str, base: usize) -> Result<Sentence, RuleError> {
        assert!((2..=256).contains(&base), "bases are 2 to 256");
        let (statement, names) = read_formula(text)?;
        let error = |diagnostics: Vec<Diagnostic>| RuleError { text: text.to_owned(), diagnostics };
        let formula = lower::statement(&statement, names.len(), base).map_err(error)?;
        let free: Vec<(String, Variable)> =
            names.into_iter().enumerate().map(|(slot, name)| (name, Variable(slot))).collect();
        let first = first(&statement, &formula).filter(|_| free.is_empty());
        Ok(Sentence { text: text.to_owned(), base, free, first, formula })
    }

    /// The text as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The base in which digits are read.
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The names that no `forall` and no `exists` brings in, and their variables.
    #[must_use]
    pub fn free(&self) -> &[(String, Variable)] {
        &self.free
    }

    /// Whether the formula is true, with examples. Of one number the least is given, of several those with as few digits as
    /// possible.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the budget does not do.
    pub fn answer(&self, budget: &Budget<'_>) -> Result<Answer, Undecided> {
        let Some((names, all)) = &self.first else {
            let relation = relation(&self.formula, self.base, budget)?;
            let example = example_of(&relation, &self.free);
            let states = relation.automaton.states();
            let without =
                Relation { automaton: relation.automaton.complement(), variables: relation.variables };
            let counterexample = example_of(&without, &self.free);
            let proved = counterexample.is_none();
            // Without names there is nothing to give.
            let (example, counterexample) =
                if self.free.is_empty() { (None, None) } else { (example, counterexample) };
            return Ok(Answer { proved, example, counterexample, states });
        };
        let mut body = &self.formula;
        for _ in names {
            if let Formula::All(_, inner) | Formula::Some(_, inner) = body {
                body = inner;
            }
        }
        let body = if *all { body.clone().negated() } else { body.clone() };
        match relation(&body, self.base, budget) {
            Ok(relation) => {
                let found = example_of(&relation, names);
                let proved = found.is_some() != *all;
                let states = relation.automaton.states();
                let (example, counterexample) = if *all { (None, found) } else { (found, None) };
                Ok(Answer { proved, example, counterexample, states })
            }
            // With fewer names at once it may be possible, without an example.
            Err(Undecided::TooLarge { .. }) if names.len() > 1 => {
                let proved = decide(&self.formula, self.base, budget)?;
                Ok(Answer { proved, example: None, counterexample: None, states: 1 })
            }
            Err(undecided) => Err(undecided),
        }
    }
}

/// The names that the first words bring in, all by the same, and whether by `forall`.
fn first(mut statement: &Statement, mut formula: &Formula) -> Option<(Vec<(String, Variable)>, bool)> {
    let Statement::Quantified(kind, ..) = statement else { return None };
    let all = *kind == Quantifier::All;
    let mut variables = Vec::new();
    while let Statement::Quantified(quantifier, names, body) = statement {
        if (*quantifier == Quantifier::All) != all {
            break;
        }
        for (name, _) in names {
            let (Formula::All(variable, inner) | Formula::Some(variable, inner)) = formula else {
                return None;
            };
            variables.push((name.clone(), *variable));
            formula = inner;
        }
        statement = body;
    }
    Some((variables, all))
}

/// Numbers for which the relation holds, by name; a name of which it says nothing is 0.
fn example_of(relation: &Relation, names: &[(String, Variable)]) -> Option<Named> {
    let numbers = relation.automaton.witness()?;
    let number = |of: &Variable| {
        let place = relation.variables.iter().position(|variable| variable == of);
        place.and_then(|place| numbers.get(place)).cloned().unwrap_or_default()
    };
    Some(names.iter().map(|(name, variable)| (name.clone(), number(variable))).collect())
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
