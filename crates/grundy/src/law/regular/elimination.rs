//! Linear relations between rows of the kernel, modulo a prime.

use super::modular::{added, inverted, multiplied, reduced, subtracted};
use crate::theory::{KernelRow, Values};

/// Rows that are independent, and what is needed to express others by them.
///
/// For each row k there is a combination e_k of the rows up to k that is 1 at the pivot column of
/// k and 0 at those of the rows before it.
pub(super) struct Elimination<'v> {
    values: &'v Values,
    /// How many values may be looked at.
    length: usize,
    rows: Vec<KernelRow>,
    pivots: Vec<usize>,
    /// By k and s: how often row s is in e_k.
    parts: Vec<Vec<u64>>,
    /// By k and l: e_k at the pivot of l.
    at_pivots: Vec<Vec<u64>>,
}

/// What a row is to those before it.
pub(super) enum Reduced {
    /// A sum of them: how often each is in it.
    Dependent(Vec<u64>),
    /// No such sum; it has been put among them.
    Independent,
    /// There are too few columns to say.
    Unknown,
}

impl<'v> Elimination<'v> {
    pub(super) fn new(values: &'v Values, length: usize) -> Elimination<'v> {
        let length = length.min(values.len());
        Elimination { values, length, rows: vec![], pivots: vec![], parts: vec![], at_pivots: vec![] }
    }

    pub(super) fn rows(&self) -> &[KernelRow] {
        &self.rows
    }

    /// The columns 1 to this, without it, are those of the row.
    fn end(&self, row: KernelRow) -> usize {
        match row {
            KernelRow::Values { factor, offset } => self.length.saturating_sub(offset).div_ceil(factor),
            KernelRow::Linear { .. } => self.length,
        }
    }

    fn entry(&self, row: KernelRow, column: usize) -> u64 {
        row.entry(self.values, column).map_or(0, reduced)
    }

    /// The sum of the rows at a column.
    fn summed(&self, parts: &[u64], column: usize) -> u64 {
        parts
            .iter()
            .zip(&self.rows)
            .filter(|(part, _)| **part != 0)
            .fold(0, |sum, (&part, &row)| added(sum, multiplied(part, self.entry(row, column))))
    }

    /// Says what `row` is, by columns of which there must be so many more than rows.
    pub(super) fn reduce(&mut self, row: KernelRow, spare: usize) -> Reduced {
        // A row that is no deeper may still have a column less.
        let ends = self.rows.iter().map(|&row| self.end(row)).chain([self.end(row)]);
        let end = ends.min().unwrap_or(0);
        if end < self.rows.len() + 1 + spare || self.pivots.iter().any(|&pivot| pivot >= end) {
            return Reduced::Unknown;
        }
        let mut left: Vec<u64> = self.pivots.iter().map(|&pivot| self.entry(row, pivot)).collect();
        let mut parts = vec![0; self.rows.len()];
        for k in 0..self.rows.len() {
            let factor = left[k];
            if factor == 0 {
                continue;
            }
            for (l, left) in left.iter_mut().enumerate().skip(k + 1) {
                *left = subtracted(*left, multiplied(factor, self.at_pivots[k][l]));
            }
            for (part, &own) in parts.iter_mut().zip(&self.parts[k]) {
                *part = added(*part, multiplied(factor, own));
            }
        }
        let differs = (1..end).find(|&column| self.summed(&parts, column) != self.entry(row, column));
        let Some(pivot) = differs else { return Reduced::Dependent(parts) };
        // The row less that sum, made 1 at its pivot.
        let rest = subtracted(self.entry(row, pivot), self.summed(&parts, pivot));
        let scale = inverted(rest);
        let mut own: Vec<u64> = parts.iter().map(|&part| multiplied(subtracted(0, part), scale)).collect();
        own.push(scale);
        for k in 0..self.rows.len() {
            let at = self.summed(&self.parts[k], pivot);
            self.at_pivots[k].push(at);
        }
        self.rows.push(row);
        self.pivots.push(pivot);
        self.parts.push(own);
        // Those of the rows before it are 0, its own is 1.
        let mut at: Vec<u64> = vec![0; self.rows.len()];
        if let Some(last) = at.last_mut() {
            *last = 1;
        }
        self.at_pivots.push(at);
        Reduced::Independent
    }
}
