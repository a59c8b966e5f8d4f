//! Options for AST searches: the query, the result limits and the scope.
//!
//! Plain data. Patterns, rules, languages and encodings are validated when the search starts, not
//! here.

use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::internal::{Order, Request, scope_setters};
use ransack_search::{EnclosingNames, OnTimeout, Scope, ScopeRoot};

use crate::item::AstMatch;
use crate::strictness::Strictness;

/// Patterns, rule and matching mode for an AST search.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstQuery {
    /// Patterns; code matches if it matches at least one of them.
    ///
    /// A pattern is code in the searched language with metavariables: `$A` matches one named node,
    /// `$$A` any single node, including punctuation and keywords, and `$$$A` any number of
    /// siblings. `$_`, `$$_` and `$$$` match without capturing. Names consist of upper-case ASCII
    /// letters, digits and `_`. `$name`, in lower case, is ordinary code and not a metavariable; if
    /// nothing matches, [`Report::hints`](crate::Report::hints) says so. A name that occurs twice
    /// must match equal code both times, except names that begin with `_`, which are not captured.
    /// A metavariable must be a whole node: it is an error inside a name, a string or a comment.
    /// Using one name both for a node and for a list is also an error.
    ///
    /// A pattern is parsed in several contexts, such as a statement and a class member. It matches
    /// in each context in which it is one of the following; each match reports its
    /// [`AstMatch::context`]:
    ///
    /// - one node: an expression, a statement, a class member, a `case`;
    /// - the header of a node, such as `if ($A)`, `class $A extends $B` or `fn $F($$$) -> $R`:
    ///   matches the whole node, regardless of its body;
    /// - otherwise, consecutive siblings, such as two statements: `$V = open(); $$$ close($V);`
    ///   matches from the first to the last, with any number of statements in place of `$$$`.
    ///
    /// A modifier or annotation in the pattern allows additional ones in the code. `f($$$, $A)`
    /// captures the last argument. `$S;` matches any statement that does not end with a block; in
    /// an expression statement, it captures the expression. In `if ($A) $B`, `$B` matches and
    /// captures any statement or block, and in `fn $F() $B`, the block. `f($A, $$$)` also matches
    /// `f(1)`, a call without type arguments matches calls with them, and `let $A = $B` also
    /// matches variables with a type. In `for ($A; $B; $C)`, `$A` captures an expression, or a
    /// declaration without its `;`. `$A.foo(). $$$ .bar()` allows any calls between the two. A
    /// metavariable that stands for several nodes, such as the body of an HCL block, is a list.
    /// `"$$$"` matches any string, and `@$A` captures the name after the sigil. Predefined
    /// variables such as PHP's `$_GET` and Perl's `$ENV{` are not metavariables.
    /// [`explain_pattern`](super::explain_pattern) returns the interpretations of a pattern; a
    /// pattern without a valid interpretation is an error.
    pub patterns: Vec<String>,
    /// Rule in ast-grep's YAML or JSON syntax. Default: `None`.
    ///
    /// Either a whole rule (an object with `rule` and optionally `constraints`, `utils` and
    /// `language`) or only the content of `rule`: `pattern`, `kind`, `regex`, `inside`, `has`,
    /// `precedes`, `follows`, `all`, `any`, `not`, `matches`, `nthChild` or `range`. If patterns
    /// are also given, code matches if it matches any pattern or the rule.
    pub rule: Option<String>,
    /// Node kind, as named by the grammar, that selects a part of each pattern: only the first node
    /// of this kind is used as the pattern. Default: `None`, which uses the whole pattern.
    pub selector: Option<String>,
    /// Differences allowed between pattern and code. Default:
    /// [`Strictness::Smart`].
    pub strictness: Strictness,
}

impl AstQuery {
    /// Creates a query with one pattern and default values.
    pub fn new(pattern: impl Into<String>) -> AstQuery {
        AstQuery {
            patterns: vec![pattern.into()],
            ..AstQuery::default()
        }
    }

    /// Creates a query with a YAML or JSON rule and default values.
    pub fn from_rule(rule: impl Into<String>) -> AstQuery {
        AstQuery {
            rule: Some(rule.into()),
            ..AstQuery::default()
        }
    }
}

/// Adds the setters for [`AstQuery`].
macro_rules! ast_query_setters {
    ($($options:tt)*) => {
        setters! { $($options)* AstQuery {
            list(String) patterns,
            some(String) rule,
            some(String) selector,
            value(Strictness) strictness,
        }}
    };
}

ast_query_setters!();

/// Options that select which matches are returned and how much detail each one has.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstSelect {
    /// Maximum number of matches; the search stops after finding one match more than this number.
    /// Default: `None`, no limit.
    pub limit: Option<u64>,
    /// Number of leading matches to skip, in result order. Default: 0.
    pub offset: u64,
    /// Whether to fill in [`AstMatch::meta_variables`]. Default: false.
    pub include_meta: bool,
    /// Whether to fill in [`AstMatch::reading`]. Default: false.
    pub explain: bool,
}

impl AstSelect {
    /// Default `limit` of [`AstSelect::page`]: 50.
    pub const PAGE_LIMIT: u64 = 50;

    /// Returns default values with a `limit` of [`AstSelect::PAGE_LIMIT`]: the first page of
    /// matches, for callers that show one page at a time.
    pub fn page() -> AstSelect {
        AstSelect {
            limit: Some(AstSelect::PAGE_LIMIT),
            ..AstSelect::default()
        }
    }
}

/// Adds the setters for [`AstSelect`].
macro_rules! ast_select_setters {
    ($($options:tt)*) => {
        setters! { $($options)* AstSelect {
            option(u64) limit,
            value(u64) offset,
            value(bool) include_meta,
            value(bool) explain,
        }}
    };
}

ast_select_setters!();

/// Options for [`ast_grep`](super::ast_grep) and [`ast_grep_stream`](super::ast_grep_stream).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AstGrepOptions {
    /// Patterns and rule to search for.
    pub query: AstQuery,
    /// Roots and filters that select the files. Files in unknown languages are out of
    /// scope.
    pub scope: Scope,
    /// Limits on the matches to return, and their level of detail.
    pub select: AstSelect,
    /// Name or alias of the only language to search. Default: `None`, which is the language of
    /// each file, as in [`Language::from_file`](ransack_grammars::Language::from_file), unless the
    /// rule names one.
    ///
    /// Files in other languages are searched only for embedded code in this language. If a root is
    /// a file, it is parsed in this language regardless of its name.
    pub language: Option<String>,
    /// Maximum time for one file; a file that exceeds it is skipped and reported. Default: 2
    /// seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum file size in bytes; larger files are skipped and reported.
    /// Default: 16 MiB; `None` for the maximum of 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: `None`, which reads UTF-8 and preserves invalid bytes. Offsets in a decoded file
    /// count bytes of the decoded UTF-8 text.
    pub encoding: Option<String>,
    /// Request to set [`AstMatch::enclosing`], the name path of the definition around each match:
    /// the value that `enclosing_names` returns. Each file with matches is parsed once more; a
    /// workspace keeps the syntax trees of recent files. Files that the call does not reach because
    /// of a limit are not parsed. Default: `None`, which leaves the name unset.
    pub enclosing: Option<EnclosingNames>,
    /// Whether to set [`AstMatch::version`], the content id of the file, so that a later edit can
    /// require that the file is unchanged. All searched files are hashed, at about a millisecond per
    /// megabyte. Default: false.
    pub versions: bool,
    /// Whether matches are sorted by the modification time of their files, newest file first, then
    /// by root and path, and within a file by position. A file whose time cannot be read is last.
    /// Offset and limit cut this order. All files are searched before the first match is returned;
    /// with a limit, at most twice as many matches as needed are held in memory, otherwise all
    /// matches. Default: false, which returns matches in path order.
    pub sort_by_mtime: bool,
    /// Outcome when the token's deadline passes. Default: [`OnTimeout::Fail`], which returns an
    /// error.
    pub on_timeout: OnTimeout,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for AstGrepOptions {
    fn default() -> AstGrepOptions {
        AstGrepOptions {
            query: AstQuery::default(),
            scope: Scope::default(),
            select: AstSelect::default(),
            language: None,
            time_per_file: Some(Duration::from_secs(2)),
            max_file_size: Some(16 << 20),
            encoding: None,
            enclosing: None,
            versions: false,
            sort_by_mtime: false,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl AstGrepOptions {
    /// Creates options with one pattern, one root and default values.
    pub fn new(pattern: impl Into<String>, root: impl Into<ScopeRoot>) -> AstGrepOptions {
        AstGrepOptions {
            query: AstQuery::new(pattern),
            scope: Scope::new(root),
            ..AstGrepOptions::default()
        }
    }

    /// Returns the options that the pipeline needs.
    pub(crate) fn request(&self) -> Request<AstMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.select.offset,
            limit: self.select.limit,
            order: self.sort_by_mtime.then_some(Order::NewestFile),
            complete: None,
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { AstGrepOptions {
    value(AstQuery) query,
    value(Scope) scope,
    value(AstSelect) select,
    some(String) language,
    option(Duration) time_per_file,
    option(u64) max_file_size,
    some(String) encoding,
    option(EnclosingNames) enclosing,
    value(bool) versions,
    value(bool) sort_by_mtime,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
ast_query_setters!(AstGrepOptions.query:);
scope_setters!(AstGrepOptions.scope:);
ast_select_setters!(AstGrepOptions.select:);

/// Options for [`ast_match`](super::ast_match).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstMatchOptions {
    /// Patterns and rule to search for.
    pub query: AstQuery,
    /// Limits on the matches to return, and their level of detail.
    pub select: AstSelect,
}

impl AstMatchOptions {
    /// Creates options with one pattern and default values.
    pub fn new(pattern: impl Into<String>) -> AstMatchOptions {
        AstMatchOptions {
            query: AstQuery::new(pattern),
            ..AstMatchOptions::default()
        }
    }
}

setters! { AstMatchOptions {
    value(AstQuery) query,
    value(AstSelect) select,
}}
ast_query_setters!(AstMatchOptions.query:);
ast_select_setters!(AstMatchOptions.select:);
