//! Errors in Ruby code that the grammar accepts: closing keywords without an opening one, and
//! unterminated here-documents.

use ransack_grammars::internal::{Interrupt, WorkBudget};

use crate::early_errors::{Code, EarlyError, closers, heredoc};

/// Finds errors in code that the Ruby grammar accepts.
pub(super) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let mut errors = heredoc::check(code, budget)?;
    errors.extend(closers::check_names(code, budget)?);
    Ok(errors)
}
