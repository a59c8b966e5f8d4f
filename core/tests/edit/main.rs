//! Edits of files: rewrites, definitions by name and imports.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ast_edit;
mod edit_definition;
mod imports_edit;
