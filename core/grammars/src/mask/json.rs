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
mod tests {
    use crate::mask::tests::{assert_unchanged, masked};

    #[test]
    fn signs_of_exponents_are_minus_signs() {
        let source = r#"{"a": [1e+21, -1.5E+3, 0e+0, 1e5, 1e-5], "2e+2": "é 3e+4 +5"}"#;
        let expected = r#"{"a": [1e-21, -1.5E-3, 0e-0, 1e5, 1e-5], "2e-2": "é 3e-4 +5"}"#;
        assert_eq!(masked("json", source), expected);
    }

    #[test]
    fn other_signs_stay() {
        assert_unchanged("json", &["[+1, 1+2, 1e+, e+1, true+1, 1e ++1]", "+", "1e+"]);
    }
}
