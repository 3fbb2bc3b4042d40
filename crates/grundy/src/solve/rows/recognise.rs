//! The choice of the engine for a rule on rows, and the reasons in words.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Bounded, Engine, Heaps};
use crate::engine::Naive;
use crate::lang::Form;
use crate::ruleset::{RowRule, Segments, Staircase};
use crate::solve::answer::{EngineReport, Method};
use crate::solve::config::{Config, EngineName};
use crate::solve::error::SolveError;
use crate::solve::numbers::Numbers;
use crate::theory::Control;

/// The engine for the rules.
pub(super) fn engine(rules: &Arc<RowRule>, config: &Config, control: &Control) -> Result<Engine, SolveError> {
    let search = |method| Engine::Search(Naive::new(Bounded::new(Arc::clone(rules))), method);
    let staircase = || Staircase::from_rule(rules).map(Engine::Staircase);
    match config.engine {
        EngineName::Auto => {
            if config.law
                && let Some(engine) = staircase()
            {
                return Ok(engine);
            }
            let Some(segments) = Segments::from_rule(Arc::clone(rules)) else {
                return Ok(search(Method::Search));
            };
            Ok(match heaps(&segments, config, control)? {
                Some(engine) => engine,
                // Where rows may grow for ever, whole rows show it best.
                None if rules.may_grow() => search(Method::Search),
                None => by_segments(segments),
            })
        }
        EngineName::Naive => Ok(search(Method::Naive)),
        EngineName::Staircase => staircase().ok_or_else(|| does_not_fit("the rule is not in staircase form")),
        EngineName::Masks => Ok(Engine::Masks(BTreeMap::new())),
        EngineName::Segments => {
            let segments = Segments::from_rule(Arc::clone(rules));
            segments.map(by_segments).ok_or_else(|| does_not_fit("the rule may read every kind of cell"))
        }
        EngineName::Periodic => {
            let engine = match Segments::from_rule(Arc::clone(rules)) {
                Some(segments) => heaps(&segments, config, control)?,
                None => None,
            };
            engine.ok_or_else(|| does_not_fit("the rule does not part its rows into heaps"))
        }
        other => Err(SolveError::question(
            format!("the engine `{other}` does not play on rows"),
            "choose auto, naive, staircase, segments, periodic or masks",
        )),
    }
}

fn by_segments(segments: Segments) -> Engine {
    let naive = Naive::new(Bounded::new(segments.clone()));
    Engine::Segments(segments, naive)
}

/// The engine of the code that the rule is on the lengths of its segments.
fn heaps(segments: &Segments, config: &Config, control: &Control) -> Result<Option<Engine>, SolveError> {
    let Some(code) = segments.take_and_break() else { return Ok(None) };
    let config = Config { engine: EngineName::Auto, ..config.clone() };
    let numbers = Numbers::new(&Form::Code(code), &config, control)?;
    Ok(Some(Engine::Heaps(Heaps { segments: segments.clone(), numbers })))
}

fn does_not_fit(what: &str) -> SolveError {
    SolveError::question(what, "leave --engine out, and the engine that fits is used")
}

/// What to say where rows cannot be taken as numbers.
pub(super) fn no_masks() -> SolveError {
    does_not_fit(
        "the engine `masks` needs two kinds of cells, right sides that are no longer than the left ones, \
         and not too many words that these can match",
    )
}

/// Which engine it is, why, and what is known of all values.
pub(super) fn report(engine: &mut Engine, control: &Control) -> Result<EngineReport, SolveError> {
    Ok(match engine {
        Engine::Staircase(staircase) => {
            let (piece, gap) = (char::from(staircase.piece), char::from(staircase.gap));
            EngineReport {
                engine: EngineName::Staircase.name(),
                reason: format!(
                    "the first `{piece}` of a run jumps over the rest of it into a `{gap}`: a staircase of Nim"
                ),
                law: Some(format!(
                    "cut the row at every `{gap}` and number the blocks of `{piece}`, empty ones too, from the \
                     end that the pieces jump towards, starting at 0; the value is the nim-sum of the lengths of \
                     the blocks with odd numbers (proved in docs/theory.md)"
                )),
            }
        }
        Engine::Heaps(heaps) => {
            let report = heaps.numbers.report(control)?;
            EngineReport {
                reason: format!(
                    "no clause reads {}, so the runs between are heaps, and n cells in a run are a heap of n: {}",
                    walls(&heaps.segments),
                    report.reason
                ),
                ..report
            }
        }
        Engine::Segments(segments, _) => EngineReport {
            engine: EngineName::Segments.name(),
            reason: format!(
                "no clause reads {}, so a row is the sum of the segments between; these are searched, each by \
                 itself, and tables take the rows as numbers",
                walls(segments)
            ),
            law: None,
        },
        Engine::Masks(_) => EngineReport {
            engine: EngineName::Masks.name(),
            reason: "it was asked for: all rows of one width as numbers".to_owned(),
            law: None,
        },
        Engine::Search(_, Method::Naive) => EngineReport {
            engine: EngineName::Naive.name(),
            reason: "it was asked for: every value by the definition".to_owned(),
            law: None,
        },
        Engine::Search(..) => EngineReport {
            engine: EngineName::Naive.name(),
            reason:
                "every kind of cell may be read, so rows do not fall apart: the rows that play can reach \
                     are searched, and tables take the rows as numbers (masks)"
                    .to_owned(),
            law: None,
        },
    })
}

/// "`X` or `Y`".
fn walls(segments: &Segments) -> String {
    let walls: Vec<String> = segments.walls().iter().map(|&cell| format!("`{}`", char::from(cell))).collect();
    walls.join(" or ")
}
