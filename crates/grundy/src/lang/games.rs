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
    "cow-digits",
    "dawsons-kayles",
    "grundys-game",
    "kayles",
    "lasker",
    "mock-turtles",
    "nim",
    "powers-of-two",
    "row-chess",
    "subtract-134",
];

/// The built-in game of this name.
#[must_use]
pub fn game(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.name == name)
}
