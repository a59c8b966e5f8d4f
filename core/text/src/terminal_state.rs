//! Style (SGR) and hyperlink (OSC 8) in force at an offset in the text.

use super::escape::{osc_argument, sgr_parameters};
use super::sgr::{SgrStyle, is_equal};

/// Maximum length of a sequence that reopens a hyperlink, in bytes. VTE accepts
/// URIs of 2,083 bytes and `id`s of 250. Without a limit, wrapping text inside
/// a long link would cost the length of the link for each line.
const MAX_LINK_LEN: usize = 2400;

/// Style and hyperlink set by the escape sequences before an offset. By
/// default, neither is set.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TerminalState<'a> {
    style: SgrStyle<'a>,
    /// Sequence that opened the hyperlink, with its parameters (`id=`); writing
    /// it reopens the hyperlink. Empty if none is open.
    link: &'a str,
}

impl<'a> TerminalState<'a> {
    /// Whether no style and no hyperlink is set.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.link.is_empty() && self.style.is_clear()
    }

    /// Applies an escape sequence. Returns whether the state represents all its
    /// effects, in which case the sequence need not be kept.
    #[inline(never)]
    pub(super) fn apply(&mut self, sequence: &'a str) -> bool {
        if let Some(parameters) = sgr_parameters(sequence) {
            return self.style.apply(parameters);
        }
        let Some((body, _)) = osc_argument(sequence, "8") else {
            return false;
        };
        // `params ; URI`: the first `;` separates them, since params contain
        // none.
        let Some(separator) = body.bytes().position(|b| b == b';') else {
            return false;
        };
        let has_uri = separator + 1 < body.len();
        self.link = if has_uri { sequence } else { "" };
        true
    }

    /// Appends the shortest sequences that change this state to `to`.
    pub(super) fn write_change(&self, to: &TerminalState<'_>, out: &mut String) {
        if !is_equal(self.link, to.link) {
            if !to.link.is_empty() && to.link.len() <= MAX_LINK_LEN {
                // Opening a hyperlink closes the previous one.
                out.push_str(to.link);
            } else if let Some((_, terminator)) = osc_argument(self.link, "8") {
                out.push_str("\x1b]8;;");
                out.push_str(terminator);
            }
        }
        self.style.write_change(&to.style, out);
    }

    /// Appends the sequences that reset this state.
    pub(super) fn write_close(&self, out: &mut String) {
        if !self.is_clear() {
            self.write_change(&TerminalState::default(), out);
        }
    }

    /// Appends the sequences that set this state from the default state.
    pub(super) fn write_open(&self, out: &mut String) {
        if !self.is_clear() {
            TerminalState::default().write_change(self, out);
        }
    }
}
