//! Native search, editing and text primitives for editors, terminals and coding
//! agents.
//!
//! | area | functions and types |
//! | --- | --- |
//! | content search | [`grep()`], [`grep_stream`]; in memory [`search`], [`search_reader`], [`has_match`] |
//! | path search | [`glob()`], [`glob_stream`], [`escape_glob`] |
//! | fuzzy path search | [`fuzzy_find`], [`fuzzy_find_stream`]; any list: [`fuzzy_match`], [`FuzzyList`] |
#![cfg_attr(
    feature = "ast",
    doc = "| syntax-tree search and rewrite | [`ast_grep()`], [`ast_grep_stream`], [`ast_edit`]; in memory [`ast_match`]; [`explain_pattern`] |"
)]
#![cfg_attr(
    feature = "ast",
    doc = "| syntax-tree lookup and syntax checking | [`block_range_at`], [`node_chain_at`], [`enclosing_block_boundaries`], [`check_syntax`], [`ast::languages`] |"
)]
#![cfg_attr(
    feature = "outline",
    doc = "| code structure | [`outline()`], [`outline_file`], [`outline_stream`], [`definition`], [`definition_in_file`], [`skeleton`], [`skeleton_file`]; [`edit_definition`]; [`imports`], [`imports_file`], [`exports`], [`exports_file`]; [`add_imports`], [`remove_imports`], [`organise_imports`] |"
)]
//! | terminal text | [`visible_width`], [`truncate_to_width`], [`slice_with_width`], [`wrap_text_with_ansi`], [`extract_segments`], [`pad_to_width`], [`graphemes`], [`strip_ansi`], [`sanitize_text`] |
#![cfg_attr(feature = "highlight", doc = "| syntax highlighting | [`highlight`] |")]
#![cfg_attr(
    feature = "tokens",
    doc = "| token counting | [`count_tokens`], [`Tokenizer`], [`TokenCounter`], [`estimate_tokens`] |"
)]
#![cfg_attr(
    feature = "tokens",
    doc = "| results as text within a number of tokens | [`render`], [`Renderer`] |"
)]
#![cfg_attr(
    feature = "tokens",
    doc = "| directory trees with sizes and numbers of lines, tokens and definitions | [`tree()`] |"
)]
#![cfg_attr(
    all(feature = "ast", feature = "tokens"),
    doc = "| files as one text within a number of tokens | [`pack`], [`pack_stream`] |"
)]
//! | line diffs | [`unified_diff`], [`diff_lines`] |
//! | edits of named files, of a text; patches | [`edit`], [`edit_text`]; [`apply_patch()`], [`parse_patch`] |
//! | conflicts of merges | [`conflicts()`], [`conflicts_stream`] |
//! | replacement of matches in files | [`replace`] |
//! | lines of files, with snapshots | [`read_lines`], [`resolve_lines`], [`set_snapshot_memory`] |
//! | undo of edits | [`undo()`], [`redo`], [`checkpoint`], [`edits`]; after a crash [`interrupted_edits`], [`recover_edits`] |
//! | files | [`Scope`], [`file_types`], [`Workspace`], [`WorkspaceCache`] |
//! | cancellation and threads | [`CancelToken`], [`OnTimeout`], [`Pool`], [`PoolStats`] |
//! | results | [`Outcome`], [`Report`], [`Stream`], [`Error`] |
//!
//! ```
//! use std::time::Duration;
//! use ransack::{CancelToken, GrepOptions, grep};
//!
//! let options = GrepOptions::new("heartbeat", "src").types(["rust"]).limit(10);
//! let outcome = grep(&options, &CancelToken::with_timeout(Duration::from_secs(10)))?;
//! println!("{} lines in {} files", outcome.items.len(), outcome.report.files_with_matches);
//! # Ok::<(), ransack::Error>(())
//! ```
//!
//! # Options
//!
//! Every options type has public fields, and a setter with the same name for each field, including
//! the fields of nested options such as [`Scope`] and [`Select`].
//!
//! ```
//! use ransack::{GlobOptions, GrepMode, GrepOptions, Scope};
//!
//! let sources = Scope::new("src").types(["rust"]).globs(["!tests"]);
//! let count = GrepOptions::new("unsafe", "src").scope(sources.clone()).mode(GrepMode::Count);
//! let newest = GlobOptions::new("*.rs", "src").scope(sources).sort_by_mtime(true).limit(10);
//!
//! // Where the options exist already:
//! let mut all = newest;
//! all.limit = None;
//! assert_eq!(all.scope.types, count.scope.types);
//! ```
//!
//! # Conventions
//!
//! - Lines are 1-based. Offsets and columns are 0-based and count bytes.
//! - Paths are relative to the root, use `/` as the separator, and preserve the bytes that the file
//!   system uses.
//! - Results are in path order, regardless of the number of threads. The [`Report`] says whether
//!   the results are complete and, if not, why.
//! - Every long call takes a [`CancelToken`] and checks it at bounded intervals. The goal is to
//!   return within 5 ms after the token fires; `bench/README.md` lists the measured times.
//! - No input makes a function panic.
//! - The crate changes no global state: no logger, no allocator. Work for calls runs on the calling
//!   thread and on the workers of a [`Pool`]; a text that needs a larger stack is parsed on a
//!   temporary thread. Service threads fire deadlines (one per process) and read change
//!   events (one per watched [`Workspace`]).

#![cfg_attr(docsrs, feature(doc_cfg))]

/// Syntax-tree search and rewrite, lookup and syntax checking; the languages.
///
/// The public interface exposes no types of tree-sitter or ast-grep.
#[cfg(feature = "ast")]
pub mod ast {
    #[doc(inline)]
    pub use ransack_base::offsets::{Position, Span};
    #[doc(inline)]
    pub use ransack_grammars::{Language, languages};
    #[doc(inline)]
    pub use ransack_structure::{
        AstChange, AstEditOptions, AstEditOutcome, EditResult, EditState, EditStatus, FileChange,
        InterruptedEdit, Keeps, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
        Rewrite, ast_edit, interrupted_edits, recover_edits,
    };
    #[doc(inline)]
    pub use ransack_syntax::{
        AstGrepOptions, AstGrepStream, AstMatch, AstMatchOptions, AstQuery, AstSelect,
        MetaVariable, PatternReading, ReadingShape, Strictness, SyntaxDiagnostic, SyntaxNode,
        ast_grep, ast_grep_stream, ast_match, block_range_at, block_range_in_buffer, check_syntax,
        check_syntax_in_buffer, enclosing_block_boundaries, explain_pattern, node_chain_at,
        node_chain_in_buffer,
    };
}
#[cfg(feature = "highlight")]
#[doc(inline)]
pub use ransack_highlight as highlight;

#[cfg(feature = "ast")]
#[doc(inline)]
pub use ast::{
    AstChange, AstEditOptions, AstEditOutcome, AstGrepOptions, AstGrepStream, AstMatch,
    AstMatchOptions, AstQuery, AstSelect, EditResult, EditStatus, Keeps, MetaVariable,
    PatternReading, ReadingShape, Rewrite, Span, Strictness, SyntaxDiagnostic, SyntaxNode,
    ast_edit, ast_grep, ast_grep_stream, ast_match, block_range_at, block_range_in_buffer,
    check_syntax, check_syntax_in_buffer, enclosing_block_boundaries, explain_pattern,
    node_chain_at, node_chain_in_buffer,
};
#[doc(inline)]
pub use ransack_base::offsets;
#[doc(inline)]
pub use ransack_base::offsets::{Position, Utf16Position};
#[doc(inline)]
pub use ransack_base::{
    AbortReason, Aborted, CancelToken, ContentId, Error, ErrorKind, IndexUse, Next, OptionName,
    Outcome, Pool, PoolStats, RefreshMode, RelPath, Report, RescanReason, Result, SkipReason,
    Skipped, SkippedPath, SnapshotInfo, StoppedBy, Stream, TextDifference, TextPassage,
    WatchFallback,
};
#[cfg(feature = "futures")]
#[doc(inline)]
pub use ransack_base::{AsyncStream, CancelWait};
#[doc(inline)]
pub use ransack_edit::{
    AppliedAction, AppliedHunk, ApplyPatchOptions, ApplyPatchOutcome, ChangedLines, ChangedWords,
    CheckpointOptions, Conflict, ConflictSide, ConflictStream, ConflictsOptions, DiffLine,
    DiffOptions, EditCheckpoint, EditOptions, EditState, EditTextOptions, EditedText, EditsOptions,
    EditsOutcome, ExpectedCount, FileChange, FileChangeKind, FileEdit, FileEditAction,
    FileEditOutcome, FileLines, FilePatch, Hunk, InterruptedEdit, JournalOptions, JournaledEdit,
    JournaledFile, JournaledState, LineDiff, LineKind, LinesRead, MatchLevel, Patch, PatchHunk,
    PatchOptions, PatchedFile, PatchedText, ReadLinesOptions, ReadLinesOutcome, RecoveredFile,
    RecoveryAction, RecoveryOptions, RecoveryOutcome, ReplaceOptions, ReplaceOutcome,
    ReplacedMatch, ResolveLinesOptions, ResolvedLines, SnapshotMemory, TextAction, TextEdit,
    TextEditResult, TextPlace, UndoOptions, UndoOutcome, apply_patch, checkpoint, conflicts,
    conflicts_stream, diff_lines, edit, edit_text, edits, interrupted_edits, parse_patch,
    read_lines, recover_edits, redo, replace, resolve_lines, set_snapshot_memory, snapshot_memory,
    undo, unified_diff,
};
#[cfg(feature = "outline")]
#[doc(inline)]
pub use ransack_languages::{
    Export, ExportKind, Import, ImportKind, ImportRequest, ImportedName, ItemKind, Modifier,
    Modifiers, OutlineItem,
};
#[cfg(all(feature = "ast", feature = "tokens"))]
#[doc(inline)]
pub use ransack_pack::{
    FoundSecret, LevelRule, Pack, PackDecision, PackFormat, PackLevel, PackOptions, PackPart,
    PackReason, PackRules, PackSection, PackStream, PackedDirectory, PackedFile, PackedText,
    RelevantText, RuleMode, RuleSource, WeightRule, pack, pack_stream,
};
#[cfg(feature = "tokens")]
#[doc(inline)]
pub use ransack_pack::{
    Grouping, Render, RenderMatch, RenderOptions, RenderReport, RenderSkipped, Renderer, Rendering,
    Tree, TreeNode, TreeOptions, TreeStyle, render, tree,
};
#[doc(inline)]
pub use ransack_search::{
    AlwaysScanned, BufferChange, ChangeKind, ChangedFile, Changes, Clip, ContextLine,
    EnclosingNames, FileType, FuzzyFindOptions, FuzzyFindStream, FuzzyList, FuzzyMatch,
    FuzzyMatchOptions, FuzzySignals, FuzzyString, GlobMatch, GlobOptions, GlobStream, GrepMatch,
    GrepMode, GrepOptions, GrepStream, IndexMode, IndexProgress, IndexQueryStats, IndexStats,
    OnTimeout, PathsFrom, Preset, Query, Scope, ScopeRoot, ScopeWorkspace, SearchOptions, Select,
    Submatch, TableSize, Workspace, WorkspaceCache, WorkspaceOptions, escape_glob, file_types,
    fuzzy_find, fuzzy_find_stream, fuzzy_match, glob, glob_stream, grep, grep_stream, has_match,
    search, search_reader,
};
#[cfg(feature = "outline")]
#[doc(inline)]
pub use ransack_structure::{
    AddedImports, Definition, DefinitionAction, DefinitionEdit, DefinitionEditOptions,
    DefinitionLayout, DefinitionOptions, DefinitionPart, DefinitionPartSpan, Exports,
    ExportsStream, ImportRemoval, Imports, ImportsStream, InsertPlace, Outline,
    OutlineFilesOptions, OutlineOptions, OutlineStream, Skeleton, SkeletonLevel, SkeletonOptions,
    SkeletonStream, add_imports, definition, definition_in_file, edit_definition, enclosing_names,
    exports, exports_file, exports_stream, imports, imports_file, imports_stream, organise_imports,
    outline, outline_file, outline_stream, remove_imports, skeleton, skeleton_file,
    skeleton_stream,
};
#[doc(inline)]
pub use ransack_text::{
    Align, ClusterWidth, CutAt, Grapheme, Graphemes, Segments, Slice, TextOptions, TruncateOptions,
    UNICODE_VERSION, WrapOptions, extract_segments, graphemes, pad_to_width, sanitize_text,
    sanitize_text_utf16, slice_with_width, strip_ansi, strip_ansi_utf16, truncate_to_width,
    visible_width, visible_width_latin1, visible_width_utf16, wrap_text_with_ansi,
};
#[cfg(feature = "tokens")]
#[doc(inline)]
pub use ransack_tokens::{
    AllowedSpecial, Chunk, Encoding, ModelFamily, TiktokenOptions, Token, TokenCounter,
    TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions, Truncation, count_tokens,
    encoding_for_model, estimate_tokens,
};

/// Examples from the crate's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CratePage;

/// Examples from the front page.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct FrontPage;
