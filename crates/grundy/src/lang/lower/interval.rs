//! Rules that take from L to R counters, as one range.

use super::mentions;
use crate::lang::interpret::{self, Parameters, Scope};
use crate::lang::ir::{
    Alternative, Clause, Component, Int, IntKind, IntOp, Kind, Offer, Program, SetKind, Shape, Step,
};
use crate::theory::Control;

/// The least and the most that may be taken, if the rule certainly is
/// `n -> n - k for k in L..R` with L and R that do not depend on n.
pub(crate) fn amount_range(
    program: &Program,
    parameters: &Parameters,
    control: &Control,
) -> Option<(u64, u64)> {
    let ([Clause { shape: Shape::Number(heap), guard: None, alternatives, .. }], Kind::Heap) =
        (program.clauses.as_slice(), program.kind)
    else {
        return None;
    };
    let [Alternative { steps, option: Offer::Each(Component::Number(option)), .. }] = alternatives.as_slice()
    else {
        return None;
    };
    let [Step::For { slots, set, .. }] = steps.as_slice() else { return None };
    let ([name], SetKind::Range(low, high)) = (slots.as_slice(), &set.kind) else { return None };
    let IntKind::Binary(IntOp::Sub, from, taken) = &option.kind else { return None };
    if from.kind != IntKind::Slot(*heap) || taken.kind != IntKind::Slot(*name) {
        return None;
    }
    let known = |int: &Int| {
        if mentions::in_int(int, *heap) {
            return None;
        }
        let scope = Scope { parameters, names: &program.slots, values: &[] };
        u64::try_from(interpret::evaluate(int, &scope, control).ok()??).ok()
    };
    Some((known(low)?, known(high)?))
}
