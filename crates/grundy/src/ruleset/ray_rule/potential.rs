//! Weights that show that play ends.
//!
//! If every entry has a weight of at least 1 and every move makes the weighted
//! sum smaller by 1 at least, no play from x is longer than the weighted sum of x,
//! and no entry ever exceeds it. Moves that add to no entry have the weights 1;
//! for the others small weights are tried.

use super::Ray;

/// The largest weight that is tried.
const MOST: u64 = 6;

/// Weights under which every move loses, the first in lexical order if there are
/// any up to [`MOST`]; only equal weights are tried on more than four entries.
pub(super) fn weights(arity: usize, rays: &[Ray]) -> Option<Vec<u64>> {
    // The later options of a ray take at least as much as the first one.
    let loses = |weights: &[u64]| {
        rays.iter().all(|ray| {
            let taken =
                ray.start.iter().zip(weights).map(|(&start, &weight)| i128::from(start) * i128::from(weight));
            taken.sum::<i128>() >= 1
        })
    };
    let mut weights = vec![1; arity];
    loop {
        if loses(&weights) {
            return Some(weights);
        }
        if arity > 4 {
            return None;
        }
        let raised = weights.iter().rposition(|&weight| weight < MOST)?;
        weights[raised] += 1;
        weights[raised + 1..].fill(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_loses_under_the_weights() {
        let knight = [[-1, 2], [1, 2], [2, 1], [2, -1]].map(|start| Ray::step(start.to_vec()));
        assert_eq!(weights(2, &knight), Some(vec![1, 1]));
        let steep = [Ray::step(vec![-3, 1]), Ray::step(vec![1, 0])];
        assert_eq!(weights(2, &steep), Some(vec![1, 4]));
        let circle = [Ray::step(vec![1, -1, 0]), Ray::step(vec![0, 1, -1]), Ray::step(vec![-1, 0, 1])];
        assert_eq!(weights(3, &circle), None);
        assert_eq!(weights(9, &[Ray::step(vec![1; 9])]), Some(vec![1; 9]));
    }
}
