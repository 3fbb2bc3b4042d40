//! The names of a table's positions, in order.
//!
//! Heaps and rows of cells are both counted by an odometer: the last wheel turns
//! with every step, and a wheel that comes round turns the one before it. For
//! heaps the wheels carry the digits and a new wheel is put in front when all
//! came round; for rows there are as many wheels as cells and they carry the
//! alphabet. A step costs little more than one byte, where formatting a number
//! afresh costs twenty.

/// Which positions a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels<'a> {
    /// Heaps or single coins, ascending by one.
    Numbers {
        /// The first of them.
        from: u64,
    },
    /// Tuples in lexical order, each entry from 0 to the one given.
    Tuples {
        /// The last of each entry.
        to: &'a [u64],
    },
    /// Rows of `width` cells in lexical order.
    Rows {
        /// How many cells each row has.
        width: usize,
        /// The cells, ascending.
        alphabet: &'a [u8],
    },
}

/// Names a table's positions one after the other.
#[derive(Clone, Debug)]
pub(super) enum Odometer {
    /// Numbers or rows.
    Wheels(Box<Wheels>),
    /// Tuples: the label, the entries and the last of each.
    Tuples {
        /// The entries, parted by `between`.
        label: Vec<u8>,
        /// The entries and the last of each.
        entries: Vec<(u64, u64)>,
        /// What stands between two entries.
        between: u8,
    },
}

impl Odometer {
    /// Stands at the first position of `labels`; the names of tuples have `between`
    /// between two entries.
    pub(super) fn new(labels: Labels<'_>, between: u8) -> Odometer {
        match labels {
            Labels::Numbers { from } => {
                Odometer::Wheels(Box::new(Wheels::with(from.to_string().into_bytes(), b"0123456789", true)))
            }
            Labels::Tuples { to } => {
                let entries: Vec<(u64, u64)> = to.iter().map(|&last| (0, last)).collect();
                let mut label = Vec::new();
                write_label(&mut label, &entries, between);
                Odometer::Tuples { label, entries, between }
            }
            Labels::Rows { width, alphabet } => {
                let first = alphabet.first().copied().unwrap_or_default();
                Odometer::Wheels(Box::new(Wheels::with(vec![first; width], alphabet, false)))
            }
        }
    }

    /// The name of the position it stands at.
    pub(super) fn label(&self) -> &[u8] {
        match self {
            Odometer::Wheels(wheels) => &wheels.wheels,
            Odometer::Tuples { label, .. } => label,
        }
    }

    /// Goes on to the next position; after the last row or tuple comes the first
    /// again.
    pub(super) fn step(&mut self) {
        match self {
            Odometer::Wheels(wheels) => wheels.step(),
            Odometer::Tuples { label, entries, between } => {
                for (entry, last) in entries.iter_mut().rev() {
                    if entry < last {
                        *entry += 1;
                        break;
                    }
                    *entry = 0;
                }
                write_label(label, entries, *between);
            }
        }
    }

    /// How many entries at the end of the tuple stand at their first place: so many
    /// lists of a nested table begin here.
    pub(super) fn fresh_entries(&self) -> usize {
        match self {
            Odometer::Wheels(_) => 0,
            Odometer::Tuples { entries, .. } => {
                entries.iter().rev().take_while(|(entry, _)| *entry == 0).count()
            }
        }
    }
}

fn write_label(label: &mut Vec<u8>, entries: &[(u64, u64)], between: u8) {
    label.clear();
    for (index, (entry, _)) in entries.iter().enumerate() {
        if index > 0 {
            label.push(between);
        }
        label.extend_from_slice(entry.to_string().as_bytes());
    }
}

/// The wheels of an odometer.
#[derive(Clone, Debug)]
pub(super) struct Wheels {
    wheels: Vec<u8>,
    /// For each byte that stands on a wheel, the byte that follows it.
    next: [u8; 256],
    first: u8,
    last: u8,
    grows: bool,
}

impl Wheels {
    fn with(wheels: Vec<u8>, alphabet: &[u8], grows: bool) -> Wheels {
        let mut next = [0; 256];
        for pair in alphabet.windows(2) {
            next[usize::from(pair[0])] = pair[1];
        }
        let first = alphabet.first().copied().unwrap_or_default();
        let last = alphabet.last().copied().unwrap_or_default();
        Wheels { wheels, next, first, last, grows }
    }

    fn step(&mut self) {
        for wheel in self.wheels.iter_mut().rev() {
            if *wheel != self.last {
                *wheel = self.next[usize::from(*wheel)];
                return;
            }
            *wheel = self.first;
        }
        if self.grows {
            // 999 became 000: the new wheel makes it 1000.
            self.wheels.insert(0, b'1');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(labels: Labels<'_>, count: usize) -> Vec<String> {
        let mut odometer = Odometer::new(labels, b' ');
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(String::from_utf8(odometer.label().to_vec()).unwrap());
            odometer.step();
        }
        all
    }

    #[test]
    fn numbers_count_as_formatting_does() {
        for from in [0, 1, 98, 997, 123_456, u64::MAX - 5] {
            let expected: Vec<String> = (0..2000).map(|i| (u128::from(from) + i).to_string()).collect();
            assert_eq!(labels(Labels::Numbers { from }, 2000), expected);
        }
    }

    #[test]
    fn tuples_come_in_lexical_order() {
        assert_eq!(labels(Labels::Tuples { to: &[1, 2] }, 6), ["0 0", "0 1", "0 2", "1 0", "1 1", "1 2"]);
        assert_eq!(Odometer::new(Labels::Tuples { to: &[1, 2] }, b',').label(), b"0,0");
    }

    #[test]
    fn rows_come_in_lexical_order_and_each_once() {
        for (width, alphabet) in [(0, &b"01"[..]), (1, b"01"), (5, b"01"), (4, b".ox"), (3, b"x")] {
            let count = alphabet.len().pow(u32::try_from(width).unwrap());
            let rows = labels(Labels::Rows { width, alphabet }, count);
            assert!(rows.windows(2).all(|pair| pair[0] < pair[1]), "{rows:?}");
            assert!(rows.iter().all(|row| row.len() == width));
        }
    }
}
