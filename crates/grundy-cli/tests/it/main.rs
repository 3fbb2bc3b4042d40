//! Tests of the command line: what it answers, in which words, with which exit
//! state, and that it never leaves half an answer.

mod answers;
mod errors;
mod files;
mod fmt;
mod formats;
mod help;
mod hostile;
mod judge;
mod options;
mod readme;
mod run;
mod signals;
mod stdin;
