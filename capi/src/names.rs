//! Names of enumerators as static C strings.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use crate::panic::guard_or;

/// NUL-terminated copies of the names that the core gives to enumerators, made when the first one
/// is needed.
pub(crate) struct Names {
    list: fn() -> Vec<&'static str>,
    texts: OnceLock<Vec<CString>>,
}

impl Names {
    pub(crate) const fn new(list: fn() -> Vec<&'static str>) -> Names {
        Names {
            list,
            texts: OnceLock::new(),
        }
    }

    /// Returns the name at an index of the list; "" if there is no such name.
    pub(crate) fn at(&'static self, index: Option<usize>) -> *const c_char {
        guard_or(c"".as_ptr(), || {
            let texts = self.texts.get_or_init(|| {
                let names = (self.list)().into_iter();
                names
                    .map(|name| CString::new(name).unwrap_or_default())
                    .collect()
            });
            let text = index.and_then(|index| texts.get(index));
            text.map_or(c"", CString::as_c_str).as_ptr()
        })
    }
}
