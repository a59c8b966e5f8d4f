//! Open brackets and quotes.

use super::commands::{Case, Command};
use super::patterns::Expansion;

/// Open bracket or quote.
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// Offset of the bracket or quote.
    pub(super) start: usize,
    /// Command at the current position, if the frame contains commands.
    pub(super) command: Command,
    /// Open `case` statements, innermost last.
    pub(super) cases: Vec<Case>,
    /// Index of the innermost backtick, this frame included.
    pub(super) backtick: Option<usize>,
    /// Index of the innermost body of a here-document, this frame included.
    pub(super) body: Option<usize>,
}

#[derive(Clone, Copy)]
pub(super) enum FrameKind {
    /// The whole text.
    Text,
    /// `(` of a subshell, function or array.
    Bracket {
        /// Whether the end is masked, as the start is.
        is_masked: bool,
    },
    /// `$(`, `<(` or `>(`.
    Substitution,
    Backtick,
    DoubleQuote,
    /// `$((` or `((`.
    Arithmetic {
        /// Number of open brackets.
        depth: usize,
        /// Whether the last token is an operand.
        is_after_operand: bool,
    },
    Expansion(Expansion),
    /// Body of a here-document that contains expansions.
    Body {
        /// Offset of its end.
        end: usize,
    },
}

impl FrameKind {
    /// Arithmetic after its two brackets.
    pub(super) const ARITHMETIC: FrameKind = FrameKind::Arithmetic {
        depth: 2,
        is_after_operand: false,
    };
}

impl Frame {
    pub(super) fn new(kind: FrameKind, start: usize) -> Frame {
        Frame {
            kind,
            start,
            command: Command::default(),
            cases: Vec::new(),
            backtick: None,
            body: None,
        }
    }
}
