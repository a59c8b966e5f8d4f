//! Options for `replace`.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{ContentId, Pool};
use ransack_search::internal::{query_setters, scope_setters};
use ransack_search::{Query, Scope, ScopeRoot};
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::DEFAULT_WAIT;

/// Options for [`replace`](super::replace).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplaceOptions {
    /// Patterns and the rules for matching them. [`Query::invert`] is an error.
    pub query: Query,
    /// Text that replaces each match. Default: empty, which deletes the matches.
    ///
    /// With [`Query::literal`], the replacement is literal text. Otherwise these references stand for
    /// parts of the match:
    ///
    /// | reference | text |
    /// | --- | --- |
    /// | `$0`, `$&`, `${0}` | the match |
    /// | `$1`, `${1}` | a capture group by its number, with all digits that follow the dollar sign; empty if the group took no part in the match |
    /// | `${name}`, `$<name>`, `$name` | a capture group by its name; without brackets, all letters, digits and `_` that follow |
    /// | `$$` | a dollar sign |
    ///
    /// A dollar sign before anything else is literal. A reference to a group that one of the patterns
    /// lacks is an error. A backslash is an ordinary character. A line feed is written as the line end
    /// in use at the match, `\n` or `\r\n`, unless it follows a carriage return or a pattern names the
    /// carriage return.
    pub replacement: String,
    /// Whether the replacement takes the case of the match, by the rule of Visual Studio Code's
    /// "Preserve Case": in upper case if the match has no lower-case letter, in lower case if it has no
    /// upper-case letter, otherwise with the first letter in the case of the match's first letter. If
    /// both have the same number of parts between hyphens, or between underscores, the rule holds for
    /// each part. A match without letters has no case. Default: false.
    pub preserve_case: bool,
    /// Roots and filters that select the files to edit.
    pub scope: Scope,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run ([`ReplaceOutcome::preview`](super::ReplaceOutcome::preview)). If
    /// the changes or the texts differ from the previewed ones, nothing is written and the call
    /// fails with [`Stale`](crate::ErrorKind::Stale). Default: `None`, which skips this check.
    pub preview: Option<String>,
    /// Content ids that files must have, such as `GrepMatch::version`. A path is absolute or relative
    /// to the current directory or, in a workspace, to the workspace's root. If one of these files has
    /// other content, is not in the scope or cannot be read, the call fails with
    /// [`Stale`](crate::ErrorKind::Stale). Default: empty, which skips the check.
    pub if_versions: Vec<(PathBuf, ContentId)>,
    /// Maximum number of replacements; files are taken in path order. Default: `None`, no limit.
    pub max_replacements: Option<u64>,
    /// Maximum number of replacements in one file, from its start. Default: `None`, no limit.
    pub max_replacements_per_file: Option<u64>,
    /// Maximum number of files to change; files are taken in path order. Default: `None`, no limit.
    pub max_files: Option<u64>,
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

impl Default for ReplaceOptions {
    fn default() -> ReplaceOptions {
        ReplaceOptions {
            query: Query::default(),
            replacement: String::new(),
            preserve_case: false,
            scope: Scope::default(),
            dry_run: true,
            preview: None,
            if_versions: Vec::new(),
            max_replacements: None,
            max_replacements_per_file: None,
            max_files: None,
            max_file_size: Some(16 << 20),
            encoding: None,
            wait: DEFAULT_WAIT,
            journal: JournalOptions::default(),
            pool: None,
        }
    }
}

impl ReplaceOptions {
    /// Creates options with one pattern, its replacement, one root and default values.
    pub fn new(
        pattern: impl Into<String>,
        replacement: impl Into<String>,
        root: impl Into<ScopeRoot>,
    ) -> ReplaceOptions {
        ReplaceOptions {
            query: Query::new(pattern),
            replacement: replacement.into(),
            scope: Scope::new(root),
            ..ReplaceOptions::default()
        }
    }

    /// Returns the options that determine the changes, with default values for all other options.
    pub(super) fn deciding(&self) -> ReplaceOptions {
        let ReplaceOptions {
            dry_run,
            preview,
            if_versions,
            wait,
            journal,
            pool,
            ..
        } = ReplaceOptions::default();
        let mut options = ReplaceOptions {
            dry_run,
            preview,
            if_versions,
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
}

setters! { ReplaceOptions {
    value(Query) query,
    into(String) replacement,
    value(bool) preserve_case,
    value(Scope) scope,
    value(bool) dry_run,
    some(String) preview,
    list((PathBuf, ContentId)) if_versions,
    option(u64) max_replacements,
    option(u64) max_replacements_per_file,
    option(u64) max_files,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    value(JournalOptions) journal,
    option(Pool) pool,
}}
query_setters!(ReplaceOptions.query:);
scope_setters!(ReplaceOptions.scope:);
