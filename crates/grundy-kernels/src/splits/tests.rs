//! All copies of each kernel that the processor has against the words.

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

/// Codes of 400 heaps, one in seven of them excluded and without meaning, and partners.
fn heaps<M: Mask>(random: &mut impl FnMut(u64) -> u64, least: u64) -> (Vec<u8>, Excluded, Vec<Partner>) {
    let number = M::CODES as u64;
    let mut codes: Vec<u8> = (0..400).map(|_| byte(random(number))).collect();
    let mut excluded = Excluded::default();
    for (heap, code) in codes.iter_mut().enumerate().filter(|(heap, _)| heap % 7 == 3) {
        *code = byte(random(256));
        excluded.insert(heap);
    }
    let partner = |_| Partner { code: byte(random(number)), distance: index(least + random(200)) };
    (codes, excluded, (0..20).map(partner).collect())
}

fn partners_of<M: Mask>() {
    let mut random = random();
    for round in 0..300 {
        let (codes, excluded, partners) = heaps::<M>(&mut random, 64);
        let partners = &partners[..index(random(21))];
        let counted = round % 2 == 0;
        // Where all others count, none of them may be excluded.
        let codes: Vec<u8> = match counted {
            true => codes,
            false => codes.iter().map(|code| byte(u64::from(*code) % M::CODES as u64)).collect(),
        };
        let first = index(random(6));
        let others = Others { codes: &codes[first..], first, excluded: Some(&excluded).filter(|_| counted) };
        // Large sets are looked at as far as some heap has codes left.
        let most = if round % 3 == 0 { M::CODES } else { index(random(M::CODES as u64 + 1)) };
        let start: [M; WINDOW] =
            std::array::from_fn(|j| M::below(most).without(M::EMPTY.with(byte(j as u64 % 16))));
        let at = 270;
        let expected: [M; WINDOW] = std::array::from_fn(|j| {
            let other = |partner: &Partner| at + j - partner.distance;
            let led = partners.iter().filter(|partner| !counted || !excluded.contains(other(partner)));
            led.fold(start[j], |free, partner| {
                free.without(M::EMPTY.with(codes[other(partner)] ^ partner.code))
            })
        });
        for way in SplitWay::all() {
            let mut window = start;
            way.reach(&others, at, partners, &mut window);
            assert_eq!(window, expected, "{way:?}");
        }
    }
}

#[test]
fn partners_lead_where_their_xor_says() {
    partners_of::<u16>();
    partners_of::<u32>();
    partners_of::<u64>();
    partners_of::<Words<2>>();
    partners_of::<Words<4>>();
}

fn open_of<M: Mask>() {
    let mut random = random();
    let number = M::CODES as u64;
    let (mut with, mut without) = (0, 0);
    for round in 0..200_u64 {
        let (mut codes, excluded, partners) = heaps::<M>(&mut random, 1);
        // Now and then little is needed, so that nothing stays open.
        let (most, often) = match round % 3 {
            0 => (2, 2 * number),
            1 => (number, 1),
            _ => (1 + random(number), 1),
        };
        let mut count = || if random(often) == 0 { byte(random(most).min(255)) } else { 0 };
        let table: Vec<u8> = (0..512).map(|_| count()).collect();
        let needed = Needed::new(|parity, code| table[256 * parity + usize::from(code)]);
        let counted = round % 3 == 0;
        if !counted {
            codes.iter_mut().for_each(|code| *code = byte(u64::from(*code) % M::CODES as u64));
        }
        let (at, count) = (260 + index(random(2)), index(random(65)));
        // What excluded heaps themselves need means nothing, but the kernels agree on it if their
        // codes are codes.
        for code in codes.iter_mut().skip(at) {
            *code = byte(u64::from(*code) % M::CODES as u64);
        }
        let others = Others { codes: &codes, first: 0, excluded: Some(&excluded).filter(|_| counted) };
        let taken = [index(random(3)), 3];
        let front = Front::new(&codes, index(random(3)), &taken, &excluded);
        let sets = |with_partners: bool, heap: usize| {
            let other = |part: usize| part < heap && (!counted || !excluded.contains(heap - part));
            let partners = partners.iter().filter(|_| with_partners);
            let partners = partners.map(|partner| (partner.code, partner.distance));
            let parts = (1..=front.blocks.len() * WINDOW).filter(|&part| !excluded.contains(part));
            let parts = parts.flat_map(|part| taken.map(|taken| (codes[part], part + taken)));
            let met = partners.chain(parts).filter(|&(_, distance)| other(distance));
            let all = M::below(usize::from(needed.count(heap, codes[heap])));
            met.map(|(code, distance)| code ^ codes[heap - distance])
                .filter(|&code| usize::from(code) < M::CODES)
                .fold(all, |open, code| open.without(M::EMPTY.with(code)))
        };
        for way in SplitWay::all() {
            let mut open = [M::EMPTY; WINDOW];
            let lanes = way.find_open(&others, at, &partners, &front, &needed, count, &mut open);
            for (lane, &open) in open.iter().enumerate() {
                if lane >= count || lanes >> lane & 1 == 0 {
                    assert!(lane >= count && lanes >> lane & 1 == 0 || sets(true, at + lane) == M::EMPTY);
                    continue;
                }
                // Partners may be left out.
                let (least, most) = (sets(true, at + lane), sets(false, at + lane));
                assert!(open != M::EMPTY);
                assert_eq!(least.without(open), M::EMPTY);
                assert_eq!(open.without(most), M::EMPTY);
                // Few codes of large sets may be lacking.
                assert!(lanes.count_ones() <= 6 || M::CODES > 64 || open == least);
            }
            *(if lanes == 0 { &mut without } else { &mut with }) += 1;
        }
    }
    assert!(with > 20 && without > 20, "{with} {without}");
}

#[test]
fn what_is_open_is_what_no_partner_leads_to() {
    open_of::<u16>();
    open_of::<u32>();
    open_of::<u64>();
    open_of::<Words<2>>();
    open_of::<Words<4>>();
}

fn codes_of<M: Mask>() {
    let mut random = random();
    let number = M::CODES as u64;
    let mut stops = 0;
    // The rows of many codes take long.
    let rounds = 400.min(400 * 32 * 32 / (number * number));
    for round in 0..rounds {
        let least_offset = 1 + index(round % 5);
        let mut few =
            |chance: u64| (0..number).filter(|_| random(chance) == 0).map(byte).fold(M::EMPTY, M::with);
        let table: Vec<M> = (0..64 * M::CODES).map(|_| few(if number > 64 { 6 } else { 20 })).collect();
        let rows = Rows::new(M::CODES, |code, offset| match offset < least_offset {
            true => M::EMPTY,
            false => table[usize::from(code) * 64 + offset - 1],
        });
        let start: [M; WINDOW] = std::array::from_fn(|_| few(2));
        // Longer than a window, too.
        let length = index(random(65) * (1 + round % 3));
        // From the words.
        let mut window = start.to_vec();
        window.extend([M::below(M::CODES); 4 * WINDOW]);
        let mut expected = Vec::new();
        for n in 0..length {
            let free = |code: u8| window[n].with(code) == window[n];
            let Some(code) = (0..number).map(byte).find(|&code| free(code)) else { break };
            expected.push(code);
            for offset in least_offset..=64 {
                let reached = table[usize::from(code) * 64 + offset - 1];
                window[n + offset] = window[n + offset].without(reached);
            }
        }
        stops += u64::from(expected.len() < length);
        for way in SplitWay::all() {
            let (mut moved, mut found) = (start, vec![0; length]);
            let done = way.find_codes(&rows, &mut moved, &mut found);
            assert_eq!(found[..done], expected, "{way:?}");
            assert_eq!(moved[..], window[done..done + WINDOW], "{way:?}");
        }
        let mut pushed = start;
        expected.iter().for_each(|&code| push_code(&rows, &mut pushed, Some(code)));
        push_code(&rows, &mut pushed, None);
        assert_eq!(pushed[..WINDOW - 1], window[expected.len() + 1..][..WINDOW - 1]);
    }
    assert!((1..rounds).contains(&stops), "{stops} of {rounds}");
}

#[test]
fn codes_are_the_least_that_are_free() {
    codes_of::<u16>();
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
        let length = index(random(400));
        let parts: Vec<u8> = (0..length).map(|_| byte(random(64))).collect();
        let mut others: Vec<u8> = (0..length).map(|_| byte(random(64))).collect();
        let wanted = if random(2) == 0 { 200 } else { byte(random(64)) };
        if random(4) == 0 && length > 0 {
            let place = index(random(length as u64));
            others[length - 1 - place] = wanted ^ parts[place];
        }
        let expected = (0..length).find(|&i| parts[i] ^ others[length - 1 - i] == wanted);
        for way in SplitWay::all() {
            assert_eq!(way.find_split(&parts, &others, wanted), expected, "{way:?}");
        }
        found_some += usize::from(expected.is_some());
    }
    assert!((300..1900).contains(&found_some), "{found_some}");
}

#[test]
fn the_best_way_is_the_first() {
    assert_eq!(SplitWay::all().next(), Some(SplitWay::best()));
    assert_eq!(SplitWay::all().last().map(SplitWay::name), Some("portable"));
}

#[test]
fn codes_stand_for_what_the_tables_say_in_turn() {
    let mut random = random();
    let tables: [[u8; 256]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| byte(random(256))));
    for length in 0..300 {
        let codes: Vec<u8> = (0..length).map(|_| byte(random(128))).collect();
        let expected: Vec<u8> =
            codes.iter().enumerate().map(|(place, &code)| tables[place % 2][usize::from(code)]).collect();
        for way in SplitWay::all() {
            let mut values = vec![0; length];
            way.decode(&codes, [&tables[0], &tables[1]], &mut values);
            assert_eq!(values, expected, "{}", way.name());
        }
    }
}
