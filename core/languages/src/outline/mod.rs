//! Outline tables: which nodes are definitions, and how to find their parts.
//!
//! - `table`: the types of the tables, and the definition that a rule completes.
//! - `kind`, `item`, `spans`: definitions and their kinds, modifiers and locations.
//! - `doc`: text of documentation comments and strings.
//! - `declarator`, `keys`, `clauses`, `promoted`: what the tables of several languages share.

pub(crate) mod clauses;
pub(crate) mod declarator;
pub(crate) mod doc;
pub(crate) mod item;
pub(crate) mod keys;
pub(crate) mod kind;
pub(crate) mod promoted;
pub(crate) mod spans;
pub(crate) mod table;
