//! `if()` and lists in `@scope`.
//!
//! The grammar reads the arguments of `if()` like the arguments of any function, so branches and conditions
//! are masked as lists of values. It reads one selector in each bracket of `@scope`, and no end
//! without a start.

use super::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};

pub(super) fn mask(masker: &mut Masker<'_>, budget: &mut WorkBudget<'_>) -> Result<(), Interrupt> {
    let source = masker.source;
    let mut code = CssCode { source, at: 0 };
    let mut ifs = memchr::memmem::find_iter(source, b"if(").peekable();
    let mut scopes = memchr::memmem::find_iter(source, b"@scope").peekable();
    while let Some(&first) = ifs.peek().into_iter().chain(scopes.peek()).min() {
        budget.step()?;
        ifs.next_if_eq(&first);
        let is_scope = scopes.next_if_eq(&first).is_some();
        if !code.reach(first) {
            continue;
        }
        if is_scope {
            mask_scope(masker, &mut code);
        } else if first == 0 || !is_name(source[first - 1]) {
            mask_if(masker, &mut code);
        }
    }
    Ok(())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'@' | b'\\') || byte >= 0x80
}

/// Style sheet, and a position in it outside comments and strings.
struct CssCode<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> CssCode<'s> {
    fn rest(&self) -> &'s [u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Moves to `target`; returns false, at a position after it, if it is in a comment or string.
    fn reach(&mut self, target: usize) -> bool {
        while self.at < target {
            let before = &self.source[self.at..target];
            let Some(next) = memchr::memchr3(b'/', b'"', b'\'', before) else {
                self.at = target;
                break;
            };
            self.at += next;
            if !self.skip() {
                self.at += 1;
            }
        }
        self.at == target
    }

    /// Skips the comment or string at the current position; returns whether there is one.
    fn skip(&mut self) -> bool {
        let rest = self.rest();
        let len = match rest {
            [b'/', b'*', ..] => {
                let end = memchr::memmem::find(&rest[2..], b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            [quote @ (b'"' | b'\''), ..] => {
                let mut end = 1;
                loop {
                    match rest.get(end) {
                        Some(b'\\') => end += 2,
                        Some(b'\n') | None => break end,
                        Some(byte) if byte == quote => break end + 1,
                        Some(_) => end += 1,
                    }
                }
            }
            _ => return false,
        };
        self.at += len.min(rest.len());
        true
    }

    /// Returns the first byte at or after `at` that is not white space.
    fn byte_after(&self, at: usize) -> Option<u8> {
        let rest = self.source.get(at..)?;
        rest.iter()
            .find(|byte| !byte.is_ascii_whitespace())
            .copied()
    }
}

/// Masks the selectors of the `@scope` at the current position.
fn mask_scope(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    code.at += b"@scope".len();
    let (mut depth, mut has_start) = (0_usize, false);
    while let Some(&byte) = code.rest().first() {
        if code.skip() {
            continue;
        }
        let at = code.at;
        match byte {
            b'{' | b'}' | b';' => return,
            b'(' => (depth, has_start) = (depth + 1, true),
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 1 => {
                masker.replace(at, b" ");
                masker.hide(at..at + 1, "punctuation.delimiter");
            }
            b't' if depth == 0 && !has_start && code.rest().starts_with(b"to") => {
                masker.replace(at, b"  ");
                masker.hide(at..at + 2, "keyword");
                code.at += 1;
            }
            _ => {}
        }
        code.at += 1;
    }
}

/// Open bracket in `if()`.
struct Bracket {
    /// Whether it is the bracket of an `if()`.
    is_if: bool,
    /// Whether the position is in a condition rather than a value.
    is_condition: bool,
    /// Whether the bracket is masked.
    is_masked: bool,
}

/// Masks the `if()` at the current position. Changes nothing if it has no end.
fn mask_if(masker: &mut Masker<'_>, code: &mut CssCode<'_>) {
    const OPENING: Bracket = Bracket {
        is_if: true,
        is_condition: true,
        is_masked: false,
    };
    code.at += b"if(".len();
    let mut brackets = vec![OPENING];
    let mut changes: Vec<(usize, u8, Option<&'static str>)> = Vec::new();
    while let Some(bracket) = brackets.last_mut() {
        if code.skip() {
            continue;
        }
        let (at, rest) = (code.at, code.rest());
        let Some(&byte) = rest.first() else {
            return;
        };
        code.at += 1;
        match byte {
            b'{' | b'}' => return,
            b'\\' => code.at += 1,
            b'(' if code.source[..at].ends_with(b"url") => {
                code.at += memchr::memchr(b')', rest).unwrap_or(rest.len() - 1);
            }
            b'(' => {
                let before = &code.source[..at];
                let is_if = before.ends_with(b"if") && !is_name(before[at - 3]);
                let is_masked = bracket.is_condition && !is_name(before[at - 1]);
                if is_masked {
                    changes.push((at, b' ', Some("punctuation.bracket")));
                }
                let is_condition = bracket.is_condition;
                brackets.push(Bracket {
                    is_if,
                    is_condition: is_condition || is_if,
                    is_masked,
                });
            }
            b')' => {
                if bracket.is_masked {
                    changes.push((at, b' ', Some("punctuation.bracket")));
                }
                brackets.pop();
            }
            b':' if bracket.is_condition => {
                // A value is missing.
                let is_empty = matches!(code.byte_after(at + 1), Some(b';' | b')'));
                let hidden = is_empty.then_some("punctuation.delimiter");
                changes.push((at, if is_empty { b' ' } else { b',' }, hidden));
                bracket.is_condition = !bracket.is_if;
            }
            b'<' | b'>' | b'=' if bracket.is_condition => {
                let is_first = !matches!(code.source[at - 1], b'<' | b'>' | b'=');
                changes.push((at, if is_first { b',' } else { b' ' }, Some("operator")));
            }
            b';' if bracket.is_if => {
                bracket.is_condition = true;
                if code.byte_after(at + 1) == Some(b')') {
                    changes.push((at, b' ', Some("punctuation.delimiter")));
                }
            }
            _ => {}
        }
    }
    for (at, byte, hidden) in changes {
        masker.replace(at, &[byte]);
        if let Some(capture) = hidden {
            masker.hide(at..at + 1, capture);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use crate::mask::tests::{assert_unchanged, masked};

    #[test]
    fn branches_and_conditions_are_lists_of_values() {
        for (source, expected) in [
            (
                "a { b: if(style(--c: 1): d; else: e); }",
                "a { b: if(style(--c, 1), d; else, e); }",
            ),
            (
                "a { b: if(media(width >= 6px) and (not (x: y)): calc((1 + 2) * 3);); c: d:e }",
                "a { b: if(media(width ,  6px) and  not  x, y  , calc((1 + 2) * 3) ); c: d:e }",
            ),
            (
                "a { b: c if(supports(d: e): if(print: url(f:g); else: h) \"i:\" /*:*/; else: ) }",
                "a { b: c if(supports(d, e), if(print, url(f:g); else, h) \"i:\" /*:*/; else  ) }",
            ),
        ] {
            assert_eq!(masked("css", source), expected);
        }
    }

    #[test]
    fn selectors_of_scopes_are_single() {
        for (source, expected) in [
            (
                "@scope (.a, .b > c) to (:is(d, e)) { f, g {} }",
                "@scope (.a  .b > c) to (:is(d, e)) { f, g {} }",
            ),
            ("@scope to (.a,.b) {}", "@scope    (.a .b) {}"),
        ] {
            assert_eq!(masked("css", source), expected);
        }
    }

    #[test]
    fn other_code_stays() {
        assert_unchanged(
            "css",
            &[
                "@scope (.a) to (.b) { c { d: e } }",
                "@scope { a { b: c } }",
                "/* if(a: b) @scope (a, b) */",
                "a { b: \"if(c: d)\"; e: -if(f: g); }",
                "a { b: if(c: d",
                "a { b: if(c: d } e: f)",
                "if(",
            ],
        );
    }
}
