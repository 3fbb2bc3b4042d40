//! Native code and the interpreter give the same values and the same faults.

use grundy::Control;
use grundy::engine::Table;
use grundy::lang::{Form, Rule};
use grundy::solve::Compiler;
use grundy_jit::NativeCompiler;

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Found {
    /// It is no rule.
    NoRule,
    /// There is no code for it.
    Unsupported,
    /// Both gave the same values.
    Values,
    /// Both broke at the same position in the same way.
    Fault,
    /// The limit on steps ended the interpreter.
    Limit,
}

/// Compares tables up to `to`; what differs is an error.
pub(crate) fn compare(text: &str, to: usize) -> Result<Found, String> {
    let Ok(rule) = Rule::parse(text) else { return Ok(Found::NoRule) };
    let Form::Numbers(rules) = rule.form() else { return Ok(Found::NoRule) };
    let Some(native) = NativeCompiler.heap_rules(rules) else { return Ok(Found::Unsupported) };
    let limited = || Control::default().with_step_limit(1 << 16).with_memory_limit(1 << 27);
    let mut interpreted = Table::new(rules);
    let expected = interpreted.advance(to, &limited());
    if matches!(expected, Err(grundy::ruleset::Halt::Stopped(_))) {
        return Ok(Found::Limit);
    }
    let mut table = Table::new(rules);
    table.set_native(native);
    let found = table.advance(to, &limited().with_step_limit(1 << 17));
    if found != expected {
        return Err(format!("{text}\nnative: {found:?}\ninterpreted: {expected:?}"));
    }
    if table.values() != interpreted.values() {
        let differs = table.values().iter().zip(interpreted.values().iter()).position(|(a, b)| a != b);
        return Err(format!("{text}\nthe values differ first at {differs:?}"));
    }
    Ok(if expected.is_ok() { Found::Values } else { Found::Fault })
}
