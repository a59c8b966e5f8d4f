//! Helpers shared by the tests of every crate: test tiers, and packages from other registries.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a test fails by panicking"
)]

pub mod package;
pub mod tier;
pub mod tools;
