//! From tokens to lines.
//!
//! Lines are broken only where the language reads on: after a comma, before
//! `for`, `where`, `if` and `|`, after the arrow, and wherever a comment ended a
//! line before.

use super::super::lex::TokenKind;
use super::super::words::Word;
use super::WIDTH;
use super::comments::{Comment, Piece, Texts};
use super::spacing::space;

/// How far a broken line is set in.
const INDENT: usize = 4;

/// The widest left side under whose arrow the alternatives stand.
const WIDEST_LEFT: usize = 40;

/// The text laid out.
pub(super) fn lay_out(texts: Texts<'_>) -> String {
    let mut lines = Lines::default();
    let mut items = texts.items.into_iter().peekable();
    while let Some(mut item) = items.next() {
        let last = items.peek().is_none();
        let Some(first) = item.first_mut() else { continue };
        lines.comments(std::mem::take(&mut first.before));
        lines.gap(first.after_gap);
        // A line end after these is a blank and would not end the clause.
        if !last
            && let Some(end) = item.last_mut()
            && matches!(end.kind, TokenKind::Arrow | TokenKind::Pipe)
        {
            let behind = end.behind.take();
            let semicolon = TokenKind::Separator;
            item.push(Piece {
                text: ";",
                kind: semicolon,
                depth: 0,
                before: Vec::new(),
                behind,
                after_gap: false,
                starts_line: false,
                blank: true,
            });
        }
        commas_before_comments(&mut item);
        space(&mut item);
        lines.item(item);
        lines.end_line(0);
    }
    lines.comments(texts.rest);
    lines.finish()
}

/// One line.
#[derive(Default)]
struct Line<'t> {
    /// What stands in it, the blanks before it included.
    text: String,
    /// The comment behind it.
    comment: Option<&'t str>,
}

#[derive(Default)]
struct Lines<'t> {
    done: Vec<Line<'t>>,
    current: Line<'t>,
    /// How far the current line is set in, if nothing stands in it yet.
    indent: usize,
}

impl<'t> Lines<'t> {
    /// An empty line, if told so and something stands above it.
    fn gap(&mut self, wanted: bool) {
        if wanted && !self.done.is_empty() {
            self.done.push(Line::default());
        }
    }

    /// Comments on lines of their own between items.
    fn comments(&mut self, comments: Vec<Comment<'t>>) {
        for comment in comments {
            self.gap(comment.after_gap);
            self.done.push(Line { text: comment.text.to_owned(), comment: None });
        }
    }

    /// Ends the line, if anything stands in it. The next is set in by `indent`.
    fn end_line(&mut self, indent: usize) {
        if !self.current.text.is_empty() {
            self.done.push(std::mem::take(&mut self.current));
        }
        self.indent = indent;
    }

    /// How many columns of the current line are taken.
    fn taken(&self) -> usize {
        if self.current.text.is_empty() { self.indent } else { width(&self.current.text) }
    }

    /// Whether the tokens fit in the current line and nothing in them breaks it.
    fn fits(&self, pieces: &[Piece<'_>]) -> bool {
        !must_break(pieces) && self.taken() + flat_width(pieces) <= WIDTH
    }

    fn text(&mut self, text: &str, blank: bool) {
        if self.current.text.is_empty() {
            self.current.text = " ".repeat(self.indent);
        } else if blank {
            self.current.text.push(' ');
        }
        self.current.text.push_str(text);
    }

    /// A comment on a line of its own inside a clause.
    fn comment(&mut self, text: &str, indent: usize) {
        self.end_line(indent);
        self.text(text, false);
        self.end_line(indent);
    }

    /// Puts the tokens into the current line, which only comments break.
    fn flat(&mut self, pieces: &[Piece<'t>], indent: usize) {
        for piece in pieces {
            for comment in &piece.before {
                self.comment(comment.text, indent);
            }
            if piece.starts_line {
                self.end_line(indent);
            }
            if self.current.text.is_empty() && matches!(piece.kind, TokenKind::Close(_)) {
                self.indent = indent.saturating_sub(INDENT);
            }
            self.text(piece.text, piece.blank);
            if piece.behind.is_some() {
                self.current.comment = piece.behind;
                self.end_line(indent);
            }
        }
    }

    /// Puts the tokens into as many lines as they need: broken after the commas
    /// in the fewest brackets, and where that is not enough, in more.
    fn fill(&mut self, pieces: &[Piece<'t>], indent: usize) {
        let inner = pieces.len().saturating_sub(1);
        let commas = || pieces.iter().take(inner).filter(|piece| piece.kind == TokenKind::Comma);
        let depth = commas().map(|comma| comma.depth).min();
        let Some(depth) = depth.filter(|_| !self.fits(pieces)) else { return self.flat(pieces, indent) };
        let ends = |piece: &Piece<'_>| piece.kind == TokenKind::Comma && piece.depth == depth;
        for (index, part) in pieces.split_inclusive(ends).enumerate() {
            if index > 0 && !self.fits(part) {
                self.end_line(indent);
            }
            self.fill(part, indent);
        }
    }

    fn item(&mut self, mut pieces: Vec<Piece<'t>>) {
        let arrow = pieces.iter().position(|piece| piece.kind == TokenKind::Arrow);
        let leading_bar = arrow.is_some_and(|arrow| {
            let row = pieces.first().is_some_and(|first| first.kind == TokenKind::Word(Word::Row));
            // In a row nothing before a `|` is an alternative: it leaves nothing.
            !row && pieces.get(arrow + 1).is_some_and(|next| next.kind == TokenKind::Pipe)
        });
        if let Some(arrow) = arrow.filter(|_| leading_bar) {
            drop_bar(&mut pieces, arrow + 1);
        }
        match arrow {
            _ if self.fits(&pieces) => self.flat(&pieces, INDENT),
            Some(arrow) => {
                let right = pieces.split_off(arrow + 1);
                self.clause(pieces, right);
            }
            None => self.fill(&pieces, INDENT),
        }
    }

    /// A clause that does not fit in a line: `left` ends with the arrow.
    fn clause(&mut self, left: Vec<Piece<'t>>, right: Vec<Piece<'t>>) {
        let alternatives = alternatives(right);
        let leads = |alternative: &Alternative<'_>| {
            alternative.before.is_empty()
                && alternative.pieces.first().is_none_or(|first| first.before.is_empty())
        };
        let one_line = self.fits(&left);
        if one_line {
            self.flat(&left, INDENT);
        } else {
            let guard = left.iter().position(|piece| piece.kind == TokenKind::Word(Word::If));
            let (pattern, guard) = left.split_at(guard.unwrap_or(left.len()));
            self.fill(pattern, INDENT);
            self.end_line(INDENT);
            self.fill(guard, INDENT);
        }
        let taken = self.taken();
        // What a comment ended has no arrow to stand under.
        let aligned = one_line
            && !self.current.text.is_empty()
            && taken <= WIDEST_LEFT
            && alternatives.first().is_some_and(leads);
        let bar = if aligned { taken - 1 } else { INDENT };
        let indent = bar + 2;
        for (index, alternative) in alternatives.into_iter().enumerate() {
            let mut pieces = alternative.pieces;
            let mut before = alternative.before;
            if let Some(first) = pieces.first_mut() {
                before.extend(first.before.drain(..).map(|comment| comment.text));
                first.blank = true;
            }
            for comment in before {
                self.comment(comment, indent);
            }
            if index > 0 {
                self.end_line(bar);
                self.text("|", false);
            } else if !aligned {
                self.end_line(indent);
            }
            self.alternative(&pieces, indent);
        }
    }

    /// An alternative, in the current line if it fits, else with a line for each
    /// loop and condition.
    fn alternative(&mut self, pieces: &[Piece<'t>], indent: usize) {
        let further = indent + INDENT;
        if self.fits(pieces) {
            return self.flat(pieces, further);
        }
        let qualifies = |piece: &Piece<'_>| {
            piece.depth == 0 && matches!(piece.kind, TokenKind::Word(word) if word.starts_qualifier())
        };
        let mut rest = pieces;
        while !rest.is_empty() {
            let end = rest.iter().skip(1).position(qualifies).map_or(rest.len(), |at| at + 1);
            let (part, after) = rest.split_at(end);
            self.fill(part, further);
            rest = after;
            if !rest.is_empty() {
                self.end_line(further);
            }
        }
    }

    /// The whole text. Comments behind lines that follow each other stand under
    /// each other.
    fn finish(mut self) -> String {
        self.end_line(0);
        let mut text = String::new();
        let mut rest = self.done.as_slice();
        while let Some(first) = rest.first() {
            let commented = rest.iter().take_while(|line| line.comment.is_some()).count();
            let (block, after) = rest.split_at(commented.max(1));
            let column = block.iter().map(|line| width(&line.text)).max().unwrap_or_default();
            if first.comment.is_none() {
                text += &first.text;
                text.push('\n');
            }
            for line in block {
                if let Some(comment) = line.comment {
                    text += &line.text;
                    text += &" ".repeat(column - width(&line.text) + 2);
                    text += comment;
                    text.push('\n');
                }
            }
            rest = after;
        }
        text
    }
}

/// An alternative and the comments before its `|`.
#[derive(Default)]
struct Alternative<'t> {
    before: Vec<&'t str>,
    pieces: Vec<Piece<'t>>,
}

/// Cuts the right side at its `|`. The comments of a `|` go to what stands
/// before and after it.
fn alternatives(right: Vec<Piece<'_>>) -> Vec<Alternative<'_>> {
    let mut done = Vec::new();
    let mut current = Alternative::default();
    for piece in right {
        if piece.kind != TokenKind::Pipe || piece.depth > 0 {
            current.pieces.push(piece);
            continue;
        }
        let mut before: Vec<&str> = piece.before.into_iter().map(|comment| comment.text).collect();
        if let Some(behind) = piece.behind {
            match current.pieces.last_mut() {
                Some(last) if last.behind.is_none() && before.is_empty() => last.behind = Some(behind),
                _ => before.push(behind),
            }
        }
        done.push(std::mem::replace(&mut current, Alternative { before, pieces: Vec::new() }));
    }
    done.push(current);
    done
}

/// Lets a comment stand behind the comma that follows its token, and not the
/// comma alone on the next line.
fn commas_before_comments(pieces: &mut [Piece<'_>]) {
    for index in 1..pieces.len() {
        let (before, after) = pieces.split_at_mut(index);
        let (Some(last), Some(comma)) = (before.last_mut(), after.first_mut()) else { continue };
        if comma.kind == TokenKind::Comma && comma.before.is_empty() && comma.behind.is_none() {
            comma.behind = last.behind.take();
        }
    }
}

/// Takes out the `|` before the first alternative, which means nothing. Its
/// comments go to what follows.
fn drop_bar(pieces: &mut Vec<Piece<'_>>, at: usize) {
    let bar = pieces.remove(at);
    let behind = bar.behind.map(|text| Comment { text, after_gap: false });
    if let Some(next) = pieces.get_mut(at) {
        next.before.splice(0..0, bar.before.into_iter().chain(behind));
        next.blank = true;
    }
}

/// Whether a line has to end inside these tokens.
fn must_break(pieces: &[Piece<'_>]) -> bool {
    let last = pieces.len().saturating_sub(1);
    pieces.iter().enumerate().any(|(index, piece)| {
        !piece.before.is_empty() || piece.starts_line || (piece.behind.is_some() && index < last)
    })
}

fn flat_width(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| width(piece.text) + usize::from(piece.blank)).sum()
}

fn width(text: &str) -> usize {
    text.chars().count()
}
