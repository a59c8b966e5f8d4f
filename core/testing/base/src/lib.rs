//! What the tests of every crate share: their tiers, and the packages that they need.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a test fails by panicking"
)]

pub mod package;
pub mod tier;
pub mod tools;
