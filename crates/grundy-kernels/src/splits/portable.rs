//! The kernels in safe Rust, for any processor.

use super::{Front, Mask, Needed, Others, Partner, Rows, WINDOW};

pub(super) fn reach<M: Mask>(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [M; WINDOW]) {
    for partner in partners {
        let counted = others.counted(at, partner.distance);
        for (lane, (free, other)) in window.iter_mut().zip(others.before(at, partner.distance)).enumerate() {
            let code = other ^ partner.code;
            if counted >> lane & 1 == 1 && usize::from(code) < M::CODES {
                *free = free.without(M::EMPTY.with(code));
            }
        }
    }
}

pub(super) fn find_codes<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], found: &mut [u8]) -> usize {
    // What moves on is the place, and the sets only in the end.
    let mut sets = [rows.all; 2 * WINDOW];
    let mut done = 0;
    for part in found.chunks_mut(WINDOW) {
        sets[..WINDOW].copy_from_slice(window);
        sets[WINDOW..].fill(rows.all);
        let start = done;
        for found in part.iter_mut() {
            let Some(code) = sets[done - start].least() else { break };
            *found = code;
            done += 1;
            let after = &mut sets[done - start..][..WINDOW];
            for (free, &row) in after.iter_mut().zip(rows.row(code)) {
                *free = free.and(row);
            }
        }
        window.copy_from_slice(&sets[done - start..][..WINDOW]);
        if done - start < part.len() {
            break;
        }
    }
    done
}

pub(super) fn push_code<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], code: Option<u8>) {
    window.copy_within(1.., 0);
    window[WINDOW - 1] = rows.all;
    if let Some(code) = code {
        for (free, &row) in window.iter_mut().zip(rows.row(code)) {
            *free = free.and(row);
        }
    }
}

pub(super) fn find_open<M: Mask>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    needed: &Needed,
    count: usize,
    open: &mut [M; WINDOW],
) -> u64 {
    let mut lanes = 0_u64;
    for (lane, (open, &own)) in open.iter_mut().zip(others.before(at, 0)).take(count).enumerate() {
        let heap = at + lane;
        *open = M::below(usize::from(needed.count(heap, own)));
        for partner in partners {
            if *open == M::EMPTY {
                break;
            }
            let code = others.before(at, partner.distance)[lane] ^ partner.code;
            if others.counted(at, partner.distance) >> lane & 1 == 1 && usize::from(code) < M::CODES {
                *open = open.without(M::EMPTY.with(code));
            }
        }
        *open = still_open(others, heap, front, *open);
        lanes |= u64::from(*open != M::EMPTY) << lane;
    }
    lanes
}

/// Which of these codes the heap does not reach by splits into a heap of `front` and another.
pub(super) fn still_open<M: Mask>(others: &Others<'_>, heap: usize, front: &Front, mut open: M) -> M {
    for (block, distance) in front.looks() {
        if open == M::EMPTY {
            break;
        }
        let counted = others.counted(heap, distance) & block.counted;
        for (lane, (part, other)) in block.codes.iter().zip(others.before(heap, distance)).enumerate() {
            let code = part ^ other;
            if counted >> lane & 1 == 1 && usize::from(code) < M::CODES {
                open = open.without(M::EMPTY.with(code));
            }
        }
    }
    open
}

pub(super) fn find_split(parts: &[u8], others: &[u8], code: u8) -> Option<usize> {
    parts.iter().zip(others.iter().rev()).position(|(part, other)| part ^ other == code)
}

pub(super) fn decode(codes: &[u8], [first, second]: [&[u8; 256]; 2], values: &mut [u8]) {
    let (pairs, rest) = codes.as_chunks::<2>();
    let (value_pairs, value_rest) = values.as_chunks_mut::<2>();
    for (values, &[a, b]) in value_pairs.iter_mut().zip(pairs) {
        *values = [first[usize::from(a)], second[usize::from(b)]];
    }
    for (value, &code) in value_rest.iter_mut().zip(rest) {
        *value = first[usize::from(code)];
    }
}
