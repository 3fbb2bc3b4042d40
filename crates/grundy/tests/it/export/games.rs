//! Every built-in game of heaps, tuples, coins or lists, and every row game.

use super::harness::{all_agree, case_where_sound, line, small_positions};
use grundy::export::Language;
use grundy::lang::{GAMES, Rule, parse_position};
use grundy::theory::Play;

#[test]
fn built_in_games_agree_in_every_language() {
    let mut cases = Vec::new();
    for game in GAMES {
        let rule = Rule::parse(game.text).expect("built-in games are right");
        if rule.play() != Play::Normal {
            continue;
        }
        let mut positions = small_positions(&rule, 30);
        let example = rule.headers().example.clone().unwrap_or_default();
        for typed in example.split_whitespace() {
            let position = parse_position(rule.position_kind(), typed).expect("examples are positions");
            positions.push((typed.to_owned(), line(&position)));
        }
        cases.push(case_where_sound(&rule, &positions));
    }
    assert!(cases.len() >= 60);
    all_agree(&cases, &Language::ALL);
}
