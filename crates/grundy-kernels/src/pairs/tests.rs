//! All copies against the definition.

use super::*;

#[test]
fn both_copies_find_the_pair_wherever_it_is() {
    for length in [0usize, 1, 5, 255, 256, 257, 700] {
        let left: Vec<u16> = (0..length).map(|i| u16::try_from(i * 7 % 4096).unwrap()).collect();
        let right = vec![1u16 << 13; length + 3];
        for wanted in left.iter().map(|value| value | 1 << 13).chain([0, 1 << 14]) {
            let expected = left.iter().zip(&right).any(|(left, right)| left ^ right == wanted);
            assert_eq!(xor_contains(&left, &right, wanted), expected, "{length}, {wanted}");
            assert_eq!(xor_contains_portable(&right, &left, wanted), expected, "{length}, {wanted}");
        }
    }
    assert!(xor_contains(&[200u8; 300], &[100; 300], 200 ^ 100));
    assert!(!xor_contains(&[70_000u32; 300], &[1; 300], 70_000));
}

#[test]
fn marks_are_those_of_all_pairs() {
    for length in [0usize, 1, 63, 64, 65, 300] {
        let left: Vec<u16> = (0..length).map(|i| u16::try_from(i * i % 900).unwrap()).collect();
        let right: Vec<u16> = (0..length + 2).map(|i| u16::try_from(i * 31 % 600).unwrap()).collect();
        let narrow =
            |numbers: &[u16]| -> Vec<u8> { numbers.iter().map(|number| number.to_le_bytes()[0]).collect() };
        let (left_bytes, right_bytes) = (narrow(&left), narrow(&right));
        for room in [100, 700, 1 << 16] {
            let (mut marks, mut byte_marks) = (vec![false; room], vec![false; room]);
            mark_xors(&left, &right, &mut marks);
            mark_xors(&left_bytes, &right_bytes, &mut byte_marks);
            let (mut expected, mut expected_bytes) = (vec![false; 1 << 16], vec![false; 1 << 16]);
            for (l, r) in left.iter().zip(&right) {
                expected[usize::from(l ^ r)] = true;
                expected_bytes[usize::from((l ^ r) % 256)] = true;
            }
            assert_eq!((&marks[..], &byte_marks[..]), (&expected[..room], &expected_bytes[..room]));
        }
    }
}

/// Numbers below `bound` by a fixed generator, nearly all of them below `usual`.
fn numbers(length: usize, seed: u64, usual: u64, bound: u64) -> Vec<u16> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut number = || if next() % 97 == 0 { next() % bound } else { next() % usual };
    (0..length).map(|_| u16::try_from(number()).unwrap()).collect()
}

/// Compares with the definition: as it is called, and in vectors from the first pair on.
fn compare<T: Word + Into<u32>>(left: &[T], right: &[T], room: usize) {
    let start: Vec<bool> = (0..room).map(|mark| mark % 5 == 3).collect();
    let mut expected = start.clone();
    for (&left, &right) in left.iter().zip(right) {
        let number = usize::try_from(left.into() ^ right.into()).unwrap();
        if let Some(mark) = expected.get_mut(number) {
            *mark = true;
        }
    }
    let (mut marks, mut in_vectors) = (start.clone(), start);
    mark_xors(left, right, &mut marks);
    T::mark_in_vectors(left, right, &mut in_vectors);
    let differ = |marks: &[bool]| (0..room).find(|&mark| marks[mark] != expected[mark]);
    let what = (left.len(), room, size_of::<T>());
    assert_eq!((differ(&marks), differ(&in_vectors)), (None, None), "{what:?}");
}

#[test]
fn vectors_mark_what_the_definition_says() {
    let lengths = (0..270).chain([511, 640, 700, 1024, 1025, 1150, 2048 + 63, 5000]);
    for length in lengths {
        // The slices begin anywhere in a cache line.
        let skipped = length % 61;
        for (bits, rooms) in [
            (4, &[0, 1, 9, 16][..]),
            (6, &[40, 64]),
            (7, &[65, 100, 128]),
            (8, &[64, 129, 200, 256, 300]),
            (10, &[256, 805, 1000, 1024]),
            (12, &[512, 1024, 1025, 2100, 4096]),
            (16, &[700, 3000, 9000, 1 << 16]),
        ] {
            let (usual, bound) = (1 << (bits / 2), 1 << bits);
            let left = &numbers(length + skipped, 1, usual, bound)[skipped..];
            let right = &numbers(length + skipped, 2, usual, bound)[skipped..];
            let narrow =
                |numbers: &[u16]| -> Option<Vec<u8>> { numbers.iter().map(|&n| n.try_into().ok()).collect() };
            for &room in rooms {
                compare(left, right, room);
                if let (Some(left), Some(right)) = (narrow(left), narrow(right)) {
                    compare(&left, &right, room);
                }
            }
        }
    }
}
