//! Games whose law is known.

use grundy::engine::Periodic;
use grundy::lang::Claim;
use grundy::law::FoundLaw;
use grundy::ruleset::TakeAndBreakCode;
use grundy::theory::{Law, Values};
use grundy::{Control, Nimber};

use super::games::{divisors, gcd, heaps, kayles, splits, sums};
use super::law_of;

/// The law of a table, after its claim has been read and tried.
fn law(values: &Values) -> FoundLaw {
    let found = law_of(values).expect("there is a law");
    if let Some(claim) = found.claim() {
        let read = Claim::parse(&claim).expect("the claim is read");
        for (n, value) in (0..300).zip(values.iter()) {
            assert_eq!(read.holds(n, value, &Control::default()), Ok(true), "{claim} at {n}");
        }
    }
    found
}

fn claim(values: &Values) -> String {
    law(values).claim().expect("there is a formula")
}

fn taking(amounts: &[usize]) -> Values {
    heaps(1000, |n| amounts.iter().filter_map(|amount| n.checked_sub(*amount)).collect())
}

#[test]
fn amounts_that_are_taken() {
    assert_eq!(claim(&heaps(400, |n| (0..n).collect())), "g == n");
    for most in 2..=9 {
        let bash = taking(&(1..=most).collect::<Vec<_>>());
        assert_eq!(claim(&bash), format!("g == n % {}", most + 1));
    }
    assert_eq!(claim(&taking(&[3, 4, 5, 6, 7, 8])), "g == n % 11 / 3");
    let found = law(&taking(&[1, 3, 4]));
    assert_eq!(found.law.to_string(), "g(n + 7) = g(n) for every n >= 0");
    assert_eq!((found.law.kind(), found.formula, found.found_on), ("periodic", None, 14));
    assert_eq!(claim(&taking(&[1, 2, 4, 8, 16, 32, 64, 128, 256, 512])), "g == n % 3");
    assert_eq!(claim(&taking(&[1, 3, 9, 27, 81, 243, 729])), "g == n % 2");
    assert_eq!(claim(&taking(&(1..500).map(|k| 2 * k).collect::<Vec<_>>())), "g == n / 2");
    // All amounts but 3.
    let found = law(&heaps(400, |n| (0..n).filter(|left| n - left != 3).collect()));
    assert_eq!(found.law.kind(), "arithmetic-periodic");
    // At most half; a smaller number that does not divide n.
    assert_eq!(
        claim(&heaps(1000, |n| (n - n / 2..n).collect())),
        "g == (n + 1 >> trailing_zeros(n + 1)) / 2"
    );
    let others = heaps(1000, |n| (1..n).filter(|d| !n.is_multiple_of(*d)).collect());
    assert_eq!(claim(&others), "n == 0 or g == (n >> trailing_zeros(n)) / 2");
    assert_eq!(law(&others).law.kind(), "regular");
}

#[test]
fn heaps_that_are_split() {
    let lasker = |n: usize| splits(n, 1).into_iter().chain((0..n).map(|left| vec![left])).collect();
    assert_eq!(claim(&sums(400, lasker)), "n == 0 or g == n + (n % 4 == 3) - (n % 4 == 0)");
    // HDU 5795: or split into three.
    let three = |n: usize| {
        let thirds =
            (1..=n / 3).flat_map(|a| splits(n - a, a).into_iter().map(move |bc| [bc, vec![a]].concat()));
        thirds.chain((0..n).map(|left| vec![left])).collect()
    };
    assert_eq!(claim(&sums(200, three)), "n == 0 or g == n + (n % 8 == 7) - (n % 8 == 0)");
    // 0.8: take one, leave exactly three heaps.
    let eight = |n: usize| match n {
        0 => vec![],
        _ => (1..=(n - 1) / 3)
            .flat_map(|a| splits(n - 1 - a, a).into_iter().map(move |bc| [bc, vec![a]].concat()))
            .collect(),
    };
    assert_eq!(claim(&sums(200, eight)), "n == 0 or g == (n - 1) / 3");
    let found = law(&sums(1500, kayles));
    assert_eq!(found.law.to_string(), "g(n + 12) = g(n) for every n >= 71");
    assert_eq!(found.exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70], "as in Winning Ways");
}

#[test]
fn coins_that_are_turned() {
    let turtles = |n: usize| {
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| vec![a, b]));
        pairs.chain((0..n).map(|a| vec![a])).chain([vec![]]).collect()
    };
    let found = law(&sums(400, turtles));
    assert_eq!(found.claim().unwrap(), "g == 2 * n + (popcount(n) % 2 == 0)");
    assert_eq!(found.law.to_string(), "g(2n) = g(n) + 2n, g(2n + 1) = 6n + 3 - g(n); g(0) = 1");
    let twins = |n: usize| (0..n).map(|a| vec![a]).collect();
    assert_eq!(claim(&sums(300, twins)), "g == n");
    // Up to three neighbours, coin n being the last of them.
    let ruler_3 = |n: usize| {
        vec![
            vec![],
            (n > 0).then(|| n - 1).into_iter().collect(),
            if n > 1 { vec![n - 1, n - 2] } else { vec![] },
        ]
    };
    assert_eq!(claim(&sums(300, ruler_3)), "g == n % 2 + 1");
    // Any number of neighbours.
    let ruler = |n: usize| (0..=n).map(|from| (from..n).collect()).collect();
    assert_eq!(claim(&sums(400, ruler)), "g == 2 ** trailing_zeros(n + 1)");
}

#[test]
fn numbers_that_are_divided() {
    let values = heaps(20_000, |n| if n == 0 { vec![] } else { (2..=6).map(|k| n / k).collect() });
    let found = law(&values);
    let Law::Regular(regular) = &found.law else { panic!("{}", found.law) };
    assert_eq!((regular.base(), regular.rank(), found.formula), (12, 1, None));
    let shown = found.law.to_string();
    assert!(
        shown.starts_with("g(12n + t) = g(n) (t = 0..11) for n >= 1; g(0) = 0, g(1) = 1, g(2) = 2,"),
        "{shown}"
    );
    let scale = |n: u64| {
        let mut lead = n;
        while lead >= 12 {
            lead /= 12;
        }
        [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0][usize::try_from(lead).unwrap()]
    };
    for n in [10_u64.pow(18), 999_999_999_999_999_999, 12_u64.pow(16), 12_u64.pow(16) - 1] {
        assert_eq!(found.law.value(&n.into()), Some(scale(n).into()), "{n}");
    }
    assert_eq!(claim(&heaps(2000, |n| (2..=n).map(|k| n / k).collect())), "n == 0 or g == bit_length(n) - 1");
    let proper = heaps(1000, |n| divisors(n).into_iter().filter(|d| *d < n).map(|d| n - d).collect());
    assert_eq!(claim(&proper), "n == 0 or g == trailing_zeros(n)");
    let any = heaps(1000, |n| divisors(n).into_iter().map(|d| n - d).collect());
    assert_eq!(claim(&any), "n == 0 or g == trailing_zeros(n) + 1");
    let prime = |d: &usize| divisors(*d).len() == 2;
    let by_prime = heaps(1000, |n| divisors(n).into_iter().filter(prime).map(|p| n / p).collect());
    let found = law(&by_prime);
    assert_eq!(found.law.kind(), "multiplicative");
    assert_eq!(found.claim().unwrap(), "g == count(prime_factors(n)) % 2");
    let by_divisor = heaps(1000, |n| divisors(n).into_iter().filter(|d| *d > 1).map(|d| n / d).collect());
    assert_eq!(claim(&by_divisor), "g == count(prime_factors(n))");
    let coprime = heaps(1000, |n| (1..=n).filter(|&y| gcd(n, y) == 1).map(|y| n - y).collect());
    let found = law(&coprime);
    assert_eq!(found.law.kind(), "multiplicative");
    // 9999991 is the prime number 664579, 3 is the second.
    assert_eq!(found.law.value(&9_999_991_u32.into()), Some(664_579_u64.into()));
    assert_eq!(found.law.value(&30_000_000_003_u64.into()), Some(2_u64.into()));
    for n in 0..1000_usize {
        assert_eq!(found.law.value(&n.into()).unwrap().to_nimber(), coprime.get(n));
    }
}

#[test]
fn numbers_that_are_halved() {
    let mark = |even_only: bool| {
        move |n: usize| {
            let half = (n > 0 && !(even_only && n % 2 == 1)).then_some(n / 2);
            n.checked_sub(1).into_iter().chain(half).collect()
        }
    };
    for even_only in [false, true] {
        let long = heaps(200_000, mark(even_only));
        let short: Values = long.iter().take(2000).collect();
        let found = law(&short);
        let Law::Regular(regular) = &found.law else { panic!("{}", found.law) };
        assert_eq!(regular.base(), 2);
        assert!(regular.rank() <= 6, "{}", found.law);
        assert_eq!(found.law.first_failure(&long), None);
    }
}

/// The terms of testdata/oeis.tsv for sequences whose rule has a law, and the first n of each.
#[test]
fn terms_of_the_encyclopedia_agree() {
    let file = include_str!("../../../data/oeis.tsv");
    let terms = |number: &str| -> Vec<(usize, u64)> {
        let row = file.lines().find(|line| line.starts_with(number)).expect("the sequence is listed");
        let columns: Vec<&str> = row.split('\t').collect();
        let first: usize = columns[3].parse().expect("a first heap");
        (first..).zip(columns[2].split(',').map(|term| term.parse().expect("a number"))).collect()
    };
    let mark = |n: usize| n.checked_sub(1).into_iter().chain((n > 0).then_some(n / 2)).collect();
    let i_mark = |n: usize| {
        n.checked_sub(1).into_iter().chain((n > 0 && n.is_multiple_of(2)).then_some(n / 2)).collect()
    };
    let one_or_prime =
        |n: usize| (1..=n).filter(|&d| d == 1 || divisors(d).len() == 2).map(|d| n - d).collect();
    let prime_power =
        |d: usize| d == 1 || (2..=d).find(|p| d.is_multiple_of(*p)).is_some_and(|p| p.pow(d.ilog(p)) == d);
    let one_or_power = |n: usize| (1..=n).filter(|&d| prime_power(d)).map(|d| n - d).collect();
    let tables: [(&str, Values); 7] = [
        ("A229764", heaps(2000, mark)),
        ("A263635", heaps(2000, i_mark)),
        ("A266756", taking(&[2, 5, 7])),
        ("A010873", heaps(300, one_or_prime)),
        ("A010875", heaps(300, one_or_power)),
        ("A131555", taking(&[2, 4])),
        ("A004526", taking(&(1..500).map(|k| 2 * k).collect::<Vec<_>>())),
    ];
    for (number, values) in tables {
        let found = law(&values);
        for (n, term) in terms(number) {
            assert_eq!(found.law.value(&n.into()), Some(term.into()), "{number} at {n}");
        }
    }
}

/// Every code of testdata/octal-periods.tsv whose period shows in a table of moderate length.
#[test]
fn published_periods_are_found() {
    let file = include_str!("../../../../../testdata/octal-periods.tsv");
    let mut found_periods = 0;
    for line in file.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let columns: Vec<&str> = line.split('\t').collect();
        let number = |column: usize| columns[column].parse::<usize>().expect("a number");
        let (preperiod, period) = (number(1), number(2));
        let length = (17 * preperiod.max(period)).max(1000);
        if length > 100_000 {
            continue;
        }
        let digits = columns[0].chars().filter_map(|c| c.to_digit(10)).map(u64::from).collect();
        let mut game = Periodic::take_and_break(TakeAndBreakCode::new(digits, vec![]).unwrap()).without_law();
        game.advance(length - 1, &Control::default()).unwrap();
        let Law::Period(found) = law(game.values()).law else { panic!("{line}") };
        assert_eq!((found.period().preperiod, found.period().period), (preperiod, period), "{line}");
        found_periods += 1;
    }
    assert_eq!(found_periods, 67);
    let nothing: Values = (0..200).map(|_| Nimber::ZERO).collect();
    assert_eq!(claim(&nothing), "g == 0");
}
