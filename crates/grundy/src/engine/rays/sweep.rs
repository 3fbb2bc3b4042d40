//! The table of a box, cell by cell, each ray's values carried along its lines.
//!
//! A ray x - start - j * direction, j >= 0, that only the negative ends offers at
//! x what it offers at x - direction, and x - start. So one set of values goes
//! along each line of that direction, and each cell costs one insertion and
//! a part of the mex, however far its rays reach.
//!
//! A ray that ends after m options with start = direction also takes out the
//! value that falls behind. The set holds it once only: of any m + 1 cells that
//! follow each other on the line, each is an option of all later ones, so their
//! values differ. Other rays that end are single steps, read from the table.
//!
//! Cells go in lexical order, the longest axis outermost. Let i be the first axis
//! along which a direction goes, by d cells. The lines that are under way pass
//! through d layers of axis i, and modulo the box's extents along the later axes
//! a line keeps its place among them, which the next line takes over when it has
//! left the box.

use super::cell::Cell;
use super::sets::{LineSets, mex};
use crate::engine::memory::count;
use crate::ruleset::{Ray, RayRule};
use crate::theory::{Control, Stopped};

/// How many cells pass between two looks at the control.
const BATCH: usize = 1 << 14;

/// Rays with at most so many options are read as single steps.
const FEW: u64 = 4;

/// The axes of a box in the order of the sweep, outermost first.
#[derive(Debug)]
struct Axes {
    /// Which entry of the tuples.
    entry: Vec<usize>,
    /// How many cells there are along each axis; at least 1.
    extent: Vec<usize>,
    /// How far the next cell along each axis is in the table.
    stride: Vec<usize>,
}

/// The cells `x - taken`, and from which x along the innermost axis they exist.
#[derive(Debug)]
struct Source {
    taken: Vec<usize>,
    /// How far back in the table.
    back: usize,
    /// In the present row: the first x from which the cell exists.
    from: usize,
}

/// A ray whose values are carried along lines.
#[derive(Debug)]
struct Line {
    direction: Vec<usize>,
    /// The first axis along which the direction goes.
    first: usize,
    /// What comes into the set, and what leaves it.
    enters: Source,
    leaves: Option<Source>,
    /// In the present row: the slot of x is `base + offset`; the offset goes up by
    /// one and around at `around`.
    base: usize,
    offset: usize,
    around: usize,
    /// In the present row: the line begins anew below this x.
    fresh_below: usize,
}

/// The values of the box of these extents, in lexical order. No value exceeds
/// `bound`; the rule must stay in boxes.
pub(super) fn sweep<T: Cell>(
    rule: &RayRule,
    extents: &[usize],
    bound: usize,
    control: &Control,
) -> Result<Vec<T>, Stopped> {
    let axes = Axes::new(extents);
    let width = bound / 64 + 1;
    let (mut lines, mut steps) = (Vec::new(), Vec::new());
    for ray in rule.rays() {
        axes.sort_ray(ray, &mut lines, &mut steps);
    }
    let length = extents.iter().product();
    let mut reserved = count(length).saturating_mul(count(size_of::<T>()));
    let mut sets = Vec::new();
    for line in &lines {
        sets.push(LineSets::new(line.slots(&axes), width, &mut reserved, control)?);
    }
    if !steps.is_empty() || sets.is_empty() {
        // The values of the single steps, gathered anew for each cell.
        sets.push(LineSets::new(1, width, &mut reserved, control)?);
    }
    let mut table = Vec::new();
    let refused = |_| Stopped::MemoryLimit { needed: reserved, limit: control.memory_limit() };
    control.reserve(reserved)?;
    grundy_kernels::try_reserve(&mut table, length).map_err(refused)?;
    table.resize(length, T::default());
    let fill = match sets.len() {
        1 => fill::<T, 1>,
        2 => fill::<T, 2>,
        3 => fill::<T, 3>,
        4 => fill::<T, 4>,
        5 => fill::<T, 5>,
        6 => fill::<T, 6>,
        7 => fill::<T, 7>,
        8 => fill::<T, 8>,
        _ => fill::<T, 0>,
    };
    fill(&axes, &mut lines, &mut steps, &mut sets, &mut table, control)?;
    Ok(table)
}

/// Fills the table; `N` is the number of sets, or 0 if there are many.
fn fill<T: Cell, const N: usize>(
    axes: &Axes,
    lines: &mut [Line],
    steps: &mut [Source],
    sets: &mut [LineSets],
    table: &mut [T],
    control: &Control,
) -> Result<(), Stopped> {
    let inner = axes.extent.len() - 1;
    let (cells, stride) = (axes.extent[inner], axes.stride[inner]);
    let scratch = lines.len();
    let mut outer = vec![0; inner];
    let mut slots = vec![0; sets.len()];
    let (mut done, mut unchecked) = (0, 0);
    loop {
        for line in lines.iter_mut() {
            line.enter_row(&outer, axes);
        }
        for step in steps.iter_mut() {
            step.enter_row(&outer, cells);
        }
        let mut at: usize = outer.iter().zip(&axes.stride).map(|(x, stride)| x * stride).sum();
        for x in 0..cells {
            for ((line, sets), slot) in lines.iter_mut().zip(sets.iter_mut()).zip(slots.iter_mut()) {
                *slot = line.next_slot();
                if x < line.fresh_below {
                    sets.clear(*slot);
                }
                if x >= line.enters.from {
                    sets.insert(*slot, table[at - line.enters.back].index());
                }
                if let Some(leaves) = &line.leaves
                    && x >= leaves.from
                {
                    sets.remove(*slot, table[at - leaves.back].index());
                }
            }
            if !steps.is_empty() {
                sets[scratch].clear(0);
                for step in steps.iter().filter(|step| x >= step.from) {
                    sets[scratch].insert(0, table[at - step.back].index());
                }
            }
            table[at] = T::new(mex::<N>(sets, &slots));
            at += stride;
            unchecked += 1;
            if unchecked == BATCH {
                done += unchecked;
                unchecked = 0;
                control.check()?;
                control.report(count(done), Some(count(table.len())));
            }
        }
        // The next row, the last of the outer axes first.
        let Some(axis) = (0..inner).rfind(|&axis| outer[axis] + 1 < axes.extent[axis]) else { return Ok(()) };
        outer[axis] += 1;
        outer[axis + 1..].fill(0);
    }
}

impl Axes {
    fn new(extents: &[usize]) -> Axes {
        let mut entry: Vec<usize> = (0..extents.len()).collect();
        // The sort is stable: equal axes stay in the order of the table.
        entry.sort_by_key(|&entry| std::cmp::Reverse(extents[entry]));
        let stride = |&entry: &usize| extents[entry + 1..].iter().product();
        Axes {
            extent: entry.iter().map(|&entry| extents[entry]).collect(),
            stride: entry.iter().map(stride).collect(),
            entry,
        }
    }

    /// The cells x - `taken`; none if no x in the box has one.
    fn source(&self, taken: &[i128]) -> Option<Source> {
        let taken: Vec<usize> =
            self.entry.iter().map(|&entry| usize::try_from(taken[entry]).ok()).collect::<Option<_>>()?;
        if taken.iter().zip(&self.extent).any(|(taken, extent)| taken >= extent) {
            return None;
        }
        let back = taken.iter().zip(&self.stride).map(|(taken, stride)| taken * stride).sum();
        Some(Source { taken, back, from: 0 })
    }

    /// Makes lines or steps of a ray.
    fn sort_ray(&self, ray: &Ray, lines: &mut Vec<Line>, steps: &mut Vec<Source>) {
        let member = |index: u64| -> Vec<i128> {
            let taken =
                |(&start, &step): (&i64, &u32)| i128::from(start) + i128::from(index) * i128::from(step);
            ray.start.iter().zip(&ray.direction).map(taken).collect()
        };
        let starts_one_off =
            ray.start.iter().zip(&ray.direction).all(|(&start, &step)| start == i64::from(step));
        let carried = match ray.most {
            None => true,
            Some(most) => most > FEW && starts_one_off,
        };
        if !carried {
            // Options go further and further out of the box.
            steps.extend((0..ray.most.unwrap_or(0)).map_while(|index| self.source(&member(index))));
            return;
        }
        let Some(enters) = self.source(&member(0)) else { return };
        let extent = |step: u32| usize::try_from(step).unwrap_or(usize::MAX);
        let direction: Vec<usize> = self.entry.iter().map(|&entry| extent(ray.direction[entry])).collect();
        let Some(first) = direction.iter().position(|&step| step > 0) else { return };
        lines.push(Line {
            direction,
            first,
            enters,
            leaves: ray.most.and_then(|most| self.source(&member(most))),
            base: 0,
            offset: 0,
            around: 1,
            fresh_below: 0,
        });
    }
}

impl Source {
    fn enter_row(&mut self, outer: &[usize], cells: usize) {
        let inside = outer.iter().zip(&self.taken).all(|(x, taken)| x >= taken);
        self.from = if inside { self.taken[outer.len()] } else { cells };
    }
}

impl Line {
    /// How many lines are under way at once.
    fn slots(&self, axes: &Axes) -> usize {
        let layers = self.direction[self.first].min(axes.extent[self.first]);
        axes.extent[self.first + 1..].iter().fold(layers, |slots, &extent| slots.saturating_mul(extent))
    }

    fn enter_row(&mut self, outer: &[usize], axes: &Axes) {
        let inner = outer.len();
        let cells = axes.extent[inner];
        self.enters.enter_row(outer, cells);
        if let Some(leaves) = &mut self.leaves {
            leaves.enter_row(outer, cells);
        }
        let before = outer.iter().zip(&self.direction).all(|(x, step)| x >= step);
        self.fresh_below = if before { self.direction[inner] } else { cells };
        if self.first == inner {
            (self.base, self.offset) = (0, 0);
            self.around = self.direction[inner].min(cells);
            return;
        }
        let step = self.direction[self.first];
        // The cell lies on its line this many steps after the first layers.
        let (steps, layer) = (outer[self.first] / step, outer[self.first] % step);
        let place = |axis: usize, x: usize| {
            let extent = axes.extent[axis];
            // The product may exceed a word if the direction is steep.
            let gone = steps as u128 * self.direction[axis] as u128 % extent as u128;
            let gone = usize::try_from(gone).expect("a remainder is less than the divisor");
            (x + extent - gone) % extent
        };
        let mut base = layer;
        for (axis, &x) in outer.iter().enumerate().skip(self.first + 1) {
            base = base * axes.extent[axis] + place(axis, x);
        }
        self.base = base * cells;
        self.offset = place(inner, 0);
        self.around = cells;
    }

    #[inline]
    fn next_slot(&mut self) -> usize {
        let slot = self.base + self.offset;
        self.offset += 1;
        if self.offset == self.around {
            self.offset = 0;
        }
        slot
    }
}
