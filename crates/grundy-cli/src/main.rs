//! The command line of grundy.

fn main() {}
