//! Syntax: searches of syntax trees for patterns and rules, lookup of nodes, and syntax checking.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the
//! library also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `options` | options and queries |
//! | `item` | matches |
//! | `strictness` | how closely code must match |
//! | `pattern` | patterns: their interpretations in a language |
//! | `rule` | rules in ast-grep syntax |
//! | `search` | searches of files and of text in memory |
//! | `lookup` | nodes at a position, blocks, syntax errors |
//!
//! The public interface exposes no types of tree-sitter or ast-grep.

pub mod internal;
mod item;
mod lookup;
mod options;
mod pattern;
mod rule;
mod search;
mod strictness;

pub use item::{AstMatch, MetaVariable};
pub use lookup::{
    SyntaxDiagnostic, SyntaxNode, block_range_at, block_range_in_buffer, check_syntax,
    check_syntax_in_buffer, enclosing_block_boundaries, node_chain_at, node_chain_in_buffer,
};
pub use options::{AstGrepOptions, AstMatchOptions, AstQuery, AstSelect};
pub use pattern::explain::{PatternReading, ReadingShape, explain_pattern};
#[doc(no_inline)]
pub use ransack_base::offsets::{Position, Span};
#[doc(no_inline)]
pub use ransack_base::{
    CancelToken, Error, ErrorKind, Outcome, Pool, RelPath, Report, Result, SkipReason, StoppedBy,
};
#[doc(no_inline)]
pub use ransack_grammars::{Language, languages};
#[doc(no_inline)]
pub use ransack_search::{EnclosingNames, OnTimeout, Scope, ScopeRoot};
pub use search::memory::ast_match;
pub use search::{AstGrepStream, ast_grep, ast_grep_stream};
pub use strictness::Strictness;
