//! Code as callbacks get it.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use ransack::{AstMatch, MetaVariable, Position, Span};

use crate::slice::ransack_bytes;

/// A place in a text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_position {
    /// In bytes from the start of the text, 0-based.
    pub offset: usize,
    /// Number of the line, 1-based.
    pub line: u64,
    /// In bytes from the start of the line, 0-based.
    pub column: usize,
    /// The same in UTF-16 code units, with one for each piece that is not UTF-8.
    pub column_utf16: usize,
}

/// From where to where something goes in a text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_span {
    /// Its first byte.
    pub start: ransack_position,
    /// The byte after its last.
    pub end: ransack_position,
}

/// What a metavariable stands for.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_meta_variable {
    /// The name, without '$'.
    pub name: ransack_bytes,
    /// The code; of a list, from the first to the last node.
    pub text: ransack_bytes,
    /// Where the code is, if `has_span`.
    pub span: ransack_span,
    /// Whether it stands for a list of nodes.
    pub is_list: u8,
    /// Whether it is anywhere; an empty list is not.
    pub has_span: u8,
}

/// A piece of code that matched. It and all that it points to is valid until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_code_match {
    /// The file, relative to its root, bytes as the file system has them; for a
    /// root that is a file, its name. Empty for a search in memory.
    pub path: ransack_bytes,
    /// The language in which it was found, by name; where one language is
    /// embedded in another, the embedded one.
    pub language: ransack_bytes,
    /// Where the pattern was thought to stand when it was read: "file",
    /// "statement", "expression", "member", "type", ... "rule" for a rule.
    pub context: ransack_bytes,
    /// The code.
    pub text: ransack_bytes,
    /// Where the code is.
    pub span: ransack_span,
    /// What the named metavariables stand for, in the order of their first
    /// occurrence in the pattern, if asked for.
    pub meta_variables: *const ransack_meta_variable,
    /// Their number.
    pub meta_variables_len: usize,
    /// Index of the pattern in the options, from 0; the first, if several match
    /// here. A rule comes after all patterns.
    pub pattern: u32,
    /// Index of the root in the options, from 0.
    pub root: u32,
}

/// Is called for each piece of code, in order, on the thread that made the call.
/// Return 0 to go on and anything else to stop the search: the call then
/// succeeds, with RANSACK_STOPPED_BY_CALLBACK in its report and a `next_offset`
/// that continues after this result. `user_data` is what the call was given.
pub type ransack_on_code_match =
    Option<unsafe extern "C" fn(item: *const ransack_code_match, user_data: *mut c_void) -> c_int>;

/// A callback with its data, and the array that its items point to, which is
/// reused from item to item.
pub(crate) struct CodeReceiver {
    on_match: ransack_on_code_match,
    user_data: *mut c_void,
    meta_variables: Vec<ransack_meta_variable>,
}

impl CodeReceiver {
    /// # Safety
    ///
    /// `on_match` is NULL or may be called with `user_data` on this thread.
    pub(crate) unsafe fn new(
        on_match: ransack_on_code_match,
        user_data: *mut c_void,
    ) -> CodeReceiver {
        CodeReceiver {
            on_match,
            user_data,
            meta_variables: Vec::new(),
        }
    }

    /// Shows an item to the callback.
    pub(crate) fn call(&mut self, item: &AstMatch) -> ControlFlow<()> {
        let Some(on_match) = self.on_match else {
            return ControlFlow::Continue(());
        };
        self.meta_variables.clear();
        let views = item.meta_variables.iter().map(ransack_meta_variable::of);
        self.meta_variables.extend(views);
        let view = ransack_code_match {
            path: ransack_bytes::of(item.path.as_bytes()),
            language: ransack_bytes::of(item.language.as_bytes()),
            context: ransack_bytes::of(item.context.as_bytes()),
            text: ransack_bytes::of(&item.text),
            span: item.span.into(),
            meta_variables: self.meta_variables.as_ptr(),
            meta_variables_len: self.meta_variables.len(),
            pattern: item.pattern,
            root: item.root,
        };
        // SAFETY: `new` was promised that it may be called; the item and what
        // it points to live until it returns.
        match unsafe { on_match(&raw const view, self.user_data) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

impl ransack_meta_variable {
    fn of(variable: &MetaVariable) -> ransack_meta_variable {
        ransack_meta_variable {
            name: ransack_bytes::of(variable.name.as_bytes()),
            text: ransack_bytes::of(&variable.text),
            span: variable.span.unwrap_or_default().into(),
            is_list: variable.is_list.into(),
            has_span: variable.span.is_some().into(),
        }
    }
}

impl From<Span> for ransack_span {
    fn from(span: Span) -> ransack_span {
        ransack_span {
            start: span.start.into(),
            end: span.end.into(),
        }
    }
}

impl From<Position> for ransack_position {
    fn from(place: Position) -> ransack_position {
        ransack_position {
            offset: place.offset,
            line: place.line,
            column: place.column,
            column_utf16: place.column_utf16,
        }
    }
}
