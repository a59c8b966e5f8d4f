//! Numbers such as `1e+21`, as `JSON.stringify` writes them, whose sign the grammar does not accept.

use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

/// Reads the plus sign of an exponent as a minus sign. In a string or a comment, this makes no
/// difference.
pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    for at in memchr::memchr_iter(b'+', source) {
        budget.step()?;
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        if let [.., before, b'e' | b'E'] = &source[..at]
            && (before.is_ascii_digit() || *before == b'.')
            && is_digit(source.get(at + 1))
        {
            masker.replace(at, b"-");
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
