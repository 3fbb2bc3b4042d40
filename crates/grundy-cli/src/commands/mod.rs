//! The commands, one module each.

mod bench;
mod check;
mod completions;
mod explain;
mod export;
mod fmt;
mod games;
mod judge;
mod law;
mod moves;
mod nim;
mod prove;
mod run;
mod stored;
mod table;
mod value;
mod words;

pub(crate) use bench::bench;
pub(crate) use check::check;
pub(crate) use completions::completions;
pub(crate) use explain::explain;
pub(crate) use export::export;
pub(crate) use fmt::fmt;
pub(crate) use games::games;
pub(crate) use judge::judge;
pub(crate) use law::law;
pub(crate) use moves::moves;
pub(crate) use nim::nim;
pub(crate) use prove::prove;
pub(crate) use table::table;
pub(crate) use value::value;
