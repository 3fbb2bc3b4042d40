//! Which brackets match, and how deep each token stands.
//!
//! An arrow never stands in brackets, so that a bracket still open at `->` is
//! known to be unclosed, however many brackets come later.

use super::super::diagnostic::Diagnostic;
use super::{Bracket, Token, TokenKind, note};

/// Reports brackets without a partner and turns them into [`TokenKind::Bad`];
/// then sets the depth of every token.
pub(super) fn pair(tokens: &mut [Token], diagnostics: &mut Vec<Diagnostic>) {
    let mut open = Open::default();
    for index in 0..tokens.len() {
        match tokens[index].kind {
            TokenKind::Open(bracket) => open.push(index, bracket),
            TokenKind::Close(bracket) => close(tokens, index, bracket, &mut open, diagnostics),
            TokenKind::Arrow => {
                around_arrow(tokens, index, &mut open, diagnostics);
                unclosed_all(tokens, &mut open, diagnostics);
            }
            _ => {}
        }
    }
    unclosed_all(tokens, &mut open, diagnostics);

    let mut depth = 0_usize;
    for token in tokens {
        if matches!(token.kind, TokenKind::Close(_)) {
            depth = depth.saturating_sub(1);
        }
        token.depth = depth;
        if matches!(token.kind, TokenKind::Open(_)) {
            depth += 1;
        }
    }
}

/// The brackets open so far, the innermost last, and how many of each kind: so
/// that a closing bracket is not looked for in vain, over and over.
#[derive(Default)]
struct Open {
    stack: Vec<(usize, Bracket)>,
    round: usize,
    square: usize,
    curly: usize,
}

impl Open {
    fn count(&mut self, bracket: Bracket) -> &mut usize {
        match bracket {
            Bracket::Round => &mut self.round,
            Bracket::Square => &mut self.square,
            Bracket::Curly => &mut self.curly,
        }
    }

    fn push(&mut self, index: usize, bracket: Bracket) {
        *self.count(bracket) += 1;
        self.stack.push((index, bracket));
    }

    fn pop(&mut self) -> Option<(usize, Bracket)> {
        let top = self.stack.pop()?;
        let count = self.count(top.1);
        *count = count.saturating_sub(1);
        Some(top)
    }
}

/// Matches the closing bracket at `index` with one of the open ones.
fn close(
    tokens: &mut [Token],
    index: usize,
    bracket: Bracket,
    open: &mut Open,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if *open.count(bracket) > 0 {
        while let Some((inner, kind)) = open.pop() {
            if kind == bracket {
                return;
            }
            unclosed(&mut tokens[inner], kind, diagnostics);
        }
    }
    let token = &mut tokens[index];
    if let Some((_, opened)) = open.pop() {
        // Most likely the wrong key: the bracket is read as the right one.
        let message = format!("`{}` does not close `{}`", bracket.closing(), opened.opening());
        let cure = format!("write `{}`", opened.closing());
        note(diagnostics, Diagnostic::error(token.span.clone(), message).with_cure(cure));
        token.kind = TokenKind::Close(opened);
    } else {
        let message = format!("this `{}` closes nothing", bracket.closing());
        let cure = format!("take it out, or open it with `{}`", bracket.opening());
        note(diagnostics, Diagnostic::error(token.span.clone(), message).with_cure(cure));
        token.kind = TokenKind::Bad;
    }
}

/// Reports the innermost open bracket if it is closed behind the arrow at `index`, in
/// the same clause: it is not forgotten, it should not be there.
fn around_arrow(tokens: &mut [Token], index: usize, open: &mut Open, diagnostics: &mut Vec<Diagnostic>) {
    // Only so far: a text of nothing but brackets and arrows is not looked through for each.
    const MOST: usize = 1000;
    let Some(&(opening, bracket)) = open.stack.last() else { return };
    let mut depth = 0_usize;
    for at in index + 1..tokens.len().min(index + MOST) {
        match tokens[at].kind {
            TokenKind::Newline | TokenKind::Semicolon | TokenKind::Separator | TokenKind::Arrow => return,
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth > 0 => depth -= 1,
            TokenKind::Close(closing) if closing == bracket => {
                let message = format!("this `{}` stands around an arrow", bracket.opening());
                let error = Diagnostic::error(tokens[opening].span.clone(), message);
                note(diagnostics, error.with_cure("take these brackets out: a clause stands by itself"));
                tokens[opening].kind = TokenKind::Bad;
                tokens[at].kind = TokenKind::Bad;
                open.pop();
                return;
            }
            TokenKind::Close(_) => return,
            _ => {}
        }
    }
}

fn unclosed_all(tokens: &mut [Token], open: &mut Open, diagnostics: &mut Vec<Diagnostic>) {
    while let Some((index, bracket)) = open.pop() {
        unclosed(&mut tokens[index], bracket, diagnostics);
    }
}

fn unclosed(token: &mut Token, bracket: Bracket, diagnostics: &mut Vec<Diagnostic>) {
    let message = format!("this `{}` is never closed", bracket.opening());
    let cure = format!("close it with `{}`", bracket.closing());
    note(diagnostics, Diagnostic::error(token.span.clone(), message).with_cure(cure));
    token.kind = TokenKind::Bad;
}
