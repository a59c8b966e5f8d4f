//! Helpers shared by the tests of every crate: test tiers, packages from other registries, pages of
//! the documentation.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a test fails by panicking"
)]

pub mod package;
pub mod pages;
pub mod samples;
pub mod tier;
pub mod tools;
