//! Separators of lists whose elements an edit deletes.

use super::syntax::{TextSyntax, blanks};
use super::text_plan::PlannedEdit;
use crate::ast::parse::Interrupt;

/// Widens deletions of list elements to the comma that separates them from the elements that stay:
/// the one after them or, at the end of the list, the one before. `edits` are sorted and do not
/// overlap, before and afterwards.
///
/// Tuples are left as they are: without its comma, a tuple of one element is another expression.
pub(super) fn widen_to_separators(
    text: &[u8],
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let mut first = 0;
    while first < edits.len() {
        let mut last = first;
        while edits[first].text.is_empty()
            && let Some(next) = edits.get(last + 1)
            && next.text.is_empty()
            && text[edits[last].range.end..next.range.start].trim_ascii() == b","
        {
            last += 1;
        }
        if edits[first].text.is_empty() {
            widen_run(text, &mut edits[first..=last], syntax)?;
        }
        first = last + 1;
    }
    Ok(())
}

/// Widens deletions with nothing but a comma between two of them.
fn widen_run(
    text: &[u8],
    run: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let (start, end) = (run[0].range.start, run[run.len() - 1].range.end);
    let before = text[..start].trim_ascii_end();
    let after = text[end..].trim_ascii_start();
    let is_separated = (before.ends_with(b","), after.starts_with(b","));
    if is_separated == (false, false) && run.len() == 1 {
        return Ok(());
    }
    for edit in run.iter() {
        if !syntax.is_element(edit.language, &edit.range)? {
            return Ok(());
        }
    }
    for at in 1..run.len() {
        run[at - 1].range.end = run[at].range.start;
    }
    match is_separated {
        (has_comma_before, true) => {
            let mut to = text.len() - after.len() + 1;
            let rest = &text[to..];
            match rest[blanks(rest)..].first() {
                None | Some(b'\r' | b'\n') => {}
                // A space after the comma that stays would precede the closing bracket.
                Some(b')' | b']' | b'}') if has_comma_before => {
                    let gap = &text[before.len()..start];
                    if !gap.contains(&b'\n') {
                        run[0].range.start = before.len();
                    }
                }
                Some(_) => to += blanks(rest),
            }
            run[run.len() - 1].range.end = to;
        }
        (true, false) => run[0].range.start = before.len() - 1,
        (false, false) => {}
    }
    Ok(())
}
