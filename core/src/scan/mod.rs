//! Which files a call looks at: walking directories, ignore rules, file
//! types and path globs.

#[cfg_attr(
    not(feature = "ast"),
    allow(dead_code, reason = "content search needs only a part of it")
)]
mod content;
mod dir;
mod gitignore;
mod glob_list;
mod listing;
mod parallel_scan;
mod pattern;
mod probe;
mod rules;
mod snapshot;
mod source;
mod table;
mod view;
mod walk;

use std::path::PathBuf;
use std::sync::OnceLock;

use ignore::types::{Types, TypesBuilder};

use crate::error::{Error, ErrorKind, Result};

#[cfg(feature = "ast")]
pub(crate) use content::FileEncoding;
pub(crate) use content::{
    ChangePolicy, FileStart, FileVersion, GuardedReader, ReadFault, ReadOutcome, ReadPolicy,
    UndecodablePolicy, bom_len, encoding_for_label, read_full,
};
pub(crate) use dir::{Dir, EntryKind, target_kind};
pub(crate) use glob_list::{GlobList, escape};
pub(crate) use listing::{Entry, Listing, Role};
pub(crate) use parallel_scan::{AddWatch, ParallelScan, ScanProgress};
pub(crate) use probe::{LastSeen, Probe};
pub(crate) use rules::IgnoreFiles;
pub(crate) use snapshot::{FileSource, KnownTable, Snapshot};
pub(crate) use source::RuleSource;
pub(crate) use table::Table;
pub(crate) use view::{View, ViewId};
pub(crate) use walk::{Root, Skips, Walker, real_path};

/// Which files a call over a tree looks at.
///
/// The defaults are those of an editor's or agent's search: hidden files are
/// in, ignored ones are out, `.git` and `node_modules` are out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// Directories to walk and files to search, in this order. A root that is
    /// named here is searched even if an ignore file above it, or the globs
    /// and types below, would leave it out. Relative ones start from the
    /// process's current directory. Default: `.`.
    pub roots: Vec<PathBuf>,
    /// Path globs: `*`, `?`, `[a-z]`, `{a,b}`, `**`. A glob without `/` matches
    /// at any depth, one with `/` from the root; `!` before it takes paths
    /// out; the last glob that matches decides. Default: none, all files.
    pub globs: Vec<String>,
    /// Names of file types (`rust`, `js`, ...; see [`file_types`]) that are
    /// let in. Default: none, all types.
    pub types: Vec<String>,
    /// Names of file types that are left out. Default: none.
    pub types_not: Vec<String>,
    /// Whether files and directories whose name starts with `.` are in.
    /// Default: true.
    pub hidden: bool,
    /// Whether ignore rules hold: `.gitignore`, `.git/info/exclude` and the
    /// user's global excludes inside a repository, and `.ignore` anywhere;
    /// nested ones, and those of the directories above a root. Default: true.
    pub gitignore: bool,
    /// Whether `node_modules` directories are walked. They also are when a
    /// glob spells out `node_modules` or a root lies in one. Default: false.
    pub node_modules: bool,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: bool,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            roots: vec![PathBuf::from(".")],
            globs: Vec::new(),
            types: Vec::new(),
            types_not: Vec::new(),
            hidden: true,
            gitignore: true,
            node_modules: false,
            follow_symlinks: false,
        }
    }
}

impl Scope {
    /// One root and the defaults for the rest.
    pub fn new(root: impl Into<PathBuf>) -> Scope {
        Scope {
            roots: vec![root.into()],
            ..Scope::default()
        }
    }
}

/// The file types that [`Scope::types`] knows, each with its globs, sorted by
/// name. The definitions are ripgrep's.
pub fn file_types() -> &'static [(String, Vec<String>)] {
    static TYPES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let mut builder = TypesBuilder::new();
        builder.add_defaults();
        builder
            .definitions()
            .into_iter()
            .map(|d| (d.name().to_owned(), d.globs().to_vec()))
            .collect()
    })
}

/// What an operation wants of what is in scope. The default is all files.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) dirs: bool,
    /// Symbolic links as such.
    pub(crate) links: bool,
    /// What paths must match, if the operation is about paths.
    pub(crate) globs: Option<GlobList>,
}

impl Wanted {
    fn matches(&self, path: &[u8], is_dir: bool) -> bool {
        self.globs
            .as_ref()
            .is_none_or(|globs| globs.admits(path, is_dir))
    }

    fn may_match_below(&self, dir: &[u8]) -> bool {
        self.globs
            .as_ref()
            .is_none_or(|globs| globs.admits_below(dir))
    }

    fn names(&self, name: &[u8]) -> bool {
        self.globs.as_ref().is_some_and(|globs| globs.names(name))
    }

    fn names_hidden(&self, name: &[u8]) -> bool {
        self.globs
            .as_ref()
            .is_some_and(|globs| globs.names_hidden(name))
    }
}

/// The part of a scope that judges single paths, compiled.
#[derive(Debug)]
pub(crate) struct Filter {
    globs: GlobList,
    types: Types,
    /// Whether only some types are let in.
    selects_types: bool,
}

impl Filter {
    pub(crate) fn new(scope: &Scope) -> Result<Filter> {
        let globs = GlobList::filter(&scope.globs)?;
        let mut types = TypesBuilder::new();
        if !(scope.types.is_empty() && scope.types_not.is_empty()) {
            types.add_defaults();
            for name in &scope.types {
                types.select(name);
            }
            for name in &scope.types_not {
                types.negate(name);
            }
        }
        let types = types.build().map_err(|error| match error {
            ignore::Error::UnrecognizedFileType(name) => {
                Error::new(ErrorKind::UnknownType, "unknown file type").with_pattern(&name)
            }
            other => Error::option(other.to_string()),
        })?;
        let selects_types = !scope.types.is_empty();
        Ok(Filter {
            globs,
            types,
            selects_types,
        })
    }

    /// Whether what is at this path is in. A file type is one of files only.
    pub(crate) fn admits(&self, path: &[u8], is_dir: bool) -> bool {
        let has_type = if is_dir {
            !self.selects_types
        } else {
            self.types.is_empty()
                || !self
                    .types
                    .matched(crate::path::os_str(path), false)
                    .is_ignore()
        };
        has_type && (self.globs.is_empty() || self.globs.admits(path, is_dir))
    }

    /// Whether anything below the directory at this path can be in.
    pub(crate) fn admits_below(&self, path: &[u8]) -> bool {
        self.globs.is_empty() || self.globs.admits_below(path)
    }

    pub(crate) fn names(&self, name: &[u8]) -> bool {
        self.globs.names(name)
    }
}
