//! What the commands answer, for programs.

use serde_json::{Value, json};

use crate::run::{answers, grundy, refuses};

#[track_caller]
fn object(args: &[&str]) -> Value {
    let run = grundy(args);
    assert!(run.status < 2 && run.stderr.is_empty(), "{args:?}: {run:?}");
    assert_eq!(run.stdout.matches('\n').count(), 1, "one line: {}", run.stdout);
    assert!(run.stdout.ends_with('\n'));
    serde_json::from_str(&run.stdout).expect("an object")
}

#[test]
fn values_in_json() {
    let answer = object(&["value", "nim", "3", "5", "--format", "json"]);
    assert_eq!((&answer["value"], &answer["outcome"]), (&json!(6), &json!("N")));
    let parts = json!([{"position": "3", "value": 3}, {"position": "5", "value": 5}]);
    assert_eq!(answer["parts"], parts);
    assert!(answer["method"].is_string());
    let nothing = object(&["--format", "json", "value", "kayles", "0"]);
    assert_eq!((&nothing["value"], &nothing["outcome"]), (&json!(0), &json!("P")));
}

#[test]
fn numbers_beyond_64_bits_are_exact_in_json() {
    // In mock turtles coin n has the value 2n or 2n + 1, whichever has an odd number of ones in binary.
    let run = grundy(&["value", "mock-turtles", "10**40", "--format", "json"]);
    let zeros = "0".repeat(39);
    assert!(run.stdout.starts_with(&format!("{{\"value\":2{zeros}")), "{run:?}");
    assert!(run.stdout.contains(&format!("{{\"position\":\"{{1{zeros}0}}\",\"value\":2{zeros}")), "{run:?}");
}

#[test]
fn moves_in_json_and_csv() {
    let args = ["moves", "kayles", "3", "1", "--format"];
    let answer = object(&[&args[..], &["json"]].concat());
    // The values of Kayles are 0, 1, 2, 3, and the 3 must become a 1.
    assert_eq!((&answer["value"], &answer["outcome"]), (&json!(2), &json!("N")));
    assert_eq!(answer["moves"], json!([{"component": 0, "from": "3", "to": ["1"]}]));
    answers(&[&args[..], &["csv"]].concat(), "component,from,to\n0,3,1\n");
    let answer = object(&["moves", "n -> [a, b] where a + b == n - 2", "1", "--format", "json"]);
    assert_eq!(answer["moves"], json!([]));
    let answer = object(&["moves", "kayles", "2", "--format", "json"]);
    assert_eq!(answer["moves"], json!([{"component": 0, "from": "2", "to": []}]));
}

#[test]
fn tables_in_every_format() {
    let args = ["table", "subtract-134", "--from", "2", "--to", "5", "--format"];
    let with = |format| [&args[..], &[format]].concat();
    answers(&with("text"), "2 0\n3 1\n4 2\n5 3\n");
    answers(&with("csv"), "n,g\n2 0\n3 1\n4 2\n5 3\n".replace(' ', ",").as_str());
    answers(&with("json"), "{\"from\":2,\"values\":[0,1,2,3]}\n");
    let bfile = grundy(&with("bfile")).stdout;
    assert!(bfile.starts_with("# ") && bfile.ends_with("\n2 0\n3 1\n4 2\n5 3\n"), "{bfile}");
    answers(
        &["table", "row-chess", "--to", "2", "--format", "json"],
        "{\"from\":0,\"width\":2,\"cells\":\"01\",\"values\":[0,0,1,0]}\n",
    );
}

/// A b-file says what its numbers are, on both sides.
#[test]
fn b_files_say_what_they_hold() {
    let comment = |args: &[&str]| {
        let run = grundy(&[&["table"], args, &["--format", "bfile"]].concat());
        assert_eq!(run.status, 0, "{args:?}: {run:?}");
        run.stdout.lines().next().unwrap_or_default().to_owned()
    };
    let rule = "n -> n - 1 | n - 2";
    assert_eq!(
        comment(&[rule, "--to", "3"]),
        "# Sprague-Grundy values, each after its position, of the rule"
    );
    for args in [&[rule, "--to", "3", "--misere"][..], &["misere; n -> n - 1 | n - 2", "--to", "3"]] {
        assert_eq!(comment(args), "# Misère values, each after its position, of the rule");
    }
    assert_eq!(
        comment(&["(a, b) -> (a - 1, b)", "--to", "1,2"]),
        "# Sprague-Grundy values, each after the number of its position: (0,0) to (1,2) are numbered from 0 in lexical order, of the rule"
    );
    assert_eq!(
        comment(&["row-chess", "--to", "3"]),
        "# Sprague-Grundy values, each after the number of its row: the rows of width 3 are numbered from 0 in lexical order, of the rule"
    );
}

#[test]
fn claims_in_json() {
    let holds = object(&["check", "nim", "g == n or is_prime(0)", "--to", "1000", "--format", "json"]);
    let expected = json!({"status": "holds-to", "counterexample": null, "value": null, "checked_to": 1000, "theorem": null});
    assert_eq!(holds, expected);
    let proved = object(&["check", "nim", "g == n", "--to", "1000", "--format", "json"]);
    assert_eq!((&proved["status"], &proved["checked_to"]), (&json!("proved"), &json!(1000)));
    assert!(proved["theorem"].is_string(), "{proved}");
    let refuted = object(&["check", "nim", "g != 7", "--to", "1000", "--format", "json"]);
    let expected =
        json!({"status": "refuted", "counterexample": 7, "value": 7, "checked_to": 1000, "theorem": null});
    assert_eq!(refuted, expected);
}

#[test]
fn games_in_json_and_csv() {
    let games = object(&["games", "--format", "json"]);
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.contains(&"nim"), "{names:?}");
    let game = object(&["games", "cow-digits", "--format", "json"]);
    for key in ["name", "title", "source", "rule", "example", "engine", "reason"] {
        assert!(game[key].is_string(), "{key}: {game}");
    }
    let csv = grundy(&["games", "--format", "csv"]).stdout;
    assert!(csv.starts_with("name,title,source,rule,example\n"));
}

#[test]
fn explanations_in_json_and_csv() {
    let answer = object(&["explain", "subtract-134", "3", "--format", "json"]);
    let options = json!([{"to": ["0"], "value": 0}, {"to": ["2"], "value": 0}]);
    assert_eq!(answer["parts"], json!([{"position": "3", "value": 1, "options": options}]));
    assert_eq!((&answer["value"], &answer["outcome"]), (&json!(1), &json!("N")));
    assert!(answer["engine"].is_string() && answer["reason"].is_string());
    answers(
        &["explain", "subtract-134", "3", "--format", "csv"],
        "component,position,option,value\n0,3,0,0\n0,3,2,0\n",
    );
    assert!(object(&["explain", "nim", "--format", "json"]).get("parts").is_none());
}

#[test]
fn formats_of_tables_are_refused_elsewhere() {
    for format in ["bfile", "npy", "gtab"] {
        refuses(
            &["value", "nim", "3", "--format", format],
            2,
            "error: bfile, npy and gtab are formats of tables\nhelp: choose text, json or csv here\n",
        );
    }
}
