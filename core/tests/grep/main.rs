//! Search of lines in texts and trees.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod hostile;
mod large;
mod lines;
mod multiline;
mod returns;
mod searcher;
mod tree;
