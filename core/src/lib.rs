//! The performance core that editors, terminals and coding agents embed.
//!
//! Content search over trees and in memory, with the rules that people know
//! from Git and ripgrep, results in a fixed order whatever the number of
//! threads, and a report that tells what was not looked at.
//!
//! - [`grep()`], [`grep_each`], [`grep_stream`]: search files.
//! - [`search`], [`has_match`]: search text in memory.
//! - [`glob()`], [`glob_each`], [`glob_stream`]: find paths by pattern.
//! - [`fuzzy_find`], [`fuzzy_find_each`], [`fuzzy_find_stream`]: find paths by
//!   what somebody types of them; [`fuzzy_match`], [`fuzzy_match_each`],
//!   [`FuzzyList`]: rank any list.
//! - [`ast_grep()`], [`ast_grep_each`], [`ast_grep_stream`], [`ast_match`],
//!   [`ast_match_each`]: search by syntax; [`ast_edit`]: replace by it;
//!   [`block_range_at`], [`node_chain_at`], [`enclosing_block_boundaries`],
//!   [`check_syntax`]: the syntax at a place; [`ast::languages`]: of which
//!   languages.
//! - [`visible_width`], [`truncate_to_width`], [`slice_with_width`],
//!   [`wrap_text_with_ansi`], [`extract_segments`], [`pad_to_width`],
//!   [`graphemes`], [`strip_ansi`], [`sanitize_text`]: terminal text, by cells.
//! - [`count_tokens`], [`Tokenizer`], [`TokenCounter`]: tokens of language
//!   models.
//! - [`Workspace`]: a directory whose files are known, kept up to date.
//! - [`highlight`]: text in colour, for terminals and browsers or as spans.
//! - [`Scope`]: which files; [`file_types`]: the file types it knows.
//! - [`CancelToken`]: stop any of it, by hand or by deadline.
//! - [`Report`]: whether the answer is complete, and what was left out.
//!
//! ```
//! use std::time::Duration;
//! use ransack::{CancelToken, GrepOptions, grep};
//!
//! let options = GrepOptions::new("heartbeat", "src");
//! let outcome = grep(&options, &CancelToken::with_timeout(Duration::from_secs(10)))?;
//! println!("{} lines in {} files", outcome.items.len(), outcome.report.files_with_matches);
//! # Ok::<(), ransack::Error>(())
//! ```
//!
//! # Conventions
//!
//! Lines are numbered from 1; offsets and columns are bytes from 0. Paths are
//! relative to the root that was asked for, with `/`, and are bytes. Nothing
//! panics on any input. There is no logger, allocator or other state of the
//! process that this crate changes; its threads are those of [`Pool`], one
//! that fires deadlines, and one for each [`Workspace`] that is watched.

#[cfg(feature = "ast")]
pub mod ast;
mod cancel;
mod error;
mod exec;
mod fuzzy;
mod glob;
mod grep;
#[cfg(feature = "highlight")]
pub mod highlight;
mod path;
mod pipeline;
mod report;
mod scan;
mod stream;
mod text;
#[cfg(feature = "tokens")]
mod tokens;
mod two_stage_table;
mod workspace;

#[cfg(feature = "ast")]
pub use ast::{
    AstChange, AstEditOptions, AstEditOutcome, AstGrepOptions, AstGrepStream, AstMatch,
    AstMatchOptions, AstQuery, AstSelect, FileChange, MetaVariable, Position, Rewrite, Span,
    Strictness, SyntaxDiagnostic, SyntaxNode, ast_edit, ast_grep, ast_grep_each, ast_grep_stream,
    ast_match, ast_match_each, block_range_at, check_syntax, enclosing_block_boundaries,
    node_chain_at,
};
pub use cancel::{AbortReason, Aborted, CancelToken};
pub use error::{Error, ErrorKind, Result};
pub use exec::Pool;
pub use fuzzy::{
    FuzzyFindOptions, FuzzyFindStream, FuzzyList, FuzzyMatch, FuzzyMatchOptions, FuzzySignals,
    FuzzyString, fuzzy_find, fuzzy_find_each, fuzzy_find_stream, fuzzy_match, fuzzy_match_each,
};
pub use glob::{
    FileType, GlobMatch, GlobOptions, GlobStream, escape_glob, glob, glob_each, glob_stream,
};
pub use grep::{
    Clip, ContextLine, GrepMatch, GrepMode, GrepOptions, GrepStream, Query, SearchOptions, Select,
    Submatch, grep, grep_each, grep_stream, has_match, search, search_each,
};
pub use path::RelPath;
pub use pipeline::OnTimeout;
pub use report::{
    Outcome, RefreshMode, Report, RescanReason, SkipReason, Skipped, SkippedPath, SnapshotInfo,
    StoppedBy, WatchFallback,
};
pub use scan::{Scope, file_types};
pub use stream::{Next, Stream};
pub use text::{
    Align, ClusterWidth, CutAt, Grapheme, Graphemes, Segments, Slice, TextOptions, TruncateOptions,
    UNICODE_VERSION, WrapOptions, extract_segments, graphemes, pad_to_width, sanitize_text,
    sanitize_text_utf16, slice_with_width, strip_ansi, strip_ansi_utf16, truncate_to_width,
    visible_width, visible_width_latin1, visible_width_utf16, wrap_text_with_ansi,
};
#[cfg(feature = "tokens")]
pub use tokens::{
    AllowedSpecial, Chunk, Encoding, TiktokenOptions, Token, TokenCounter, TokenOptions, Tokenizer,
    TruncateFrom, Truncation, count_tokens, encoding_for_model,
};
pub use workspace::{TableSize, Workspace, WorkspaceCache, WorkspaceOptions};
