//! Laying out any text.

use grundy::lang::ast::Program;
use grundy::lang::{format, parse};

use super::sexpr;

/// Lays `text` out, and asserts what holds of every text: a text is laid out
/// if and only if its grammar is right; the result means the same, holds the same
/// comments, has no blanks at the ends of lines, and stays as it is.
pub fn format_text(text: &str) {
    let (program, diagnostics) = parse(text);
    let laid_out = match format(text) {
        Ok(laid_out) => laid_out,
        Err(error) => {
            assert_eq!(error.diagnostics, diagnostics);
            assert!(!diagnostics.is_empty(), "nothing is wrong with the text");
            return;
        }
    };
    assert!(diagnostics.is_empty(), "a text with faults was laid out");
    assert_eq!(meaning(&laid_out), sexpr::program(&program), "{laid_out}");
    assert_eq!(comments(&laid_out, &parse(&laid_out).0), comments(text, &program), "{laid_out}");
    assert!(laid_out.ends_with('\n') && !laid_out.contains("\n\n\n") && !laid_out.starts_with('\n'));
    assert!(laid_out.lines().all(|line| line.trim_end() == line), "{laid_out}");
    assert_eq!(format(&laid_out).as_ref(), Ok(&laid_out), "laying out twice is laying out once");
}

fn meaning(text: &str) -> String {
    let (program, diagnostics) = parse(text);
    assert_eq!(diagnostics, [], "{text}");
    sexpr::program(&program)
}

/// The comments of a text without faults: what follows a `#` that stands in no
/// quotes. Quotes stand in headers only, one text in each, and these places the
/// tree knows.
fn comments<'t>(text: &'t str, program: &Program) -> Vec<&'t str> {
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('#') {
        let start = at + found;
        let quoted = program.headers.iter().find(|header| {
            let span = &header.span;
            let quote = text[span.clone()].find('"').map(|quote| span.start + quote);
            quote.is_some_and(|quote| quote < start) && start < span.end
        });
        if let Some(header) = quoted {
            at = header.span.end;
            continue;
        }
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        comments.push(text[start..end].trim_end());
        at = end;
    }
    comments
}
