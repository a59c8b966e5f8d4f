//! What code to replace, by what, and in which files.

use std::mem::offset_of;
use std::ptr;
use std::time::Duration;

use ransack::{AstEditOptions, Rewrite};

use super::ast::{ransack_strictness, some_text, strictness};
use super::scope::scope_fields;
use super::{NO_BYTES, RANSACK_NO_LIMIT, limit};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// The newest version of ransack_ast_edit_options.
pub const RANSACK_AST_EDIT_OPTIONS_VERSION: u32 = 1;

/// What to replace, and by what.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_rewrite {
    /// The code to replace, as in ransack_ast_grep_options.
    pub pattern: ransack_bytes,
    /// What comes in its place, UTF-8. $A or $$$A stands for what the pattern's
    /// metavariable of that name matched, byte for byte; "\$" for a dollar sign,
    /// and "\\" before a dollar sign for a backslash. Its lines, and those of what
    /// metavariables stand for, are indented as the place is where they go; lines
    /// inside literals are left alone. If it is empty, code is deleted, with the
    /// ';' that ends it, and with its line if that is left blank.
    pub replacement: ransack_bytes,
}

/// Options of ransack_ast_edit(). Set up with RANSACK_AST_EDIT_OPTIONS_INIT or
/// ransack_ast_edit_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_edit_options {
    /// RANSACK_AST_EDIT_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The rewrites. Code that looks like two of them is an error unless both
    /// make the same of it. Default: none, which is an error.
    pub rewrites: *const ransack_rewrite,
    /// The number of rewrites. Default: 0.
    pub rewrites_len: usize,
    /// The kind of node which is looked for instead of a whole pattern, and is
    /// what is replaced. Default: empty, none.
    pub selector: ransack_bytes,
    /// Directories to walk and files to edit. A file whose name tells no known
    /// language is out of scope. Relative ones start from the current directory.
    /// Default: none, which is an error.
    pub roots: *const ransack_bytes,
    /// The number of roots. Default: 0.
    pub roots_len: usize,
    /// Path globs, as in ransack_grep_options. Default: none, all files.
    pub globs: *const ransack_bytes,
    /// The number of globs. Default: 0.
    pub globs_len: usize,
    /// Names of file types that are let in; see ransack_file_types(). Default:
    /// none, all types.
    pub types: *const ransack_bytes,
    /// The number of types that are let in. Default: 0.
    pub types_len: usize,
    /// Names of file types that are left out. Default: none.
    pub types_not: *const ransack_bytes,
    /// The number of types that are left out. Default: 0.
    pub types_not_len: usize,
    /// Whether files and directories whose name starts with '.' are in.
    /// Default: 1.
    pub hidden: u8,
    /// Whether ignore rules hold, as in ransack_grep_options. Default: 1.
    pub gitignore: u8,
    /// Whether node_modules directories are walked, as in ransack_grep_options.
    /// Default: 0.
    pub node_modules: u8,
    /// Whether symbolic links below the roots are followed. Default: 0.
    pub follow_symlinks: u8,
    /// What may differ between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// The name or alias of a language, as in ransack_ast_grep_options. Default:
    /// empty, every file in its own.
    pub language: ransack_bytes,
    /// The `preview` of an earlier outcome. If the changes would not be exactly
    /// those, in the very same texts, nothing is changed and the call fails with
    /// RANSACK_STATUS_STALE. Default: empty, none.
    pub preview: ransack_bytes,
    /// The most replacements; the first ones in path order are made. Default:
    /// RANSACK_NO_LIMIT.
    pub max_replacements: u64,
    /// The most files with changes; the first ones in path order are taken.
    /// Default: RANSACK_NO_LIMIT.
    pub max_files: u64,
    /// The most milliseconds for reading and matching one file; one that needs
    /// more is skipped and reported. Default: 2000.
    pub time_per_file_ms: u64,
    /// Files of more bytes are skipped and reported; one that would become larger
    /// is a failure. RANSACK_NO_LIMIT is 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// The encoding of files that have no byte order mark, as in
    /// ransack_grep_options. A file is written in the encoding that it was read
    /// in; one that does not come out as it went in is skipped and reported.
    /// Default: empty, UTF-8.
    pub encoding: ransack_bytes,
    /// Milliseconds from the beginning of the call until it fails, beside what the
    /// token says, unless files are already being replaced. Default:
    /// RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// How often the rewrites are carried out on a file; each time on what the
    /// last has made, until nothing is left to do. 0 counts as 1. Default: 1.
    pub repeat: u32,
    /// Whether files are left as they are, and only the changes told. Default: 1.
    pub dry_run: u8,
    /// Whether a file that may match and holds syntax errors before it is edited
    /// fails the call; if not, it is edited and reported. Default: 0.
    pub fail_on_parse_error: u8,
    /// Whether a file may have more syntax errors after its edits than it had
    /// before. Default: 0.
    pub allow_syntax_errors: u8,
}

/// Sets every field to its default, as RANSACK_AST_EDIT_OPTIONS_INIT does.
/// `version` is RANSACK_AST_EDIT_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit_options_init(
    options: *mut ransack_ast_edit_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_ast_edit_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_ast_edit_options, allow_syntax_errors) + size_of::<u8>()];

    fn defaults() -> ransack_ast_edit_options {
        ransack_ast_edit_options {
            version: RANSACK_AST_EDIT_OPTIONS_VERSION,
            rewrites: ptr::null(),
            rewrites_len: 0,
            selector: NO_BYTES,
            roots: ptr::null(),
            roots_len: 0,
            globs: ptr::null(),
            globs_len: 0,
            types: ptr::null(),
            types_len: 0,
            types_not: ptr::null(),
            types_not_len: 0,
            hidden: 1,
            gitignore: 1,
            node_modules: 0,
            follow_symlinks: 0,
            strictness: ransack_strictness::Smart as u32,
            language: NO_BYTES,
            preview: NO_BYTES,
            max_replacements: RANSACK_NO_LIMIT,
            max_files: RANSACK_NO_LIMIT,
            time_per_file_ms: 2000,
            max_file_size: 16 << 20,
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            repeat: 1,
            dry_run: 1,
            fail_on_parse_error: 0,
            allow_syntax_errors: 0,
        }
    }
}

impl ransack_ast_edit_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<AstEditOptions, Failure> {
        let mut core = AstEditOptions::default();
        // SAFETY: the caller's promise.
        let rewrites = unsafe { ffi::array(self.rewrites, self.rewrites_len, "rewrites") }?;
        for rewrite in rewrites {
            // SAFETY: the caller's promise, for each rewrite.
            let pattern = unsafe { rewrite.pattern.text("rewrites") }?;
            // SAFETY: as above.
            let replacement = unsafe { rewrite.replacement.text("rewrites") }?;
            core.rewrites.push(Rewrite::new(pattern, replacement));
        }
        // SAFETY: the caller's promise.
        core.selector = unsafe { some_text(self.selector, "selector") }?;
        core.strictness = strictness(self.strictness)?;
        // SAFETY: the caller's promise.
        core.scope = unsafe { scope_fields!(self).resolve() }?;
        // SAFETY: the caller's promise.
        core.language = unsafe { some_text(self.language, "language") }?;
        core.dry_run = self.dry_run != 0;
        // SAFETY: the caller's promise.
        core.preview = unsafe { some_text(self.preview, "preview") }?;
        core.repeat = self.repeat;
        core.max_replacements = limit(self.max_replacements);
        core.max_files = limit(self.max_files);
        core.fail_on_parse_error = self.fail_on_parse_error != 0;
        core.allow_syntax_errors = self.allow_syntax_errors != 0;
        core.time_per_file = limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = limit(self.max_file_size);
        // SAFETY: the caller's promise.
        core.encoding = unsafe { some_text(self.encoding, "encoding") }?;
        Ok(core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The core's defaults, but for the roots, which C always names.
    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_ast_edit_options::defaults().resolve() }.unwrap();
        let mut expected = AstEditOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_ast_edit_options::SIZES, [207]);
        assert_eq!(
            RANSACK_AST_EDIT_OPTIONS_VERSION as usize,
            ransack_ast_edit_options::SIZES.len()
        );
    }
}
