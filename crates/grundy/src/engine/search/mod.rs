//! Search of positions with several entries, at the speed of a program written for
//! the one game.
//!
//! The values are those of the definition, as in [`Naive`](super::Naive), and the
//! positions are visited in the same order, so that the two also stop at the same
//! faults. What differs is the cost:
//!
//! * Positions are bare numbers ([`FlatRuleset`]), kept once and known by a number
//!   of 32 bits; values stand in a list by number.
//! * The options of a position under way are remembered as numbers, and play that
//!   comes back goes on where it left. Should these take too much room (long plays
//!   through positions with many options), they are forgotten and asked for again,
//!   which at most doubles the questions: every return belongs to another position.

mod met;

use met::Met;

use crate::ruleset::{Fault, FaultKind, FlatRuleset, Halt, Heap, Options};
use crate::theory::{Control, MexSet, Nimber, Stopped};

/// How many steps pass between two looks at the control.
const BATCH: u64 = 1 << 12;

/// How many components of options under way are remembered, if there is memory.
const MOST_REMEMBERED: usize = 1 << 20;

/// The value of a position that was not valued yet.
const UNKNOWN: u32 = u32::MAX;

/// The value of a position that play came through and has not come back to.
const UNDER_WAY: u32 = u32::MAX - 1;

/// The search of one ruleset; it remembers every value it has found.
///
/// # Examples
///
/// ```
/// use grundy::engine::Search;
/// use grundy::lang::{Form, Rule};
/// use grundy::ruleset::Position;
/// use grundy::{Control, Nimber};
///
/// let rule = Rule::parse("(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b")?;
/// let Form::Shapes(rules) = rule.form() else { unreachable!("tuples are shapes") };
/// let mut search = Search::new(rules);
/// let flat = rules.flatten(&Position::Tuple(vec![5, 3])).expect("a pair");
/// assert_eq!(search.value(&flat, &Control::default())?, Nimber::new(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<R: FlatRuleset> {
    found: Found<R>,
    work: Work<R::Scratch>,
}

/// What is known.
#[derive(Debug)]
struct Found<R> {
    rules: R,
    met: Met,
    /// The value of each position met, or [`UNKNOWN`] or [`UNDER_WAY`].
    values: Vec<u32>,
    /// How many values are known.
    known: usize,
    /// How many components of options under way are remembered.
    remembered: usize,
}

/// What one question needs, kept for its memory.
#[derive(Debug, Default)]
struct Work<S> {
    /// The numbers of the components of the options under way, those of the
    /// position looked at last.
    components: Vec<u32>,
    /// Where each of these options ends among the components.
    ends: Vec<usize>,
    position: Vec<Heap>,
    options: Options<Heap>,
    scratch: S,
    seen: MexSet,
    frames: Vec<Frame>,
}

/// A position under way.
#[derive(Clone, Copy, Debug)]
struct Frame {
    number: u32,
    /// Where its options start.
    first_component: usize,
    first_end: usize,
    /// The component that is valued next; those before it are known.
    next: usize,
    /// Whether its options were forgotten.
    forgotten: bool,
}

impl<R: FlatRuleset> Search<R> {
    /// A search that knows no value yet.
    #[must_use]
    pub fn new(rules: R) -> Search<R> {
        let (met, values) = (Met::default(), Vec::new());
        let found = Found { rules, met, values, known: 0, remembered: MOST_REMEMBERED };
        Search { found, work: Work::default() }
    }

    /// Makes ready for the positions of a head with each entry from 0 to the one in
    /// `to`: if none was looked at yet, they are found without a search. It takes
    /// four bytes for each.
    pub fn expect(&mut self, head: Heap, to: &[u64]) {
        if let Some(count) = self.found.met.expect(head, to) {
            self.found.values.resize(usize::try_from(count).unwrap_or(usize::MAX), UNKNOWN);
        }
    }

    /// How many positions have a known value.
    #[must_use]
    pub fn known(&self) -> usize {
        self.found.known
    }

    /// The value of `position`, in its flat form.
    ///
    /// Values found before an error are kept. The memory estimate counts the
    /// positions met and the options under way.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a position that play can reach, in
    /// particular [`FaultKind::Cycle`] if play can go round in a circle;
    /// [`Halt::Stopped`] if a limit of `control` is reached.
    pub fn value(&mut self, position: &[Heap], control: &Control) -> Result<Nimber, Halt> {
        let Search { found, work } = self;
        let number = found.number(position)?;
        if let Some(value) = known(&found.values, number) {
            return Ok(value);
        }
        let result = found.search(number, work, control);
        for frame in work.frames.drain(..) {
            // After an error nothing is under way any more.
            found.put(frame.number, UNKNOWN);
        }
        work.components.clear();
        work.ends.clear();
        result
    }
}

impl<R: FlatRuleset> Found<R> {
    /// Values a position that was not valued yet.
    fn search(&mut self, start: u32, work: &mut Work<R::Scratch>, control: &Control) -> Result<Nimber, Halt> {
        let mut steps = 0_u64;
        let allowed = usize::try_from(control.memory_limit() / 256).unwrap_or(usize::MAX);
        let most_remembered = self.remembered.min(allowed);
        self.enter(start, work, control)?;
        loop {
            steps += 1;
            if steps.is_multiple_of(BATCH) {
                control.check()?;
                control.report(u64::try_from(self.known).unwrap_or(u64::MAX), None);
            }
            let frame = work.frames.last_mut().expect("the search ends with its last frame");
            if frame.forgotten {
                frame.forgotten = false;
                frame.next = frame.first_component;
                let number = frame.number;
                self.ask(number, work, control)?;
                continue;
            }
            let mut pending = work.components[frame.next..].iter().copied().enumerate();
            let unknown = pending.find(|&(_, number)| code(&self.values, number) >= UNDER_WAY);
            let Some((skipped, number)) = unknown else {
                let (number, value) =
                    (frame.number, self.mex(frame, &work.components, &work.ends, &mut work.seen));
                work.components.truncate(frame.first_component);
                work.ends.truncate(frame.first_end);
                let value = value.ok_or(Stopped::PositionLimit { limit: u64::from(UNDER_WAY) })?;
                self.put(number, value);
                self.known += 1;
                work.frames.pop();
                if work.frames.is_empty() {
                    return Ok(Nimber::new(u64::from(value)));
                }
                continue;
            };
            frame.next += skipped;
            if code(&self.values, number) == UNDER_WAY {
                return Err(self.cycle(number, work).into());
            }
            if work.components.len() > most_remembered {
                work.components.truncate(frame.first_component);
                work.ends.truncate(frame.first_end);
                frame.forgotten = true;
            }
            self.enter(number, work, control)?;
        }
    }

    /// Puts a position on the stack, and asks for its options.
    fn enter(&mut self, number: u32, work: &mut Work<R::Scratch>, control: &Control) -> Result<(), Halt> {
        self.put(number, UNDER_WAY);
        let first_component = work.components.len();
        work.frames.push(Frame {
            number,
            first_component,
            first_end: work.ends.len(),
            next: first_component,
            forgotten: false,
        });
        let positions = self.known.saturating_add(work.frames.len());
        control.visit(u64::try_from(positions).unwrap_or(u64::MAX))?;
        control.reserve(u64::try_from(self.memory(work)).unwrap_or(u64::MAX))?;
        self.ask(number, work, control)
    }

    /// Appends the options of a position, as numbers.
    fn ask(&mut self, number: u32, work: &mut Work<R::Scratch>, control: &Control) -> Result<(), Halt> {
        self.met.unpack(number, &mut work.position);
        self.rules.flat_options(&work.position, &mut work.options, &mut work.scratch, control)?;
        for option in work.options.iter() {
            let mut rest = option;
            while let Some(&head) = rest.first() {
                let length = self.rules.entries_after(head).saturating_add(1).min(rest.len());
                let (component, after) = rest.split_at(length);
                work.components.push(self.number(component)?);
                rest = after;
            }
            work.ends.push(work.components.len());
        }
        Ok(())
    }

    /// The number of a position, which is new or not.
    #[inline]
    fn number(&mut self, position: &[Heap]) -> Result<u32, Stopped> {
        let number =
            self.met.number(position).ok_or(Stopped::PositionLimit { limit: u64::from(u32::MAX) })?;
        if self.met.len() > self.values.len() {
            self.values.push(UNKNOWN);
        }
        Ok(number)
    }

    /// The mex over the options of the last frame, all of which are known; none if
    /// it is too large to be kept.
    fn mex(&self, frame: &Frame, components: &[u32], ends: &[usize], seen: &mut MexSet) -> Option<u32> {
        seen.clear();
        let mut start = frame.first_component;
        for &end in ends.get(frame.first_end..).unwrap_or_default() {
            let option = components.get(start..end).unwrap_or_default();
            let value = option.iter().fold(0, |value, &number| value ^ code(&self.values, number));
            seen.insert(Nimber::new(u64::from(value)));
            start = end;
        }
        u32::try_from(seen.mex().size()).ok().filter(|&value| value < UNDER_WAY)
    }

    fn put(&mut self, number: u32, code: u32) {
        if let Some(place) = usize::try_from(number).ok().and_then(|place| self.values.get_mut(place)) {
            *place = code;
        }
    }

    /// The fault of a play that comes back to `number`, which is under way.
    fn cycle(&self, number: u32, work: &Work<R::Scratch>) -> Fault {
        let mut flat = Vec::new();
        let mut shown = |number| {
            self.met.unpack(number, &mut flat);
            self.rules.show(&flat)
        };
        let circle = work.frames.iter().skip_while(|frame| frame.number != number);
        let mut positions: Vec<String> = circle.map(|frame| shown(frame.number)).collect();
        let start = shown(number);
        positions.push(start.clone());
        Fault { position: start, kind: FaultKind::Cycle { positions }, span: None }
    }

    /// About how many bytes are needed: twice what is in use, for whatever grows is
    /// copied to a larger place.
    fn memory(&self, work: &Work<R::Scratch>) -> usize {
        let numbers = self.values.capacity().saturating_add(work.components.capacity());
        let frames = work.frames.capacity().saturating_mul(size_of::<Frame>());
        let ends = work.ends.capacity().saturating_mul(size_of::<usize>());
        let bytes = numbers.saturating_mul(size_of::<u32>()).saturating_add(frames).saturating_add(ends);
        bytes.saturating_add(self.met.memory()).saturating_mul(2)
    }
}

/// What stands for the value of a position.
#[inline]
fn code(values: &[u32], number: u32) -> u32 {
    usize::try_from(number).ok().and_then(|place| values.get(place)).copied().unwrap_or(UNKNOWN)
}

/// The value of a position, if it is known.
fn known(values: &[u32], number: u32) -> Option<Nimber> {
    let code = code(values, number);
    (code < UNDER_WAY).then(|| Nimber::new(u64::from(code)))
}

#[cfg(test)]
mod tests;
