//! The choice of the engine: what the rule is recognised as.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{CoinEngine, Engine, PeriodicEngine, Rules, TableEngine};
use crate::engine::{CoinLaw, DigitEngine, IntervalLaw, MoveTable, Naive, Periodic};
use crate::lang::interpret::HeapRules;
use crate::lang::{amount_range, code_of_moves, digit_rule, heap_moves, ir, subtraction_set, turn_coins};
use crate::ruleset::{
    Arithmetic, DigitRule, Halt, HeapMoves, Members, MoveFamily, Options, TakeAndBreakCode, TurnCoins,
};
use crate::solve::config::{Compiler, Config, EngineName};
use crate::solve::error::SolveError;
use crate::theory::{Control, Values};

/// The most steps of interpreting that recognising a rule may take: a second or
/// so. A rule that needs more is left to the engines that need no form.
const MOST_STEPS: u64 = 1 << 24;

/// Intervals that reach this far are answered by their law.
const LONG_INTERVAL: u64 = 256;

/// The most memory that recognising a rule may take.
const MOST_BYTES: u64 = 1 << 28;

/// Why a table is made of a rule.
pub(super) const NO_BETTER: &str = "no better engine fits this rule";

/// The engine for the rules, and in a sentence why.
pub(super) fn engine(
    rules: &Arc<Rules>,
    config: &Config,
    control: &Control,
) -> Result<(Engine, String), SolveError> {
    let memory = MOST_BYTES.min(control.memory_limit());
    let control = &control.clone().with_step_limit(MOST_STEPS).with_memory_limit(memory);
    match config.engine {
        EngineName::Auto => Ok(automatic(rules, config, control)),
        EngineName::Naive => {
            let naive = Engine::Naive(Naive::new(Arc::clone(rules)));
            Ok((naive, "it was asked for: every value by the definition".to_owned()))
        }
        EngineName::Table => Ok((table(rules, None), "it was asked for: a table from 0 on".to_owned())),
        EngineName::Native => match (&config.compiler, interpreted(rules)) {
            (None, _) => Err(SolveError::question(
                "there is no native back end in this build",
                "leave --engine out, and the engine that fits is used",
            )),
            (Some(compiler), Some(interpreted)) if compiler.heap_rules(interpreted).is_some() => Ok((
                table(rules, Some(compiler)),
                "it was asked for: a table from 0 on, by native code".to_owned(),
            )),
            _ => Err(does_not_fit("native", "a rule that the native back end has code for")),
        },
        EngineName::Digits => digits(rules, control).ok_or_else(|| does_not_fit("digits", "a digit rule")),
        EngineName::Coins => coins(rules, config.law)
            .ok_or_else(|| does_not_fit("coins", "a rule that turns coin x and any so many smaller coins")),
        EngineName::Periodic => periodic(rules, config.law, control)
            .ok_or_else(|| does_not_fit("periodic", "a subtraction rule or a take-and-break code")),
        EngineName::Rays => Err(does_not_fit("rays", "a rule on tuples whose moves go along rays")),
        other @ (EngineName::Staircase | EngineName::Segments | EngineName::Masks) => {
            Err(does_not_fit(other.name(), "a rule on rows"))
        }
    }
}

fn does_not_fit(engine: &str, wanted: &str) -> SolveError {
    SolveError::question(
        format!("the engine `{engine}` cannot serve this rule: it is not {wanted}"),
        "leave --engine out, and the engine that fits is used",
    )
}

fn automatic(rules: &Arc<Rules>, config: &Config, control: &Control) -> (Engine, String) {
    let by_digits = || if config.law { digits(rules, control) } else { None };
    let found = periodic(rules, config.law, control)
        .or_else(by_digits)
        .or_else(|| coins(rules, config.law))
        .or_else(|| by_families(rules, config.compiler.as_ref(), control));
    found.unwrap_or_else(|| {
        // How the options are found is said by the report: it may take a compiler.
        (table(rules, config.compiler.as_ref()), NO_BETTER.to_owned())
    })
}

fn table(rules: &Arc<Rules>, compiler: Option<&Arc<dyn Compiler>>) -> Engine {
    Engine::Table(Box::new(TableEngine::new(rules, compiler, None)))
}

fn interpreted(rules: &Rules) -> Option<&HeapRules> {
    match rules {
        Rules::Interpreted(rules) => Some(rules),
        Rules::Code(_) => None,
    }
}

fn digits(rules: &Rules, control: &Control) -> Option<(Engine, String)> {
    let rule = recognised_digits(interpreted(rules)?, control)?;
    let reason = format!(
        "what is taken depends on the digits of n in base {} alone, in {} ways, and is at most {}",
        rule.base(),
        rule.states(),
        rule.largest_amount()
    );
    Some((Engine::Digits(Box::new(DigitEngine::new(rule))), reason))
}

/// The rule as a digit rule. A rule that breaks somewhere is left to the other
/// engines, which find the values below that place.
fn recognised_digits(rules: &HeapRules, control: &Control) -> Option<DigitRule> {
    let mut amounts_at = |n: &BigUint| -> Result<Vec<BigUint>, Halt> {
        let mut options = Options::new();
        rules.big_options(n, &mut options, control)?;
        Ok(options.iter().flatten().map(|option| n - option).collect())
    };
    digit_rule(rules.program(), &mut amounts_at).ok().flatten()
}

fn periodic(rules: &Rules, law: bool, control: &Control) -> Option<(Engine, String)> {
    let (engine, set, reason) = match rules {
        Rules::Interpreted(rules) => {
            if law && let Some(found) = interval(rules, control) {
                return Some(found);
            }
            match subtraction_set(rules.program(), rules.parameters(), control) {
                Some(set) => {
                    let reason = format!("what may be taken does not depend on n: {set}");
                    (Periodic::subtraction(set.clone()), Some(set), reason)
                }
                None => {
                    let code = code(rules, control)?;
                    let reason = format!("its moves are those of the take-and-break code {code}");
                    let set = code.to_subtraction_set();
                    (Periodic::take_and_break(code), set, reason)
                }
            }
        }
        Rules::Code(code) => {
            let reason = format!("it is the take-and-break code {code}");
            (Periodic::take_and_break(code.clone()), code.to_subtraction_set(), reason)
        }
    };
    let periodic = if law { engine } else { engine.without_law() };
    Some((Engine::Periodic(Box::new(PeriodicEngine { periodic, set })), reason))
}

/// The rule as a code that is served best by its own table: codes that repeat
/// and part a heap in two at most are better taken as families.
fn code(rules: &HeapRules, control: &Control) -> Option<TakeAndBreakCode> {
    let moves = heap_moves(rules.program(), rules.parameters(), control)?;
    code_of_moves(&moves).filter(|code| code.last_place().is_some() || code.most_heaps() > 2)
}

/// A table whose moves need no list of options.
fn by_families(
    rules: &Arc<Rules>,
    compiler: Option<&Arc<dyn Compiler>>,
    control: &Control,
) -> Option<(Engine, String)> {
    let interpreted = interpreted(rules)?;
    let moves = heap_moves(interpreted.program(), interpreted.parameters(), control)?;
    let reason = format!("its moves are families that need no list of options: {}", in_words(&moves));
    // Parts of more than two heaps have no table but that of their code.
    let parts = moves.families.iter().any(|family| matches!(family, MoveFamily::Parts { .. }));
    let families = (!parts).then(|| MoveTable::new(moves))?;
    Some((Engine::Table(Box::new(TableEngine::new(rules, compiler, Some(families)))), reason))
}

/// What kinds of families there are.
fn in_words(moves: &HeapMoves) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for family in &moves.families {
        let kind = match family {
            MoveFamily::Pair(_) | MoveFamily::Parts { .. } => "ways to part a number",
            MoveFamily::Arithmetic(Arithmetic { members: Members::Divisors, .. }) => "divisors",
            MoveFamily::Arithmetic(Arithmetic { members: Members::PrimeFactors, .. }) => "prime factors",
            MoveFamily::Arithmetic(Arithmetic { members: Members::Coprime, .. }) => {
                "numbers without a common factor"
            }
            _ => "heaps between two bounds",
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }
}

/// A long interval of amounts: a short one is as well served by a table, which
/// is then copied.
fn interval(rules: &HeapRules, control: &Control) -> Option<(Engine, String)> {
    let (least, most) = amount_range(rules.program(), rules.parameters(), control)?;
    if most < LONG_INTERVAL {
        return None;
    }
    let law = IntervalLaw::new(least, most)?;
    Some((Engine::Interval(law), format!("what may be taken is any number from {least} to {most}")))
}

fn coins(rules: &Rules, law: bool) -> Option<(Engine, String)> {
    let program: &ir::Program = interpreted(rules)?.program();
    let game = turn_coins(program)?;
    let law = if law { CoinLaw::of(&game) } else { None };
    let reason = format!("a move turns coin x and any {} smaller coins", counts_in_words(&game));
    Some((Engine::Coins(CoinEngine { game, law, values: Values::default() }), reason))
}

/// "0, 1 or 2".
fn counts_in_words(game: &TurnCoins) -> String {
    let counts: Vec<String> = game.counts().iter().map(ToString::to_string).collect();
    match counts.split_last() {
        None => "0".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
