//! Edits of one text: replaces quoted passages or lines, and inserts text.
//!
//! - `options`: edits and their options.
//! - `folded`: texts without the differences that a comparison ignores.
//! - `find`: passages that equal a quoted text.
//! - `lines`: lines of a text and their ends.
//! - `replacement`: new text of a passage.
//! - `prefixes`: line numbers that were copied into a text.
//! - `nearest`: passages that resemble a text.
//! - `differences`: in what a passage and a text differ.
//!
//! Invariants:
//! - All edits refer to the text before the call. No two of them change the same bytes.
//! - Bytes outside the changed ranges stay.

mod differences;
mod find;
mod folded;
mod lines;
pub(crate) mod nearest;
mod options;
mod prefixes;
mod replacement;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::ops::Range;

use ransack_base::internal::{ErrorParts, text_passage};
use ransack_base::{CancelToken, Error, ErrorKind, OptionName, Result, TextPassage};

pub use options::{
    ChangedLines, EditTextOptions, EditedText, ExpectedCount, MatchLevel, TextAction,
    TextEditResult, TextPlace,
};

use find::{Passage, Shift};
pub(crate) use lines::{TextLines, line_end_at};
use replacement::ReplacedPassage;

/// Maximum number of places that an error lists.
const MAX_PLACES: usize = 10;

/// Applies edits to a text. Either all edits are applied or the call fails.
///
/// All edits refer to the text before the call, so their order does not matter, except that texts
/// inserted at the same place follow each other in the order of the edits.
///
/// # Quoted text
///
/// A quoted text must occur exactly as often as expected: once by default. `\n` in a quoted text
/// also matches `\r\n`. If [`tolerant`](EditTextOptions::tolerant) is set and the text does not
/// occur, increasingly tolerant comparisons are tried ([`MatchLevel`]), up to the first that finds
/// the text; it must find exactly one passage. A replacement changes only the parts in which the
/// old and the new text of the edit differ; the rest of the passage keeps its bytes, such as
/// typographic quotation marks.
///
/// # Line ends
///
/// Lines keep their line endings. New lines get the line ending of the line that they replace, or
/// else of the line before. A byte order mark, and a missing line ending at the end of the text,
/// are kept.
///
/// # Cost
///
/// O(n) in the text for each edit. If the text of an edit does not occur, the search for similar
/// passages adds about 50 ns per byte.
///
/// # Errors
///
/// - [`UnknownText`](ErrorKind::UnknownText): a quoted text does not occur.
/// - [`AmbiguousText`](ErrorKind::AmbiguousText): a quoted text occurs more or less often than
///   expected, but at least once.
/// - [`OverlappingEdits`](ErrorKind::OverlappingEdits): two edits change the same bytes.
/// - `InvalidOption`: a quoted text is empty; a line does not exist; the lines of a new text begin
///   with line numbers, as a listing of the file shows them.
/// - `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, EditTextOptions, TextAction, edit_text};
///
/// let edits = [
///     TextAction::replace("b", "B"),
///     TextAction::replace_lines(3, 3, "C\nD"),
/// ];
/// let edited = edit_text(b"a\r\nb\r\nc\r\n", &edits, &EditTextOptions::default(), &CancelToken::new())?;
/// assert_eq!(edited.text, b"a\r\nB\r\nC\r\nD\r\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn edit_text(
    text: &[u8],
    edits: &[TextAction],
    options: &EditTextOptions,
    token: &CancelToken,
) -> Result<EditedText> {
    edit_numbered(text, edits.iter().enumerate(), options, token)
}

/// Applies edits to a text, as [`edit_text`] does. Errors name the edits by the given indices.
pub(crate) fn edit_numbered<'e>(
    text: &[u8],
    edits: impl Iterator<Item = (usize, &'e TextAction)>,
    options: &EditTextOptions,
    token: &CancelToken,
) -> Result<EditedText> {
    token.heartbeat()?;
    let editor = TextEditor {
        text,
        lines: TextLines::of(text),
        options,
        token,
    };
    let mut changes = Vec::new();
    let mut results = Vec::new();
    for (index, edit) in edits {
        let in_edit = |error: Error| error.in_element(OptionName::Edits, index);
        let (level, of_edit) = editor.plan(edit).map_err(in_edit)?;
        let lines = of_edit.iter().map(|change| editor.lines_of(&change.0));
        results.push(TextEditResult {
            level,
            is_changed: of_edit
                .iter()
                .any(|(range, new)| text[range.clone()] != **new),
            lines: lines.collect(),
        });
        changes.extend(
            of_edit
                .into_iter()
                .map(|(range, new)| RangeChange { range, new, index }),
        );
    }
    changes.sort_by_key(|change| (change.range.start, change.range.end, change.index));
    editor.refuse_overlap(&changes)?;
    let mut new = Vec::with_capacity(text.len());
    let mut from = 0;
    for change in &changes {
        new.extend_from_slice(&text[from..change.range.start]);
        new.extend_from_slice(&change.new);
        from = change.range.end;
    }
    new.extend_from_slice(&text[from..]);
    Ok(EditedText {
        text: new,
        edits: results,
    })
}

/// Replacement of one range.
struct RangeChange {
    range: Range<usize>,
    new: Vec<u8>,
    /// Index of the edit.
    index: usize,
}

/// Level of the comparison, and the ranges of an edit with their new bytes.
type EditPlan = (MatchLevel, Vec<(Range<usize>, Vec<u8>)>);

/// Text that is edited.
struct TextEditor<'a> {
    text: &'a [u8],
    lines: TextLines<'a>,
    options: &'a EditTextOptions,
    token: &'a CancelToken,
}

impl TextEditor<'_> {
    fn plan(&self, edit: &TextAction) -> Result<EditPlan> {
        match edit {
            TextAction::Replace { old, new, expected } => {
                self.replace(old.as_bytes(), new.as_bytes(), *expected)
            }
            TextAction::ReplaceLines { first, last, text } => {
                let range = self.line_range(*first, *last)?;
                let new = self.as_lines(text.as_bytes(), &range);
                self.refuse_prefixes(text.as_bytes(), &range)?;
                Ok((MatchLevel::Exact, vec![(range, new)]))
            }
            TextAction::Insert { place, text } => self.insert(place, text.as_bytes()),
        }
    }

    fn replace(&self, old: &[u8], new: &[u8], expected: ExpectedCount) -> Result<EditPlan> {
        let (level, found) = self.find(old, expected)?;
        let mut changes = Vec::with_capacity(found.len());
        for Passage { range, shift } in found {
            self.refuse_prefixes(new, &range)?;
            let replaced = ReplacedPassage {
                passage: &self.text[range.clone()],
                wanted: old,
                shift: &shift,
                line_ends: [range.start, range.end].map(|at| self.lines.end_at(at)),
            };
            let bytes = replaced.by(new).ok_or_else(less_indented)?;
            changes.push((range, bytes));
        }
        Ok((level, changes))
    }

    /// Finds the passages that a quoted text names.
    fn find(&self, quoted: &[u8], expected: ExpectedCount) -> Result<(MatchLevel, Vec<Passage>)> {
        if quoted.is_empty() {
            return Err(Error::option("the text to find is empty"));
        }
        if expected == ExpectedCount::Exactly(0) {
            return Err(Error::option("the expected number of occurrences is 0"));
        }
        let levels = match self.options.tolerant {
            true => MatchLevel::ALL,
            false => &MatchLevel::ALL[..1],
        };
        for &level in levels {
            self.token.heartbeat()?;
            let found = find::passages(self.text, quoted, level, self.token)?;
            if found.is_empty() {
                continue;
            }
            return match expected {
                ExpectedCount::All => Ok((level, without_overlaps(found))),
                ExpectedCount::Exactly(count) if found.len() as u64 == count => Ok((level, found)),
                ExpectedCount::Exactly(count) => Err(self.ambiguous(&found, count)),
            };
        }
        Err(self.unknown(quoted)?)
    }

    fn ambiguous(&self, found: &[Passage], expected: u64) -> Error {
        let places = found.iter().take(MAX_PLACES);
        let places = places.map(|passage| {
            let lines = self.lines_of(&passage.range);
            self.passage(lines.first as usize - 1..lines.last as usize, Vec::new())
        });
        let places: Vec<TextPassage> = places.collect();
        let shown: Vec<String> = places
            .iter()
            .map(|place| place.first_line.to_string())
            .collect();
        let more = if found.len() > MAX_PLACES {
            " and more"
        } else {
            ""
        };
        let message = format!(
            "the text to find occurs {} times instead of {expected}, in lines {}{more}",
            found.len(),
            shown.join(", "),
        );
        Error::new(ErrorKind::AmbiguousText, message).with_passages(places)
    }

    /// Returns the error for a text that does not occur, with the nearest passages.
    fn unknown(&self, quoted: &[u8]) -> Result<Error> {
        let candidates = nearest::nearest(self.text, &self.lines, quoted, self.token)?;
        let passages: Vec<TextPassage> = candidates
            .into_iter()
            .map(|lines| {
                let text = &self.text[self.lines.range(lines.start, lines.end - 1)];
                let differences = differences::between(text, quoted);
                self.passage(lines, differences)
            })
            .collect();
        let mut message = "the text to find does not occur".to_owned();
        if prefixes::has_line_numbers(quoted, None) {
            message += "; its lines begin with line numbers, which are not part of the file";
        }
        if let Some(nearest) = passages.first() {
            let names: Vec<&str> = nearest.differences.iter().map(|d| d.name()).collect();
            let (first, last) = (nearest.first_line, nearest.last_line);
            let lines = match first == last {
                true => format!("line {first}"),
                false => format!("lines {first} to {last}"),
            };
            message += &format!("; most similar: {lines}, different in {}", names.join(", "));
        }
        Ok(Error::new(ErrorKind::UnknownText, message).with_passages(passages))
    }

    fn passage(
        &self,
        lines: Range<usize>,
        differences: Vec<ransack_base::TextDifference>,
    ) -> TextPassage {
        let range = self.lines.range(lines.start, lines.end - 1);
        let numbers = lines.start as u64 + 1..=lines.end as u64;
        text_passage(numbers, self.text[range].to_vec(), differences)
    }

    fn insert(&self, place: &TextPlace, text: &[u8]) -> Result<EditPlan> {
        let at = |offset: usize| offset..offset;
        let range = match place {
            TextPlace::Start => at(self.lines.start()),
            TextPlace::End => at(self.text.len()),
            TextPlace::BeforeLine(line) => at(self.line_range(*line, *line)?.start),
            TextPlace::AfterLine(line) => at(self.line_range(*line, *line)?.end),
            TextPlace::Before(quoted) | TextPlace::After(quoted) => {
                let (level, found) = self.find(quoted.as_bytes(), ExpectedCount::Exactly(1))?;
                let is_before = matches!(place, TextPlace::Before(_));
                let changes = found.iter();
                let changes = changes.map(|passage| self.insert_beside(passage, is_before, text));
                return Ok((level, changes.collect::<Result<_>>()?));
            }
        };
        self.refuse_prefixes(text, &range)?;
        let new = self.as_lines(text, &range);
        Ok((MatchLevel::Exact, vec![(range, new)]))
    }

    /// Inserts text directly before or after a passage, with the indentation of the passage.
    fn insert_beside(
        &self,
        passage: &Passage,
        is_before: bool,
        text: &[u8],
    ) -> Result<(Range<usize>, Vec<u8>)> {
        let Passage { range, shift } = passage;
        let indent: &[u8] = match shift {
            Shift::Add(blanks) if self.text[range.clone()].starts_with(blanks) => blanks,
            _ => b"",
        };
        let (at, joins_line) = match is_before {
            // The last line continues in the first line of the passage, after its indentation.
            true if !text.ends_with(b"\n") => (range.start + indent.len(), !indent.is_empty()),
            true => (range.start, false),
            false => (range.end, !self.text[..range.end].ends_with(b"\n")),
        };
        self.refuse_prefixes(text, &(at..at))?;
        let text = shift.apply_to_lines(text, joins_line);
        let text = text.ok_or_else(less_indented)?;
        let replaced = ReplacedPassage {
            passage: &[],
            wanted: &[],
            shift: &Shift::None,
            line_ends: [self.lines.end_at(at); 2],
        };
        Ok((at..at, replaced.by(&text).unwrap_or_default()))
    }

    /// Returns the range of lines given by their 1-based numbers.
    fn line_range(&self, first: u64, last: u64) -> Result<Range<usize>> {
        let count = self.lines.count() as u64;
        if first == 0 || first > last {
            let message = format!("lines {first} to {last}: not a range of lines that begins at 1");
            return Err(Error::option(message));
        }
        if last > count {
            let message = format!("line {last} does not exist; the text has {count} lines");
            return Err(Error::option(message));
        }
        Ok(self.lines.range(first as usize - 1, last as usize - 1))
    }

    /// Returns the bytes of whole lines that replace a range of whole lines.
    fn as_lines(&self, text: &[u8], range: &Range<usize>) -> Vec<u8> {
        let old = &self.text[range.clone()];
        let line_end = self.lines.end_at(range.start);
        let body = text.strip_suffix(b"\n").unwrap_or(text);
        let body = body
            .strip_suffix(b"\r")
            .filter(|_| body.len() < text.len())
            .unwrap_or(body);
        if text.is_empty() {
            return Vec::new();
        }
        let wanted = without_line_end(old);
        let replaced = ReplacedPassage {
            passage: wanted,
            wanted,
            shift: &Shift::None,
            line_ends: [line_end, last_end(old).unwrap_or(line_end)],
        };
        let mut new = replaced.by(body).unwrap_or_default();
        let is_at_end = range.end == self.text.len();
        // A byte order mark is no line.
        let lacks_end = is_at_end && self.lines.count() > 0 && !self.text.ends_with(b"\n");
        match (old.is_empty(), lacks_end) {
            // A line after the last one, which has no line end.
            (true, true) => new.splice(..0, line_end.iter().copied()).for_each(drop),
            (false, true) => {}
            _ => new.extend_from_slice(last_end(old).unwrap_or(line_end)),
        }
        new
    }

    /// Fails if the lines of a new text begin with line numbers that the text there does not have.
    fn refuse_prefixes(&self, new: &[u8], range: &Range<usize>) -> Result<()> {
        if prefixes::are_copied(new, self.text, &self.lines, range) {
            let message = "the lines of the new text begin with line numbers, as in a listing of \
                           the file; pass the text without them";
            return Err(Error::option(message));
        }
        Ok(())
    }

    fn refuse_overlap(&self, changes: &[RangeChange]) -> Result<()> {
        let overlaps = |pair: &&[RangeChange]| {
            let [a, b] = pair else { return false };
            b.range.start < a.range.end
        };
        let Some([a, b]) = changes.windows(2).find(overlaps) else {
            return Ok(());
        };
        let describe = |change: &RangeChange| {
            let (list, index) = (OptionName::Edits.name(), change.index);
            format!(
                "`{list}[{index}]` at line {}",
                self.lines_of(&change.range).first
            )
        };
        let message = format!("{} overlaps {}", describe(a), describe(b));
        Err(Error::new(ErrorKind::OverlappingEdits, message))
    }

    /// Returns the lines that contain a range, 1-based.
    fn lines_of(&self, range: &Range<usize>) -> ChangedLines {
        let first = self.lines.number_at(range.start);
        let last = match range.is_empty() {
            true => first,
            false => self.lines.number_at(range.end - 1),
        };
        ChangedLines {
            first: first as u64 + 1,
            last: last as u64 + 1,
        }
    }
}

fn less_indented() -> Error {
    let message = "a line of the new text is less indented than the lines in the file allow; quote \
                   the lines with the indentation of the file";
    Error::option(message)
}

/// Leaves out passages that overlap the one before.
fn without_overlaps(passages: Vec<Passage>) -> Vec<Passage> {
    let mut end = 0;
    let is_free = |passage: &Passage| {
        let is_free = passage.range.start >= end;
        if is_free {
            end = passage.range.end;
        }
        is_free
    };
    passages.into_iter().filter(is_free).collect()
}

/// Returns the line ending at the end of a text.
fn last_end(text: &[u8]) -> Option<&'static [u8]> {
    match text {
        [.., b'\r', b'\n'] => Some(b"\r\n"),
        [.., b'\n'] => Some(b"\n"),
        _ => None,
    }
}

pub(crate) fn without_line_end(text: &[u8]) -> &[u8] {
    &text[..text.len() - last_end(text).map_or(0, <[u8]>::len)]
}
