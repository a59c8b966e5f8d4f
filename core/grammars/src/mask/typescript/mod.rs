//! TypeScript that the grammar does not know.
//!
//! - `separators`: call signatures that begin a line.
//! - `types`: `import("m").T<U>` and the variance of type parameters.
//! - `words`: keywords that are names, and keywords that the grammar expects elsewhere.

mod separators;
mod types;
mod words;

use crate::budget::{Interrupt, WorkBudget};
use crate::mask::masked::Masked;

/// Returns text of the same length that the grammar knows, or `None` if nothing changes.
pub(super) fn without_gaps(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut text = Masked::new(source);
    mask_gaps(&mut text, budget)?;
    Ok(text.finish())
}

/// Returns text without gaps in which `using` declarations, which the grammar takes for
/// assignments, declare constants, or `None` if nothing changes.
pub(super) fn with_declarations(
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let mut text = Masked::new(source);
    mask_gaps(&mut text, budget)?;
    words::mask_using(&mut text, budget)?;
    Ok(text.finish())
}

fn mask_gaps(text: &mut Masked<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    separators::mask(text, budget)?;
    types::mask_imports(text, budget)?;
    types::mask_variance(text, budget)?;
    types::mask_template_arguments(text, budget)?;
    words::mask_names(text, budget)?;
    words::mask_type_exports(text, budget)?;
    words::mask_modifiers(text, budget)
}
