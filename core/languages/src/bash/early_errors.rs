//! Errors in Bash code that the grammar accepts: closing keywords without an opening one, and
//! unterminated here-documents.

use ransack_grammars::internal::{Interrupt, WorkBudget};

use crate::early_errors::{Code, EarlyError, closers, heredoc};

/// Finds errors in code that the Bash grammar accepts.
pub(super) fn check(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let mut errors = heredoc::check(code, budget)?;
    errors.extend(closers::check_commands(code, budget)?);
    Ok(errors)
}
