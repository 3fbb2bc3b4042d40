//! The choice of the program: by law, by table, from memory, by rewriting rows.

use super::language::Language;
use super::{cannot_be_exported, law, memo, rows, table};
use crate::lang::ir::Kind;
use crate::lang::{Form, Rule};
use crate::solve::{ProvedLaw, SolveError, Solver};
use crate::theory::{Control, Play};

/// Up to so many values of a period are written out in a program.
const MOST_WRITTEN: usize = 600;

/// Heaps up to this one are tried before a table is written for all of them.
const TRIED: u64 = 40;

/// A program in `language` that reads positions of the solver's rule, one a line,
/// and writes their values.
///
/// The program is by a law if the solver has a proved one, else it computes the
/// values by the rule. The form of its input stands in a comment at its top. The
/// same rule gives the same text every time.
///
/// # Errors
///
/// [`SolveError::Question`] if short programs do not have the rule's form;
/// [`SolveError::Fault`] if the rule breaks at a small heap, and
/// [`SolveError::Stopped`] at a limit while a law is looked for.
///
/// # Examples
///
/// ```
/// use grundy::Control;
/// use grundy::export::{Language, program};
/// use grundy::lang::Rule;
/// use grundy::solve::{Config, Solver};
///
/// let rule = Rule::parse("n -> n - d for d in divisors(n) if d < n").unwrap();
/// let mut solver = Solver::new(rule, Config::default()).unwrap();
/// let python = program(&mut solver, Language::Python, &Control::default()).unwrap();
/// assert!(python.contains("for d in divisors(n):"));
/// assert!(python.contains("options.add(g[n - d])"));
/// ```
pub fn program(solver: &mut Solver, language: Language, control: &Control) -> Result<String, SolveError> {
    let rule = solver.rule().clone();
    match rule.play() {
        Play::Normal => {}
        Play::Misere => refuse_whole_sums(&rule)?,
        _ => {
            return Err(cannot_be_exported("loopy play", "ask `grundy value` for positions of a loopy game"));
        }
    }
    match rule.form() {
        Form::Rows(rules) => match solver.proved_law(control)? {
            Some(ProvedLaw::Staircase(staircase)) => Ok(rows::staircase(&rule, staircase, language)),
            _ => Ok(rows::rewriting(&rule, rules, language)),
        },
        Form::Shapes(rules) => memo::program(&rule, rules, language),
        Form::Product(_) => Err(cannot_be_exported(
            "the product of two games",
            "export each of the two games: the value of the coin at (x, y) is the nim product of their values",
        )),
        Form::Numbers(_) | Form::Code(_) => {
            // A rule that breaks is told now, not by the program.
            let small = solver.table(0, TRIED, control)?;
            debug_assert!(!small.values().is_empty(), "the table holds what was asked for");
            numbers(solver, &rule, language, control)
        }
    }
}

fn numbers(
    solver: &mut Solver,
    rule: &Rule,
    language: Language,
    control: &Control,
) -> Result<String, SolveError> {
    match solver.proved_law(control)? {
        Some(ProvedLaw::Interval(found)) => Ok(law::interval(rule, found, language)),
        Some(ProvedLaw::Coins(found)) => Ok(law::coins(rule, found, language)),
        Some(ProvedLaw::Period(proof)) => {
            let period = proof.period();
            let length = period.preperiod.saturating_add(period.period);
            if length <= MOST_WRITTEN {
                let last = u64::try_from(length.saturating_sub(1)).unwrap_or(u64::MAX);
                let first = solver.table(0, last, control)?;
                let values: Vec<u64> = first.values().iter().map(|value| value.size()).collect();
                return Ok(law::period(rule, period, &proof.theorem().to_string(), &values, language));
            }
            table::program(rule, Some(period), language)
        }
        _ => table::program(rule, None, language),
    }
}

/// In misère play a sum is no xor: only rules whose options are single heaps have
/// a table.
fn refuse_whole_sums(rule: &Rule) -> Result<(), SolveError> {
    use crate::lang::ir::{Component, Offer};
    let single = |offer: &Offer| match offer {
        Offer::Each(_) => true,
        Offer::Sum(components) => matches!(components.as_slice(), [Component::Number(_)]),
        Offer::Copies(..) => false,
    };
    let fits = match rule.form() {
        Form::Numbers(rules) => {
            let program = rules.program();
            let mut alternatives = program.clauses.iter().flat_map(|clause| &clause.alternatives);
            program.kind == Kind::Heap && alternatives.all(|alternative| single(&alternative.option))
        }
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(cannot_be_exported(
        "misère play of anything but one heap that every move leaves as one heap",
        "ask `grundy value --misere` for positions of this game",
    ))
}
