//! The words of a form.

use super::FormError;
use crate::ruleset::Heap;

/// A word of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// A name, or a word of the language of forms.
    Name(&'a str),
    /// A number, powers worked out.
    Int(u64),
    /// What stands between double quotes.
    Quoted(&'a str),
    /// `..`
    Dots,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
}

/// The words of `text`, each with the byte at which it begins.
pub(super) fn words(text: &str) -> Result<Vec<(usize, Word<'_>)>, FormError> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let word = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'(' | b')' | b',' | b'+' | b'-' | b'*' | b'/' => {
                at += 1;
                match byte {
                    b'(' => Word::Open,
                    b')' => Word::Close,
                    b'+' => Word::Plus,
                    b'-' => Word::Minus,
                    b'*' => Word::Star,
                    b'/' => Word::Slash,
                    _ => Word::Comma,
                }
            }
            b'.' if bytes.get(at + 1) == Some(&b'.') => {
                at += 2;
                Word::Dots
            }
            b'"' => {
                let rest = &text[at + 1..];
                let Some(length) = rest.find('"') else {
                    return Err(FormError { at, what: "the closing quote is missing".to_owned() });
                };
                at += length + 2;
                Word::Quoted(&rest[..length])
            }
            b'0'..=b'9' => {
                let base = digits(bytes, &mut at);
                let value = if bytes[at..].starts_with(b"**") {
                    at += 2;
                    power(base, digits(bytes, &mut at))
                } else {
                    base
                };
                let fits = value.filter(|&value| value <= Heap::MAX.size());
                Word::Int(fits.ok_or_else(|| FormError {
                    at: start,
                    what: format!("a number must be at most {}", Heap::MAX),
                })?)
            }
            _ if byte.is_ascii_alphabetic() || byte == b'_' => {
                while bytes.get(at).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                    at += 1;
                }
                Word::Name(&text[start..at])
            }
            _ => {
                let character = text[at..].chars().next().unwrap_or_default();
                return Err(FormError { at, what: format!("`{character}` has no meaning here") });
            }
        };
        words.push((start, word));
    }
    Ok(words)
}

/// The number whose digits begin at `at`, if there is one and 64 bits hold it.
fn digits(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let start = *at;
    let mut value = Some(0_u64);
    while let Some(digit) = bytes.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = value.and_then(|value| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
        *at += 1;
    }
    value.filter(|_| *at > start)
}

fn power(base: Option<u64>, exponent: Option<u64>) -> Option<u64> {
    base?.checked_pow(u32::try_from(exponent?).ok()?)
}
