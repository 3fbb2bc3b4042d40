//! Boards of coins whose moves are products of moves on rows of coins.
//!
//! An alternative `[(a, y), (x, b), (a, b)] where a < x, b < y` turns the coins at all
//! places but (x, y) whose first coordinate is x or one of the names a, and whose
//! second is y or one of the names b. If each of its loops and conditions speaks of
//! x and the names a alone, or of y and the names b alone, it offers exactly the pairs
//! of what two alternatives on rows of coins offer. The board is the product of two
//! rules if every left alternative that occurs stands beside every right one. What is
//! read: ranges, `where`, and comparisons of sums, differences, products and the like;
//! anything else leaves the rule to the other engines.

use crate::lang::ir::{
    Alternative, Bool, BoolKind, Clause, Component, Entry, Int, IntKind, Kind, Linear, Offer, Program, Set,
    SetKind, Shape, ShapeInfo, Slot, Step,
};

/// The two rules on rows of coins whose product the rule is, if it certainly is one.
///
/// Where one of the two breaks at a coin, the rule itself may not: it reads one of
/// them only where the other offers something.
pub(crate) fn coin_factors(program: &Program) -> Option<(Program, Program)> {
    let [ShapeInfo { arity: 2, sym: false, .. }] = program.shapes.as_slice() else { return None };
    if program.kind != Kind::Board {
        return None;
    }
    let (mut lefts, mut rights, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for clause in &program.clauses {
        let Shape::Entries(_, slots) = &clause.shape else { return None };
        let &[x, y] = slots.as_slice() else { return None };
        if clause.guard.is_some() {
            return None;
        }
        for alternative in &clause.alternatives {
            let (left, right) = parted(alternative, x, y)?;
            pairs.push((place(&mut lefts, left), place(&mut rights, right)));
        }
    }
    let every = (0..lefts.len()).all(|left| (0..rights.len()).all(|right| pairs.contains(&(left, right))));
    (every && !pairs.is_empty()).then(|| (row(program, lefts), row(program, rights)))
}

/// The place of an alternative among those so far, where it is put if it is new.
fn place(among: &mut Vec<Alternative>, alternative: Alternative) -> usize {
    among.iter().position(|other| *other == alternative).unwrap_or_else(|| {
        among.push(alternative);
        among.len() - 1
    })
}

/// A rule on a row of coins.
fn row(board: &Program, alternatives: Vec<Alternative>) -> Program {
    let names = alternatives.iter().map(|alternative| alternative.steps.len()).max().unwrap_or(0);
    let coin = Clause { shape: Shape::Number(Slot(0)), guard: None, alternatives, span: 0..0 };
    Program {
        parameters: board.parameters.clone(),
        clauses: vec![coin],
        kind: Kind::Coins,
        shapes: Vec::new(),
        slots: (0..=names).map(|slot| format!("x{slot}")).collect(),
    }
}

/// One side of an alternative: its coin is name 0 there, the others are counted as
/// they are bound. Places in the text are left out, so that sides can be compared.
struct Side {
    /// The names on the board.
    names: Vec<Slot>,
    steps: Vec<Step>,
}

/// The alternative as a left and a right one.
fn parted(alternative: &Alternative, x: Slot, y: Slot) -> Option<(Alternative, Alternative)> {
    let coins = match &alternative.option {
        Offer::Sum(components) => components.iter().map(place_of).collect::<Option<Vec<_>>>()?,
        Offer::Each(component) => vec![place_of(component)?],
        Offer::Copies(..) => return None,
    };
    let is_left = |slot: Slot| slot == x || coins.iter().any(|&(first, _)| first == slot);
    let is_right = |slot: Slot| slot == y || coins.iter().any(|&(_, second)| second == slot);
    let mut sides = [Side::of(x), Side::of(y)];
    for step in &alternative.steps {
        let bound = match step {
            Step::For { slots, .. } => match slots.as_slice() {
                &[slot] => slot,
                _ => return None,
            },
            Step::Solve { slot, .. } => *slot,
            Step::If(_) => continue,
        };
        match (is_left(bound), is_right(bound)) {
            (true, false) => sides[0].names.push(bound),
            (false, true) => sides[1].names.push(bound),
            _ => return None,
        }
    }
    // Every place once, but for (x, y) itself.
    let [left, right] = &sides;
    let all = left.names.iter().flat_map(|&a| right.names.iter().map(move |&b| (a, b)));
    let mut wanted: Vec<(Slot, Slot)> = all.filter(|&place| place != (x, y)).collect();
    let mut offered = coins.clone();
    wanted.sort_unstable();
    offered.sort_unstable();
    if wanted != offered {
        return None;
    }
    for step in &alternative.steps {
        match step {
            Step::If(condition) => conjuncts(condition, &mut sides)?,
            Step::For { slots, set: Set { kind: SetKind::Range(low, high), .. }, .. } => {
                let side = sides.iter_mut().find(|side| side.names.contains(&slots[0]))?;
                let range = SetKind::Range(Box::new(side.int(low)?), Box::new(side.int(high)?));
                let slots = vec![side.name(slots[0])?];
                side.steps.push(Step::For {
                    slots,
                    set: Set { kind: range, arity: 1, span: 0..0 },
                    span: 0..0,
                });
            }
            Step::For { .. } => return None,
            Step::Solve { slot, conditions, .. } => {
                let side = sides.iter_mut().find(|side| side.names.contains(slot))?;
                let conditions =
                    conditions.iter().map(|linear| side.linear(linear)).collect::<Option<_>>()?;
                let slot = side.name(*slot)?;
                side.steps.push(Step::Solve { slot, conditions, span: 0..0 });
            }
        }
    }
    let [left, right] = sides;
    Some((left.alternative(), right.alternative()))
}

/// The names of the coordinates of a coin that is offered.
fn place_of(component: &Component) -> Option<(Slot, Slot)> {
    let Component::Entries(_, entries) = component else { return None };
    let [first, second] = entries.as_slice() else { return None };
    let name = |entry: &Entry| match entry {
        Entry::Int(Int { kind: IntKind::Slot(slot), .. }) => Some(*slot),
        _ => None,
    };
    Some((name(first)?, name(second)?))
}

/// Gives each part of a condition to the side that it speaks of.
fn conjuncts(condition: &Bool, sides: &mut [Side; 2]) -> Option<()> {
    if let BoolKind::And(first, second) = &condition.kind {
        conjuncts(first, sides)?;
        return conjuncts(second, sides);
    }
    let copied = sides.iter_mut().find_map(|side| Some((side.condition(condition)?, side)));
    let (condition, side) = copied?;
    side.steps.push(Step::If(condition));
    Some(())
}

impl Side {
    fn of(coin: Slot) -> Side {
        Side { names: vec![coin], steps: Vec::new() }
    }

    /// The name of a slot on this side; none if it is not of this side.
    fn name(&self, slot: Slot) -> Option<Slot> {
        self.names.iter().position(|name| *name == slot).map(Slot)
    }

    fn int(&self, int: &Int) -> Option<Int> {
        let boxed = |int: &Int| self.int(int).map(Box::new);
        let kind = match &int.kind {
            IntKind::Const(value) => IntKind::Const(*value),
            IntKind::Parameter(id) => IntKind::Parameter(*id),
            IntKind::Slot(slot) => IntKind::Slot(self.name(*slot)?),
            IntKind::Neg(inner) => IntKind::Neg(boxed(inner)?),
            IntKind::Binary(op, left, right) => IntKind::Binary(*op, boxed(left)?, boxed(right)?),
            _ => return None,
        };
        Some(Int { kind, span: 0..0 })
    }

    fn condition(&self, condition: &Bool) -> Option<Bool> {
        let kind = match &condition.kind {
            BoolKind::Const(value) => BoolKind::Const(*value),
            BoolKind::Compare(first, rest) => {
                let rest = rest.iter().map(|(compare, int)| Some((*compare, self.int(int)?)));
                BoolKind::Compare(Box::new(self.int(first)?), rest.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(Bool { kind, span: 0..0 })
    }

    fn linear(&self, linear: &Linear) -> Option<Linear> {
        let others = linear.others.iter().map(|(factor, slot)| Some((self.int(factor)?, self.name(*slot)?)));
        Some(Linear {
            factor: self.int(&linear.factor)?,
            others: others.collect::<Option<_>>()?,
            rest: self.int(&linear.rest)?,
            relation: linear.relation,
        })
    }

    /// The alternative of a row of coins: all names but the coin's own are turned.
    fn alternative(self) -> Alternative {
        let turned = (1..self.names.len())
            .map(|name| Component::Number(Int { kind: IntKind::Slot(Slot(name)), span: 0..0 }));
        Alternative { steps: self.steps, option: Offer::Sum(turned.collect()), span: 0..0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::interpret::HeapRules;
    use crate::lang::{Form, Rule};
    use crate::ruleset::{Heap, Options, Position, Ruleset};
    use crate::theory::Control;

    fn factors(text: &str) -> Option<(Program, Program)> {
        match Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).form() {
            Form::Shapes(rules) => coin_factors(rules.program()),
            _ => None,
        }
    }

    const PRODUCTS: [&str; 8] = [
        "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y",
        "coins (x, y) -> [(a, b), (x, b), (a, y)] for b in 0..y-1 for a in 0..x-1",
        "coins (x, y) -> [] | [(a, y)] where 1 <= a < x | [(x, b)] where 1 <= b < y \
         | [(x, b), (a, b), (a, y)] where 1 <= b < y, 1 <= a < x",
        "coins (x, y) -> [(a, y)] where a < x, x % 3 != 0",
        "coins (x, y) -> []",
        "let k = 2; coins (x, y) -> [(a, y), (c, y)] where a + c == x, k <= a < c",
        "coins (x, y) -> [(x, b)] for b in y - 2..y - 1 if b % 2 == x % 3 - x % 3 + 1",
        "coins (x, y) -> [(x, b)] where b < y; coins (x, y) -> [(a, y), (x, b), (a, b)] where b < y, a < x, a + 2 >= x",
    ];

    #[test]
    fn options_are_the_pairs_of_those_of_the_two_rows() {
        let control = Control::default();
        let mut recognised = 0;
        for text in PRODUCTS {
            let Some((left, right)) = factors(text) else { continue };
            recognised += 1;
            let rule = Rule::parse(text).unwrap();
            let Form::Shapes(board) = rule.form() else { unreachable!("boards are shapes") };
            let [left, right] = [left, right].map(|program| HeapRules::new(program, &control).unwrap());
            for x in 0..8 {
                for y in 0..8 {
                    let mut options = Options::new();
                    board.options(&Position::Tuple(vec![x, y]), &mut options, &control).unwrap();
                    let row = |rules: &HeapRules, coin: u64| {
                        let mut options = Options::new();
                        rules.options(&Heap::new(coin), &mut options, &control).unwrap();
                        let with = |option: &[Heap]| -> Vec<u64> {
                            option.iter().map(|other| other.size()).chain([coin]).collect()
                        };
                        options.iter().map(with).collect::<Vec<_>>()
                    };
                    let mut pairs = Options::new();
                    for left in row(&left, x) {
                        for right in row(&right, y) {
                            let all = left.iter().flat_map(|&a| right.iter().map(move |&b| vec![a, b]));
                            let mut coins: Vec<_> = all.filter(|place| *place != [x, y]).collect();
                            coins.sort_unstable();
                            pairs.push(coins.into_iter().map(Position::Tuple));
                        }
                    }
                    assert_eq!(pairs.canonical(), options.canonical(), "{text} at ({x},{y})");
                }
            }
        }
        // The last but one speaks of both sides in one condition.
        assert_eq!(recognised, PRODUCTS.len() - 1);
    }

    #[test]
    fn near_misses_are_no_products() {
        for text in [
            "coins (x, y) -> [(a, y), (x, b)] where a < x, b < y",
            "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y, a <= b",
            "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < x",
            "coins (x, y) -> [] | [(a, y)] where a < x | [(x, b)] where b < y",
            "coins (x, y) -> [(a, b)] where a < x, b < y",
            "coins (x, y) -> [(a, a)] where a < x, a < y",
            "coins (x, y) -> [(a, y), (a, y)] where a < x",
            "coins (x, y) -> [(y, x)] if y < x",
            "coins (x, y) -> [(x - 1, y)]",
            "coins (x, y) if x > y -> [(a, y)] where a < x",
            "coins (x, y, z) -> [(a, y, z)] where a < x",
            "coins (x, y) -> [(0..x-1, y)]",
        ] {
            assert_eq!(factors(text), None, "{text}");
        }
    }
}
