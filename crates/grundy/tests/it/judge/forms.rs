//! What the forms of input can say, on problems made for the purpose.

use grundy::judge::{JudgeError, Problem, ProblemErrorKind, run};
use grundy::theory::Control;

/// A problem about nim with this form and these answers.
fn nim(input: &str, wins: &str, loses: &str) -> Problem {
    let text = format!(
        "id = 'made'\ntitle = 'Made'\nsource = 'A test'\nstatement = 'Nim.'\nrule = 'nim'\ninput = '{input}'\n\
         [answer]\nwins = \"{wins}\"\nloses = \"{loses}\"\nmove = '{{from}}->{{to}}'\n\
         [[sample]]\ninput = ''\noutput = ''\n"
    );
    Problem::parse("made.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn answer(problem: &Problem, input: &str) -> Result<String, JudgeError> {
    run(problem, input.as_bytes(), &Control::default())
}

#[test]
fn heaps_to_the_end_of_a_line() {
    let problem = nim("until end case until newline heap 0..99", "W", "L");
    assert_eq!(answer(&problem, "1 2 3\n1 2\r\n\n\n5 5 \n 7").unwrap(), "L\nW\nL\nW\n");
    assert_eq!(answer(&problem, "").unwrap(), "");
}

#[test]
fn heaps_to_the_end_of_the_input() {
    let problem = nim("case until end heap 0..99", "{value}", "none");
    assert_eq!(answer(&problem, "1 2\n\n4").unwrap(), "7\n");
    assert_eq!(answer(&problem, "").unwrap(), "none\n");
}

#[test]
fn cases_are_counted_and_moves_listed() {
    let problem = nim(
        "until zero case(n 1..9, n times heap 0..9)",
        "Case #{case}: {count}: {moves}",
        "Case #{case}: -",
    );
    assert_eq!(
        answer(&problem, "2 1 1\n2 1 3\n3 1 1 1 0").unwrap(),
        "Case #1: -\nCase #2: 1: 3->1\nCase #3: 3: 1->0\n1->0\n1->0\n"
    );
}

#[test]
fn a_constant_count_and_joined_answers() {
    let problem = nim("until end joined(n 0..9, n times case 2 times heap 0..9)", "+", "-");
    assert_eq!(answer(&problem, "3 1 1 1 2 0 0\n0\n1 5 4").unwrap(), "-+-\n\n+\n");
}

#[test]
fn parameters_read_once() {
    let text = "id = 'made'\ntitle = 'Made'\nsource = 'A test'\nstatement = 'Bash.'\n\
        rule = 'let m = 1; n -> n - k for k in 1..m'\nparameters = ['m']\n\
        input = 'm 1..9, until end case heap 0..99'\n\
        answer = { wins = 'W', loses = 'L' }\nsample = [{ input = '', output = '' }]\n";
    let problem = Problem::parse("made.toml", text).unwrap();
    assert_eq!(answer(&problem, "3 4 5 8\n").unwrap(), "L\nW\nL\n");
}

#[test]
fn a_problem_file_is_checked_field_by_field() {
    let good = "id = 'made'\ntitle = 'Made'\nsource = 'A test'\nstatement = 'Nim.'\nrule = 'nim'\n\
        input = 'case heap 1..9'\nanswer = { wins = 'W', loses = 'L' }\nsample = [{ input = '1', output = 'W' }]\n";
    assert!(Problem::parse("made.toml", good).is_ok());
    for (from, to, field) in [
        ("'made'", "'Made'", "id"),
        ("'made'", "''", "id"),
        ("'A test'", "' '", "source"),
        ("'Nim.'", "''", "statement"),
        ("'nim'", "'n => n'", "rule"),
        ("'nim'", "''", "rule"),
        ("heap 1..9", "heap 9..1", "input"),
        ("'W', loses", "'{who}', loses", "answer.wins"),
        ("'L' }", "'}' }", "answer.loses"),
        ("'L' }", "'L', move = '{before}' }", "answer.move"),
        ("input = 'case", "parameters = ['m']\ninput = 'case", "parameters"),
        ("input = 'case", "parameters = ['m']\ninput = 'm 1..9, case", "rule"),
        ("sample = [{ input = '1', output = 'W' }]", "sample = []", "sample"),
        ("title = 'Made'\n", "", "the file"),
        ("title =", "titel =", "the file"),
        ("id =", "id", "the file"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let error = Problem::parse("made.toml", &text).expect_err(&text);
        assert_eq!((error.file.as_str(), error.field.as_str()), ("made.toml", field), "{error}");
        assert!(error.to_string().starts_with(&format!("made.toml: {field}: ")), "{error}");
    }
    let text = good.replace("input = 'case", "parameters = ['m']\ninput = 'case");
    let error = Problem::parse("made.toml", &text).unwrap_err();
    assert_eq!(error.kind, ProblemErrorKind::UnknownParameter { name: "m".to_owned() });
}
