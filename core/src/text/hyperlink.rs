//! Hyperlinks (OSC 8), and the state of a place in a text: its style and link.

use super::escape::{command, rendition};
use super::sgr::Style;

/// The hyperlink that is open at a place.
#[derive(Clone, Copy, Default, Debug)]
struct Link<'a> {
    /// The whole sequence that opened it, with its parameters (`id=`), which
    /// opens it again; empty where none is open.
    opening: &'a str,
    /// How that sequence ends; the one that closes it ends the same way.
    terminator: &'a str,
}

/// What escape sequences have set at a place in a text.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct State<'a> {
    style: Style<'a>,
    link: Link<'a>,
}

impl<'a> State<'a> {
    /// Whether nothing is set.
    #[inline]
    fn is_clear(&self) -> bool {
        self.link.opening.is_empty() && self.style.is_clear()
    }

    /// Applies an escape sequence. True if the state says all that the
    /// sequence does, so that it can be written again from the state.
    #[inline(never)]
    pub(super) fn apply(&mut self, sequence: &'a str) -> bool {
        if let Some(parameters) = rendition(sequence) {
            return self.style.apply(parameters);
        }
        let Some((body, terminator)) = command(sequence, "8") else {
            return false;
        };
        // `params ; URI`; a URI has its `;` encoded or not, params never.
        let Some((_, uri)) = body.split_once(';') else {
            return false;
        };
        self.link = match uri {
            "" => Link::default(),
            _ => Link {
                opening: sequence,
                terminator,
            },
        };
        true
    }

    /// Appends the shortest sequences that turn this state into `to`.
    pub(super) fn write_change(&self, to: &State<'_>, out: &mut String) {
        if to.link.opening.is_empty() {
            if !self.link.opening.is_empty() {
                out.push_str("\x1b]8;;");
                out.push_str(self.link.terminator);
            }
        } else if self.link.opening != to.link.opening {
            // Opening one closes the other.
            out.push_str(to.link.opening);
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
