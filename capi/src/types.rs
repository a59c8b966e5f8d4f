//! Table of the file types that a scope can include or exclude.

use std::sync::OnceLock;

use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// File type: a name for a set of globs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_type_def {
    /// Name to use in `types` and `types_not` in ransack_scope.
    pub name: ransack_bytes,
    /// Globs that match the file names of this type.
    pub globs: *const ransack_bytes,
    /// Number of globs.
    pub globs_len: usize,
}

/// Returns the known file types, sorted by name. `out_types` receives a pointer to an array, and
/// `out_len` its number of entries. The array and everything it points to are static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_file_types(
    out_types: *mut *const ransack_file_type_def,
    out_len: *mut usize,
) -> ransack_status {
    // SAFETY: the header requires both outputs to be NULL or valid for one write.
    guard(|| unsafe {
        let out_types = ffi::out_param(out_types, "out_types")?;
        let out_len = ffi::out_param(out_len, "out_len")?;
        let table = TABLE.get_or_init(TypeTable::new);
        out_types.write(table.types.as_ptr());
        out_len.write(table.types.len());
        Ok(())
    })
}

static TABLE: OnceLock<TypeTable> = OnceLock::new();

struct TypeTable {
    types: Vec<ransack_file_type_def>,
    /// Arrays that the `globs` fields of the types point to.
    _globs: Vec<Vec<ransack_bytes>>,
}

// SAFETY: the pointers lead to the static table of the core and to vectors owned by the same value,
// which never change after `new`.
unsafe impl Send for TypeTable {}
// SAFETY: the value never changes after `new`, so shared access only reads.
unsafe impl Sync for TypeTable {}

impl TypeTable {
    fn new() -> TypeTable {
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
        TypeTable {
            types,
            _globs: globs,
        }
    }
}
