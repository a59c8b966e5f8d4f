//! Path search by glob pattern: `glob`, `globStream` and `escapeGlob`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, GlobMatch, Scope, Stream, Workspace};

use crate::convert::{BatchItem, BatchWriter};
use crate::files::{self, FileSearch};
use crate::options::{FileSearchCall, GlobCall};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a path search as task `id`, in `workspace` if there is one.
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

impl FileSearch for GlobCall {
    type Options = ransack::GlobOptions;
    type Match = GlobMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::GlobOptions> {
        GlobCall::into_core(self)
    }

    fn scope(options: &mut ransack::GlobOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(
        options: &ransack::GlobOptions,
        workspace: Option<&Workspace>,
        token: &CancelToken,
    ) -> Stream<GlobMatch> {
        match workspace {
            Some(workspace) => workspace.glob_stream(options, token),
            None => ransack::glob_stream(options, token),
        }
    }
}

/// Returns the glob pattern that matches exactly `path`, a relative path, whatever
/// characters it contains.
///
/// ```js
/// escapeGlob('pages/[id].tsx') // 'pages/\\[id].tsx'
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn escape_glob(path: String) -> String {
    ransack::escape_glob(&path)
}

/// Bits that announce optional parts of a match; `js/glob.js` has the same.
struct Flags;

impl Flags {
    /// The call has several roots; the root number follows.
    const ROOT: u8 = 1;
    /// The modification time follows.
    const MTIME: u8 = 2;
    /// The size follows.
    const SIZE: u8 = 4;
}

/// Layout, as `GlobBatch` in `js/glob.js` reads it:
///
/// - numbers: the flags; the file type; the length of the path in the joined
///   string; with `ROOT` the root; with `MTIME` the time; with `SIZE` the size;
///   with bytes the byte length of the path.
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
        let mut flags = 0;
        for (flag, part) in parts {
            flags |= if part.is_some() { flag } else { 0 };
        }
        writer
            .numbers
            .extend([f64::from(flags), f64::from(self.file_type as u8)]);
        writer.join(path);
        writer.numbers.extend(parts.iter().filter_map(|(_, n)| *n));
        writer.byte_len(path);
        Ok(())
    }
}
