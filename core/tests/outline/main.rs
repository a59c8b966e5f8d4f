//! Outlines, definitions by name, skeletons and imports.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cache;
mod docs;
mod enclosing;
mod files;
mod imports;
mod levels;
mod macros;
mod masks;
mod names;
mod structure_files;
mod tables;
mod values;
