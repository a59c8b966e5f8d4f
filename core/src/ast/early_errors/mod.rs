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
//! - `ecmascript`: JavaScript and TypeScript.
//! - `python`: Python.
//! - `heredoc`: unterminated here-documents, in languages whose grammars accept them.
//!
//! To check another language, add a row to [`CHECKS`].

mod ecmascript;
mod heredoc;
mod kinds;
mod python;

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::language::Language;
use super::parse::{Interrupt, WorkBudget};

/// Checks for each language, by language name.
const CHECKS: &[(&str, Check)] = &[
    ("bash", heredoc::check),
    ("javascript", ecmascript::check),
    ("python", python::check),
    ("ruby", heredoc::check),
    ("tsx", ecmascript::check),
    ("typescript", ecmascript::check),
];

type Check = for<'t> fn(&Code<'t>, &mut WorkBudget<'_>) -> Result<Vec<EarlyError>, Interrupt>;

/// Parsed code in one language.
pub(super) struct Code<'t> {
    language: &'static Language,
    tree: &'t Tree,
    text: &'t [u8],
    /// Whether the code is embedded in another text. The host determines the surrounding context,
    /// such as an `async` function.
    is_embedded: bool,
}

/// Error that the grammar does not detect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EarlyError {
    pub(super) range: Range<usize>,
    /// Number of the first line, 0-based.
    pub(super) row: usize,
    /// Description, in lower case.
    pub(super) message: &'static str,
}

impl EarlyError {
    /// Creates an error at a node, or at the first token of a multi-line node, so that one error
    /// does not cover others.
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

/// Returns the errors in code that the language's grammar accepts, ordered by start; empty for a
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
