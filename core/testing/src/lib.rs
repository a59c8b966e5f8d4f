//! Test helpers for `ransack`: oracles and samples of languages, and the helpers of the other crates.
//! Also enables the features that all workspace members share, so each member is built once.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, and most are as plain as their names"
)]

pub mod ast;
pub mod compare;
pub mod round_trip;

pub use ransack_testing_search::*;
