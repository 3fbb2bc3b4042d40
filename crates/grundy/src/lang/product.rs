//! `product(A, B)`: the product of two coin games as a rule.

use thiserror::Error;

use super::check::Headers;
use super::interpret::{HeapRules, ProductRules};
use super::ir::Kind;
use super::rule::{Form, Rule};
use crate::theory::Play;

/// Why two rules have no product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProduct {
    /// A rule is not on a row of coins.
    #[error("the {} game of the product is not played with a row of coins", place(*first))]
    NoCoins {
        /// Whether it is the first one.
        first: bool,
    },
    /// A rule is misère or loopy: the theorem on products is about normal play.
    #[error("the {} game of the product is {play}", place(*first))]
    OtherPlay {
        /// Whether it is the first one.
        first: bool,
        /// How it says that it is played.
        play: &'static str,
    },
}

fn place(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

impl NoProduct {
    /// What to do instead.
    #[must_use]
    pub fn cure(&self) -> &'static str {
        match self {
            NoProduct::NoCoins { .. } => "name two coin games, as in product(twins, mock-turtles)",
            NoProduct::OtherPlay { .. } => {
                "take the word out of the game's rule, and give --misere for the whole"
            }
        }
    }
}

impl Rule {
    /// The product of two coin games: a move turns the coins at all (a, b) such that
    /// some move of `left` turns the coins a, and some move of `right` the coins b.
    ///
    /// Its text is `product(A, B)`, where A and B are the texts of the two.
    ///
    /// # Errors
    ///
    /// [`NoProduct`] if one of the rules is not on a row of coins in normal play.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::lang::Rule;
    /// use grundy::solve::{Config, Solver};
    /// use grundy::theory::Play;
    /// use grundy::{Control, Sum};
    ///
    /// // Turning corners: the value of the coin at (x, y) is the nim product of x and y.
    /// let twins = Rule::parse("coins x -> [a] for a in 0..x-1")?;
    /// let corners = Rule::product(&twins, &twins, Play::Normal)?;
    /// let mut solver = Solver::new(corners, Config::default())?;
    /// let coin = solver.parse_position("{(4,4)}")?;
    /// let answer = solver.value(&Sum::new(vec![coin]), &Control::default())?;
    /// assert_eq!(answer.value.to_string(), "6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn product(left: &Rule, right: &Rule, play: Play) -> Result<Rule, NoProduct> {
        let (left_rules, right_rules) = (coins(left, true)?, coins(right, false)?);
        let before = "product(";
        let between = ", ";
        let text = format!("{before}{}{between}{})", left.text(), right.text());
        let right_start = before.len() + left.text().len() + between.len();
        let rules = ProductRules::new((left_rules.clone(), before.len()), (right_rules.clone(), right_start));
        Ok(Rule::from_parts(text, Headers::default(), play, Form::Product(rules)))
    }
}

/// The rules of a game of coins in normal play.
fn coins(rule: &Rule, first: bool) -> Result<&HeapRules, NoProduct> {
    match rule.play() {
        Play::Normal => {}
        Play::Misere => return Err(NoProduct::OtherPlay { first, play: "misère" }),
        Play::Loopy => return Err(NoProduct::OtherPlay { first, play: "loopy" }),
    }
    match rule.form() {
        Form::Numbers(rules) if rules.program().kind == Kind::Coins => Ok(rules),
        _ => Err(NoProduct::NoCoins { first }),
    }
}
