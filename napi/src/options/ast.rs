//! Options of the calls that search by syntax.

use std::time::Duration;

use napi::Result;
use napi::bindgen_prelude::{Either, Uint8Array};
use napi_derive::napi;
use ransack::{AstQuery, AstSelect};

use super::{Signal, TimeoutPolicy, join, owned, scope_options, set, timeout};
use crate::number::count;

/// What may differ between a pattern and the code that it matches.
#[napi(string_enum = "camelCase")]
pub enum Strictness {
    /// Nothing: all nodes of both must match.
    Cst,
    /// Comments in the code, its punctuation and keywords that the pattern
    /// lacks, and whatever it has after the last node of the pattern.
    Smart,
    /// Punctuation and keywords of both.
    Ast,
    /// Those and comments.
    Relaxed,
    /// Those and the text of names and literals: only kinds of nodes count.
    Signature,
    /// Comments, and the kinds of nodes: only text counts.
    Template,
}

/// Options of `astGrep` and `astGrepStream`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct AstGrepOptions {
    /// What to look for: code in which `$A` stands for any one node, `$$A` for
    /// one that may also be punctuation or a keyword, and `$$$A` for any number
    /// of siblings; `$_` and `$$$` do so without a name. Names are upper-case
    /// letters, digits and `_`; the same name stands for the same code. A
    /// pattern need not be a whole statement or file: it is read in every place
    /// where it can stand.
    pub pattern: Option<String>,
    /// Several patterns, after `pattern` if that is given too; code matches if it
    /// looks like one of them.
    pub patterns: Option<Vec<String>>,
    /// A rule of ast-grep, as an object or as YAML: an object with `rule`, and
    /// where wanted `constraints` and `utils`, or only what is in `rule`, with
    /// `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`,
    /// `all`, `any`, `not`, `matches`, `nthChild` or `range`. With patterns too,
    /// code that looks like either matches.
    #[napi(ts_type = "string | object")]
    pub rule: Option<String>,
    /// The kind of node, by the name that the grammar gives it, which is looked
    /// for instead of the whole pattern: the first such node in the pattern.
    pub selector: Option<String>,
    /// What may differ between pattern and code. Default: `'smart'`.
    pub strictness: Option<Strictness>,
    /// The name or alias of a language: only files in it are searched, only what
    /// is in it of files that embed other languages, and a root that is a file
    /// is taken to be in it. Default: every file in its own.
    pub lang: Option<String>,
    /// The directory or file to search. Default: the current directory.
    pub path: Option<String>,
    /// Several, searched in this order, after `path` if that is given too.
    pub paths: Option<Vec<String>>,
    /// Path globs, as in `GrepOptions`.
    pub glob: Option<Either<String, Vec<String>>>,
    /// File types that are let in; `fileTypes()` lists them.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// File types that are left out.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether files and directories whose name starts with `.` are searched.
    /// Default: true.
    pub hidden: Option<bool>,
    /// Whether ignore files hold. Default: true.
    pub gitignore: Option<bool>,
    /// Whether `node_modules` directories are searched. They also are when a
    /// glob spells out `node_modules`. Default: false.
    pub include_node_modules: Option<bool>,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: Option<bool>,
    /// The most results. Default: 50; of `astGrepStream` all.
    pub limit: Option<f64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Whether `metaVariables` and `metaVariableRanges` are wanted. Default:
    /// false.
    pub include_meta: Option<bool>,
    /// The most milliseconds for one file; one that needs more is skipped and
    /// reported. Default: 2000.
    pub time_per_file_ms: Option<f64>,
    /// Files of more bytes are skipped and reported. Default: 16 MiB.
    pub max_file_size: Option<f64>,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
    /// Offsets in files that had to be decoded count bytes of them in UTF-8.
    pub encoding: Option<String>,
    /// Whether the list of files is kept for the next such call on the same root.
    /// It is brought up to date before every call, so answers are the same; the
    /// last eight roots are kept. Default: false. A `Workspace` does more.
    pub cache: Option<bool>,
    /// Milliseconds after which the call ends. Default: none.
    pub timeout_ms: Option<f64>,
    /// What happens then. Default: `'fail'`.
    pub on_timeout: Option<TimeoutPolicy>,
    /// Aborts the call.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
    /// Whether raw `pathBytes` and `textBytes` are wanted beside the strings.
    /// Default: false.
    pub bytes: Option<bool>,
}

/// Options of `astMatch`; as in `AstGrepOptions` unless told otherwise.
#[napi(object, object_to_js = false)]
pub struct AstMatchOptions {
    /// The code to search. A string is searched as UTF-8, in which a lone
    /// surrogate is U+FFFD.
    pub source: Either<String, Uint8Array>,
    /// The name or alias of its language.
    pub lang: String,
    /// What to look for.
    pub pattern: Option<String>,
    /// Several patterns, after `pattern` if that is given too.
    pub patterns: Option<Vec<String>>,
    /// A rule of ast-grep, as an object or as YAML.
    #[napi(ts_type = "string | object")]
    pub rule: Option<String>,
    /// The kind of node which is looked for instead of the whole pattern.
    pub selector: Option<String>,
    /// What may differ between pattern and code. Default: `'smart'`.
    pub strictness: Option<Strictness>,
    /// The most results. Default: 50.
    pub limit: Option<f64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Whether `metaVariables` and `metaVariableRanges` are wanted. Default:
    /// false.
    pub include_meta: Option<bool>,
    /// Milliseconds after which the call fails. Default: none.
    pub timeout_ms: Option<f64>,
    /// Aborts the call.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
    /// Whether raw `textBytes` are wanted beside the strings. Default: false.
    pub bytes: Option<bool>,
}

/// How many results there are at most, unless the caller says otherwise.
const LIMIT: u64 = 50;

/// What calls over files and in memory have in common.
struct Asked {
    pattern: Option<String>,
    patterns: Option<Vec<String>>,
    rule: Option<String>,
    selector: Option<String>,
    strictness: Option<Strictness>,
    limit: Option<f64>,
    offset: Option<f64>,
    include_meta: Option<bool>,
}

/// Takes it from options, of either kind.
macro_rules! asked {
    ($options:expr) => {
        Asked {
            pattern: $options.pattern,
            patterns: $options.patterns,
            rule: $options.rule,
            selector: $options.selector,
            strictness: $options.strictness,
            limit: $options.limit,
            offset: $options.offset,
            include_meta: $options.include_meta,
        }
    };
}

impl Asked {
    fn set_on(self, query: &mut AstQuery, select: &mut AstSelect) -> Result<()> {
        query.patterns = join(self.pattern, self.patterns);
        query.rule = self.rule;
        query.selector = self.selector;
        set(&mut query.strictness, self.strictness.map(Into::into));
        select.limit = count("limit", self.limit)?;
        set(&mut select.offset, count("offset", self.offset)?);
        set(&mut select.include_meta, self.include_meta);
        Ok(())
    }
}

impl AstGrepOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options; `is_limited` tells whether there is a limit if the
    /// caller sets none.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self, is_limited: bool) -> Result<ransack::AstGrepOptions> {
        let mut core = ransack::AstGrepOptions::default();
        scope_options!(self).set_on(&mut core.scope);
        core.language = self.lang;
        if let Some(time) = count("timePerFileMs", self.time_per_file_ms)? {
            core.time_per_file = Some(Duration::from_millis(time));
        }
        if let Some(size) = count("maxFileSize", self.max_file_size)? {
            core.max_file_size = Some(size);
        }
        core.encoding = self.encoding;
        set(&mut core.on_timeout, self.on_timeout.map(Into::into));
        asked!(self).set_on(&mut core.query, &mut core.select)?;
        if is_limited {
            core.select.limit.get_or_insert(LIMIT);
        }
        Ok(core)
    }
}

impl AstMatchOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The source, its language and the core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<(Vec<u8>, String, ransack::AstMatchOptions)> {
        let mut core = ransack::AstMatchOptions::default();
        asked!(self).set_on(&mut core.query, &mut core.select)?;
        core.select.limit.get_or_insert(LIMIT);
        Ok((owned(self.source), self.lang, core))
    }
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
