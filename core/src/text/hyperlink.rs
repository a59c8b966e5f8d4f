//! Hyperlinks (OSC 8), and the state of a place in a text: its style and link.

use super::escape::{command, rendition};
use super::sgr::{Style, is_equal};

/// The longest sequence that opens a hyperlink again, in bytes. VTE takes URIs of
/// 2,083 bytes and `id`s of 250. Without a bound, the lines of a text inside of a
/// long link would grow as its length times theirs.
const LONGEST: usize = 2400;

/// What escape sequences have set at a place in a text.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct State<'a> {
    style: Style<'a>,
    /// The whole sequence that opened the hyperlink, with its parameters
    /// (`id=`), which opens it again; empty where none is open.
    link: &'a str,
}

impl<'a> State<'a> {
    /// Whether nothing is set.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.link.is_empty() && self.style.is_clear()
    }

    /// Applies an escape sequence. True if the state says all that the
    /// sequence does, so that it can be written again from the state.
    #[inline(never)]
    pub(super) fn apply(&mut self, sequence: &'a str) -> bool {
        if let Some(parameters) = rendition(sequence) {
            return self.style.apply(parameters);
        }
        let Some((body, _)) = command(sequence, "8") else {
            return false;
        };
        // `params ; URI`; a URI has its `;` encoded or not, params never.
        let Some(separator) = body.bytes().position(|b| b == b';') else {
            return false;
        };
        let has_uri = separator + 1 < body.len();
        self.link = if has_uri { sequence } else { "" };
        true
    }

    /// Appends the shortest sequences that turn this state into `to`.
    pub(super) fn write_change(&self, to: &State<'_>, out: &mut String) {
        if !is_equal(self.link, to.link) {
            if !to.link.is_empty() && to.link.len() <= LONGEST {
                // Opening one closes the other.
                out.push_str(to.link);
            } else if let Some((_, terminator)) = command(self.link, "8") {
                out.push_str("\x1b]8;;");
                out.push_str(terminator);
            }
        }
        self.style.write_change(&to.style, out);
    }

    /// Appends what closes all that is open.
    pub(super) fn write_close(&self, out: &mut String) {
        if !self.is_clear() {
            self.write_change(&State::default(), out);
        }
    }

    /// Appends what sets this state where nothing is set.
    pub(super) fn write_open(&self, out: &mut String) {
        if !self.is_clear() {
            State::default().write_change(self, out);
        }
    }
}
