//! Other programs that solve the same games: how they are asked, and what they answer.
//!
//! * ogsolve, <https://crates.io/crates/ogsolve>: octal games, one table in one run. It prints
//!   the last value, a checksum over all values, and the time that the calculation took.
//! * igsolve, <https://crates.io/crates/igsolve>: boards and Grundy's game, one position in one run. It prints
//!   the value and the time.
//!
//! Nothing of a peer's answer is believed to be there: what cannot be read is said.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use grundy::theory::{Control, Stopped};

/// The longest answer that is looked at; both print far less.
const LONGEST: u64 = 1 << 20;

/// How often is looked whether a peer has ended: no time that it prints depends on this.
const PAUSE: Duration = Duration::from_millis(2);

/// A program that may be on PATH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    Ogsolve,
    Igsolve,
}

/// What a peer answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Answer {
    /// The value of the last position.
    pub(super) last: Option<u64>,
    /// The checksum over all values.
    pub(super) checksum: Option<u32>,
    /// How long it took, by its own clock, which leaves its start and its checksum out; else by ours.
    pub(super) seconds: f64,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Silence {
    /// The program is not on PATH.
    Missing,
    /// It did not answer: why.
    Failed(String),
    /// We are to stop.
    Stopped(Stopped),
}

impl Peer {
    pub(super) const ALL: [Peer; 2] = [Peer::Ogsolve, Peer::Igsolve];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Peer::Ogsolve => "ogsolve",
            Peer::Igsolve => "igsolve",
        }
    }

    /// The methods that it can be told to use, those first that are never slow by far, since
    /// the time of the first one bounds that of the others; the empty word is its own choice.
    pub(super) const fn methods(self) -> &'static [&'static str] {
        match self {
            Peer::Ogsolve => &["rc2s", "rc2", "rc", "naive"],
            Peer::Igsolve => &[""],
        }
    }

    /// The name and version that it gives itself.
    pub(super) fn version(self, control: &Control) -> Result<String, Silence> {
        let (text, _) = run(Command::new(self.name()).arg("--version"), Duration::from_secs(10), control)?;
        let line = text.lines().next().unwrap_or_default().trim();
        Ok(if line.is_empty() { self.name().to_owned() } else { line.to_owned() })
    }

    /// Lets it work on `game`, its name for a game, up to a position.
    pub(super) fn work(
        self,
        game: &str,
        to: u64,
        method: &str,
        patience: Duration,
        control: &Control,
    ) -> Result<Answer, Silence> {
        let mut command = Command::new(self.name());
        match self {
            Peer::Ogsolve => command.args(["-m", method, "-n", &to.to_string(), game]),
            Peer::Igsolve => command.args([game, "-p", &to.to_string()]),
        };
        let (text, seconds) = run(&mut command, patience, control)?;
        let answer = read(&text, seconds);
        if answer.last.is_none() && answer.checksum.is_none() {
            return Err(Silence::Failed("its answer holds no value that can be read".to_owned()));
        }
        Ok(answer)
    }
}

/// Reads what either of them prints.
fn read(text: &str, seconds: f64) -> Answer {
    let mut answer = Answer { seconds, ..Answer::default() };
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("nimber of ")
            && let Some((_, rest)) = rest.split_once(": ")
        {
            answer.last = rest.split_whitespace().next().and_then(|word| word.parse().ok());
            let checksum = rest.split_once("checksum: ").map(|(_, word)| word.trim());
            answer.checksum = checksum.and_then(|word| u32::from_str_radix(word, 16).ok());
        } else if let Some(rest) = line.strip_prefix("Nimber of initial position: ") {
            answer.last = rest.trim().parse().ok();
        } else if let Some((_, rest)) = line.split_once("alculation time: ")
            && let Some(own) = duration(rest.trim())
        {
            answer.seconds = own;
        }
    }
    answer
}

/// A time as Rust programs print it: `3.51s`, `81.87ms`, `3.64µs`, `17ns`.
fn duration(text: &str) -> Option<f64> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.')?);
    let unit = match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        "µs" | "us" => 1e-6,
        "ns" => 1e-9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * unit)
}

/// What a program prints, and how many seconds it ran.
fn run(command: &mut Command, patience: Duration, control: &Control) -> Result<(String, f64), Silence> {
    let since = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Silence::Missing,
        _ => Silence::Failed(format!("it cannot be started: {error}")),
    })?;
    let answers = [child.stdout.take().map(listen), child.stderr.take().map(listen)];
    let ended = wait(&mut child, since, patience, control);
    let seconds = since.elapsed().as_secs_f64();
    // What does not end by itself is ended, or else it would be waited for here.
    if ended.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let status = ended?;
    let [text, complaint] =
        answers.map(|answer| answer.and_then(|answer| answer.join().ok()).unwrap_or_default());
    if !status.success() {
        let why = complaint.lines().next().unwrap_or_default().trim();
        return Err(Silence::Failed(format!("it ended with {status}: {why}")));
    }
    Ok((text, seconds))
}

fn wait(
    child: &mut Child,
    since: Instant,
    patience: Duration,
    control: &Control,
) -> Result<std::process::ExitStatus, Silence> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) => {}
            Err(error) => return Err(Silence::Failed(format!("its end cannot be waited for: {error}"))),
        }
        control.check().map_err(Silence::Stopped)?;
        if since.elapsed() > patience {
            return Err(Silence::Failed(format!("no answer within {} s", patience.as_secs_f64())));
        }
        thread::sleep(PAUSE);
    }
}

/// Reads all that comes, and keeps the beginning: a full pipe would hold the program up.
fn listen(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.by_ref().take(LONGEST).read_to_end(&mut bytes);
        let _ = io::copy(&mut from, &mut io::sink());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_printed() {
        let ogsolve = "Predicted number of naive iterations to solve 0.6:\n taking: 19  breaking: 90  total: 109\n\
            Solving 0.6 with rc:\n nimber of 20: 3  losing positions: 23.81%  checksum: 1560023\n\
            \x20iterations:  taking: 19  breaking: 117  total: 136  RC effort/rebuilds: 21/1\n calculation time: 16.30µs\n";
        let expected = Answer { last: Some(3), checksum: Some(0x0156_0023), seconds: 16.30 * 1e-6 };
        assert_eq!(read(ogsolve, 7.0), expected);
        let igsolve = "---=== Grundy's game 50 Def ===---\nNimber of initial position: 2\nCalculation time: 1.5ms\nTT size: 9\n";
        let expected = Answer { last: Some(2), checksum: None, seconds: 1.5 * 1e-3 };
        assert_eq!(read(igsolve, 7.0), expected);
        assert_eq!(
            read("nimber of 3\nnimber of 3: x\ncalculation time: soon\n", 7.0),
            Answer { seconds: 7.0, ..Answer::default() }
        );
    }

    #[test]
    fn times_are_read_with_their_units() {
        let all = [("3s", 3.0), ("81.5ms", 81.5 * 1e-3), ("2µs", 2.0 * 1e-6), ("17ns", 17.0 * 1e-9)];
        for (text, expected) in all {
            assert_eq!(duration(text), Some(expected), "{text}");
        }
        for text in ["", "s", "3", "3m", "1.2.3s", "-1s"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
