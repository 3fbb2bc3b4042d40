//! How values are computed.
//!
//! Every engine is compared with [`Naive`], which knows the definition and
//! nothing else. Engines are generic over rulesets or take one form of them;
//! they know neither texts nor files.

mod coins;
mod depth_first;
mod digits;
mod interval;
mod loopy;
mod memory;
mod misere;
mod moves;
mod naive;
mod native;
mod periodic;
mod rays;
mod resumable;
mod rows;
mod saved_values;
mod search;
mod side_thread;
mod splits;
mod subtraction;
mod table;
mod take_and_break;
mod threads;

pub(crate) use coins::CoinForm;
pub use coins::{CoinLaw, coin_table};
pub use digits::DigitEngine;
pub use interval::IntervalLaw;
pub use loopy::Loopy;
pub use misere::Misere;
pub use moves::MoveTable;
pub use naive::Naive;
pub use native::{NativeRules, Pause};
pub use periodic::{Periodic, PeriodicMethod};
pub use rays::RayTable;
pub use resumable::{Rares, RestoreError, Resumable, SavedParts, Snapshot, Statistics};
pub use rows::{row_table, staircase_table, staircase_value};
pub(crate) use saved_values::{FORMAT as VALUES_FORMAT, Largest, Possible, restore_values, save_values};
pub use search::Search;
pub use splits::OpenEnded;
pub use table::Table;
pub(crate) use threads::on_threads;
