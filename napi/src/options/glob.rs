//! Options of the calls that find paths.

use std::time::Duration;

use napi::bindgen_prelude::Either;
use napi::{Error, Result, Status};
use napi_derive::napi;

use super::{Signal, TimeoutPolicy, join, scope_options, set, timeout};
use crate::number::count;

/// What a path leads to.
#[napi]
pub enum FileType {
    /// A regular file.
    File = 1,
    /// A directory.
    Dir = 2,
    /// A symbolic link.
    Symlink = 3,
}

/// The same as text.
#[napi(string_enum = "camelCase")]
pub enum FileTypeName {
    /// A regular file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link.
    Symlink,
}

/// Options of `glob` and `globStream`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct GlobOptions {
    /// What paths have to match, from the root on. `*` and `?` match within a
    /// name, `[a-z]` and `[!a-z]` one character, `**` any number of directories,
    /// `{a,b}` alternatives; a final `/` only directories; `!` before it takes
    /// paths out. A backslash makes a special character literal. A `{` that is
    /// not closed is closed at the end, a `[` is literal then.
    pub pattern: Option<String>,
    /// Several patterns, after `pattern` if that is given too; the last one that
    /// speaks of a path decides.
    pub patterns: Option<Vec<String>>,
    /// The directory to look in. Default: the current directory.
    pub path: Option<String>,
    /// Several, in this order, after `path` if that is given too.
    pub paths: Option<Vec<String>>,
    /// The only kind of result wanted. For files and directories a symbolic link
    /// counts as what it leads to. Default: all kinds.
    #[napi(ts_type = "FileType | FileTypeName")]
    pub file_type: Option<Either<FileTypeName, f64>>,
    /// Whether a pattern without `/` matches at any depth, and not only in the
    /// root itself. Default: true.
    pub recursive: Option<bool>,
    /// Whether patterns are plain relative paths. Default: false.
    pub literal: Option<bool>,
    /// Path globs that narrow the results further, as in `GrepOptions`.
    pub glob: Option<Either<String, Vec<String>>>,
    /// File types that are let in; `fileTypes()` lists them. A directory is of no
    /// type, and so left out.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// File types that are left out.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether names that start with `.` are found, other than by a pattern that
    /// spells out the `.`. Default: false.
    pub hidden: Option<bool>,
    /// Whether ignore files hold. Default: true.
    pub gitignore: Option<bool>,
    /// Whether `node_modules` directories are looked into. They also are when a
    /// pattern spells out `node_modules`. Default: false.
    pub include_node_modules: Option<bool>,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: Option<bool>,
    /// Whether `mtime` and `size` are wanted. Default: false.
    pub stat: Option<bool>,
    /// Whether results come newest first, with `mtime` and `size`. Default:
    /// false, by path.
    pub sort_by_mtime: Option<bool>,
    /// The most results. Default: all.
    pub max_results: Option<f64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: Option<f64>,
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
    /// Whether raw `pathBytes` are wanted beside the strings. Default: false.
    pub bytes: Option<bool>,
}

impl GlobOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count, or no file type.
    pub fn into_core(self) -> Result<ransack::GlobOptions> {
        let mut core = ransack::GlobOptions::default();
        scope_options!(self).set_on(&mut core.scope);
        core.patterns = join(self.pattern, self.patterns);
        core.file_type = self.file_type.as_ref().map(file_type).transpose()?;
        set(&mut core.recursive, self.recursive);
        set(&mut core.literal, self.literal);
        set(&mut core.stat, self.stat);
        set(&mut core.sort_by_mtime, self.sort_by_mtime);
        core.limit = count("maxResults", self.max_results)?;
        set(&mut core.offset, count("offset", self.offset)?);
        set(&mut core.on_timeout, self.on_timeout.map(Into::into));
        Ok(core)
    }
}

fn file_type(value: &Either<FileTypeName, f64>) -> Result<ransack::FileType> {
    use ransack::FileType::{Dir, File, Symlink};
    match value {
        Either::A(FileTypeName::File) => Ok(File),
        Either::A(FileTypeName::Dir) => Ok(Dir),
        Either::A(FileTypeName::Symlink) => Ok(Symlink),
        Either::B(number) => [File, Dir, Symlink]
            .into_iter()
            .find(|known| f64::from(*known as u8) == *number)
            .ok_or_else(|| {
                Error::new(
                    Status::InvalidArg,
                    format!("`fileType` must be a `FileType`, not {number}"),
                )
            }),
    }
}
