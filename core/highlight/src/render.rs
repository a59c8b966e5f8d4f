//! Output forms: renders classified text for terminals and browsers.
//!
//! Invariant: every style or tag is closed on the line that opens it, and the text in between is
//! the input (escaped in HTML).

use ransack_base::Aborted;
use ransack_base::internal::char_blocks;
use ransack_text::internal::undo_styles;

use crate::class::Class;
use crate::span::SpanIter;

/// Form in which highlighted text is rendered.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::highlight::{ColorDepth, Output, Theme};
///
/// let theme = Theme::named("dracula").unwrap();
/// let terminal = Output::Ansi(theme.palette(ColorDepth::TrueColor));
/// let page = Output::Html;
/// # drop((terminal, page));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Output {
    /// Text with escape sequences for a terminal.
    Ansi(Palette),
    /// HTML with `<span class="hl-keyword">` tags; `&`, `<`, `>`, `"` and `'` are escaped.
    /// [`Theme::css`](super::Theme::css) returns CSS rules for these tags.
    Html,
}

/// Escape sequences that precede text of the eleven basic classes. If the sequence for a class is
/// empty, text of that class stays plain. All other classes use the sequence for the class returned
/// by [`Class::basic`].
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "each field is the class of its name")]
pub struct Colors<'a> {
    pub comment: &'a str,
    pub keyword: &'a str,
    pub function: &'a str,
    pub variable: &'a str,
    pub string: &'a str,
    pub number: &'a str,
    pub r#type: &'a str,
    pub operator: &'a str,
    pub punctuation: &'a str,
    pub inserted: &'a str,
    pub deleted: &'a str,
}

/// Escape sequences for every class: one written before text of the class, and one written after
/// the text to reset the styles.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    codes: Box<[StyleCodes; Class::ALL.len()]>,
}

/// Escape sequences before and after text of one class.
#[derive(Clone, Debug, Default)]
struct StyleCodes {
    before: String,
    after: String,
}

impl Palette {
    /// Creates a palette from the escape sequences that `before` returns for each class. The
    /// sequence written after the text resets only the styles that the sequence before it sets, so
    /// an existing background is kept.
    ///
    /// ```
    /// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
    /// use ransack::highlight::{Class, Palette};
    ///
    /// let palette = Palette::new(|class| match class {
    ///     Class::Keyword => "\x1b[1;35m".into(),
    ///     _ => String::new(),
    /// });
    /// # drop(palette);
    /// ```
    pub fn new(mut before: impl FnMut(Class) -> String) -> Palette {
        Palette {
            codes: Box::new(Class::ALL.map(|class| {
                let before = before(class);
                StyleCodes {
                    after: undo_styles(&before),
                    before,
                }
            })),
        }
    }
}

impl From<&Colors<'_>> for Palette {
    fn from(colors: &Colors<'_>) -> Palette {
        Palette::new(|class| colors.prefix(class).to_owned())
    }
}

impl<'a> Colors<'a> {
    fn prefix(&self, class: Class) -> &'a str {
        match class.basic() {
            Some(Class::Comment) => self.comment,
            Some(Class::Keyword) => self.keyword,
            Some(Class::Function) => self.function,
            Some(Class::Variable) => self.variable,
            Some(Class::String) => self.string,
            Some(Class::Number) => self.number,
            Some(Class::Type) => self.r#type,
            Some(Class::Operator) => self.operator,
            Some(Class::Punctuation) => self.punctuation,
            Some(Class::Inserted) => self.inserted,
            Some(Class::Deleted) => self.deleted,
            _ => "",
        }
    }
}

/// Returns the exact length, in bytes, of the rendered text, which must begin at the start of a
/// line. Calls `check` at short intervals and returns its error.
pub(super) fn rendered_len(
    text: &[u8],
    classes: &[u8],
    output: &Output,
    check: &impl Fn() -> Result<(), Aborted>,
) -> Result<usize, Aborted> {
    let mut len = text.len();
    for span in SpanIter::new(text, classes, 0) {
        check()?;
        len += match output {
            Output::Ansi(palette) => {
                let code = &palette.codes[span.class as usize];
                code.before.len() + code.after.len()
            }
            Output::Html => {
                TAG_START.len() + span.class.name().len() + TAG_END.len() + CLOSING_TAG.len()
            }
        };
    }
    if matches!(output, Output::Html) {
        for chunk in chunks(text) {
            check()?;
            let entities = chunk.iter().filter_map(|byte| entity(*byte));
            len += entities.map(|entity| entity.len() - 1).sum::<usize>();
        }
    }
    Ok(len)
}

const TAG_START: &[u8] = b"<span class=\"hl-";
const TAG_END: &[u8] = b"\">";
const CLOSING_TAG: &[u8] = b"</span>";

/// Appends the rendered text, which must begin at the start of a line, to `out`. Calls `check` at
/// short intervals and returns its error; `out` is then truncated at an arbitrary position.
pub(super) fn render(
    text: &[u8],
    classes: &[u8],
    output: &Output,
    out: &mut Vec<u8>,
    check: &impl Fn() -> Result<(), Aborted>,
) -> Result<(), Aborted> {
    let append = |out: &mut Vec<u8>, text: &[u8]| {
        for chunk in chunks(text) {
            match output {
                Output::Ansi(_) => out.extend_from_slice(chunk),
                Output::Html => escape_html(chunk, out),
            }
            check()?;
        }
        Ok(())
    };
    let mut done = 0;
    for span in SpanIter::new(text, classes, 0) {
        let (between, within) = (&text[done..span.start], &text[span.start..span.end]);
        match output {
            Output::Ansi(palette) => {
                let code = &palette.codes[span.class as usize];
                append(out, between)?;
                out.extend_from_slice(code.before.as_bytes());
                append(out, within)?;
                out.extend_from_slice(code.after.as_bytes());
            }
            Output::Html => {
                append(out, between)?;
                out.extend_from_slice(TAG_START);
                out.extend_from_slice(span.class.name().as_bytes());
                out.extend_from_slice(TAG_END);
                append(out, within)?;
                out.extend_from_slice(CLOSING_TAG);
            }
        }
        done = span.end;
    }
    append(out, &text[done..])
}

/// Maximum length of a chunk, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// Splits the text into chunks small enough to process without checking the token. A chunk ends on
/// a character boundary unless the text is not valid UTF-8 there.
pub(super) fn chunks(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    char_blocks(text, CHUNK_BYTES)
}

fn escape_html(text: &[u8], out: &mut Vec<u8>) {
    let mut done = 0;
    for (at, byte) in text.iter().enumerate() {
        let Some(entity) = entity(*byte) else {
            continue;
        };
        out.extend_from_slice(&text[done..at]);
        out.extend_from_slice(entity);
        done = at + 1;
    }
    out.extend_from_slice(&text[done..]);
}

fn entity(byte: u8) -> Option<&'static [u8]> {
    Some(match byte {
        b'&' => b"&amp;",
        b'<' => b"&lt;",
        b'>' => b"&gt;",
        b'"' => b"&quot;",
        b'\'' => b"&#39;",
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
