//! Unterminated here-documents, which extend to the end of the text.
//!
//! Bash only warns about them. They are errors here because the rest of the text is not parsed as
//! code.

use std::collections::VecDeque;

use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};

use super::kinds::kinds;
use super::{Code, EarlyError};

kinds! {
    Start = "heredoc_start" | "heredoc_beginning",
    End = "heredoc_end",
}

/// Finds the unterminated here-documents in the text.
pub(crate) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let mut open = VecDeque::new();
    if memchr::memmem::find(code.text, b"<<").is_none() {
        return Ok(Vec::new());
    }
    let kinds = Kind::table(code.language);
    let mut cursor = code.tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        match kinds.get(usize::from(node.kind_id())) {
            Some(Kind::Start) => {
                open.push_back(EarlyError::at(node, "here-document without an end"));
            }
            // Bodies follow in the order of their starts, so the oldest one ends first.
            Some(Kind::End) if !node.is_missing() && !code.slice(node).trim_ascii().is_empty() => {
                open.pop_front();
            }
            _ => {}
        }
        if (node.is_error() || !cursor.goto_first_child()) && !skip_subtree(&mut cursor) {
            return Ok(open.into());
        }
    }
}
