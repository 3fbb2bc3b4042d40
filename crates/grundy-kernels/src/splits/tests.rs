//! Both copies of each kernel against the words.

use super::*;

fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 1_u64;
    move |end| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) % end
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

fn byte(number: u64) -> u8 {
    u8::try_from(number).unwrap()
}

fn partners_of<M: Mask>() {
    let mut random = random();
    let half = M::CODES as u64 / 2;
    for _ in 0..200 {
        let all_small = random(2) == 0 || M::CODES == 256;
        let mut codes: Vec<u8> = (0..400).map(|_| byte(random(2 * half))).collect();
        if !all_small {
            codes.iter_mut().step_by(7).for_each(|code| *code = byte(2 * half + random(256 - 2 * half)));
        }
        let mut list = |least: u64| -> Vec<Partner> {
            (0..random(20))
                .map(|_| Partner { code: byte(least + random(half)), distance: index(64 + random(200)) })
                .collect()
        };
        let (upper, mut lower) = (list(0), list(half));
        lower.sort();
        let start: [M; WINDOW] = std::array::from_fn(|j| M::EMPTY.with(byte(j as u64 % half)));
        let at = 270;
        let expected: [M; WINDOW] = std::array::from_fn(|j| {
            let led = |partner: &Partner| codes[at + j - partner.distance] ^ partner.code;
            let from_upper =
                upper.iter().map(led).filter(|&code| (half..2 * half).contains(&u64::from(code)));
            let from_lower = lower.iter().map(led).filter(|&code| u64::from(code) < half);
            from_upper.chain(from_lower).fold(start[j], M::with)
        });
        let (mut best, mut portable) = (start, start);
        or_partners(&codes, at, &upper, &lower, all_small, &mut best);
        portable::or_partners(&codes, at, &upper, &lower, &mut portable);
        assert_eq!(best, expected);
        assert_eq!(portable, expected);
    }
}

#[test]
fn partners_lead_where_their_xor_says() {
    partners_of::<u32>();
    partners_of::<u64>();
    partners_of::<Words<2>>();
    partners_of::<Words<4>>();
}

fn codes_of<M: Mask>() {
    let mut random = random();
    let half = M::CODES as u64 / 2;
    let mut stops = 0;
    // The rows of many codes take long.
    let rounds = 400 * 32 * 32 / (M::CODES * M::CODES) as u64;
    for round in 0..rounds {
        let least_offset = 1 + index(round % 3);
        let mut few =
            |chance: u64| (0..M::CODES as u64).filter(|_| random(chance) == 0).map(byte).collect::<Vec<u8>>();
        let table: Vec<Vec<u8>> = (0..64 * M::CODES).map(|_| few(20)).collect();
        let rows = Rows::new(|code, offset| match offset < least_offset {
            true => M::EMPTY,
            false => table[usize::from(code) * 64 + offset - 1]
                .iter()
                .fold(M::EMPTY, |mask, &code| mask.with(code)),
        });
        let start: [M; WINDOW] = std::array::from_fn(|_| few(2).into_iter().fold(M::EMPTY, M::with));
        let needed: [Vec<M>; 2] = std::array::from_fn(|_| {
            (0..half)
                .map(|_| {
                    few(6 * M::CODES as u64)
                        .into_iter()
                        .filter(|&code| u64::from(code) < half)
                        .fold(M::EMPTY, M::with)
                })
                .collect()
        });
        let length = index(random(65));
        // From the words.
        let mut window = start.to_vec();
        window.extend([M::EMPTY; 2 * WINDOW]);
        let mut expected = Vec::new();
        for n in 0..length {
            let mut codes = (half..2 * half).map(byte);
            let Some(code) = codes.find(|&code| window[n].with(code) != window[n]) else {
                break;
            };
            let needed = needed[n % 2][usize::from(code - byte(half))];
            if needed.or(window[n]) != window[n] {
                break;
            }
            expected.push(code);
            for offset in least_offset..=64 {
                for &code in &table[usize::from(code) * 64 + offset - 1] {
                    window[n + offset] = window[n + offset].with(code);
                }
            }
        }
        stops += u64::from(expected.len() < length);
        for find in [find_codes::<M>, portable::find_codes::<M>] {
            let (mut moved, mut found) = (start, vec![0; length]);
            let done = find(&rows, &mut moved, &mut found, [&needed[0], &needed[1]]);
            assert_eq!(done, expected.len());
            assert_eq!(found[..done], expected);
            assert_eq!(moved[..], window[done..done + WINDOW]);
        }
    }
    assert!((1..rounds).contains(&stops), "{stops}");
}

#[test]
fn codes_are_the_least_that_are_missing() {
    codes_of::<u32>();
    codes_of::<u64>();
    codes_of::<Words<2>>();
    codes_of::<Words<4>>();
}

#[test]
fn splits_are_found_wherever_they_are() {
    let mut random = random();
    let mut found_some = 0;
    for _ in 0..2000 {
        let total = index(2 + random(600));
        let most = index(random(total as u64 + 1));
        let least = index(random(most as u64 + 1));
        let mut codes: Vec<u8> = (0..=total).map(|_| byte(random(64))).collect();
        let wanted = if random(2) == 0 { 200 } else { byte(random(64)) };
        let place = index(least as u64 + random((most - least + 1) as u64));
        if random(4) == 0 && 2 * place != total {
            codes[place] = wanted ^ codes[total - place];
        }
        let has = |part: usize| codes[part] ^ codes[total - part] == wanted;
        let exists = (least..=most).any(has);
        for find in [find_split, portable::find_split] {
            let found = find(&codes, total, least, most, wanted);
            assert_eq!(found.is_some(), exists);
            assert!(found.is_none_or(|part| (least..=most).contains(&part) && has(part)));
        }
        found_some += usize::from(exists);
    }
    assert!((300..1900).contains(&found_some), "{found_some}");
    assert_eq!(find_split(&[1, 2, 3], 2, 2, 1, 0), None);
}
