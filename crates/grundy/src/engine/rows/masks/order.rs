//! An order of the rows of one width in which every move goes down.
//!
//! Give each kind of cell a rank, and compare two rows at the first cell from the
//! left (or from the right) in which they differ. A rewriting of equal length
//! makes every row smaller exactly if the first cell that it changes gets a
//! lower rank. So each rewriting asks that one rank be below another, and such
//! ranks exist exactly if these wishes have no circle (docs/theory.md, 8.6).

use crate::ruleset::Rewriting;

/// Ranks for the kinds of cells, and the end from which cells are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// The rank of each kind of cell.
    ranks: Vec<u8>,
    /// Whether the last cell counts most.
    from_right: bool,
}

impl Order {
    /// An order in which every rewriting that keeps the length goes down, if
    /// there is one.
    pub(super) fn of(rewritings: &[Rewriting], cells: usize) -> Option<Order> {
        [false, true].into_iter().find_map(|from_right| {
            // must[a][b]: a must have a higher rank than b.
            let mut must = vec![vec![false; cells]; cells];
            for rewriting in rewritings.iter().filter(|rewriting| rewriting.from.len() == rewriting.to.len())
            {
                let mut changed =
                    rewriting.from.iter().zip(&rewriting.to).filter(|(before, after)| before != after);
                let first = if from_right { changed.next_back() } else { changed.next() };
                let (&before, &after) = first?;
                must[usize::from(before)][usize::from(after)] = true;
            }
            Some(Order { ranks: ranks(&must)?, from_right })
        })
    }

    /// Whether rows stand in lexical order.
    pub(super) fn is_lexical(&self) -> bool {
        !self.from_right && self.ranks.is_sorted()
    }

    /// The rank of a kind of cell.
    pub(super) fn rank(&self, cell: u8) -> u8 {
        self.ranks[usize::from(cell)]
    }

    /// Whether the last cell counts most.
    pub(super) fn reads_backwards(&self) -> bool {
        self.from_right
    }

    /// The rewritings in this order: cells named by their ranks, words from the
    /// end that counts most.
    pub(super) fn apply(&self, rewritings: &[Rewriting]) -> Vec<Rewriting> {
        let word = |cells: &[u8]| {
            let mut word: Vec<u8> = cells.iter().map(|&cell| self.rank(cell)).collect();
            if self.from_right {
                word.reverse();
            }
            word
        };
        let apply = |rewriting: &Rewriting| {
            let ends = (rewriting.at_left, rewriting.at_right);
            let (at_left, at_right) = if self.from_right { (ends.1, ends.0) } else { ends };
            Rewriting { from: word(&rewriting.from), to: word(&rewriting.to), at_left, at_right }
        };
        rewritings.iter().map(apply).collect()
    }
}

/// Ranks that satisfy all wishes: again and again the first kind of cell that
/// need not be above any that is left gets the next rank.
fn ranks(must: &[Vec<bool>]) -> Option<Vec<u8>> {
    let mut ranks = vec![None; must.len()];
    for rank in 0..must.len() {
        let lowest = (0..must.len()).find(|&cell| {
            ranks[cell].is_none() && (0..must.len()).all(|other| !must[cell][other] || ranks[other].is_some())
        })?;
        ranks[lowest] = u8::try_from(rank).ok();
    }
    ranks.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(pairs: &[(&[u8], &[u8])], cells: usize) -> Option<Order> {
        let rewriting = |&(from, to): &(&[u8], &[u8])| Rewriting {
            from: from.to_vec(),
            to: to.to_vec(),
            at_left: false,
            at_right: true,
        };
        let rewritings: Vec<Rewriting> = pairs.iter().map(rewriting).collect();
        let order = Order::of(&rewritings, cells)?;
        for applied in order.apply(&rewritings) {
            assert!(applied.to.len() < applied.from.len() || applied.to < applied.from, "{applied:?}");
        }
        Some(order)
    }

    #[test]
    fn orders_are_found_and_only_where_they_are() {
        let found = |ranks: &[u8], from_right| Some(Order { ranks: ranks.to_vec(), from_right });
        assert_eq!(order(&[(&[1, 0], &[0, 1])], 2), found(&[0, 1], false));
        assert_eq!(order(&[(&[0, 1], &[1, 0])], 2), found(&[1, 0], false));
        assert_eq!(order(&[(&[1, 1, 0], &[0, 0, 1]), (&[0, 1, 1], &[1, 0, 0])], 2), None);
        // Turning Turtles: the last changed cell goes from 1 to 0.
        assert_eq!(order(&[(&[0, 1], &[1, 0]), (&[1, 1], &[0, 0])], 2), found(&[0, 1], true));
        assert_eq!(order(&[(&[0], &[2]), (&[2], &[1])], 3), found(&[2, 0, 1], false));
        assert_eq!(order(&[(&[0], &[2]), (&[2], &[1]), (&[1], &[0])], 3), None);
        assert_eq!(order(&[(&[1, 1], &[1, 1])], 2), None);
        // What gets shorter asks for nothing.
        assert_eq!(order(&[(&[1, 0], &[1])], 2), found(&[0, 1], false));
    }
}
