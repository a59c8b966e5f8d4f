//! Elides bodies, sections and long values, and removes documentation.

use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_languages::internal::has_locals;
use ransack_languages::{ItemKind, OutlineItem};

use crate::outline::compiled;
use crate::outline::text::ParsedText;
use crate::skeleton::SkeletonLevel;

/// Maximum length, in bytes, of a value that a skeleton with documentation shows; the length of a
/// value that an outline shows in a signature.
const MAX_VALUE: usize = 100;

/// Maximum length, in bytes, of a value that a skeleton without documentation shows.
const MAX_SHORT_VALUE: usize = 30;

/// Returns the source of a definition with the bodies of its functions elided.
pub(crate) fn summary(text: &ParsedText<'_>, item: &OutlineItem) -> Vec<u8> {
    let mut cuts = Cuts::new(text, SkeletonLevel::Docs, Vec::new());
    cuts.add_all(std::slice::from_ref(item));
    cuts.apply(range(item))
}

pub(super) fn range(item: &OutlineItem) -> Range<usize> {
    item.span().start.offset..item.span().end.offset
}

/// Returns whether the body of a definition is elided. Accessors of a property belong to its
/// interface, and a test group is a container.
fn is_elided(item: &OutlineItem) -> bool {
    match item.kind {
        ItemKind::Property => false,
        ItemKind::Test => item.children.is_empty(),
        kind => has_locals(kind),
    }
}

/// Replacements that produce a skeleton.
pub(super) struct Cuts<'s> {
    source: &'s [u8],
    elided: &'static str,
    elided_value: fn(&[u8]) -> Option<&'static str>,
    level: SkeletonLevel,
    /// Ranges to keep in full, ascending and disjoint.
    kept: Vec<Range<usize>>,
    /// Ranges with their replacements, ascending and disjoint.
    edits: Vec<(Range<usize>, String)>,
    pub(super) count: u64,
}

impl<'s> Cuts<'s> {
    pub(super) fn new(
        text: &ParsedText<'s>,
        level: SkeletonLevel,
        mut kept: Vec<Range<usize>>,
    ) -> Cuts<'s> {
        kept.sort_by_key(|range| range.start);
        kept.dedup_by(|next, last| {
            let overlaps = next.start < last.end;
            if overlaps {
                last.end = last.end.max(next.end);
            }
            overlaps
        });
        Cuts {
            source: text.source,
            elided: compiled::elided(text.language),
            elided_value: compiled::elided_value(text.language),
            level,
            kept,
            edits: Vec::new(),
            count: 0,
        }
    }

    fn is_kept(&self, whole: &Range<usize>) -> bool {
        let after = self.kept.partition_point(|kept| kept.start <= whole.start);
        let last = after.checked_sub(1).and_then(|at| self.kept.get(at));
        last.is_some_and(|kept| whole.end <= kept.end)
    }

    fn has_kept_inside(&self, whole: &Range<usize>) -> bool {
        let first = self.kept.partition_point(|kept| kept.start < whole.start);
        let first = self.kept.get(first);
        first.is_some_and(|kept| kept.end <= whole.end)
    }

    pub(super) fn add_all(&mut self, items: &[OutlineItem]) {
        for item in items {
            let whole = range(item);
            if self.is_kept(&whole) {
                continue;
            }
            let has_kept_inside = self.has_kept_inside(&whole);
            let doc = item
                .doc_span()
                .map(|span| span.start.offset..span.end.offset);
            let body = item
                .body_span()
                .map(|span| span.start.offset..span.end.offset);
            let is_elided = is_elided(item) && !has_kept_inside;
            if self.level == SkeletonLevel::Signatures
                && let Some(doc) = doc.clone()
            {
                match &body {
                    Some(body) if is_elided && body.contains(&doc.start) => {}
                    // A block without brackets needs a statement.
                    Some(body) if *body == doc => self.push(doc, self.elided.to_owned()),
                    _ => self.push(self.lines(doc), String::new()),
                }
            }
            match body {
                Some(body) if is_elided => self.elide(body, doc),
                Some(body) if item.kind == ItemKind::Section => {
                    let first = item.children.first();
                    let end = first.map_or(body.end, |child| range(child).start);
                    self.elide_section(body.start..end);
                    self.add_all(&item.children);
                }
                _ if item.children.is_empty() => self.elide_value(item),
                _ => self.add_all(&item.children),
            }
        }
    }

    /// Removes the documentation of files and modules outside the definitions to keep.
    pub(super) fn remove_docs(&mut self, docs: &[Range<usize>]) {
        for doc in docs {
            if !self.is_kept(doc) {
                let lines = self.lines(doc.clone());
                let at = self
                    .edits
                    .partition_point(|(edit, _)| edit.end <= lines.start);
                let next = self.edits.get(at);
                if next.is_none_or(|(next, _)| lines.end <= next.start) {
                    self.edits.insert(at, (lines, String::new()));
                }
            }
        }
    }

    /// Replaces a body, except the documentation at its start.
    fn elide(&mut self, mut body: Range<usize>, doc: Option<Range<usize>>) {
        let doc = doc.filter(|doc| body.start <= doc.start && doc.end <= body.end);
        let before = self.source[..body.start].trim_ascii_end();
        if self.is_comment() && before.ends_with(b"=") {
            // A comment cannot replace an expression.
            return;
        }
        let is_arrow = self.source[body.start..].starts_with(b"=>");
        if is_arrow && self.elided.starts_with('{') && self.source[body.end..].starts_with(b";") {
            // The `;` after an expression, as in C#.
            body.end += 1;
        }
        let mut text = self.elided.to_owned();
        if let Some(doc) = doc.filter(|_| self.level == SkeletonLevel::Docs) {
            if doc.end == body.end {
                return;
            }
            let indent = self.indentation(doc.start);
            let inner = self.elided.strip_prefix('{');
            let inner = inner.and_then(|inner| inner.strip_suffix('}'));
            text = match inner.map(str::trim) {
                Some(inner) => {
                    let base = self.indentation(body.start);
                    format!("\n{indent}{inner}\n{base}}}")
                }
                None => format!("\n{indent}{}", self.elided),
            };
            body.start = doc.end;
        }
        if self.is_comment() && !self.rest_of_line(body.end).trim_ascii().is_empty() {
            let indent = self.indentation(body.start);
            text = format!("{text}\n{indent}");
        }
        // A word that replaces a punctuation mark must not join the previous word.
        let before = self.source[..body.start].last();
        let is_after_word = before.is_some_and(|byte| !byte.is_ascii_whitespace());
        if is_after_word && text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            text.insert(0, ' ');
        }
        if text.len() < body.len() {
            self.push(body, text);
            self.count += 1;
        }
    }

    /// Replaces the text of a section, without its heading and its subsections. With
    /// [`SkeletonLevel::Docs`], the first paragraph stays.
    fn elide_section(&mut self, own: Range<usize>) {
        let mut own = self.trimmed(own);
        if self.level == SkeletonLevel::Docs {
            own = self.trimmed(own.start + self.first_paragraph(&own)..own.end);
        }
        if self.elided.len() < own.len() {
            self.push(own, self.elided.to_owned());
            self.count += 1;
        }
    }

    /// Returns the length of the first paragraph of a range, or 0 if the range begins with a block
    /// that may contain blank lines: fenced code or HTML.
    fn first_paragraph(&self, own: &Range<usize>) -> usize {
        let text = self.source.get(own.clone()).unwrap_or_default();
        if ["```", "~~~", "<"]
            .iter()
            .any(|open| text.starts_with(open.as_bytes()))
        {
            return 0;
        }
        let mut len = 0;
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        for line in lines.take_while(|line| !line.trim_ascii().is_empty()) {
            len += line.len();
        }
        len
    }

    /// Replaces the value of a key, if it is long and the language has a replacement.
    fn elide_value(&mut self, item: &OutlineItem) {
        let max = match self.level {
            SkeletonLevel::Signatures => MAX_SHORT_VALUE,
            _ => MAX_VALUE,
        };
        let Some(span) = item.value_span() else {
            return;
        };
        let mut value = self.trimmed(span.start.offset..span.end.offset);
        let text = self.source.get(value.clone()).unwrap_or_default();
        let Some(elided) = (self.elided_value)(text).filter(|_| text.len() > max) else {
            return;
        };
        let mut elided = elided.to_owned();
        let before = &self.source[..value.start];
        let gap = before.len() - before.trim_ascii_end().len();
        if before[before.len() - gap..].contains(&b'\n') {
            // A value in lines of its own moves to the line of its key; a comment there keeps it.
            if !before.trim_ascii_end().ends_with(b":") {
                return;
            }
            value.start -= gap;
            elided.insert(0, ' ');
        }
        self.push(value, elided);
        self.count += 1;
    }

    /// Returns a range without the white space at its ends.
    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = self.source.get(range.clone()).unwrap_or_default();
        let start = range.start + text.len() - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    }

    /// Returns whether the replacement is a comment that extends to the end of the line.
    fn is_comment(&self) -> bool {
        ["#", "--", "//", "%", ";"]
            .iter()
            .any(|mark| self.elided.starts_with(mark))
    }

    fn rest_of_line(&self, offset: usize) -> &[u8] {
        let rest = self.source.get(offset..).unwrap_or_default();
        rest.split(|byte| *byte == b'\n').next().unwrap_or_default()
    }

    /// Returns the white space at the start of the line of `offset`.
    fn indentation(&self, offset: usize) -> String {
        let before = self.source.get(..offset).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1);
        let line = self.source[start..].iter();
        let indent: Vec<u8> = line
            .copied()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .collect();
        String::from_utf8_lossy(&indent).into_owned()
    }

    /// Returns the lines of a range if nothing else is on them, otherwise the range. Lines at the
    /// start of the text include the blank lines that follow.
    fn lines(&self, mut range: Range<usize>) -> Range<usize> {
        let rest = self.rest_of_line(range.end);
        let indent = self.indentation(range.start).len();
        let line = line_start(self.source, range.start);
        if rest.trim_ascii().is_empty() && line + indent == range.start {
            range = line..(range.end + rest.len() + 1).min(self.source.len());
            while range.start == 0
                && range.end < self.source.len()
                && self.rest_of_line(range.end).trim_ascii().is_empty()
            {
                range.end += self.rest_of_line(range.end).len() + 1;
            }
            range.end = range.end.min(self.source.len());
        }
        range
    }

    fn push(&mut self, range: Range<usize>, text: String) {
        let last = self.edits.last().map_or(0, |(last, _)| last.end);
        if last <= range.start {
            self.edits.push((range, text));
        }
    }

    /// Returns a range of the text with the replacements applied. All replacements must lie in the
    /// range.
    pub(super) fn apply(&self, whole: Range<usize>) -> Vec<u8> {
        let mut result = Vec::with_capacity(whole.len() / 2);
        let mut at = whole.start;
        for (range, text) in &self.edits {
            result.extend_from_slice(&self.source[at..range.start]);
            result.extend_from_slice(text.as_bytes());
            at = range.end;
        }
        result.extend_from_slice(&self.source[at..whole.end]);
        result
    }
}
