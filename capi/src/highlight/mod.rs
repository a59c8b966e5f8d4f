//! Text in colour.

pub mod language;
pub mod stream;
pub mod theme;

use std::ptr;

use ransack::highlight::{HighlightReport, HighlightSpan, Output, acknowledgements, highlight};
use ransack::{CancelToken, Pool, StoppedBy};

use crate::cancel::{ransack_cancel_token, token_or_none};
use crate::error::ransack_status;
use crate::ffi::{self, Handle, Shown};
use crate::options::highlight::{
    highlight_options, ransack_highlight_engine, ransack_highlight_options,
};
use crate::panic::{guard, guard_or};
use crate::report::ransack_stopped_by;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};
use language::engine;
use theme::{class_of, palette, ransack_highlight_colors, ransack_highlight_form};

/// What a part of a text is. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs, reason = "described in the core")]
pub enum ransack_highlight_class {
    Comment = 0,
    Keyword = 1,
    Function = 2,
    Variable = 3,
    String = 4,
    Number = 5,
    Type = 6,
    Operator = 7,
    Punctuation = 8,
    Inserted = 9,
    Deleted = 10,
    Constant = 11,
    Property = 12,
    Attribute = 13,
    Tag = 14,
    Namespace = 15,
    Escape = 16,
    Heading = 17,
    Emphasis = 18,
    Strong = 19,
    Link = 20,
    Code = 21,
    Error = 22,
    Warning = 23,
}

/// A part of a text with one class; none reaches over the end of a line. This
/// struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_span {
    /// The first byte, 0-based.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The same in UTF-16 code units, where U+FFFD stands for each part that is
    /// not UTF-8.
    pub start_utf16: usize,
    /// The same of `end`.
    pub end_utf16: usize,
    /// What it is, a ransack_highlight_class.
    pub class_: u32,
}

/// What a call did and did not do.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_report {
    /// The name of the language; empty if the one asked for is not known.
    pub language: ransack_bytes,
    /// Why the engine is the one it is, in words.
    pub reason: ransack_bytes,
    /// How many lines were not looked at in full because of their length, or
    /// because they took more than a second.
    pub long_lines: u64,
    /// The numbers of the first of them, from 1, at most ten.
    pub first_long_lines: *const u64,
    /// How many these are.
    pub first_long_lines_len: usize,
    /// The engine that was used.
    pub engine: ransack_highlight_engine,
    /// What ended the call before it had seen everything.
    pub stopped_by: ransack_stopped_by,
    /// 1 if all of the text was looked at; what is plain then is so because it
    /// has no class.
    pub complete: u8,
}

impl Handle for ransack_highlight_report {
    type Owner = Report;
}

pub(crate) type Report = Shown<ransack_highlight_report, u64>;

fn report(report: &HighlightReport) -> Report {
    Shown::new(report.first_long_lines.clone(), |lines, len| {
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

/// Highlighted text.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_highlighted {
    /// The text in the form that was asked for; empty if none was. It stands
    /// alone: the text that was given may be freed.
    pub output: ransack_bytes,
    /// The parts that have a class, in order and apart from each other; none if
    /// a form was asked for.
    pub spans: *const ransack_highlight_span,
    /// Their number.
    pub spans_len: usize,
    /// How far all this can be trusted.
    pub report: *const ransack_highlight_report,
}

impl Handle for ransack_highlighted {
    type Owner = Owner;
}

/// The visible part comes first, so that a pointer to the whole is a pointer
/// to it.
#[repr(C)]
pub(crate) struct Owner {
    shown: ransack_highlighted,
    _output: Vec<u8>,
    _spans: Vec<ransack_highlight_span>,
    _report: Box<Report>,
}

/// Highlights a text: in `form`, or if that is NULL as spans. `language` is a
/// name, an alias or an extension, in any case; text in one that is not known
/// stays plain. The text itself is never changed: the output without what was put
/// in is the text, byte for byte. `options` and `token` may be NULL. Free `out`
/// with ransack_highlighted_free().
///
/// Fails as soon as the token fires; with RANSACK_ON_TIMEOUT_PARTIAL a deadline is
/// no failure.
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
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the text is valid during the call.
        let text = unsafe { text.get("text") }?;
        // SAFETY: so is the name.
        let language = unsafe { language.text("language") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { highlight_options(options, language) }?;
        let form = match form.is_null() {
            true => None,
            // SAFETY: a form that lives during the call.
            false => Some(unsafe { ffi::borrow(form, "form") }?),
        };
        // SAFETY: NULL, or a token that lives during the call.
        let token = unsafe { token_or_none(token) }?;
        let found = highlight(text, &options, &token)?;
        let (mut output, mut spans) = (Vec::new(), Vec::new());
        match form {
            Some(form) => output = found.render(form, &token)?,
            None => {
                let heartbeat = || found.heartbeat(&token).map_err(ransack::Error::from);
                let count = found
                    .spans()
                    .try_fold(0, |n, _| heartbeat().map(|()| n + 1))?;
                spans.reserve_exact(count);
                for pair in found.spans().zip(found.spans_utf16()) {
                    if let Err(aborted) = heartbeat() {
                        Pool::shared().drop_later(spans);
                        return Err(aborted.into());
                    }
                    spans.push(span(pair));
                }
            }
        }
        let report = Box::new(report(found.report()));
        out.set(ffi::hand_out(Owner {
            shown: ransack_highlighted {
                output: ransack_bytes::of(&output),
                spans: spans.as_ptr(),
                spans_len: spans.len(),
                report: &raw const report.shown,
            },
            _output: output,
            _spans: spans,
            _report: report,
        }));
        Ok(())
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

/// Frees highlighted text. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlighted_free(highlighted: *mut ransack_highlighted) {
    // SAFETY: NULL or one of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(highlighted) }));
}

/// Gives code with escape sequences around its parts; as it is if the language is
/// not known. ransack_highlight() is the same with options and a way to stop it.
/// Free `out` with ransack_string_free(); its text is as the code was, UTF-8 or
/// not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_code(
    code: ransack_bytes,
    language: ransack_bytes,
    colors: *const ransack_highlight_colors,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the code is valid during the call.
        let code = unsafe { code.get("code") }?;
        // SAFETY: so is the name.
        let language = unsafe { language.text("language") }?;
        // SAFETY: so are the colours.
        let form = Output::Ansi(unsafe { palette(colors) }?);
        // SAFETY: NULL is allowed.
        let options = unsafe { highlight_options(ptr::null(), language) }?;
        let token = CancelToken::new();
        let output = highlight(code, &options, &token)?.render(&form, &token)?;
        out.set(string::hand_out(output).1);
        Ok(())
    })
}

/// Gives the name of a ransack_highlight_class, as "keyword", which is also what
/// follows "hl-" in HTML. It is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_class_name(
    class_: u32,
    out: *mut ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        out.set(ransack_bytes::of(class_of(class_)?.name().as_bytes()));
        Ok(())
    })
}

/// Gives the copyright notices and licences of the bundled syntaxes and themes,
/// to be shown by programs that pass them on. Free `out` with
/// ransack_string_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_highlight_acknowledgements(
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        out.set(string::hand_out(acknowledgements()).1);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use ransack::highlight::Class;

    use super::*;

    #[test]
    fn classes_have_the_numbers_of_the_core() {
        for class in Class::ALL {
            assert_eq!(class_of(class as u32).unwrap(), class);
        }
        assert_eq!(
            Class::Warning as u32,
            ransack_highlight_class::Warning as u32
        );
        assert_eq!(
            Class::ALL.len(),
            ransack_highlight_class::Warning as usize + 1
        );
        assert_eq!(Class::Escape as u32, ransack_highlight_class::Escape as u32);
        assert!(class_of(24).is_err());
    }
}
