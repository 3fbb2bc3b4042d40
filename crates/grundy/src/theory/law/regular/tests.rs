use super::*;

const G: KernelRow = KernelRow::Values { factor: 1, offset: 0 };
const ONE: KernelRow = KernelRow::Linear { slope: 0, constant: 1 };
const N: KernelRow = KernelRow::Linear { slope: 1, constant: 0 };

fn sum(terms: &[(usize, i64)]) -> Combination {
    Combination { terms: terms.to_vec(), divisor: 1 }
}

/// g(2n) = n, g(2n + 1) = g(n): take at most half.
fn halves() -> RegularLaw {
    let steps = vec![
        sum(&[(2, 1)]),
        sum(&[(0, 1)]),
        sum(&[(1, 1)]),
        sum(&[(1, 1)]),
        sum(&[(2, 2)]),
        sum(&[(2, 2), (1, 1)]),
    ];
    let values: Values = [0, 0, 1, 0].into_iter().map(Nimber::new).collect();
    RegularLaw::new(2, vec![G, ONE, N], steps, &values).unwrap()
}

fn half_by_words(n: u128) -> u128 {
    if n.is_multiple_of(2) { n / 2 } else { half_by_words(n / 2) }
}

#[test]
fn gives_values_of_any_size() {
    let law = halves();
    for n in 0..500_u64 {
        assert_eq!(law.value(&n.into()), Some(u64::try_from(half_by_words(n.into())).unwrap().into()), "{n}");
    }
    let huge = BigUint::from(10_u32).pow(1000);
    assert_eq!(law.value(&huge).unwrap().size(), &(&huge >> 1));
    assert_eq!(law.value(&(huge * 2_u32 + 1_u32)).unwrap().to_string(), format!("5{}", "0".repeat(999)));
}

#[test]
fn is_written_as_a_recurrence() {
    assert_eq!(halves().to_string(), "g(2n) = n, g(2n + 1) = g(n); g(0) = 0");
}

#[test]
fn tells_where_a_table_differs() {
    let law = halves();
    let sizes = |wrong: usize| (0..100).map(move |n| if n == wrong { 77 } else { half_by_words(n as u128) });
    let table =
        |wrong| sizes(wrong).map(|size| Nimber::new(u64::try_from(size).unwrap())).collect::<Values>();
    assert_eq!(law.first_failure(&table(100)), None);
    for wrong in [0, 1, 2, 50, 99] {
        assert_eq!(law.first_failure(&table(wrong)), Some(wrong));
    }
}

#[test]
fn refuses_what_is_no_law() {
    let values: Values = (0..4).map(Nimber::new).collect();
    let unit = || sum(&[(0, 1)]);
    assert!(RegularLaw::new(2, vec![G], vec![unit(), unit()], &values).is_some());
    assert_eq!(RegularLaw::new(2, vec![N], vec![unit(), unit()], &values), None, "g comes first");
    assert_eq!(RegularLaw::new(2, vec![G], vec![unit()], &values), None, "a digit is missing");
    assert_eq!(RegularLaw::new(2, vec![G], vec![unit(), sum(&[(1, 1)])], &values), None, "no such row");
    assert_eq!(RegularLaw::new(5, vec![G], vec![unit(); 5], &values), None, "too few values");
    let nothing = Combination { terms: vec![], divisor: 0 };
    assert_eq!(RegularLaw::new(2, vec![G], vec![unit(), nothing], &values), None, "divided by 0");
}

#[test]
fn what_is_not_whole_or_negative_has_no_value() {
    let values: Values = (0..2).map(Nimber::new).collect();
    let law = |step| RegularLaw::new(2, vec![G], vec![sum(&[(0, 1)]), step], &values).unwrap();
    let half = law(Combination { terms: vec![(0, 1)], divisor: 2 });
    assert_eq!(half.value(&2_u32.into()), Some(1_u64.into()));
    assert_eq!(half.value(&3_u32.into()), None);
    let less = law(sum(&[(0, -1)]));
    assert_eq!((less.value(&3_u32.into()), less.value(&7_u32.into())), (None, Some(1_u64.into())));
}
