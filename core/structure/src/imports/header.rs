//! File header, and comments that control how tools handle imports.
//!
//! Handles only comments; `statement` decides which comments move with a statement.

use std::ops::Range;

use ransack_languages::internal::{ImportRules, byte_order_mark, line_end, line_start};
use tree_sitter::Node;

/// Markers, without white space, of comments that pin a statement in place.
const PINS: [&str; 13] = [
    "isort:",
    "fmt:off",
    "fmt:skip",
    "clang-formatoff",
    "clang-formaton",
    "yapf:disable",
    "prettier-ignore",
    "dprint-ignore",
    "rustfmt::skip",
    "@formatter:",
    "assist/source/organizeImports",
    "forgefmt:disable",
    "stylua:ignore",
];

/// Start and end markers, without white space, of regions that tools leave unchanged.
const REGIONS: [(&str, &str); 7] = [
    ("isort:off", "isort:on"),
    ("fmt:off", "fmt:on"),
    ("yapf:disable", "yapf:enable"),
    ("clang-formatoff", "clang-formaton"),
    ("@formatter:off", "@formatter:on"),
    ("forgefmt:disable-start", "forgefmt:disable-end"),
    ("stylua:ignorestart", "stylua:ignoreend"),
];

/// Markers, without white space, of files whose imports tools leave unchanged.
const SKIPPED_FILES: [&str; 6] = [
    "isort:skip_file",
    "organize-imports-ignore",
    "#![rustfmt::skip]",
    "biome-ignore-allassist/source/organizeImports",
    "deno-fmt-ignore-file",
    "dprint-ignore-file",
];

/// Markers, lower case without white space, of comments that suppress diagnostics in the rest of
/// the file when alone on their line.
const FILE_SUPPRESSIONS: [&str; 11] = [
    "flake8:noqa",
    "ruff:noqa",
    "mypy:",
    "pyright:basic",
    "pyright:standard",
    "pyright:strict",
    "pyright:report",
    "pylint:disable=",
    "pylint:skip-file",
    "biome-ignore-all",
    "deno-lint-ignore-file",
];

/// Markers, lower case, of comments about one line.
const SUPPRESSIONS: [&str; 24] = [
    "noqa",
    "type: ignore",
    "type:ignore",
    "ty: ignore",
    "pyright:",
    "pyrefly:",
    "pylint:",
    "nosec",
    "nosonar",
    "pragma: no cover",
    "@ts-ignore",
    "@ts-expect-error",
    "eslint-disable-line",
    "eslint-disable-next-line",
    "oxlint-disable",
    "tslint:disable",
    "biome-ignore",
    "deno-lint-ignore",
    "nolint",
    "noinspection",
    "iwyu pragma",
    "solhint-disable-line",
    "solhint-disable-next-line",
    "slither-disable-next-line",
];

/// Markers, lower case, of comments about the whole file.
const FILE_MARKS: [&str; 23] = [
    "copyright",
    "license",
    "licence",
    "spdx",
    "eslint",
    "@ts-nocheck",
    "@ts-check",
    "-*-",
    "coding:",
    "coding=",
    "@jest",
    "@vitest",
    "@jsx",
    "@flow",
    "@generated",
    "@file",
    "frozen_string_literal",
    "typed:",
    "rubocop:",
    "luacheck:",
    "no critic",
    "solhint",
    "slither",
];

/// Returns whether the lines of a statement contain a marker that pins it in place.
pub(super) fn is_pinned(lines: &str) -> bool {
    let lines = compact(lines);
    PINS.iter().any(|pin| lines.contains(pin))
}

/// Returns whether a comment suppresses diagnostics on one line.
pub(super) fn is_suppression(comment: &[u8]) -> bool {
    let text = String::from_utf8_lossy(comment).to_lowercase();
    SUPPRESSIONS.iter().any(|mark| text.contains(mark))
}

/// Returns whether a comment that is alone on its line suppresses diagnostics in the lines below.
fn suppresses_in_file(comment: &[u8]) -> bool {
    let text = compact(&String::from_utf8_lossy(comment)).to_lowercase();
    FILE_SUPPRESSIONS.iter().any(|mark| text.contains(mark))
}

/// Returns whether a comment belongs to the file at any position: file documentation, TypeScript
/// reference directives, starts and ends of regions, file-wide suppressions.
pub(super) fn is_of_file(comment: &[u8]) -> bool {
    let starts = [&b"//!"[..], b"/*!", b"#!"];
    let text = compact(&String::from_utf8_lossy(comment));
    starts.iter().any(|start| comment.starts_with(start))
        || is_reference(comment)
        || suppresses_in_file(comment)
        || REGIONS
            .iter()
            .any(|(start, end)| text.contains(start) || text.contains(end))
        || SKIPPED_FILES.iter().any(|mark| text.contains(mark))
}

/// Returns whether a comment is a TypeScript directive that must precede all code.
pub(super) fn is_reference(comment: &[u8]) -> bool {
    let directive = comment.strip_prefix(b"///").map(<[u8]>::trim_ascii_start);
    let marks = [&b"<reference"[..], b"<amd-"];
    directive.is_some_and(|text| marks.iter().any(|mark| text.starts_with(mark)))
}

/// Returns whether a comment is a licence or a tool directive for the file.
fn has_file_mark(comment: &[u8]) -> bool {
    let text = String::from_utf8_lossy(comment).to_lowercase();
    suppresses_in_file(comment)
        || FILE_MARKS.iter().any(|mark| text.contains(mark)) && !is_suppression(comment)
}

/// Returns the start of the comments in `above` that belong to the statement below them. Earlier
/// comments belong to the file.
pub(super) fn own_comments(source: &[u8], above: Range<usize>, leading: &[Range<usize>]) -> usize {
    let text = |range: Range<usize>| source.get(range).unwrap_or_default();
    let inside = || {
        leading
            .iter()
            .rev()
            .take_while(|lead| lead.start >= above.start)
    };
    // Attributes such as `#[cfg]` are part of the statement.
    let is_attribute = |lead: &&Range<usize>| text((*lead).clone()).starts_with(b"#[");
    let first_attribute = inside().filter(is_attribute).last();
    let suppressions = inside().take_while(|lead| is_suppression(text((*lead).clone())));
    let end = first_attribute
        .or(suppressions.last())
        .map_or(above.end, |lead| line_start(source, lead.start));
    let before = text(byte_order_mark(source)..above.start);
    let is_interpreter =
        before.starts_with(b"#!") && memchr::memchr_iter(b'\n', before).take(2).count() == 1;
    let is_first = before.trim_ascii().is_empty() || is_interpreter;
    let lines = memchr::memchr_iter(b'\n', text(above.start..end)).count();
    let is_of_file = inside().any(|lead| lead.start < end && has_file_mark(text(lead.clone())));
    match is_of_file || (is_first && lines > 1) {
        true => end,
        false => above.start,
    }
}

fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Regions that tools leave unchanged, collected while the comments in the text are visited in any
/// order.
#[derive(Default)]
pub(super) struct Region {
    marks: Vec<(usize, &'static str, bool)>,
    /// Ascending, possibly nested.
    ranges: Vec<Range<usize>>,
}

impl Region {
    /// Visits a comment, or a docstring or attribute of the file.
    pub(super) fn visit(&mut self, source: &[u8], range: &Range<usize>, is_comment: bool) {
        let text = source.get(range.clone()).unwrap_or_default();
        let text = compact(&String::from_utf8_lossy(text));
        if SKIPPED_FILES.iter().any(|mark| text.contains(mark)) {
            self.ranges.push(0..usize::MAX);
        }
        if !is_comment {
            return;
        }
        for (start, end) in REGIONS {
            if text.contains(start) || text.contains(end) {
                self.marks.push((range.start, start, text.contains(start)));
            }
        }
    }

    /// Pairs the starts and ends of regions. A region without an end extends to the end of the
    /// text.
    pub(super) fn finish(&mut self) {
        self.marks.sort_unstable();
        for (kind, _) in REGIONS {
            let mut start = None;
            for (at, _, is_start) in self.marks.iter().filter(|mark| mark.1 == kind) {
                match (start, is_start) {
                    (None, true) => start = Some(*at),
                    (Some(from), false) => {
                        self.ranges.push(from..*at);
                        start = None;
                    }
                    _ => {}
                }
            }
            self.ranges.extend(start.map(|from| from..usize::MAX));
        }
    }

    pub(super) fn contains(&self, at: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&at))
    }
}

/// End of the file header, determined while its nodes are visited.
#[derive(Default)]
pub(super) struct FileHeader {
    pub(super) end: usize,
    pub(super) is_over: bool,
    /// Consecutive comment lines that may belong to the code below.
    comments: Option<Range<usize>>,
    /// End of `comments` without the last line, if several comments share that line.
    before_last: Option<usize>,
    /// Whether other code follows on the last line of the header; the header then ends after that
    /// code.
    shares_line: bool,
    /// Whether `comments` belongs to the file.
    is_marked: bool,
}

impl FileHeader {
    /// Creates an empty header after the byte order mark.
    pub(super) fn new(source: &[u8]) -> FileHeader {
        FileHeader {
            end: byte_order_mark(source),
            ..FileHeader::default()
        }
    }

    pub(super) fn visit(
        &mut self,
        source: &[u8],
        node: Node<'_>,
        range: &Range<usize>,
        editor: &ImportRules,
    ) {
        if self.is_over || range.is_empty() {
            return;
        }
        let text = source.get(range.clone()).unwrap_or_default();
        let is_comment = node.kind().ends_with("comment");
        let line_end = line_end(source, range.end);
        let rest = source.get(range.end..line_end).unwrap_or_default();
        if self.shares_line {
            self.end = line_end;
            self.shares_line = !rest.trim_ascii().is_empty();
            self.is_over = !self.shares_line && node.is_named() && !is_comment;
            return;
        }
        if let Some(comments) = self.comments.clone() {
            let between = source.get(comments.end..range.start).unwrap_or_default();
            if !is_comment && !between.contains(&b'\n') {
                // A comment on a line of code belongs to that code.
                self.comments = self.before_last.map(|end| comments.start..end);
            }
            let has_gap = memchr::memchr_iter(b'\n', between).count() > 1;
            // A suppression belongs to the line below.
            let continues = is_comment && (!is_suppression(text) || suppresses_in_file(text));
            if has_gap || (self.is_marked && !continues) {
                self.is_marked = true;
                self.finish(source);
            }
        }
        let is_header = (editor.is_header)(source, node)
            || [&b"#!"[..], b"//!", b"/*!"]
                .iter()
                .any(|start| text.starts_with(start))
            || (is_comment && is_reference(text));
        if is_header {
            self.comments = None;
            self.is_marked = false;
            self.end = line_end;
            self.shares_line = !rest.trim_ascii().is_empty();
        } else if is_comment {
            self.is_marked |= has_file_mark(text);
            let old = self.comments.take();
            let old_end = old.as_ref().map_or(range.start, |old| old.end);
            let between = source.get(old_end..range.start).unwrap_or_default();
            // Comments on one line stay together.
            if old.is_none() || between.contains(&b'\n') {
                self.before_last = old.as_ref().map(|old| old.end);
            }
            let start = old.map_or(range.start, |old| old.start);
            self.comments = Some(start..range.end);
        } else if node.is_named() {
            self.is_over = true;
        }
    }

    /// Ends a run of comments.
    pub(super) fn finish(&mut self, source: &[u8]) {
        let comments = self.comments.take().filter(|_| self.is_marked);
        if let Some(comments) = comments {
            self.end = line_end(source, comments.end);
        }
        self.is_marked = false;
    }
}
