//! Reasons why removing a definition and inserting it again does not restore its file.

use std::ops::Range;

use ransack::{DefinitionPart, Outline, OutlineItem};

use super::named::{Named, range};

/// Reason why removing a definition and inserting it again does not restore the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// The blank lines between its neighbours differ from the file's usual spacing.
    BlankLines,
    /// The surrounding code needs the definition, so the removal is refused.
    Needed,
    /// It is one of several names of a declaration.
    SharedDeclaration,
    /// Its first or last line contains other code.
    SharedLine,
    /// A comment or blanks follow it on its line and are removed with it.
    Comment,
    /// Its neighbours end in a separator but it does not, or vice versa.
    Separator,
    /// None of its lines shows the depth of the first: given with the blanks before its first line,
    /// it restores the file, up to blank lines. Or it is an only child and not indented exactly one
    /// unit deeper than its parent.
    Indentation,
    /// Only its indentation differs: tabs where the rest of the file uses spaces, or vice versa.
    MixedIndentation,
    /// Code other than definitions lies between it and its neighbours.
    OtherCode,
    /// The file has syntax errors.
    SyntaxErrors,
    /// No other reason applies: a fault.
    Fault,
}

pub(super) const REASONS: [(Reason, &str); 11] = [
    (Reason::BlankLines, "blank lines"),
    (Reason::Needed, "needed"),
    (Reason::SharedDeclaration, "shared"),
    (Reason::SharedLine, "one line"),
    (Reason::Comment, "comment"),
    (Reason::Separator, "separator"),
    (Reason::Indentation, "depth"),
    (Reason::MixedIndentation, "tabs"),
    (Reason::OtherCode, "other code"),
    (Reason::SyntaxErrors, "errors"),
    (Reason::Fault, "faults"),
];

/// Returns the reason why no insertion restores the source.
pub(super) fn reason(
    source: &str,
    shape: &Outline,
    all: &[Named<'_>],
    chosen: &Named<'_>,
    is_refused: bool,
    results: &[Result<String, String>],
    restores_as_lines: bool,
) -> Reason {
    let is_like = |form: fn(&str) -> &str| {
        let mut texts = results.iter().filter_map(|result| result.as_ref().ok());
        texts.any(|text| {
            let lines = without_blank_lines(text).map(form);
            lines.eq(without_blank_lines(source).map(form))
        })
    };
    let (start, end) = (
        chosen.item.span().start.offset,
        chosen.item.span().end.offset,
    );
    let before = source[..start].rsplit('\n').next().unwrap_or_default();
    let after = source[end..].split('\n').next().unwrap_or_default();
    let after = after.trim_start().trim_start_matches([',', ';']).trim();
    let header = |item: &OutlineItem| item.signature_span().start.offset;
    let is_shared = all.iter().any(|other| {
        !std::ptr::eq(other.item, chosen.item) && header(other.item) == header(chosen.item)
    });
    let is_comment = is_comment(after);
    if is_like(|line| line) {
        Reason::BlankLines
    } else if restores_as_lines {
        Reason::Indentation
    } else if is_shared {
        Reason::SharedDeclaration
    } else if !before.trim().is_empty() || !(after.is_empty() || is_comment) {
        Reason::SharedLine
    } else if is_comment || is_like(|line| line.trim_end()) {
        Reason::Comment
    } else if is_like(|line| line.trim_end_matches([',', ';'])) {
        Reason::Separator
    } else if is_like(|line| line.trim_start()) && is_alone(shape, chosen) {
        Reason::Indentation
    } else if is_like(|line| line.trim_start()) && has_other_blanks(source, start..end) {
        Reason::MixedIndentation
    } else if shape.syntax_errors > 0 {
        Reason::SyntaxErrors
    } else if is_refused {
        Reason::Needed
    } else if !is_beside(source, shape, chosen) {
        Reason::OtherCode
    } else {
        Reason::Fault
    }
}

/// Returns the enclosing definition with its children; at top level, the children of the outline.
fn surroundings<'o>(
    shape: &'o Outline,
    chosen: &Named<'_>,
) -> (Option<&'o OutlineItem>, &'o [OutlineItem]) {
    let (mut around, mut siblings) = (None, shape.items.as_slice());
    for place in chosen
        .place
        .split_last()
        .map_or(&[][..], |(_, places)| places)
    {
        around = siblings.get(*place);
        siblings = around.map_or(&[], |item| &item.children);
    }
    (around, siblings)
}

/// Returns the number of bytes before an offset in its line.
fn column(source: &str, at: usize) -> usize {
    at - source[..at].rfind('\n').map_or(0, |feed| feed + 1)
}

/// Returns whether a definition is an only child.
fn is_alone(shape: &Outline, chosen: &Named<'_>) -> bool {
    let (around, siblings) = surroundings(shape, chosen);
    around.is_some() && siblings.len() == 1
}

/// Returns whether only white space lies between a definition and one of its neighbours, or,
/// without neighbours, around it.
fn is_beside(source: &str, shape: &Outline, chosen: &Named<'_>) -> bool {
    let (around, siblings) = surroundings(shape, chosen);
    let Some(&index) = chosen.place.last() else {
        return false;
    };
    let whole = |item: &OutlineItem| item.span().start.offset..item.span().end.offset;
    let own = whole(chosen.item);
    let are_beside = |first: Range<usize>, second: Range<usize>| {
        let gap = source.get(first.end..second.start).unwrap_or("code");
        let (line, lines) = gap.split_once('\n').unwrap_or((gap, ""));
        let line = line.trim_start().trim_start_matches([',', ';']).trim();
        (line.is_empty() || is_comment(line))
            && lines.trim().is_empty()
            && column(source, first.start) == column(source, second.start)
    };
    let previous = index.checked_sub(1).and_then(|index| siblings.get(index));
    let next = siblings.get(index + 1);
    if previous.is_none() && next.is_none() {
        let inside = around.map(|item| range(DefinitionPart::Body, item));
        let inside = inside.unwrap_or(Some(0..source.len())).unwrap_or_default();
        let head = source.get(inside.start..own.start).unwrap_or("code");
        let tail = source.get(own.end..inside.end).unwrap_or("code");
        let is_bracket = |c: char| c.is_whitespace() || "{}()[],;".contains(c);
        return [head, tail].iter().all(|text| text.chars().all(is_bracket));
    }
    previous.is_some_and(|item| are_beside(whole(item), own.clone()))
        || next.is_some_and(|item| are_beside(own.clone(), whole(item)))
}

fn is_comment(text: &str) -> bool {
    let marks = ["//", "/*", "#", "--"];
    marks.iter().any(|mark| text.starts_with(mark))
}

/// Returns whether two texts differ only in blank lines.
pub(super) fn has_same_lines(text: &str, other: &str) -> bool {
    without_blank_lines(text).eq(without_blank_lines(other))
}

fn without_blank_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

/// Returns whether a range is indented with tabs and the rest of the text with spaces, or vice
/// versa.
fn has_other_blanks(source: &str, range: Range<usize>) -> bool {
    let has = |text: &str, blank: &str| text.contains(&format!("\n{blank}"));
    let own = &source[range.clone()];
    let rest = [&source[..range.start], &source[range.end..]].concat();
    (has(own, "\t") && has(&rest, "  ")) || (has(own, "  ") && has(&rest, "\t"))
}
