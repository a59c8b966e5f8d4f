use std::time::Duration;

use super::item::AstMatch;
use crate::exec::Pool;
use crate::pipeline::{OnTimeout, Request};
use crate::scan::Scope;

/// What to look for in syntax trees.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstQuery {
    /// The patterns; code matches if it looks like one of them.
    ///
    /// A pattern is code in which `$A` stands for any one node, `$$A` for one
    /// that may also be punctuation or a keyword, and `$$$A` for any number of
    /// siblings; `$_` and `$$$` do so without a name. Names are upper-case
    /// letters, digits and `_`; the same name stands for the same code. A
    /// pattern need not be a whole statement or file: it is read in every
    /// place where it can stand ([`AstMatch::context`]).
    pub patterns: Vec<String>,
    /// A rule in the YAML or JSON form of ast-grep: an object with `rule`, and
    /// where wanted `constraints` and `utils`, or only what is in `rule`, with
    /// `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`,
    /// `all`, `any`, `not`, `matches`, `nthChild` or `range`. Default: none.
    /// With patterns too, code that looks like either matches.
    pub rule: Option<String>,
    /// The kind of node, by the name that the grammar gives it, which is
    /// looked for instead of the whole pattern: the first such node in the
    /// pattern. Default: none.
    pub selector: Option<String>,
    /// What may differ between pattern and code. Default:
    /// [`Strictness::Smart`].
    pub strictness: Strictness,
}

impl AstQuery {
    /// One pattern and the defaults for the rest.
    pub fn new(pattern: impl Into<String>) -> AstQuery {
        AstQuery {
            patterns: vec![pattern.into()],
            ..AstQuery::default()
        }
    }

    /// A rule in YAML and the defaults for the rest.
    pub fn from_rule(rule: impl Into<String>) -> AstQuery {
        AstQuery {
            rule: Some(rule.into()),
            ..AstQuery::default()
        }
    }
}

/// What may differ between a pattern and the code that it matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Nothing: all nodes of both must match.
    Cst,
    /// Comments in the code, its punctuation and keywords that the pattern
    /// lacks, and whatever it has after the last node of the pattern.
    #[default]
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

impl Strictness {
    /// Every value, with the name that other tools give it.
    pub const ALL: [(&'static str, Strictness); 6] = [
        ("cst", Strictness::Cst),
        ("smart", Strictness::Smart),
        ("ast", Strictness::Ast),
        ("relaxed", Strictness::Relaxed),
        ("signature", Strictness::Signature),
        ("template", Strictness::Template),
    ];
}

/// Which of the matches are wanted, and how much of each.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstSelect {
    /// The most results; the search stops when it has seen one more. Default:
    /// `None`, all.
    pub limit: Option<u64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// Whether [`AstMatch::meta_variables`] is filled in. Default: false.
    pub include_meta: bool,
}

impl AstSelect {
    /// Default `limit` of [`AstSelect::page`]: 50.
    pub const PAGE_LIMIT: u64 = 50;

    /// Selects the first page of matches, for callers that show one page at a
    /// time: the defaults with a `limit` of [`AstSelect::PAGE_LIMIT`].
    pub fn page() -> AstSelect {
        AstSelect {
            limit: Some(AstSelect::PAGE_LIMIT),
            ..AstSelect::default()
        }
    }
}

/// Options of [`ast_grep`](super::ast_grep).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AstGrepOptions {
    /// What to look for.
    pub query: AstQuery,
    /// Where. A file whose name tells no known language is out of scope.
    pub scope: Scope,
    /// What to return.
    pub select: AstSelect,
    /// The name or alias of a language: only files in it are searched, only
    /// what is in it of files that embed other languages, and a root that is a
    /// file is taken to be in it. Default: `None`, every file in its own.
    pub language: Option<String>,
    /// The most time for one file; one that needs more is skipped and
    /// reported. Default: 2 seconds; `None` for any.
    pub time_per_file: Option<Duration>,
    /// Files of more bytes are skipped and reported. Default: 16 MiB; `None`
    /// for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard. Default: `None`, UTF-8, in which invalid bytes
    /// are kept as they are. Offsets in files that had to be decoded count
    /// bytes of the decoded text.
    pub encoding: Option<String>,
    /// What to return when the token's deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// The threads to use. Default: `None`, [`Pool::shared`].
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
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl AstGrepOptions {
    /// A pattern, a root and the defaults for the rest.
    pub fn new(pattern: impl Into<String>, root: impl Into<std::path::PathBuf>) -> AstGrepOptions {
        AstGrepOptions {
            query: AstQuery::new(pattern),
            scope: Scope::new(root),
            ..AstGrepOptions::default()
        }
    }

    pub(crate) fn run(&self) -> Request<AstMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.select.offset,
            limit: self.select.limit,
            order: None,
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
            workspace: None,
        }
    }
}

/// Options of [`ast_match`](super::ast_match).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AstMatchOptions {
    /// What to look for.
    pub query: AstQuery,
    /// What to return.
    pub select: AstSelect,
}

impl AstMatchOptions {
    /// A pattern and the defaults for the rest.
    pub fn new(pattern: impl Into<String>) -> AstMatchOptions {
        AstMatchOptions {
            query: AstQuery::new(pattern),
            ..AstMatchOptions::default()
        }
    }
}
