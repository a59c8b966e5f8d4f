//! The file types that scopes know.

use std::sync::OnceLock;

use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// A file type: a name for a set of globs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_type_def {
    /// The name, as options take it in `types` and `types_not`.
    pub name: ransack_bytes,
    /// The globs of the files that it means.
    pub globs: *const ransack_bytes,
    /// The number of globs.
    pub globs_len: usize,
}

/// Gives the file types that the library knows, sorted by name. The array, and
/// all it points to, is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_file_types(
    out_types: *mut *const ransack_file_type_def,
    out_len: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: outputs of the caller.
        let out_types = unsafe { ffi::out(out_types, "out_types") }?;
        // SAFETY: as above.
        let out_len = unsafe { ffi::out(out_len, "out_len") }?;
        let table = TABLE.get_or_init(Table::new);
        out_types.set(table.types.as_ptr());
        out_len.set(table.types.len());
        Ok(())
    })
}

static TABLE: OnceLock<Table> = OnceLock::new();

struct Table {
    types: Vec<ransack_file_type_def>,
    /// What the `globs` of the types point to.
    _globs: Vec<Vec<ransack_bytes>>,
}

// SAFETY: the pointers lead to the core's static table and to vectors of the
// same value; nothing of it changes once it is built.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    fn new() -> Table {
        let known = ransack::file_types();
        let view = |text: &String| ransack_bytes::of(text.as_bytes());
        let globs: Vec<Vec<_>> = known
            .iter()
            .map(|(_, globs)| globs.iter().map(view).collect())
            .collect();
        let types = known
            .iter()
            .zip(&globs)
            .map(|((name, _), globs)| ransack_file_type_def {
                name: view(name),
                globs: globs.as_ptr(),
                globs_len: globs.len(),
            })
            .collect();
        Table {
            types,
            _globs: globs,
        }
    }
}
