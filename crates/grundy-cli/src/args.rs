//! What can be typed: commands, their arguments, and the options of all of them.

use std::env;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use grundy::export::Language;
use grundy::solve::EngineName;

use crate::quantity;

/// Solve impartial games: a rule in one line goes in, values and winning moves come out.
///
/// RULES is a rule such as 'n -> n - s for s in {1, 3, 4}', a take-and-break code such as 0.77, a file
/// (@FILE, or a path ending in .grundy), the name of a built-in game (`grundy games` lists them), or
/// 'product(A, B)' of two coin games.
/// Several positions are a sum. Numbers may be written 2**36.
#[derive(Debug, Parser)]
#[command(name = "grundy", version)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// The arguments of this run.
    ///
    /// # Errors
    ///
    /// What is to be said in place of an answer, be it that an argument cannot be read
    /// or the help that was asked for.
    pub(crate) fn typed() -> Result<Args, clap::Error> {
        let typed: Vec<OsString> = env::args_os().collect();
        Args::try_parse_from(&typed).or_else(|error| {
            // A claim such as `-g > 1` was taken for an option.
            let claim_last = behind_the_options(typed).filter(|_| error.kind() == ErrorKind::UnknownArgument);
            claim_last.and_then(|typed| Args::try_parse_from(typed).ok()).ok_or(error)
        })
    }
}

/// The arguments with the one that begins with a sign and compares behind `--`, where
/// nothing is an option; none if there is no such argument.
fn behind_the_options(mut typed: Vec<OsString>) -> Option<Vec<OsString>> {
    if typed.iter().any(|argument| argument == "--") {
        return None;
    }
    let compares = |text: &str| ["<", ">", "==", "!=", " in "].iter().any(|sign| text.contains(sign));
    let place = typed
        .iter()
        .position(|argument| argument.to_str().is_some_and(|text| text.starts_with('-') && compares(text)))?;
    let claim = typed.remove(place);
    typed.extend([OsString::from("--"), claim]);
    Some(typed)
}

/// The options of all commands.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct Options {
    /// Give a parameter of the rule another value than its `let` does: -p 'S={1,3}'
    #[arg(short, value_name = "NAME=VALUE", global = true, value_parser = parameter)]
    pub(crate) parameters: Vec<(String, String)>,
    /// How to write the answer; bfile, npy and gtab are for tables [default: text]
    #[arg(long, global = true, value_enum)]
    pub(crate) format: Option<Format>,
    /// The engine; naive always works
    #[arg(long, global = true, value_name = "NAME", default_value = "auto", value_parser = engine())]
    pub(crate) engine: EngineName,
    /// Compute every value; let no law copy or answer one
    #[arg(long, global = true)]
    pub(crate) no_law: bool,
    /// Misère play: who cannot move has won
    #[arg(long, global = true)]
    pub(crate) misere: bool,
    /// Play may go on for ever, which is a draw
    #[arg(long, global = true)]
    pub(crate) loopy: bool,
    /// Use at most this many threads [default: as many as the machine runs at once]
    #[arg(long, global = true, allow_negative_numbers = true, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Memory for tables and searches: 512M, 4G [default: three quarters of what is free]
    #[arg(long, global = true, allow_negative_numbers = true, value_name = "BYTES", value_parser = quantity::bytes)]
    pub(crate) limit_memory: Option<u64>,
    /// Time to think: 90, 90s, 5m, 1h
    #[arg(long, global = true, allow_negative_numbers = true, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) limit_time: Option<Duration>,
    /// Positions that a search may visit
    #[arg(long, global = true, allow_negative_numbers = true, value_name = "N", value_parser = quantity::number)]
    pub(crate) limit_positions: Option<u64>,
    /// Say on standard error which engine was chosen and how long it took
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// How to write an answer: for people, as one object on one line, or as a line
/// of names and a line for each record; tables also as a b-file for the OEIS,
/// as an array for NumPy and compressed, to be read by grundy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    // Comments of the documenting kind would stand in the help of every command.
    Text,
    Json,
    Csv,
    Bfile,
    Npy,
    Gtab,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The value of a position, and who wins
    #[command(after_help = "Examples:
  grundy value nim 3 5 7
  grundy value 'n -> n - s for s in {1, 3, 4}' 2**36
  grundy value kayles.gtab 12 345678          values from a table file, which `table --out` writes
  seq 1 20 | grundy value cow-digits -        a sum a line, answered line by line: value and outcome")]
    Value(Position),
    /// Every winning move, with the position it leaves
    #[command(after_help = "Examples:
  grundy moves nim 3 5 7
  grundy moves row-chess 0110100
  grundy moves mock-turtles THHTTH")]
    Moves(Position),
    /// The values of all positions of a stretch
    #[command(after_help = "Examples:
  grundy table kayles --to 30
  grundy table cow-digits --to 10**6 --out cow.npy
  grundy table nim --to 100 --losing
  grundy table kayles --to 10**6 --out kayles.gtab      compressed
  grundy table kayles.gtab --from 999990                read back from the file
  grundy table row-chess --to 4               rows: all rows of 4 cells, in lexical order
  grundy table 0.007 --to 10**7 --checkpoint work       goes on from the folder if it was ended")]
    Table(Table),
    /// The law behind the values: found, and proved where that is possible
    #[command(after_help = "Examples:
  grundy law lasker
  grundy law 'n -> n - 1 | n / 3 if n > 0'
  grundy law cow-digits --to 10**6

What is proved holds for every n, and the theorem is named. What is not proved holds as far as was looked.")]
    Law(Law),
    /// Test a claim on n, its value g and P (the player to move loses)
    #[command(after_help = "Examples:
  grundy check 'n -> n - s for s in {1, 2, 3}' 'g == n % 4'
  grundy check powers-of-two 'P == (n % 3 == 0)' --to 10**6

The exit status is 1 if the claim is refuted.")]
    Check(Check),
    /// Solve a contest problem: its input on standard input, its output on standard output
    #[command(after_help = "Examples:
  grundy judge                                the problems
  grundy judge hdu-1847 < input.txt")]
    Judge(Judge),
    /// The built-in games: rule, source, law, an example
    #[command(after_help = "Examples:
  grundy games
  grundy games cow-digits")]
    Games(Games),
    /// The engine and why; with positions their options, the mex and the strategy, in words
    #[command(after_help = "Examples:
  grundy explain kayles
  grundy explain nim 3 5")]
    Explain(Explain),
    /// A short program in C++, Rust or Python that reads positions and writes their values
    #[command(after_help = "Examples:
  grundy export kayles --lang cpp
  grundy export 'n -> n - d for d in divisors(n) if d < n' --lang python --out divisors.py
  grundy export 'let S = {2, 5}; n -> n - s for s in S' --lang rust -p 'S={1,3}'

The comment at the top of the program says what it reads.")]
    Export(Export),
    /// Arithmetic of nimbers: sums, products, inverses, powers, roots
    #[command(after_help = "Examples:
  grundy nim mul 4 4                          6
  grundy nim inv 2**64
  grundy nim pow 5 0xff
  grundy nim solve 6                          both x with x*x + x = 6

Numbers go up to 2**128 - 1, exponents further.")]
    Nim(NimArgs),
    /// Decide a formula about the natural numbers: sums, order, rests and digits
    #[command(after_help = "Examples:
  grundy prove 'forall n: n >= 8 implies exists x, y: n == 3*x + 5*y'
  grundy prove 'n xor m == n + m'             depends on n and m: an example and a counterexample
  grundy prove --base 10 'exists n: n > 99 and sum(digits(n)) % 9 == 4'

Names stand for all numbers from 0 on. The exit status is 1 if the formula is not proved.")]
    Prove(Prove),
    /// The built-in benchmarks and a fingerprint of the values
    #[command(after_help = "Examples:
  grundy bench                                about ten seconds
  grundy bench --quick                        small sizes, only to see the fingerprint
  grundy bench --against                      the same work by us and by other programs, in turn
  grundy bench --against --only 0.16 --to 10**6")]
    Bench(Bench),
    /// Lay rule files out in the one way
    #[command(after_help = "Examples:
  grundy fmt game.grundy                      changes the file, if there is something to change
  grundy fmt --check *.grundy                 changes nothing; names the files that would change
  grundy fmt - < game.grundy                  from standard input to standard output")]
    Fmt(Fmt),
    /// Completions of the command line for a shell
    #[command(after_help = "Example:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct Position {
    /// The rule
    pub(crate) rules: String,
    /// The positions of a sum; @FILE reads one from a file
    #[arg(required = true, value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) positions: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The rule
    pub(crate) rules: String,
    /// The positions of a sum; @FILE reads one from a file
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) positions: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Table {
    /// The rule, or a table file (.gtab), whose values are read and not computed
    pub(crate) rules: String,
    /// The first position [default: 0, of a table file its first]
    #[arg(long, value_name = "A", allow_negative_numbers = true, value_parser = quantity::number)]
    pub(crate) from: Option<u64>,
    /// The last position; for tuples the last of each entry, as in 9,9; for rows how many cells they have
    /// [default: 100, of a table file its last]
    #[arg(long, value_name = "B", value_delimiter = ',', allow_negative_numbers = true, value_parser = quantity::number)]
    pub(crate) to: Vec<u64>,
    /// Write to a file, which appears when it is complete; .csv, .json, .npy or .gtab set the format
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Only the positions that the player to move loses
    #[arg(long)]
    pub(crate) losing: bool,
    /// Save the work in a folder now and then and at its end, and go on from what is saved there;
    /// a table beyond 10**6 is reported on, not printed, unless --from or --out is given
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The time between two checkpoints: 30s, 5m, 1h [default: 5m]
    #[arg(long, value_name = "TIME", requires = "checkpoint", allow_negative_numbers = true, value_parser = quantity::time)]
    pub(crate) checkpoint_every: Option<Duration>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Law {
    /// The rule
    pub(crate) rules: String,
    /// The last position to look at
    #[arg(long, value_name = "N", default_value = "10**5", allow_negative_numbers = true, value_parser = quantity::number)]
    pub(crate) to: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The rule
    pub(crate) rules: String,
    /// A condition on n, g and P: 'P == (n % 10 == 0)'
    pub(crate) claim: String,
    /// The last position to look at
    #[arg(long, value_name = "N", default_value = "10**5", allow_negative_numbers = true, value_parser = quantity::number)]
    pub(crate) to: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Prove {
    /// The base in which digits are read, 2 to 256
    #[arg(long, value_name = "B", default_value_t = 2, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(2..=256))]
    pub(crate) base: u16,
    /// The formula: 'forall n: exists k: n == 2*k or n == 2*k + 1'
    pub(crate) formula: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Judge {
    /// The problem; without it the problems are listed
    pub(crate) problem: Option<String>,
    /// Say what the problem asks for, and read nothing
    #[arg(long, requires = "problem")]
    pub(crate) statement: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// The rule
    pub(crate) rules: String,
    /// The language
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(crate) lang: Language,
    /// Write to a file, which appears when it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NimArgs {
    /// What to compute
    #[command(subcommand)]
    pub(crate) operation: Nim,
}

/// An operation on nimbers.
#[derive(Debug, Subcommand)]
pub(crate) enum Nim {
    /// The nim product of all numbers
    #[command(after_help = "Examples:
  grundy nim mul 4 4                          6
  grundy nim mul 2**64 2**64 3")]
    Mul {
        /// The factors
        #[arg(required = true, value_name = "NUMBER", allow_negative_numbers = true)]
        numbers: Vec<String>,
    },
    /// For each number the one that makes 1 with it
    #[command(after_help = "Example:
  grundy nim inv 2 3                          3, then 2")]
    Inv {
        /// The numbers, from 1 on
        #[arg(required = true, value_name = "NUMBER", allow_negative_numbers = true)]
        numbers: Vec<String>,
    },
    /// For each number the one whose nim square it is
    #[command(after_help = "Example:
  grundy nim sqrt 6                           4")]
    Sqrt {
        /// The numbers
        #[arg(required = true, value_name = "NUMBER", allow_negative_numbers = true)]
        numbers: Vec<String>,
    },
    /// The nim product of EXPONENT copies of a number
    #[command(after_help = "Example:
  grundy nim pow 2 3                          1")]
    Pow {
        /// The number
        #[arg(value_name = "NUMBER", allow_negative_numbers = true)]
        base: String,
        /// How many copies: an ordinary number, of any size
        #[arg(value_name = "EXPONENT", allow_negative_numbers = true)]
        exponent: String,
    },
    /// The nim sum of all numbers: their exclusive or
    #[command(after_help = "Example:
  grundy nim sum 3 5 7                        1")]
    Sum {
        /// The numbers
        #[arg(required = true, value_name = "NUMBER", allow_negative_numbers = true)]
        numbers: Vec<String>,
    },
    /// For each number a both solutions x of x*x + x = a
    #[command(after_help = "Example:
  grundy nim solve 1                          2 and 3")]
    Solve {
        /// The numbers
        #[arg(required = true, value_name = "NUMBER", allow_negative_numbers = true)]
        numbers: Vec<String>,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// Small sizes and one round
    #[arg(long)]
    pub(crate) quick: bool,
    /// Compare with the programs ogsolve and igsolve, where they are on PATH
    #[arg(long)]
    pub(crate) against: bool,
    /// With --against: only the work on this code or game; may be given again
    #[arg(long, value_name = "RULE", requires = "against")]
    pub(crate) only: Vec<String>,
    /// With --against: every work up to this position
    #[arg(long, value_name = "N", requires = "against", allow_negative_numbers = true, value_parser = quantity::number)]
    pub(crate) to: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Fmt {
    /// The files; `-` alone reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Change nothing; name the files that are laid out otherwise, with exit status 1
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Games {
    /// The game; without it all are listed
    pub(crate) name: Option<String>,
}

fn engine() -> impl TypedValueParser<Value = EngineName> {
    PossibleValuesParser::new(EngineName::ALL.map(EngineName::name))
        .try_map(|name| name.parse::<EngineName>())
}

fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name)).try_map(|name| name.parse::<Language>())
}

fn parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("a parameter is given as NAME=VALUE, such as -p 'S={1,3}'".to_owned()),
    }
}
