//! Finding paths by pattern.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{GlobMatch, Workspace};

use crate::convert::{Item, Shape, Writer};
use crate::options::GlobOptions;
use crate::task::{Task, Waker};
use crate::workspace::cached;

/// Starts a search for paths, of which JavaScript makes the package's `glob`
/// and `globStream`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn glob(waker: &External<Waker>, id: u32, options: GlobOptions) -> Result<External<Task>> {
    start(waker, id, options, None)
}

/// Starts a search, in a workspace if there is one.
pub(crate) fn start(
    waker: &Waker,
    id: u32,
    options: GlobOptions,
    workspace: Option<Workspace>,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let is_cached = options.cache.unwrap_or_default();
    let mut options = options.into_core()?;
    let workspace = match workspace {
        None if is_cached => cached(&mut options.scope),
        other => other,
    };
    let shape = Shape {
        several_roots: options.scope.roots.len() > 1,
        bytes,
        ..Shape::default()
    };
    Ok(waker.start(id, timeout, shape, |token| match workspace {
        Some(workspace) => workspace.glob_stream(&options, token),
        None => ransack::glob_stream(&options, token),
    }))
}

/// The pattern that matches exactly this relative path, whatever characters it
/// holds.
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn escape_glob(path: String) -> String {
    ransack::escape_glob(&path)
}

/// What a match has besides the usual.
struct Flags;

impl Flags {
    /// There are several roots.
    const ROOT: u8 = 1;
    /// Its time is known.
    const MTIME: u8 = 2;
    /// Its size is known.
    const SIZE: u8 = 4;
}

/// `GlobBatch` in `js/glob.js` reads what is written here:
///
/// - numbers: the flags; the file type; the length of the path in the joined
///   string; with `ROOT` the root; with `MTIME` the time; with `SIZE` the size;
///   with bytes the length of the path in bytes.
impl Item for GlobMatch {
    fn strings(&self) -> usize {
        0
    }

    fn write(&self, _: Option<&GlobMatch>, writer: &mut Writer<'_>) -> Result<()> {
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
        writer.length(path);
        Ok(())
    }
}
