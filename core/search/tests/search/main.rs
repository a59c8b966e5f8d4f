//! Searches of texts, trees and workspaces.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate ransack_search as ransack;
extern crate ransack_testing_search as ransack_testing;

mod grep;
mod paths;
mod workspace;
