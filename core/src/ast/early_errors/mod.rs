//! Errors that a language reports before it runs a text, but that its grammar accepts ("early
//! errors" of ECMAScript).
//!
//! A check reads a syntax tree and yields ranges like the error nodes of the grammar. It reports
//! only what the official parser refuses for certain: no rule depends on the name of a file, on
//! options of a compiler, or on code that the grammar did not understand. A part that lies inside an
//! error node is skipped, and a rule that depends on the enclosing function is skipped if that
//! function contains an error of the grammar.
//!
//! - `kinds`: numbers of node kinds, for a dispatch without strings.
//! - `ecmascript`: JavaScript and TypeScript.
//! - `python`: Python.
//! - `heredoc`: here-documents without an end, in languages whose grammars accept them.
//!
//! A further language is a row of [`CHECKS`].

mod ecmascript;
mod heredoc;
mod kinds;
mod python;

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::language::Language;
use super::parse::{Interrupt, WorkBudget};

/// Checks of each language by its name.
const CHECKS: &[(&str, Check)] = &[
    ("bash", heredoc::check),
    ("javascript", ecmascript::check),
    ("python", python::check),
    ("ruby", heredoc::check),
    ("tsx", ecmascript::check),
    ("typescript", ecmascript::check),
];

type Check = for<'t> fn(&Code<'t>, &mut WorkBudget<'_>) -> Result<Vec<EarlyError>, Interrupt>;

/// Parsed code of one language.
pub(super) struct Code<'t> {
    language: &'static Language,
    tree: &'t Tree,
    text: &'t [u8],
    /// Whether the code is embedded in another text. Its host decides what surrounds it, such as
    /// an `async` function.
    is_embedded: bool,
}

/// Error that the grammar does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EarlyError {
    pub(super) range: Range<usize>,
    /// Zero-based number of the first line.
    pub(super) row: usize,
    /// Description, in lower case.
    pub(super) message: &'static str,
}

impl EarlyError {
    /// Error at a node; at its first token if the node has several lines, so that one error does
    /// not cover others.
    fn at(mut node: Node<'_>, message: &'static str) -> EarlyError {
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

/// Returns the errors in a text that its grammar accepts, in the order of their start; empty for a
/// language without a check.
pub(super) fn find(
    language: &'static Language,
    tree: &Tree,
    text: &[u8],
    is_embedded: bool,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let found = CHECKS.iter().find(|(name, _)| *name == language.name);
    let Some((_, check)) = found else {
        return Ok(Vec::new());
    };
    let code = Code {
        language,
        tree,
        text,
        is_embedded,
    };
    let mut errors = check(&code, budget)?;
    errors.sort_by_key(|error| (error.range.start, error.range.end));
    errors.dedup_by(|a, b| a.range == b.range);
    Ok(errors)
}

impl<'t> Code<'t> {
    fn slice(&self, node: Node<'_>) -> &'t [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }
}
