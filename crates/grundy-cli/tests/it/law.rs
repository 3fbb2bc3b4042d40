//! Laws: what is found, in which words, and that only what is proved is called so.

use serde_json::{Value, json};

use crate::run::{answers, grundy};

fn law(rule: &str, to: &str) -> Value {
    let run = grundy(&["law", rule, "--to", to, "--format", "json"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", 0), "{rule}");
    serde_json::from_str(&run.stdout).expect("one object")
}

#[test]
fn a_law_is_said_in_words() {
    answers(
        &["law", "lasker"],
        "g(n) = n + (n % 4 == 3) - (n % 4 == 0) for every n but 0\n\
         that is: g(n + 4) = g(n) + 4 for every n >= 1\n\
         proved for every n: decided by automata: no option has the value of the law, and every smaller value is reached (base 2, 12 states)\n",
    );
    answers(
        &["law", "at-most-half", "--to", "5000"],
        "g(n) = (n + 1 >> trailing_zeros(n + 1)) / 2\n\
         that is: g(2n) = n, g(2n + 1) = g(n); g(0) = 0\n\
         holds for every n up to 5000; whether it holds beyond is not known\n\
         A025480 of the OEIS begins with these 24 values, from n = 0\n",
    );
    answers(
        &["law", "take-a-square", "--to", "5000"],
        "no law was found in the values up to 5000\n\
         A014586 of the OEIS begins with these 24 values, from n = 0\n",
    );
}

#[test]
fn laws_are_proved_by_the_form_of_the_rule() {
    for (rule, kind, preperiod, period, saltus) in [
        ("0.77", "periodic", 71, 12, 0),
        ("0.07", "periodic", 53, 34, 0),
        ("n -> n - 2**k for k in 0..", "periodic", 0, 3, 0),
        ("n -> n - k for k in (1..) \\ {2, 5}", "arithmetic-periodic", 0, 4, 2),
        ("n -> 0..n-1 | [a, b, c] where a + b + c == n, 1 <= a <= b <= c", "arithmetic-periodic", 1, 8, 8),
        ("n -> n - p for p in powers(3)", "periodic", 0, 2, 0),
        ("0.8", "arithmetic-periodic", 1, 3, 1),
    ] {
        let law = law(rule, "10000");
        assert_eq!(law["status"], "proved", "{rule}: {law}");
        let found = [&law["kind"], &law["preperiod"], &law["period"], &law["saltus"]];
        assert_eq!(found, [&json!(kind), &json!(preperiod), &json!(period), &json!(saltus)], "{rule}");
    }
}

#[test]
fn laws_are_proved_by_automata() {
    for (rule, formula) in [
        (
            "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x",
            Some("2 * n + (popcount(n) % 2 == 0)"),
        ),
        ("n -> n - 1 | n / 2 if n > 0", None),
        ("n -> n - 1 | n / 2 if n % 2 == 0", None),
        ("let K = 6; n -> n / k for k in 2..K", None),
        ("n -> n - 1 | n / 3 if n > 0", None),
    ] {
        let law = law(rule, "100000");
        assert_eq!(law["status"], "proved", "{rule}: {law}");
        if let Some(formula) = formula {
            assert_eq!(law["formula"], formula, "{rule}");
        }
    }
    let cow = law("cow-digits", "10000");
    assert_eq!((&cow["kind"], &cow["status"]), (&json!("automatic"), &json!("proved")), "{cow}");
    assert!(cow["law"].as_str().unwrap().contains("2847 states"), "{cow}");
}

/// Rules that have no law as far as anybody knows, or one that is not proved here.
#[test]
fn no_law_is_called_proved_on_evidence() {
    for (rule, to) in [
        ("take-a-fibonacci", "20000"),
        ("grundys-game", "5000"),
        ("0.6", "5000"),
        ("take-a-square", "20000"),
        ("take-a-prime", "20000"),
    ] {
        assert_eq!(law(rule, to)["status"], "none", "{rule}");
    }
    for rule in ["proper-divisors", "coprime", "divide-by-a-prime"] {
        assert_eq!(law(rule, "20000")["status"], "holds-to", "{rule}");
    }
}

#[test]
fn a_proved_law_answers_any_size() {
    let run = grundy(&["value", "mark", "10**40", "--format", "json"]);
    let answer: Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!((run.status, &answer["method"]), (0, &json!("law")), "{answer}");
    // 10^40 ends in 40 zeros: g(4n) = g(n), and g at the odd part, 5^40, is found by the recurrence as well.
    let odd = grundy(&["value", "mark", "5**40", "--format", "json"]);
    let odd: Value = serde_json::from_str(&odd.stdout).expect("one object");
    assert_eq!(answer["value"], odd["value"]);
    answers(
        &["value", "lasker", "1000000000000000000000000000003"],
        "1000000000000000000000000000003 has value 1000000000000000000000000000004: the player to move wins (N)\n",
    );
}

#[test]
fn claims_are_proved_by_the_law() {
    for (rule, claim) in [
        ("powers-of-two", "P == (n % 3 == 0)"),
        ("mock-turtles", "popcount(g) % 2 == 1 and g / 2 == n"),
        ("cow-digits", "g in {0, 1, 2}"),
        ("lasker", "g == n + (n % 4 == 3) - (n % 4 == 0 and n > 0)"),
        ("kayles", "g == 0 or g < 10"),
    ] {
        let run = grundy(&["check", rule, claim, "--to", "3000"]);
        assert!(
            run.stdout.starts_with("proved for every n, from the law of the values ("),
            "{rule}: {}",
            run.stdout
        );
        assert_eq!(run.status, 0);
    }
    // False far beyond the table: the law finds the least n.
    for (rule, claim, at) in [
        ("nim", "g < 10**9", "1000000000"),
        ("powers-of-two", "g == n % 3 and (n < 10**6 or n % 1000 != 17)", "1000017"),
    ] {
        let run = grundy(&["check", rule, claim, "--to", "1000"]);
        let expected = format!("refuted: n = {at} is the least counterexample");
        assert!(run.stdout.starts_with(&expected) && run.status == 1, "{rule}: {}", run.stdout);
    }
}
