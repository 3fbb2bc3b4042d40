//! Which line ends part clauses, and which are blanks.
//!
//! A line end is a blank inside brackets, after `|`, `,` and `->`, and before a
//! line that starts with `|`, `for`, `where` or `if`. Empty lines and lines of
//! comments count as nothing.

use super::{Token, TokenKind};

/// The tokens without line ends: those that part clauses have become
/// [`TokenKind::Separator`], and so has `;` outside brackets.
pub(super) fn lay_out(tokens: Vec<Token>) -> Vec<Token> {
    let mut laid: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut pending: Option<Token> = None;
    for mut token in tokens {
        if token.kind == TokenKind::Newline {
            pending.get_or_insert(token);
            continue;
        }
        if let Some(newline) = pending.take() {
            token.starts_line = true;
            let goes_on = newline.depth > 0
                || laid.last().is_none_or(|last| expects_more(last.kind))
                || continues(token.kind);
            if !goes_on {
                laid.push(Token { kind: TokenKind::Separator, ..newline });
            }
        }
        if token.kind == TokenKind::Semicolon && token.depth == 0 {
            token.kind = TokenKind::Separator;
        }
        laid.push(token);
    }
    laid
}

/// Whether a line that ends so goes on with the next.
fn expects_more(last: TokenKind) -> bool {
    matches!(last, TokenKind::Pipe | TokenKind::Comma | TokenKind::Arrow | TokenKind::Separator)
}

/// Whether a line that starts so belongs to the line before.
fn continues(first: TokenKind) -> bool {
    match first {
        TokenKind::Pipe => true,
        TokenKind::Word(word) => word.starts_qualifier(),
        _ => false,
    }
}
