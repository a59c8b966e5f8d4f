//! Answers beside those of other tools, and the page of highlighted samples.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod equivalence;
#[allow(dead_code, reason = "the table of versions is the binary's")]
#[path = "../../src/find.rs"]
mod find;
mod forest;
mod highlight_page;
mod multi_line;
mod rg;
