//! Lists: the position of a rule on lists, and what the functions make of it.

use super::int;
use super::machine::{Break, Machine, Origin};
use super::number::Number;
use crate::lang::ir::{Int, Seq, SeqKind};
use crate::ruleset::Span;

/// The entries of a list.
pub(super) fn value<N: Number>(m: &mut Machine<'_, N>, seq: &Seq) -> Result<Vec<N>, Break> {
    let mark = m.sum.len();
    let result = append(m, seq);
    let entries = m.sum.split_off(mark.min(m.sum.len()));
    result.map(|()| entries)
}

/// Appends the entries of a list to the option that is put together: most lists
/// are made there, and moved nowhere.
pub(super) fn append<N: Number>(m: &mut Machine<'_, N>, seq: &Seq) -> Result<(), Break> {
    let mark = m.sum.len();
    match &seq.kind {
        SeqKind::Position => match &m.origin {
            Some(Origin::Seq(entries)) => {
                let length = entries.len();
                m.sum.extend_from_slice(entries);
                m.pass_over(length);
            }
            _ => return Err(no_position(&seq.span)),
        },
        SeqKind::Set(inner, at, entry) => {
            append(m, inner)?;
            let index = index(m, at, m.sum.len() - mark, 0)?;
            m.sum[mark + index] = int::value(m, entry)?;
        }
        SeqKind::Drop(inner, at) => {
            append(m, inner)?;
            let index = index(m, at, m.sum.len() - mark, 0)?;
            m.sum.remove(mark + index);
        }
        SeqKind::Insert(inner, at, entry) => {
            append(m, inner)?;
            let index = index(m, at, m.sum.len() - mark, 1)?;
            let entry = int::value(m, entry)?;
            m.sum.insert(mark + index, entry);
        }
        SeqKind::Slice(inner, from, to) => {
            append(m, inner)?;
            let length = m.sum.len() - mark;
            let first = match from {
                Some(from) => index(m, from, length, 1)?,
                None => 0,
            };
            // One past the last entry, so that an empty stretch can be said.
            let end = match to {
                Some(to) => match int::value(m, to)? {
                    last if last == N::from_i128(-1) => 0,
                    last => within(&last, length, &to.span)?.saturating_add(1),
                },
                None => length,
            };
            m.sum.truncate(mark + end.max(first));
            m.sum.drain(mark..mark + first);
        }
        SeqKind::Sort(inner) => {
            append(m, inner)?;
            if let Some(entries) = m.sum.get_mut(mark..) {
                entries.sort_unstable();
            }
        }
    }
    Ok(())
}

/// The entry of a list at an index.
#[inline]
pub(super) fn entry<N: Number>(m: &mut Machine<'_, N>, seq: &Seq, at: &Int) -> Result<N, Break> {
    if matches!(seq.kind, SeqKind::Position) {
        let length = position(m, &seq.span)?.len();
        let index = index(m, at, length, 0)?;
        return Ok(position(m, &seq.span)?[index].clone());
    }
    let mut entries = value(m, seq)?;
    let index = index(m, at, entries.len(), 0)?;
    Ok(entries.swap_remove(index))
}

/// How many entries a list has.
pub(super) fn length<N: Number>(m: &mut Machine<'_, N>, seq: &Seq) -> Result<N, Break> {
    let length = match seq.kind {
        SeqKind::Position => position(m, &seq.span)?.len(),
        _ => value(m, seq)?.len(),
    };
    Ok(N::from_u64(u64::try_from(length).unwrap_or(u64::MAX)))
}

#[inline]
fn position<'m, N: Number>(m: &'m Machine<'_, N>, span: &Span) -> Result<&'m [N], Break> {
    match &m.origin {
        Some(Origin::Seq(entries)) => Ok(entries),
        _ => Err(no_position(span)),
    }
}

#[cold]
fn no_position(span: &Span) -> Break {
    Break::undefined("a seq where there is none", span)
}

/// An index into a list of so many entries, or one of the `more` places behind them.
#[inline]
fn index<N: Number>(m: &mut Machine<'_, N>, at: &Int, length: usize, more: usize) -> Result<usize, Break> {
    match int::small(m, at)?.and_then(|index| usize::try_from(index).ok()) {
        Some(index) if index < length.saturating_add(more) => Ok(index),
        _ => Err(outside(&int::value(m, at)?, length, &at.span)),
    }
}

#[inline]
fn within<N: Number>(value: &N, length: usize, span: &Span) -> Result<usize, Break> {
    let index = value.to_u64().and_then(|index| usize::try_from(index).ok());
    match index {
        Some(index) if index < length => Ok(index),
        _ => Err(outside(value, length, span)),
    }
}

#[cold]
fn outside<N: Number>(value: &N, length: usize, span: &Span) -> Break {
    let entries = if length == 1 { "1 entry".to_owned() } else { format!("{length} entries") };
    Break::undefined(format!("the index {value} in a seq of {entries}"), span)
}
