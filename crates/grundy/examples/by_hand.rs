//! A ruleset written in Rust, solved by the definition.
//!
//! Wythoff's game: two heaps; a move takes any number of counters from one of
//! them, or the same number from both. Who cannot move has lost. The language
//! does not have positions with two entries yet, so the options are told here.

use std::fmt;

use grundy::Control;
use grundy::engine::Naive;
use grundy::ruleset::{Halt, Options, Ruleset};

/// Two heaps, the smaller one first: (a, b) and (b, a) are one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heaps(u64, u64);

impl Heaps {
    fn new(a: u64, b: u64) -> Heaps {
        Heaps(a.min(b), a.max(b))
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0, self.1)
    }
}

struct Wythoff;

impl Ruleset for Wythoff {
    type Position = Heaps;

    fn options(
        &self,
        &Heaps(a, b): &Heaps,
        options: &mut Options<Heaps>,
        _control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        // An option is a sum of positions; here each has one component.
        for taken in 1..=a {
            options.push([Heaps::new(a - taken, b)]);
            options.push([Heaps::new(a - taken, b - taken)]);
        }
        for taken in 1..=b {
            options.push([Heaps::new(a, b - taken)]);
        }
        Ok(())
    }
}

#[allow(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() -> Result<(), Halt> {
    let control = Control::default();
    let mut naive = Naive::new(Wythoff);

    println!("Lost for the player to move:");
    for b in 0..=20 {
        for a in 0..=b {
            let position = Heaps::new(a, b);
            if naive.value(&position, &control)?.is_zero() {
                println!("  {position}");
            }
        }
    }

    let sum = [Heaps::new(3, 5), Heaps::new(4, 4), Heaps::new(1, 1)];
    let value = naive.sum_value(&sum, &control)?;
    println!("The sum of {}, {} and {} has value {value}.", sum[0], sum[1], sum[2]);
    Ok(())
}
