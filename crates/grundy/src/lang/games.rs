//! The built-in games, each a rule in our own language under games/.

/// A built-in game: its name and its rule's text, headers included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The name on the command line.
    pub name: &'static str,
    /// The rule.
    pub text: &'static str,
}

macro_rules! games {
    ($($name:literal),* $(,)?) => {
        &[$(Game { name: $name, text: include_str!(concat!("../../games/", $name, ".grundy")) }),*]
    };
}

/// Every built-in game, sorted by name.
pub const GAMES: &[Game] = games![
    "acrostic-twins",
    "all-but",
    "arpa",
    "at-most-half",
    "bash",
    "bowling",
    "box-game",
    "boxed-nim",
    "card-boxes",
    "card-runs",
    "castles",
    "coprime",
    "corner-the-bishop",
    "corner-the-king",
    "corner-the-rook",
    "couples-are-forever",
    "cow-digits",
    "dawsons-chess",
    "dawsons-kayles",
    "dim",
    "discard-and-split",
    "divide-by-a-prime",
    "divide-by-anything",
    "euclid",
    "fibonacci-nim",
    "flip-game",
    "floor-division",
    "furlo-and-rublo",
    "game-of-31",
    "grundys-game",
    "guiles",
    "hyper-knight",
    "i-mark",
    "interval-game",
    "kayles",
    "knight",
    "lasker",
    "leave-a-non-divisor",
    "leftmost-number",
    "legendre",
    "mark",
    "mark-t",
    "misere-kayles",
    "misere-matches",
    "misere-nim",
    "mock-turtles",
    "moebius",
    "mogul",
    "nim",
    "nim-or-three",
    "node-kayles-path",
    "non-divisors",
    "notakto",
    "officers",
    "paper-cutting",
    "pebbles",
    "powers-of-b",
    "powers-of-two",
    "proper-divisors",
    "ring-of-beads",
    "row-chess",
    "rugs",
    "ruler",
    "scatterstone",
    "short-ruler",
    "silver-dollar",
    "square-flips",
    "staircase",
    "subtract-134",
    "take-a-cube",
    "take-a-factorial",
    "take-a-fibonacci",
    "take-a-prime",
    "take-a-square",
    "take-a-triangular",
    "take-l-to-r",
    "take-one-or-a-prime",
    "three-heap-nim",
    "three-heaps-or-none",
    "three-row-chomp",
    "tokens",
    "tokens-with-circles",
    "treblecross",
    "treblecross-heaps",
    "triplets",
    "turning-corners",
    "turning-turtles",
    "twins",
    "two-row-chomp",
    "up-to-four-coins",
    "welter",
    "wythoff",
];

/// The built-in game of this name.
#[must_use]
pub fn game(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.name == name)
}
