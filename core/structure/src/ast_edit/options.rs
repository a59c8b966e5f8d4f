//! Options for syntax edits.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{CancelToken, ContentId, Error, Pool, Result};
use ransack_edit::internal::{EditCall, ExpectedVersions, path_in, request_of};
use ransack_grammars::internal::{MAX_TEXT, language_named};
use ransack_search::internal::scope_setters;
use ransack_search::{Scope, ScopeRoot};
use ransack_syntax::Strictness;
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::DEFAULT_WAIT;

use crate::ast_edit::planner::SyntaxPlanner;
use crate::ast_edit::rewrite::Rewriter;

/// A pattern and its replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewrite {
    /// Pattern of the code to replace, in the syntax of
    /// [`AstQuery::patterns`](crate::AstQuery::patterns).
    ///
    /// The code that the pattern matches is replaced. Modifiers and annotations before the match,
    /// and the body after a header, are kept. Code is not replaced if it contains parts that the
    /// pattern does not name, such as a comment, `async` or a return type; see
    /// [`AstEditOptions::keeps`].
    pub pattern: String,
    /// New code.
    ///
    /// `$A` or `$$$A` stands for the bytes captured by the pattern's metavariable of that name.
    /// `\$` is a dollar sign, and `\\` before a dollar sign is a backslash. Lines of the
    /// replacement and of captures are indented like the replaced code; lines inside literals and
    /// here-documents keep their indentation.
    ///
    /// An empty replacement deletes the code together with its `;` or, for an element, the comma or
    /// operator (`|`, `&`, `||`, `&&`, `??`, `and`, `or`, `+` of bounds) between the element and
    /// the next or previous one. If only blanks remain on the line, the whole line is deleted. In a
    /// tuple, the comma is kept. A single statement that is the body of a condition or loop, or
    /// follows a label, is replaced by `{}`. The call fails if a deletion would make the code after
    /// it part of the code before it or leave an attribute to other code, or if a replacement would
    /// not be the whole body of its condition or loop.
    ///
    /// Parentheses are added around an inserted expression if an adjacent operator or the start of
    /// a statement would otherwise change how it is parsed; if needed, a `;` separates it from the
    /// previous line, and a blank separates it from an adjacent word.
    pub replacement: String,
}

impl Rewrite {
    /// Creates a rewrite of code that matches `pattern`.
    pub fn new(pattern: impl Into<String>, replacement: impl Into<String>) -> Rewrite {
        Rewrite {
            pattern: pattern.into(),
            replacement: replacement.into(),
        }
    }
}

/// Policy for parts of matched code that the pattern does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keeps {
    /// Keeps every comment, keyword, operator and node that the pattern does not name and no
    /// metavariable captures. A match that contains such code is not replaced; its file is reported
    /// as [`SkipReason::LossyRewrite`](crate::SkipReason::LossyRewrite), with the code that would
    /// be lost. In a block without a closing bracket (as in Python) or in a table (as in TOML), the
    /// statements or entries after the last one in the pattern are kept if the last lines of the
    /// replacement and the pattern have the same indentation. Commas and semicolons that the
    /// pattern lacks are not kept.
    #[default]
    Everything,
    /// Keeps nothing: every match is replaced. [`AstChange::lost`](crate::ast_edit::AstChange::lost) lists
    /// the removed code.
    Nothing,
}

impl Keeps {
    /// All values, each with its name.
    pub const ALL: [(&'static str, Keeps); 2] = [
        ("everything", Keeps::Everything),
        ("nothing", Keeps::Nothing),
    ];
}

/// Options for [`ast_edit`](crate::ast_edit::ast_edit).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AstEditOptions {
    /// Patterns and their replacements. It is an error if code matches two patterns, unless both
    /// have the same replacement text. Default: empty, which is an error.
    pub rewrites: Vec<Rewrite>,
    /// Kind of a node inside the pattern. If set, only the part of a match that corresponds to the
    /// first node of this kind is replaced; see [`AstQuery::selector`](crate::AstQuery::selector).
    /// Default: `None`.
    pub selector: Option<String>,
    /// Differences allowed between pattern and code. Default: [`Strictness::Smart`].
    pub strictness: Strictness,
    /// Roots and filters that select the files to edit. Files in unknown languages are out of
    /// scope.
    pub scope: Scope,
    /// Name or alias of a language. If set, edits only files in this language and, in files that
    /// embed other languages, only code in this language. If a root is a file, it is parsed in this
    /// language regardless of its name. Default: `None`, which is the language of each
    /// file, as in [`Language::from_file`](ransack_grammars::Language::from_file).
    pub language: Option<String>,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run ([`AstEditOutcome::preview`](crate::ast_edit::AstEditOutcome::preview)).
    /// If the changes or the texts differ from the previewed ones, nothing is written and the call
    /// fails with [`Stale`](crate::ErrorKind::Stale). The error message says whether the token is
    /// unknown, the call makes different changes, or files have changed since the dry run;
    /// [`Error::paths`](crate::Error::paths) lists the changed files. The token is valid across
    /// processes. Default: `None`, which skips this check.
    pub preview: Option<String>,
    /// Content ids that files must have, such as
    /// [`Outline::version`](crate::Outline::version). A path is absolute or relative to the current
    /// directory or, in a workspace, to the workspace's root. If one of these files has other
    /// content, is not in the scope or cannot be read, the call fails with
    /// [`Stale`](crate::ErrorKind::Stale). Default: empty, which skips the check.
    pub if_versions: Vec<(PathBuf, ContentId)>,
    /// Maximum number of passes over a file. Each pass edits the result of the previous pass, until
    /// no match remains. Default: 1; 0 counts as 1.
    pub repeat: u32,
    /// Maximum number of replacements; files are taken in path order. Default: `None`, no limit.
    pub max_replacements: Option<u64>,
    /// Maximum number of files to change; files are taken in path order. Default: `None`, no limit.
    pub max_files: Option<u64>,
    /// Whether the call fails if a potentially matching file has a syntax error before editing.
    /// Default: false, which edits the file and reports the error.
    pub fail_on_parse_error: bool,
    /// Whether edits may add syntax errors, as reported by [`check_syntax`](crate::check_syntax).
    /// An existing error that moves along with its text does not count as added. Default: false.
    pub allow_syntax_errors: bool,
    /// Matched code that no replacement may remove. Default: [`Keeps::Everything`].
    pub keeps: Keeps,
    /// Maximum time for parsing and matching one file; a file that exceeds it is skipped and
    /// reported. Default: 2 seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum size of a file in bytes. A larger file is skipped and reported; if a file would grow
    /// beyond the maximum, the call fails. Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. A
    /// file is written in the encoding in which it was read. A file is skipped and reported if its
    /// text does not encode back to the same bytes. Default: `None`, which reads UTF-8 and
    /// preserves invalid bytes.
    pub encoding: Option<String>,
    /// Maximum time to wait for other edits of the same files to end. A dry run does not wait. If
    /// zero, the call fails immediately instead of waiting. Default: 10 seconds.
    pub wait: Duration,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: the user's
    /// journal, and a session for this process.
    pub journal: JournalOptions,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for AstEditOptions {
    fn default() -> AstEditOptions {
        AstEditOptions {
            rewrites: Vec::new(),
            selector: None,
            strictness: Strictness::default(),
            scope: Scope::default(),
            language: None,
            dry_run: true,
            preview: None,
            if_versions: Vec::new(),
            repeat: 1,
            max_replacements: None,
            max_files: None,
            fail_on_parse_error: false,
            allow_syntax_errors: false,
            keeps: Keeps::default(),
            time_per_file: Some(Duration::from_secs(2)),
            max_file_size: Some(16 << 20),
            encoding: None,
            wait: DEFAULT_WAIT,
            journal: JournalOptions::default(),
            pool: None,
        }
    }
}

impl AstEditOptions {
    /// Creates options with one rewrite, one root and default values.
    pub fn new(
        pattern: impl Into<String>,
        replacement: impl Into<String>,
        root: impl Into<ScopeRoot>,
    ) -> AstEditOptions {
        AstEditOptions {
            rewrites: vec![Rewrite::new(pattern, replacement)],
            scope: Scope::new(root),
            ..AstEditOptions::default()
        }
    }

    /// Returns the options that determine the changes, with default values for all other options.
    fn deciding(&self) -> AstEditOptions {
        let AstEditOptions {
            dry_run,
            preview,
            if_versions,
            time_per_file,
            wait,
            journal,
            pool,
            ..
        } = AstEditOptions::default();
        let mut options = AstEditOptions {
            dry_run,
            preview,
            if_versions,
            time_per_file,
            wait,
            journal,
            pool,
            ..self.clone()
        };
        options.scope.roots.clear();
        options.scope.workspace = None;
        options.scope.paths_from = None;
        options
    }

    /// Compiles the rewrites into an edit.
    pub(super) fn call(&self, token: &CancelToken) -> Result<EditCall<SyntaxPlanner>> {
        if self.scope.after.is_some() {
            return Err(Error::option("an edit has no pages to continue"));
        }
        let mut if_versions = ExpectedVersions::default();
        for (path, version) in &self.if_versions {
            if_versions.add(path_in(&self.scope, path), *version);
        }
        let rewriter = Arc::new(Rewriter::new(self, token)?);
        let language = self.language.as_deref().map(language_named).transpose()?;
        Ok(EditCall {
            planner: Arc::new(SyntaxPlanner::new(rewriter, language, false)),
            scope: self.scope.clone(),
            operations: Vec::new(),
            needs_every_root: false,
            dry_run: self.dry_run,
            preview: self.preview.clone(),
            if_versions: Arc::new(if_versions),
            request: request_of(&self.deciding()),
            max_replacements: self.max_replacements,
            max_files: self.max_files,
            fail_on_parse_error: self.fail_on_parse_error,
            time_per_file: self.time_per_file,
            max_file_size: self.max_file_size,
            max_held: MAX_TEXT,
            encoding: self.encoding.clone(),
            wait: self.wait,
            journal: self.journal.clone(),
            operation: "ast_edit",
            pool: self.pool.clone(),
        })
    }
}

setters! { AstEditOptions {
    list(Rewrite) rewrites,
    some(String) selector,
    value(Strictness) strictness,
    value(Scope) scope,
    some(String) language,
    value(bool) dry_run,
    some(String) preview,
    list((PathBuf, ContentId)) if_versions,
    value(u32) repeat,
    option(u64) max_replacements,
    option(u64) max_files,
    value(bool) fail_on_parse_error,
    value(bool) allow_syntax_errors,
    value(Keeps) keeps,
    option(Duration) time_per_file,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    value(JournalOptions) journal,
    option(Pool) pool,
}}
scope_setters!(AstEditOptions.scope:);
