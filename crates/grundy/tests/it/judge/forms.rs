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
        ("input = 'case", "goal = 'n => n'\ninput = 'case", "goal"),
        ("input = 'case", "goal = 'misere-nim'\ninput = 'case", "goal"),
        ("input = 'case", "goal = 'wythoff'\ninput = 'case", "goal"),
        ("'nim'", "'loopy; n -> n - 1'", "answer.draws"),
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

/// A problem with this rule, form and answers.
fn made(fields: &str) -> Problem {
    let text = format!(
        "id = 'made'\ntitle = 'Made'\nsource = 'A test'\nstatement = 'A game.'\n\
         sample = [{{ input = '', output = '' }}]\n{fields}"
    );
    Problem::parse("made.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn positions_of_every_shape() {
    // Two equal tuples in different orders are one position to a rule with `sym`.
    let problem = made(
        "rule = 'sym (a, b) -> (a - k, b) for k in 1..a; n -> 0..n - 1; open(n) -> n'\n\
         input = 'until end case(tuple (0..9, 0..9), heap 0..9, tag open (0..9))'\n\
         answer = { wins = '{value}: {count}: {first}', loses = 'none', move = '{component}/{at} {from}>{to}' }\n",
    );
    assert_eq!(answer(&problem, "2 1 2 9").unwrap(), "1: 1: 1/1 (1,2)>(0,2)\n");
    let lists = made(
        "rule = 'seq s -> set(s, i, v) for i in 0..len(s) - 1 for v in 0..s[i] - 1'\n\
         input = 'until end case until newline list (n 0..9, n times entry 0..9)'\n\
         answer = { wins = '{value} {moves}', loses = '-', move = '{component}.{at}', between = ' ' }\n",
    );
    assert_eq!(answer(&lists, "2 1 3  1 1\n0\n2 5 5").unwrap(), "3 1.2\n-\n-\n");
    let strips = made(
        "rule = 'row I -> X ; row I I -> X X'\ninput = 'until end case(n 1..9, strip n \"IX\")'\n\
         answer = { wins = '{first}', loses = '-', move = '{at}: {to}' }\n",
    );
    assert_eq!(answer(&strips, "4 XIXX 5 IXXXI").unwrap(), "2: XXXX\n-\n");
    assert!(answer(&strips, "4 XIX").is_err());
    let bits = nim("until end case bits 4 \".X\"", "{value}", "0");
    assert_eq!(answer(&bits, ".X .X\nXXX.\nX X X X").unwrap(), "5\n8\n0\n");
    assert!(answer(&bits, ".X .XX").is_err());
}

#[test]
fn coins_on_boards_count_once_or_turn_back() {
    for (word, expected) in [("coin", "W\nW\nL\n"), ("flip", "L\nW\nL\n")] {
        let problem = made(&format!(
            "rule = 'turning-corners'\ninput = 'until zero case(n 1..9, n times {word} (0..3, 0..3))'\n\
             answer = {{ wins = 'W', loses = 'L' }}\n"
        ));
        assert_eq!(answer(&problem, "2 1 1 1 1  3 1 1 1 1 1 1  1 0 3  0").unwrap(), expected, "{word}");
    }
}

#[test]
fn what_cannot_be_worked_out_is_told() {
    let problem = nim("until end case(n 0..9, heap n - 3)", "{value}", "0");
    assert_eq!(answer(&problem, "3 8").unwrap(), "0\n5\n");
    assert_eq!(
        answer(&problem, "3 2 5").unwrap_err().to_string(),
        "line 1, column 5 (item 3 of the input): expected numbers that make `n - 3` at least 0, and not too \
         large, in front of this, found `5`"
    );
}

#[test]
fn sets_of_pairs_gathered_in_rounds() {
    let problem = made(
        "rule = 'let E = {(0, 0)}; at(v) -> at(w) for (u, w) in E if u == v'\nparameters = ['E']\n\
         input = 'until end (n 1..9, gather E (n times as u (k 0..9, k times set E (u, 0..n - 1))), \
         case tag at (0..n - 1))'\n\
         answer = { wins = '{value}', loses = '-' }\n",
    );
    // 0 to 1 and 2, 1 to 2; no edge at all; a longer way.
    assert_eq!(answer(&problem, "3  2 1 2  1 2  0  0   1 0 0   2  0 1 0  1").unwrap(), "2\n-\n1\n");
}

#[test]
fn loopy_and_misere_rules_answer() {
    let loopy = made(
        "rule = 'loopy; at(n) -> at(n + 1) if n < 2 | at(n - 1) if n == 2 | at(0) if n == 5'\n\
         input = 'until end case tag at (0..9)'\n\
         answer = { wins = '{count}', loses = 'lost', draws = 'drawn {value}' }\n",
    );
    assert_eq!(answer(&loopy, "1 7").unwrap(), "drawn inf{}\nlost\n");
    let misere = made(
        "rule = 'misere-nim'\ninput = 'until end case until newline heap 0..9'\n\
         answer = { wins = '{moves}', loses = 'lost', move = '{from}-{to}', between = ',' }\n",
    );
    assert_eq!(answer(&misere, "1 1 1\n3 1\n2 2").unwrap(), "lost\n3-0\nlost\n");
}

#[test]
fn who_can_reach_the_goal_does() {
    // A counter goes left by one, two or three; who first brings one to 0 wins.
    let problem = made(
        "rule = 'n -> n - k for k in 1..3 if n - k > 3'\ngoal = 'n -> n - k for k in 1..3 if n == k'\n\
         input = 'until end case until newline heap 4..99'\n\
         answer = { wins = '{count}', loses = 'lost' }\n",
    );
    let race = |input: &str| answer(&problem, input).unwrap();
    assert_eq!(race("4\n5\n8\n4 4\n9 9\n"), "lost\n1\nlost\nlost\nlost\n");
    // From 2 the goal is reached; from 3 by taking three, but not past it.
    let at_once = made(
        "rule = 'n -> n - k for k in 1..3 if n - k > 3'\ngoal = 'n -> n - k for k in 1..3 if n == k'\n\
         input = 'until end case until newline heap 0..99'\n\
         answer = { wins = '{moves}', loses = 'lost', move = '{component}:{to}', between = ' ' }\n",
    );
    assert_eq!(answer(&at_once, "2\n3 9\n2 3\n0").unwrap(), "1:0\n1:0\n1:0 2:0\nlost\n");
}

#[test]
fn a_move_that_takes_the_goal_away_may_win_too() {
    // A goal stands behind each heap of 1 to 3; from 3 one may also go to 9, where it is gone.
    let problem = made(
        "rule = 'at(n) -> at(9) if n == 3 | at(7) if n == 8'\ngoal = 'at(n) -> at(0) if n in 1..3'\n\
         input = 'until end case until newline tag at (0..9)'\n\
         answer = { wins = '{moves}', loses = 'lost', move = '{component}:{to}', between = ' ' }\n",
    );
    assert_eq!(
        answer(&problem, "3\n3 8\n3 3\n3 2").unwrap(),
        "1:at(0) 1:at(9)\n1:at(0)\n1:at(0) 2:at(0)\n1:at(0) 2:at(0)\n"
    );
}

#[test]
fn a_rule_must_have_the_positions_of_the_input() {
    for (rule, input, shape) in [
        ("nim", "case tuple (1..9, 1..9)", "tuples of 2 entries"),
        ("wythoff", "case heap 1..9", "heaps"),
        ("wythoff", "case tuple (1..9, 1..9, 1..9)", "tuples of 3 entries"),
        ("boxed-nim", "case tag shut (1..9)", "`shut` of 1 entries"),
        ("nim", "case coin 1..9", "rows of coins"),
        ("mock-turtles", "case coin (1..9, 1..9)", "boards of coins"),
        ("nim", "case list until newline entry 1..9", "lists"),
        ("row-chess", "case strip \"012\"", "rows with the cell `2`"),
        ("nim", "case row 5 \"01\" piece 1..5", "rows of cells"),
    ] {
        let text = format!(
            "id = 'made'\ntitle = 'Made'\nsource = 'A test'\nstatement = 'A game.'\nrule = '{rule}'\n\
             input = '{input}'\nanswer = {{ wins = 'W', loses = 'L' }}\n\
             sample = [{{ input = '', output = '' }}]\n"
        );
        let error = Problem::parse("made.toml", &text).expect_err(input);
        assert_eq!(error.kind, ProblemErrorKind::Misfit { shape: shape.to_owned() }, "{rule}: {input}");
    }
}
