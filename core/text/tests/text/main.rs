//! Terminal text: width, cutting, wrapping and escape sequences.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cut;
mod escape;
mod measure;
mod seams;
mod table;
mod vectors;
mod wrap;
