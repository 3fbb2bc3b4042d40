//! The shapes of positions: heaps, tuples, tags, boards; and options of a shape.

use super::function::nearest;
use super::{Checker, Class};
use crate::lang::ast::{Clause, ClauseKind, Expr, ExprKind, Name, OptionExpr};
use crate::lang::ir::{Component, Entry, Kind, Set, SetKind, Shape, ShapeId, ShapeInfo};
use crate::ruleset::{Span, Tag};
use crate::theory::Play;

/// What the positions of the rule at hand look like.
#[derive(Clone, Debug)]
pub(super) enum Positions {
    /// Single numbers: heaps, or coins of a row.
    Numbers,
    /// Positions of these shapes.
    Shapes {
        /// The shapes, each with a clause at least.
        shapes: Vec<ShapeInfo>,
        /// Whether they are the coins of a board.
        board: bool,
    },
    /// Lists.
    Seqs,
}

/// The most entries of a shape.
const MOST_ENTRIES: usize = 64;

/// The most entries of a shape whose order means nothing: all orders are tried.
const MOST_SYM_ENTRIES: usize = 7;

impl Checker {
    /// The tags of the rule.
    pub(super) fn tags(&self) -> impl Iterator<Item = &str> {
        let shapes = match &self.positions {
            Positions::Shapes { shapes, .. } => shapes.as_slice(),
            Positions::Numbers | Positions::Seqs => &[],
        };
        shapes.iter().filter_map(|shape| shape.tag.as_ref().map(Tag::text))
    }

    /// The kind of a rule on heaps, tuples and tags, and its shapes.
    pub(super) fn shapes(&mut self, clauses: &[Clause]) -> Option<(Kind, Vec<ShapeInfo>)> {
        let mut shapes: Vec<ShapeInfo> = Vec::new();
        let mut right = true;
        for clause in clauses {
            let ClauseKind::Pattern { sym, pattern, .. } = &clause.kind else { continue };
            let arity = pattern.names.len();
            right &= self.few_entries(arity, sym.is_some(), &pattern.span);
            // The order of one entry means nothing anyway.
            let is_sym = sym.is_some() && arity > 1;
            let tag = pattern.tag.as_ref().map(|tag| Tag::new(&tag.text));
            match shapes.iter().find(|shape| shape.tag == tag && shape.arity == arity) {
                None => shapes.push(ShapeInfo { tag, arity, sym: is_sym }),
                Some(shape) if shape.sym != is_sym => {
                    let message = "`sym` stands on one clause of this shape and not on another";
                    let cure = "write `sym` before all clauses of the shape, or before none";
                    self.error(&clause.span, message, cure);
                    right = false;
                }
                Some(_) => {}
            }
        }
        right.then_some(())?;
        let one_heap = shapes.iter().all(|shape| shape.tag.is_none() && shape.arity == 1);
        if one_heap && self.play != Play::Loopy {
            return Some((Kind::Heap, Vec::new()));
        }
        self.positions = Positions::Shapes { shapes: shapes.clone(), board: false };
        Some((Kind::Shapes, shapes))
    }

    /// The kind of a rule on coins, and the shape of the coins of a board.
    pub(super) fn coin_shapes(&mut self, clauses: &[Clause]) -> Option<(Kind, Vec<ShapeInfo>)> {
        let mut arities = clauses.iter().filter_map(|clause| match &clause.kind {
            ClauseKind::Coins { coin, .. } => Some((coin.len(), &clause.span)),
            _ => None,
        });
        let (arity, span) = arities.next()?;
        if let Some((other, place)) = arities.find(|(other, _)| *other != arity) {
            self.error(
                place,
                format!("a coin with {other} coordinates in a rule whose coins have {arity}"),
                "give the coins of all clauses as many coordinates",
            );
            return None;
        }
        if self.play == Play::Loopy {
            self.error(
                span,
                "coins cannot be played in loopy play, where a position is one and no sum",
                "take `loopy` out, or give the whole position in one tuple or row",
            );
            return None;
        }
        if arity == 1 {
            return Some((Kind::Coins, Vec::new()));
        }
        self.few_entries(arity, false, span).then_some(())?;
        let shapes = vec![ShapeInfo { tag: None, arity, sym: false }];
        self.positions = Positions::Shapes { shapes: shapes.clone(), board: true };
        Some((Kind::Board, shapes))
    }

    fn few_entries(&mut self, arity: usize, sym: bool, span: &Span) -> bool {
        let most = if sym { MOST_SYM_ENTRIES } else { MOST_ENTRIES };
        if arity > most {
            let kind = if sym { "a `sym` position" } else { "a position" };
            self.error(
                span,
                format!("{kind} of {arity} entries; the most are {most}"),
                "use a seq for longer lists: `seq s -> ...`",
            );
        }
        arity <= most
    }

    /// Binds the names of a pattern.
    pub(super) fn shape(&mut self, tag: Option<&str>, names: &[Name]) -> Option<Shape> {
        let slots: Vec<_> = names.iter().map(|name| self.bind(name)).collect();
        let slots: Vec<_> = slots.into_iter().collect::<Option<_>>()?;
        match (&self.positions, slots.as_slice()) {
            (Positions::Numbers, [slot]) => Some(Shape::Number(*slot)),
            _ => Some(Shape::Entries(self.shape_id(tag, slots.len())?, slots)),
        }
    }

    fn shape_id(&self, tag: Option<&str>, arity: usize) -> Option<ShapeId> {
        let Positions::Shapes { shapes, .. } = &self.positions else { return None };
        let own = |shape: &ShapeInfo| shape.tag.as_ref().map(Tag::text) == tag && shape.arity == arity;
        shapes.iter().position(own).map(ShapeId)
    }

    /// A component of an option in a rule on shapes.
    pub(super) fn shaped_component(&mut self, expr: &Expr) -> Option<Component> {
        match (&expr.kind, self.class(expr)) {
            (_, Class::Condition) => {
                self.condition_for_position(expr);
                None
            }
            // The empty set has members of any shape.
            (ExprKind::Set(elements), _) if elements.is_empty() => {
                let set = Set { kind: SetKind::Listed(Vec::new()), arity: 1, span: expr.span.clone() };
                Some(Component::MembersOf(ShapeId(0), set))
            }
            (_, Class::Set) => {
                let set = self.set(expr)?;
                if self.is_infinite(&set) {
                    self.infinite_option(expr);
                    return None;
                }
                self.warn_of_range(expr, &set);
                let shape = self.offered_shape(None, set.arity, &expr.span)?;
                Some(Component::MembersOf(shape, set))
            }
            (ExprKind::Tuple(entries), _) => self.position(None, entries, &expr.span),
            (ExprKind::Call(tag, entries), Class::Tagged) => {
                self.position(Some(&tag.text), entries, &expr.span)
            }
            (ExprKind::Call(tag, _), Class::Unknown) if self.tags().next().is_some() => {
                let cure = match nearest(&tag.text, self.tags()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "a terminal position is declared by a clause that offers nothing: `{}(n) -> {{}}`",
                        tag.text
                    ),
                };
                self.error(&tag.span, format!("no clause has the tag `{}`", tag.text), cure);
                None
            }
            _ => {
                let number = self.number(expr)?;
                let shape = self.offered_shape(None, 1, &expr.span)?;
                Some(Component::Entries(shape, vec![Entry::Int(number)]))
            }
        }
    }

    /// Whether a sum of numbers, in a rule without a shape of one number, has as many
    /// components as some tuple of the rule has entries: so the tuple is meant.
    pub(super) fn is_one_position(&mut self, components: &[Expr]) -> bool {
        let board = matches!(&self.positions, Positions::Shapes { board: true, .. });
        !board
            && components.len() > 1
            && self.shape_id(None, components.len()).is_some()
            && self.shape_id(None, 1).is_none()
            && components.iter().all(|component| self.class(component) == Class::Number)
    }

    fn position(&mut self, tag: Option<&str>, entries: &[Expr], span: &Span) -> Option<Component> {
        let checked: Vec<_> = entries.iter().map(|entry| self.entry(entry)).collect();
        let shape = self.offered_shape(tag, entries.len(), span);
        let checked = checked.into_iter().collect::<Option<_>>()?;
        Some(Component::Entries(shape?, checked))
    }

    /// An entry of a position: a number, or a set that offers each member.
    fn entry(&mut self, expr: &Expr) -> Option<Entry> {
        if self.class(expr) != Class::Set {
            return self.number(expr).map(Entry::Int);
        }
        let set = self.numbers(expr)?;
        if self.is_infinite(&set) {
            self.infinite_option(expr);
            return None;
        }
        Some(Entry::Each(set))
    }

    /// The shape of an option, which must have a clause.
    fn offered_shape(&mut self, tag: Option<&str>, arity: usize, span: &Span) -> Option<ShapeId> {
        let found = self.shape_id(tag, arity);
        if found.is_none() {
            let board = matches!(&self.positions, Positions::Shapes { board: true, .. });
            let known: Vec<String> = match &self.positions {
                Positions::Shapes { shapes, .. } => shapes.iter().map(pattern).collect(),
                Positions::Numbers | Positions::Seqs => Vec::new(),
            };
            let known = known.join(", ");
            let tag = tag.map(Tag::new);
            let shape = pattern(&ShapeInfo { tag, arity, sym: false });
            let cure = if board {
                format!("coins have the form {known}")
            } else {
                format!("the rule's positions are {known}; a terminal shape is declared by `{shape} -> {{}}`")
            };
            self.error(span, format!("no clause has the shape {shape}"), cure);
        }
        found
    }

    pub(super) fn infinite_option(&mut self, expr: &Expr) {
        self.error(
            &expr.span,
            "an infinite set is not an option",
            "let a name run through it: `n - s for s in ...`",
        );
    }

    /// In loopy play an option is one position or `[]`.
    pub(super) fn in_loopy_form(&mut self, option: &OptionExpr) {
        if self.play != Play::Loopy {
            return;
        }
        let span = match option {
            OptionExpr::Sum(components, span) if components.len() > 1 => span,
            OptionExpr::Sum(components, _) => match components.as_slice() {
                [one] if self.class(one) == Class::Set => &one.span,
                _ => return,
            },
            OptionExpr::Copies(_, _, span) => span,
            OptionExpr::Position(_) => return,
        };
        self.error(
            span,
            "in loopy play an option is one position or []",
            "leave one position: several at once have no loopy value as options",
        );
    }
}

/// A shape as a pattern, for messages: `open(a, b)`.
fn pattern(shape: &ShapeInfo) -> String {
    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    let names: Vec<String> = (0..shape.arity)
        .map(|index| NAMES.get(index).map_or_else(|| format!("x{index}"), |&name| name.to_owned()))
        .collect();
    match &shape.tag {
        Some(tag) => format!("{tag}({})", names.join(", ")),
        None if shape.arity == 1 => "n".to_owned(),
        None => format!("({})", names.join(", ")),
    }
}
