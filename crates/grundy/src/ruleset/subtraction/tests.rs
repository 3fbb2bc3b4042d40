//! The form, the members and the words of subtraction sets.

use super::*;
use crate::theory::random::Random;

fn set(listed: &[u64], from: u64, modulus: u64, residues: &[u64]) -> SubtractionSet {
    let finite = SubtractionSet::finite(listed.iter().copied()).expect("amounts");
    let classes = SubtractionSet::classes(from, modulus, residues.iter().copied()).expect("classes");
    finite.union(&classes).expect("small")
}

#[test]
fn one_set_has_one_form() {
    let odd = SubtractionSet::classes(1, 2, [1]).expect("classes");
    assert_eq!(set(&[1, 3], 5, 4, &[1, 3]), odd);
    assert_eq!(set(&[], 6, 2, &[1]).union(&set(&[5, 3, 1], 90, 6, &[1])).expect("small"), odd);
    let progression = Sequence::polynomial(vec![1, 2]).expect("ascends");
    assert_eq!(SubtractionSet::sequence(progression), Ok(odd.clone()));
    let even = SubtractionSet::classes(1, 2, [0]).expect("classes");
    assert_eq!(even.union(&odd).expect("small"), SubtractionSet::all());
    assert_eq!(SubtractionSet::all_but([]), Ok(SubtractionSet::all()));
    let primes = SubtractionSet::sequence(Sequence::PRIMES).expect("no progression");
    let odd_and_two = set(&[2], 1, 2, &[1]);
    assert_eq!(odd_and_two.union(&primes), Ok(odd_and_two));
    assert_ne!(even.union(&primes).map(|set| set.sequences().len()), Ok(0));
    assert_eq!(SubtractionSet::all_but([2, 4]).expect("small"), set(&[1, 3], 5, 1, &[0]));
}

/// The bound comes down at once, however far it is: amount by amount this would
/// take 2^42 steps.
#[test]
fn a_far_amount_of_a_sparse_class_is_absorbed() {
    let modulus = 1 << 22;
    let class = SubtractionSet::classes(1, modulus, [5]).expect("a class");
    let far = (1 << 42) + 5;
    assert_eq!(class.union(&SubtractionSet::finite([far]).expect("one amount")), Ok(class.clone()));
    let other = class.union(&SubtractionSet::finite([far + 1]).expect("one amount")).expect("kept");
    assert_eq!(other.bound(), far + 2);
    assert!(other.contains(far + 1) && other.contains(far) && !other.contains(far - 1));
}

#[test]
fn membership_union_and_enumeration_agree() {
    let mut stream = Random::new(5);
    let mut random = |bound: u64| stream.below(bound);
    let squares = SubtractionSet::sequence(Sequence::squares()).expect("no progression");
    for _ in 0..300 {
        let mut any = || {
            let listed: Vec<u64> = (0..random(4)).map(|_| 1 + random(12)).collect();
            let (from, modulus) = (1 + random(15), 1 + random(6));
            let residues: Vec<u64> = (0..random(3)).map(|_| random(modulus)).collect();
            let by_definition = (1..60u64).filter({
                let (listed, residues) = (listed.clone(), residues.clone());
                move |s| listed.contains(s) || *s >= from && residues.contains(&(s % modulus))
            });
            let members: Vec<u64> = by_definition.collect();
            (set(&listed, from, modulus, &residues), members)
        };
        let ((a, in_a), (b, in_b)) = (any(), any());
        let both = a.union(&b).expect("small").union(&squares).expect("small");
        for amount in 0..60 {
            assert_eq!(a.contains(amount), in_a.contains(&amount), "{a}, {amount}");
            let square = [1, 4, 9, 16, 25, 36, 49].contains(&amount);
            let inside = in_a.contains(&amount) || in_b.contains(&amount) || square;
            assert_eq!(both.contains(amount), inside, "{both}, {amount}");
        }
        assert_eq!(a.amounts(59), in_a);
        assert!(both.amounts(59).into_iter().eq((0..60).filter(|&amount| both.contains(amount))));
    }
}

#[test]
fn what_is_not_kept_is_refused() {
    assert_eq!(SubtractionSet::finite([3, 0]), Err(SubtractionSetError::ZeroAmount));
    assert_eq!(SubtractionSet::classes(0, 2, [1]), Err(SubtractionSetError::ZeroAmount));
    assert_eq!(SubtractionSet::classes(1, 0, [1]), Err(SubtractionSetError::ZeroModulus));
    assert_eq!(SubtractionSet::all_but([1 << 40]), Err(SubtractionSetError::TooLarge));
    assert_eq!(SubtractionSet::finite([u64::MAX]), Err(SubtractionSetError::TooLarge));
    let far = SubtractionSet::finite([1 << 40]).expect("one amount");
    assert_eq!(far.union(&SubtractionSet::all()), Err(SubtractionSetError::TooLarge));
    let huge = Heap::new(1 << 60);
    let halt = SubtractionSet::all().options(&huge, &mut Options::new(), &Control::default());
    assert!(matches!(halt, Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
    let mut options = Options::new();
    far.options(&huge, &mut options, &Control::default()).expect("one option");
    assert_eq!(options.canonical(), [[Heap::new((1 << 60) - (1 << 40))]]);
}

#[test]
fn sets_in_words() {
    assert_eq!(SubtractionSet::finite([4, 1, 3]).expect("amounts").to_string(), "{1, 3, 4}");
    assert_eq!(SubtractionSet::finite([]).expect("amounts").to_string(), "{}");
    assert_eq!(
        set(&[2], 5, 2, &[1])
            .union(&SubtractionSet::sequence(Sequence::squares()).expect("no progression"))
            .expect("small")
            .to_string(),
        "{2} and every s >= 4 with s % 2 in {1} and the squares"
    );
}
