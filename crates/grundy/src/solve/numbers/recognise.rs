//! The choice of the engine: what the rule is recognised as.

use std::cell::OnceCell;
use std::sync::Arc;

use num_bigint::BigUint;

use super::{CoinEngine, Engine, PeriodicEngine, Rules, TableEngine};
use crate::engine::{CoinLaw, DigitEngine, IntervalLaw, MoveTable, Naive, Periodic};
use crate::lang::interpret::HeapRules;
use crate::lang::{
    amount_range, code_of_moves, digit_rule, heap_moves, ir, split_moves, subtraction_set, turn_coins,
};
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

/// What recognising a rule listens to.
pub(in crate::solve) fn recognising(control: &Control) -> Control {
    let memory = MOST_BYTES.min(control.memory_limit());
    control.clone().with_step_limit(MOST_STEPS).with_memory_limit(memory)
}

/// The engine for the rules, and in a sentence why.
pub(super) fn engine(
    rules: &Arc<Rules>,
    config: &Config,
    control: &Control,
) -> Result<(Engine, String), SolveError> {
    let control = &recognising(control);
    // Two recognisers ask for the families, and many rules are recognised before.
    let moves = OnceCell::new();
    let moves = || moves.get_or_init(|| families(rules, control)).as_ref();
    match config.engine {
        EngineName::Auto => Ok(automatic(rules, config, &moves, control)),
        EngineName::Naive => {
            let naive = Engine::Naive(Naive::new(Arc::clone(rules)));
            Ok((naive, "it was asked for: every value by the definition".to_owned()))
        }
        EngineName::Table => {
            let table = TableEngine::new(rules, None, None);
            Ok((table.into(), "it was asked for: a table from 0 on".to_owned()))
        }
        EngineName::Native if config.compiler.is_none() => Err(SolveError::question(
            "there is no native back end in this build",
            "leave --engine out, and the engine that fits is used",
        )),
        EngineName::Native => {
            let mut table = TableEngine::new(rules, config.compiler.as_ref(), None);
            if !table.compile() {
                return Err(does_not_fit("native", "a rule that the native back end has code for"));
            }
            Ok((table.into(), "it was asked for: a table from 0 on, by native code".to_owned()))
        }
        EngineName::Digits => digits(rules, control).ok_or_else(|| does_not_fit("digits", "a digit rule")),
        EngineName::Coins => coins(rules, config.law)
            .ok_or_else(|| does_not_fit("coins", "a rule that turns coin x and any so many smaller coins")),
        EngineName::Periodic => periodic(rules, config.law, &moves, control)
            .ok_or_else(|| does_not_fit("periodic", "a subtraction rule or a take-and-break code")),
        EngineName::Search => Err(does_not_fit("search", "a rule on positions of several entries")),
        EngineName::Products => Err(does_not_fit("products", "a product of two coin games")),
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

fn automatic<'m>(
    rules: &Arc<Rules>,
    config: &Config,
    moves: &dyn Fn() -> Option<&'m HeapMoves>,
    control: &Control,
) -> (Engine, String) {
    let compiler = config.compiler.as_ref();
    let by_digits = || if config.law { digits(rules, control) } else { None };
    let found = periodic(rules, config.law, moves, control)
        .or_else(by_digits)
        .or_else(|| coins(rules, config.law))
        .or_else(|| by_families(rules, compiler, moves()?));
    found.unwrap_or_else(|| {
        // How the options are found is said by the report: it may take a compiler.
        (TableEngine::new(rules, compiler, None).into(), NO_BETTER.to_owned())
    })
}

impl From<TableEngine> for Engine {
    fn from(table: TableEngine) -> Engine {
        Engine::Table(Box::new(table))
    }
}

/// The moves of a rule as families, if they are.
fn families(rules: &Rules, control: &Control) -> Option<HeapMoves> {
    let rules = interpreted(rules)?;
    heap_moves(rules.program(), rules.parameters(), control)
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

fn periodic<'m>(
    rules: &Rules,
    law: bool,
    moves: &dyn Fn() -> Option<&'m HeapMoves>,
    control: &Control,
) -> Option<(Engine, String)> {
    let (engine, set, reason) = match rules {
        Rules::Interpreted(rules) => {
            if law && let Some(found) = interval(rules, control) {
                return Some(found);
            }
            match subtraction_set(rules.program(), rules.parameters(), control) {
                Some(set) => {
                    if law
                        && let Some((least, most)) = set.as_interval()
                        && let Some(found) = law_of_interval(least, most)
                    {
                        return Some(found);
                    }
                    let reason = format!("what may be taken does not depend on n: {set}");
                    (Periodic::subtraction(set.clone()), Some(set), reason)
                }
                None => {
                    let moves = moves()?;
                    match (code(moves), split_moves(moves)) {
                        (Some(code), _) => {
                            let reason = format!("its moves are those of the take-and-break code {code}");
                            let set = code.to_subtraction_set();
                            (Periodic::take_and_break(code), set, reason)
                        }
                        (None, Some(moves)) => {
                            let reason = "its moves leave one heap, or two that differ, whatever was taken";
                            (Periodic::splits(moves), None, reason.to_owned())
                        }
                        (None, None) => return None,
                    }
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

/// The moves as a code that is served best by its own table: codes that repeat
/// and part a heap in two at most are better taken as families.
fn code(moves: &HeapMoves) -> Option<TakeAndBreakCode> {
    code_of_moves(moves).filter(|code| code.last_place().is_some() || code.most_heaps() > 2)
}

/// A table whose moves need no list of options.
fn by_families(
    rules: &Arc<Rules>,
    compiler: Option<&Arc<dyn Compiler>>,
    moves: &HeapMoves,
) -> Option<(Engine, String)> {
    let reason = format!("its moves are families that need no list of options: {}", in_words(moves));
    // Parts of more than two heaps have no table but that of their code.
    let parts = moves.families.iter().any(|family| matches!(family, MoveFamily::Parts { .. }));
    let families = (!parts).then(|| MoveTable::new(moves.clone()))?;
    Some((TableEngine::new(rules, compiler, Some(families)).into(), reason))
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
    law_of_interval(least, most)
}

fn law_of_interval(least: u64, most: u64) -> Option<(Engine, String)> {
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
