//! Options for a workspace.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{Pool, RefreshMode};

use crate::index::IndexMode;
use crate::scan::CallDefaults;

/// Set of default values for the limits of searches in a workspace: `grep`, `ast_grep`, `glob`,
/// `fuzzy_find`, `outline`, `definition` and `skeleton`. A value in the options of a call takes
/// precedence, and so does a default value in [`WorkspaceOptions`]; a limit of `u64::MAX` is no
/// limit. Edits have no default limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// No limits.
    #[default]
    None,
    /// Limits for a caller that passes results to a language model: 100 results, 500 bytes per line
    /// of a `grep`, and 10 seconds, after which a search returns the results found so far.
    /// Calls wait for the initial scan within this time, except calls through
    /// [`without_waiting`](super::Workspace::without_waiting).
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{CancelToken, GlobOptions, Preset, Workspace, WorkspaceOptions, glob};
    ///
    /// let options = WorkspaceOptions::default().preset(Preset::Agent).default_limit(5);
    /// let workspace = Workspace::open("src", &options)?;
    /// let options = GlobOptions::new("**/*.rs", &workspace);
    /// let outcome = glob(&options, &CancelToken::new())?;
    /// assert_eq!(outcome.items.len(), 5);
    /// let outcome = glob(&options.limit(7), &CancelToken::new())?;
    /// assert_eq!(outcome.items.len(), 7);
    /// # Ok::<(), ransack::Error>(())
    /// ```
    Agent,
}

/// Options for [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// Refresh mode of the file table. Default: [`RefreshMode::Watch`], with [`RefreshMode::Stat`]
    /// as the fallback where watching is not possible. With [`RefreshMode::Walk`], the workspace
    /// keeps no file table.
    pub refresh: RefreshMode,
    /// Directories that make up the workspace, like the folders of a multi-root workspace in an
    /// editor: absolute paths, or paths relative to the root. All of them must be below the root.
    /// The workspace then scans, watches and indexes only these directories. A call's root that
    /// holds folders and is in none, such as the default `.`, stands for these folders, in this
    /// order. A root with wildcards above folders, such as `**/*.js`, selects in the folders that it
    /// reaches. Any other root must be in a folder. Paths in results stay relative to the root.
    /// Default: empty, which means the whole root.
    pub folders: Vec<PathBuf>,
    /// Whether the paths of a call may lead outside the workspace's root or its folders through an
    /// absolute path, `..` or a symbolic link. If false, such a call fails with
    /// [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption), unless `allow` lists the path.
    /// Default: false.
    pub allow_outside: bool,
    /// Directories and files outside the root that calls may reach, with everything below the
    /// directories: absolute paths, or relative to the root. They need not exist; links are resolved
    /// when the workspace is opened. Calls walk these directories as without a workspace, and an edit
    /// of a file writes its temporary files next to it. Buffers can only be opened below the root.
    /// Default: empty.
    pub allow: Vec<PathBuf>,
    /// Globs of paths that no call may reach, looked at before all other options; see
    /// [`Workspace`](super::Workspace). A glob without `/` matches at any depth; a glob with `/` is
    /// relative to the root and to each directory in `allow`, or is an absolute path. Globs match
    /// entries below the root and below the directories in `allow`, and with `allow_outside` entries
    /// outside, but neither the root nor a directory above it or above a path in `allow`. A glob that
    /// matches a directory denies everything below it; with a trailing `/`, it matches only
    /// directories. The last matching glob wins; `!` negates, as in `.env*` and `!.env.sample`. The
    /// notation is the one of [`GlobOptions::patterns`](crate::GlobOptions::patterns). On Windows and
    /// macOS, case is ignored. Fails with [`ErrorKind::InvalidGlob`](crate::ErrorKind::InvalidGlob) if
    /// a glob cannot be parsed. Default: empty.
    pub deny: Vec<String>,
    /// Kind of content index. With an index, a search for a selective pattern reads few files;
    /// results do not change. An index costs a few seconds of background work per gigabyte of text,
    /// and takes up about a tenth of the size of the text. Needs a refresh mode other than
    /// [`RefreshMode::Walk`]. Default: [`IndexMode::None`].
    pub index: IndexMode,
    /// Directory for the index on disk, which several workspaces and processes may share. The
    /// directory is created so that only the user can access it. Default: `None`, which selects
    /// `ransack/index` in the user's cache directory.
    pub index_path: Option<PathBuf>,
    /// Default values for the limits of searches in the workspace. Default: [`Preset::None`].
    pub preset: Preset,
    /// Maximum number of results of a search whose options set none. Default: `None`, the preset's
    /// value.
    pub default_limit: Option<u64>,
    /// Maximum number of bytes per line of a `grep` whose options set none. Default: `None`, the
    /// preset's value.
    pub default_max_columns: Option<usize>,
    /// Time after which a search returns the results found so far, unless the token of the call has
    /// a deadline. Default: `None`, the preset's value.
    pub default_time_limit: Option<Duration>,
    /// Pool for the initial scan and for calls whose options name no pool. Default: `None`, which
    /// means [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for WorkspaceOptions {
    fn default() -> WorkspaceOptions {
        WorkspaceOptions {
            refresh: RefreshMode::Watch,
            folders: Vec::new(),
            allow_outside: false,
            allow: Vec::new(),
            deny: Vec::new(),
            index: IndexMode::None,
            index_path: None,
            preset: Preset::None,
            default_limit: None,
            default_max_columns: None,
            default_time_limit: None,
            pool: None,
        }
    }
}

impl WorkspaceOptions {
    /// Returns the values for options that a search leaves unset.
    pub(super) fn call_defaults(&self) -> CallDefaults {
        let preset = match self.preset {
            Preset::None => CallDefaults::default(),
            Preset::Agent => CallDefaults {
                limit: Some(100),
                max_columns: Some(500),
                time_limit: Some(Duration::from_secs(10)),
            },
        };
        CallDefaults {
            limit: self.default_limit.or(preset.limit),
            max_columns: self.default_max_columns.or(preset.max_columns),
            time_limit: self.default_time_limit.or(preset.time_limit),
        }
    }
}

setters! { WorkspaceOptions {
    value(RefreshMode) refresh,
    list(PathBuf) folders,
    value(bool) allow_outside,
    list(PathBuf) allow,
    list(String) deny,
    value(IndexMode) index,
    option(PathBuf) index_path,
    value(Preset) preset,
    option(u64) default_limit,
    option(usize) default_max_columns,
    option(Duration) default_time_limit,
    option(Pool) pool,
}}
