//! Text with classes as terminals and browsers take it.

use super::class::Class;
use super::highlighted::Spans;
use crate::cancel::Aborted;
use crate::offsets::char_blocks;
use crate::text::undo_styles;

/// A form of output.
///
/// ```
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
    /// Escape sequences for a terminal.
    Ansi(Palette),
    /// HTML: `<span class="hl-keyword">`, with `&`, `<`, `>`, `"` and `'`
    /// escaped. Style it with [`Theme::css`](super::Theme::css) or otherwise.
    Html,
}

/// The escape sequences before text of eleven classes; an empty one leaves its
/// class plain. Other classes take the colour of the one that is nearest
/// ([`Class::basic`]).
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "each is the class of its name")]
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

/// For each class the escape sequence before its text, and the one that takes
/// it back.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    codes: Box<[Code; Class::ALL.len()]>,
}

#[derive(Clone, Debug, Default)]
struct Code {
    before: String,
    after: String,
}

impl Palette {
    /// The palette with `before` in front of the text of each class. What is
    /// put after the text resets no more than that set: a background that is
    /// there already stays.
    ///
    /// ```
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
                Code {
                    after: undo_styles(&before),
                    before,
                }
            })),
        }
    }
}

impl From<&Colors<'_>> for Palette {
    fn from(colors: &Colors<'_>) -> Palette {
        Palette::new(|class| colors.of(class).to_owned())
    }
}

impl<'a> Colors<'a> {
    fn of(&self, class: Class) -> &'a str {
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

/// How long the text, which begins with a line, is in the given form. `check`
/// is called at short intervals and ends it.
pub(super) fn rendered_len(
    text: &[u8],
    marks: &[u8],
    output: &Output,
    check: &impl Fn() -> Result<(), Aborted>,
) -> Result<usize, Aborted> {
    let mut len = text.len();
    for span in Spans::new(text, marks, 0) {
        check()?;
        len += match output {
            Output::Ansi(palette) => {
                let code = &palette.codes[span.class as usize];
                code.before.len() + code.after.len()
            }
            Output::Html => {
                SPAN.len() + span.class.name().len() + SPAN_NAMED.len() + SPAN_END.len()
            }
        };
    }
    if matches!(output, Output::Html) {
        for block in char_blocks(text, CHECK_INTERVAL) {
            check()?;
            let names = block.iter().filter_map(|byte| entity(*byte));
            len += names.map(|name| name.len() - 1).sum::<usize>();
        }
    }
    Ok(len)
}

const SPAN: &[u8] = b"<span class=\"hl-";
const SPAN_NAMED: &[u8] = b"\">";
const SPAN_END: &[u8] = b"</span>";

/// Appends the text in the given form, as [`rendered_len`] takes it.
pub(super) fn render(
    text: &[u8],
    marks: &[u8],
    output: &Output,
    out: &mut Vec<u8>,
    check: &impl Fn() -> Result<(), Aborted>,
) -> Result<(), Aborted> {
    let append = |out: &mut Vec<u8>, text: &[u8]| {
        for block in char_blocks(text, CHECK_INTERVAL) {
            match output {
                Output::Ansi(_) => out.extend_from_slice(block),
                Output::Html => escape(block, out),
            }
            check()?;
        }
        Ok(())
    };
    let mut done = 0;
    for span in Spans::new(text, marks, 0) {
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
                out.extend_from_slice(SPAN);
                out.extend_from_slice(span.class.name().as_bytes());
                out.extend_from_slice(SPAN_NAMED);
                append(out, within)?;
                out.extend_from_slice(SPAN_END);
            }
        }
        done = span.end;
    }
    append(out, &text[done..])
}

/// Length of the blocks of text between two checks of the cancel token, in bytes.
pub(super) const CHECK_INTERVAL: usize = 64 << 10;

fn escape(text: &[u8], out: &mut Vec<u8>) {
    let mut done = 0;
    for (at, byte) in text.iter().enumerate() {
        let Some(name) = entity(*byte) else {
            continue;
        };
        out.extend_from_slice(&text[done..at]);
        out.extend_from_slice(name);
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
mod tests {
    use super::*;

    #[test]
    fn the_length_is_known_before() {
        let palette = Palette::new(|class| "\x1b[1m".repeat(class as usize % 3));
        let texts = ["", "\n", "a <b>&\"'\n\nc", "&&"];
        for text in texts.map(|text| text.repeat(50)) {
            let marks: Vec<_> = (0..text.len()).map(|at| (at / 3 % 11) as u8).collect();
            for output in [Output::Ansi(palette.clone()), Output::Html] {
                let mut out = Vec::new();
                let check = || Ok(());
                render(text.as_bytes(), &marks, &output, &mut out, &check).unwrap();
                let len = rendered_len(text.as_bytes(), &marks, &output, &check).unwrap();
                assert_eq!(len, out.len());
            }
        }
    }
}
