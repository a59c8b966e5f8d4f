//! What to search for, and how much of it to return.

use std::mem::offset_of;

use ransack::{GrepMode, Query, SearchOptions, Select};

use super::grep::ransack_grep_options;
use super::{limit, size, unknown};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Versioned};
use crate::panic::guard;
use crate::slice::{ransack_bytes, texts};

/// The newest version of ransack_search_options.
pub const RANSACK_SEARCH_OPTIONS_VERSION: u32 = 1;

/// What one result of a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_grep_mode {
    /// A matching line, or with `multiline` the lines of a match.
    Content = 0,
    /// A file with matches, with the number of its matching lines.
    Count = 1,
    /// A file with matches; the file is left at the first.
    FilesWithMatches = 2,
}

/// Options of ransack_search() and ransack_has_match(), with the meaning and
/// the defaults of the same fields of ransack_grep_options. Set up with
/// RANSACK_SEARCH_OPTIONS_INIT or ransack_search_options_init().
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_search_options {
    /// RANSACK_SEARCH_OPTIONS_VERSION of the header that the caller was
    /// compiled with.
    pub version: u32,
    /// The patterns, UTF-8. Default: none, which is an error.
    pub patterns: *const ransack_bytes,
    /// The number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Whether patterns are plain text. Default: 0.
    pub literal: u8,
    /// Whether case is ignored. Default: 0.
    pub ignore_case: u8,
    /// Whether case is ignored when no pattern holds an upper-case letter.
    /// Default: 0.
    pub smart_case: u8,
    /// Whether a match must not touch a word character outside it. Default: 0.
    pub word: u8,
    /// Whether the lines are wanted that do not match. Default: 0.
    pub invert: u8,
    /// Whether a match may span lines. Default: 0.
    pub multiline: u8,
    /// Whether '.' also matches a line feed; only with `multiline`. Default: 0.
    pub dot_all: u8,
    /// What one result is, a ransack_grep_mode. Default:
    /// RANSACK_GREP_MODE_CONTENT.
    pub mode: u32,
    /// The most results. Default: RANSACK_NO_LIMIT.
    pub limit: u64,
    /// How many results are left out at the front. Default: 0.
    pub offset: u64,
    /// The most matches, in any mode. Default: RANSACK_NO_LIMIT.
    pub max_count_per_file: u64,
    /// Lines of context before each match. Default: 0.
    pub context_before: u64,
    /// Lines of context after each match. Default: 0.
    pub context_after: u64,
    /// The most bytes of a line. Default: RANSACK_NO_LIMIT.
    pub max_columns: u64,
}

/// Sets every field to its default, as RANSACK_SEARCH_OPTIONS_INIT does.
/// `version` is RANSACK_SEARCH_OPTIONS_VERSION of the caller's header; nothing
/// is written past the end of the struct in that version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_search_options_init(
    options: *mut ransack_search_options,
    version: u32,
) -> ransack_status {
    // SAFETY: an output of the caller, a struct of `version`.
    guard(|| unsafe { ffi::write_defaults(options, version, "options") })
}

// SAFETY: `repr(C)`, the version first, and only integers and pointers.
unsafe impl Versioned for ransack_search_options {
    const SIZES: &'static [usize] =
        &[offset_of!(ransack_search_options, max_columns) + size_of::<u64>()];

    fn defaults() -> ransack_search_options {
        ransack_search_options {
            version: RANSACK_SEARCH_OPTIONS_VERSION,
            ..ransack_grep_options::defaults().in_memory()
        }
    }
}

impl ransack_search_options {
    /// The options as the core has them.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(crate) unsafe fn resolve(&self) -> Result<SearchOptions, Failure> {
        let mut core = SearchOptions::default();
        // SAFETY: the caller's promise.
        core.query = unsafe { self.query() }?;
        core.select = self.select()?;
        Ok(core)
    }

    /// What to look for.
    ///
    /// # Safety
    ///
    /// As [`resolve`](Self::resolve).
    pub(crate) unsafe fn query(&self) -> Result<Query, Failure> {
        let mut query = Query::default();
        // SAFETY: the caller's promise.
        query.patterns = unsafe { texts(self.patterns, self.patterns_len, "patterns") }?;
        query.literal = self.literal != 0;
        query.ignore_case = self.ignore_case != 0;
        query.smart_case = self.smart_case != 0;
        query.word = self.word != 0;
        query.invert = self.invert != 0;
        query.multiline = self.multiline != 0;
        query.dot_all = self.dot_all != 0;
        Ok(query)
    }

    fn select(&self) -> Result<Select, Failure> {
        let mut select = Select::default();
        select.mode = match self.mode {
            0 => GrepMode::Content,
            1 => GrepMode::Count,
            2 => GrepMode::FilesWithMatches,
            other => return Err(unknown("mode", other)),
        };
        select.limit = limit(self.limit);
        select.offset = self.offset;
        select.max_count_per_file = limit(self.max_count_per_file);
        select.context_before = size(self.context_before);
        select.context_after = size(self.context_after);
        select.max_columns = limit(self.max_columns).map(size);
        Ok(select)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_core() {
        // SAFETY: the defaults point to nothing.
        let core = unsafe { ransack_search_options::defaults().resolve() }.unwrap();
        assert_eq!(
            format!("{core:?}"),
            format!("{:?}", SearchOptions::default())
        );
    }

    /// The sizes belong to published versions and never change.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_published_version_keeps_its_size() {
        assert_eq!(ransack_search_options::SIZES, [88]);
        assert_eq!(
            RANSACK_SEARCH_OPTIONS_VERSION as usize,
            ransack_search_options::SIZES.len()
        );
    }
}
