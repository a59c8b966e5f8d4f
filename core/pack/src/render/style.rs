//! Colours, links, and control characters in names and lines.

use std::borrow::Cow;

use ransack_base::internal::percent_encode;

use super::RenderOptions;

/// Colour or weight of a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RenderStyle {
    Path,
    LineNumber,
    Match,
    Header,
    Range,
    Removed,
    Added,
    Note,
}

impl RenderStyle {
    /// Returns the ANSI sequences before and after the part.
    fn codes(self) -> (&'static str, &'static str) {
        match self {
            RenderStyle::Path => ("\x1b[35m", "\x1b[39m"),
            RenderStyle::LineNumber | RenderStyle::Added => ("\x1b[32m", "\x1b[39m"),
            RenderStyle::Match => ("\x1b[1;31m", "\x1b[22;39m"),
            RenderStyle::Header => ("\x1b[1m", "\x1b[22m"),
            RenderStyle::Range => ("\x1b[36m", "\x1b[39m"),
            RenderStyle::Removed => ("\x1b[31m", "\x1b[39m"),
            RenderStyle::Note => ("\x1b[2m", "\x1b[22m"),
        }
    }
}

impl RenderOptions {
    /// Whether the text is for a terminal, which control characters must not reach.
    fn is_terminal(&self) -> bool {
        self.color || self.links.is_some()
    }

    /// Appends text in a style.
    pub(super) fn styled(&self, out: &mut String, style: RenderStyle, text: &str) {
        if !self.color || text.is_empty() {
            out.push_str(text);
            return;
        }
        let (before, after) = style.codes();
        out.push_str(before);
        out.push_str(text);
        out.push_str(after);
    }

    /// Appends a path, with its link if there are links.
    pub(super) fn path(&self, out: &mut String, path: &[u8]) {
        let shown = visible(String::from_utf8_lossy(path), false);
        let Some(base) = &self.links else {
            return self.styled(out, RenderStyle::Path, &shown);
        };
        out.push_str("\x1b]8;;");
        out.push_str(&visible(Cow::Borrowed(base), false));
        percent_encode(path, out);
        out.push_str("\x1b\\");
        self.styled(out, RenderStyle::Path, &shown);
        out.push_str("\x1b]8;;\x1b\\");
    }

    /// Returns a line of a file as it is shown.
    pub(super) fn line<'t>(&self, line: &'t [u8]) -> Cow<'t, str> {
        let text = String::from_utf8_lossy(line);
        match self.is_terminal() {
            true => visible(text, true),
            false => text,
        }
    }
}

/// Replaces control characters with visible symbols. Keeps tabs if `keeps_tabs` is set.
pub(crate) fn visible(text: Cow<'_, str>, keeps_tabs: bool) -> Cow<'_, str> {
    let is_unsafe = |c: char| c.is_control() && !(keeps_tabs && c == '\t');
    if !text.contains(is_unsafe) {
        return text;
    }
    let symbol = |c: char| match c {
        c if !is_unsafe(c) => c,
        '\u{7f}' => '\u{2421}',
        // The symbols are in the order of the control characters.
        c if c < ' ' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(symbol).collect())
}
