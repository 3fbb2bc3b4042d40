//! Tests of the command line: what it answers, in which words, with which exit
//! state, and that it never leaves half an answer.

mod against;
mod answers;
mod checkpoints;
mod conventions;
mod errors;
mod export;
mod files;
mod fmt;
mod formats;
mod help;
mod hostile;
mod judge;
mod law;
mod memory;
mod nim;
mod options;
mod products;
mod prove;
mod readme;
mod run;
mod shapes;
mod signals;
mod stdin;
mod table_files;
