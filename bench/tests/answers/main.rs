//! Answers beside those of other tools, and the page of highlighted samples.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod equivalence;
mod forest;
mod highlight_page;
mod multi_line;
mod rg;
