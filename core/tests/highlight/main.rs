//! Syntax highlighting by both engines.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod classes;
mod corpus;
mod damage;
mod engines;
mod hostile;
mod injections;
mod kinds;
mod masked;
mod round_trip;
mod stream;
mod table;
