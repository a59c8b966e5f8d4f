//! What to search files for, which files, and how much of it to return.

use std::mem::offset_of;
use std::ptr;

use ransack::GrepOptions;

use super::scope::scope_fields;
use super::search::{ransack_grep_mode, ransack_search_options};
use super::{NO_BYTES, RANSACK_NO_LIMIT, limit, on_timeout, ransack_on_timeout};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// The newest version of ransack_grep_options.
pub const RANSACK_GREP_OPTIONS_VERSION: u32 = 1;

/// Options of ransack_grep(). Set up with RANSACK_GREP_OPTIONS_INIT or
/// ransack_grep_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_grep_options {
    /// RANSACK_GREP_OPTIONS_VERSION of the header that the caller was compiled
    /// with.
    pub version: u32,
    /// The patterns, UTF-8; a line matches if one of them does. None may be
    /// empty. The syntax is that of Rust's regex crate, except that a brace
    /// which cannot be a repetition stands for itself, and so does a '$' before
    /// it, as in ${name}. Default: none, which is an error.
    pub patterns: *const ransack_bytes,
    /// The number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether patterns are plain text. Default: 0.
    pub literal: u8,
    /// Whether case is ignored, with Unicode's simple folding. Default: 0.
    pub ignore_case: u8,
    /// Whether case is ignored when no pattern holds an upper-case letter.
    /// Default: 0.
    pub smart_case: u8,
    /// Whether a match must not touch a word character outside it, on either
    /// side. Default: 0.
    pub word: u8,
    /// Whether the lines are wanted that do not match. Default: 0.
    pub invert: u8,
    /// Whether a match may span lines; if not, a pattern that holds a line feed
    /// is an error. Default: 0.
    pub multiline: u8,
    /// Whether '.' also matches a line feed; only with `multiline`. Default: 0.
    pub dot_all: u8,
    /// Directories to walk and files to search, in this order. A root that is
    /// named here is searched even if ignore files, globs or types would leave
    /// it out. Relative ones start from the current directory. Default: none,
    /// which is an error.
    pub roots: *const ransack_bytes,
    /// The number of roots. Default: 0.
    pub roots_len: usize,
    /// Path globs, UTF-8, with '?', '[a-z]', '{a,b}', one star within a
    /// directory and two across them. A glob without '/' matches at any depth,
    /// one with '/' from the root; '!' before it takes paths out; the last glob
    /// that matches decides. Default: none, all files.
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
    /// Whether ignore rules hold: .gitignore, .git/info/exclude and the user's
    /// global excludes inside a repository, and .ignore anywhere. Default: 1.
    pub gitignore: u8,
    /// Whether node_modules directories are walked. They also are when a glob
    /// spells out node_modules or a root lies in one. Default: 0.
    pub node_modules: u8,
    /// Whether symbolic links below the roots are followed. Default: 0.
    pub follow_symlinks: u8,
    /// What one result is, a ransack_grep_mode. Default:
    /// RANSACK_GREP_MODE_CONTENT.
    pub mode: u32,
    /// The most results; the search stops when it has seen one more. 0 tells
    /// only whether there are any. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// The most matches from one file, in any mode. Default: RANSACK_NO_LIMIT.
    pub max_count_per_file: u64,
    /// Lines of context before each match. Default: 0.
    pub context_before: u64,
    /// Lines of context after each match. A line is given once: if it could be
    /// context of two matches it comes after the first. Default: 0.
    pub context_after: u64,
    /// The most bytes of a line; of a longer one a window around its first
    /// match is given, cut between characters. Default: RANSACK_NO_LIMIT.
    pub max_columns: u64,
    /// Files of more bytes are skipped and reported. Default: RANSACK_NO_LIMIT.
    pub max_file_size: u64,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard ("latin1", "gbk", "utf-16le"). Offsets in files
    /// that had to be decoded count bytes of the decoded text. Default: empty,
    /// UTF-8, in which invalid bytes are kept as they are.
    pub encoding: ransack_bytes,
    /// Milliseconds from the beginning of the call until it times out, beside
    /// what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// What happens then, a ransack_on_timeout; also when the token's time is
    /// over. Default: RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Whether files that hold a NUL byte are searched; if not, they are
    /// skipped and reported. Default: 0.
    pub binary: u8,
}

/// Sets every field to its default, as RANSACK_GREP_OPTIONS_INIT does. `version`
/// is RANSACK_GREP_OPTIONS_VERSION of the caller's header; nothing is written
/// past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_grep_options_init(
    options: *mut ransack_grep_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_grep_options {
    const SIZES: &'static [usize] = &[offset_of!(ransack_grep_options, binary) + size_of::<u8>()];

    fn defaults() -> ransack_grep_options {
        ransack_grep_options {
            version: RANSACK_GREP_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            literal: 0,
            ignore_case: 0,
            smart_case: 0,
            word: 0,
            invert: 0,
            multiline: 0,
            dot_all: 0,
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
            mode: ransack_grep_mode::Content as u32,
            limit: RANSACK_NO_LIMIT,
            offset: 0,
            max_count_per_file: RANSACK_NO_LIMIT,
            context_before: 0,
            context_after: 0,
            max_columns: RANSACK_NO_LIMIT,
            max_file_size: RANSACK_NO_LIMIT,
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            binary: 0,
        }
    }
}

impl ransack_grep_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<GrepOptions, Failure> {
        let mut core = GrepOptions::default();
        // SAFETY: the caller's promise.
        let search = unsafe { self.in_memory().resolve() }?;
        core.query = search.query;
        core.select = search.select;
        // SAFETY: the caller's promise.
        core.scope = unsafe { scope_fields!(self).resolve() }?;
        core.max_file_size = limit(self.max_file_size);
        // SAFETY: the caller's promise.
        let encoding = unsafe { self.encoding.text("encoding") }?;
        core.encoding = (!encoding.is_empty()).then_some(encoding);
        core.binary = self.binary != 0;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    /// The fields that a search in memory has too.
    pub(super) fn in_memory(&self) -> ransack_search_options {
        ransack_search_options {
            version: self.version,
            patterns: self.patterns,
            patterns_len: self.patterns_len,
            literal: self.literal,
            ignore_case: self.ignore_case,
            smart_case: self.smart_case,
            word: self.word,
            invert: self.invert,
            multiline: self.multiline,
            dot_all: self.dot_all,
            mode: self.mode,
            limit: self.limit,
            offset: self.offset,
            max_count_per_file: self.max_count_per_file,
            context_before: self.context_before,
            context_after: self.context_after,
            max_columns: self.max_columns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The core's defaults, but for the roots, which C always names.
    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_grep_options::defaults().resolve() }.unwrap();
        let mut expected = GrepOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_grep_options::SIZES, [189]);
        assert_eq!(
            RANSACK_GREP_OPTIONS_VERSION as usize,
            ransack_grep_options::SIZES.len()
        );
    }
}
