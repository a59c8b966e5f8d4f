//! Options of `glob` and `globStream`.

use napi::bindgen_prelude::Either;
use napi::{Error, Result, Status};
use napi_derive::napi;

use super::{FileSearchCall, join, option_groups, set, set_some};
use crate::number::count;

/// Kind of a directory entry, as a number.
#[napi]
pub enum FileType {
    /// Regular file.
    File = 1,
    /// Directory.
    Dir = 2,
    /// Symbolic link.
    Symlink = 3,
}

/// Kind of a directory entry, as a string: a regular file, a directory or a
/// symbolic link.
#[napi(string_enum = "camelCase")]
pub enum FileTypeName {
    /// Regular file.
    File,
    /// Directory.
    Dir,
    /// Symbolic link.
    Symlink,
}

/// Options of `glob` and `globStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "GlobOptions extends FileSearchOptions"
)]
pub struct GlobOptions {
    /// Pattern that the path, relative to its root, must match. `*` and `?` match
    /// within a name, `[a-z]` and `[!a-z]` match one character, `**` matches any
    /// number of directories, `{a,b}` matches alternatives. A trailing `/` matches
    /// only directories, a leading `!` excludes, a backslash makes the next
    /// character literal. A `{` that is never closed is closed at the end of the
    /// pattern; a `[` that is never closed is literal. `pattern` or `patterns` is
    /// required. An invalid pattern fails with `ERR_RANSACK_INVALID_GLOB`.
    pub pattern: Option<String>,
    /// Further patterns, after `pattern` if that is given too. The last matching
    /// pattern wins. Default: none.
    pub patterns: Option<Vec<String>>,
    /// Only kind of entry to return. If it is a file or a directory, a symbolic
    /// link counts as its target. Default: all kinds.
    #[napi(ts_type = "FileType | FileTypeName")]
    pub file_type: Option<Either<FileTypeName, f64>>,
    /// Whether a pattern without `/` matches at any depth; if false, it matches
    /// only directly below the root. Default: true.
    pub recursive: Option<bool>,
    /// Whether patterns are literal relative paths. Default: false.
    pub literal: Option<bool>,
    /// Whether matches carry `mtime` and `size`, which costs one `stat` per match.
    /// Default: false.
    pub stat: Option<bool>,
    /// Whether results are sorted by modification time, newest first; implies
    /// `stat`. Default: false, sorted by path.
    pub sort_by_mtime: Option<bool>,
    /// Maximum number of results; the call stops when it has found one more.
    /// Default: no limit.
    pub max_results: Option<f64>,
}

option_groups! {
    /// Options of `glob` and `globStream`, by group.
    pub struct GlobCall {
        /// Options of every search over files.
        pub shared: FileSearchCall,
        glob: GlobOptions,
    }
}

impl GlobCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1, and if
    /// `fileType` is not a file type.
    pub fn into_core(self) -> Result<ransack::GlobOptions> {
        let mut core = ransack::GlobOptions::default();
        self.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        let glob = self.glob;
        core.patterns = join(glob.pattern, glob.patterns);
        core.file_type = glob.file_type.as_ref().map(file_type).transpose()?;
        set(&mut core.recursive, glob.recursive);
        set(&mut core.literal, glob.literal);
        set(&mut core.stat, glob.stat);
        set(&mut core.sort_by_mtime, glob.sort_by_mtime);
        set_some(&mut core.limit, count("maxResults", glob.max_results)?);
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
