//! Errors in TOML that the grammar accepts: keys without a value, and several keys or
//! tables on one line.

use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};

use crate::early_errors::kinds::kinds;
use crate::early_errors::{Code, EarlyError};

kinds! {
    Table = "document" | "table" | "table_array_element",
    Pair = "pair",
}

/// Finds errors in text that the TOML grammar accepts.
pub(super) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let kinds = Kind::table(code.language);
    let mut errors = Vec::new();
    let mut cursor = code.tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        match kinds.get(usize::from(node.kind_id())) {
            Some(Kind::Pair) => {
                let value = node.child(node.child_count().saturating_sub(1));
                if let Some(value) = value.filter(|value| !value.is_missing())
                    && value.byte_range().is_empty()
                {
                    errors.push(EarlyError::at(node, "key without a value"));
                }
            }
            Some(Kind::Table) if cursor.goto_first_child() => {
                let mut last_row = None;
                loop {
                    budget.step()?;
                    let child = cursor.node();
                    let kind = kinds.get(usize::from(child.kind_id()));
                    let is_entry = kind.is_some_and(|kind| *kind != Kind::Other);
                    if is_entry && last_row == Some(child.start_position().row) {
                        errors.push(EarlyError::at(child, "no line feed before a key or table"));
                    }
                    let ends_line = code.text.get(..child.end_byte());
                    let ends_line = ends_line.is_some_and(|text| text.ends_with(b"\n"));
                    last_row = (!ends_line).then_some(child.end_position().row);
                    if !cursor.goto_next_sibling() {
                        break;
                    }
                }
                cursor.goto_parent();
            }
            _ => {}
        }
        if (node.is_error() || !cursor.goto_first_child()) && !skip_subtree(&mut cursor) {
            return Ok(errors);
        }
    }
}
