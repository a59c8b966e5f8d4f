//! Terminal text: measured, cut and wrapped by cells.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use ransack::graphemes;

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::text::{
    align_of, ransack_text_options, ransack_truncate_options, ransack_wrap_options, text_options,
    truncate_options, wrap_options,
};
use crate::panic::{guard, guard_or};
use crate::slice::ransack_bytes;
use crate::source::Source;
use crate::string::{self, ransack_string};

/// Text that a call gives back. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text {
    /// The result. Points into the text that the call was given if `owner` is
    /// NULL; nothing was allocated then.
    pub text: ransack_bytes,
    /// What holds the result, to be freed with ransack_string_free(), which
    /// accepts NULL.
    pub owner: *mut ransack_string,
}

/// What is left of a line on both sides of a box. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_segments {
    /// The text before the box, its styles closed.
    pub before: ransack_text,
    /// The text after the box, with the styles that are open there opened again.
    pub after: ransack_text,
    /// The cells of `before`; fewer than asked for where the line is shorter.
    pub before_width: usize,
    /// The cells of `after`.
    pub after_width: usize,
}

/// The lines of a text.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_lines {
    /// The lines, without line ends. Those that are a part of the wrapped text
    /// point into it, so it must live, unchanged, as long as they are used.
    pub lines: *const ransack_bytes,
    /// Their number, at least 1.
    pub len: usize,
}

impl Handle for ransack_lines {
    type Owner = Lines;
}

/// The visible part comes first, so that a pointer to the whole is a pointer
/// to it.
#[repr(C)]
pub(crate) struct Lines {
    shown: ransack_lines,
    _lines: Vec<ransack_bytes>,
    /// The lines that had to be built.
    _built: Vec<String>,
}

/// A piece of text that is drawn as one. It and what it points to is valid
/// until the callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_grapheme {
    /// The piece, a part of the text.
    pub text: ransack_bytes,
    /// Where it starts in the text, in bytes, 0-based.
    pub offset: usize,
    /// Its cells; of a tab, up to the next stop of the column it stands in.
    pub width: usize,
    /// Whether it is an escape sequence, which is one piece of width 0.
    pub is_escape: u8,
}

/// Is called for each piece, in order, on the thread that made the call. Return
/// 0 to go on and anything else to stop: the call then succeeds. `user_data` is
/// what the call was given.
pub type ransack_on_grapheme =
    Option<unsafe extern "C" fn(item: *const ransack_grapheme, user_data: *mut c_void) -> c_int>;

const UNICODE_VERSION: &CStr = c"17.0.0";

/// Returns the version of Unicode that widths and clusters follow, as "17.0.0".
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_unicode_version() -> *const c_char {
    UNICODE_VERSION.as_ptr()
}

/// Gives the cells that a text takes in a terminal: a text of several lines the
/// sum of its lines. Escape sequences and control characters take none, CR and
/// BS take nothing back; a tab goes to the next stop of the column it stands in,
/// which LF and CR LF set to 0. `options` may be NULL. Linear, nothing allocated if the text is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width(
    text: ransack_bytes,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        out.set(ransack::visible_width(source.text(), &options));
        Ok(())
    })
}

/// As ransack_visible_width(), of `len` units of UTF-16 in the byte order of
/// the machine. A surrogate without its other half counts as U+FFFD. Nothing is
/// allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width_utf16(
    text: *const u16,
    len: usize,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the text is valid during the call.
        let text = unsafe { ffi::array(text, len, "text") }?;
        out.set(ransack::visible_width_utf16(text, &options));
        Ok(())
    })
}

/// As ransack_visible_width(), of Latin-1, where each byte is the character of
/// its value. Nothing is allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width_latin1(
    text: ransack_bytes,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the text is valid during the call.
        let text = unsafe { text.get("text") }?;
        out.set(ransack::visible_width_latin1(text, &options));
        Ok(())
    })
}

/// As ransack_visible_width(), of each of `len` texts: `out_widths` is an array
/// of as many numbers, and is not written if any text is bad. For callers to
/// whom a call costs more than the work.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_widths(
    texts: *const ransack_bytes,
    len: usize,
    options: *const ransack_text_options,
    out_widths: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the array is valid during the call.
        let views = unsafe { ffi::array(texts, len, "texts") }?;
        if views.is_empty() {
            return Ok(());
        }
        // SAFETY: an output of the caller.
        unsafe { ffi::out(out_widths, "out_widths") }?;
        for view in views {
            // SAFETY: so are the texts.
            unsafe { view.get("texts") }?;
        }
        for (i, view) in views.iter().enumerate() {
            // SAFETY: as above.
            let source = Source::new(unsafe { view.get("texts") }?);
            // SAFETY: an array of as many outputs.
            let out = unsafe { ffi::out(out_widths.add(i), "out_widths") }?;
            out.set(ransack::visible_width(source.text(), &options));
        }
        Ok(())
    })
}

/// Cuts a text so that it takes at most `width` cells with the ellipsis. The
/// ellipsis has the style of the text that it follows (at the start: that it
/// precedes), and what is open where the text is cut is closed after it. A text
/// that fits comes back as it is. With padding the result takes `width` cells,
/// up to 65,535. `options` may be NULL. Linear; where the end is cut, in the
/// part that is kept, but for the check that the text is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_truncate_to_width(
    text: ransack_bytes,
    width: usize,
    options: *const ransack_truncate_options,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { truncate_options(options) }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        let cut = ransack::truncate_to_width(source.text(), width, &options);
        out.set(ransack_text::of(&source, cut));
        Ok(())
    })
}

/// Gives the part of a line from cell `start` on, `length` cells long, and its
/// cells in `out_width`. Styles and hyperlinks that are open at the start are
/// opened again, and closed where the line is cut.
///
/// A wide cluster that lies across the start is left out, and one that lies
/// across the end is kept whole, so that the slice can be one cell wider. With
/// `strict` both are left out and spaces stand for the cells that they had in
/// the slice, which then never exceeds `length`. A tab that is cut becomes
/// spaces either way. `options` may be NULL. Linear in the text before the end
/// of the slice, but for the check that the text is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_slice_with_width(
    line: ransack_bytes,
    start: usize,
    length: usize,
    strict: u8,
    options: *const ransack_text_options,
    out: *mut ransack_text,
    out_width: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: outputs of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: as above.
        let out_width = unsafe { ffi::out(out_width, "out_width") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the line is valid during the call.
        let source = Source::new(unsafe { line.get("line") }?);
        let slice = ransack::slice_with_width(source.text(), start, length, strict != 0, &options);
        out.set(ransack_text::of(&source, slice.text));
        out_width.set(slice.width);
        Ok(())
    })
}

/// Gives what is left of a line on both sides of a box that covers it from cell
/// `before_end` to cell `after_start`, and `after_len` cells of what comes
/// after. The text before never reaches under the box: a wide cluster that would
/// is replaced by spaces. With `strict_after` the same holds for both ends of
/// the text after, else it is as ransack_slice_with_width() says. Free the
/// `owner` of both parts. `options` may be NULL. Linear, one pass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_extract_segments(
    line: ransack_bytes,
    before_end: usize,
    after_start: usize,
    after_len: usize,
    strict_after: u8,
    options: *const ransack_text_options,
    out: *mut ransack_segments,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the line is valid during the call.
        let source = Source::new(unsafe { line.get("line") }?);
        let parts = ransack::extract_segments(
            source.text(),
            before_end,
            after_start,
            after_len,
            strict_after != 0,
            &options,
        );
        out.set(ransack_segments {
            before: ransack_text::of(&source, parts.before),
            after: ransack_text::of(&source, parts.after),
            before_width: parts.before_width,
            after_width: parts.after_width,
        });
        Ok(())
    })
}

/// Breaks a text into lines of at most `width` cells: at spaces, tabs and
/// U+200B and around wide characters that are no Hangul, and within a word only
/// where it fits on no line. A cluster wider than `width` has a line for itself.
/// The text's own line breaks (LF, CR LF) are kept, its spaces at a break are
/// dropped unless the options say otherwise. Styles and hyperlinks that are open
/// at the end of a line are closed there and opened again on the next.
///
/// Free `out` with ransack_lines_free(). `options` may be NULL. Linear; only
/// lines that are no part of the text are built.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_wrap_text_with_ansi(
    text: ransack_bytes,
    width: usize,
    options: *const ransack_wrap_options,
    out: *mut *mut ransack_lines,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { wrap_options(options) }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        let mut built = Vec::new();
        let lines: Vec<ransack_bytes> =
            ransack::wrap_text_with_ansi(source.text(), width, &options)
                .into_iter()
                .map(|line| match source.bytes_of(&line) {
                    Some(bytes) => ransack_bytes::of(bytes),
                    None => {
                        let line = line.into_owned();
                        // The text of a string stays where it is.
                        let view = ransack_bytes::of(line.as_bytes());
                        built.push(line);
                        view
                    }
                })
                .collect();
        out.set(ffi::hand_out(Lines {
            shown: ransack_lines {
                lines: lines.as_ptr(),
                len: lines.len(),
            },
            _lines: lines,
            _built: built,
        }));
        Ok(())
    })
}

/// Frees lines. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_lines_free(lines: *mut ransack_lines) {
    // SAFETY: NULL or lines of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(lines) }));
}

/// Fills a line with spaces so that it takes `width` cells, up to 65,535; where
/// they go, `align` says, a ransack_align. A line that is as wide or wider comes
/// back as it is. `options` may be NULL. Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pad_to_width(
    line: ransack_bytes,
    width: usize,
    align: u32,
    options: *const ransack_text_options,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        let align = align_of(align)?;
        // SAFETY: the line is valid during the call.
        let source = Source::new(unsafe { line.get("line") }?);
        let padded = ransack::pad_to_width(source.text(), width, align, &options);
        out.set(ransack_text::of(&source, padded));
        Ok(())
    })
}

/// Shows the extended grapheme clusters (UAX #29) and the escape sequences of a
/// text to `on_grapheme`, which joined are the text, each with its cells. An
/// ill-formed part of the text is a piece with its own bytes. `options` may be
/// NULL. Linear, nothing allocated if the text is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_graphemes(
    text: ransack_bytes,
    options: *const ransack_text_options,
    on_grapheme: ransack_on_grapheme,
    user_data: *mut c_void,
) -> ransack_status {
    guard(|| {
        let on_grapheme = on_grapheme.ok_or_else(|| Failure::null("on_grapheme"))?;
        // SAFETY: NULL, or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        for grapheme in graphemes(source.text(), &options) {
            let item = ransack_grapheme {
                text: ransack_bytes::of(source.bytes_of(grapheme.text).unwrap_or_default()),
                offset: source.offset(grapheme.offset),
                width: grapheme.width,
                is_escape: grapheme.is_escape.into(),
            };
            // SAFETY: a function that takes this `user_data`; the item and what
            // it points to live until it returns.
            if unsafe { on_grapheme(&raw const item, user_data) } != 0 {
                break;
            }
        }
        Ok(())
    })
}

/// Gives the text without its escape sequences. Everything else stays, control
/// characters too. A text without any comes back as it is. Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_strip_ansi(
    text: ransack_bytes,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        let plain = ransack::strip_ansi(source.text());
        out.set(ransack_text::of(&source, plain));
        Ok(())
    })
}

/// Gives the text as it can be shown or stored anywhere: as UTF-8, without
/// escape sequences, without control characters (C0, DEL and C1) other than tab
/// and LF, with LF for CR LF and for CR. Ill-formed parts are left out. A text
/// that is so already comes back as it is. Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_sanitize_text(
    text: ransack_bytes,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the text is valid during the call.
        let source = Source::new(unsafe { text.get("text") }?);
        let well_formed = source.without_ill_formed();
        let clean = ransack::sanitize_text(&well_formed);
        out.set(ransack_text::of(&source, clean));
        Ok(())
    })
}

impl ransack_text {
    fn of(source: &Source<'_>, text: Cow<'_, str>) -> ransack_text {
        if let Some(bytes) = source.bytes_of(&text) {
            return ransack_text {
                text: ransack_bytes::of(bytes),
                owner: ptr::null_mut(),
            };
        }
        let (text, owner) = string::hand_out(text.into_owned());
        ransack_text { text, owner }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unicode_version_is_that_of_the_core() {
        let (major, minor, update) = ransack::UNICODE_VERSION;
        let expected = format!("{major}.{minor}.{update}");
        assert_eq!(UNICODE_VERSION.to_str().unwrap(), expected);
    }
}
