//! Loopy play: play may go on for ever, which is a draw.

use super::answer::{BigPosition, EngineReport, Evaluation, Method, Move, Part, PlayValue, ValuedOption};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::whole::WholeRules;
use crate::engine::Loopy;
use crate::lang::Rule;
use crate::ruleset::{Options, Position, Ruleset};
use crate::theory::{Control, LoopyValue, Nimber, Outcome, Sum};

/// A rule in loopy play.
#[derive(Debug)]
pub(super) struct LoopyGame {
    rules: WholeRules,
    engine: Loopy<WholeRules>,
}

impl LoopyGame {
    pub(super) fn new(rule: &Rule, config: &Config) -> Result<LoopyGame, SolveError> {
        config.only_naive("does not play where play may go on for ever")?;
        let rules = WholeRules::of(rule);
        if rules.is_coins() {
            return Err(SolveError::question(
                "coins cannot be played in loopy play, where a position is one and no sum",
                "take `loopy` out, or give the whole position in one tuple or row",
            ));
        }
        Ok(LoopyGame { engine: Loopy::new(rules.clone()), rules })
    }

    fn component(&self, position: &BigPosition) -> Result<Position, SolveError> {
        let mut components = self.rules.components(position, 0)?;
        Ok(components.pop().expect("a position without coins is one component"))
    }

    fn value(&mut self, position: &BigPosition, control: &Control) -> Result<LoopyValue, SolveError> {
        let component = self.component(position)?;
        Ok(self.engine.value(&component, control)?)
    }

    pub(super) fn evaluate(
        &mut self,
        sum: &Sum<BigPosition>,
        control: &Control,
    ) -> Result<Evaluation, SolveError> {
        let mut parts = Vec::with_capacity(sum.components().len());
        let mut total = LoopyValue::Finite(Nimber::ZERO);
        for position in sum.components() {
            let value = self.value(position, control)?;
            total = total + value.clone();
            parts.push(Part { position: position.clone(), value: PlayValue::Loopy(value) });
        }
        let outcome = total.outcome();
        Ok(Evaluation { value: PlayValue::Loopy(total), outcome, parts, method: Method::Search })
    }

    /// Every option of a position with its value. `listing` controls the list, `control`
    /// the values.
    pub(super) fn options(
        &mut self,
        position: &BigPosition,
        listing: &Control,
        control: &Control,
    ) -> Result<Vec<ValuedOption>, SolveError> {
        let component = self.component(position)?;
        let mut options = Options::new();
        self.rules.options(&component, &mut options, listing)?;
        let mut found = Vec::new();
        for option in options.canonical() {
            control.check()?;
            let values = option.iter().map(|part| self.engine.value(part, control));
            let value: LoopyValue = values.sum::<Result<LoopyValue, _>>()?;
            found.push((self.rules.after(position, &component, &option), PlayValue::Loopy(value)));
        }
        Ok(found)
    }

    /// Every winning move: those to a sum that the other player loses.
    pub(super) fn moves(
        &mut self,
        sum: &Sum<BigPosition>,
        control: &Control,
    ) -> Result<Vec<Move>, SolveError> {
        let mut values = Vec::with_capacity(sum.components().len());
        for position in sum.components() {
            values.push(self.value(position, control)?);
        }
        let mut moves = Vec::new();
        for (index, position) in sum.components().iter().enumerate() {
            let others: LoopyValue = values
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, value)| value.clone())
                .sum();
            for (to, value) in self.options(position, control, control)? {
                let PlayValue::Loopy(value) = value else { continue };
                if (others.clone() + value).outcome() == Outcome::P {
                    moves.push(Move { component: index, from: position.clone(), to });
                }
            }
        }
        Ok(moves)
    }

    pub(super) fn report(&self) -> EngineReport {
        EngineReport {
            engine: EngineName::Naive.name(),
            reason: "play may go on for ever: the positions that play can reach are labelled".to_owned(),
            law: None,
        }
    }
}
