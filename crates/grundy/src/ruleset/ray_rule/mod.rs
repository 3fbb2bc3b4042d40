//! Rules on tuples whose moves go along rays.
//!
//! A ray offers the tuples `x - start - j * direction` for j = 0, 1, ...; it ends
//! after a given number of them, or before the first that has a negative entry.
//! Nim, Wythoff's game and its kin, and every knight or rook that walks towards
//! a corner are such rules. An option that is no tuple of the same length, or that
//! depends on anything but differences, is left out: such rules are searched.

mod potential;

use thiserror::Error;

use super::{Halt, Options, Position, Ruleset};
use crate::theory::Control;

/// The largest entry, in amount, of a start or a direction.
const FAR: i64 = 1 << 31;

/// One kind of move: `x - start - j * direction` for j = 0, 1, ...
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// What the nearest option takes from each entry; what is negative is added.
    pub start: Vec<i64>,
    /// What each further option takes more; all zero for a single option.
    pub direction: Vec<u32>,
    /// How many options there are at most; none if only the negative ends them.
    pub most: Option<u64>,
}

impl Ray {
    /// The single option `x - start`.
    #[must_use]
    pub fn step(start: Vec<i64>) -> Ray {
        let direction = vec![0; start.len()];
        Ray { start, direction, most: Some(1) }
    }

    /// Whether the ray has one option at most.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.most == Some(1)
    }

    /// How many options the ray has where `entries` are, if none of the moves adds.
    pub(crate) fn count(&self, entries: &[u64]) -> u64 {
        let mut count = self.most.unwrap_or(u64::MAX);
        for ((&entry, &start), &step) in entries.iter().zip(&self.start).zip(&self.direction) {
            let left = i128::from(entry) - i128::from(start);
            let Ok(left) = u128::try_from(left) else { return 0 };
            if step > 0 {
                let more = left / u128::from(step);
                count = count.min(u64::try_from(more).unwrap_or(u64::MAX).saturating_add(1));
            }
        }
        count
    }
}

/// A rule on tuples of one length, each of whose options lies on a ray.
///
/// Play ends: there is a weight for each entry, all at least 1, such that every
/// move makes the weighted sum smaller. It was found when the rule was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayRule {
    arity: usize,
    rays: Vec<Ray>,
    weights: Vec<u64>,
}

/// Rays that make no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RayRuleError {
    /// A tuple has one entry at least.
    #[error("a tuple without entries has no rays")]
    NoEntries,
    /// A start or a direction is not as long as the tuples.
    #[error("ray {ray} does not have {arity} entries")]
    Length {
        /// Which ray, from 0.
        ray: usize,
        /// How long it should be.
        arity: usize,
    },
    /// An entry of a start or a direction is larger than 2^31.
    #[error("ray {ray} goes further than 2^31 in one step")]
    TooFar {
        /// Which ray, from 0.
        ray: usize,
    },
    /// A ray has several options that are one, or infinitely many.
    #[error("ray {ray} has no direction")]
    NoDirection {
        /// Which ray, from 0.
        ray: usize,
    },
    /// No weights were found that show that play ends.
    #[error("no weights were found that show that play ends")]
    NoPotential,
}

impl RayRule {
    /// The rule on tuples of `arity` entries with these rays. Rays without an
    /// option and repeated ones are taken out.
    ///
    /// # Errors
    ///
    /// [`RayRuleError`] if the rays do not fit the arity or each other. That play
    /// ends is shown by small weights only: there are rules whose play ends and
    /// that are refused all the same.
    pub fn new(arity: usize, rays: Vec<Ray>) -> Result<RayRule, RayRuleError> {
        if arity == 0 {
            return Err(RayRuleError::NoEntries);
        }
        for (index, ray) in rays.iter().enumerate() {
            if ray.start.len() != arity || ray.direction.len() != arity {
                return Err(RayRuleError::Length { ray: index, arity });
            }
            let far = ray.start.iter().any(|start| start.unsigned_abs() > FAR.unsigned_abs())
                || ray.direction.iter().any(|&step| i64::from(step) > FAR);
            if far {
                return Err(RayRuleError::TooFar { ray: index });
            }
            let several = ray.most.is_none_or(|most| most > 1);
            if several && ray.direction.iter().all(|&step| step == 0) {
                return Err(RayRuleError::NoDirection { ray: index });
            }
        }
        let mut rays: Vec<Ray> = rays.into_iter().filter(|ray| ray.most != Some(0)).collect();
        for ray in &mut rays {
            // The direction of a single option says nothing.
            if ray.is_step() {
                ray.direction.fill(0);
            }
        }
        rays.sort_unstable();
        rays.dedup();
        let weights = potential::weights(arity, &rays).ok_or(RayRuleError::NoPotential)?;
        Ok(RayRule { arity, rays, weights })
    }

    /// How many entries the tuples have.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The rays, sorted, each once.
    #[must_use]
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Whether no move makes any entry larger, so that play stays in every box.
    #[must_use]
    pub fn stays_in_boxes(&self) -> bool {
        self.rays.iter().all(|ray| ray.start.iter().all(|&start| start >= 0))
    }

    /// The weights of the entries, each at least 1: every move makes the weighted
    /// sum smaller.
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }
}

/// Tuples of other lengths, and positions that are no tuples, are terminal.
impl Ruleset for RayRule {
    type Position = Position;

    fn options(
        &self,
        position: &Position,
        options: &mut Options<Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let Position::Tuple(entries) = position else { return Ok(()) };
        if entries.len() != self.arity {
            return Ok(());
        }
        for ray in &self.rays {
            for index in 0..ray.count(entries) {
                if index % 4096 == 4095 {
                    control.check()?;
                }
                let option =
                    entries.iter().zip(&ray.start).zip(&ray.direction).map(|((&entry, &start), &step)| {
                        let taken = i128::from(start) + i128::from(index) * i128::from(step);
                        u64::try_from(i128::from(entry) - taken).ok()
                    });
                // An entry that no machine number holds is beyond every table.
                if let Some(option) = option.collect::<Option<Vec<u64>>>() {
                    options.push([Position::Tuple(option)]);
                }
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        match position {
            Position::Tuple(entries) => size_of_val(entries.as_slice()),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ray(start: &[i64], direction: &[u32], most: Option<u64>) -> Ray {
        Ray { start: start.to_vec(), direction: direction.to_vec(), most }
    }

    fn options(rule: &RayRule, entries: &[u64]) -> Vec<String> {
        let mut options = Options::new();
        let position = Position::Tuple(entries.to_vec());
        rule.options(&position, &mut options, &Control::default()).unwrap();
        options.iter().map(|option| option[0].to_string()).collect()
    }

    #[test]
    fn rays_end_before_the_negative_or_after_so_many() {
        let rule = RayRule::new(2, vec![ray(&[1, 2], &[1, 2], None)]).unwrap();
        assert_eq!(options(&rule, &[5, 5]), ["(4,3)", "(3,1)"]);
        assert_eq!(options(&rule, &[1, 9]), ["(0,7)"]);
        assert!(options(&rule, &[0, 9]).is_empty());
        let rule = RayRule::new(2, vec![ray(&[2, 0], &[1, 0], Some(2)), Ray::step(vec![-1, 2])]).unwrap();
        assert_eq!(options(&rule, &[9, 2]), ["(10,0)", "(7,2)", "(6,2)"]);
        assert!(!rule.stays_in_boxes());
        assert_eq!(rule.weights(), [1, 1]);
    }

    #[test]
    fn rays_that_make_no_rule_are_refused() {
        let error = |arity, rays: &[Ray]| RayRule::new(arity, rays.to_vec()).unwrap_err();
        assert_eq!(error(0, &[]), RayRuleError::NoEntries);
        assert_eq!(error(2, &[Ray::step(vec![1])]), RayRuleError::Length { ray: 0, arity: 2 });
        assert_eq!(error(1, &[Ray::step(vec![1 << 40])]), RayRuleError::TooFar { ray: 0 });
        assert_eq!(error(1, &[ray(&[1], &[0], None)]), RayRuleError::NoDirection { ray: 0 });
        assert_eq!(error(2, &[Ray::step(vec![0, 0])]), RayRuleError::NoPotential);
        assert_eq!(error(2, &[ray(&[0, 0], &[1, 0], None)]), RayRuleError::NoPotential);
        assert_eq!(error(2, &[Ray::step(vec![1, -1]), Ray::step(vec![-1, 1])]), RayRuleError::NoPotential);
    }

    #[test]
    fn rays_without_options_and_repeats_are_taken_out() {
        let rays = vec![ray(&[0], &[1], Some(0)), ray(&[2], &[7], Some(1)), Ray::step(vec![2])];
        assert_eq!(RayRule::new(1, rays).unwrap().rays(), [Ray::step(vec![2])]);
    }
}
