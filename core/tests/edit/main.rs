//! Edits of files: rewrites, definitions by name, imports, recovery of interrupted edits, and undo.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ast_edit;
mod edit_definition;
mod imports_edit;
mod recovery;
mod undo;
mod versions;
