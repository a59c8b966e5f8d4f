//! Errors that a language reports before running the code, but that its grammar accepts ("early
//! errors" in ECMAScript).
//!
//! A check reads a syntax tree and returns ranges similar to the grammar's error nodes. It
//! reports only errors that the official parser is certain to reject: no rule depends on the file
//! name, on compiler options, or on code that the grammar did not parse. Code inside an error node
//! is skipped, and a rule that depends on the enclosing function is skipped if the function
//! contains a grammar error.
//!
//! - `kinds`: numbers of node kinds, for dispatch without string comparisons.
//! - `closers`: closing keywords without an opening one, in languages whose grammars accept them.
//! - `heredoc`: unterminated here-documents, in languages whose grammars accept them.
//!
//! The checks of a language are in its folder.

pub(crate) mod closers;
pub(crate) mod heredoc;
pub(crate) mod kinds;

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, WorkBudget};
use tree_sitter::{Node, Tree};

/// Check of one language.
pub(crate) type Check =
    for<'t> fn(&Code<'t>, &mut WorkBudget<'_>) -> Result<Vec<EarlyError>, Interrupt>;

/// Names whose change neither adds nor removes an error that a check of a language finds. Lists are
/// separated by blanks.
pub(crate) struct PlainUses {
    /// Kinds of the names.
    pub(crate) names: &'static str,
    /// Kinds of the nodes directly around them.
    pub(crate) parents: &'static str,
    /// Words with rules of their own.
    pub(crate) special: &'static str,
}

impl PlainUses {
    pub(crate) const NONE: PlainUses = PlainUses {
        names: "",
        parents: "",
        special: "",
    };
}

/// Parsed code in one language.
pub(crate) struct Code<'t> {
    pub(crate) language: &'static Language,
    pub(crate) tree: &'t Tree,
    pub(crate) text: &'t [u8],
    /// Whether the code is embedded in another text. The host determines the surrounding context,
    /// such as an `async` function.
    pub(crate) is_embedded: bool,
}

/// Error that the grammar does not detect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyError {
    /// Range of the code.
    pub range: Range<usize>,
    /// Number of the first line, 0-based.
    pub row: usize,
    /// Description, in lower case.
    pub message: &'static str,
}

impl EarlyError {
    /// Creates an error at a node, or at the first token of a multi-line node, so that one error
    /// does not cover others.
    pub(crate) fn at(mut node: Node<'_>, message: &'static str) -> EarlyError {
        while node.start_position().row < node.end_position().row
            && let Some(first) = node.child(0)
        {
            node = first;
        }
        EarlyError {
            range: node.byte_range(),
            row: node.start_position().row,
            message,
        }
    }
}

impl<'t> Code<'t> {
    pub(crate) fn slice(&self, node: Node<'_>) -> &'t [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }
}
