//! The languages that can be searched by syntax.

use std::sync::OnceLock;

use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// A language that can be searched by syntax.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_language {
    /// The name, in lower case.
    pub name: ransack_bytes,
    /// Other names that it answers to. Case is ignored in all of them.
    pub aliases: *const ransack_bytes,
    /// Their number.
    pub aliases_len: usize,
    /// Extensions of its files, without the dot, in lower case. If two languages
    /// share one, a file is of the first of them.
    pub extensions: *const ransack_bytes,
    /// Their number.
    pub extensions_len: usize,
    /// Whole names of its files. One that ends in ".*" stands for all names that
    /// begin so.
    pub file_names: *const ransack_bytes,
    /// Their number.
    pub file_names_len: usize,
}

/// Gives the languages that the library can search by syntax, sorted by name. The
/// array, and all it points to, is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_languages(
    out_languages: *mut *const ransack_ast_language,
    out_len: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: outputs of the caller.
        let out_languages = unsafe { ffi::out(out_languages, "out_languages") }?;
        // SAFETY: as above.
        let out_len = unsafe { ffi::out(out_len, "out_len") }?;
        let table = TABLE.get_or_init(Table::new);
        out_languages.set(table.languages.as_ptr());
        out_len.set(table.languages.len());
        Ok(())
    })
}

static TABLE: OnceLock<Table> = OnceLock::new();

struct Table {
    languages: Vec<ransack_ast_language>,
    /// What they point to, three lists for each.
    _names: Vec<[Vec<ransack_bytes>; 3]>,
}

// SAFETY: the pointers lead to the core's static table and to vectors of the
// same value; nothing of it changes once it is built.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    fn new() -> Table {
        let known = ransack::ast::languages();
        let views = |names: &[&'static str]| {
            let views = names.iter().map(|name| ransack_bytes::of(name.as_bytes()));
            views.collect::<Vec<_>>()
        };
        let names: Vec<_> = known
            .iter()
            .map(|l| [l.aliases, l.extensions, l.file_names].map(views))
            .collect();
        let languages = known.iter().zip(&names);
        Table {
            languages: languages
                .map(
                    |(language, [aliases, extensions, file_names])| ransack_ast_language {
                        name: ransack_bytes::of(language.name.as_bytes()),
                        aliases: aliases.as_ptr(),
                        aliases_len: aliases.len(),
                        extensions: extensions.as_ptr(),
                        extensions_len: extensions.len(),
                        file_names: file_names.as_ptr(),
                        file_names_len: file_names.len(),
                    },
                )
                .collect(),
            _names: names,
        }
    }
}
