//! Linear forms in the entries of the position and one more number.

/// The largest factor or constant, in amount: with it no expression that is read
/// as a form leaves 128 bits at any position with entries below 2^63, so the rule
/// as written cannot break where the form is used.
const MOST: i128 = 1 << 20;

/// `entries . x + along * t + constant`, where x is the position and t the member
/// that the loop of the alternative is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub entries: Vec<i128>,
    pub along: i128,
    pub constant: i128,
}

impl Form {
    pub(super) fn constant(arity: usize, value: i128) -> Option<Form> {
        Form { entries: vec![0; arity], along: 0, constant: value }.checked()
    }

    /// Entry `index` of the position.
    pub(super) fn entry(arity: usize, index: usize) -> Form {
        let entries = (0..arity).map(|other| i128::from(other == index)).collect();
        Form { entries, along: 0, constant: 0 }
    }

    /// The member t.
    pub(super) fn member(arity: usize) -> Form {
        Form { entries: vec![0; arity], along: 1, constant: 0 }
    }

    /// The value, if it is the same everywhere.
    pub(super) fn as_constant(&self) -> Option<i128> {
        (self.along == 0 && !self.has_entries()).then_some(self.constant)
    }

    /// Whether the position stands in it.
    pub(super) fn has_entries(&self) -> bool {
        self.entries.iter().any(|&factor| factor != 0)
    }

    /// `self + factor * other`.
    pub(super) fn plus(&self, factor: i128, other: &Form) -> Option<Form> {
        let sum = |a: i128, b: i128| a.checked_add(factor.checked_mul(b)?);
        let entries = self.entries.iter().zip(&other.entries).map(|(&a, &b)| sum(a, b));
        Form {
            entries: entries.collect::<Option<_>>()?,
            along: sum(self.along, other.along)?,
            constant: sum(self.constant, other.constant)?,
        }
        .checked()
    }

    pub(super) fn times(&self, factor: i128) -> Option<Form> {
        Form { entries: vec![0; self.entries.len()], along: 0, constant: 0 }.plus(factor, self)
    }

    pub(super) fn shifted(&self, amount: i128) -> Option<Form> {
        self.plus(1, &Form::constant(self.entries.len(), amount)?)
    }

    /// The form with t replaced by another one.
    pub(super) fn with_member(&self, member: &Form) -> Option<Form> {
        Form { along: 0, ..self.clone() }.plus(self.along, member)
    }

    fn checked(self) -> Option<Form> {
        let small = |value: &i128| (-MOST..=MOST).contains(value);
        let fits = self.entries.iter().all(small) && small(&self.along) && small(&self.constant);
        fits.then_some(self)
    }
}
