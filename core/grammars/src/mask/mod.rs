//! Masks: text of the same length for the parser, in which code that a grammar cannot parse is
//! replaced.
//!
//! - `c`: macros of C before declarations, definitions without a type.
//! - `cpp`: macros of C++ before, inside and after declarations, modules.
//! - `directives`: conditions that split declarations and statements, and comments in macros, in the
//!   languages of C.
//! - `enumerators`: macros in lists of C and C++.
//! - `objc`: macros of Apple's frameworks.
//! - `typescript`: call signatures that begin a line.
//! - `tokens`: words and brackets of C and C++; `masked`: the replaced text.

mod c;
mod cpp;
mod directives;
mod enumerators;
mod masked;
mod objc;
mod tokens;
mod typescript;

use crate::language::Language;
use crate::parse::{Interrupt, WorkBudget};

/// Maximum length in bytes of consecutive macro calls and of template arguments.
const MAX_CALLS: usize = 4 << 10;

/// Function that returns the text for the parser.
type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

fn mask_of(language: &Language) -> Option<Mask> {
    match language.name {
        "c" => Some(|source, budget| after_directives(source, c::without_macros, budget)),
        "cpp" => Some(|source, budget| after_directives(source, cpp::without_macros, budget)),
        "objc" => Some(|source, budget| after_directives(source, objc::without_macros, budget)),
        "typescript" | "tsx" => Some(typescript::with_separators),
        _ => None,
    }
}

/// Applies a mask to text whose directives are masked.
fn after_directives(
    source: &[u8],
    mask: Mask,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let directives = directives::masked(source, budget)?;
    let masked = mask(directives.as_deref().unwrap_or(source), budget)?;
    Ok(masked.or(directives))
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

#[cfg(test)]
mod tests {
    use ransack_base::CancelToken;

    use super::*;
    use crate::languages;

    fn mask(name: &str, source: &[u8]) -> Option<Vec<u8>> {
        let language = languages().iter().find(|language| language.name == name);
        let token = CancelToken::new();
        let mut budget = WorkBudget::new(&token, None);
        masked(language.unwrap(), source, &mut budget).unwrap()
    }

    /// A mask keeps the length and the lines, also of unfinished code.
    #[test]
    fn masks_keep_lengths_and_lines() {
        let pieces: [&[u8]; 20] = [
            b"API ",
            b"CALL(",
            b")",
            b"{",
            b"}",
            b"<",
            b">",
            b"[",
            b"]",
            b";",
            b"=",
            b",\n",
            b"\n#if A\n",
            b"\n#else\n",
            b"\n#endif\n",
            b"class ",
            b"operator ",
            b"::",
            b"gr\xc3\xb6\xff ",
            b"\n#define A /* b */ \\\n c\n",
        ];
        let mut state = 1u64;
        for _ in 0..3000 {
            let mut source = Vec::new();
            for _ in 0..state % 40 {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                source.extend_from_slice(pieces[(state >> 33) as usize % pieces.len()]);
            }
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            for name in ["c", "cpp", "objc"] {
                let Some(text) = mask(name, &source) else {
                    continue;
                };
                let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).collect::<Vec<_>>();
                let shown = String::from_utf8_lossy(&source);
                assert_eq!(text.len(), source.len(), "{name}: {shown}");
                assert_eq!(lines(&text), lines(&source), "{name}: {shown}");
            }
        }
    }

    #[test]
    fn ordinary_code_has_no_mask() {
        let source =
            b"#if A\nclass A : B<int> { int f(int a = g(1, 2)) const; };\n#endif\nint x;\n";
        assert_eq!(mask("cpp", source), None);
        assert_eq!(
            mask("c", b"#if A\nint f(int a) { return A; }\n#endif\n"),
            None
        );
    }
}
