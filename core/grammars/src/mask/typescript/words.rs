//! Keywords of TypeScript that are names where the grammar expects the keyword, and keywords where
//! the grammar expects none.

use super::Masked;
use crate::budget::{Interrupt, WorkBudget};
use crate::mask::words::{after, before, before_comments, is_word, leading_word, trailing_word};

/// Maximum distance in bytes from the `{` of an import or export to a name in it.
const MAX_LIST: usize = 1024;

/// Masks keywords that are names with other names of the same length, and the word of `global {`,
/// which becomes a block. O(n).
pub(super) fn mask_names(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for (word, found) in [
        ("using", "using"),
        ("abstract", "abstract"),
        ("in", "in:"),
        ("as", "as ="),
        ("undefined", "typeof undefined"),
    ] {
        for at in memchr::memmem::find_iter(source, found) {
            budget.step()?;
            let start = at + found.len() - found.trim_start_matches("typeof ").len();
            let range = start..start + word.len();
            let next = after(source, range.end).first();
            let is_name = next.is_none_or(|next| b":?,;.)]}=<(|".contains(next));
            if is_name && is_word(source, range) {
                text.write(start..start + 1, &[source[start].to_ascii_uppercase()]);
            }
        }
    }
    for start in memchr::memmem::find_iter(source, "global") {
        budget.step()?;
        let range = start..start + "global".len();
        let begins_statement = matches!(
            before(source, start),
            [] | [.., b';' | b'{' | b'}'] | [.., b'*', b'/']
        );
        let is_block = after(source, range.end).starts_with(b"{");
        if begins_statement && is_block && is_word(source, range.clone()) {
            text.blank(range);
        }
    }
    Ok(())
}

/// Masks `type` in `export type *`, and `type` as a name in the list of an import or export.
/// O(n · [`MAX_LIST`]) in the worst case.
pub(super) fn mask_type_exports(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for start in memchr::memmem::find_iter(source, "type") {
        budget.step()?;
        let range = start..start + "type".len();
        let rest = after(source, range.end);
        if !matches!(rest.first(), Some(b'*' | b',' | b'}' | b'a')) {
            continue;
        }
        let head = before_comments(source, start);
        match (head.last(), rest.first()) {
            (Some(b't'), Some(b'*')) if trailing_word(head) == b"export" => {
                text.blank(range);
            }
            (Some(b'{' | b','), Some(b',' | b'}' | b'a'))
                if is_word(source, range.clone()) && is_name(rest) && is_in_list(head) =>
            {
                text.write(start..start + 1, b"T");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Words that can precede `accessor` in a class.
const FIELD_MODIFIERS: [&[u8]; 8] = [
    b"static",
    b"abstract",
    b"override",
    b"declare",
    b"readonly",
    b"public",
    b"private",
    b"protected",
];

/// Masks `accessor` after another modifier, `defer` in `import defer * as a`, `readonly` after `keyof`,
/// and `using` in the head of a loop, which becomes `const`. O(n).
pub(super) fn mask_modifiers(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for start in memchr::memmem::find_iter(source, " accessor ").map(|at| at + 1) {
        budget.step()?;
        let range = start..start + "accessor".len();
        let next = after(source, range.end);
        let is_member = !leading_word(next).is_empty()
            || matches!(next.first(), Some(b'#' | b'[' | b'"' | b'\''));
        if is_member && FIELD_MODIFIERS.contains(&trailing_word(before(source, start))) {
            text.blank(range);
        }
    }
    for start in memchr::memmem::find_iter(source, "import defer ").map(|at| at + 7) {
        budget.step()?;
        let range = start..start + "defer".len();
        if after(source, range.end).starts_with(b"*") {
            text.blank(range);
        }
    }
    for start in memchr::memmem::find_iter(source, "keyof readonly ").map(|at| at + 6) {
        budget.step()?;
        if is_word(source, start - 6..start - 1) {
            text.blank(start..start + "readonly".len());
        }
    }
    for start in memchr::memmem::find_iter(source, "(using ").map(|at| at + 1) {
        budget.step()?;
        let end = start + "using".len();
        let head = trailing_word(before(source, start - 1));
        let name = leading_word(after(source, end));
        if matches!(head, b"for" | b"await") && !matches!(name, b"" | b"of" | b"in") {
            text.write(start..end, b"const");
        }
    }
    Ok(())
}

/// Returns whether the text after `type` in a list makes it a name rather than a keyword.
fn is_name(rest: &[u8]) -> bool {
    let Some(alias) = rest.strip_prefix(b"as ") else {
        return !rest.starts_with(b"a");
    };
    let alias = alias.trim_ascii_start();
    let name = leading_word(alias);
    name != b"as" && matches!(after(alias, name.len()).first(), Some(b',' | b'}'))
}

/// Returns whether the list that `head` ends in belongs to an import or export.
fn is_in_list(head: &[u8]) -> bool {
    let window = &head[head.len().saturating_sub(MAX_LIST)..];
    let Some(open) = memchr::memrchr(b'{', window) else {
        return false;
    };
    let mut owner = before(window, open);
    if trailing_word(owner) == b"type" {
        owner = before(owner, owner.len() - "type".len());
    }
    matches!(trailing_word(owner), b"import" | b"export")
}

/// Masks `using a = b` and `await using a = b` with `const`. O(n).
pub(super) fn mask_using(
    text: &mut Masked<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<(), Interrupt> {
    let source = text.source();
    for end in memchr::memmem::find_iter(source, "using ").map(|start| start + "using".len()) {
        budget.step()?;
        let range = end - "using".len()..end;
        let name = leading_word(after(source, end));
        let is_operand = matches!(name, b"in" | b"of" | b"instanceof" | b"as" | b"satisfies");
        if name.is_empty() || is_operand || !is_word(source, range.clone()) {
            continue;
        }
        let head = before(source, range.start);
        let start = match head.strip_suffix(b"await") {
            Some(head) if is_word(source, head.len()..head.len() + "await".len()) => head.len(),
            _ => range.start,
        };
        text.write(start..end, b"const");
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
