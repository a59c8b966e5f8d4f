//! Interpretations of AST patterns.

use ransack::{CancelToken, PatternReading, ReadingShape};

use super::syntax::{OwnedViews, run};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle};
use crate::slice::ransack_bytes;

/// Kind of code that an interpretation of a pattern describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_reading_shape {
    /// One node.
    Node = 0,
    /// Beginning of one node, such as `if ($A)`, with any body.
    Header = 1,
    /// Consecutive siblings, such as two statements.
    Sequence = 2,
}

/// One interpretation of a pattern.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pattern_reading {
    /// Syntactic context in which the pattern was parsed; see `context` in ransack_ast_match.
    pub context: ransack_bytes,
    /// Kind of code that the interpretation describes.
    pub shape: ransack_reading_shape,
    /// Node kind, as named by the grammar, of the matching node or of the first of several
    /// siblings; empty if a node of any kind matches.
    pub kind: ransack_bytes,
    /// Syntax tree of the interpretation as an S-expression. Line feeds separate siblings; `...`
    /// stands for any further children.
    pub tree: ransack_bytes,
}

impl ransack_pattern_reading {
    pub(super) fn of(reading: &PatternReading) -> ransack_pattern_reading {
        let kind = reading.kind.as_deref().unwrap_or_default();
        ransack_pattern_reading {
            context: ransack_bytes::of(reading.context.as_bytes()),
            shape: match reading.shape {
                ReadingShape::Node => ransack_reading_shape::Node,
                ReadingShape::Header => ransack_reading_shape::Header,
                ReadingShape::Sequence => ransack_reading_shape::Sequence,
            },
            kind: ransack_bytes::of(kind.as_bytes()),
            tree: ransack_bytes::of(reading.tree.as_bytes()),
        }
    }
}

/// Interpretations of a pattern, owned by the caller. Free them with
/// ransack_pattern_readings_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_pattern_readings {
    /// Interpretations, in the order in which they are tried.
    pub readings: *const ransack_pattern_reading,
    /// Number of interpretations, at least 1.
    pub len: usize,
}

impl Handle for ransack_pattern_readings {
    type Owner = OwnedViews<ransack_pattern_readings, ransack_pattern_reading, PatternReading>;
}

/// Returns the interpretations of an AST pattern. Code matches a pattern if it matches any
/// interpretation. Free `out` with ransack_pattern_readings_free().
///
/// `language` is the name or an alias of a language; see ransack_ast_languages(). `token` cancels
/// the call; NULL for none.
///
/// Fails if the pattern cannot match any code in the language; the message then says where the
/// parser fails. Also fails if the language is unknown or the token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_explain_pattern(
    pattern: ransack_bytes,
    language: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_pattern_readings,
) -> ransack_status {
    let find = |_: &[u8], language: &str, token: &CancelToken| {
        // SAFETY: the header requires valid text.
        let pattern = unsafe { pattern.text("pattern") }?;
        let readings = ransack::explain_pattern(&pattern, language, token)?;
        let view = ransack_pattern_reading::of;
        Ok(OwnedViews::new(readings, view, |readings, len| {
            ransack_pattern_readings { readings, len }
        }))
    };
    // SAFETY: the header requires valid arguments.
    unsafe { run(pattern, language, token, out, find) }
}

/// Frees the interpretations of a pattern. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pattern_readings_free(readings: *mut ransack_pattern_readings) {
    // SAFETY: the header requires NULL or readings of this library that are not used afterwards.
    unsafe { ffi::free(readings) }
}

#[cfg(all(test, feature = "all-languages"))]
mod tests;
