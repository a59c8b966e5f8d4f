//! Searches over files: which files are in scope, content search, globbing, fuzzy path search, the
//! content index and workspaces.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the
//! library also use [`internal`], which is not a stable interface. This crate compiles no C and
//! contains nothing specific to a programming language.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `paths` | absolute paths, path patterns |
//! | `git` | Git's repositories, configuration and index |
//! | `scan` | which files are in scope: walk, ignore rules, file table; reading their content |
//! | `pipeline` | runs an operation over files: jobs, order, limits, back-pressure |
//! | `grep` | content search |
//! | `glob` | path search |
//! | `fuzzy` | fuzzy path search and ranking |
//! | `index` | content index: which files contain words that satisfy a condition |
//! | `workspace` | a cached, watched directory |

mod fuzzy;
mod git;
mod glob;
mod grep;
mod index;
pub mod internal;
mod paths;
mod pipeline;
mod scan;
mod workspace;

#[doc(no_inline)]
pub use ransack_base::offsets::Position;
#[doc(no_inline)]
pub use ransack_base::{
    AbortReason, CancelToken, ContentId, Error, ErrorKind, IndexUse, Next, Outcome, Pool,
    RefreshMode, RelPath, Report, RescanReason, Result, SkipReason, SnapshotInfo, StoppedBy,
    Stream, WatchFallback,
};

pub use fuzzy::{
    FuzzyFindOptions, FuzzyFindStream, FuzzyList, FuzzyMatch, FuzzyMatchOptions, FuzzySignals,
    FuzzyString, fuzzy_find, fuzzy_find_stream, fuzzy_match,
};
pub use glob::{FileType, GlobMatch, GlobOptions, GlobStream, escape_glob, glob, glob_stream};
pub use grep::{
    Clip, ContextLine, GrepMatch, GrepMode, GrepOptions, GrepStream, Query, SearchOptions, Select,
    Submatch, grep, grep_stream, has_match, search, search_reader,
};
pub use index::{AlwaysScanned, IndexMode, IndexProgress, IndexQueryStats, IndexStats};
pub use pipeline::{EnclosingNames, OnTimeout};
pub use scan::{PathsFrom, Scope, ScopeRoot, ScopeWorkspace, file_types};
pub use workspace::{
    BufferChange, ChangeKind, ChangedFile, Changes, Preset, TableSize, Workspace, WorkspaceCache,
    WorkspaceOptions,
};
