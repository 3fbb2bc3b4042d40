use super::*;
use crate::lang::holds_at;
use crate::theory::Control;
use crate::theory::random::Random;

fn answer(text: &str, base: usize) -> Answer {
    let control = Control::default();
    let sentence = Sentence::parse(text, base).unwrap_or_else(|error| panic!("{text}: {error}"));
    sentence.answer(&Budget::new(&control)).unwrap()
}

fn numbers(named: Option<&Named>) -> Vec<u64> {
    named.into_iter().flatten().map(|(_, number)| u64::try_from(number).unwrap()).collect()
}

/// Published results on automatic sequences, and identities that everyone knows.
#[test]
fn what_is_known_is_proved() {
    // popcount(n) % 2 is the word of Thue and Morse.
    let same = |one: &str, other: &str| format!("popcount({one}) % 2 == popcount({other}) % 2");
    let square = format!("exists i: forall k: k < p implies {}", same("i + k", "i + k + p"));
    let palindrome = format!("exists i: forall k, l: k + l + 1 == m implies {}", same("i + k", "i + l"));
    for (text, base) in [
        // A. Thue 1912: no overlap. J.-J. Pansiot 1981, S. Brlek 1989: the periods of squares.
        (format!("not exists i, p: p > 0 and forall k: k <= p implies {}", same("i + k", "i + k + p")), 2),
        (format!("forall p: p > 0 implies (({square}) iff p in powers(2) or exists q: q in powers(2) and p == 3*q)"), 2),
        // The same in a base in which the bits are read two and two.
        (format!("not exists i, p: p > 0 and forall k: k <= p implies {}", same("i + k", "i + k + p")), 4),
        // Its palindromes of odd length have at most three letters (Allouche and Shallit 2003, section 10.8).
        (format!("forall m: m % 2 == 1 and m > 3 implies not {palindrome}"), 2),
        // Its complement t(n) + t(2n + 1) = 1, and that it recurs: every factor comes back.
        (format!("forall n: {} and not {}", same("n", "2*n"), same("n", "2*n + 1")), 2),
        // J. Lambek and L. Moser 1959: n is as often a sum of two different numbers with an even sum of bits as of two with an odd
        // one; so it is one if it is the other.
        ("forall n: (exists x, y: x < y and x + y == n and popcount(x) % 2 == 0 and popcount(y) % 2 == 0) iff (exists x, y: x < y and x + y == n and popcount(x) % 2 == 1 and popcount(y) % 2 == 1)".to_owned(), 2),
        // C. L. Bouton 1901: a nim sum can be made 0 exactly if it is not.
        ("forall a, b, c: (a xor b xor c) != 0 implies (exists d: d < a and (d xor b xor c) == 0) or (exists d: d < b and (a xor d xor c) == 0) or (exists d: d < c and (a xor b xor d) == 0)".to_owned(), 2),
        ("forall a, b: a + b == (a xor b) + 2 * bitand(a, b)".to_owned(), 2),
        // Where the word of Thue and Morse changes (the period-doubling word; Allouche and Shallit 2003, section 6.3).
        (format!("forall n: (not {}) iff trailing_zeros(n + 1) % 2 == 0", same("n", "n + 1")), 2),
        // J. J. Sylvester 1884: 3 and 5 make every number above 7.
        ("forall n: n >= 8 implies exists x, y: n == 3*x + 5*y".to_owned(), 10),
        ("not exists x, y: 7 == 3*x + 5*y".to_owned(), 7),
        // Casting out nines.
        ("forall n: n % 9 == sum(digits(n)) % 9".to_owned(), 10),
        ("forall n: n % 2 == sum(digits(n, 3)) % 2".to_owned(), 3),
        ("forall n: n in powers(4) iff n in powers(2) and n % 3 == 1".to_owned(), 2),
        ("forall n: n in powers(2) iff n in powers(4) or exists m: m in powers(4) and n == 2*m".to_owned(), 16),
    ] {
        assert!(answer(&text, base).is_proved(), "{text}");
    }
}

#[test]
fn examples_are_given_where_there_are_names() {
    let refuted = answer("forall n: n % 7 != 5 or n < 100", 10);
    assert_eq!((refuted.is_proved(), numbers(refuted.counterexample.as_ref())), (false, vec![103]));
    let proved = answer("exists x, y: x + y == 9 and x - y == 3", 3);
    assert_eq!((proved.is_proved(), numbers(proved.example.as_ref())), (true, vec![6, 3]));
    let depends = answer("n xor m == n + m", 2);
    assert!(depends.depends() && !depends.is_proved());
    assert_eq!(numbers(depends.example.as_ref()), [0, 0]);
    assert_eq!(numbers(depends.counterexample.as_ref()), [1, 1]);
    let names: Vec<_> = depends.example.iter().flatten().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["n", "m"]);
    let always = answer("x >= 0", 2);
    assert!(always.is_proved() && always.counterexample.is_none());
    let never = answer("x < 0", 2);
    assert!(!never.is_proved() && !never.depends());
    // The first words bring in the names, whatever comes behind.
    let mixed = answer("forall n: exists k: n == 2*k", 2);
    assert_eq!(numbers(mixed.counterexample.as_ref()), [1]);
    assert!(answer("1 + 1 == 2", 2).is_proved());
    assert!(!answer("not forall x: x == x", 2).is_proved());
}

#[test]
fn words_bind_as_they_should() {
    for (text, holds) in [
        ("false implies false implies false", true),
        ("(false implies false) implies false", false),
        ("true iff false iff false", true),
        ("false and false or true", true),
        ("true or true implies false", false),
        ("false implies true iff true", true),
        ("not exists x: x < 0 and x > 0", true),
        ("forall x: x < 5\nimplies x < 6  # a remark\n", true),
        ("(forall x: x > 0) or true", true),
        ("forall x: x > 0 or x == 0", true),
        ("true and forall x: x == 3 implies x in {3}", true),
        ("forall x: (exists y: x == y) and (exists y: y == x + 1)", true),
        ("(forall x: x == x) and (exists x: x == 4)", true),
    ] {
        assert_eq!(answer(text, 2).is_proved(), holds, "{text}");
    }
}

/// Names up to a bound: the bound stands in the text, and is obeyed here.
const BOUND: i128 = 6;

fn by_words(statement: &Statement, values: &mut Vec<i128>) -> bool {
    match statement {
        Statement::Holds(condition) => holds_at(condition, values),
        Statement::Not(inner) => !by_words(inner, values),
        Statement::And(left, right) => by_words(left, values) && by_words(right, values),
        Statement::Or(left, right) => by_words(left, values) || by_words(right, values),
        Statement::Implies(left, right) => !by_words(left, values) || by_words(right, values),
        Statement::Iff(left, right) => by_words(left, values) == by_words(right, values),
        Statement::Quantified(quantifier, slots, body) => {
            let [(_, slot)] = &slots[..] else { panic!("one name at a time") };
            let slot = slot.0;
            values.resize(values.len().max(slot + 1), 0);
            let mut each = (0..=BOUND).map(|value| {
                values[slot] = value;
                by_words(body, values)
            });
            if *quantifier == Quantifier::All { each.all(|holds| holds) } else { each.any(|holds| holds) }
        }
    }
}

fn random_formula(random: &mut Random, known: &[&str], depth: u64) -> String {
    let name =
        |random: &mut Random| known[usize::try_from(random.below(known.len() as u64)).unwrap()].to_owned();
    if depth == 0 {
        let (one, other) = (name(random), name(random));
        let number = random.below(6);
        return match random.below(6) {
            0 => format!("{one} + {number} == 2*{other}"),
            1 => format!("{one} xor {other} < {number}"),
            2 => format!("({one} - {other}) % 3 == {number}"),
            3 => format!("popcount({one} + {number}) % 2 == {other} / 3"),
            4 => format!("{one} - {number} <= {other}"),
            _ => format!("{one} in {{{number}, {other} + 1}}"),
        };
    }
    match random.below(7) {
        0 => format!(
            "({}) and ({})",
            random_formula(random, known, depth - 1),
            random_formula(random, known, depth - 1)
        ),
        1 => format!(
            "({}) or ({})",
            random_formula(random, known, depth - 1),
            random_formula(random, known, depth - 1)
        ),
        2 => format!(
            "({}) iff ({})",
            random_formula(random, known, depth - 1),
            random_formula(random, known, depth - 1)
        ),
        3 => format!("not ({})", random_formula(random, known, depth - 1)),
        kind => {
            let fresh = ["x", "y", "z", "u", "v", "w"][known.len()];
            let known = [known, &[fresh]].concat();
            let body = random_formula(random, &known, depth - 1);
            match kind {
                4 | 5 => format!("(exists {fresh}: {fresh} <= {BOUND} and ({body}))"),
                _ => format!("(forall {fresh}: {fresh} <= {BOUND} implies ({body}))"),
            }
        }
    }
}

#[test]
fn random_formulas_hold_where_their_words_say() {
    let control = Control::default();
    let budget = Budget::new(&control);
    let mut random = Random::new(5);
    let (mut true_at, mut seen) = (0_u32, 0_u32);
    for _ in 0..300 {
        let text = random_formula(&mut random, &["x"], 4);
        let sentence = Sentence::parse(&text, 2).unwrap();
        let (statement, free) = read_formula(&text).unwrap();
        let Relation { variables, automaton } = relation(sentence.formula(), 2, &budget).unwrap();
        for x in 0..=7_i128 {
            let mut values = vec![0; free.len()];
            values.iter_mut().for_each(|value| *value = x);
            let meant = by_words(&statement, &mut values);
            let tuple = vec![BigUint::try_from(x).unwrap(); variables.len()];
            assert_eq!(automaton.accepts(&tuple), meant, "{text} at {x}");
            true_at += u32::from(meant);
            seen += 1;
        }
    }
    assert!((seen / 5..seen / 5 * 4).contains(&true_at), "{true_at} of {seen}");
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_a_cure() {
    let mut wrong = Vec::new();
    for (text, base, said) in [
        ("", 2, "1:1: an expression is missing before the end of the text"),
        ("n", 2, "1:1: a number where a condition is wanted"),
        ("forall n: n * n >= n", 2, "1:11: a product of two variables is not definable by automata"),
        ("n xor 1 == 0", 10, "1:1: bits are not digits in base 10 (take a base that is a power of 2"),
        ("popcount(n) % 2 == 0", 3, "1:1: bits are not digits in base 3"),
        ("popcount(n) == m", 2, "1:1: the number of 1s is not definable by automata (ask for its rest"),
        ("n in powers(3)", 2, "1:6: the powers of 3 are not known in base 2 (take base 3: `--base 3`)"),
        ("n / m == 2", 2, "1:5: division by a variable is not definable"),
        ("n % 0 == 2", 2, "1:5: the divisor is not positive"),
        ("n == 2**k", 2, "1:6: a power with a variable as its exponent"),
        ("is_prime(n)", 2, "1:1: being prime is not definable"),
        ("n in squares", 2, "1:6: this set is not definable"),
        ("n in divisors(m)", 2, "1:6: members of this set"),
        ("sum(digits(n)) % 9 == 0", 2, "1:5: these are not the digits in base 2"),
        ("forall n n > 0", 2, "1:10: `:` is missing before `n`"),
        (
            "forall n in 1..3: n > 0",
            2,
            "1:10: `:` is missing before `in` (names stand for all numbers from 0 on",
        ),
        ("forall: n > 0", 2, "1:7: a name is missing before `:`"),
        ("forall min: min > 0", 2, "1:8: `min` is a function and cannot be a name"),
        ("forall exists: 1 == 1", 2, "1:8: `exists` is a word of formulas and cannot be a name"),
        ("forall x, x: x > 0", 2, "1:11: the name `x` is bound already"),
        ("forall x: exists x: x > 0", 2, "1:18: the name `x` is bound already"),
        ("n > 0 -> n > 1", 2, "1:7: `->` is not in the language (write `implies`)"),
        ("∃ x: x > 0", 2, "1:1: `∃` is not in the language (write `exists`)"),
        ("n > 0 implies", 2, "1:14: an expression is missing before the end of the text"),
        ("implies n > 0", 2, "1:1: an expression is missing before `implies`"),
        ("n > 0, n < 3", 2, "1:6: one expression is wanted here"),
        ("(forall x: x > 0) + 1 == 2", 2, "1:1: `forall` and `exists` are not counted"),
        ("n = 3", 2, "1:3: `=` does not compare"),
        ("n == 10**30", 2, "1:6: a number here is too large"),
        ("n << m == 0", 2, "1:6: bits are shifted by a constant"),
        ("gcd(n, 6) == 1", 2, "1:1: common divisors and multiples"),
        ("popcount(n - m) % 2 == 0", 2, "1:10: the digits of a number that may be less than 0"),
    ] {
        let error = Sentence::parse(text, base).expect_err(text).to_string();
        // Every error has a cure, in brackets.
        if !error.starts_with(said) || !error.ends_with(')') {
            wrong.push(format!("{text}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // All errors come at once.
    let error = Sentence::parse("n * n == 1 or n / m == 2", 2).unwrap_err();
    assert_eq!(error.diagnostics.len(), 2);
}

#[test]
fn deep_and_long_formulas_are_answered_or_refused() {
    let chain = |word: &str, count: usize| vec!["n > 3"; count].join(word);
    assert_eq!(answer(&chain(" iff ", 151), 2).counterexample.map(|named| named.len()), Some(1));
    assert!(Sentence::parse(&chain(" iff ", 5000), 2).is_err());
    let nested = (0..60).fold("n".to_owned(), |inner, _| format!("({inner} > 3)"));
    assert!(answer(&format!("{nested} == 0"), 2).depends() || nested.len() > 3);
    let brackets = "(".repeat(5000);
    assert!(Sentence::parse(&brackets, 2).is_err());
    let listed = (0..3000).map(|number| (number * number).to_string()).collect::<Vec<_>>().join(", ");
    let least = answer(&format!("forall n: n in {{{listed}}} or n >= 2999 * 2999"), 2);
    assert_eq!(numbers(least.counterexample.as_ref()), [2]);
}
