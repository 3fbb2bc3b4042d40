//! `grundy nim`.

use crate::run::{answers, grundy, refuses};

#[test]
fn every_operation_answers() {
    for (args, answer) in [
        (&["sum", "3", "5", "7"][..], "1\n"),
        (&["mul", "4", "4"], "6\n"),
        (&["mul", "0x10", "2**4", "1"], "24\n"),
        (&["mul", "7"], "7\n"),
        (&["pow", "2", "3"], "1\n"),
        (&["pow", "0", "0"], "1\n"),
        (&["pow", "0", "10**50"], "0\n"),
        (&["pow", "5", "2**128"], "5\n"),
        (&["inv", "2", "3"], "3\n2\n"),
        (&["sqrt", "6", "0"], "4\n0\n"),
        (&["solve", "1", "0"], "2 3\n0 1\n"),
        // F*F + F = F/2 for F = 2^128.
        (
            &["solve", "2**127"],
            "340282366920938463463374607431768211456 340282366920938463463374607431768211457\n",
        ),
        (&["mul", "2**128 - 1", "1"], "340282366920938463463374607431768211455\n"),
    ] {
        answers(&[&["nim"], args].concat(), answer);
    }
}

#[test]
fn answers_for_programs() {
    for (args, answer) in [
        (&["mul", "4", "4", "--format", "json"][..], "{\"value\":6}\n"),
        (
            &["sum", "2**127", "1", "--format", "json"],
            "{\"value\":170141183460469231731687303715884105729}\n",
        ),
        (&["inv", "2", "3", "--format", "json"], "{\"values\":[3,2]}\n"),
        (&["solve", "1", "--format", "json"], "{\"solutions\":[[2,3]]}\n"),
        (&["mul", "4", "4", "--format", "csv"], "value\n6\n"),
        (&["sqrt", "6", "2", "--format", "csv"], "number,value\n6,4\n2,3\n"),
        (&["solve", "1", "--format", "csv"], "number,x,y\n1,2,3\n"),
    ] {
        answers(&[&["nim"], args].concat(), answer);
    }
}

#[test]
fn what_is_no_number_is_told_with_its_place() {
    refuses(
        &["nim", "mul", "3", "1x"],
        2,
        "error: `1x` is not a number\n --> number:1:1\n  |\n1 | 1x\n  | ^^\n  |\n  = help: write it in digits, as in `27`, `1_000` or `0xff`\n",
    );
    refuses(
        &["nim", "sqrt", "2**128"],
        2,
        "error: 2**128 is too large for nim arithmetic\nhelp: the largest number that can stand here is 2**128 - 1\n",
    );
    refuses(
        &["nim", "inv", "3", "0"],
        2,
        "error: 0 has no inverse: every product with it is 0\nhelp: give numbers from 1 on\n",
    );
    for args in
        [&["nim", "mul", "-3"][..], &["nim"], &["nim", "mul"], &["nim", "pow", "2"], &["nim", "div", "2"]]
    {
        let run = grundy(args);
        assert!(run.status == 2 && run.stdout.is_empty() && !run.stderr.is_empty(), "{args:?}: {run:?}");
    }
    for format in ["bfile", "npy"] {
        assert_eq!(grundy(&["nim", "mul", "3", "--format", format]).status, 2, "{format}");
    }
}

#[test]
fn every_operation_has_help_with_an_example() {
    for operation in ["mul", "inv", "sqrt", "pow", "sum", "solve"] {
        let run = grundy(&["nim", operation, "--help"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains(&format!("\n  grundy nim {operation} ")), "{}", run.stdout);
    }
}
