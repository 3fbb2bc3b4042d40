//! `grundy bench --against`: the same work by us and by other programs, in turn.
//!
//! Ours is the table from the rule's text to the last value, laws switched off so that
//! every value is computed. A peer's is what its own clock says, which leaves out its start. Of
//! several methods that a peer has, the one is taken that was fastest on a quarter of the size.
//! Ours and the peer's runs take turns, and the medians are compared.

use std::time::{Duration, Instant};

use anyhow::bail;
use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver, Table};
use grundy::theory::{Control, Values};
use serde::Serialize;

use super::peer::{Answer, Peer, Silence};
use super::{ROUNDS, csv_line, median};
use crate::args::{Bench, Format};
use crate::failure::{Failure, usage};
use crate::session::{Setting, compiler};
use crate::status::Status;
use crate::{json, output};

/// How long a peer may work on one answer.
const PATIENCE: Duration = Duration::from_secs(600);

/// One piece of work that a peer can do too.
struct Work {
    rule: &'static str,
    peer: Peer,
    /// The peer's name for the game.
    game: &'static str,
    to: u64,
    quick: u64,
}

const fn octal(rule: &'static str, to: u64, quick: u64) -> Work {
    Work { rule, peer: Peer::Ogsolve, game: rule, to, quick }
}

const WORKS: [Work; 9] = [
    octal("0.16", 10_000_000, 20_000),
    octal("0.56", 10_000_000, 20_000),
    octal("4.3", 10_000_000, 20_000),
    octal("0.6", 1_000_000, 5_000),
    octal("0.77", 100_000, 5_000),
    octal("0.07", 100_000, 5_000),
    octal("0.007", 100_000, 5_000),
    octal("0.104", 1_000_000, 5_000),
    Work { rule: "grundys-game", peer: Peer::Igsolve, game: "grundy", to: 1_000, quick: 100 },
];

#[derive(Serialize)]
struct Record {
    rule: &'static str,
    to: u64,
    peer: String,
    method: Option<&'static str>,
    ours_seconds: Option<f64>,
    peer_seconds: Option<f64>,
    /// The peer's time divided by ours.
    ratio: Option<f64>,
    /// Whether all that the peer says of the values is true of ours.
    agree: Option<bool>,
    /// Why there is no figure.
    problem: Option<String>,
}

#[derive(Serialize)]
struct Report {
    rounds: usize,
    threads: usize,
    works: Vec<Record>,
}

pub(super) fn against(args: &Bench, setting: &Setting, format: Format) -> anyhow::Result<Status> {
    let works = chosen(&args.only)?;
    let mut present: Vec<(Peer, String)> = Vec::new();
    let mut missing = Vec::new();
    for peer in Peer::ALL.into_iter().filter(|peer| works.iter().any(|work| work.peer == *peer)) {
        match peer.version(&setting.control) {
            Ok(version) => present.push((peer, version)),
            Err(Silence::Missing) => missing.push(peer.name()),
            Err(Silence::Failed(why)) => output::complain(&format!("{}: {why}", peer.name())),
            Err(Silence::Stopped(stopped)) => return Err(Failure::Stopped { at: None, stopped }.into()),
        }
    }
    let cure = format!("`cargo install {}`", missing.join(" "));
    match (present.is_empty(), missing.is_empty()) {
        (true, false) => {
            return Err(usage(
                format!("there is nothing to compare with: {} not on PATH", are(&missing)),
                format!("{cure} installs what is missing"),
            ));
        }
        (true, true) => bail!("there is nothing to compare with: no program answers"),
        (false, false) => {
            output::complain(&format!("{} not on PATH; {cure} installs what is missing", are(&missing)))
        }
        (false, true) => {}
    }
    let rounds = if args.quick { 1 } else { ROUNDS };
    let mut records = Vec::new();
    for work in works {
        let Some((_, version)) = present.iter().find(|(peer, _)| *peer == work.peer) else { continue };
        let to = args.to.unwrap_or(if args.quick { work.quick } else { work.to });
        setting.watch.clear();
        records.push(compare(work, to, version, rounds, setting)?);
    }
    let disagree = records.iter().any(|record| record.agree == Some(false));
    let report = Report { rounds, threads: setting.control.threads().get(), works: records };
    output::print(&match format {
        Format::Json => json::line(&report)?,
        Format::Csv => csv(&report),
        _ => text(&report),
    })?;
    Ok(if disagree { Status::Negative } else { Status::Answered })
}

fn are(names: &[&str]) -> String {
    format!("{} {}", names.join(" and "), if names.len() == 1 { "is" } else { "are" })
}

/// The works that were asked for; all, if none was.
fn chosen(only: &[String]) -> anyhow::Result<Vec<&'static Work>> {
    let plain = |rule: &str| rule.strip_prefix("0.").map_or(rule.to_owned(), |places| format!(".{places}"));
    if let Some(unknown) = only.iter().find(|name| WORKS.iter().all(|work| plain(work.rule) != plain(name))) {
        let names: Vec<&str> = WORKS.iter().map(|work| work.rule).collect();
        return Err(usage(format!("no work is on `{unknown}`"), format!("choose of {}", names.join(", "))));
    }
    let asked = |work: &&Work| only.is_empty() || only.iter().any(|name| plain(name) == plain(work.rule));
    Ok(WORKS.iter().filter(asked).collect())
}

/// One work by both, in turn.
fn compare(
    work: &'static Work,
    to: u64,
    version: &str,
    rounds: usize,
    setting: &Setting,
) -> anyhow::Result<Record> {
    let mut record = Record {
        rule: work.rule,
        to,
        peer: version.to_owned(),
        method: None,
        ours_seconds: None,
        peer_seconds: None,
        ratio: None,
        agree: None,
        problem: None,
    };
    let stopped = |stopped| Failure::Stopped { at: Some(format!("{} to {to}", work.rule)), stopped };
    let method = match best_method(work, to, &setting.control) {
        Ok(method) => method,
        Err(Silence::Stopped(reason)) => return Err(stopped(reason).into()),
        Err(silence) => return Ok(Record { problem: Some(why(silence)), ..record }),
    };
    record.method = Some(method).filter(|method| !method.is_empty());
    let (mut ours, mut peers) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let since = Instant::now();
        let table = table(work.rule, to, setting)?;
        ours.push(since.elapsed().as_secs_f64());
        setting.watch.clear();
        match work.peer.work(work.game, to, method, PATIENCE, &setting.control) {
            Ok(answer) => {
                let agree = agree(&answer, table.values());
                record.agree = Some(record.agree.unwrap_or(true) && agree);
                peers.push(answer.seconds);
            }
            Err(Silence::Stopped(reason)) => return Err(stopped(reason).into()),
            Err(silence) => {
                record.problem = Some(why(silence));
                break;
            }
        }
    }
    record.ours_seconds = median(&mut ours);
    if record.problem.is_none() {
        record.peer_seconds = median(&mut peers);
        record.ratio = record.peer_seconds.zip(record.ours_seconds).map(|(peer, ours)| peer / ours);
    }
    Ok(record)
}

/// The peer's method that is fastest on a quarter of the size.
fn best_method(work: &Work, to: u64, control: &Control) -> Result<&'static str, Silence> {
    let [first, rest @ ..] = work.peer.methods() else { return Ok("") };
    if rest.is_empty() {
        return Ok(first);
    }
    let mut best: Option<(f64, &str)> = None;
    let mut silence = None;
    for &method in work.peer.methods() {
        // One that takes longer than the fastest so far needs no more than that.
        let patience = best.map_or(PATIENCE, |(seconds, _)| Duration::from_secs_f64(2.0 * seconds + 1.0));
        match work.peer.work(work.game, to.div_ceil(4), method, patience, control) {
            Ok(answer) if best.is_none_or(|(seconds, _)| answer.seconds < seconds) => {
                best = Some((answer.seconds, method));
            }
            Ok(_) => {}
            Err(Silence::Stopped(stopped)) => return Err(Silence::Stopped(stopped)),
            Err(other) => silence = Some(other),
        }
    }
    match (best, silence) {
        (Some((_, method)), _) => Ok(method),
        (None, Some(silence)) => Err(silence),
        (None, None) => Ok(first),
    }
}

fn why(silence: Silence) -> String {
    match silence {
        Silence::Missing => "it is gone from PATH".to_owned(),
        Silence::Failed(why) => why,
        Silence::Stopped(stopped) => stopped.to_string(),
    }
}

/// Our values, every one computed.
fn table(rule: &str, to: u64, setting: &Setting) -> anyhow::Result<Table> {
    let text = game(rule).map_or(rule, |game| game.text);
    let config = Config { engine: setting.options.engine, law: false, compiler: compiler() };
    let mut solver = Solver::new(Rule::parse(text)?, config)?;
    Ok(solver.table(0, to, &setting.control)?)
}

/// Whether what the peer says of the values is true.
fn agree(answer: &Answer, values: &Values) -> bool {
    let last = values.len().checked_sub(1).and_then(|index| values.get(index)).map(|value| value.size());
    let same_last = answer.last.is_none_or(|theirs| Some(theirs) == last);
    same_last && answer.checksum.is_none_or(|theirs| checksum(values) == Some(theirs))
}

/// The checksum that ogsolve prints: after J. G. Fletcher (1982), with both sums modulo
/// 2^16. None if a value has no 16 bits.
fn checksum(values: &Values) -> Option<u32> {
    let (mut sum, mut sums) = (0_u16, 0_u16);
    for value in values.iter() {
        sum = sum.wrapping_add(u16::try_from(value.size()).ok()?);
        sums = sums.wrapping_add(sum);
    }
    Some(u32::from(sums) << 16 | u32::from(sum))
}

fn seconds(time: Option<f64>) -> String {
    time.map_or("-".to_owned(), |time| format!("{time:.6}"))
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{:<14}{:>10}  {:<22}{:>14}{:>14}{:>14}\n",
        "", "to", "peer", "ours, s", "peer, s", "peer / ours"
    );
    for record in &report.works {
        let peer = match record.method {
            Some(method) => format!("{} -m {method}", record.peer),
            None => record.peer.clone(),
        };
        let ratio = record.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        text += &format!(
            "{:<14}{:>10}  {peer:<22}{:>14}{:>14}{ratio:>14}\n",
            record.rule,
            record.to,
            seconds(record.ours_seconds),
            seconds(record.peer_seconds)
        );
        if let Some(problem) = &record.problem {
            text += &format!("  passed over: {problem}\n");
        }
        if record.agree == Some(false) {
            text += "  THE VALUES DIFFER: one of the two is wrong\n";
        }
    }
    let turns = if report.rounds == 1 {
        "one round".to_owned()
    } else {
        format!("medians of {} rounds in turn", report.rounds)
    };
    let threads = if report.threads == 1 {
        "one thread".to_owned()
    } else {
        format!("at most {} threads", report.threads)
    };
    text + &format!("{turns}; ours with {threads}, and every value computed\n")
}

fn csv(report: &Report) -> String {
    let mut text = "rule,to,peer,method,ours_seconds,peer_seconds,ratio,agree,problem\n".to_owned();
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
    for record in &report.works {
        text += &csv_line(&[
            &record.rule,
            &record.to,
            &record.peer,
            &record.method.unwrap_or_default(),
            &number(record.ours_seconds),
            &number(record.peer_seconds),
            &number(record.ratio),
            &record.agree.map_or(String::new(), |agree| agree.to_string()),
            &record.problem.as_deref().unwrap_or_default(),
        ]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Nimber;

    #[test]
    fn every_work_has_a_rule_that_is_read() {
        for work in &WORKS {
            let text = game(work.rule).map_or(work.rule, |game| game.text);
            assert!(Rule::parse(text).is_ok(), "{}", work.rule);
        }
        assert_eq!(chosen(&[".6".to_owned(), "0.104".to_owned()]).unwrap().len(), 2);
    }

    /// The value and the checksum that ogsolve 0.0.7 prints for `ogsolve -n 20 -m rc .6`.
    #[test]
    fn the_checksum_is_the_one_that_ogsolve_prints() {
        let sizes = [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0];
        let values: Values = sizes.map(Nimber::new).into_iter().collect();
        let answer = Answer { last: Some(0), checksum: Some(0x0156_0023), seconds: 0.0 };
        assert!(agree(&answer, &values));
        assert!(!agree(&Answer { last: Some(1), ..answer.clone() }, &values));
        assert!(!agree(&Answer { checksum: Some(0x0156_0024), ..answer }, &values));
        assert_eq!(checksum(&[Nimber::new(1 << 16)].into_iter().collect()), None);
    }
}
