//! Terminal text: width, truncation, slicing, wrapping, padding, escape sequences.
//!
//! - `options`: options structs and their conversion

pub mod options;

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use ransack::graphemes;

use crate::decoded_text::DecodedText;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::slice::{byte_slices, ransack_bytes};
use crate::string::{self, ransack_string};
use crate::text::options::{
    align_of, ransack_text_options, ransack_truncate_options, ransack_wrap_options, text_options,
    truncate_options, wrap_options,
};

/// Text returned by a call. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text {
    /// Bytes of the text. If `owner` is NULL, they are a slice of the input text, and nothing was
    /// allocated.
    pub text: ransack_bytes,
    /// Owner of the text; free it with ransack_string_free(), which accepts NULL.
    pub owner: *mut ransack_string,
}

/// Parts of a line on both sides of a box that covers its middle. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_segments {
    /// Text before the box, with its styles closed.
    pub before: ransack_text,
    /// Text after the box, with the styles that are active there reopened.
    pub after: ransack_text,
    /// Width of `before` in cells; less than requested if the line is too short.
    pub before_width: usize,
    /// Width of `after` in cells.
    pub after_width: usize,
}

/// Lines of wrapped text, owned by the caller. Free them with ransack_lines_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_lines {
    /// Lines without line terminators. They may point into the input text, which must stay
    /// unchanged while the lines are used.
    pub lines: *const ransack_bytes,
    /// Number of lines, at least 1.
    pub len: usize,
}

impl Handle for ransack_lines {
    type Owner = OwnedLines;
}

/// Lines, with the text that they point to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedLines {
    shown: ransack_lines,
    _lines: Vec<ransack_bytes>,
    /// Lines that are not slices of the wrapped text.
    _built: Vec<String>,
}

/// Grapheme cluster or escape sequence in text. Valid, with everything it points to, until the
/// callback returns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_grapheme {
    /// Bytes of the cluster or sequence, as a slice of the text.
    pub text: ransack_bytes,
    /// Byte offset in the text, 0-based.
    pub offset: usize,
    /// Width in cells; for a tab, the distance to the next tab stop.
    pub width: usize,
    /// Whether this is an escape sequence, which has width 0.
    pub is_escape: u8,
}

/// Callback for grapheme clusters and escape sequences, called once for each, in text order, on the
/// thread that made the call.
///
/// Returns 0 to continue. Any other number stops the call, which succeeds. `user_data` is the
/// pointer passed to the call.
pub type ransack_on_grapheme =
    Option<unsafe extern "C" fn(item: *const ransack_grapheme, user_data: *mut c_void) -> c_int>;

const UNICODE_VERSION: &CStr = c"17.0.0";

/// Returns the Unicode version used for widths and grapheme clusters, for example "17.0.0". The
/// string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_unicode_version() -> *const c_char {
    UNICODE_VERSION.as_ptr()
}

/// Measures the width of text in terminal cells; the width of several lines is the sum of their
/// widths.
///
/// Escape sequences and control characters have no width; CR and BS do not move the cursor back. A
/// tab extends to the next tab stop, counted from the start of its line (LF and CR LF end a line).
///
/// `options` may be NULL. Takes time linear in the length of the text. Allocates nothing if the
/// text is UTF-8.
///
///     size_t width;
///     status = ransack_visible_width(text, NULL, &width);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width(
    text: ransack_bytes,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        out.write(ransack::visible_width(source.text(), &options));
        Ok(())
    })
}

/// Measures the width of UTF-16 text of `len` code units, in native byte order, by the same rules
/// as ransack_visible_width(). An unpaired surrogate counts as U+FFFD.
///
/// `options` may be NULL. Takes time linear in the length of the text. Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width_utf16(
    text: *const u16,
    len: usize,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let text = unsafe { ffi::array(text, len, "text") }?;
        out.write(ransack::visible_width_utf16(text, &options));
        Ok(())
    })
}

/// Measures the width of Latin-1 text, in which each byte is the code point with the same value, by
/// the same rules as ransack_visible_width().
///
/// `options` may be NULL. Takes time linear in the length of the text. Allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_width_latin1(
    text: ransack_bytes,
    options: *const ransack_text_options,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let text = unsafe { text.get("text") }?;
        out.write(ransack::visible_width_latin1(text, &options));
        Ok(())
    })
}

/// Measures the width of each of `len` strings by the same rules as ransack_visible_width().
/// `out_widths` is an array of `len` numbers, which is not written if the call fails. Intended for
/// bindings in which a call costs more than the measurement.
///
/// `options` may be NULL. Takes time linear in the total length of the strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_visible_widths(
    texts: *const ransack_bytes,
    len: usize,
    options: *const ransack_text_options,
    out_widths: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires an array that does not change during the call.
        let texts = unsafe { byte_slices(texts, len, "texts") }?;
        if texts.is_empty() {
            return Ok(());
        }
        // SAFETY: the header requires NULL or an output that is valid for one write.
        unsafe { ffi::out_param(out_widths, "out_widths") }?;
        for (i, text) in texts.into_iter().enumerate() {
            let source = DecodedText::new(text);
            // SAFETY: the header requires an array of `len` numbers, and `i < len`.
            let out = unsafe { ffi::out_param(out_widths.add(i), "out_widths") }?;
            out.write(ransack::visible_width(source.text(), &options));
        }
        Ok(())
    })
}

/// Truncates text to at most `width` cells, including the ellipsis. Text that fits is returned
/// unchanged.
///
/// The ellipsis takes the style of the text before it or, if the start is removed, of the text
/// after it. Styles that are open at a cut are closed after the ellipsis. With `pad`, a shorter
/// result is padded to `width` cells, or to 65,535 if `width` is larger.
///
/// `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
/// length of the text; if the end is removed, only the UTF-8 check reads more than the kept part.
///
///     ransack_text cut;
///     status = ransack_truncate_to_width(text, 80, NULL, &cut);
///     fwrite(cut.text.data, 1, cut.text.len, stdout);
///     ransack_string_free(cut.owner);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_truncate_to_width(
    text: ransack_bytes,
    width: usize,
    options: *const ransack_truncate_options,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { truncate_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        let cut = ransack::truncate_to_width(source.text(), width, &options);
        out.write(ransack_text::of(&source, cut));
        Ok(())
    })
}

/// Returns the slice of a line that begins at cell `start` and is `length` cells wide, and stores
/// the slice's width in `out_width`, which may be NULL. Styles and hyperlinks that are open where
/// the slice starts are reopened there and closed at the end of the slice.
///
/// A wide cluster that straddles the start is dropped, and one that straddles the end is kept, so
/// the slice can be one cell wider than `length`. With `strict`, the cells of such clusters that
/// lie inside the slice are replaced with spaces, and the width never exceeds `length`. A tab that
/// straddles either end becomes spaces in both modes.
///
/// `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
/// length of the text up to the end of the slice; only the UTF-8 check reads the rest.
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
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or outputs that are valid for one write.
        let out_width = unsafe { ffi::optional_param(out_width) };
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { line.get("line") }?);
        let slice = ransack::slice_with_width(source.text(), start, length, strict != 0, &options);
        out.write(ransack_text::of(&source, slice.text));
        if let Some(out) = out_width {
            out.write(slice.width);
        }
        Ok(())
    })
}

/// Returns the parts of a line on both sides of a box that covers it from cell `before_end` to cell
/// `after_start`: everything before the box, and `after_len` cells after the box.
///
/// The part before the box never extends under the box: a wide cluster that straddles the edge is
/// replaced with spaces. With `strict_after`, the same applies to both ends of the part after the
/// box; otherwise that part is cut as in ransack_slice_with_width() without `strict`.
///
/// `options` may be NULL. Free the `owner` of both parts with ransack_string_free(). Takes time
/// linear in the length of the line, in one pass.
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
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { line.get("line") }?);
        let parts = ransack::extract_segments(
            source.text(),
            before_end,
            after_start,
            after_len,
            strict_after != 0,
            &options,
        );
        out.write(ransack_segments {
            before: ransack_text::of(&source, parts.before),
            after: ransack_text::of(&source, parts.after),
            before_width: parts.before_width,
            after_width: parts.after_width,
        });
        Ok(())
    })
}

/// Wraps text into lines of at most `width` cells.
///
/// Lines break at spaces, tabs and U+200B, and around wide characters other than Hangul; a word is
/// broken only if it does not fit on any line. A cluster wider than `width` gets its own line. Line
/// breaks in the text (LF, CR LF) are kept; spaces where a line is broken are removed unless
/// `keep_spaces` is set. Styles and hyperlinks that are open at the end of a line are closed there
/// and reopened on the next line.
///
/// `options` may be NULL. Free `out` with ransack_lines_free(). Takes time linear in the length of
/// the text. Allocates only lines that are not slices of the text.
///
///     ransack_lines *lines = NULL;
///     status = ransack_wrap_text_with_ansi(text, 80, NULL, &lines);
///     for (size_t i = 0; status == RANSACK_STATUS_OK && i < lines->len; i++)
///       printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(lines->lines[i]));
///     ransack_lines_free(lines);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_wrap_text_with_ansi(
    text: ransack_bytes,
    width: usize,
    options: *const ransack_wrap_options,
    out: *mut *mut ransack_lines,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { wrap_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        let mut built = Vec::new();
        let lines: Vec<ransack_bytes> =
            ransack::wrap_text_with_ansi(source.text(), width, &options)
                .into_iter()
                .map(|line| match source.bytes_of(&line) {
                    Some(bytes) => ransack_bytes::of(bytes),
                    None => {
                        let line = line.into_owned();
                        // Moving a string does not move its text.
                        let view = ransack_bytes::of(line.as_bytes());
                        built.push(line);
                        view
                    }
                })
                .collect();
        out.write(ffi::into_handle(OwnedLines {
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

/// Frees wrapped lines. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_lines_free(lines: *mut ransack_lines) {
    // SAFETY: the header requires NULL or lines of this library that are not used afterwards.
    unsafe { ffi::free(lines) }
}

/// Pads a line with spaces to `width` cells, at most 65,535. `align`, a ransack_align, selects the
/// side on which the spaces are added. A line that is already that wide is returned unchanged.
///
/// `options` may be NULL. Free `out->owner` with ransack_string_free(). Takes time linear in the
/// length of the line. Fails with RANSACK_STATUS_INVALID_OPTION if `align` is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pad_to_width(
    line: ransack_bytes,
    width: usize,
    align: u32,
    options: *const ransack_text_options,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        let align = align_of(align)?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { line.get("line") }?);
        let padded = ransack::pad_to_width(source.text(), width, align, &options);
        out.write(ransack_text::of(&source, padded));
        Ok(())
    })
}

/// Passes the extended grapheme clusters (UAX #29) and escape sequences in text to `on_grapheme`,
/// with their widths. Concatenated, the clusters and sequences equal the text; each ill-formed part
/// is an item with its original bytes.
///
/// `options` may be NULL; `on_grapheme` may not. Takes time linear in the length of the text.
/// Allocates nothing if the text is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_graphemes(
    text: ransack_bytes,
    options: *const ransack_text_options,
    on_grapheme: ransack_on_grapheme,
    user_data: *mut c_void,
) -> ransack_status {
    guard(|| {
        let on_grapheme = on_grapheme.ok_or_else(|| Failure::null("on_grapheme"))?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { text_options(options) }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        for grapheme in graphemes(source.text(), &options) {
            let item = ransack_grapheme {
                text: ransack_bytes::of(source.bytes_of(grapheme.text).unwrap_or_default()),
                offset: source.offset(grapheme.offset),
                width: grapheme.width,
                is_escape: grapheme.is_escape.into(),
            };
            // SAFETY: the header requires a callback that accepts `user_data`; the item and its
            // pointees live until the callback returns.
            if unsafe { on_grapheme(&raw const item, user_data) } != 0 {
                break;
            }
        }
        Ok(())
    })
}

/// Removes the escape sequences from text. Everything else stays, including control characters.
/// Text without escape sequences is returned unchanged. Free `out->owner` with
/// ransack_string_free(). Takes time linear in the length of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_strip_ansi(
    text: ransack_bytes,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        let plain = ransack::strip_ansi(source.text());
        out.write(ransack_text::of(&source, plain));
        Ok(())
    })
}

/// Sanitises text for display or storage. Removes escape sequences, ill-formed parts and all
/// control characters (C0, DEL and C1) other than tab and LF; replaces CR LF and CR with LF. The
/// result is UTF-8. Text that needs no change is returned unchanged. Free `out->owner` with
/// ransack_string_free(). Takes time linear in the length of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_sanitize_text(
    text: ransack_bytes,
    out: *mut ransack_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let source = DecodedText::new(unsafe { text.get("text") }?);
        let well_formed = source.without_ill_formed();
        let clean = ransack::sanitize_text(&well_formed);
        out.write(ransack_text::of(&source, clean));
        Ok(())
    })
}

impl ransack_text {
    fn of(source: &DecodedText<'_>, text: Cow<'_, str>) -> ransack_text {
        if let Some(bytes) = source.bytes_of(&text) {
            return ransack_text {
                text: ransack_bytes::of(bytes),
                owner: ptr::null_mut(),
            };
        }
        let (text, owner) = string::into_handle_with_view(text.into_owned());
        ransack_text { text, owner }
    }
}

#[cfg(test)]
mod tests;
