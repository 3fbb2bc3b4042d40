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
    // What moves on is the place, and the masks only in the end.
    let mut masks = [M::EMPTY; 2 * WINDOW];
    let mut done = 0;
    for part in found.chunks_mut(WINDOW) {
        masks[..WINDOW].copy_from_slice(window);
        masks[WINDOW..].fill(M::EMPTY);
        let start = done;
        for found in part.iter_mut() {
            let mask = masks[done - start];
            let Some(code) = M::upper().without(mask).least() else { break };
            if needed[done % 2][usize::from(code) - M::CODES / 2].without(mask) != M::EMPTY {
                break;
            }
            *found = code;
            done += 1;
            let after = &mut masks[done - start..][..WINDOW];
            for (mask, &row) in after.iter_mut().zip(&rows.rows[usize::from(code)]) {
                *mask = mask.or(row);
            }
        }
        window.copy_from_slice(&masks[done - start..][..WINDOW]);
        if done - start < part.len() {
            break;
        }
    }
    done
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
