//! AST search results: matches, captures, positions.

use std::ffi::{c_int, c_void};
use std::ptr;

use ransack::{AstMatch, MetaVariable, Position, Span};

use super::explain::ransack_pattern_reading;
use crate::call::{CallbackItem, show_version};
use crate::slice::ransack_bytes;

/// Position in text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_position {
    /// Byte offset in the text, 0-based.
    pub offset: usize,
    /// Line number, 1-based.
    pub line: u64,
    /// Byte offset in the line, 0-based.
    pub column: usize,
    /// Offset in the line in UTF-16 code units, 0-based; an ill-formed part of the text counts as
    /// 1.
    pub column_utf16: usize,
}

/// Half-open range of text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_span {
    /// Position of the first byte.
    pub start: ransack_position,
    /// Position one past the last byte.
    pub end: ransack_position,
}

/// Capture of a metavariable.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_meta_variable {
    /// Name without '$'.
    pub name: ransack_bytes,
    /// Captured code; for a list, the code from the first to the last node.
    pub text: ransack_bytes,
    /// Range of the captured code, if `has_span` is set.
    pub span: ransack_span,
    /// Whether the metavariable captures a list of nodes.
    pub is_list: u8,
    /// Whether the capture has a range; an empty list does not.
    pub has_span: u8,
}

/// Code that matches a pattern or a rule. Valid, with everything it points to, until the callback
/// returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_match {
    /// Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
    /// Empty for a search in memory.
    pub path: ransack_bytes,
    /// Name of the match's language; for embedded code, the embedded language.
    pub language: ransack_bytes,
    /// Context in which the pattern was parsed: "file", "statement", "expression", "member",
    /// "type", ...; "rule" for a rule.
    pub context: ransack_bytes,
    /// Matching code.
    pub text: ransack_bytes,
    /// Range of the matching code.
    pub span: ransack_span,
    /// Captures of the named metavariables, in order of first use in the pattern; empty unless
    /// `include_meta` is set in the options.
    pub meta_variables: *const ransack_meta_variable,
    /// Number of captures.
    pub meta_variables_len: usize,
    /// Index in the options of the pattern that matched, 0-based; the lowest index if several
    /// patterns match here. For a match of the rule, the number of patterns.
    pub pattern: u32,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Interpretation under which the pattern matched. NULL if the match is for a rule, or if
    /// `explain` is not set in the options.
    pub reading: *const ransack_pattern_reading,
    /// Name path of the innermost definition around the start of the match, such as "Tool.run"; a
    /// match that is a definition is in itself. Empty unless `enclosing` is set in the options, and
    /// for a match in no definition, for a file in a language without outlines, and for a file that
    /// is larger than 16 MiB or takes more than 2 seconds to parse.
    pub enclosing: ransack_bytes,
    /// Content id of the bytes of the file as they were searched, as 32 hexadecimal digits. Empty
    /// unless `versions` is set in the options.
    pub version: ransack_bytes,
}

/// Storage for the data that a match points to.
#[derive(Default)]
pub struct AstArrays {
    meta_variables: Vec<ransack_meta_variable>,
    reading: Option<ransack_pattern_reading>,
    version: String,
}

/// Callback for AST search, called once for each match, in result order, on the thread that made
/// the call.
///
/// Returns 0 to continue. Any other number stops the search: the call succeeds, the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK, and its `next_offset` is the offset of the match
/// after this one. `user_data` is the pointer passed to the call.
pub type ransack_on_ast_match =
    Option<unsafe extern "C" fn(item: *const ransack_ast_match, user_data: *mut c_void) -> c_int>;

impl CallbackItem for AstMatch {
    type View = ransack_ast_match;
    type Arrays = AstArrays;

    fn view(&self, arrays: &mut AstArrays) -> ransack_ast_match {
        let variables = self.meta_variables.iter().map(ransack_meta_variable::of);
        arrays.meta_variables.clear();
        arrays.meta_variables.extend(variables);
        show_version(self.version, &mut arrays.version);
        arrays.reading = self.reading.as_deref().map(ransack_pattern_reading::of);
        ransack_ast_match {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            context: ransack_bytes::of(self.context.as_bytes()),
            text: ransack_bytes::of(&self.text),
            span: self.span.into(),
            meta_variables: arrays.meta_variables.as_ptr(),
            meta_variables_len: arrays.meta_variables.len(),
            pattern: self.pattern,
            root: self.root,
            reading: arrays.reading.as_ref().map_or(ptr::null(), ptr::from_ref),
            enclosing: ransack_bytes::of(self.enclosing.as_deref().unwrap_or_default().as_bytes()),
            version: ransack_bytes::of(arrays.version.as_bytes()),
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
    fn from(position: Position) -> ransack_position {
        ransack_position {
            offset: position.offset,
            line: position.line,
            column: position.column,
            column_utf16: position.column_utf16,
        }
    }
}
