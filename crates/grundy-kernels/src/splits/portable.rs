//! The kernels in safe Rust, for any processor.

use super::{Mask, Partner, Rows, WINDOW};

pub(super) fn or_partners<M: Mask>(
    codes: &[u8],
    at: usize,
    upper: &[Partner],
    lower: &[Partner],
    window: &mut [M; WINDOW],
) {
    for (partners, in_upper) in [(upper, true), (lower, false)] {
        for partner in partners {
            for (mask, code) in window.iter_mut().zip(&codes[at - partner.distance..][..WINDOW]) {
                let code = code ^ partner.code;
                if usize::from(code) < M::CODES && (usize::from(code) >= M::CODES / 2) == in_upper {
                    *mask = mask.with(code);
                }
            }
        }
    }
}

pub(super) fn find_codes<M: Mask>(
    rows: &Rows<M>,
    window: &mut [M; WINDOW],
    found: &mut [u8],
    needed: [&[M]; 2],
) -> usize {
    for (index, found) in found.iter_mut().enumerate() {
        let mask = window[0];
        let Some(code) = M::upper().without(mask).least() else { return index };
        if needed[index % 2][usize::from(code) - M::CODES / 2].without(mask) != M::EMPTY {
            return index;
        }
        *found = code;
        push_code(rows, window, code);
    }
    found.len()
}

pub(super) fn push_code<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], code: u8) {
    window.copy_within(1.., 0);
    window[WINDOW - 1] = M::EMPTY;
    // The rows of codes that are too large for the mask say nothing.
    for (mask, &row) in window.iter_mut().zip(rows.rows.get(usize::from(code)).into_iter().flatten()) {
        *mask = mask.or(row);
    }
}

pub(super) fn find_split(codes: &[u8], total: usize, least: usize, most: usize, code: u8) -> Option<usize> {
    let (parts, others) = (&codes[least..=most], &codes[total - most..=total - least]);
    let found = parts.iter().zip(others.iter().rev()).position(|(part, other)| part ^ other == code)?;
    Some(least + found)
}
