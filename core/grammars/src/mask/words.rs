//! Words and white space around an offset of a text.

use std::ops::Range;

/// Returns whether a byte can be part of an identifier.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Returns whether `range` of the text is a whole word.
pub(super) fn is_word(text: &[u8], range: Range<usize>) -> bool {
    let before = range.start.checked_sub(1).and_then(|at| text.get(at));
    let around = [before, text.get(range.end)];
    !around.into_iter().flatten().any(|byte| is_word_byte(*byte))
}

/// Returns the text before an offset, without trailing white space.
pub(super) fn before(text: &[u8], at: usize) -> &[u8] {
    text[..at].trim_ascii_end()
}

/// Maximum length in bytes of the comments before an offset.
const MAX_COMMENTS: usize = 4 << 10;

/// Returns the text before an offset, without trailing white space and comments with `//` and
/// `/* */`. Only the last [`MAX_COMMENTS`] bytes are searched.
pub(super) fn before_comments(text: &[u8], at: usize) -> &[u8] {
    let from = at.saturating_sub(MAX_COMMENTS);
    let mut text = before(text, at);
    while text.len() > from {
        let window = &text[from..];
        let start = match window.strip_suffix(b"*/") {
            Some(comment) => memchr::memmem::rfind(comment, b"/*"),
            None => {
                let line = memchr::memrchr(b'\n', window).map_or(0, |feed| feed + 1);
                let comment = memchr::memmem::find(&window[line..], b"//");
                comment.map(|comment| line + comment)
            }
        };
        let Some(start) = start else {
            return text;
        };
        text = text[..from + start].trim_ascii_end();
    }
    text
}

/// Returns the text from an offset on, without leading white space.
pub(super) fn after(text: &[u8], at: usize) -> &[u8] {
    text[at..].trim_ascii_start()
}

/// Returns the identifier at the start of a text; empty without an identifier.
pub(super) fn leading_word(text: &[u8]) -> &[u8] {
    let len = text.iter().take_while(|byte| is_word_byte(**byte)).count();
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    if is_number { &[] } else { &text[..len] }
}

/// Returns the identifier at the end of a text; empty without an identifier.
pub(super) fn trailing_word(text: &[u8]) -> &[u8] {
    let bytes = text.iter().rev();
    let len = bytes.take_while(|byte| is_word_byte(**byte)).count();
    &text[text.len() - len..]
}
