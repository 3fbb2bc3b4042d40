//! Every built-in game of heaps, tuples, coins or lists, and every row game.

use super::harness::{all_agree, case, small_positions};
use grundy::export::Language;
use grundy::lang::{GAMES, Rule};
use grundy::theory::Play;

#[test]
fn built_in_games_agree_in_every_language() {
    let mut cases = Vec::new();
    for game in GAMES {
        let rule = Rule::parse(game.text).expect("built-in games are right");
        if rule.play() != Play::Normal {
            continue;
        }
        cases.push(case(&rule, &small_positions(&rule, 30)));
    }
    assert!(cases.len() >= 60);
    all_agree(&cases, &Language::ALL);
}
