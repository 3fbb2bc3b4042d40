//! Rules spelled in the checked tree, as the checker writes them.

use super::*;
use crate::lang::ir::{Clause, Linear};

const X: Slot = Slot(0);
const A: Slot = Slot(1);
const B: Slot = Slot(2);
const C: Slot = Slot(3);

fn int(kind: IntKind) -> Int {
    Int { kind, span: 0..0 }
}

fn constant(value: i128) -> Int {
    int(IntKind::Const(value))
}

fn slot(slot: Slot) -> Int {
    int(IntKind::Slot(slot))
}

/// `slot + value`.
fn shifted(name: Slot, value: i128) -> Int {
    int(IntKind::Binary(IntOp::Add, Box::new(slot(name)), Box::new(constant(value))))
}

fn range(low: Int, high: Int) -> Set {
    Set { kind: SetKind::Range(Box::new(low), Box::new(high)), arity: 1, span: 0..0 }
}

/// `for name in low..high`
fn run(name: Slot, low: Int, high: Int) -> Step {
    Step::For { slots: vec![name], set: range(low, high), span: 0..0 }
}

fn compare(first: Int, rest: Vec<(Compare, Int)>) -> Step {
    Step::If(Bool { kind: BoolKind::Compare(Box::new(first), rest), span: 0..0 })
}

/// `name + rest + others <= 0`
fn linear(factor: i128, others: Vec<(i128, Slot)>, rest: Int) -> Linear {
    let others = others.into_iter().map(|(factor, slot)| (constant(factor), slot)).collect();
    Linear { factor: constant(factor), others, rest, relation: Relation::AtMostZero }
}

fn solve(slot: Slot, conditions: Vec<Linear>) -> Step {
    Step::Solve { slot, conditions, span: 0..0 }
}

fn names(slots: &[Slot]) -> Offer {
    Offer::Sum(slots.iter().map(|&name| Component::Number(slot(name))).collect())
}

fn rule(alternatives: Vec<(Offer, Vec<Step>)>) -> Program {
    let alternatives =
        alternatives.into_iter().map(|(option, steps)| Alternative { steps, option, span: 0..0 }).collect();
    let clause = Clause { shape: Shape::Number(X), guard: None, alternatives, span: 0..0 };
    let slots = ["x", "a", "b", "c"].map(String::from).to_vec();
    Program { parameters: Vec::new(), clauses: vec![clause], kind: Kind::Coins, shapes: Vec::new(), slots }
}

fn counts(alternatives: Vec<(Offer, Vec<Step>)>) -> Option<Vec<usize>> {
    turn_coins(&rule(alternatives)).map(|game| game.counts().to_vec())
}

/// `[a, b] where 0 <= a < b < x`, as the checker solves it: b is bounded by x
/// first, with a still open, or a by b's absence, in either order.
fn pair_by_where() -> (Offer, Vec<Step>) {
    let steps = vec![
        solve(B, vec![linear(-1, vec![(1, A)], constant(1)), linear(1, vec![], shifted_back(X, 1))]),
        solve(A, vec![linear(-1, vec![], constant(0)), linear(1, vec![], shifted_back(B, 1))]),
    ];
    (names(&[A, B]), steps)
}

/// `value - slot`, the rest of a comparison with that slot.
fn shifted_back(name: Slot, value: i128) -> Int {
    int(IntKind::Binary(
        IntOp::Add,
        Box::new(int(IntKind::Neg(Box::new(slot(name))))),
        Box::new(constant(value)),
    ))
}

#[test]
fn mock_turtles_are_found_in_every_spelling() {
    let nothing = || (names(&[]), vec![]);
    let single = || (names(&[A]), vec![run(A, constant(0), shifted(X, -1))]);
    let bare_set = (Offer::Each(Component::Members(range(constant(0), shifted(X, -1)))), vec![]);
    let bare_name = (Offer::Each(Component::Number(slot(A))), vec![run(A, constant(0), shifted(X, -1))]);
    let nested =
        (names(&[A, B]), vec![run(A, constant(0), shifted(X, -1)), run(B, constant(0), shifted(A, -1))]);
    let rising =
        (names(&[B, A]), vec![run(A, constant(0), shifted(X, -2)), run(B, shifted(A, 1), shifted(X, -1))]);
    let unordered = (
        names(&[A, B]),
        vec![
            run(A, constant(0), shifted(X, -1)),
            run(B, constant(-3), shifted(X, -1)),
            compare(slot(A), vec![(Compare::Ne, slot(B))]),
        ],
    );
    let filtered = (
        names(&[A, B]),
        vec![
            run(A, constant(0), slot(X)),
            run(B, constant(0), slot(X)),
            compare(
                slot(X),
                vec![(Compare::Gt, slot(B)), (Compare::Gt, slot(A)), (Compare::Ge, constant(0))],
            ),
        ],
    );
    for pair in [pair_by_where(), nested, rising, unordered, filtered] {
        assert_eq!(counts(vec![nothing(), single(), pair.clone()]), Some(vec![0, 1, 2]), "{pair:?}");
        assert_eq!(counts(vec![pair]), Some(vec![2]));
    }
    assert_eq!(counts(vec![bare_set]), Some(vec![1]));
    assert_eq!(counts(vec![bare_name]), Some(vec![1]));
    let triple = (
        names(&[A, B, C]),
        vec![
            run(A, constant(0), shifted(X, -1)),
            run(B, constant(0), shifted(A, -1)),
            run(C, constant(0), shifted(A, -1)),
            compare(slot(B), vec![(Compare::Ne, slot(C))]),
        ],
    );
    assert_eq!(counts(vec![triple, nothing()]), Some(vec![0, 3]));
}

#[test]
fn everything_else_is_left_to_the_interpreter() {
    let low = || run(A, constant(0), shifted(X, -1));
    let refused: Vec<(Offer, Vec<Step>)> = vec![
        // Not all smaller coins, or more than those.
        (names(&[A]), vec![run(A, constant(1), shifted(X, -1))]),
        (names(&[A]), vec![run(A, constant(0), shifted(X, -2))]),
        (names(&[A]), vec![run(A, constant(0), slot(X))]),
        (names(&[A]), vec![run(A, shifted(X, -3), shifted(X, -1))]),
        // Equal coins would cancel.
        (names(&[A, B]), vec![low(), run(B, constant(0), shifted(X, -1))]),
        (names(&[A, B]), vec![low(), run(B, constant(0), slot(A))]),
        (names(&[A, A]), vec![low()]),
        // Neighbours only, or all but neighbours.
        (names(&[A, B]), vec![low(), run(B, shifted(A, -1), shifted(A, -1))]),
        (names(&[A, B]), vec![low(), run(B, constant(0), shifted(A, -2))]),
        // Coins that the names do not give, or names that no coin uses.
        (names(&[]), vec![low()]),
        (names(&[X]), vec![]),
        (Offer::Sum(vec![Component::Number(shifted(A, 0))]), vec![low()]),
        (Offer::Copies(Component::Number(slot(A)), constant(1)), vec![low()]),
        // Conditions on x and conditions of other forms.
        (names(&[]), vec![compare(slot(X), vec![(Compare::Gt, constant(0))])]),
        (names(&[A]), vec![low(), compare(slot(A), vec![(Compare::Ne, constant(2))])]),
        (
            names(&[A]),
            vec![
                low(),
                compare(
                    int(IntKind::Binary(IntOp::Rem, Box::new(slot(A)), Box::new(constant(2)))),
                    vec![(Compare::Eq, constant(0))],
                ),
            ],
        ),
        (
            names(&[A]),
            vec![
                run(A, constant(0), shifted(X, -1)),
                Step::If(Bool { kind: BoolKind::Const(false), span: 0..0 }),
            ],
        ),
    ];
    for alternative in refused {
        assert_eq!(counts(vec![alternative.clone()]), None, "{alternative:?}");
    }
    // A condition that the names satisfy anyway does no harm: two smaller coins need x >= 2.
    let (option, mut steps) = pair_by_where();
    steps.push(compare(slot(X), vec![(Compare::Ge, constant(2))]));
    steps.push(compare(slot(A), vec![(Compare::Ne, slot(X))]));
    assert_eq!(counts(vec![(option.clone(), steps.clone())]), Some(vec![2]));
    steps.push(compare(slot(X), vec![(Compare::Ge, constant(3))]));
    assert_eq!(counts(vec![(option, steps)]), None);
}

#[test]
fn guards_and_heaps_are_not_coins() {
    let mut heap = rule(vec![(names(&[]), vec![])]);
    assert!(turn_coins(&heap).is_some());
    heap.kind = Kind::Heap;
    assert!(turn_coins(&heap).is_none());
    let mut guarded = rule(vec![(names(&[]), vec![])]);
    guarded.clauses[0].guard = Some(Bool { kind: BoolKind::Const(true), span: 0..0 });
    assert!(turn_coins(&guarded).is_some());
    guarded.clauses[0].guard = Some(Bool { kind: BoolKind::Const(false), span: 0..0 });
    assert!(turn_coins(&guarded).is_none());
}
