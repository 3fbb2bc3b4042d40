//! Conditions on the heap: from which heap on they hold.

use super::Reading;
use crate::lang::ir::{Bool, BoolKind, Compare, Int};

impl Reading<'_> {
    /// The least heap from which on a condition on n holds.
    pub(super) fn least_heap(&self, condition: &Bool) -> Option<i128> {
        match &condition.kind {
            BoolKind::Const(true) => Some(0),
            BoolKind::And(left, right) => Some(self.least_heap(left)?.max(self.least_heap(right)?)),
            BoolKind::Compare(first, rest) => {
                let mut least = 0;
                let mut left: &Int = first;
                for (compare, right) in rest {
                    least = least.max(self.least_heap_to_compare(left, *compare, right)?);
                    left = right;
                }
                Some(least)
            }
            _ => None,
        }
    }

    fn least_heap_to_compare(&self, left: &Int, compare: Compare, right: &Int) -> Option<i128> {
        let ((a, b), (c, d)) = (self.line(left)?, self.line(right)?);
        // The left side exceeds the right one by a n + b.
        let (a, b) = (a.checked_sub(c)?, b.checked_sub(d)?);
        let (a, b, strict) = match compare {
            Compare::Gt => (a, b, true),
            Compare::Ge => (a, b, false),
            Compare::Lt => (a.checked_neg()?, b.checked_neg()?, true),
            Compare::Le => (a.checked_neg()?, b.checked_neg()?, false),
            // n differs from 0 wherever the rule is read.
            Compare::Ne => return (a != 0 && b == 0).then_some(1),
            Compare::Eq => return None,
        };
        match a {
            0 => (if strict { b > 0 } else { b >= 0 }).then_some(0),
            1.. if strict => b.checked_neg()?.div_euclid(a).checked_add(1),
            1.. => b.div_euclid(a).checked_neg(),
            _ => None,
        }
    }
}
