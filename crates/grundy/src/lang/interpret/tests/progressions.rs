//! Options that are progressions, beside the same options one by one.

use num_bigint::BigUint;

use crate::lang::{Form, Rule};
use crate::ruleset::{Halt, Options, Position, Ruleset};
use crate::theory::Control;

/// What a rule offers at a position, by 128-bit numbers and by large ones.
type Offered = (Result<Options<Position>, Halt>, Result<Options<Position<BigUint>>, Halt>);

fn offered(rule: &str, entries: &[u64]) -> Offered {
    let rule = Rule::parse(rule).expect("a rule");
    let Form::Shapes(rules) = rule.form() else { panic!("tuples") };
    let control = Control::default();
    let (mut small, mut large) = (Options::new(), Options::new());
    let position = Position::Tuple(entries.to_vec());
    let small_result = rules.options(&position, &mut small, &control).map(|()| small);
    let position = Position::Tuple(entries.iter().copied().map(BigUint::from).collect());
    let large_result = rules.big_options(&position, &mut large, &control).map(|()| large);
    (small_result, large_result)
}

/// Without the place, which is another in another text.
fn without_place(result: Halt) -> Halt {
    match result {
        Halt::Fault(fault) => Halt::Fault(crate::ruleset::Fault { span: None, ..fault }),
        stopped => stopped,
    }
}

#[test]
fn progressions_are_the_options_one_by_one() {
    let largest = u64::MAX >> 1;
    let positions = [[0, 0], [3, 17], [17, 3], [40, 40], [1000, 7], [largest, largest - 2], [largest - 3, 9]];
    let mut offers = 0;
    for head in ["(a, b)", "sym (a, b)"] {
        for option in [
            "(a - k, 2 * k)",
            "(a - k * b, b)",
            "(a, b)",
            "(k, k)",
            "(a - k + b, 7 * k - 20 - b)",
            "(b * k - k, 3 - k)",
            "(a - k, b - k) | (a + k, b)",
            // Beyond 128 bits somewhere along the way, or in no entry that is read.
            "(a - k, 2**100 * k)",
            "(10**37 * k - 10**37 * k, b)",
            "(a - k, 10**38 * k)",
            "(20 - k, 10**38 * (k * 10**38))",
            // Not linear.
            "(a - k * k, b)",
            "(a / k, k)",
        ] {
            for range in ["1..min(a, b)", "0..30", "b..b+9", "k0..3", "-5..6", "10**38..10**38+5"] {
                let (loops, range) = match range.strip_prefix("k0") {
                    Some(rest) => (" for k0 in 1..3", format!("-k0{rest}")),
                    None => ("", range.to_owned()),
                };
                let text = |range: &str| {
                    let offers: Vec<String> = option
                        .split(" | ")
                        .map(|option| format!("{option}{loops} for k in {range}"))
                        .collect();
                    let offers = offers.join(" | ");
                    format!("{head} -> {offers}")
                };
                let (at_once, one_by_one) = (text(&range), text(&format!("{{j for j in {range}}}")));
                for position in positions {
                    if position[0] > 1000 && range.contains("min") {
                        continue;
                    }
                    let (small, large) = offered(&at_once, &position);
                    let (small_twin, large_twin) = offered(&one_by_one, &position);
                    offers += small.as_ref().map_or(0, Options::len);
                    let message = format!("{at_once} at {position:?}");
                    assert_eq!(small.map_err(without_place), small_twin.map_err(without_place), "{message}");
                    assert_eq!(large.map_err(without_place), large_twin.map_err(without_place), "{message}");
                }
            }
        }
    }
    assert!(offers > 5000, "{offers}");
}
