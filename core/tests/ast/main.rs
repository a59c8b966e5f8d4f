//! Syntax search: patterns, rules and their limits, in every language.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damaged_texts;
mod early_errors;
mod embedded;
mod engine_kinds;
mod files;
mod fragments;
mod hints;
mod hostile;
mod languages;
mod limits;
mod masked;
mod oracle;
mod pattern_errors;
mod patterns;
mod patterns_found;
mod prefilter;
mod rules;
mod syntax;
