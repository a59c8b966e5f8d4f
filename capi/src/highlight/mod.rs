//! Syntax highlighting of complete text.
//!
//! - `options`: options for a call
//! - `language`: languages and language detection
//! - `theme`: themes and output forms
//! - `stream`: highlighting of growing text

pub mod language;
pub mod options;
pub mod stream;
pub mod theme;

use std::ffi::c_char;

use ransack::highlight::{
    Class, HighlightReport, HighlightSpan, Highlighted, Output, acknowledgements, highlight,
    highlight_buffer,
};
use ransack::{CancelToken, Pool, StoppedBy};

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi::{self, Handle, OwnedArray};
use crate::highlight::options::{
    highlight_options, ransack_highlight_engine, ransack_highlight_options,
};
use crate::names::Names;
use crate::panic::guard;
use crate::report::ransack_stopped_by;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};
use crate::workspace::ransack_workspace;
use language::engine;
use theme::ransack_highlight_form;

/// Syntax class of a range of text. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_highlight_class {
    /// Comment with its delimiters.
    Comment = 0,
    /// Keyword or preprocessor directive.
    Keyword = 1,
    /// Name of a function, method or macro, at its definition or call.
    Function = 2,
    /// Name of any other value, including parameters.
    Variable = 3,
    /// String or character literal with its quotes, or a regular expression.
    String = 4,
    /// Numeric literal.
    Number = 5,
    /// Name of a type, class, trait or interface.
    Type = 6,
    /// Operator.
    Operator = 7,
    /// Bracket or separator.
    Punctuation = 8,
    /// Line that a diff adds.
    Inserted = 9,
    /// Line that a diff removes.
    Deleted = 10,
    /// Named constant or fixed value, such as true, null or MAX_SIZE.
    Constant = 11,
    /// Name of a field, member or key.
    Property = 12,
    /// Attribute, annotation or decorator, or the name of an attribute in a markup tag.
    Attribute = 13,
    /// Name of a markup tag.
    Tag = 14,
    /// Name of a module, package or namespace.
    Namespace = 15,
    /// Escape sequence or placeholder in a string.
    Escape = 16,
    /// Heading in a document, or heading of a part of a diff.
    Heading = 17,
    /// Text in italics.
    Emphasis = 18,
    /// Text in bold.
    Strong = 19,
    /// Address or label of a link in a document.
    Link = 20,
    /// Literal text in a document.
    Code = 21,
    /// Illegal token, or an error in a log.
    Error = 22,
    /// Possible error, such as a warning in a log.
    Warning = 23,
}

/// Range of text with one syntax class. A range never crosses the end of a line. This struct never
/// grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_span {
    /// Byte offset of the first byte, 0-based.
    pub start: usize,
    /// Byte offset one past the last byte.
    pub end: usize,
    /// `start` in UTF-16 code units; each ill-formed part of the text counts as U+FFFD.
    pub start_utf16: usize,
    /// `end` in UTF-16 code units; each ill-formed part of the text counts as U+FFFD.
    pub end_utf16: usize,
    /// Syntax class, a ransack_highlight_class.
    pub class_: u32,
}

/// Report on highlighting: language, engine, completeness.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_report {
    /// Name of the language; empty if the requested language is unknown.
    pub language: ransack_bytes,
    /// Reason for the choice of the engine, as static text.
    pub reason: ransack_bytes,
    /// Number of lines that were not fully examined because they are too long or took more than a
    /// second.
    pub long_lines: u64,
    /// Line numbers, 1-based, of the first lines counted in `long_lines`.
    pub first_long_lines: *const u64,
    /// Number of entries in `first_long_lines`, at most 10.
    pub first_long_lines_len: usize,
    /// Engine that was used.
    pub engine: ransack_highlight_engine,
    /// Reason why the call ended early.
    pub stopped_by: ransack_stopped_by,
    /// 1 if the whole text was examined; text outside all ranges then has no class.
    pub complete: u8,
}

impl Handle for ransack_highlight_report {
    type Owner = OwnedHighlightReport;
}

/// Report, with the line numbers that it points to.
pub(crate) type OwnedHighlightReport = OwnedArray<ransack_highlight_report, u64>;

fn owned_report(report: &HighlightReport) -> OwnedHighlightReport {
    OwnedArray::new(report.first_long_lines.clone(), |lines, len| {
        ransack_highlight_report {
            language: ransack_bytes::of(report.language.unwrap_or_default().as_bytes()),
            reason: ransack_bytes::of(report.engine.reason.as_bytes()),
            long_lines: report.long_lines,
            first_long_lines: lines,
            first_long_lines_len: len,
            engine: engine(report.engine.engine),
            stopped_by: match report.stopped_by {
                None => ransack_stopped_by::None,
                Some(StoppedBy::Timeout) => ransack_stopped_by::Timeout,
                Some(_) => ransack_stopped_by::Other,
            },
            complete: report.complete.into(),
        }
    })
}

/// Highlighted text, owned by the caller. Free it with ransack_highlighted_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_highlighted {
    /// Text with markup in the requested form; empty if no form was requested. The output does not
    /// point into the input text.
    pub output: ransack_bytes,
    /// Ranges with a class, in text order, without overlaps; empty if a form was requested.
    pub spans: *const ransack_highlight_span,
    /// Number of ranges.
    pub spans_len: usize,
    /// Report; owned by the highlighted text.
    pub report: *const ransack_highlight_report,
}

impl Handle for ransack_highlighted {
    type Owner = OwnedHighlighted;
}

/// Highlighted text with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedHighlighted {
    shown: ransack_highlighted,
    _output: Vec<u8>,
    _spans: Vec<ransack_highlight_span>,
    _report: Box<OwnedHighlightReport>,
}

/// Highlights text. The result is text with markup in `form`, or ranges if `form` is NULL.
///
/// `language` is a name, alias or extension, matched case-insensitively; text in an unknown
/// language stays plain. Without its markup, the output equals the text, byte for byte (in HTML,
/// after unescaping). `options` may be NULL. `token` cancels the call; NULL for none. Free `out`
/// with ransack_highlighted_free().
///
/// Fails if the token fires; with RANSACK_ON_TIMEOUT_PARTIAL, a timeout is not an error.
///
///     ransack_theme *theme = NULL;
///     ransack_highlight_form *form = NULL;
///     ransack_highlighted *result = NULL;
///     ransack_theme_named(RANSACK_BYTES("Catppuccin Mocha"), &theme);
///     ransack_highlight_form_theme(theme, RANSACK_COLOR_DEPTH_TRUE_COLOR, &form);
///     ransack_highlight(text, RANSACK_BYTES("rust"), form, NULL, NULL, &result);
///     fwrite(result->output.data, 1, result->output.len, stdout);
///     ransack_highlighted_free(result);
///     ransack_highlight_form_free(form);
///     ransack_theme_free(theme);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight(
    text: ransack_bytes,
    language: ransack_bytes,
    form: *const ransack_highlight_form,
    options: *const ransack_highlight_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_highlighted,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let text = unsafe { text.get("text") }?;
        // SAFETY: the header requires text that does not change during the call.
        let language = unsafe { language.text("language") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { highlight_options(options, language) }?;
        let form = match form.is_null() {
            true => None,
            // SAFETY: the header requires a form that is not freed during the call.
            false => Some(unsafe { ffi::borrow(form, "form") }?),
        };
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        let found = highlight(text, &options, &token)?;
        out.write(ffi::into_handle(owned(&found, form, &token)?));
        Ok(())
    })
}

/// Highlights an open buffer of a workspace, or the lines that `options` names, like
/// ransack_highlight(). If `language` is empty, the path and the text determine the language, as in
/// ransack_detect_language().
///
/// The workspace keeps the syntax tree of the buffer for RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER.
/// After a change of the buffer, a call parses only the changed part of the text, in the languages
/// that ransack_workspace_update_buffer() lists, and then takes time linear in the lines.
/// RANSACK_HIGHLIGHT_ENGINE_SYNTECT classifies all lines up to the last one. Code in another
/// language that is embedded in the lines, such as a script in HTML, is parsed as a whole. While a
/// text has syntax errors, the extent of the errors may depend on the changes that led to the text.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path` or the lines are invalid.
/// Also fails if the workspace is closed or the token fires; with RANSACK_ON_TIMEOUT_PARTIAL, a
/// timeout is not an error.
///
///     ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
///     options.first_line = 100;
///     options.last_line = 160;
///     status = ransack_highlight_buffer(workspace, path, ransack_bytes_from_str(""), NULL, &options,
///                                       NULL, &result);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    language: ransack_bytes,
    form: *const ransack_highlight_form,
    options: *const ransack_highlight_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_highlighted,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires texts that do not change during the call.
        let (path, language) = unsafe { (path.path("path")?, language.text("language")?) };
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { highlight_options(options, language) }?;
        let form = match form.is_null() {
            true => None,
            // SAFETY: the header requires a form that is not freed during the call.
            false => Some(unsafe { ffi::borrow(form, "form") }?),
        };
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        let found = highlight_buffer(workspace, path, &options, &token)?;
        out.write(ffi::into_handle(owned(&found, form, &token)?));
        Ok(())
    })
}

/// Returns the text in a form, or the spans.
fn owned(
    found: &Highlighted<'_>,
    form: Option<&Output>,
    token: &CancelToken,
) -> ransack::Result<OwnedHighlighted> {
    let (mut output, mut spans) = (Vec::new(), Vec::new());
    match form {
        Some(form) => output = found.render(form, token)?,
        None => {
            let heartbeat = || found.heartbeat(token).map_err(ransack::Error::from);
            let count = found
                .spans()
                .try_fold(0, |n, _| heartbeat().map(|()| n + 1))?;
            spans.reserve_exact(count);
            for pair in found.spans().zip(found.spans_utf16()) {
                if let Err(aborted) = heartbeat() {
                    Pool::shared().drop_later(spans);
                    return Err(aborted);
                }
                spans.push(span(pair));
            }
        }
    }
    let report = Box::new(owned_report(found.report()));
    Ok(OwnedHighlighted {
        shown: ransack_highlighted {
            output: ransack_bytes::of(&output),
            spans: spans.as_ptr(),
            spans_len: spans.len(),
            report: &raw const report.shown,
        },
        _output: output,
        _spans: spans,
        _report: report,
    })
}

fn span((bytes, units): (HighlightSpan, HighlightSpan)) -> ransack_highlight_span {
    ransack_highlight_span {
        start: bytes.start,
        end: bytes.end,
        start_utf16: units.start,
        end_utf16: units.end,
        class_: bytes.class as u32,
    }
}

/// Frees highlighted text. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlighted_free(highlighted: *mut ransack_highlighted) {
    // SAFETY: the header requires NULL or a value of this library that is not used afterwards.
    unsafe { ffi::free(highlighted) }
}

/// Returns the name of a ransack_highlight_class, such as "keyword", or "" for an unknown number.
/// In HTML, the class attribute is "hl-" followed by the name. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_highlight_class_name(class_: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| Class::ALL.iter().map(|class| class.name()).collect());
    NAMES.at(usize::try_from(class_).ok())
}

/// Returns the copyright notices and licences of the bundled syntaxes and themes. Programs that
/// redistribute them must include these notices. Free `out` with ransack_string_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_acknowledgements(
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        out.write(string::into_handle(acknowledgements()));
        Ok(())
    })
}

#[cfg(test)]
mod tests;
