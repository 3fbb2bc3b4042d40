//! Plain periods of long tables, proposed in little memory.

use memchr::memmem::FinderRev;

use super::Period;

/// The length of the stretch at the end that is looked for earlier in the table.
const STRETCH: usize = 64;

/// How often the comparisons may go over the table in all.
const PASSES: usize = 4;

/// A plain period with which `values` end, together with the least preperiod: a
/// proposal, as [`propose_period`](super::propose_period) makes them, in linear
/// time and hardly any memory.
///
/// The period must have been seen to repeat over at least `evidence` values. `None`
/// if none is found; one that hides behind very many near repetitions of the end may be
/// missed. The period is the least one if the end does not repeat within it.
#[must_use]
pub fn propose_plain_period(values: &[u8], evidence: usize) -> Option<Period> {
    let start = values.len().checked_sub(STRETCH)?;
    let finder = FinderRev::new(&values[start..]);
    let mut left = values.len().saturating_mul(PASSES);
    // Where the stretch stands once more, it may overlap itself.
    let mut before = values.len() - 1;
    loop {
        let place = finder.rfind(&values[..before])?;
        let period = start - place;
        let (late, early) = (values[period..].iter().rev(), values[..values.len() - period].iter().rev());
        let repeated = late.zip(early).take_while(|(late, early)| late == early).count();
        if repeated >= evidence {
            return Some(Period::plain(values.len() - period - repeated, period));
        }
        // The search goes on before this place; what was read counts.
        left = left.checked_sub(repeated + STRETCH)?;
        before = (place + STRETCH).checked_sub(1)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;
    use crate::theory::{Values, propose_period};

    #[test]
    fn proposals_are_those_of_the_search_for_all_periods() {
        let mut random = Random::new(3);
        let mut found = 0;
        for _ in 0..500 {
            let (preperiod, period) = (random.index(300), 1 + random.index(400));
            let block: Vec<u8> =
                (0..preperiod + period).map(|_| u8::try_from(random.below(4)).unwrap()).collect();
            let length = preperiod + 3 * period + 200;
            let values: Vec<u8> = (0..length)
                .map(|n| if n < preperiod { block[n] } else { block[preperiod + (n - preperiod) % period] })
                .collect();
            let evidence = period + 70;
            let proposed = propose_plain_period(&values, evidence);
            assert_eq!(proposed, propose_period(&Values::from(values), evidence));
            found += usize::from(proposed.is_some());
        }
        assert!(found > 450, "{found}");
    }

    #[test]
    fn nothing_is_proposed_without_evidence() {
        let mut random = Random::new(4);
        let mut values: Vec<u8> = (0..5000).map(|_| u8::try_from(random.below(3)).unwrap()).collect();
        assert_eq!(propose_plain_period(&values, 10), None);
        let end = values[4000..].to_vec();
        values.extend(&end);
        assert_eq!(propose_plain_period(&values, 1000), Some(Period::plain(4000, 1000)));
        assert_eq!(propose_plain_period(&values, 1001), None);
        assert_eq!(propose_plain_period(&[0; 40], 1), None, "too short to tell");
        assert_eq!(propose_plain_period(&[7; 400], 300), Some(Period::plain(0, 1)));
        // Many near repetitions, and no period.
        let mut near = vec![0; 100_000];
        near[50_000] = 1;
        assert_eq!(propose_plain_period(&near, 60_000), None);
    }
}
