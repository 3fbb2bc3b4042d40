//! Input that is not of a problem's form: one error with its place, or a
//! complete answer; never a panic, a hang or a part of an answer.

use grundy::judge::{JudgeError, problem, problems, run};
use grundy::theory::{Control, Stopped};
use std::time::Duration;

use super::random::Random;
use super::{ask, control};

fn message(id: &str, input: &str) -> String {
    ask(id, input).expect_err(input).to_string()
}

#[test]
fn the_message_says_where_and_what() {
    for (id, input, expected) in [
        (
            "nowcoder-1071g",
            "2\n9",
            "line 2, column 2 (item 3 of the input): expected a heap, a number from 1 to 1000000, \
             found the end of the input",
        ),
        (
            "nowcoder-1071g",
            "2\n9 ten",
            "line 2, column 3 (item 3 of the input): expected a heap, a number from 1 to 1000000, found `ten`",
        ),
        (
            "nowcoder-1071g",
            "2\n9 1000001",
            "line 2, column 3 (item 3 of the input): expected a heap, a number from 1 to 1000000, found `1000001`",
        ),
        (
            "nowcoder-1071g",
            "1\n9\n10",
            "line 3, column 1 (item 3 of the input): expected the end of the input, found `10`",
        ),
        (
            "nowcoder-1071g",
            "",
            "line 1, column 1 (item 1 of the input): expected G, a number from 0 up, found the end of the input",
        ),
        (
            "hdu-1847",
            "5\n0\n",
            "line 2, column 1 (item 2 of the input): expected a heap, a number from 1 to 1000000000000000000, found `0`",
        ),
        (
            "hdu-3537",
            "1 -1",
            "line 1, column 3 (item 2 of the input): expected a coin, a number from 0 to 1000000000, found `-1`",
        ),
        (
            "hdu-5724",
            "1\n1\n1 21\n",
            "line 3, column 3 (item 4 of the input): expected a piece, a number from 1 to 20, found `21`",
        ),
        (
            "abc-297g",
            "1 5 4 9",
            "line 1, column 5 (item 3 of the input): expected R, a number from 5 to 1000000000, found `4`",
        ),
        (
            "poj-2975",
            "1 5\n",
            "line 2, column 1 (item 3 of the input): expected n, a number from 1 to 1000, or the 0 that ends \
             the list, found the end of the input",
        ),
        (
            "hackerrank-bowling-pins",
            "1 3 IXXI",
            "line 1, column 5 (item 3 of the input): expected a word of the letters `I` and `X`, 3 in all, \
             found `IXXI`",
        ),
        (
            "leetcode-294",
            "++ +x",
            "line 1, column 4 (item 2 of the input): expected a word of the letters `+` and `-`, found `+x`",
        ),
    ] {
        assert_eq!(message(id, input), expected, "{id}: {input}");
    }
}

#[test]
fn announced_but_not_delivered() {
    for (id, input) in [
        ("nowcoder-1071g", "1000000000000000000 5"),
        ("hdu-3537", "1000000000000000000 5"),
        ("hdu-5724", "1000000000000000000 1000000000000000000 1 5"),
        ("hdu-1849", "1000000000000000000 5"),
        ("luogu-p2197", "9223372036854775807 9223372036854775807 0"),
        ("hackerrank-bowling-pins", "1 9223372036854775807 I"),
    ] {
        assert!(matches!(ask(id, input), Err(JudgeError::Input(_))), "{id}");
    }
    assert!(message("nowcoder-1071g", "9223372036854775808 1").contains("expected G"));
}

#[test]
fn bytes_that_are_no_text() {
    for problem in problems() {
        for bytes in [b"\xff\xfe".as_slice(), b"1 \x00", b"\xc3", b"\x80 1 2", b"1\xff2"] {
            let error = run(problem, bytes, &control()).expect_err(problem.id());
            assert!(error.to_string().starts_with("line 1, column "), "{}: {error}", problem.id());
        }
    }
}

/// A complete answer ends its last line, and answers come only from whole inputs.
fn answers_or_says_where(id: &str, input: &[u8]) -> bool {
    let problem = problem(id).expect("the problem is known");
    match run(problem, input, &control()) {
        Ok(output) => {
            assert!(output.is_empty() || output.ends_with('\n'));
            true
        }
        Err(JudgeError::Input(error)) => {
            assert!(error.line >= 1 && error.column >= 1 && error.token >= 1);
            let lines = input.split(|&byte| byte == b'\n').count();
            assert!(error.line <= lines, "{id}: {error}");
            false
        }
        // Whether a graph has circles, a form does not say: play on it does.
        Err(error @ JudgeError::Solve { .. }) if error.to_string().contains("round in a circle") => false,
        Err(error) => panic!("{id}: {error}"),
    }
}

#[test]
fn truncated_samples() {
    for problem in problems() {
        for sample in problem.samples() {
            for end in 0..sample.input.len() {
                answers_or_says_where(problem.id(), &sample.input.as_bytes()[..end]);
            }
        }
    }
}

#[test]
fn samples_with_a_byte_changed() {
    let mut random = Random::new(1);
    let (mut answered, mut refused) = (0, 0);
    for problem in problems() {
        for sample in problem.samples() {
            for _ in 0..60 {
                let mut input = sample.input.clone().into_bytes();
                let at = random.within(0, input.len() as u64 - 1) as usize;
                // Digits are left out: they could make a position that is right but takes long.
                input[at] = *b" \n-x.\xff\x00+\tIX"
                    .get(random.within(0, 10) as usize)
                    .expect("the index is below the length");
                match answers_or_says_where(problem.id(), &input) {
                    true => answered += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(answered > 50 && refused > 500, "{answered} {refused}");
}

#[test]
fn random_tokens() {
    const TOKENS: [&str; 16] = [
        "0",
        "1",
        "2",
        "3",
        "5",
        "7",
        "20",
        "21",
        "-1",
        "+",
        "1e5",
        "IX",
        "99999999999999999999",
        "\u{e9}",
        "\n",
        "0x1",
    ];
    let mut random = Random::new(2);
    for problem in problems() {
        for round in 0..150 {
            // Some inputs of small numbers only, so that answers occur too.
            let last = if round % 2 == 0 { 5 } else { 15 };
            let count = random.within(0, 12);
            let tokens: Vec<String> =
                (0..count).map(|_| TOKENS[random.within(0, last) as usize].to_owned()).collect();
            answers_or_says_where(problem.id(), random.spread(&tokens).as_bytes());
        }
    }
}

#[test]
fn limits_stop_the_work() {
    let problem = problem("hdu-1847").expect("the problem is known");
    let late = Control::default().with_time_limit(Duration::ZERO);
    assert_eq!(
        run(problem, b"1 2 3", &late),
        Err(JudgeError::Stopped(Stopped::TimeLimit { limit: Duration::ZERO }))
    );
}
