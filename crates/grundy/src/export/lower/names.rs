//! Names: those of the rule, where they can be names in all three languages.

use super::{Constant, Lower};
use crate::lang::ir::{ParameterId, Slot};

/// Words of the languages and names of the programs' own, in lower case.
const TAKEN: &[&str] = &[
    // C++
    "alignas alignof and and_eq array asm assert auto bitand bitor bool break case catch char cin class \
     compl concept const constexpr continue cout decltype default delete distance do double else end enum \
     exit explicit export extern false float for friend goto if inline int long main map mutable \
     namespace new next noexcept not not_eq nullptr operator or or_eq private protected public register \
     requires return set short signed sizeof static std string struct swap switch template this throw \
     true try typedef typeid typename union unsigned using vector virtual void volatile wchar_t while xor \
     xor_eq",
    // Rust
    "abstract as async await become box crate dyn final fn gen impl in let loop macro match mod move mut \
     override priv pub ref self super trait type unsafe unsized usize use vec where yield",
    // Python
    "del def dict elif except finally from global import is itertools lambda len list math none nonlocal \
     pass print raise range sorted sum sys threading tuple with",
    // The programs
    "known g key memo mex options order positions table top value values place found linux unix abs all any bin",
    // The support library
    "absolute and_of at bisect bit_length checked_power concat orders contains count digits distinct \
     divisors drop_at floor_div floor_mod gcd gcd_of ilog insert_at iroot is_prime isqrt lcm lcm_of max \
     max_of min min_of next_cube next_factorial next_fibonacci next_in next_power next_prime next_square \
     next_triangular nonzero or_of popcount power prime_factors set_at shift_left shift_right \
     add bounded checked_next_power checked_sum entry mul numbers refuse small sub \
     common_divisor common_multiple cut slice solve sort sum_of trailing_zeros",
];

/// A name with nothing in it but letters, digits and `_`, in lower case.
pub(in crate::export) fn clean(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    // Names that begin with `_` mean something in each language.
    let plain = plain.trim_start_matches('_');
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) {
        format!("x{plain}")
    } else {
        plain.to_owned()
    }
}

impl Lower<'_> {
    /// A name like `wanted` that stands for nothing yet; it stands for something
    /// from now on.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let plain = clean(wanted);
        let free = |name: &String| {
            let taken = TAKEN.iter().any(|words| words.split(' ').any(|word| word == name));
            // Functions for shapes begin and bounds of loops end so.
            let own = name.starts_with("g_") || name.ends_with("_last") || name.ends_with('_');
            !taken && !own && !self.active.contains(name)
        };
        let mut names = std::iter::once(plain.clone()).chain((2..).map(|number| format!("{plain}{number}")));
        let name = names.find(free).unwrap_or(plain);
        self.active.push(name.clone());
        name
    }

    /// A name for an entry of a position.
    pub(in crate::export) fn entry_name(&mut self, slot: Slot) -> String {
        let wanted = self.program.slots.get(slot.0).cloned().unwrap_or_default();
        self.fresh(&wanted)
    }

    /// A name for a slot that the rule may have named.
    pub(super) fn name_of(&mut self, slot: Slot, otherwise: &str) -> String {
        let wanted = self.program.slots.get(slot.0).cloned().unwrap_or_else(|| otherwise.to_owned());
        self.fresh(&wanted)
    }

    /// The name of the constant list that a parameter is.
    pub(super) fn constant(&mut self, id: ParameterId, arity: usize, entries: &[i128]) -> String {
        if let Some(Some(known)) = self.constants.get(id.0) {
            return known.name.clone();
        }
        let wanted = self.program.parameters.get(id.0).map_or("", |parameter| parameter.name.as_str());
        let plain = clean(wanted).to_ascii_uppercase();
        let used = |name: &String| self.constants.iter().flatten().any(|other| other.name == *name);
        let reserved = |name: &String| ["EOF", "NULL", "BUFSIZ", "M_PI", "M_E"].contains(&name.as_str());
        let mut names = std::iter::once(plain.clone()).chain((2..).map(|number| format!("{plain}_{number}")));
        let name = names.find(|name| !used(name) && !reserved(name)).unwrap_or(plain);
        if let Some(place) = self.constants.get_mut(id.0) {
            *place = Some(Constant { name: name.clone(), entries: entries.to_vec(), arity });
        }
        name
    }
}
