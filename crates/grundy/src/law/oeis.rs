//! Names of sequences, from a table of the On-Line Encyclopedia of Integer Sequences that comes with the crate.
//!
//! The table (`data/oeis.tsv`) is under CC BY-SA 4.0, The OEIS Foundation; it holds sequences that are values of games.

use crate::theory::Values;

const TABLE: &str = include_str!("../../data/oeis.tsv");

/// So many terms must agree: fewer prove nothing, and with more short rows would never be named.
const LEAST_TERMS: usize = 20;

/// A sequence of the encyclopedia may begin with the value at any n up to this.
const LAST_START: usize = 2;

/// A sequence of the encyclopedia with which values begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSequence {
    /// Its number, such as `A002186`.
    pub number: &'static str,
    /// What it is, in the words of the table.
    pub title: &'static str,
    /// The n of its first term.
    pub from: usize,
    /// How many terms were compared.
    pub terms: usize,
}

/// The sequence with which the values agree in each of the terms that the table has, 20 at least; of several the one that begins at
/// the least n, then the first of the table. That the later terms agree as well is not said.
///
/// # Examples
///
/// ```
/// use grundy::Nimber;
/// use grundy::law::named_sequence;
/// use grundy::theory::Values;
///
/// let thirds: Values = (0..100).map(|n| Nimber::new(n % 3)).collect();
/// assert_eq!(named_sequence(&thirds).unwrap().number, "A010872");
/// ```
#[must_use]
pub fn named_sequence(values: &Values) -> Option<NamedSequence> {
    (0..=LAST_START).find_map(|from| {
        rows().find_map(|(number, title, terms)| {
            let mut compared = 0;
            for (at, term) in (from..).zip(terms.split(',')) {
                let term: u64 = term.parse().ok()?;
                (values.get(at)?.size() == term).then_some(())?;
                compared += 1;
            }
            (compared >= LEAST_TERMS).then_some(NamedSequence { number, title, from, terms: compared })
        })
    })
}

/// The number, the title and the terms of each row of the table.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TABLE.lines().filter(|line| line.starts_with('A')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?, columns.next()?, columns.next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Nimber;

    #[test]
    fn every_row_is_found_by_its_own_terms() {
        let mut long = 0;
        for (number, _, terms) in rows() {
            let terms: Vec<u64> = terms.split(',').map(|term| term.parse().expect("a number")).collect();
            let values: Values = terms.iter().copied().map(Nimber::new).collect();
            let found = named_sequence(&values);
            if terms.len() < LEAST_TERMS {
                assert_eq!(found, None, "{number}");
                continue;
            }
            let found = found.unwrap_or_else(|| panic!("{number} is found"));
            assert_eq!((found.number, found.from), (number, 0));
            long += 1;
            // Another last term is another sequence.
            let mut other = terms;
            *other.last_mut().expect("terms") += 1000;
            assert_ne!(
                named_sequence(&other.into_iter().map(Nimber::new).collect()).map(|found| found.number),
                Some(number)
            );
        }
        assert!(long > 60, "{long} rows are long enough");
    }

    #[test]
    fn a_sequence_may_begin_later() {
        let values: Values = [9, 0, 1, 2, 0, 1, 2]
            .into_iter()
            .cycle()
            .take(1)
            .chain((0..60).map(|n| n % 3))
            .map(Nimber::new)
            .collect();
        let found = named_sequence(&values).unwrap();
        assert_eq!((found.number, found.from), ("A010872", 1));
    }
}
