//! `product(A, B)` in place of a rule.

use crate::run::{answers, grundy, refuses};

#[test]
fn products_are_answered() {
    answers(
        &["value", "product(twins, twins)", "{(4,4)}"],
        "{(4,4)} has value 6: the player to move wins (N)\n",
    );
    answers(
        &["moves", "product(twins,twins)", "{(2,2)}", "(1,2)"],
        "{(2,2)} + {(1,2)} has value 1: the player to move wins (N)\n\
         2 winning moves:\n  {(2,2)} -> {(0,1),(0,2),(2,1)}, leaving {(0,1),(0,2),(2,1)} + {(1,2)}\n  \
         {(2,2)} -> {(1,0),(1,2),(2,0)}, leaving {(1,0),(1,2),(2,0)} + {(1,2)}\n",
    );
    answers(
        &["table", "product(twins, coins x -> [k..x-1] for k in 0..x)", "--to", "1,3", "--format", "json"],
        "{\"from\":0,\"to\":[1,3],\"values\":[[0,0,0,0],[1,2,1,4]]}\n",
    );
    // Commas of the rules' own part nothing.
    let three = "coins x -> [a, b] where 0 <= a < b, b < x";
    let named = grundy(&["table", "product(triplets, triplets)", "--to", "6,6"]);
    answers(&["table", &format!("product({three}, {three})"), "--to", "6,6"], &named.stdout);
    let explained = grundy(&["explain", "product(twins, ruler)"]);
    assert!(
        explained.stdout.starts_with("game    product(twins, ruler)\nengine  products: "),
        "{explained:?}"
    );
    assert!(explained.stdout.contains("nim product"), "{explained:?}");
}

#[test]
fn products_of_large_places_are_answered() {
    let run = grundy(&["moves", "product(twins, twins)", "(10**40,3)", "(10**40,2)", "--format", "csv"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.lines().count() > 1, "{run:?}");
    let far = grundy(&["moves", "product(twins, twins)", "(10**40,10**40)"]);
    assert_eq!((far.status, far.stdout.as_str()), (1, ""), "not known is not wrong: {far:?}");
    assert!(far.stderr.starts_with("stopped: "), "{far:?}");
}

#[test]
fn what_has_no_product_is_told() {
    refuses(
        &["value", "product(nim, twins)", "3"],
        2,
        "error: the first game of the product is not played with a row of coins\n\
         help: name two coin games, as in product(twins, mock-turtles)\n",
    );
    refuses(
        &["value", "product(twins)", "3"],
        2,
        "error: a product is of two games, and here is one\n\
         help: part them by a comma, as in 'product(twins, mock-turtles)'\n",
    );
    refuses(
        &["value", "product(twins, twin)", "3"],
        2,
        "error: there is no game `twin`\nhelp: did you mean twins or acrostic-twins?\n",
    );
    refuses(
        &["value", "product(twins, product(twins, twins))", "3"],
        2,
        "error: a product of products cannot be played\n\
         help: name two games on rows of coins, as in 'product(twins, mock-turtles)'\n",
    );
    refuses(
        &["value", "product(twins, twins)", "3", "-p", "a=3"],
        2,
        "error: a product has no parameters\nhelp: write the values into the rules of the two games\n",
    );
    let wrong = grundy(&["value", "product(twins, coins x -> [y])", "(1,1)"]);
    assert!(wrong.status == 2 && wrong.stderr.contains(" --> rule:1:13\n"), "{wrong:?}");
    let broken = grundy(&["value", "product(twins, coins x -> [a / (2 - x)] for a in 0..x-1)", "(3,3)"]);
    assert!(broken.status == 2 && broken.stderr.contains("division by zero, at position 2"), "{broken:?}");
    let table = grundy(&["table", "product(twins, twins)"]);
    assert!(table.status == 2 && table.stderr.contains("--to 9,9"), "{table:?}");
    let exported = grundy(&["export", "product(twins, twins)", "--lang", "cpp"]);
    assert!(exported.status == 2 && exported.stderr.contains("nim product"), "{exported:?}");
    // A tag may have the name.
    answers(
        &["value", "product(a, b) -> product(a - 1, b)", "product(1,2)"],
        "product(1,2) has value 1: the player to move wins (N)\n",
    );
}
