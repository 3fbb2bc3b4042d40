//! Random rules, and whether the laws that their first values suggest hold at a hundred times as many.

use grundy::engine::Periodic;
use grundy::law::{self, Evidence, Novelty};
use grundy::ruleset::TakeAndBreakCode;
use grundy::theory::{Law, Values};
use grundy::{Control, Nimber};

use super::random::Random;

/// How many times as far a law is tried as the values go that it was found on.
const FURTHER: usize = 100;

/// What became of a rule.
pub(crate) enum Verdict {
    /// No law was found.
    None,
    /// A law of this kind was found, and holds.
    Holds(&'static str),
    /// A law was found that is false.
    False(String),
}

/// A rule: its values, and what enters it where.
struct Drawn {
    sort: &'static str,
    text: String,
    values: Values,
    novelty: Novelty,
    length: usize,
}

/// Draws a rule, finds its law and tries it. If `blind`, the finder is told nothing of the rule.
pub(crate) fn judge(random: &mut Random, blind: bool) -> (&'static str, Verdict) {
    let drawn = match random.below(10) {
        0..2 => finite(random),
        2..5 => infinite(random),
        5..6 => code(random),
        _ => guarded(random),
    };
    let novelty = if blind { Novelty::None } else { drawn.novelty };
    let evidence = Evidence::default().with_novelty(novelty);
    let start: Values = drawn.values.iter().take(drawn.length).collect();
    let found = law::find(&start, &evidence, &Control::default()).expect("no limits");
    let Some(found) = found else { return (drawn.sort, Verdict::None) };
    assert_eq!(found.law.first_failure(&start), None, "{}: {}", drawn.text, found.law);
    // A formula stands for the law as well, but for its exceptions.
    let by_formula = found.formula.clone().and_then(|formula| {
        let at = |n: u64| Some((n, drawn.values.get(usize::try_from(n).ok()?)?));
        let exceptions = found.exceptions.iter().filter_map(|&n| at(n)).collect();
        Law::Closed(formula).except(exceptions).first_failure(&drawn.values)
    });
    let verdict = match found.law.first_failure(&drawn.values).or(by_formula) {
        None => Verdict::Holds(found.law.kind()),
        Some(n) => {
            let (text, length) = (drawn.text, drawn.length);
            let (law, claim) = (&found.law, found.claim().unwrap_or_default());
            Verdict::False(format!("{text}: on {length} values {law}, {claim}, false at {n}"))
        }
    };
    (drawn.sort, verdict)
}

fn length(random: &mut Random) -> usize {
    *random.pick(&[500, 1000, 2000])
}

/// The values of a rule of one heap, by the definition; options may repeat.
pub(crate) fn table(length: usize, options: impl Fn(usize, &mut Vec<usize>)) -> Values {
    let mut values: Vec<u64> = Vec::new();
    let (mut list, mut met) = (Vec::new(), Vec::new());
    for n in 0..length {
        list.clear();
        options(n, &mut list);
        met.clear();
        met.resize(list.len() + 1, false);
        for &option in &list {
            let value = usize::try_from(values[option]).expect("small");
            if value < met.len() {
                met[value] = true;
            }
        }
        values.push(met.iter().position(|met| !met).expect("more places than options") as u64);
    }
    values.into_iter().map(Nimber::new).collect()
}

fn taking(length: usize, amounts: &[usize]) -> Values {
    table(length, |n, list| {
        list.extend(amounts.iter().take_while(|&&amount| amount <= n).map(|amount| n - amount))
    })
}

fn sorted(mut amounts: Vec<usize>) -> Vec<usize> {
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

fn finite(random: &mut Random) -> Drawn {
    let most = *random.pick(&[6, 12, 25, 60]);
    let count = random.within(1, 6);
    let amounts = sorted((0..count).map(|_| 1 + random.index(most)).collect());
    let length = length(random);
    let novelty = Novelty::Until(amounts.last().map_or(0, |&last| last as u64));
    let values = taking(FURTHER * length, &amounts);
    Drawn { sort: "finite set", text: format!("take {amounts:?}"), values, novelty, length }
}

/// The members of an infinite set up to a bound.
fn sequence(random: &mut Random, bound: usize) -> (String, Vec<usize>) {
    let (a, b, c) = (size(random.within(1, 4)), size(random.within(0, 6)), size(random.within(2, 6)));
    let (name, member): (String, Box<dyn Fn(usize) -> Option<usize>>) = match random.below(9) {
        0 => (format!("{a}k^2 + {b}"), Box::new(move |k| Some(a * k * k + b))),
        1 => (format!("{a}k(k + 1)/2 + {b}"), Box::new(move |k| Some(a * k * (k + 1) / 2 + b))),
        2 => (format!("k^3 + {b}"), Box::new(move |k| k.checked_pow(3)?.checked_add(b))),
        3 | 4 => (
            format!("{a}*{c}^k + {b}"),
            Box::new(move |k| c.checked_pow(u32::try_from(k).ok()? - 1)?.checked_mul(a)?.checked_add(b)),
        ),
        5 => {
            (format!("k! + {b}"), Box::new(move |k| (1..=k).try_fold(1, usize::checked_mul)?.checked_add(b)))
        }
        6 => (format!("k^k + {b}"), Box::new(move |k| k.checked_pow(u32::try_from(k).ok()?)?.checked_add(b))),
        7 => {
            let (first, second) = (a, a + c);
            let text = format!("{first}, {second}, each the sum of the two before");
            let member = move |k: usize| {
                let (mut now, mut next) = (first, second);
                for _ in 1..k {
                    (now, next) = (next, usize::checked_add(now, next)?);
                }
                Some(now)
            };
            (text, Box::new(member))
        }
        _ => {
            let prime = |n: &usize| *n > 1 && (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
            let limit = bound.min(4000);
            let primes: Vec<usize> = (0..limit).filter(prime).map(|prime| prime + b).collect();
            // Every prime makes too many amounts for a brute force: every so many of them.
            return (format!("primes + {b}, below {limit}"), primes.into_iter().step_by(c).collect());
        }
    };
    // Some beyond the table are told, none of them more than 2^40.
    let members = (1..).map_while(|k| member(k).filter(|&member| member <= 1 << 40));
    let told = members.scan(0, |beyond, member| {
        *beyond += usize::from(member > bound);
        (*beyond <= 50).then_some(member)
    });
    (name, told.filter(|&member| member > 0).collect())
}

fn infinite(random: &mut Random) -> Drawn {
    let length = length(random);
    let bound = FURTHER * length;
    let (mut text, mut amounts) = sequence(random, bound);
    let mut entering: Vec<u64> = amounts.iter().map(|&amount| amount as u64).collect();
    if random.below(2) == 0 {
        let few: Vec<usize> = (0..random.within(1, 3)).map(|_| 1 + random.index(12)).collect();
        text = format!("{text}, and {few:?}");
        amounts.extend(few);
    }
    entering.dedup();
    let amounts = sorted(amounts);
    let within = amounts.partition_point(|&amount| amount <= bound);
    let values = taking(bound, &amounts[..within]);
    let text = format!("take {text}");
    Drawn { sort: "infinite set", text, values, novelty: Novelty::Amounts(entering), length }
}

fn code(random: &mut Random) -> Drawn {
    let places = random.within(1, 4);
    let mut digits = vec![*random.pick(&[0, 0, 4])];
    digits.extend((0..places).map(|_| random.below(8)));
    if digits.iter().all(|digit| *digit == 0) {
        digits.push(7);
    }
    let text: Vec<String> = digits.iter().map(ToString::to_string).collect();
    let code = TakeAndBreakCode::new(digits, Vec::new()).expect("octal digits");
    let length = 300;
    let mut game = Periodic::take_and_break(code).without_law();
    game.advance(FURTHER * length - 1, &Control::default()).expect("no limits");
    let values = game.values().clone();
    let novelty = Novelty::Until(places);
    Drawn { sort: "code", text: format!("code {}.{}", text[0], text[1..].concat()), values, novelty, length }
}

/// A move: where it leads from n, if it is one there.
type Move = Box<dyn Fn(usize) -> Option<usize>>;

/// The root, rounded down.
fn root(n: usize, degree: u32) -> usize {
    (1..).take_while(|k: &usize| k.checked_pow(degree).is_some_and(|power| power <= n)).count()
}

fn digit_sum(mut n: usize, base: usize) -> usize {
    let mut sum = 0;
    while n > 0 {
        sum += n % base;
        n /= base;
    }
    sum
}

/// One move, and from where on it is what it is for good; for moves by logarithms and digits their base.
fn any_move(random: &mut Random) -> (String, Move, u64, Option<usize>) {
    let k = size(random.within(1, 12));
    let base = size(random.within(2, 12));
    match random.below(14) {
        0..3 => (format!("n - {k}"), Box::new(move |n| n.checked_sub(k)), k as u64, None),
        3 => (format!("n / {base}"), Box::new(move |n| Some(n / base)), 0, None),
        4 => (
            format!("n / {base} if it divides"),
            Box::new(move |n| n.is_multiple_of(base).then_some(n / base)),
            0,
            None,
        ),
        5 => (format!("n % {base}"), Box::new(move |n| Some(n % base)), base as u64, None),
        6 => {
            let degree = u32::try_from(random.within(2, 3)).expect("small");
            (format!("n - iroot(n, {degree})"), Box::new(move |n| Some(n - root(n, degree))), 0, None)
        }
        7 => (
            format!("n - ilog(n, {base})"),
            Box::new(move |n| Some(n - usize::try_from(n.checked_ilog(base)?).ok()?)),
            0,
            Some(base),
        ),
        8 => (
            format!("n - digit sum in base {base}"),
            Box::new(move |n| n.checked_sub(digit_sum(n, base))),
            0,
            Some(base),
        ),
        9 => (format!("n - last digit in base {base}"), Box::new(move |n| Some(n - n % base)), 0, None),
        10 => ("n - popcount(n)".to_owned(), Box::new(|n| n.checked_sub(digit_sum(n, 2))), 0, Some(2)),
        11 => (
            "n - 2 ** trailing_zeros(n)".to_owned(),
            Box::new(|n: usize| (n > 0).then(|| n & (n - 1))),
            0,
            None,
        ),
        12 => (format!("n - n / {base} - 1"), Box::new(move |n| n.checked_sub(n / base + 1)), 0, None),
        _ => {
            let factor = (base - 1).max(1);
            (
                format!("{factor}n / {}", factor + 1),
                Box::new(move |n| Some(n * factor / (factor + 1))),
                0,
                None,
            )
        }
    }
}

fn guarded(random: &mut Random) -> Drawn {
    let length = length(random);
    let mut moves: Vec<Move> = Vec::new();
    let mut texts = Vec::new();
    let mut entering = 0;
    let mut bases = Vec::new();
    for _ in 0..random.within(1, 4) {
        let (mut text, mut step, until, base) = any_move(random);
        entering = until.max(entering);
        bases.extend(base);
        match random.below(5) {
            0 | 1 => {
                let modulus = size(random.within(2, 6));
                let residue = random.index(modulus);
                text = format!("{text} if n % {modulus} == {residue}");
                let inner = step;
                step = Box::new(move |n| if n % modulus == residue { inner(n) } else { None });
            }
            2 => {
                let bound = size(random.within(1, 200));
                entering = entering.max(bound as u64);
                let below = random.below(2) == 0;
                text = format!("{text} if n {} {bound}", if below { "<" } else { ">=" });
                let inner = step;
                step = Box::new(move |n| if (n < bound) == below { inner(n) } else { None });
            }
            _ => {}
        }
        texts.push(text);
        moves.push(step);
    }
    let values = table(FURTHER * length, |n, list| {
        list.extend(moves.iter().filter_map(|step| step(n)).filter(|&option| option < n));
    });
    // Where digits or a logarithm grow, something new enters.
    let novelty = match bases.iter().max() {
        None => Novelty::Until(entering),
        Some(&base) => {
            let powers = (0..).map_while(|k| base.checked_pow(k)).map(|power| power as u64);
            Novelty::Endless(powers.filter(|&power| power > entering).collect())
        }
    };
    Drawn { sort: "moves", text: texts.join(" | "), values, novelty, length }
}

fn size(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}
