//! Options for `astGrep`, `astGrepStream` and `astMatch`.

use std::time::Duration;

use napi::Result;
use napi_derive::napi;
use ransack::{AstQuery, AstSelect, enclosing_names};

use crate::content::OwnedText;
use crate::number::count;
use crate::options::{
    CallOptions, FileContentOptions, FileSearchCall, PageOptions, TimeoutOptions, join,
    option_groups, set, set_some,
};

/// Differences between pattern and code that a match allows. `'cst'` allows no differences.
/// `'smart'` ignores comments in the code, punctuation and keywords that only the code has, and
/// everything after the pattern's last node. `'ast'` ignores punctuation and keywords (unnamed
/// nodes) in both pattern and code. `'relaxed'` ignores comments and unnamed nodes in both.
/// `'signature'` also ignores the text of names and literals, so that only node kinds count.
/// `'template'` ignores comments and node kinds, so that only text counts.
#[napi(string_enum = "camelCase")]
pub enum Strictness {
    /// Compares all nodes of pattern and code.
    Cst,
    /// Ignores comments, unnamed nodes and trailing nodes that only the code has.
    Smart,
    /// Ignores unnamed nodes in both pattern and code.
    Ast,
    /// Ignores comments and unnamed nodes in both pattern and code.
    Relaxed,
    /// Compares only node kinds, and ignores comments and unnamed nodes.
    Signature,
    /// Compares only text, and ignores comments and node kinds.
    Template,
}

impl From<Strictness> for ransack::Strictness {
    fn from(strictness: Strictness) -> ransack::Strictness {
        match strictness {
            Strictness::Cst => ransack::Strictness::Cst,
            Strictness::Smart => ransack::Strictness::Smart,
            Strictness::Ast => ransack::Strictness::Ast,
            Strictness::Relaxed => ransack::Strictness::Relaxed,
            Strictness::Signature => ransack::Strictness::Signature,
            Strictness::Template => ransack::Strictness::Template,
        }
    }
}

/// Options for all syntax tree searches, in files (`astGrep`, `astGrepStream`) and in memory
/// (`astMatch`).
#[napi(object, object_to_js = false)]
pub struct AstQueryOptions {
    /// Pattern to search for: code with metavariables. `$A` matches any single node, `$$A` also
    /// matches punctuation and keywords, and `$$$A` matches any number of siblings; `$_` and `$$$`
    /// are the unnamed forms of `$A` and `$$$A`. Names consist of upper-case letters, digits and
    /// `_`. `$name` is ordinary code; if nothing matches, `report.hints` points this out. A name
    /// that occurs twice must match the same code. A pattern need not be a whole statement or file:
    /// it is parsed in every grammatical context that accepts it. A header such as `if ($A)`
    /// matches the whole statement, and several statements match consecutive statements;
    /// `explainPattern` shows how a pattern is interpreted. `pattern`, `patterns` or `rule` is
    /// required. If none of the searched languages can parse the pattern, the call fails with
    /// `ERR_RANSACK_INVALID_PATTERN`.
    pub pattern: Option<String>,
    /// Further patterns, which follow `pattern` if both are given. Code matches if any pattern
    /// matches. Default: none.
    pub patterns: Option<Vec<String>>,
    /// ast-grep rule, as an object or as YAML: either an object with `rule` and optionally
    /// `constraints` and `utils`, or only the content of `rule`, with `pattern`, `kind`, `regex`,
    /// `inside`, `has`, `precedes`, `follows`, `all`, `any`, `not`, `matches`, `nthChild` or
    /// `range`. If patterns are also given, code matches if it matches the rule or any pattern.
    /// Default: none.
    #[napi(ts_type = "string | object")]
    pub rule: Option<String>,
    /// Node kind, as named by the grammar. If set, the first node of this kind inside the pattern
    /// is searched for, instead of the whole pattern. Default: the whole pattern.
    pub selector: Option<String>,
    /// Differences between pattern and code that a match allows. Default:
    /// `'smart'`.
    pub strictness: Option<Strictness>,
    /// Maximum number of results; the call stops after finding one more. Default: 50; no limit for
    /// `astGrepStream`. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Whether matches carry `metaVariables` and `metaVariableRanges`. Default:
    /// false.
    pub include_meta: Option<bool>,
    /// Whether each match carries the interpretation under which its pattern matched, as `reading`.
    /// Default: false.
    pub explain: Option<bool>,
}

impl AstQueryOptions {
    fn set_on(self, query: &mut AstQuery, select: &mut AstSelect) -> Result<()> {
        query.patterns = join(self.pattern, self.patterns);
        set_some(&mut query.rule, self.rule);
        set_some(&mut query.selector, self.selector);
        set(&mut query.strictness, self.strictness.map(Into::into));
        set_some(&mut select.limit, count("limit", self.limit)?);
        set(&mut select.include_meta, self.include_meta);
        set(&mut select.explain, self.explain);
        Ok(())
    }
}

/// Options for all calls that parse files.
#[napi(
    object,
    object_to_js = false,
    js_name = "AstFileOptions extends FileContentOptions"
)]
pub struct AstFileOptions {
    /// Name or alias of a language; `astLanguages()` lists the languages. Only files in this
    /// language are in scope, and in files that embed other languages, only the code in this
    /// language. If a root is a file, it is parsed in this language regardless of its name. An
    /// unknown language throws a `RansackOptionError`. Default: the language of each file, which
    /// its name or, for `.h` and its like, its text determines.
    pub lang: Option<String>,
    /// Maximum time for one file in milliseconds; a file that exceeds it is skipped and reported as
    /// `'parseTimeout'`. Default: 2000. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub time_per_file_ms: Option<f64>,
}

impl AstFileOptions {
    pub(crate) fn set_on(
        self,
        language: &mut Option<String>,
        time_per_file: &mut Option<Duration>,
    ) -> Result<()> {
        set_some(language, self.lang);
        let time = count("timePerFileMs", self.time_per_file_ms)?;
        set_some(time_per_file, time.map(Duration::from_millis));
        Ok(())
    }
}

/// Options for `astGrep` and `astGrepStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "AstGrepOptions extends FileSearchOptions, AstFileOptions, AstQueryOptions"
)]
pub struct AstGrepOptions {
    /// Whether each match has `enclosing`, the name path of the definition around it. Each file with
    /// matches is parsed once more; a workspace keeps the syntax trees of recent files. Files beyond
    /// a limit are not parsed. Default: false.
    pub enclosing: Option<bool>,
    /// Whether each match has `version`, the content id of its file, so that a later edit can require
    /// that the file is unchanged. All searched files are hashed, at about a millisecond per
    /// megabyte. Default: false.
    pub versions: Option<bool>,
    /// Whether to sort results by the modification time of their files, newest file first, then by
    /// root and path, and within a file by position. A file whose time cannot be read is last.
    /// `offset` and `limit` cut this order. All files are searched before the first result is
    /// returned; with `limit`, at most twice as many results as needed are held in memory,
    /// otherwise all results. Default: false.
    pub sort_by_mtime: Option<bool>,
}

option_groups! {
    /// Options for `astGrep` and `astGrepStream`, by group.
    pub struct AstGrepCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        content: FileContentOptions,
        files: AstFileOptions,
        query: AstQueryOptions,
        grep: AstGrepOptions,
    }
}

impl AstGrepCall {
    /// Converts to the core's options. `select` holds the page defaults.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self, select: AstSelect) -> Result<ransack::AstGrepOptions> {
        let mut core = ransack::AstGrepOptions::default();
        core.select = select;
        self.shared.set_on(
            &mut core.scope,
            &mut core.select.offset,
            &mut core.on_timeout,
        )?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.files
            .set_on(&mut core.language, &mut core.time_per_file)?;
        self.query.set_on(&mut core.query, &mut core.select)?;
        core.enclosing = self
            .grep
            .enclosing
            .unwrap_or_default()
            .then(enclosing_names);
        set(&mut core.versions, self.grep.versions);
        set(&mut core.sort_by_mtime, self.grep.sort_by_mtime);
        Ok(core)
    }
}

/// Options for `astMatch`, which searches code in memory.
#[napi(
    object,
    object_to_js = false,
    js_name = "AstMatchOptions extends CallOptions, PageOptions, AstQueryOptions"
)]
pub struct AstMatchOptions {
    /// Code to search. A string is searched as UTF-8, with U+FFFD for each lone
    /// surrogate.
    #[napi(ts_type = "string | Uint8Array")]
    pub source: OwnedText,
    /// Name or alias of the code's language; `astLanguages()` lists the languages. An unknown
    /// language throws a `RansackOptionError`.
    pub lang: String,
    /// Whether matches carry the raw bytes of their code (`textBytes`) along with the string.
    /// Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `astMatch`, by group.
    pub struct AstMatchCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        page: PageOptions,
        query: AstQueryOptions,
        /// Options specific to `astMatch`.
        pub input: AstMatchOptions,
    }
}

impl AstMatchCall {
    /// Returns the source, its language and the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<(Vec<u8>, String, ransack::AstMatchOptions)> {
        let mut core = ransack::AstMatchOptions::default();
        core.select = AstSelect::page();
        set(&mut core.select.offset, self.page.offset()?);
        self.query.set_on(&mut core.query, &mut core.select)?;
        Ok((self.input.source.bytes, self.input.lang, core))
    }
}
