//! Helpers that the tests of every crate share: tiers of tests, and packages of other registries.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a test fails by panicking"
)]

pub mod package;
pub mod tier;
pub mod tools;
