//! Expressions where a set is wanted.

use super::condition::entries_in_words;
use super::function::{Function, SetFunction};
use super::scope::Binding;
use super::{Checker, Class};
use crate::lang::ast::{BinaryOp, Expr, ExprKind, Name, Qualifier};
use crate::lang::ir::{Element, Infinite, Int, IntKind, Set, SetKind, Step};

impl Checker {
    /// Checks an expression as a set.
    pub(in crate::lang) fn set(&mut self, expr: &Expr) -> Option<Set> {
        let span = expr.span.clone();
        let mut arity = 1;
        let kind = match &expr.kind {
            ExprKind::Error => return None,
            ExprKind::Name(name) => match self.scope.look_up(name) {
                Some(Binding::Parameter(id, info)) if info.class == Class::Set => {
                    arity = info.arity;
                    SetKind::Parameter(id)
                }
                // What is wrong with its value was said where it stands.
                Some(Binding::Parameter(_, info)) if info.class == Class::Unknown => return None,
                Some(Binding::Seq) => SetKind::Seq(Box::new(self.seq(expr)?)),
                Some(_) => return self.number_for_set(expr),
                None => match infinite_set(name) {
                    Some(set) => SetKind::Infinite(set),
                    None => {
                        self.unknown_name(name, &span);
                        return None;
                    }
                },
            },
            ExprKind::Range(low, high) => {
                let low = self.number(low);
                match high {
                    Some(high) => {
                        let high = self.number(high);
                        SetKind::Range(Box::new(low?), Box::new(high?))
                    }
                    None => SetKind::From(Box::new(low?)),
                }
            }
            ExprKind::Set(elements) => {
                let checked: Vec<_> =
                    elements.iter().map(|element| (self.element(element), &element.span)).collect();
                let mut listed = Vec::new();
                for (element, span) in checked {
                    let element = element?;
                    let found = self.element_arity(&element);
                    if listed.is_empty() {
                        arity = found;
                    } else if found != arity {
                        let (first, other) = (entries_in_words(arity), entries_in_words(found));
                        self.error(
                            span,
                            format!("{other} in a set that began with {first}"),
                            "give all members the same number of entries",
                        );
                        return None;
                    }
                    listed.push(element);
                }
                SetKind::Listed(listed)
            }
            ExprKind::Comprehension(element, qualifiers) => {
                return self.comprehension(expr, element, qualifiers);
            }
            ExprKind::Binary(BinaryOp::Without, _, left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                let (left, right) = (left?, right?);
                self.same_arity(expr, &left, &right)?;
                arity = left.arity;
                SetKind::Without(Box::new(left), Box::new(right))
            }
            _ if self.class(expr) == Class::Seq => SetKind::Seq(Box::new(self.seq(expr)?)),
            ExprKind::Call(name, arguments) => return self.set_function(expr, name, arguments),
            _ => return self.number_for_set(expr),
        };
        Some(Set { kind, arity, span })
    }

    fn number_for_set(&mut self, expr: &Expr) -> Option<Set> {
        let cure = match self.class(expr) {
            Class::Number => "write {a} for the set of one number, or 1..a for a range",
            Class::Tuple => "a set stands in braces: write {1, 3} for two numbers, {(1, 3)} for one pair",
            _ => "write a range such as 1..n, or list the members in braces",
        };
        self.error(&expr.span, "this is not a set", cure);
        None
    }

    fn same_arity(&mut self, expr: &Expr, left: &Set, right: &Set) -> Option<()> {
        if left.arity == right.arity {
            return Some(());
        }
        let (one, other) = (entries_in_words(left.arity), entries_in_words(right.arity));
        self.error(
            &expr.span,
            format!("one set holds {one} in each member, the other {other}"),
            "join sets of the same kind",
        );
        None
    }

    fn element(&mut self, expr: &Expr) -> Option<Element> {
        if !matches!(self.class(expr), Class::Set | Class::Seq) {
            return self.entries(expr).map(Element::Entries);
        }
        let set = self.set(expr)?;
        if self.is_infinite(&set) {
            self.error(
                &expr.span,
                "an infinite set inside braces",
                "write it without the braces, or join sets with union(S, T)",
            );
            return None;
        }
        Some(Element::Members(set))
    }

    fn element_arity(&self, element: &Element) -> usize {
        match element {
            Element::Entries(entries) => entries.len(),
            Element::Members(set) => set.arity,
        }
    }

    fn comprehension(&mut self, expr: &Expr, element: &Expr, qualifiers: &[Qualifier]) -> Option<Set> {
        let mark = self.scope.mark();
        let mut steps = Some(Vec::new());
        for qualifier in qualifiers {
            let step = match qualifier {
                Qualifier::For(names, set) => self.for_step(names, set),
                Qualifier::If(condition) => self.condition(condition).map(Step::If),
                Qualifier::Where(_, span) => {
                    self.error(span, "`where` inside a set", "use `for` and `if` inside braces");
                    None
                }
            };
            match (step, &mut steps) {
                (Some(step), Some(steps)) => steps.push(step),
                _ => steps = None,
            }
        }
        let element = self.element(element);
        self.scope.release(mark);
        let (element, steps) = (element?, steps?);
        let arity = self.element_arity(&element);
        let span = expr.span.clone();
        Some(Set { kind: SetKind::Comprehension(Box::new(element), steps), arity, span })
    }

    /// `for names in set`.
    pub(super) fn for_step(&mut self, names: &[Name], expr: &Expr) -> Option<Step> {
        // The set is read before its names are bound: `for k in 1..k` means
        // an outer k or nothing.
        let set = self.set(expr);
        let slots: Vec<_> = names.iter().map(|name| self.bind_in_loop(name, names.len())).collect();
        let slots: Option<Vec<_>> = slots.into_iter().collect();
        let (set, slots) = (set?, slots?);
        if slots.len() != set.arity {
            let (member, given) = (entries_in_words(set.arity), slots.len());
            self.error(
                &expr.span,
                match given {
                    1 => format!("a member of this set is {member}, but one name runs through it"),
                    _ => format!("a member of this set is {member}, but {given} names run through it"),
                },
                if set.arity == 1 {
                    "use one name"
                } else {
                    "write as many names as entries: `for (a, b) in S`"
                },
            );
            return None;
        }
        Some(Step::For { slots, set, span: expr.span.clone() })
    }

    fn set_function(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Option<Set> {
        let span = expr.span.clone();
        let Function::Set(function) = self.function(name)? else { return self.number_for_set(expr) };
        let (least, most) = match function {
            SetFunction::Digits => (1, 2),
            SetFunction::Union | SetFunction::Partitions => (2, 2),
            _ => (1, 1),
        };
        if !self.arguments(name, arguments, least, most, &span) {
            return None;
        }
        let mut arity = 1;
        let kind = match function {
            SetFunction::Digits => {
                let number = self.number(&arguments[0]);
                let base = match arguments.get(1) {
                    Some(base) => self.number(base)?,
                    None => Int { kind: IntKind::Const(10), span: span.clone() },
                };
                if self.constant(&base).is_some_and(|base| base < 2) {
                    self.error(&base.span, "digits in a base below 2", "use a base of 2 or more");
                    return None;
                }
                SetKind::Digits(Box::new(number?), Box::new(base))
            }
            SetFunction::NonZero => {
                let set = self.numbers(&arguments[0])?;
                SetKind::NonZero(Box::new(set))
            }
            SetFunction::Divisors => SetKind::Divisors(Box::new(self.number(&arguments[0])?)),
            SetFunction::PrimeFactors => SetKind::PrimeFactors(Box::new(self.number(&arguments[0])?)),
            SetFunction::Union => {
                let (left, right) = (self.set(&arguments[0]), self.set(&arguments[1]));
                let (left, right) = (left?, right?);
                self.same_arity(expr, &left, &right)?;
                arity = left.arity;
                SetKind::Union(Box::new(left), Box::new(right))
            }
            SetFunction::Partitions => {
                let number = self.number(&arguments[0]);
                let parts = self.number(&arguments[1])?;
                let known = self.constant(&parts).and_then(|parts| usize::try_from(parts).ok());
                let Some(parts) = known.filter(|parts| (1..=16).contains(parts)) else {
                    self.error(
                        &arguments[1].span,
                        "the number of parts must be known and from 1 to 16",
                        "write a number or a parameter",
                    );
                    return None;
                };
                arity = parts;
                SetKind::Partitions(Box::new(number?), parts)
            }
            SetFunction::Powers => {
                let base = self.number(&arguments[0])?;
                if self.constant(&base).is_some_and(|base| base < 2) {
                    self.error(&base.span, "powers of a base below 2 do not grow", "use a base of 2 or more");
                    return None;
                }
                SetKind::Infinite(Infinite::Powers(Box::new(base)))
            }
        };
        Some(Set { kind, arity, span })
    }

    /// A set of numbers, not of tuples.
    pub(super) fn numbers(&mut self, expr: &Expr) -> Option<Set> {
        let set = self.set(expr)?;
        if set.arity != 1 {
            self.error(
                &expr.span,
                "a set of tuples where numbers are wanted",
                "take their entries with `for`",
            );
            return None;
        }
        Some(set)
    }

    /// Whether a walk through the set has no end.
    pub(super) fn is_infinite(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::From(_) | SetKind::Infinite(_) => true,
            SetKind::Parameter(id) => self.scope.parameter_by_id(*id).is_some_and(|info| info.infinite),
            SetKind::Without(left, _) | SetKind::NonZero(left) => self.is_infinite(left),
            SetKind::Union(left, right) => self.is_infinite(left) || self.is_infinite(right),
            SetKind::Comprehension(_, steps) => {
                steps.iter().any(|step| matches!(step, Step::For { set, .. } if self.is_infinite(set)))
            }
            _ => false,
        }
    }
}

fn infinite_set(name: &str) -> Option<Infinite> {
    Some(match name {
        "primes" => Infinite::Primes,
        "squares" => Infinite::Squares,
        "cubes" => Infinite::Cubes,
        "triangular" => Infinite::Triangular,
        "factorials" => Infinite::Factorials,
        "fibonacci" => Infinite::Fibonacci,
        _ => return None,
    })
}
