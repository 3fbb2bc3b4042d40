//! Parameters: the values of the `let`s, found once.

use thiserror::Error;

use super::int;
use super::machine::{Break, DONE, Machine, ON, Visit, Walk};
use super::number::{GROWN, Number};
use super::set::{ensure_value, walk};
use crate::lang::ir::{ParameterId, ParameterValue, Program, Set, SetKind};
use crate::ruleset::{FaultKind, Halt, Options, Span};
use crate::theory::{Control, Stopped};

/// The values of a rule's parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    values: Vec<Value>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A number.
    Int(i128),
    /// A finite set, member by member.
    Finite(FiniteSet),
    /// A set that is infinite, a range, or too long to be listed. It depends on
    /// earlier parameters only, so it is the same wherever it is read.
    Kept(Set),
}

/// The value of a parameter, for who compiles a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoundParameter<'a> {
    /// A number.
    Int(i128),
    /// A finite set: the entries of its members, member after member, in the order
    /// of a walk; a member has `arity` of them.
    Listed {
        /// The entries.
        entries: &'a [i128],
        /// How many entries a member has.
        arity: usize,
    },
    /// A set that stays as it is written; it depends on earlier parameters only.
    Set(&'a Set),
}

/// A parameter that has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}, in the parameter `{name}`")]
pub struct ParameterFault {
    /// The parameter's name.
    pub name: String,
    /// What is wrong.
    pub kind: FaultKind,
    /// Where in the rule's text.
    pub span: Span,
}

/// Why the parameters were not bound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BindError {
    /// The caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A parameter has no value.
    #[error(transparent)]
    Fault(#[from] ParameterFault),
}

/// The most members of a set that are kept in memory.
const MOST_MEMBERS: usize = 1 << 20;

impl Parameters {
    /// The values of the parameters of `program`, each from those before it.
    ///
    /// Finite sets are listed once; ranges, infinite sets and sets of more than
    /// 2^20 members stay as they are written.
    ///
    /// # Errors
    ///
    /// [`BindError::Fault`] if a parameter has no value (a division by zero, the
    /// largest of nothing), [`BindError::Stopped`] if `control` says so.
    pub fn bind(program: &Program, control: &Control) -> Result<Parameters, BindError> {
        let mut parameters = Parameters::default();
        for parameter in &program.parameters {
            let mut options = Options::new();
            let mut m = Machine::<i128>::new(&program.slots, &parameters, &mut options, control);
            let value = match &parameter.value {
                ParameterValue::Int(number) => int::value(&mut m, number).map(Value::Int),
                ParameterValue::Set(set) => list(&mut m, set),
            };
            let value = value.map_err(|broken| match broken.into_halt(&parameter.name) {
                Some(Halt::Stopped(stopped)) => BindError::Stopped(stopped),
                halt => {
                    let (kind, span) = match halt {
                        Some(Halt::Fault(fault)) => (fault.kind, fault.span),
                        _ => (FaultKind::Undefined { what: "`min` or `max` of nothing".to_owned() }, None),
                    };
                    let span = span.unwrap_or_else(|| parameter.span.clone());
                    BindError::Fault(ParameterFault { name: parameter.name.clone(), kind, span })
                }
            })?;
            parameters.values.push(value);
        }
        Ok(parameters)
    }

    /// The value of a parameter, if there is such a parameter.
    #[must_use]
    pub fn bound(&self, id: ParameterId) -> Option<BoundParameter<'_>> {
        Some(match self.get(id)? {
            Value::Int(value) => BoundParameter::Int(*value),
            Value::Finite(set) => BoundParameter::Listed { entries: &set.entries, arity: set.arity },
            Value::Kept(set) => BoundParameter::Set(set),
        })
    }

    pub(super) fn get(&self, id: ParameterId) -> Option<&Value> {
        self.values.get(id.0)
    }
}

/// The value of a set.
fn list(m: &mut Machine<'_, i128>, set: &Set) -> Result<Value, Break> {
    // What is wrong with the set is told now, not at the first position.
    ensure_value(m, set)?;
    let by_form = matches!(set.kind, SetKind::Range(..)) || m.parameters.is_infinite(set);
    if by_form {
        return Ok(Value::Kept(set.clone()));
    }
    let mut entries = Vec::new();
    let most = MOST_MEMBERS.saturating_mul(set.arity);
    let flow = walk(m, set, &mut |m, member| {
        // The member in a list that grows; and then in its order, where it is looked up.
        m.hold(GROWN * size_of_val(member) + size_of::<&[i128]>())?;
        entries.extend_from_slice(member);
        if entries.len() > most { DONE } else { ON }
    })?;
    Ok(if flow.is_break() {
        Value::Kept(set.clone())
    } else {
        Value::Finite(FiniteSet::new(entries, set.arity))
    })
}

/// The members of a finite set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FiniteSet {
    /// How many entries a member has; at least 1.
    arity: usize,
    /// The entries of the members in the order of the walk.
    entries: Vec<i128>,
    /// The members, sorted and without repeats, entry after entry.
    sorted: Vec<i128>,
}

impl FiniteSet {
    fn new(entries: Vec<i128>, arity: usize) -> FiniteSet {
        let arity = arity.max(1);
        let mut members: Vec<&[i128]> = entries.chunks_exact(arity).collect();
        members.sort_unstable();
        members.dedup();
        let sorted = members.concat();
        FiniteSet { arity, entries, sorted }
    }

    /// Visits the members until told to end.
    pub(super) fn walk<'a, N: Number>(&self, m: &mut Machine<'a, N>, visit: Visit<'_, 'a, N>) -> Walk {
        for member in self.entries.chunks_exact(self.arity) {
            m.step()?;
            let flow = match member {
                [number] => visit(m, std::slice::from_ref(&N::from_i128(*number))),
                entries => visit(m, &entries.iter().map(|&entry| N::from_i128(entry)).collect::<Vec<N>>()),
            };
            if flow?.is_break() {
                return DONE;
            }
        }
        ON
    }

    /// Whether a walk meets a member twice.
    pub(super) fn has_repeats(&self) -> bool {
        self.sorted.len() < self.entries.len()
    }

    /// Whether `member` is in the set.
    pub(super) fn contains<N: Number>(&self, member: &[N]) -> bool {
        if member.len() != self.arity {
            return false;
        }
        let Some(member) = member.iter().map(Number::to_i128).collect::<Option<Vec<i128>>>() else {
            return false;
        };
        let place = |index: usize| self.sorted[index * self.arity..][..self.arity].cmp(&member);
        let (mut low, mut high) = (0, self.sorted.len() / self.arity);
        while low < high {
            let middle = low + (high - low) / 2;
            match place(middle) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}
