//! Table of languages with a grammar.

use std::sync::OnceLock;

use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Language whose syntax the library can parse.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_language {
    /// Name, in lower case.
    pub name: ransack_bytes,
    /// Other names. Language names and aliases are case-insensitive.
    pub aliases: *const ransack_bytes,
    /// Number of aliases.
    pub aliases_len: usize,
    /// File extensions, without the dot, in lower case. If two languages share an extension, a file
    /// belongs to the language that is listed first.
    pub extensions: *const ransack_bytes,
    /// Number of extensions.
    pub extensions_len: usize,
    /// Complete file names. An entry that ends in ".*" matches every name that begins with the part
    /// before "*".
    pub file_names: *const ransack_bytes,
    /// Number of file names.
    pub file_names_len: usize,
}

/// Returns the languages whose syntax the library can parse, sorted by name. `out_languages`
/// receives a pointer to an array, and `out_len` its number of entries. The array and everything it
/// points to are static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_languages(
    out_languages: *mut *const ransack_ast_language,
    out_len: *mut usize,
) -> ransack_status {
    // SAFETY: the header requires both outputs to be NULL or valid for one write.
    guard(|| unsafe {
        let out_languages = ffi::out_param(out_languages, "out_languages")?;
        let out_len = ffi::out_param(out_len, "out_len")?;
        let table = TABLE.get_or_init(LanguageTable::new);
        out_languages.write(table.languages.as_ptr());
        out_len.write(table.languages.len());
        Ok(())
    })
}

static TABLE: OnceLock<LanguageTable> = OnceLock::new();

struct LanguageTable {
    languages: Vec<ransack_ast_language>,
    /// Arrays that the languages point to, three for each language.
    _names: Vec<[Vec<ransack_bytes>; 3]>,
}

// SAFETY: the pointers lead to the static table of the core and to vectors owned by the same value,
// which never change after `new`.
unsafe impl Send for LanguageTable {}
// SAFETY: the value never changes after `new`, so shared access only reads.
unsafe impl Sync for LanguageTable {}

impl LanguageTable {
    fn new() -> LanguageTable {
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
        LanguageTable {
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
