//! Test helpers for `ransack`: trees to search, oracles, samples, and tests in their own processes.
//! Also enables the features that all workspace members share, so each member is built once.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, and most are as plain as their names"
)]

pub mod ast;
pub mod changes;
pub mod child;
pub mod compare;
pub mod faults;
pub mod git;
pub mod naive;
pub mod round_trip;
pub mod samples;
pub mod strip;
mod tree;
#[cfg(unix)]
pub mod tree_change;

pub use ransack_testing_base::{package, pages, tier, tools};
pub use tree::{Dice, Tree, files_below, paths, run};
