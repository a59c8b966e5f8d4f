//! Results as callbacks get them.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use ransack::{ContextLine, GrepMatch};

use crate::slice::ransack_bytes;

/// The most matches that are listed of one line.
pub const RANSACK_MAX_SUBMATCHES: usize = 10_000;

/// A match within a line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_submatch {
    /// First byte, 0-based, in the `line` of the ransack_match.
    pub start: usize,
    /// One past the last byte; equal to `start` for an empty match.
    pub end: usize,
    /// Index of the pattern in the options, from 0; of several that match here
    /// the first.
    pub pattern: u32,
}

/// A line near a match.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_context_line {
    /// Number of the line, 1-based.
    pub line_number: u64,
    /// The line without its line end, cut at `max_columns` bytes.
    pub line: ransack_bytes,
    /// Whether it was cut.
    pub clipped: u8,
}

/// One result of a search. It and all that it points to is valid until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_match {
    /// The file, relative to its root, bytes as the file system has them; for a
    /// root that is a file, its name. Empty for a search in memory.
    pub path: ransack_bytes,
    /// Number of the first line, 1-based; 0 where the result is a file.
    pub line_number: u64,
    /// Where the line begins in the file, in bytes, 0-based.
    pub byte_offset: u64,
    /// The line without its line end, or if `has_clip` a part of it. Of a match
    /// over several lines all of them, without the last line end. Empty where
    /// the result is a file.
    pub line: ransack_bytes,
    /// The matches in `line`, in order, at most RANSACK_MAX_SUBMATCHES.
    pub submatches: *const ransack_submatch,
    /// Their number; 0 for inverted searches and where the result is a file.
    pub submatches_len: usize,
    /// Lines before that belong to no earlier match, nearest last.
    pub context_before: *const ransack_context_line,
    /// Their number.
    pub context_before_len: usize,
    /// Lines after, nearest first.
    pub context_after: *const ransack_context_line,
    /// Their number.
    pub context_after_len: usize,
    /// Number of matching lines in the file, where that is the result; else 1.
    pub match_count: u64,
    /// Where `line` begins in the whole line, in bytes; 0 unless `has_clip`.
    pub clip_offset: u64,
    /// Length of the whole line in bytes; that of `line` unless `has_clip`.
    pub line_len: u64,
    /// Index of the root in the options, from 0.
    pub root: u32,
    /// Whether `line` is only a part of a line longer than `max_columns`.
    pub has_clip: u8,
    /// Whether `line` holds more matches than are listed.
    pub submatches_capped: u8,
}

/// Is called for each result, in order, on the thread that made the call.
/// Return 0 to go on and anything else to stop the search: the call then
/// succeeds, with RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset`
/// that continues after this result. `user_data` is what the call was given.
pub type ransack_on_match =
    Option<unsafe extern "C" fn(item: *const ransack_match, user_data: *mut c_void) -> c_int>;

/// A callback with its data, and the arrays that its items point to, which are
/// reused from item to item.
pub(crate) struct Receiver {
    on_match: ransack_on_match,
    user_data: *mut c_void,
    submatches: Vec<ransack_submatch>,
    before: Vec<ransack_context_line>,
    after: Vec<ransack_context_line>,
}

impl Receiver {
    /// # Safety
    ///
    /// `on_match` is NULL or may be called with `user_data` on this thread.
    pub(crate) unsafe fn new(on_match: ransack_on_match, user_data: *mut c_void) -> Receiver {
        Receiver {
            on_match,
            user_data,
            submatches: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Shows an item to the callback.
    pub(crate) fn call(&mut self, item: &GrepMatch) -> ControlFlow<()> {
        let Some(on_match) = self.on_match else {
            return ControlFlow::Continue(());
        };
        let view = self.view(item);
        // SAFETY: `new` was promised that it may be called; the item and what
        // it points to live until it returns.
        match unsafe { on_match(&raw const view, self.user_data) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn view(&mut self, item: &GrepMatch) -> ransack_match {
        self.submatches.clear();
        self.submatches
            .extend(item.submatches.iter().map(|s| ransack_submatch {
                start: s.start,
                end: s.end,
                pattern: s.pattern,
            }));
        fill(&mut self.before, &item.context_before);
        fill(&mut self.after, &item.context_after);
        ransack_match {
            path: ransack_bytes::of(item.path.as_bytes()),
            line_number: item.line_number,
            byte_offset: item.byte_offset,
            line: ransack_bytes::of(&item.line),
            submatches: self.submatches.as_ptr(),
            submatches_len: self.submatches.len(),
            context_before: self.before.as_ptr(),
            context_before_len: self.before.len(),
            context_after: self.after.as_ptr(),
            context_after_len: self.after.len(),
            match_count: item.match_count,
            clip_offset: item.clip.map_or(0, |clip| clip.offset) as u64,
            line_len: item.clip.map_or(item.line.len(), |clip| clip.line_len) as u64,
            root: item.root,
            has_clip: item.clip.is_some().into(),
            submatches_capped: item.submatches_capped.into(),
        }
    }
}

fn fill(views: &mut Vec<ransack_context_line>, lines: &[ContextLine]) {
    views.clear();
    views.extend(lines.iter().map(|line| ransack_context_line {
        line_number: line.line_number,
        line: ransack_bytes::of(&line.line),
        clipped: line.clipped.into(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cap_is_that_of_the_core() {
        assert_eq!(RANSACK_MAX_SUBMATCHES, GrepMatch::MAX_SUBMATCHES);
    }
}
