//! Path search by glob pattern: `glob`, `globStream` and `escapeGlob`.

use napi::bindgen_prelude::{Either, External, Object};
use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use ransack::{CancelToken, GlobMatch, Scope, Stream};

use crate::convert::{BatchItem, BatchWriter, flags};
use crate::files::{self, FileSearch};
use crate::number::count;
use crate::options::{FileSearchCall, join, option_groups, set, set_some};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a path search as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn glob(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: GlobCall,
) -> Result<External<Task>> {
    files::start(options, (workspace, wait), waker, id)
}

/// Runs a search, and waits for it to end, in `workspace` if given. Returns an object with the
/// fields of a [`Batch`](crate::convert::Batch) and the `report`, or with the `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn glob_sync<'env>(
    env: &'env Env,
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    options: GlobCall,
) -> Result<Object<'env>> {
    files::run(env, options, (workspace, wait))
}

impl FileSearch for GlobCall {
    type Options = ransack::GlobOptions;
    type Match = GlobMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::GlobOptions> {
        let mut core = ransack::GlobOptions::default();
        self.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        let glob = self.glob;
        core.patterns = join(glob.pattern, glob.patterns);
        core.file_type = glob.file_type.as_ref().map(file_type).transpose()?;
        set(&mut core.recursive, glob.recursive);
        set(&mut core.literal, glob.literal);
        set(&mut core.ignore_case, glob.ignore_case);
        set(&mut core.stat, glob.stat);
        set(&mut core.sort_by_mtime, glob.sort_by_mtime);
        let max_results = count("maxResults", glob.max_results)?;
        set_some(&mut core.limit, count("limit", glob.limit)?.or(max_results));
        Ok(core)
    }

    fn scope(options: &mut ransack::GlobOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(options: &ransack::GlobOptions, token: &CancelToken) -> Stream<GlobMatch> {
        ransack::glob_stream(options, token)
    }
}

/// Returns a glob pattern in which no character of `path` is special. A pattern without `/` matches at
/// any depth, unless the call is not recursive; put `/` before it for the entry of the root alone.
///
/// ```js
/// escapeGlob('pages/[id].tsx') // 'pages/\\[id\\].tsx'
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn escape_glob(path: String) -> String {
    ransack::escape_glob(&path)
}

/// Bits that announce optional parts of a match; defined again in `js/glob.js`.
struct Flags;

impl Flags {
    /// The call has several roots; the root number follows.
    const ROOT: u16 = 1;
    /// The modification time follows.
    const MTIME: u16 = 2;
    /// The size follows.
    const SIZE: u16 = 4;
}

/// Layout, read by `GlobBatch` in `js/glob.js`:
///
/// - numbers: the flags; the file type; the length of the path in the joined string; with `ROOT`,
///   the root; with `MTIME`, the time; with `SIZE`, the size; with bytes, the byte length of the
///   path.
impl BatchItem for GlobMatch {
    fn max_strings(&self) -> usize {
        0
    }

    fn write(&self, _: Option<&GlobMatch>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let root = writer.shape.several_roots.then(|| f64::from(self.root));
        let mtime = self.mtime_ms.map(|time| time as f64);
        let size = self.size.map(|size| size as f64);
        let parts = [
            (Flags::ROOT, root),
            (Flags::MTIME, mtime),
            (Flags::SIZE, size),
        ];
        let flags = flags(parts.map(|(flag, part)| (flag, part.is_some())));
        writer
            .numbers
            .extend([flags, f64::from(self.file_type as u8)]);
        writer.join(path);
        writer.numbers.extend(parts.iter().filter_map(|(_, n)| *n));
        writer.byte_len(path);
        Ok(())
    }
}

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

/// Options for `glob` and `globStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "GlobOptions extends FileSearchOptions"
)]
pub struct GlobOptions {
    /// Pattern that the path from the root must match; a workspace with folders has several roots. `*` and
    /// `?` match within a name, `[a-z]` and `[!a-z]` match one character, `**` matches any number
    /// of directories, `{a,b}` matches alternatives. A pattern with a trailing `/` matches only
    /// directories and symbolic links to directories. A leading `!` excludes, and a backslash makes
    /// the next character literal. An unclosed `{` is closed at the end of the pattern; an unclosed
    /// `[` is literal. `pattern` or `patterns` is required.
    ///
    /// A pattern with braces is the union of its expansions, each of which is a separate pattern:
    /// `{*.js,src/a}` is equivalent to `*.js` and `src/a`. Empty expansions are dropped: `{*.js,}`
    /// is equivalent to `*.js`. If all expansions are empty, the braces are literal: `{}` matches
    /// the name `{}`.
    ///
    /// A leading `/` stands for the root. A pattern that starts with the absolute path of a root is
    /// relative to that root. `a/../b` is equivalent to `b`. An invalid pattern fails with
    /// `ERR_RANSACK_INVALID_GLOB`, and the message says what to write instead. The following
    /// patterns are invalid: a pattern that names the root itself (`.`, `./`) or leaves the root
    /// through `..`; extended globs such as `@(a|b)`; ranges of numbers or letters such as
    /// `{1..3}`; and lists outside braces such as `*.js,*.ts`, in which each part has a wildcard or
    /// ends in `/`. A backslash before the `(`, `{` or `,` makes that character literal.
    pub pattern: Option<String>,
    /// Further patterns, which follow `pattern` if both are given. The last matching pattern wins.
    /// Default: none.
    pub patterns: Option<Vec<String>>,
    /// Kind of entries to return. If only files or only directories are returned, a symbolic link
    /// counts as its target. Default: all kinds.
    #[napi(ts_type = "FileType | FileTypeName")]
    pub file_type: Option<Either<FileTypeName, f64>>,
    /// Whether a pattern without `/` matches at any depth; if false, it matches
    /// only directly below the root. Default: true.
    pub recursive: Option<bool>,
    /// Whether patterns are relative paths in which no character is special. Default: false.
    pub literal: Option<bool>,
    /// Whether patterns match regardless of case, under Unicode simple case folding. A root's
    /// absolute path at the start of a pattern is compared exactly. Default: false.
    pub ignore_case: Option<bool>,
    /// Whether matches carry `mtime` and `size`, which takes one `stat` call per match. Default:
    /// false.
    pub stat: Option<bool>,
    /// Whether results are sorted by modification time, newest first; implies `stat`. Default:
    /// false, which sorts by path.
    pub sort_by_mtime: Option<bool>,
    /// Maximum number of results; the call stops after finding one more. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Second name of `limit`; giving both throws a `RansackOptionError`. Default: `limit`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_results: Option<f64>,
}

option_groups! {
    /// Options for `glob` and `globStream`, by group.
    pub struct GlobCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        glob: GlobOptions,
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
