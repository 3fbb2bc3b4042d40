//! Members and residues by their definition.

use std::collections::BTreeSet;

use super::*;

fn all() -> Vec<Sequence> {
    let powers = |scale, base, offset| Sequence::powers(scale, base, offset).expect("ascends");
    vec![
        Sequence::FACTORIALS,
        Sequence::FIBONACCI,
        Sequence::PRIMES,
        Sequence::squares(),
        Sequence::cubes(),
        Sequence::triangular(),
        powers(1, 2, 0),
        powers(3, 5, 4),
        powers(2, 2, -1),
        powers(1, 10, 7),
        Sequence::polynomial(vec![5, 1, 0, 3, 0]).expect("ascends"),
    ]
}

#[test]
fn members_by_their_definition() {
    let by_definition: Vec<(Sequence, Vec<u64>)> = vec![
        (Sequence::squares(), (1..=31).map(|k| k * k).collect()),
        (Sequence::cubes(), (1..=10).map(|k| k * k * k).collect()),
        (Sequence::triangular(), (1..=44).map(|k| k * (k + 1) / 2).collect()),
        (Sequence::FACTORIALS, (1..=6).map(|k| (1..=k).product()).collect()),
        (Sequence::FIBONACCI, vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]),
        (
            Sequence::PRIMES,
            (2..=1000).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect(),
        ),
        (Sequence::powers(3, 2, -2).expect("ascends"), (0..9).map(|k| 3 * (1 << k) - 2).collect()),
    ];
    for (sequence, members) in by_definition {
        assert_eq!(sequence.members(1000), members, "{sequence:?}");
        for limit in [0, 1, 2, 3, 5, 100] {
            let below: Vec<u64> = members.iter().copied().filter(|&member| member <= limit).collect();
            assert_eq!(sequence.members(limit), below, "{sequence:?} up to {limit}");
        }
    }
}

#[test]
fn members_are_contained_and_others_are_not() {
    for sequence in all() {
        let members = sequence.members(500);
        for number in 0..=500 {
            assert_eq!(sequence.contains(number), members.contains(&number), "{sequence:?}, {number}");
        }
    }
    let root = u64::from(u32::MAX);
    assert!(Sequence::squares().contains(root * root) && !Sequence::squares().contains(u64::MAX));
    assert!(!Sequence::PRIMES.contains(u64::MAX) && Sequence::PRIMES.contains(1_000_000_007));
    // A degree at which single terms leave 128 bits while the value is small.
    let mut steep = vec![0; 201];
    (steep[0], steep[1], steep[200]) = (1, 1, 1);
    let steep = Sequence::polynomial(steep).expect("ascends");
    assert!(steep.contains(202) && steep.contains(200) && !steep.contains(201));
}

#[test]
fn no_member_wraps_at_64_bits() {
    for sequence in all().into_iter().filter(Sequence::is_sparse) {
        let members = sequence.members(u64::MAX);
        assert!(members.windows(2).all(|pair| pair[0] < pair[1]), "{sequence:?}");
        assert!(members.last().is_some_and(|&last| last > u64::MAX / 30), "{sequence:?}");
    }
}

#[test]
fn residues_are_those_of_far_members() {
    for sequence in all() {
        for p in 1..30 {
            for beyond in [0, 1, 5, 17, 100] {
                let residues = sequence.residues_beyond(beyond, p);
                // Sparse sequences run out of 64 bits, but 30 members and
                // more show every residue of a modulus this small.
                let limit = if sequence.is_sparse() { u64::MAX } else { 200_000 };
                let far = sequence.members(limit).into_iter().filter(|&member| member > beyond);
                let met: BTreeSet<u64> = far.map(|member| member % p).collect();
                assert!(met.is_subset(&residues), "{sequence:?} mod {p} beyond {beyond}");
                if p < 12 {
                    assert_eq!(met, residues, "{sequence:?} mod {p} beyond {beyond}");
                }
            }
        }
    }
}
