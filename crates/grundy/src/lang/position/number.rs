//! Numbers as a user types them: `27`, `1_000`, `0xff`, `10**40`, `2**36 - 1`.
//!
//! Sums, differences, products and powers, with brackets, by the precedence of
//! the rule language. A short text can name a number that no memory holds, so
//! every result is bounded before it is computed.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Signed;

use super::super::lex::{shorten, typed};
use super::error::{Kind, PositionError, Wanted};
use crate::ruleset::Span;

/// The most digits that one number is written with.
pub(super) const MAX_DIGITS: usize = 1_000_000;

/// The most bits that a number has, also in between: enough for 10^6 decimal
/// digits.
pub(super) const MAX_BITS: u64 = 4_000_000;

/// The most bits that all results together have.
const MAX_WORK: u64 = 4 * MAX_BITS;

/// How deep brackets and signs are nested.
const MAX_DEPTH: usize = 200;

/// Reads numbers out of a text, one after the other.
pub(super) struct Numbers<'t> {
    text: &'t str,
    at: usize,
    wanted: Wanted,
    depth: usize,
    work: u64,
    /// Whether only the form is looked at: every number counts 0.
    form_only: bool,
}

impl<'t> Numbers<'t> {
    fn new(text: &'t str, at: usize, wanted: Wanted, form_only: bool) -> Numbers<'t> {
        Numbers { text, at, wanted, depth: 0, work: 0, form_only }
    }

    /// What `read` reads from the byte `at` of `text` on, to its end. The form of
    /// the text is looked at first: a slip at its end must not cost the
    /// arithmetic before it.
    pub(super) fn read<T>(
        text: &'t str,
        at: usize,
        wanted: Wanted,
        read: impl Fn(&mut Numbers<'t>) -> Result<T, PositionError>,
    ) -> Result<T, PositionError> {
        let mut form = Numbers::new(text, at, wanted, true);
        read(&mut form)?;
        form.end()?;
        read(&mut Numbers::new(text, at, wanted, false))
    }

    /// The number that is next: everything up to what cannot be part of it.
    pub(super) fn number(&mut self) -> Result<BigUint, PositionError> {
        self.blanks();
        let start = self.at;
        let number = self.sum()?;
        match number.into_parts() {
            (Sign::Minus, _) => Err(self.error(start..self.at, Kind::Negative(self.wanted))),
            (_, magnitude) => Ok(magnitude),
        }
    }

    /// The number that is next and a position by itself. A sum of plain numbers,
    /// `3 + 5`, is how a sum of two heaps is shown: it is not taken for the heap 8.
    pub(super) fn position(&mut self) -> Result<BigUint, PositionError> {
        let start = self.mark();
        let number = self.number()?;
        let written = self.text.get(start..self.at).unwrap_or_default().trim_end();
        let plain =
            |term: &str| !term.is_empty() && term.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        let mut terms = written.split('+').map(str::trim);
        if !written.contains('+') || !terms.all(plain) {
            return Ok(number);
        }
        let positions: Vec<&str> = written.split('+').map(str::trim).collect();
        let kind =
            Kind::Sum { positions: shorten(&positions.join(" ")), number: format!("({})", shorten(written)) };
        Err(self.error(start..start + written.len(), kind))
    }

    /// Takes the text if it is next, blanks before it left out.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Whether nothing but blanks is left.
    pub(super) fn at_end(&mut self) -> bool {
        self.blanks();
        self.rest().is_empty()
    }

    /// The place to come back to with [`Numbers::back_to`].
    pub(super) fn mark(&mut self) -> usize {
        self.blanks();
        self.at
    }

    /// Goes back to an earlier place.
    pub(super) fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }

    /// The word that is next, if there is one: letters, digits and `_`, the first
    /// of them no digit.
    pub(super) fn word(&mut self) -> Option<&'t str> {
        self.blanks();
        let rest = self.rest();
        let starts = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = rest.get(..end).filter(|_| starts)?;
        self.at += word.len();
        Some(word)
    }

    /// The numbers between two brackets, parted by commas; the opening one was
    /// taken at the byte `start`.
    pub(super) fn until(
        &mut self,
        start: usize,
        opening: char,
        closing: char,
    ) -> Result<Vec<BigUint>, PositionError> {
        let mut entries = Vec::new();
        let mut close = [0; 4];
        let close: &str = closing.encode_utf8(&mut close);
        if self.eat(close) {
            return Ok(entries);
        }
        loop {
            entries.push(self.number()?);
            if self.eat(close) {
                return Ok(entries);
            }
            if !self.eat(",") {
                // At the end of the text the bracket is what is wrong.
                return Err(match self.at_end() {
                    true => self.error(start..start + 1, Kind::Unclosed { opening, closing }),
                    false => self.unexpected(),
                });
            }
        }
    }

    fn end(&mut self) -> Result<(), PositionError> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The error of a character that cannot stand here.
    pub(super) fn unexpected(&self) -> PositionError {
        let Some(next) = self.rest().chars().next() else {
            return self.error(self.at..self.at, Kind::Missing(self.wanted));
        };
        let span = self.at..self.at + next.len_utf8();
        if next == ',' || next == '[' || next == '{' || next.is_ascii_digit() {
            return self.error(span, Kind::Several(self.wanted));
        }
        if next == '+' && self.wanted != Wanted::Number {
            return self.error(span, Kind::Plus);
        }
        let instead = if next == '^' { Some("**") } else { typed(next) };
        if let Some(typed) = instead {
            return self.error(span, Kind::Habit { found: in_words(next), typed });
        }
        let word = self.rest().find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest().len());
        if word > 0 {
            let found = format!("`{}`", shorten(self.rest().get(..word).unwrap_or_default()));
            return self.error(self.at..self.at + word, Kind::Unexpected { found, wanted: self.wanted });
        }
        self.error(span, Kind::Unexpected { found: in_words(next), wanted: self.wanted })
    }

    /// An error at `span`.
    pub(super) fn error(&self, span: Span, kind: Kind) -> PositionError {
        PositionError::new(self.text, span, kind)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn sum(&mut self) -> Result<BigInt, PositionError> {
        self.blanks();
        let start = self.at;
        let mut sum = self.product()?;
        loop {
            let minus = if self.eat("+") {
                false
            } else if self.eat("-") {
                true
            } else {
                return Ok(sum);
            };
            let term = self.product()?;
            self.bounded(sum.bits().max(term.bits()), start)?;
            sum = if minus { sum - term } else { sum + term };
            self.bounded(sum.bits(), start)?;
        }
    }

    fn product(&mut self) -> Result<BigInt, PositionError> {
        self.blanks();
        let start = self.at;
        let mut product = self.signed()?;
        while !self.rest_is_power() && self.eat("*") {
            let factor = self.signed()?;
            self.bounded(product.bits().saturating_add(factor.bits()).saturating_sub(1), start)?;
            product *= factor;
        }
        Ok(product)
    }

    fn rest_is_power(&mut self) -> bool {
        self.blanks();
        self.rest().starts_with("**")
    }

    fn signed(&mut self) -> Result<BigInt, PositionError> {
        self.blanks();
        if self.depth >= MAX_DEPTH {
            return Err(self.error(self.at..self.at, Kind::TooDeep));
        }
        self.depth += 1;
        let value = if self.eat("-") { self.signed().map(|value| -value) } else { self.power() };
        self.depth -= 1;
        value
    }

    fn power(&mut self) -> Result<BigInt, PositionError> {
        self.blanks();
        let start = self.at;
        let base = self.atom()?;
        if !self.eat("**") {
            return Ok(base);
        }
        self.blanks();
        let exponent_start = self.at;
        let exponent = self.signed()?;
        if self.form_only {
            return Ok(BigInt::ZERO);
        }
        if exponent.is_negative() {
            return Err(self.error(exponent_start..self.at, Kind::NegativeExponent));
        }
        // 0, 1 and -1 have small powers, whatever the exponent.
        let exponent = if base.bits() <= 1 {
            let odd = exponent.bit(0);
            let zero = exponent.sign() == Sign::NoSign;
            if zero { 0 } else { 2 - u32::from(odd) }
        } else {
            u32::try_from(&exponent).map_err(|_| self.error(start..self.at, Kind::TooLarge))?
        };
        // A base of b bits is at least 2^(b-1).
        let least = base.bits().saturating_sub(1).saturating_mul(u64::from(exponent));
        self.bounded(least, start)?;
        let power = base.pow(exponent);
        self.bounded(power.bits(), start)?;
        Ok(power)
    }

    fn atom(&mut self) -> Result<BigInt, PositionError> {
        self.blanks();
        let start = self.at;
        if self.eat("(") {
            let value = self.sum()?;
            if self.eat(")") {
                return Ok(value);
            }
            if self.rest().is_empty() {
                return Err(self.error(start..start + 1, Kind::Unclosed { opening: '(', closing: ')' }));
            }
            return Err(self.unexpected());
        }
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.unexpected());
        }
        let length = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += length;
        let written = rest.get(..length).unwrap_or_default();
        let value = literal(written, self.form_only).map_err(|kind| self.error(start..self.at, kind))?;
        self.bounded(value.bits(), start)?;
        Ok(BigInt::from(value))
    }

    /// Whether a result of so many bits may be computed.
    fn bounded(&mut self, bits: u64, start: usize) -> Result<(), PositionError> {
        if bits > MAX_BITS {
            return Err(self.error(start..self.at, Kind::TooLarge));
        }
        self.work = self.work.saturating_add(bits);
        if self.work > MAX_WORK { Err(self.error(start..self.at, Kind::TooMuchWork)) } else { Ok(()) }
    }
}

/// The number written as `10`, `1_000`, `0xff` or `0b101`; 0 if only the form is
/// looked at.
fn literal(written: &str, form_only: bool) -> Result<BigUint, Kind> {
    if written.len() > MAX_DIGITS {
        let digits = written.bytes().filter(|&byte| byte != b'_').count();
        if digits > MAX_DIGITS {
            return Err(Kind::TooManyDigits);
        }
    }
    let (digits, radix) = if let Some(digits) = written.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = written.strip_prefix("0b") {
        (digits, 2)
    } else {
        (written, 10)
    };
    let digits: Vec<u8> = digits.bytes().filter(|&byte| byte != b'_').collect();
    let valid = !digits.is_empty() && digits.iter().all(|&digit| char::from(digit).is_digit(radix));
    let value = match valid {
        true if form_only => Some(BigUint::ZERO),
        true => value(&digits, radix),
        false => None,
    };
    value.ok_or_else(|| {
        let power = written.split_once(['e', 'E']).filter(|(factor, exponent)| {
            [factor, exponent]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let cure = match power {
            Some(("1", exponent)) => format!("write `10**{}`", shorten(exponent)),
            Some((factor, exponent)) => format!("write `{}*10**{}`", shorten(factor), shorten(exponent)),
            None => "write it in digits, as in `27`, `1_000` or `0xff`".to_owned(),
        };
        Kind::NotNumber { written: shorten(written), cure }
    })
}

/// The value of the digits, if they are digits.
///
/// Long ones are cut in halves, which are read by themselves: the library takes
/// quadratic time to read digits, but much less to multiply.
fn value(digits: &[u8], radix: u32) -> Option<BigUint> {
    const SHORT: usize = 4000;
    if digits.len() <= SHORT {
        return BigUint::parse_bytes(digits, radix);
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    let shift = BigUint::from(radix).pow(u32::try_from(low.len()).ok()?);
    Some(value(high, radix)? * shift + value(low, radix)?)
}

/// A character for messages.
pub(super) fn in_words(c: char) -> String {
    if c == ' ' {
        "a blank".to_owned()
    } else if c.is_control() || c.is_whitespace() {
        format!("the character U+{:04X}", u32::from(c))
    } else if c.is_ascii() {
        format!("`{c}`")
    } else {
        format!("`{c}` (U+{:04X})", u32::from(c))
    }
}
