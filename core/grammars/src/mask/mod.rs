//! Masks: text of the same length for the parser, in which code that a grammar cannot parse is
//! replaced.
//!
//! - `c`: macros of C before declarations.
//! - `objc`: macros of Apple's frameworks.
//! - `typescript`: call signatures that begin a line.

mod c;
mod objc;
mod typescript;

use crate::language::Language;
use crate::parse::{Interrupt, WorkBudget};

/// Function that returns the text for the parser.
type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

fn mask_of(language: &Language) -> Option<Mask> {
    match language.name {
        "c" => Some(c::without_macros),
        "objc" => Some(objc::without_macros),
        "typescript" | "tsx" => Some(typescript::with_separators),
        _ => None,
    }
}

/// Returns the text for the parser, in which code that the grammar cannot parse is replaced with
/// the same number of other bytes. `None` to parse the text unchanged.
pub fn masked(
    language: &Language,
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    mask_of(language).map_or(Ok(None), |mask| mask(source, budget))
}
