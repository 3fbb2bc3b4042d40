//! What a rule's text says, without what only people read.
//!
//! Files that outlive a run have to know again the rule they were made for. A
//! comment, a title or another layout must not make it another rule, so the
//! essence is put together from the tokens that bear on the moves. It knows no
//! mathematics: with its variables renamed a rule has another essence, so two
//! essences may mean the same game, but one essence never means two.

use super::diagnostic::RuleError;
use super::lex::{Token, TokenKind, lex};
use super::words::Word;

/// The clauses and the `let`s of a rule, its tokens parted by blanks and its items
/// by ` ; `.
///
/// Comments, line ends, the headers `title`, `source` and `example`, and the way a
/// number is written are not in it. Neither are `misere` and `loopy`, which can be
/// said beside a rule as well: [`Rule::play`](super::Rule::play) knows which holds.
///
/// # Errors
///
/// A [`RuleError`] if the text cannot be cut into tokens.
///
/// # Examples
///
/// ```
/// use grundy::lang::essence;
///
/// let typed = essence("title \"Mine\"; n->n-0xA  # ten")?;
/// assert_eq!(typed, "n -> n - 10");
/// # Ok::<(), grundy::lang::RuleError>(())
/// ```
pub fn essence(text: &str) -> Result<String, RuleError> {
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(RuleError { text: text.to_owned(), diagnostics });
    }
    let items = tokens.split(|token| matches!(token.kind, TokenKind::Separator | TokenKind::End));
    let said = items.filter(|item| item.first().is_some_and(|first| !is_for_people(first)));
    let written = said.map(|item| {
        let words: Vec<String> = item.iter().map(|token| word(text, token)).collect();
        words.join(" ")
    });
    Ok(written.collect::<Vec<_>>().join(" ; "))
}

/// Whether an item that begins so is a header which changes no move.
fn is_for_people(first: &Token) -> bool {
    use Word::{Example, Loopy, Misere, Source, Title};
    matches!(first.kind, TokenKind::Word(Title | Source | Example | Misere | Loopy))
}

fn word(text: &str, token: &Token) -> String {
    match token.kind {
        TokenKind::Int(number) => number.to_string(),
        _ => text.get(token.span.clone()).unwrap_or_default().trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{GAMES, Rule, format};

    #[test]
    fn what_people_read_is_not_in_it() {
        let plain = essence("let S = {1, 3}; n -> n - s for s in S").unwrap();
        let dressed = "# A game.\ntitle \"T\"\nsource \"X; Y\"\nexample \"5\"\n\nmisere\nlet S={1,0b11}#two\nn ->\n  n-s\n  for s in S;;";
        assert_eq!(essence(dressed).unwrap(), plain);
        assert_eq!(plain, "let S = { 1 , 3 } ; n -> n - s for s in S");
    }

    #[test]
    fn what_changes_the_moves_is_in_it() {
        let rules = [
            "n -> n - 1",
            "n -> n - 2",
            "n -> n - 1 | n - 2",
            "n -> n - 1; n -> n - 2",
            "k -> k - 1",
            "n -> n -1 -1",
            "0.7",
            "0.77",
            "4.7",
            "row 1 0 -> 0 1",
            "row 10 -> 01 | 0",
            "row 1 ! 0 -> 0",
            "n -> n - 1 if n % 2 == 0",
            "n if n % 2 == 0 -> n - 1",
            "coins n -> [] | [n - 1]",
        ];
        let mut essences: Vec<String> = rules.iter().map(|rule| essence(rule).unwrap()).collect();
        essences.sort();
        essences.dedup();
        assert_eq!(essences.len(), rules.len(), "{essences:#?}");
        assert!(essence("n -> \"n").is_err());
    }

    /// An essence is a rule again, which has the same essence; so has the rule laid out.
    #[test]
    fn every_game_keeps_its_essence() {
        for game in GAMES {
            let said = essence(game.text).unwrap();
            assert!(Rule::parse(&said).is_ok(), "{}: {said}", game.name);
            assert_eq!(essence(&said).as_ref(), Ok(&said), "{}", game.name);
            assert_eq!(essence(&format(game.text).unwrap()).as_ref(), Ok(&said), "{}", game.name);
        }
    }
}
