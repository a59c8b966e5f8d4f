//! Separators of deleted list elements: commas, and operators between elements, as in `A | B`, `a
//! && b` and `T: A + B`.

use std::ops::{Range, RangeInclusive};

use ransack_grammars::internal::Interrupt;

use crate::ast_edit::syntax::{TextSyntax, blanks};
use crate::ast_edit::text_plan::PlannedEdit;

/// Operators that may be deleted along with an adjacent element, tightest binding first.
const OPERATORS: [&str; 8] = ["+", "&", "|", "&&", "and", "||", "or", "??"];

/// Widens deletions of list elements to the separator between them and the remaining elements: the
/// comma after them or, at the end of the list, the comma before; or the operator that the grammar
/// binds to them. Widens deletions of attributes to the preceding space. `edits` are sorted and
/// disjoint, before and afterwards.
///
/// Tuples are left unchanged: without its comma, a tuple of one element is a different expression.
pub(super) fn widen_to_separators(
    text: &[u8],
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let mut operands: Vec<Operands> = Vec::new();
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
        if edits[first].text.is_empty() && !widen_to_comma(text, &mut edits[first..=last], syntax)?
        {
            for at in first..=last {
                add_operand(text, at, edits, &mut operands, syntax)?;
            }
        }
        first = last + 1;
    }
    for group in &operands {
        widen_to_operator(text, group, edits, syntax)?;
    }
    Ok(())
}

/// Deleted operands of one operator chain, separated only by the chain's operators.
struct Operands {
    /// Indexes of the edits.
    edits: RangeInclusive<usize>,
    range: Range<usize>,
    /// Operator to delete with the operands.
    operator: Option<Range<usize>>,
}

/// Adds the edit at this index. Deletions on both sides of an operator count as one larger operand.
fn add_operand(
    text: &[u8],
    at: usize,
    edits: &[PlannedEdit],
    groups: &mut Vec<Operands>,
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let language = edits[at].language;
    let range = edits[at].range.clone();
    let mut group = Operands {
        operator: syntax.operator(language, &range)?,
        edits: at..=at,
        range,
    };
    while group.operator.is_some()
        && let Some(before) = groups.pop_if(|before| before.operator == group.operator)
    {
        let range = before.range.start..group.range.end;
        group = Operands {
            operator: syntax.operator(language, &range)?,
            edits: *before.edits.start()..=at,
            range,
        };
    }
    if let Some(operator) = &group.operator
        && binds_to_other(text, &group.range, operator)
    {
        group.operator = None;
    }
    groups.push(group);
    Ok(())
}

/// Returns whether the operator on the other side of an operand binds tighter than this one, for
/// grammars without precedences.
fn binds_to_other(text: &[u8], range: &Range<usize>, operator: &Range<usize>) -> bool {
    let tightness = |is_operator: &dyn Fn(&[u8]) -> bool| {
        let all = OPERATORS.iter().enumerate();
        let found = all.filter(|(_, operator)| is_operator(operator.as_bytes()));
        found
            .max_by_key(|(_, operator)| operator.len())
            .map(|(at, _)| at)
    };
    let of_this = tightness(&|known| text[operator.clone()].eq_ignore_ascii_case(known));
    let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let (before, after) = (
        text[..range.start].trim_ascii_end(),
        text[range.end..].trim_ascii_start(),
    );
    let of_other = match operator.start >= range.end {
        true => tightness(&|known| {
            before.ends_with(known)
                && !(is_word(known.first()) && is_word(before[..before.len() - known.len()].last()))
        }),
        false => tightness(&|known| {
            after.starts_with(known) && !(is_word(known.first()) && is_word(after.get(known.len())))
        }),
    };
    of_other.is_some_and(|other| of_this.is_some_and(|this| other < this))
}

/// Returns whether code is an operator between elements. `+` counts only in a list of bounds.
pub(super) fn is_operator(code: &[u8], is_in_bounds: bool) -> bool {
    let mut known = OPERATORS.iter();
    known.any(|known| code.eq_ignore_ascii_case(known.as_bytes())) && (code != b"+" || is_in_bounds)
}

/// Widens deletions of operands to their operator, or of an attribute to the preceding space.
fn widen_to_operator(
    text: &[u8],
    group: &Operands,
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let range = &group.range;
    let (first, last) = (*group.edits.start(), *group.edits.end());
    let is_blank = |range: Range<usize>| text[range].trim_ascii().is_empty();
    // The previous line may end in a comment.
    let blanks_before = |at: usize| match blanks_at_end(&text[..at]) {
        blanks if text[..at - blanks].ends_with(b"\n") => 0,
        blanks => blanks,
    };
    let widened = match &group.operator {
        Some(operator) if operator.start >= range.end && is_blank(range.end..operator.start) => {
            range.start..operator.end + blanks(&text[operator.end..])
        }
        Some(operator) if operator.end <= range.start && is_blank(operator.end..range.start) => {
            operator.start - blanks_before(operator.start)..range.end
        }
        None if syntax.is_attribute(edits[first].language, range)?
            && matches!(text.get(range.end), Some(b'>' | b'/' | b' ')) =>
        {
            range.start - blanks_before(range.start)..range.end
        }
        _ => return Ok(()),
    };
    for at in first..last {
        edits[at].range.end = edits[at + 1].range.start;
    }
    edits[first].range.start = widened.start;
    edits[last].range.end = widened.end;
    Ok(())
}

/// Returns the number of spaces and tabs at the end of code.
fn blanks_at_end(code: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    code.iter().rev().take_while(is_blank).count()
}

/// Widens deletions that are separated only by commas to an adjacent comma. Returns false if they
/// are not elements of a comma-separated list.
fn widen_to_comma(
    text: &[u8],
    run: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<bool, Interrupt> {
    let (start, end) = (run[0].range.start, run[run.len() - 1].range.end);
    let before = text[..start].trim_ascii_end();
    let after = text[end..].trim_ascii_start();
    let is_separated = (before.ends_with(b","), after.starts_with(b","));
    if is_separated == (false, false) && run.len() == 1 {
        return Ok(false);
    }
    for edit in run.iter() {
        if !syntax.is_element(edit.language, &edit.range)? {
            return Ok(false);
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
                // A space after the remaining comma would precede the closing bracket.
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
    Ok(true)
}
