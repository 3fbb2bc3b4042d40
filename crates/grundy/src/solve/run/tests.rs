//! Runs that end anywhere and go on.

use std::fs;

use super::*;
use crate::lang::Rule;
use crate::solve::{Config, EngineName};
use crate::theory::{Play, Stopped};

const LONG: Duration = Duration::from_secs(3600);

fn rule(text: &str, play: Play) -> Rule {
    Rule::with_play(text, &[], play).unwrap()
}

/// Computes up to `to` in a solver of its own, saving often. How many values are known
/// then, whether a law is, and the values.
fn go_on(rule: &Rule, config: &Config, folder: &Path, to: u64) -> (u64, bool, Option<Values>) {
    let control = Control::default();
    let mut solver = Solver::new(rule.clone(), config.clone()).unwrap();
    let mut run = solver.run(folder, &RuleMark::new(rule, &[]), true, &control).unwrap();
    assert!(run.problems().is_empty());
    run.advance(to, Duration::from_millis(30), &control, &mut |event| {
        assert!(!matches!(event, RunEvent::NotSaved(_)), "{event:?}");
    })
    .unwrap();
    assert!(run.not_saved().is_none());
    let table = run.table(0, to, &control).unwrap();
    (run.report().known, run.law().is_some(), table)
}

/// Rules for every engine on heaps and coins, with play and a length.
const RULES: [(&str, Play, u64); 22] = [
    ("0.16", Play::Normal, 20_000),
    ("0.007", Play::Normal, 3000),
    ("0.77", Play::Normal, 3000),
    ("0.(7)", Play::Normal, 300),
    ("n -> n - s for s in {2, 5, 7}", Play::Normal, 20_000),
    ("n -> n - p for p in primes", Play::Normal, 2000),
    ("n -> n - k for k in 1..1000", Play::Normal, 5000),
    ("n -> n - 1 | n / 2 if n > 0", Play::Normal, 9000),
    ("n -> n - d for d in divisors(n) if d < n", Play::Normal, 9000),
    ("n -> n - k for k in 1..n-1 if gcd(n, k) == 1", Play::Normal, 9000),
    ("n -> [a, b] where a + b == n, 1 <= a < b | n / 3 if n > 0", Play::Normal, 3000),
    ("n -> n - k for k in 1..n / 2 | n / 3 if n > 0", Play::Normal, 9000),
    ("n -> n - max(digits(n)) if n > 0", Play::Normal, 30_000),
    ("n -> n - 1 - n % 3 - popcount(n) % 2 if n > 9", Play::Normal, 20_000),
    (
        "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x | [a, b, c] where 0 <= a < b < c < x",
        Play::Normal,
        100,
    ),
    ("n -> n - s for s in {1, 3, 4}", Play::Misere, 900),
    ("0.07", Play::Misere, 30),
    ("n -> n - k for k in 1..n / 2", Play::Misere, 900),
    ("coins x -> [k..x-1] for k in 0..x", Play::Normal, 300),
    ("4.3", Play::Normal, 2000),
    ("coins x -> [k..x-1] for k in 0..x", Play::Misere, 12),
    ("n -> [n / 2, n / 3] if n > 0 | n - 1 if n > 1 | n - 2", Play::Normal, 5000),
];

#[test]
fn runs_go_on_with_the_values_of_one_run() {
    let mut laws = 0;
    for (text, play, to) in RULES {
        let Ok(rule) = Rule::with_play(text, &[], play) else { panic!("{text}") };
        for law in [true, false] {
            let config = Config { law, ..Config::default() };
            let mut solver = Solver::new(rule.clone(), config.clone()).unwrap();
            let expected = solver.table(0, to, &Control::default()).unwrap();
            let folder = tempfile::tempdir().unwrap();
            for part in 1..=4 {
                let to = to * part / 4;
                let (known, has_law, table) = go_on(&rule, &config, folder.path(), to);
                let at_once = law && (text.contains("digits(") || text.contains("popcount("));
                assert!(has_law || at_once || known == to + 1, "{text}: {known}");
                laws += usize::from(has_law);
                let table = table.expect("the values are kept");
                let expected = expected.values().iter().take(table.len());
                assert!(table.iter().eq(expected) && table.len() as u64 == to + 1, "{text} to {to}");
            }
        }
    }
    assert!(laws > 10, "{laws}");
}

/// What one engine saved another goes on with, with laws or without.
#[test]
fn the_values_belong_to_the_rule_and_not_to_an_engine() {
    let rule = rule("n -> n - s for s in {2, 5, 7} | n - 11", Play::Normal);
    let folder = tempfile::tempdir().unwrap();
    let engines = [EngineName::Naive, EngineName::Auto, EngineName::Table, EngineName::Periodic];
    let mut known_before = 0;
    for (step, engine) in engines.into_iter().cycle().take(12).enumerate() {
        let config = Config { engine, law: step % 3 == 1, ..Config::default() };
        let to = 100 + 50 * step as u64;
        let (known, law, table) = go_on(&rule, &config, folder.path(), to);
        assert!((law || known == to + 1) && known >= known_before);
        let expected =
            Solver::new(rule.clone(), Config::default()).unwrap().table(0, to, &Control::default());
        assert_eq!(table.as_ref(), Some(expected.unwrap().values()), "step {step}");
        known_before = known;
    }
}

#[test]
fn a_run_that_is_stopped_or_breaks_saves_what_it_has() {
    let breaks = rule("n -> n - 1 if n != 700 | n + 1 if n == 700", Play::Normal);
    let folder = tempfile::tempdir().unwrap();
    let mark = RuleMark::new(&breaks, &[]);
    let control = Control::default();
    for resumed in [None, Some(700)] {
        let mut solver = Solver::new(breaks.clone(), Config::default()).unwrap();
        let mut run = solver.run(folder.path(), &mark, true, &control).unwrap();
        assert_eq!(run.resumed(), resumed);
        let broken = run.advance(1000, LONG, &control, &mut |_| {});
        assert!(matches!(broken, Err(SolveError::Fault(_))), "{broken:?}");
        assert_eq!(run.report().known, 700);
        assert_eq!(run.report().runs, if resumed.is_some() { 2 } else { 1 });
    }
    let mut solver = Solver::new(breaks, Config::default()).unwrap();
    solver.table(0, 10, &control).unwrap();
    let used = solver.run(folder.path(), &mark, true, &control);
    assert!(matches!(used, Err(RunError::Solve(SolveError::Question { .. }))), "{used:?}");
    let quadratic = rule("0.007", Play::Normal);
    let folder = tempfile::tempdir().unwrap();
    let mark = RuleMark::new(&quadratic, &[]);
    let mut solver = Solver::new(quadratic.clone(), Config::default()).unwrap();
    let little = Control::default().with_memory_limit(10_000_000);
    let mut run = solver.run(folder.path(), &mark, false, &little).unwrap();
    let full =
        run.advance(1 << 40, LONG, &little.clone().with_time_limit(Duration::from_millis(50)), &mut |_| {});
    assert!(matches!(full, Err(SolveError::Stopped(Stopped::TimeLimit { .. }))), "{full:?}");
    let known = run.report().known;
    assert!(known > 0);
    drop(run);
    let mut solver = Solver::new(quadratic, Config::default()).unwrap();
    assert_eq!(solver.run(folder.path(), &mark, false, &control).unwrap().resumed(), Some(known));
}

#[test]
fn laws_that_are_known_compute_nothing() {
    for (text, expected) in [
        ("n -> n - k for k in 1..10**12", "n % 1000000000001"),
        ("coins x -> [] | [a] for a in 0..x-1", "x + 1"),
    ] {
        let rule = rule(text, Play::Normal);
        let folder = tempfile::tempdir().unwrap();
        let mut solver = Solver::new(rule.clone(), Config::default()).unwrap();
        let control = Control::default();
        let mark = RuleMark::new(&rule, &[]);
        let mut run = solver.run(folder.path(), &mark, false, &control).unwrap();
        run.advance(u64::MAX, LONG, &control, &mut |_| {}).unwrap();
        let report = run.report();
        assert_eq!((report.known, report.largest), (0, None));
        assert!(report.law.unwrap().to_string().contains(expected));
    }
}

#[test]
fn only_heaps_and_coins_in_a_row_have_runs() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    for (text, play) in [
        ("(a, b) -> (a - 1, b) | (a, b - 1)", Play::Normal),
        ("(a, b) -> (a - 1, b) | (a, b - 1)", Play::Misere),
        ("n -> n - 1", Play::Loopy),
    ] {
        let rule = rule(text, play);
        let mut solver = Solver::new(rule.clone(), Config::default()).unwrap();
        let refused = solver.run(folder.path(), &RuleMark::new(&rule, &[]), true, &control);
        assert!(matches!(refused, Err(RunError::Solve(SolveError::Question { .. }))), "{text}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Parts that pass their checksums and yet make no sense are refused.
#[test]
fn senseless_parts_are_refused() {
    let text = "n -> n - s for s in {2, 5, 7}";
    let rule = rule(text, Play::Normal);
    let mark = RuleMark::new(&rule, &[]);
    let control = Control::default();
    let refused = |write: &dyn Fn(&mut crate::store::Save<'_>)| {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoints = Checkpoints::open(folder.path(), &mark, "values 1", &control).unwrap();
        let mut save = checkpoints.begin(4);
        write(&mut save);
        save.commit().unwrap();
        drop(checkpoints);
        let mut solver = Solver::new(rule.clone(), Config::default()).unwrap();
        let run = solver.run(folder.path(), &mark, true, &control);
        run.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(refused(&|save| save.append("values-u8", &[0, 0, 1, 1]).unwrap()), Ok(()));
    // The time is for people: nonsense is none.
    assert_eq!(
        refused(&|save| {
            save.append("values-u8", &[0, 0, 1, 1]).unwrap();
            save.append("time", b"long").unwrap();
        }),
        Ok(())
    );
    for (bytes, told) in
        [(&[0u8, 0, 1][..], "which are not 4 values"), (&[0, 3, 0, 0], "no position 1 has the value 3")]
    {
        let error = refused(&|save| save.append("values-u8", bytes).unwrap()).unwrap_err();
        assert!(error.contains("nothing can go on from") && error.contains(told), "{error}");
    }
    assert!(refused(&|save| save.append("else", b"1").unwrap()).unwrap_err().contains("it is not there"));
}

#[test]
fn stretches_become_as_long_as_they_may() {
    let ms = Duration::from_millis;
    assert_eq!(next_stretch(100, ms(50), ms(500)), 800);
    assert_eq!(next_stretch(100, ms(400), ms(500)), 125);
    assert_eq!(next_stretch(100, ms(5000), ms(500)), 10);
    assert_eq!(next_stretch(1, ms(5000), ms(1)), 1);
    assert_eq!(next_stretch(u64::MAX, Duration::ZERO, ms(1)), u64::MAX);
}
