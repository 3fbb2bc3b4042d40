//! Numbers, lists and conditions: their checked forms, and their intervals.

use super::range::{Range, Wanted};
use super::{MOST_ENTRY, Ranges};
use crate::export::code::{Expr, Op, Part, Walk};
use crate::export::lower::{Lowered, unsupported};

/// No list has so many members.
const MEMBERS: i128 = 1 << 47;

/// No number of a program has so many bits, factors or digits.
const DIGITS: i128 = 128;

/// What is known of the members of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members {
    /// Every entry of every member is in this interval.
    pub range: Range,
    /// There are at most so many.
    pub count: i128,
}

impl Ranges<'_> {
    /// The number with its checks, and its interval.
    pub(super) fn int(&mut self, expr: &Expr) -> Lowered<(Expr, Range)> {
        let any = Range::symmetric(self.most);
        Ok(match expr {
            Expr::Int(value) if value.unsigned_abs() > u128::from(i64::MAX.unsigned_abs()) => {
                return unsupported("a number of more than 63 bits");
            }
            Expr::Int(value) => (expr.clone(), Range::of(*value)),
            Expr::Var(name) => (expr.clone(), self.names.get(name).map_or(any, |known| known.range)),
            Expr::Neg(inner) => {
                let (inner, range) = self.int(inner)?;
                (Expr::Neg(Box::new(inner)), range.negated())
            }
            Expr::Binary(op, left, right) => {
                let ((left, a), (right, b)) = (self.int(left)?, self.int(right)?);
                self.binary(*op, (left, a), (right, b))
            }
            Expr::Select(condition, yes, no) => {
                let checked = self.condition(condition)?;
                let before = self.names.clone();
                self.assume(condition, true);
                let (yes, of_yes) = self.int(yes)?;
                self.names.clone_from(&before);
                self.assume(condition, false);
                let (no, of_no) = self.int(no)?;
                self.names = before;
                (Expr::Select(Box::new(checked), Box::new(yes), Box::new(no)), of_yes.hull(of_no))
            }
            Expr::Call(name, arguments) => self.call(name, arguments)?,
            // Lists and conditions are no numbers.
            other => (other.clone(), any),
        })
    }

    fn binary(&mut self, op: Op, (left, a): (Expr, Range), (right, b): (Expr, Range)) -> (Expr, Range) {
        let (checked, wanted) = match op {
            Op::Add => ("add", a.plus(b)),
            Op::Sub => ("sub", a.plus(b.negated())),
            Op::Mul => ("mul", a.times(b)),
            // Both are of numbers that are not negative.
            Op::Div => return (Expr::binary(op, left, right), Range::new(0, a.high.max(0))),
            Op::Rem => {
                let most = a.high.min(b.high.saturating_sub(1));
                return (Expr::binary(op, left, right), Range::new(0, most.max(0)));
            }
            Op::Xor | Op::BitAnd | Op::BitOr => {
                let range = a.bitwise(op, b);
                let plain = Expr::binary(op, left, right);
                let (fits, range) = self.fit(Wanted { range, cut: range.low == i128::MIN });
                // The least number of the type has no opposite, and a sum is looked at for that.
                let expr = if fits { plain } else { Expr::Call("add", vec![plain, Expr::Int(0)]) };
                return (expr, range);
            }
        };
        let (fits, range) = self.fit(wanted);
        let expr = if fits { Expr::binary(op, left, right) } else { Expr::Call(checked, vec![left, right]) };
        (expr, range)
    }

    /// Whether an interval is within the type, and the part of it that is.
    fn fit(&mut self, wanted: Wanted) -> (bool, Range) {
        let Wanted { range: Range { low, high }, cut } = wanted;
        let fits = !cut && low >= -self.most && high <= self.most;
        self.left |= !fits;
        (fits, self.inside(Range { low, high }))
    }

    /// What of an interval is within the type.
    fn inside(&self, range: Range) -> Range {
        Range { low: range.low.clamp(-self.most, self.most), high: range.high.clamp(-self.most, self.most) }
    }

    fn call(&mut self, name: &'static str, arguments: &[Expr]) -> Lowered<(Expr, Range)> {
        let (mut checked, mut ranges, mut members) = (Vec::new(), Vec::new(), None);
        for argument in arguments {
            if argument.is_list() {
                let (list, of_list) = self.list(argument)?;
                checked.push(list);
                members = Some(of_list);
            } else {
                let (number, range) = self.member(argument)?;
                checked.push(number);
                ranges.push(range);
            }
        }
        let any = Range::symmetric(self.most);
        let nth = |index: usize| ranges.get(index).copied().unwrap_or(any);
        let (a, b) = (nth(0), nth(1));
        let listed = members.map_or(any, |members| members.range);
        let mut name = name;
        let range = match name {
            "min" => Range::new(
                ranges.iter().map(|range| range.low).min().unwrap_or(any.low),
                ranges.iter().map(|range| range.high).min().unwrap_or(any.high),
            ),
            "max" => Range::new(
                ranges.iter().map(|range| range.low).max().unwrap_or(any.low),
                ranges.iter().map(|range| range.high).max().unwrap_or(any.high),
            ),
            "absolute" => Range::new(0, a.size()),
            "floor_div" if a.low >= 0 && b.low >= 0 => Range::new(0, a.high),
            "floor_div" => Range::symmetric(a.size()),
            "floor_mod" if b.low >= 0 => Range::new(0, b.high),
            "floor_mod" => Range::symmetric(b.size()),
            // The support library ends the program if these leave the type.
            "power" | "checked_power" => match arguments.get(1) {
                Some(Expr::Int(exponent)) => self.fit(a.power(*exponent)).1,
                _ if b.high < DIGITS => {
                    let wanted = a.hull(Range::of(1)).power(b.high.max(0));
                    self.fit(Wanted { range: wanted.range.hull(Range::of(0)), ..wanted }).1
                }
                _ => self.inside(a.open_power()),
            },
            "shift_left" if b.high < DIGITS => {
                let most = Range::of(2).power(b.high.max(0));
                let wanted = a.hull(Range::of(0)).times(most.range);
                self.fit(Wanted { cut: wanted.cut || most.cut, ..wanted }).1
            }
            "shift_left" => self.inside(a.open_power()),
            "shift_right" => Range::new(a.low.min(0), a.high.max(0)),
            "iroot" | "isqrt" => Range::new(0, a.high.max(0)),
            "ilog" | "popcount" | "bit_length" | "trailing_zeros" => Range::new(0, DIGITS),
            "gcd" => Range::new(0, a.size().max(b.size())),
            "lcm" => {
                let wanted = Range::new(0, a.size()).times(Range::new(0, b.size()));
                self.fit(wanted).1
            }
            "gcd_of" => Range::new(0, listed.size()),
            "lcm_of" => {
                self.left = true;
                Range::new(0, self.most)
            }
            // Of no numbers it is -1.
            "and_of" if listed.low >= 0 => Range::new(-1, listed.high),
            "or_of" if listed.low >= 0 => Range::of(0).hull(listed).bitwise(Op::BitOr, listed),
            "and_of" | "or_of" => {
                let range = listed.bitwise(Op::BitOr, listed);
                let (fits, range) = self.fit(Wanted { range, cut: range.low == i128::MIN });
                if !fits {
                    checked = vec![Expr::Call(name, checked), Expr::Int(0)];
                    name = "add";
                }
                range
            }
            "min_of" | "max_of" | "at" => listed,
            "sum_of" => {
                let count = members.map_or(MEMBERS, |members| members.count);
                let wanted = Range::new(0, count).times(listed);
                let range = self.inside(wanted.range);
                if wanted.cut || range != wanted.range {
                    name = "checked_sum";
                }
                range
            }
            "count" => Range::new(0, members.map_or(MEMBERS, |members| members.count)),
            "next_in" => listed.hull(Range::of(i128::from(i64::MAX))),
            "next_prime" | "next_square" | "next_cube" | "next_triangular" | "next_factorial"
            | "next_fibonacci" => {
                // The next one is at most 64 times as large, as are the numbers on the way.
                let wanted = Range::new(0, a.high.max(0)).plus(Range::of(1)).range.times(Range::of(64));
                if wanted.cut || wanted.range.high > self.most {
                    self.left |= a.high < self.most;
                    checked = vec![Expr::Call("small", checked)];
                }
                Range::new(1, wanted.range.high.min(self.most))
            }
            "next_power" => {
                let wanted = Range::new(1, a.high.max(1)).times(Range::new(1, b.high.max(1)));
                if wanted.cut || wanted.range.high > self.most {
                    name = "checked_next_power";
                }
                Range::new(1, wanted.range.high.min(self.most))
            }
            _ => any,
        };
        Ok((Expr::Call(name, checked), range))
    }

    /// A number, or a tuple of numbers.
    fn member(&mut self, expr: &Expr) -> Lowered<(Expr, Range)> {
        let Expr::Tuple(entries) = expr else { return self.int(expr) };
        let (mut checked, mut hull) = (Vec::new(), None);
        for entry in entries {
            let (entry, range) = self.int(entry)?;
            checked.push(entry);
            hull = Some(hull.map_or(range, |hull: Range| hull.hull(range)));
        }
        Ok((Expr::Tuple(checked), hull.unwrap_or(Range::of(0))))
    }

    /// The list with its checks, and what is known of its members.
    pub(super) fn list(&mut self, expr: &Expr) -> Lowered<(Expr, Members)> {
        let any = Members { range: Range::symmetric(self.most), count: MEMBERS };
        Ok(match expr {
            Expr::Constant(name) => {
                let constant = self.constants.iter().find(|constant| constant.name == *name);
                let entries = constant.map_or(&[][..], |constant| &constant.entries);
                let ends = entries.iter().min().zip(entries.iter().max());
                let range = ends.map_or(Range::of(0), |(low, high)| Range::new(*low, *high));
                (expr.clone(), Members { range, count: length(entries.len()) })
            }
            // The only list with a name is the position.
            Expr::ListVar(_) => (expr.clone(), Members { range: Range::new(0, MOST_ENTRY), count: MEMBERS }),
            Expr::Range(first, last) => {
                let ((first, a), (last, b)) = (self.int(first)?, self.int(last)?);
                let count = b.high.saturating_sub(a.low).saturating_add(1).clamp(0, MEMBERS);
                let range = Range::new(a.low, b.high);
                (Expr::Range(Box::new(first), Box::new(last)), Members { range, count })
            }
            Expr::List(parts, arity) => {
                let (mut checked, mut all): (_, Option<Members>) = (Vec::new(), None);
                for part in parts {
                    let (part, members) = self.part(part)?;
                    checked.push(part);
                    all = Some(all.map_or(members, |all| Members {
                        range: all.range.hull(members.range),
                        count: all.count.saturating_add(members.count).min(MEMBERS),
                    }));
                }
                let none = Members { range: Range::of(0), count: 0 };
                (Expr::List(checked, *arity), all.unwrap_or(none))
            }
            Expr::Collect(walk, member) => {
                let before = self.names.clone();
                let (mut checked, mut count) = (Vec::new(), 1_i128);
                for step in walk {
                    let many = match step {
                        Walk::Range(_, first, last) => {
                            self.list(&Expr::Range(Box::new(first.clone()), Box::new(last.clone())))?.1.count
                        }
                        Walk::Each(_, list) => self.list(list)?.1.count,
                        Walk::Endless(..) => MEMBERS,
                        Walk::Let(..) | Walk::Filter(_) => 1,
                    };
                    count = count.saturating_mul(many).min(MEMBERS);
                    checked.push(self.step(step, None)?);
                }
                let (member, range) = self.member(member)?;
                self.names = before;
                (Expr::Collect(checked, Box::new(member)), Members { range, count })
            }
            Expr::ListCall(name, arguments) => {
                let (mut checked, mut ranges, mut inner) = (Vec::new(), Vec::new(), any);
                for argument in arguments {
                    if argument.is_list() {
                        let (list, members) = self.list(argument)?;
                        checked.push(list);
                        inner = members;
                    } else {
                        let (number, range) = self.int(argument)?;
                        checked.push(number);
                        ranges.push(range);
                    }
                }
                let nth = |index: usize| ranges.get(index).copied().unwrap_or(any.range);
                let most = nth(0).high.max(0);
                let members = match *name {
                    "digits" => {
                        let digit = nth(1).high.saturating_sub(1).max(0);
                        Members { range: Range::new(0, digit.min(most)), count: DIGITS }
                    }
                    "divisors" => {
                        // They come in pairs, and one of each pair is at most the square root.
                        let count = most.isqrt().saturating_mul(2).saturating_add(1).min(MEMBERS);
                        Members { range: Range::new(1, most.max(1)), count }
                    }
                    "prime_factors" => Members { range: Range::new(2, most.max(2)), count: DIGITS },
                    "nonzero" | "distinct" | "sort" | "drop_at" | "cut" => inner,
                    "set_at" | "insert_at" => Members {
                        range: inner.range.hull(nth(1)),
                        count: inner.count.saturating_add(1).min(MEMBERS),
                    },
                    // Every solution is a quotient of one of the numbers.
                    "solve" => Members { range: Range::new(0, inner.range.size()), count: MEMBERS },
                    _ => any,
                };
                (Expr::ListCall(name, checked), members)
            }
            other => (other.clone(), any),
        })
    }

    fn part(&mut self, part: &Part) -> Lowered<(Part, Members)> {
        let (Part::One(condition, _) | Part::Members(condition, _)) = part;
        let before = self.names.clone();
        let checked = condition.as_ref().map(|condition| self.condition(condition)).transpose()?;
        if let Some(condition) = condition {
            self.assume(condition, true);
        }
        let result = match part {
            Part::One(_, member) => {
                let (member, range) = self.member(member)?;
                (Part::One(checked, member), Members { range, count: 1 })
            }
            Part::Members(_, list) => {
                let (list, members) = self.list(list)?;
                (Part::Members(checked, list), members)
            }
        };
        self.names = before;
        Ok(result)
    }

    /// The condition with its checks. Later parts are read only where those before
    /// them did not decide.
    pub(super) fn condition(&mut self, expr: &Expr) -> Lowered<Expr> {
        Ok(match expr {
            Expr::Compare(comparison, left, right) => {
                Expr::compare(*comparison, self.int(left)?.0, self.int(right)?.0)
            }
            Expr::Not(inner) => Expr::Not(Box::new(self.condition(inner)?)),
            Expr::All(parts) => Expr::All(self.conditions(parts, true)?),
            Expr::Any(parts) => Expr::Any(self.conditions(parts, false)?),
            Expr::IsEmpty(list) => Expr::IsEmpty(Box::new(self.list(list)?.0)),
            Expr::Call(name, arguments) => self.call(name, arguments)?.0,
            other => other.clone(),
        })
    }

    fn conditions(&mut self, parts: &[Expr], going_on: bool) -> Lowered<Vec<Expr>> {
        let before = self.names.clone();
        let mut checked = Vec::new();
        for part in parts {
            checked.push(self.condition(part)?);
            self.assume(part, going_on);
        }
        self.names = before;
        Ok(checked)
    }
}

fn length(count: usize) -> i128 {
    i128::try_from(count).map_or(MEMBERS, |count| count.min(MEMBERS))
}
