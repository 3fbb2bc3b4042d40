//! What items read, whatever the input: so that forms end, and lists have an end.

use crate::judge::form::{Bound, Entry, Item, Range, Until};

/// Whether items read at least one number or word, whatever the input.
pub(super) fn reads(items: &[Item]) -> bool {
    let read = |entry: &Entry| matches!(entry, Entry::Read(_));
    items.iter().any(|item| match item {
        Item::Number { .. } | Item::Runs { .. } => true,
        Item::Strip { .. } => true,
        Item::Bits { length, .. } => matches!(length, Bound::Number(1..)),
        Item::Member { entries, .. } => entries.iter().any(read),
        Item::Heap(entry) | Item::Entry { entry, .. } => read(entry),
        Item::Repeat { until, body, .. } => match until {
            Until::Newline => reads(body),
            Until::Zero => true,
            Until::Times(Bound::Number(count)) => *count > 0 && reads(body),
            Until::Times(_) | Until::End => false,
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
