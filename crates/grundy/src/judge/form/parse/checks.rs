//! What items read, whatever the input: so that forms end, and lists have an end.

use crate::judge::form::{Bound, Entry, Item, Range, Until};

/// Whether items read at least one number or word, whatever the input; the number
/// in each slot is at least that in `leasts`.
pub(super) fn reads(items: &[Item], leasts: &[u64]) -> bool {
    let above_zero = |count: &Bound| match count {
        Bound::Number(count) => *count > 0,
        Bound::Slot(slot) => leasts[*slot] > 0,
        Bound::Worked(_) => false,
    };
    let reads = |items: &[Item]| reads(items, leasts);
    let read = |entry: &Entry| matches!(entry, Entry::Read(_));
    items.iter().any(|item| match item {
        Item::Number { .. } | Item::Runs { .. } | Item::Strip { .. } => true,
        Item::Bits { length, .. } => above_zero(length),
        Item::Member { entries, .. } => entries.iter().any(read),
        Item::Heap(entry) | Item::Entry { entry, .. } => read(entry),
        Item::Repeat { until, body, .. } => match until {
            Until::Newline => reads(body),
            Until::Zero => true,
            Until::Times(count) => above_zero(count) && reads(body),
            Until::End => false,
        },
        Item::Component { body, .. }
        | Item::Gather { body, .. }
        | Item::Both(body)
        | Item::Case(body)
        | Item::Joined(body) => reads(body),
        Item::EachHeap(_) => false,
    })
}

/// Whether the first thing that items read is a number from 1 up.
pub(super) fn begins_above_zero(items: &[Item]) -> bool {
    let positive = |range: &Range| matches!(range.from, Bound::Number(from) if from > 0);
    let above = |entry: &Entry| matches!(entry, Entry::Read(range) if positive(range));
    items.first().is_some_and(|item| match item {
        Item::Number { range, .. } => positive(range),
        Item::Member { entries, .. } => entries.first().is_some_and(above),
        Item::Heap(entry) | Item::Entry { entry, .. } => above(entry),
        Item::Component { body, .. }
        | Item::Gather { body, .. }
        | Item::Both(body)
        | Item::Case(body)
        | Item::Joined(body)
        | Item::Repeat { until: Until::Newline, body, .. } => begins_above_zero(body),
        Item::Repeat { .. }
        | Item::Runs { .. }
        | Item::Strip { .. }
        | Item::Bits { .. }
        | Item::EachHeap(_) => false,
    })
}
