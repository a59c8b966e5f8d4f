//! Options for AST search, in files (`ransack_ast_grep`) and in memory
//! (`ransack_ast_match_source`).

use std::ptr;
use std::time::Duration;

use ransack::{AstGrepOptions, AstMatchOptions, Strictness};

use crate::error::Failure;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, enclosing, from_duration, from_limit, on_timeout,
    optional_text, ransack_on_timeout, to_limit, unknown,
};
use crate::pool::{self, ransack_pool};
use crate::slice::{ransack_bytes, texts};

/// Newest version of ransack_ast_grep_options.
pub const RANSACK_AST_GREP_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_ast_match_options.
pub const RANSACK_AST_MATCH_OPTIONS_VERSION: u32 = 1;

/// Differences allowed between a pattern and the code that it matches. Unnamed nodes are
/// punctuation and keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_strictness {
    /// Exact: every node of the pattern and the code must match.
    Cst = 0,
    /// Ignores comments in the code, unnamed nodes in the code that the pattern lacks, and nodes in
    /// the code after the last node of the pattern.
    Smart = 1,
    /// Ignores unnamed nodes in the pattern and the code.
    Ast = 2,
    /// Ignores comments and unnamed nodes in the pattern and the code.
    Relaxed = 3,
    /// Ignores comments, unnamed nodes and the text of names and literals: compares node kinds
    /// only.
    Signature = 4,
    /// Ignores comments and node kinds: compares text only.
    Template = 5,
}

/// Options for ransack_ast_grep(). Initialise with RANSACK_AST_GREP_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_grep_options {
    /// RANSACK_AST_GREP_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8; code matches if it matches any pattern. A pattern is code with
    /// metavariables: $A matches one named node, $$A matches one node of any kind, and $$$A matches
    /// any number of siblings; $_ and $$$ match without a name. A name consists of upper-case
    /// letters, digits and '_'. $name is ordinary code; if nothing matches, `hints` in the report
    /// say so. Metavariables with the same name must match equal code. A pattern need not be a
    /// whole statement or file: it is parsed in every context in which it is valid. Default: none,
    /// which fails with RANSACK_STATUS_INVALID_OPTION unless `rule` is given.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Rule in ast-grep's YAML or JSON form: an object with `rule` and optionally `constraints` and
    /// `utils`, or only the content of `rule`: `pattern`, `kind`, `regex`, `inside`, `has`,
    /// `precedes`, `follows`, `all`, `any`, `not`, `matches`, `nthChild`, `range`. If patterns are
    /// also given, code matches if it matches any pattern or the rule. Default: empty, which means
    /// no rule.
    pub rule: ransack_bytes,
    /// Node kind, as named by the grammar, that selects a part of each pattern: only the first node
    /// of this kind is searched for. Default: empty, which uses the whole pattern.
    pub selector: ransack_bytes,
    /// Files to search. Files in unknown languages are out of scope.
    /// Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Differences allowed between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// Name or alias of the only language to search. Files in other languages are searched only for
    /// embedded code in this language; a root that is a file is parsed in this language regardless
    /// of its name. Default: empty, which means that each file is parsed in its own language,
    /// which its name or, for ".h" and its like, its text determines.
    pub language: ransack_bytes,
    /// Maximum number of results; the search stops after finding one more. Default:
    /// RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum time in milliseconds to parse and search one file; a file that takes longer is
    /// skipped and reported. Default: 2000.
    pub time_per_file_ms: u64,
    /// Maximum size of a file in bytes; a larger file is skipped and reported. RANSACK_NO_LIMIT
    /// means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Offsets in a decoded file count bytes of the decoded text. Default: empty, which means
    /// UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. With 0, the call times out immediately. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Whether results include the captures of metavariables. Default: 0.
    pub include_meta: u8,
    /// Whether results include the interpretation under which the pattern matched. Default: 0.
    pub explain: u8,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Whether to set `enclosing` of each match, the name path of the definition around it. Each
    /// file with matches is parsed once more; a workspace keeps the syntax trees of recent files.
    /// Fails in a build without outlines. Default: 0.
    pub enclosing: u8,
    /// Whether to set `version` of each match, the content id of the file, so that a later edit can
    /// require that the file is unchanged. All searched files are hashed, at about a millisecond
    /// per megabyte. Default: 0.
    pub versions: u8,
    /// Whether to sort results by the modification time of their files, newest file first, then by
    /// root and path, and within a file by position. A file whose time cannot be read is last.
    /// `offset` and `limit` cut this order. All files are searched before the first result is
    /// passed; with a limit, at most twice as many results as needed are held in memory, otherwise
    /// all results. Default: 0.
    pub sort_by_mtime: u8,
}

/// Options for ransack_ast_match_source(). Every field has the same meaning and the same default as
/// the field with that name in ransack_ast_grep_options. Initialise with
/// RANSACK_AST_MATCH_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_match_options {
    /// RANSACK_AST_MATCH_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns, UTF-8. Default: none, which fails with RANSACK_STATUS_INVALID_OPTION unless `rule`
    /// is given.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Rule in ast-grep's YAML or JSON form. Default: empty, which means no rule.
    pub rule: ransack_bytes,
    /// Node kind that selects a part of each pattern: only the first node of this kind is searched
    /// for. Default: empty, which uses the whole pattern.
    pub selector: ransack_bytes,
    /// Maximum number of results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Differences allowed between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// Whether results include the captures of metavariables. Default: 0.
    pub include_meta: u8,
    /// Whether results include the interpretation under which the pattern matched. Default: 0.
    pub explain: u8,
}

versioned!(ransack_ast_grep_options, RANSACK_AST_GREP_OPTIONS_VERSION, [sort_by_mtime: 163]);

impl Defaults for ransack_ast_grep_options {
    fn defaults() -> ransack_ast_grep_options {
        let core = AstGrepOptions::default();
        ransack_ast_grep_options {
            version: RANSACK_AST_GREP_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            rule: NO_BYTES,
            selector: NO_BYTES,
            scope: ptr::null(),
            strictness: ransack_strictness::Smart as u32,
            language: NO_BYTES,
            limit: from_limit(core.select.limit),
            offset: core.select.offset,
            time_per_file_ms: from_duration(core.time_per_file),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            include_meta: core.select.include_meta.into(),
            explain: core.select.explain.into(),
            pool: ptr::null(),
            enclosing: 0,
            versions: core.versions.into(),
            sort_by_mtime: core.sort_by_mtime.into(),
        }
    }
}

versioned!(ransack_ast_match_options, RANSACK_AST_MATCH_OPTIONS_VERSION, [explain: 78]);

impl Defaults for ransack_ast_match_options {
    fn defaults() -> ransack_ast_match_options {
        ransack_ast_match_options {
            version: RANSACK_AST_MATCH_OPTIONS_VERSION,
            ..ransack_ast_grep_options::defaults().in_memory()
        }
    }
}

impl CallOptions for ransack_ast_grep_options {
    type Core = AstGrepOptions;

    unsafe fn resolve(&self) -> Result<AstGrepOptions, Failure> {
        let mut core = AstGrepOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            let in_memory = self.in_memory().resolve()?;
            core.query = in_memory.query;
            core.select = in_memory.select;
            scope::resolve(self.scope, &mut core.scope)?;
            core.language = optional_text(self.language, "language")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
        }
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = to_limit(self.max_file_size);
        core.enclosing = enclosing(self.enclosing)?;
        core.versions = self.versions != 0;
        core.on_timeout = on_timeout(self.on_timeout)?;
        core.sort_by_mtime = self.sort_by_mtime != 0;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl ransack_ast_grep_options {
    /// Returns the options that also apply to a search in memory.
    fn in_memory(&self) -> ransack_ast_match_options {
        ransack_ast_match_options {
            version: self.version,
            patterns: self.patterns,
            patterns_len: self.patterns_len,
            rule: self.rule,
            selector: self.selector,
            limit: self.limit,
            offset: self.offset,
            strictness: self.strictness,
            include_meta: self.include_meta,
            explain: self.explain,
        }
    }
}

impl CallOptions for ransack_ast_match_options {
    type Core = AstMatchOptions;

    unsafe fn resolve(&self) -> Result<AstMatchOptions, Failure> {
        let mut core = AstMatchOptions::default();
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.query.patterns = texts(self.patterns, self.patterns_len, "patterns")?;
            core.query.rule = optional_text(self.rule, "rule")?;
            core.query.selector = optional_text(self.selector, "selector")?;
        }
        core.query.strictness = strictness(self.strictness)?;
        core.select.limit = to_limit(self.limit);
        core.select.offset = self.offset;
        core.select.include_meta = self.include_meta != 0;
        core.select.explain = self.explain != 0;
        Ok(core)
    }
}

pub(crate) fn strictness(value: u32) -> Result<Strictness, Failure> {
    Ok(match value {
        0 => Strictness::Cst,
        1 => Strictness::Smart,
        2 => Strictness::Ast,
        3 => Strictness::Relaxed,
        4 => Strictness::Signature,
        5 => Strictness::Template,
        other => {
            return Err(unknown(
                "strictness",
                other,
                ransack_strictness::Template as u32,
            ));
        }
    })
}

#[cfg(test)]
mod tests;
