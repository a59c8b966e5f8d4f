//! Options of AST edits (`ransack_ast_edit`).

use std::mem::offset_of;
use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use ransack::{AstEditOptions, Rewrite};

use super::ast::{ransack_strictness, strictness};
use super::scope::{self, ransack_scope};
use super::{
    CallOptions, FileOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_text,
    to_limit,
};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Newest version of ransack_ast_edit_options.
pub const RANSACK_AST_EDIT_OPTIONS_VERSION: u32 = 1;

/// Pattern with its replacement. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_rewrite {
    /// Pattern of the code to replace, in the syntax of `patterns` of ransack_ast_grep_options.
    pub pattern: ransack_bytes,
    /// Replacement, UTF-8. $A or $$$A inserts the capture of the pattern's metavariable of that
    /// name, byte for byte; "\$" is a literal '$', and "\\" before a '$' a literal backslash. Lines
    /// of the replacement and of captures are indented like the replaced code, except lines inside
    /// literals. An empty replacement deletes the code with the ';' that ends it, and its line if
    /// only white space remains there.
    pub replacement: ransack_bytes,
}

/// Options of ransack_ast_edit(). Initialise with RANSACK_AST_EDIT_OPTIONS_INIT or
/// ransack_ast_edit_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_edit_options {
    /// RANSACK_AST_EDIT_OPTIONS_VERSION of the header that the program was compiled with.
    pub version: u32,
    /// Rewrites. Code that matches two of them is RANSACK_STATUS_OVERLAPPING_EDITS unless both give
    /// the same text. Default: none, which is RANSACK_STATUS_INVALID_OPTION.
    pub rewrites: *const ransack_rewrite,
    /// Number of rewrites. Default: 0.
    pub rewrites_len: usize,
    /// Node kind of the grammar: the first node of this kind in a pattern is searched for and
    /// replaced instead of the whole pattern. Default: empty, none.
    pub selector: ransack_bytes,
    /// Files to edit. A file whose name belongs to no known language is out of scope. Default:
    /// NULL, the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Differences allowed between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// Name or alias of a language, with the meaning of `language` of ransack_ast_grep_options.
    /// Default: empty, each file in its own language.
    pub language: ransack_bytes,
    /// `preview` of an earlier outcome. If the changes would not be exactly the previewed ones in
    /// exactly the previewed texts, nothing changes and the call fails with RANSACK_STATUS_STALE.
    /// Default: empty, none.
    pub preview: ransack_bytes,
    /// Maximum number of replacements; the first ones in path order are made. Default:
    /// RANSACK_NO_LIMIT.
    pub max_replacements: u64,
    /// Maximum number of files to change; the first ones in path order are changed. Default:
    /// RANSACK_NO_LIMIT.
    pub max_files: u64,
    /// Maximum time in milliseconds to read and match one file; a file that takes longer is skipped
    /// and reported. Default: 2000.
    pub time_per_file_ms: u64,
    /// Maximum size of a file in bytes; a larger file is skipped and reported, and a file that
    /// would become larger fails the call. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, a label of the WHATWG Encoding Standard. A file
    /// is written in the encoding in which it was read; a file that does not survive decoding and
    /// encoding unchanged is skipped and reported. Default: empty, UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's. It does
    /// not interrupt the replacement of files once that has begun. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Maximum number of passes over a file; each pass edits the result of the pass before, until
    /// nothing matches. 0 counts as 1. Default: 1.
    pub repeat: u32,
    /// Whether changes are only returned and no file is written. Default: 1.
    pub dry_run: u8,
    /// Whether a file that may match and has syntax errors before its edits fails the call. If not,
    /// it is edited and reported. Default: 0.
    pub fail_on_parse_error: u8,
    /// Whether a file may have more syntax errors after its edits than before. If not, such an edit
    /// is RANSACK_STATUS_SYNTAX_ERROR. Default: 0.
    pub allow_syntax_errors: u8,
}

/// Writes the default of every field, like RANSACK_AST_EDIT_OPTIONS_INIT.
///
/// `version` is RANSACK_AST_EDIT_OPTIONS_VERSION of the caller's header; nothing is written behind
/// the last field of that version. Fails with RANSACK_STATUS_BAD_VERSION for an unknown version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit_options_init(
    options: *mut ransack_ast_edit_options,
    version: u32,
) -> ransack_status {
    // SAFETY: the header requires `options` to be NULL or a writable struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, a `u32` version first, integers and raw pointers only.
unsafe impl Versioned for ransack_ast_edit_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_ast_edit_options, allow_syntax_errors) + size_of::<u8>()];

    fn defaults() -> ransack_ast_edit_options {
        let core = AstEditOptions::default();
        ransack_ast_edit_options {
            version: RANSACK_AST_EDIT_OPTIONS_VERSION,
            rewrites: ptr::null(),
            rewrites_len: 0,
            selector: NO_BYTES,
            scope: ptr::null(),
            strictness: ransack_strictness::Smart as u32,
            language: NO_BYTES,
            preview: NO_BYTES,
            max_replacements: from_limit(core.max_replacements),
            max_files: from_limit(core.max_files),
            time_per_file_ms: from_duration(core.time_per_file),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            repeat: core.repeat,
            dry_run: core.dry_run.into(),
            fail_on_parse_error: core.fail_on_parse_error.into(),
            allow_syntax_errors: core.allow_syntax_errors.into(),
        }
    }
}

impl CallOptions for ransack_ast_edit_options {
    type Core = AstEditOptions;

    unsafe fn resolve(&self) -> Result<AstEditOptions, Failure> {
        let mut core = AstEditOptions::default();
        // SAFETY: the contract of this function.
        let rewrites = unsafe { ffi::array(self.rewrites, self.rewrites_len, "rewrites") }?;
        for rewrite in rewrites {
            // SAFETY: both texts are valid by the contract of this function.
            let (pattern, replacement) = unsafe {
                (
                    rewrite.pattern.text("rewrites")?,
                    rewrite.replacement.text("rewrites")?,
                )
            };
            core.rewrites.push(Rewrite::new(pattern, replacement));
        }
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.selector = optional_text(self.selector, "selector")?;
            scope::resolve(self.scope, &mut core.scope)?;
            core.language = optional_text(self.language, "language")?;
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
        }
        core.strictness = strictness(self.strictness)?;
        core.dry_run = self.dry_run != 0;
        core.repeat = self.repeat;
        core.max_replacements = to_limit(self.max_replacements);
        core.max_files = to_limit(self.max_files);
        core.fail_on_parse_error = self.fail_on_parse_error != 0;
        core.allow_syntax_errors = self.allow_syntax_errors != 0;
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl FileOptions for ransack_ast_edit_options {
    fn roots(core: &mut AstEditOptions) -> &mut Vec<PathBuf> {
        &mut core.scope.roots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roots are an exception: C has no default root.
    #[test]
    fn defaults_equal_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_ast_edit_options::defaults().resolve() }.unwrap();
        let mut expected = AstEditOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// Sizes of published versions never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn published_versions_keep_their_size() {
        assert_eq!(ransack_ast_edit_options::SIZES, [151]);
        assert_eq!(
            RANSACK_AST_EDIT_OPTIONS_VERSION as usize,
            ransack_ast_edit_options::SIZES.len()
        );
    }
}
