//! What code to search for, in which files, and how much of it to return.

use std::mem::offset_of;
use std::ptr;
use std::time::Duration;

use ransack::{AstGrepOptions, AstMatchOptions, Strictness};

use super::scope::scope_fields;
use super::{NO_BYTES, RANSACK_NO_LIMIT, limit, on_timeout, ransack_on_timeout, unknown};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::{ransack_bytes, texts};

/// The newest version of ransack_ast_grep_options.
pub const RANSACK_AST_GREP_OPTIONS_VERSION: u32 = 1;

/// The newest version of ransack_ast_match_options.
pub const RANSACK_AST_MATCH_OPTIONS_VERSION: u32 = 1;

/// What may differ between a pattern and the code that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_strictness {
    /// Nothing: all nodes of both must match.
    Cst = 0,
    /// Comments in the code, its punctuation and keywords that the pattern
    /// lacks, and whatever it has after the last node of the pattern.
    Smart = 1,
    /// Punctuation and keywords of both.
    Ast = 2,
    /// Those and comments.
    Relaxed = 3,
    /// Those and the text of names and literals: only kinds of nodes count.
    Signature = 4,
    /// Comments, and the kinds of nodes: only text counts.
    Template = 5,
}

/// Options of ransack_ast_grep(). Set up with RANSACK_AST_GREP_OPTIONS_INIT or
/// ransack_ast_grep_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_grep_options {
    /// RANSACK_AST_GREP_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The patterns, UTF-8; code matches if it looks like one of them. A pattern
    /// is code in which $A stands for any one node, $$A for one that may also be
    /// punctuation or a keyword, and $$$A for any number of siblings; $_ and $$$
    /// do so without a name. Names are upper-case letters, digits and '_'; the
    /// same name stands for the same code. A pattern need not be a whole
    /// statement or file: it is read in every place where it can stand. Default:
    /// none, which is an error unless there is a rule.
    pub patterns: *const ransack_bytes,
    /// The number of patterns. Default: 0.
    pub patterns_len: usize,
    /// A rule in the YAML or JSON form of ast-grep: an object with `rule`, and
    /// where wanted `constraints` and `utils`, or only what is in `rule`, with
    /// `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`,
    /// `all`, `any`, `not`, `matches`, `nthChild` or `range`. With patterns too,
    /// code that looks like either matches. Default: empty, none.
    pub rule: ransack_bytes,
    /// The kind of node, by the name that the grammar gives it, which is looked
    /// for instead of the whole pattern: the first such node in the pattern.
    /// Default: empty, none.
    pub selector: ransack_bytes,
    /// Directories to walk and files to search, in this order. A file whose name
    /// tells no known language is out of scope. Relative ones start from the
    /// current directory. Default: none, which is an error.
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
    /// The name or alias of a language: only files in it are searched, only what
    /// is in it of files that embed other languages, and a root that is a file
    /// is taken to be in it. Default: empty, every file in its own.
    pub language: ransack_bytes,
    /// The most results; the search stops when it has seen one more. Default:
    /// RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// The most milliseconds for one file; one that needs more is skipped and
    /// reported. Default: 2000.
    pub time_per_file_ms: u64,
    /// Files of more bytes are skipped and reported; RANSACK_NO_LIMIT is 2 GiB.
    /// Default: 16777216.
    pub max_file_size: u64,
    /// The encoding of files that have no byte order mark, as in
    /// ransack_grep_options. Default: empty, UTF-8.
    pub encoding: ransack_bytes,
    /// Milliseconds from the beginning of the call until it times out, beside
    /// what the token says; 0 times out at once. Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// What happens then, a ransack_on_timeout; also when the token's time is
    /// over. Default: RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Whether it is told what metavariables stand for. Default: 0.
    pub include_meta: u8,
}

/// Options of ransack_ast_match(), with the meaning and the defaults of the same
/// fields of ransack_ast_grep_options. Set up with RANSACK_AST_MATCH_OPTIONS_INIT
/// or ransack_ast_match_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_match_options {
    /// RANSACK_AST_MATCH_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The patterns, UTF-8. Default: none, which is an error unless there is a
    /// rule.
    pub patterns: *const ransack_bytes,
    /// The number of patterns. Default: 0.
    pub patterns_len: usize,
    /// A rule in YAML or JSON. Default: empty, none.
    pub rule: ransack_bytes,
    /// The kind of node which is looked for instead of the whole pattern.
    /// Default: empty, none.
    pub selector: ransack_bytes,
    /// The most results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// What may differ between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// Whether it is told what metavariables stand for. Default: 0.
    pub include_meta: u8,
}

/// Sets every field to its default, as RANSACK_AST_GREP_OPTIONS_INIT does.
/// `version` is RANSACK_AST_GREP_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_grep_options_init(
    options: *mut ransack_ast_grep_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

/// Sets every field to its default, as RANSACK_AST_MATCH_OPTIONS_INIT does.
/// `version` is RANSACK_AST_MATCH_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_match_options_init(
    options: *mut ransack_ast_match_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_ast_grep_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_ast_grep_options, include_meta) + size_of::<u8>()];

    fn defaults() -> ransack_ast_grep_options {
        ransack_ast_grep_options {
            version: RANSACK_AST_GREP_OPTIONS_VERSION,
            patterns: ptr::null(),
            patterns_len: 0,
            rule: NO_BYTES,
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
            limit: RANSACK_NO_LIMIT,
            offset: 0,
            time_per_file_ms: 2000,
            max_file_size: 16 << 20,
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            include_meta: 0,
        }
    }
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_ast_match_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_ast_match_options, include_meta) + size_of::<u8>()];

    fn defaults() -> ransack_ast_match_options {
        ransack_ast_match_options {
            version: RANSACK_AST_MATCH_OPTIONS_VERSION,
            ..ransack_ast_grep_options::defaults().in_memory()
        }
    }
}

impl ransack_ast_grep_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<AstGrepOptions, Failure> {
        let mut core = AstGrepOptions::default();
        // SAFETY: the caller's promise.
        let in_memory = unsafe { self.in_memory().resolve() }?;
        core.query = in_memory.query;
        core.select = in_memory.select;
        // SAFETY: the caller's promise.
        core.scope = unsafe { scope_fields!(self).resolve() }?;
        // SAFETY: the caller's promise.
        core.language = unsafe { some_text(self.language, "language") }?;
        core.time_per_file = limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = limit(self.max_file_size);
        // SAFETY: the caller's promise.
        core.encoding = unsafe { some_text(self.encoding, "encoding") }?;
        core.on_timeout = on_timeout(self.on_timeout)?;
        Ok(core)
    }

    /// The fields that a search in memory has too.
    fn in_memory(&self) -> ransack_ast_match_options {
        ransack_ast_match_options {
            version: self.version,
            patterns: self.patterns,
            patterns_len: self.patterns_len,
            rule: self.rule,
            selector: self.selector,
            limit: self.limit,
            offset: self.offset,
            strictness: self.strictness,
            include_meta: self.include_meta,
        }
    }
}

impl ransack_ast_match_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<AstMatchOptions, Failure> {
        let mut core = AstMatchOptions::default();
        // SAFETY: the caller's promise.
        core.query.patterns = unsafe { texts(self.patterns, self.patterns_len, "patterns") }?;
        // SAFETY: the caller's promise.
        core.query.rule = unsafe { some_text(self.rule, "rule") }?;
        // SAFETY: the caller's promise.
        core.query.selector = unsafe { some_text(self.selector, "selector") }?;
        core.query.strictness = strictness(self.strictness)?;
        core.select.limit = limit(self.limit);
        core.select.offset = self.offset;
        core.select.include_meta = self.include_meta != 0;
        Ok(core)
    }
}

pub(super) fn strictness(value: u32) -> Result<Strictness, Failure> {
    Ok(match value {
        0 => Strictness::Cst,
        1 => Strictness::Smart,
        2 => Strictness::Ast,
        3 => Strictness::Relaxed,
        4 => Strictness::Signature,
        5 => Strictness::Template,
        other => return Err(unknown("strictness", other)),
    })
}

/// Text that stands for none if it is empty.
///
/// # Safety
///
/// As [`ffi::array`].
pub(super) unsafe fn some_text(text: ransack_bytes, name: &str) -> Result<Option<String>, Failure> {
    // SAFETY: the caller's promise.
    let text = unsafe { text.text(name) }?;
    Ok((!text.is_empty()).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The core's defaults, but for the roots, which C always names.
    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_ast_grep_options::defaults().resolve() }.unwrap();
        let mut expected = AstGrepOptions::default();
        expected.scope.roots.clear();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));

        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_ast_match_options::defaults().resolve() }.unwrap();
        let expected = AstMatchOptions::default();
        assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    }

    #[test]
    fn every_strictness_has_a_number() {
        for (number, (_, expected)) in (0..).zip(Strictness::ALL) {
            assert_eq!(strictness(number).unwrap(), expected);
        }
        assert_eq!(ransack_strictness::Template as u32, 5);
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_ast_grep_options::SIZES, [205]);
        assert_eq!(
            RANSACK_AST_GREP_OPTIONS_VERSION as usize,
            ransack_ast_grep_options::SIZES.len()
        );
        assert_eq!(ransack_ast_match_options::SIZES, [77]);
        assert_eq!(
            RANSACK_AST_MATCH_OPTIONS_VERSION as usize,
            ransack_ast_match_options::SIZES.len()
        );
    }
}
