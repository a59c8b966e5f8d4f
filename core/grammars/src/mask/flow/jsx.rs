//! Elements of JSX, in which `:`, `<` and quotes are text.

use super::{FlowFrame, FlowFrameKind, FlowScan, Previous, types};

impl FlowScan<'_> {
    /// Reads a token of a tag.
    pub(super) fn tag(&mut self) {
        let at = self.at;
        match self.rest() {
            [b'"' | b'\'', quote_rest @ ..] => {
                // Strings in tags have no escapes and may contain line ends.
                let quote = self.source[at];
                let len = memchr::memchr(quote, quote_rest).unwrap_or(quote_rest.len());
                self.at += len + 2;
            }
            [b'{', ..] => self.open(FlowFrameKind::Hole, Previous::Operator),
            [b'/', b'/' | b'*', ..] => self.at = types::trivia_end(self.source, at),
            [b'/', b'>', ..] => {
                self.at += 1;
                self.close(Previous::Operand);
            }
            [b'>', ..] => {
                self.at += 1;
                *self.frame() = FlowFrame::new(FlowFrameKind::Children);
            }
            [b'<', ..] => match types::short_angle_end(self.source, at) {
                Some(end) => {
                    self.text.blank(at..end);
                    self.at = end;
                }
                None => self.at += 1,
            },
            _ => self.at += 1,
        }
    }

    /// Reads text, a child or the closing tag of an element.
    pub(super) fn children(&mut self) {
        match self.rest() {
            [b'{', ..] => self.open(FlowFrameKind::Hole, Previous::Operator),
            [b'<', b'/', ..] => {
                let close = memchr::memchr(b'>', self.rest());
                self.at += close.unwrap_or(self.rest().len());
                self.close(Previous::Operand);
            }
            [b'<', ..] => self.open(FlowFrameKind::Tag, Previous::Operator),
            rest => {
                let len = memchr::memchr2(b'<', b'{', rest);
                self.at += len.unwrap_or(rest.len());
            }
        }
    }
}
