//! Tokenizers: counting, cutting and splitting texts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod encodings;
mod file_errors;
mod files;
mod table;
