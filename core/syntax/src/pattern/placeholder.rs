//! Chooses the placeholders for a metavariable by the code around it.

use ransack_languages::internal::{NodeKinds, PatternSyntax, Placeholder, has_word};

use crate::pattern::metavar::VarPlace;

/// Placeholder of a metavariable that stands for a block in braces.
pub(crate) static BLOCK: Placeholder = Placeholder {
    before: "{}",
    after: None,
    only_after: &[],
};

/// Returns whether a node of this kind may be a block. Other nodes in braces are values, such as the
/// fields of a struct.
pub(crate) fn may_hold_statements(kind: &str, syntax: &PatternSyntax) -> bool {
    NodeKinds::is_statement(kind) || has_word(syntax.block_kinds, kind)
}

/// Returns whether a metavariable may stand for a block: after a head that begins with a word, and
/// at the end of the pattern or before a keyword such as `else`, without an operator in between.
pub(crate) fn may_be_block(place: &VarPlace<'_>) -> bool {
    let ends_head = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '>');
    let (head, after) = (place.before.trim_end(), place.after.trim_start());
    !place.is_list
        && head.starts_with(char::is_alphabetic)
        && head.ends_with(ends_head)
        && (head.len() < place.before.len() || head.ends_with([')', ']']))
        && (after.is_empty() || after.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Returns whether `other` differs only by a trailing separator that `placeholder` lacks.
/// The last element of a list needs none.
pub(crate) fn is_without_separator_of(placeholder: &Placeholder, other: &Placeholder) -> bool {
    let is_separated = |after: &str| other.after == Some(&format!("{after},"));
    placeholder
        .after
        .is_some_and(|after| !after.is_empty() && is_separated(after))
}

/// Returns whether a placeholder can stand for a metavariable at this position.
pub(crate) fn fits(placeholder: &Placeholder, place: &VarPlace<'_>) -> bool {
    let before = place.before.trim_end().to_ascii_lowercase();
    let is_before = |end: &&str| match end.strip_prefix(Placeholder::ANYWHERE) {
        Some(part) => before.contains(part),
        None => (**end == *Placeholder::START && before.is_empty()) || before.ends_with(end),
    };
    let is_terminal = placeholder.after.is_some_and(|after| after.ends_with(';'));
    let is_statement = placeholder.after == Some(";") || placeholder.before.starts_with("case ");
    let is_terminated = is_terminal && place.after.trim_start().starts_with(';');
    let is_argument =
        is_statement && placeholder.only_after.is_empty() && is_in_parentheses(&before);
    !is_terminated
        && !is_argument
        && (placeholder.only_after.is_empty() || placeholder.only_after.iter().any(is_before))
}

/// Returns whether `code` ends inside parentheses or square brackets, with no statement or block
/// before its end.
fn is_in_parentheses(code: &str) -> bool {
    let mut depth = 0usize;
    let mut bytes = code.bytes().rev();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' | b'\'' => {
                bytes.find(|quote| *quote == byte);
            }
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return true,
            b'(' | b'[' => depth -= 1,
            b'{' | b'}' | b';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}
