//! Open brackets and quotes.

use super::commands::{CaseCommand, Command};
use super::patterns::ShellExpansion;

/// Open bracket or quote.
pub(super) struct ShellFrame {
    pub(super) kind: ShellFrameKind,
    /// Offset of the bracket or quote.
    pub(super) start: usize,
    /// Command at the current position, if the frame contains commands.
    pub(super) command: Command,
    /// Whether the position is in `[[ ... ]]`.
    pub(super) is_condition: bool,
    /// Open `case` statements, innermost last.
    pub(super) cases: Vec<CaseCommand>,
    /// Branches of `case` whose first brace is masked, innermost last: number of open braces in each.
    pub(super) braces: Vec<usize>,
    /// Index of the innermost backtick, this frame included.
    pub(super) backtick: Option<usize>,
    /// Index of the innermost body of a here-document, this frame included.
    pub(super) body: Option<usize>,
}

#[derive(Clone, Copy)]
pub(super) enum ShellFrameKind {
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
    ShellExpansion(ShellExpansion),
    /// Body of a here-document that contains expansions.
    Body {
        /// Offset of its end.
        end: usize,
    },
}

impl ShellFrameKind {
    /// Arithmetic after its two brackets.
    pub(super) const ARITHMETIC: ShellFrameKind = ShellFrameKind::Arithmetic {
        depth: 2,
        is_after_operand: false,
    };
}

impl ShellFrame {
    pub(super) fn new(kind: ShellFrameKind, start: usize) -> ShellFrame {
        ShellFrame {
            kind,
            start,
            command: Command::default(),
            is_condition: false,
            cases: Vec::new(),
            braces: Vec::new(),
            backtick: None,
            body: None,
        }
    }
}
