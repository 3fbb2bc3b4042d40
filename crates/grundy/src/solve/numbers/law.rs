//! The law of a rule on heaps or coins.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{CoinEngine, Engine, Numbers, Rules};
use crate::engine::DigitEngine;
use crate::law::{self, Evidence, FoundLaw, Novelty, named_sequence};
use crate::proof::automata::{Budget, Undecided};
use crate::proof::digit_law;
use crate::proof::rules::{Decision, DefinableRule, ProvedGraph, prove_values};
use crate::solve::error::SolveError;
use crate::solve::law::{KnownLaw, LawProof, LawReport, LawStatus};
use crate::solve::laws::ProvedLaw;
use crate::theory::{BigNimber, Control, Law, PeriodLaw, Stopped, Values};

/// The bases in which the rule is read as formulas, in this order.
const BASES: [usize; 9] = [2, 3, 5, 6, 7, 4, 10, 12, 16];

/// So many values are enough for automata: what they do not show is not proved.
const MOST_LEARNED: usize = 1 << 17;

/// Periods that end later have graphs that are too large for sentences about sums.
const LONGEST_GRAPH: usize = 1 << 13;

/// Periods that end later have graphs that are too large even for claims.
const LONGEST_CLAIMED: usize = 1 << 16;

/// Automata of digit rules are looked for up to so many states.
const MOST_STATES: usize = 1 << 16;

/// Amounts are listed so many times as far as the table goes: those beyond it may refute a law.
const AHEAD: u64 = 16;

/// A law is looked for in tables that end here, before a longer one is made.
const SHORT: [u64; 3] = [1 << 10, 1 << 12, 1 << 14];

/// How far the law of a rule is looked for when a large position is asked for.
const BRIEFLY: u64 = 1 << 14;

/// What has been found out about the law.
#[derive(Clone, Debug, Default)]
pub(super) enum Known {
    /// Nothing has been looked for.
    #[default]
    Nothing,
    /// No law was proved, as far as was looked.
    NoneTo(u64),
    /// This one.
    Law(Arc<KnownLaw>),
}

impl Numbers {
    /// The law of the values up to `to`, and whether it is proved.
    pub(in crate::solve) fn law(&mut self, to: u64, control: &Control) -> Result<LawReport, SolveError> {
        // What is proved early needs no long table.
        for length in SHORT.into_iter().filter(|&length| length < to) {
            if let report @ LawReport { status: LawStatus::Proved(_), .. } = self.law_to(length, control)? {
                return Ok(report);
            }
        }
        self.law_to(to, control)
    }

    fn law_to(&mut self, to: u64, control: &Control) -> Result<LawReport, SolveError> {
        let values = self.table(0, to, control)?.0;
        let sequence = named_sequence(&values);
        let found = law::find(&values, &self.evidence(to), control)?;
        let known = self.prove_some(&values, found.as_ref(), control)?;
        let report = |found: &FoundLaw, status| LawReport {
            law: Some(found.law.clone()),
            formula: found.formula.as_ref().map(ToString::to_string),
            exceptions: found.exceptions.clone(),
            status,
            checked_to: to,
            sequence,
        };
        Ok(match (&known, &found) {
            (Some(known), _) => report(&known.found, LawStatus::Proved(known.proof.clone())),
            (None, Some(found)) => report(found, LawStatus::HoldsTo),
            (None, None) => LawReport {
                law: None,
                formula: None,
                exceptions: Vec::new(),
                status: LawStatus::None,
                checked_to: to,
                sequence,
            },
        })
    }

    /// Whether laws may answer.
    pub(in crate::solve) fn uses_laws(&self) -> bool {
        self.uses_laws
    }

    /// The law that is proved, looked for as far as that takes a second or so.
    pub(in crate::solve) fn known_law(
        &mut self,
        to: u64,
        control: &Control,
    ) -> Result<Option<Arc<KnownLaw>>, SolveError> {
        match &self.known {
            Known::Law(known) => return Ok(Some(Arc::clone(known))),
            Known::NoneTo(before) if *before >= to => return Ok(None),
            _ => {}
        }
        for to in SHORT.into_iter().filter(|&length| length < to).chain([to]) {
            let values = self.table(0, to, control)?.0;
            let found = law::find(&values, &self.evidence(to), control)?;
            if let Some(known) = self.prove_some(&values, found.as_ref(), control)? {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// The value at a large position by a law, where the engine would have to look at all smaller ones.
    pub(super) fn value_by_law(
        &mut self,
        size: &BigUint,
        control: &Control,
    ) -> Result<Option<BigNimber>, SolveError> {
        if !self.uses_laws || self.definable().is_none() {
            return Ok(None);
        }
        Ok(self.known_law(BRIEFLY, control)?.and_then(|known| known.value(size)))
    }

    /// What new things the rule brings in.
    fn evidence(&self, to: u64) -> Evidence {
        let mut evidence = Evidence::default();
        if let Engine::Periodic(engine) = &self.engine
            && let Some(set) = &engine.set
        {
            let entering: Vec<u64> = set
                .sequences()
                .iter()
                .flat_map(|sequence| sequence.members(to.saturating_mul(AHEAD)))
                .collect();
            if !set.sequences().is_empty() {
                evidence.novelty = Novelty::Amounts(sorted(entering));
            }
        }
        evidence
    }

    /// As [`prove`](Numbers::prove); without a law that the table bears out, one that it only suggests is tried.
    fn prove_some(
        &mut self,
        values: &Values,
        found: Option<&FoundLaw>,
        control: &Control,
    ) -> Result<Option<Arc<KnownLaw>>, SolveError> {
        if let Some(known) = self.prove(values, found, control)? {
            return Ok(Some(known));
        }
        match law::find(values, &Evidence::for_a_theorem(), control)? {
            Some(suggested) if found.is_none() => self.prove(values, Some(&suggested), control),
            _ => Ok(None),
        }
    }

    /// The law with a proof, if there is one; it is kept.
    fn prove(
        &mut self,
        values: &Values,
        found: Option<&FoundLaw>,
        control: &Control,
    ) -> Result<Option<Arc<KnownLaw>>, SolveError> {
        let known = match self.by_form(values, found, control)? {
            Some(known) => Some(known),
            None => self.by_automata(values, found, control)?,
        };
        let to = u64::try_from(values.len()).unwrap_or(u64::MAX).saturating_sub(1);
        let known = known.map(Arc::new);
        self.known = match &known {
            Some(known) => Known::Law(Arc::clone(known)),
            None => Known::NoneTo(to),
        };
        Ok(known)
    }

    /// By a theorem on the form of the rule.
    fn by_form(
        &mut self,
        values: &Values,
        found: Option<&FoundLaw>,
        control: &Control,
    ) -> Result<Option<KnownLaw>, SolveError> {
        let law = match &self.engine {
            Engine::Digits(engine) => return by_digits(engine, values, found, control),
            Engine::Periodic(engine) => engine.periodic.law().cloned().map(ProvedLaw::Period),
            Engine::Interval(law) => Some(ProvedLaw::Interval(*law)),
            Engine::Coins(CoinEngine { law, .. }) => law.map(ProvedLaw::Coins),
            _ => None,
        };
        let Some(law) = law else { return Ok(None) };
        let budget = Budget::new(control);
        let ProvedLaw::Period(proof) = &law else {
            // What was found in the table is told if it is proved to be the same.
            return self.by_automata(values, found, control);
        };
        let Some(by_period) = PeriodLaw::new(proof.period(), values) else { return Ok(None) };
        let mut told = FoundLaw {
            exceptions: by_period.exceptions(),
            law: Law::Period(by_period.clone()),
            formula: None,
            found_on: proof.values_used(),
            checked_to: u64::try_from(values.len()).unwrap_or(u64::MAX).saturating_sub(1),
        };
        let length = proof.period().preperiod.saturating_add(proof.period().period);
        let mut graph = None;
        if length <= LONGEST_CLAIMED {
            graph = decided(ProvedGraph::of_period(proof, values, 2, &budget))?.flatten();
        }
        if let (Some(graph), Some(found)) = (&graph, found)
            && found.law == told.law
            && has_formula(graph, found, &budget)?
        {
            told = found.clone();
        }
        Ok(Some(KnownLaw { found: told, proof: LawProof::Form(law), graph }))
    }

    /// By the decision of a sentence.
    fn by_automata(
        &self,
        values: &Values,
        found: Option<&FoundLaw>,
        control: &Control,
    ) -> Result<Option<KnownLaw>, SolveError> {
        let Some(found) = found else { return Ok(None) };
        let shown = values.iter().take(MOST_LEARNED).collect::<Values>();
        let period = match &found.law {
            Law::Period(law) => Some(law.period()),
            _ => None,
        };
        let length = period.map_or(0, |period| period.preperiod.saturating_add(period.period));
        if length > LONGEST_GRAPH {
            return Ok(None);
        }
        let budget = Budget::new(control);
        for base in self.bases(found) {
            let Some(rule) = self.definable_in(base, control) else { continue };
            let Some(graph) = prove_values(&rule, &shown, period, &budget)? else { continue };
            // What is told must be what was proved.
            if !matches!(decided(graph.obeys(&found.law, &budget))?.flatten(), Some(true)) {
                continue;
            }
            let mut found = found.clone();
            if !has_formula(&graph, &found, &budget)? {
                found.formula = None;
            }
            return Ok(Some(KnownLaw {
                found,
                proof: LawProof::Automata(graph.clone()),
                graph: Some(graph),
            }));
        }
        Ok(None)
    }

    /// The bases to read the rule in, that of the law first.
    fn bases(&self, found: &FoundLaw) -> Vec<usize> {
        let own = match &found.law {
            Law::Regular(law) => Some(law.base()),
            _ => None,
        };
        let others = BASES.into_iter().filter(|&base| Some(base) != own);
        own.into_iter().chain(others).collect()
    }

    fn definable(&self) -> Option<DefinableRule> {
        BASES.into_iter().find_map(|base| self.definable_in(base, &Control::default()))
    }

    fn definable_in(&self, base: usize, control: &Control) -> Option<DefinableRule> {
        match &*self.rules {
            Rules::Interpreted(rules) => DefinableRule::of_rules(rules, base, control),
            Rules::Code(code) => DefinableRule::of_code(code, base),
        }
    }
}

/// The law of a digit rule, which an automaton puts out.
fn by_digits(
    engine: &DigitEngine,
    values: &Values,
    found: Option<&FoundLaw>,
    control: &Control,
) -> Result<Option<KnownLaw>, SolveError> {
    let Some(law) = engine.law(MOST_STATES, control)? else { return Ok(None) };
    let Some(proof) = digit_law(engine.rule(), &law, control)? else { return Ok(None) };
    let budget = Budget::new(control);
    let graph = decided(ProvedGraph::of_automatic(&law, &budget))?;
    let mut told = FoundLaw {
        law: Law::Automatic(law),
        formula: None,
        found_on: values.len(),
        checked_to: u64::try_from(values.len()).unwrap_or(u64::MAX).saturating_sub(1),
        exceptions: Vec::new(),
    };
    // A shorter way to say the same.
    if let (Some(graph), Some(found)) = (&graph, found)
        && decided(graph.obeys(&found.law, &budget))?.flatten() == Some(true)
    {
        told = found.clone();
        if !has_formula(graph, found, &budget)? {
            told.formula = None;
        }
    }
    Ok(Some(KnownLaw { found: told, proof: LawProof::Digits(proof), graph }))
}

/// Whether the formula of the law, if it has one, is that of the graph as well.
fn has_formula(graph: &ProvedGraph, found: &FoundLaw, budget: &Budget<'_>) -> Result<bool, Stopped> {
    let Some(claim) = found.claim().and_then(|claim| crate::lang::Claim::parse(&claim).ok()) else {
        return Ok(false);
    };
    Ok(decided(graph.decide(&claim, budget))? == Some(Decision::True))
}

/// What was decided; `None` if too large automata were needed.
fn decided<T>(result: Result<T, Undecided>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Undecided::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

fn sorted(mut numbers: Vec<u64>) -> Vec<u64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
