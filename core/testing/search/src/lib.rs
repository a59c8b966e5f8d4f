//! Helpers shared by the tests of crates that search: trees to search, oracles, and tests in their
//! own processes.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, and most are as plain as their names"
)]

pub mod changes;
pub mod child;
pub mod compare;
pub mod faults;
pub mod git;
pub mod naive;
pub mod strip;
mod tree;
#[cfg(unix)]
pub mod tree_change;

pub use ransack_testing_base::{package, pages, samples, tier, tools};
pub use tree::{Dice, Tree, files_below, paths, run};
