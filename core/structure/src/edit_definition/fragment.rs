//! Code supplied by the caller: adapts its indentation to the target and leaves its literals
//! unchanged.
//!
//! The edit places the first line of a fragment; the other lines are indented relative to it.
//! People and models supply code in two forms: flush with the left margin, or cut out of a file, so
//! that the first line starts at the name and all other lines are as they were. New code is
//! compared with the code that it replaces: lines that match, including their indentation, are left
//! unchanged.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use ransack_base::internal::line_start;
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::{IndentUnit, PRAGMA_REGION};

use crate::ast_edit::syntax::TextSyntax;
use crate::edit_definition::base::base;
use crate::edit_definition::prefix;
use crate::edit_definition::site::{Site, blanks_at};
use crate::outline::compiled::outline_table;
use crate::outline::options::OutlineOptions;
use crate::outline::text::ParsedText;

/// Line of a fragment.
pub(super) struct Line {
    /// Indentation relative to the first line.
    pub(super) indent: Vec<u8>,
    pub(super) text: Vec<u8>,
    /// Whether the line keeps its indentation: the line begins inside a literal, is blank, occurs
    /// in the replaced code, or is indented less than the surrounding code.
    pub(super) is_literal: bool,
}

/// Code split into lines.
pub(super) struct Fragment {
    lines: Vec<Line>,
    /// Comment after the code on its last line, with the blanks before it.
    comment: Vec<u8>,
}

impl Fragment {
    /// Reads code for a target with this indentation.
    pub(super) fn new(
        code: &[u8],
        language: &'static Language,
        indent: &[u8],
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Fragment, Interrupt> {
        let code = without_blank_ends(code);
        let (mut lines, comment) = split(code, language, parsers, budget)?;
        let base = base(&lines, language, indent);
        let skipped = usize::from(!base.is_of_first_line);
        for line in lines.iter_mut().skip(skipped) {
            dedent(line, &base.blanks);
        }
        Ok(Fragment { lines, comment })
    }

    /// Reads code that replaces `old`.
    pub(super) fn of_edited(
        code: &[u8],
        old: &[u8],
        language: &'static Language,
        indent: &[u8],
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Fragment, Interrupt> {
        let (mut lines, comment) = split(without_blank_ends(code), language, parsers, budget)?;
        let begins_flush = lines.first().is_some_and(|line| line.indent.is_empty());
        match keep_lines(&mut lines, old, indent) {
            Origin::CutOut => Ok(Fragment { lines, comment }),
            Origin::Dedented if begins_flush => Ok(Fragment { lines, comment }),
            _ => Fragment::new(code, language, indent, parsers, budget),
        }
    }

    /// Reads code that was cut out of other text, where its first line has this indentation and a
    /// comment follows it.
    pub(super) fn of_source(
        code: &[u8],
        comment: &[u8],
        language: &'static Language,
        base: &[u8],
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Fragment, Interrupt> {
        let (mut lines, own) = split(code, language, parsers, budget)?;
        for line in lines.iter_mut().skip(1) {
            dedent(line, base);
        }
        let comment = [&own, comment].concat();
        Ok(Fragment { lines, comment })
    }

    /// Reads documentation, which has no literals, either flush with the left margin or as a
    /// replacement for `old`.
    pub(super) fn of_doc(doc: &[u8], old: &[u8], indent: &[u8]) -> Fragment {
        let line = |line: &[u8]| {
            let indent = blanks_at(line, 0);
            Line {
                indent: indent.to_vec(),
                text: line[indent.len()..].to_vec(),
                is_literal: line.len() == indent.len(),
            }
        };
        let mut lines: Vec<Line> = doc.split(|byte| *byte == b'\n').map(line).collect();
        keep_lines(&mut lines, old, indent);
        let comment = Vec::new();
        Fragment { lines, comment }
    }

    /// Returns whether the code has several lines after its leading comments and attributes.
    pub(super) fn is_block(&self) -> bool {
        self.lines.len() > self.lines_before() + 1
    }

    /// Returns the number of lines of leading comments and attributes.
    fn lines_before(&self) -> usize {
        let is_before = |line: &&Line| prefix::is_prefix(&line.text) || line.text.starts_with(b"*");
        self.lines.iter().take_while(is_before).count()
    }

    /// Returns whether the code contains a preprocessor directive, which takes no `;`.
    pub(super) fn has_directive(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| line.text.starts_with(b"#") && !line.text.starts_with(b"#["))
    }

    /// Returns whether the code has several lines, or a comment that ends its line.
    pub(super) fn has_several_lines(&self) -> bool {
        self.lines.len() > 1 || self.ends_line()
    }

    /// Returns whether a comment ends the last line.
    pub(super) fn ends_line(&self) -> bool {
        let is_closed = [&b"*/"[..], b"-->", b"*)"]
            .iter()
            .any(|end| self.comment.ends_with(end));
        !(self.comment.is_empty() || is_closed)
    }

    /// Returns the first line after the leading comments and attributes, without its indentation.
    pub(super) fn first(&self) -> &[u8] {
        let first = self.lines.get(self.lines_before());
        first.map_or(&[], |line| &line.text)
    }

    /// Returns whether a line begins with a mark.
    pub(super) fn begins_line(&self, mark: u8) -> bool {
        self.lines
            .iter()
            .any(|line| line.text.first() == Some(&mark))
    }

    /// Returns the last line without its indentation and the comment after it.
    pub(super) fn last(&self) -> &[u8] {
        self.lines.last().map_or(&[], |line| &line.text)
    }

    /// Appends a mark to the code unless it already ends with it.
    pub(super) fn push_end(&mut self, mark: u8) {
        if let Some(line) = self.lines.last_mut()
            && line.text.last() != Some(&mark)
        {
            line.text.push(mark);
        }
    }

    /// Puts a mark and a blank before the code, below its leading comments, unless the code begins
    /// with the mark.
    pub(super) fn push_start(&mut self, mark: u8) {
        let first = self.lines_before();
        if let Some(line) = self.lines.get_mut(first)
            && line.text.first() != Some(&mark)
        {
            line.text.splice(0..0, [mark, b' ']);
        }
    }

    /// Removes a mark from the end of the code.
    pub(super) fn strip_end(&mut self, mark: u8) {
        if let Some(line) = self.lines.last_mut()
            && line.text.last() == Some(&mark)
        {
            line.text.pop();
            line.text.truncate(line.text.trim_ascii_end().len());
        }
    }

    /// Renders the code: the first line at the current position, the others indented by `indent`
    /// plus their own indentation.
    pub(super) fn render(&self, indent: &[u8], site: &Site<'_>) -> Vec<u8> {
        let unit = site.unit;
        let own = self.spaces_per_level();
        let mut out = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            if number > 0 {
                out.extend_from_slice(site.newline);
            }
            if line.is_literal {
                out.extend_from_slice(&line.indent);
            } else if number > 0 {
                out.extend_from_slice(indent);
                push_blanks(&line.indent, unit, own, &mut out);
            }
            out.extend_from_slice(&line.text);
        }
        out.extend_from_slice(&self.comment);
        out
    }

    /// Returns the smallest number of spaces by which a line is indented. Returns `None` if any
    /// line is indented with a tab, since spaces then only align.
    fn spaces_per_level(&self) -> Option<usize> {
        let lines = || self.lines.iter().filter(|line| !line.is_literal);
        if lines().any(|line| line.indent.contains(&b'\t')) {
            return None;
        }
        let widths = lines().map(|line| line.indent.len());
        Some(widths.filter(|width| *width > 1).min().unwrap_or(4))
    }
}

/// Splits code at its line feeds and marks the lines that begin inside literals. Returns the comment
/// after the code on its last line apart.
fn split(
    code: &[u8],
    language: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<(Vec<Line>, Vec<u8>), Interrupt> {
    let mut lines = Vec::new();
    let has_several = memchr::memchr(b'\n', code).is_some();
    let docs = match has_several {
        true => doc_lines(code, language, parsers, budget)?,
        false => Vec::new(),
    };
    let table = outline_table(language);
    let has_directives = table.is_some_and(|table| table.region == PRAGMA_REGION);
    // Without its tag, PHP would be a literal.
    let tag = table.map_or("", |table| table.open_tag).as_bytes();
    let tag = if begins_with_tag(code) { b"" } else { tag };
    let tagged = [tag, code].concat();
    let mut syntax = TextSyntax::new(&tagged, language, None, parsers, budget);
    let mut start = 0;
    for line in code.split(|byte| *byte == b'\n') {
        syntax.step()?;
        let is_doc = docs.iter().any(|doc| doc.contains(&start));
        let in_literal = start > 0 && !is_doc && syntax.in_literal(language, tag.len() + start)?;
        // The edit places the first line.
        let is_rest = start > 0;
        start += line.len() + 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let indent = blanks_at(line, 0);
        let text = line[indent.len()..].to_vec();
        lines.push(Line {
            indent: indent.to_vec(),
            // A blank line keeps its whitespace, and a directive stays in the first column.
            is_literal: in_literal
                || text.is_empty()
                || (is_rest && has_directives && line.starts_with(b"#")),
            text,
        });
    }
    let comment = match (lines.last_mut(), syntax.comment_at_end(language)?) {
        (Some(line), Some(len)) if len < line.text.len() => {
            let code = line.text[..line.text.len() - len].trim_ascii_end().len();
            line.text.split_off(code)
        }
        _ => Vec::new(),
    };
    Ok((lines, comment))
}

/// Returns whether code begins with a tag, such as `<?php`, and not with PHP's `<<<`.
fn begins_with_tag(code: &[u8]) -> bool {
    let code = code.trim_ascii_start();
    code.starts_with(b"<") && !code.starts_with(b"<<<")
}

/// Returns the ranges of docstrings whose lines are indented like code: no line less than the
/// first.
fn doc_lines(
    code: &[u8],
    language: &'static Language,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<Range<usize>>, Interrupt> {
    let table = outline_table(language);
    if table.is_none_or(|table| table.doc_string.is_none()) {
        return Ok(Vec::new());
    }
    let text = ParsedText::new(code, language, parsers, budget)?;
    let outline = text.outline(&OutlineOptions::default(), parsers, budget)?;
    let mut docs = Vec::new();
    outline
        .for_each(|item| docs.extend(item.doc_span().map(|doc| doc.start.offset..doc.end.offset)));
    docs.retain(|doc| {
        let indent = blanks_at(code, line_start(code, doc.start));
        let lines = code[doc.clone()].split(|byte| *byte == b'\n').skip(1);
        let mut lines = lines.filter(|line| !line.trim_ascii().is_empty());
        lines.all(|line| line.starts_with(indent))
    });
    Ok(docs)
}

/// Form of code that replaces other code, according to the lines that both have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// More lines match the replaced code unchanged than with the indentation prepended.
    CutOut,
    /// More lines match the replaced code with the indentation prepended than unchanged.
    Dedented,
    Unknown,
}

/// Keeps the lines that also occur in `old`, the replaced code, and removes `indent` from the
/// others. Changes nothing unless the code was cut out of the file.
fn keep_lines(lines: &mut [Line], old: &[u8], indent: &[u8]) -> Origin {
    let old = old.split(|byte| *byte == b'\n').skip(1);
    let old: HashSet<&[u8]> = old
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect();
    let is_kept = |line: &Line| old.contains(&*[&line.indent[..], &line.text].concat());
    let is_moved = |line: &Line| old.contains(&*[indent, &line.indent, &line.text].concat());
    // Closing brackets are the same in most code.
    let is_code = |line: &&Line| !line.text.iter().all(|byte| b")]};,".contains(byte));
    let rest = || lines.iter().skip(1).filter(is_code);
    let kept = rest().filter(|line| is_kept(line)).count();
    let moved = match indent {
        [] => 0,
        _ => rest().filter(|line| is_moved(line)).count(),
    };
    match kept.cmp(&moved) {
        Ordering::Less => return Origin::Dedented,
        Ordering::Equal => return Origin::Unknown,
        Ordering::Greater => {}
    }
    for line in lines.iter_mut().skip(1) {
        if is_kept(line) {
            line.is_literal = true;
        }
        strip(line, indent);
    }
    Origin::CutOut
}

/// Removes the indentation of the original place from a line. A line without that indentation, such
/// as a preprocessor directive, is left unchanged.
fn dedent(line: &mut Line, blanks: &[u8]) {
    match line.indent.starts_with(blanks) {
        true => strip(line, blanks),
        false => line.is_literal = true,
    }
}

/// Removes `blanks` from the start of a line, as far as the line begins with them.
fn strip(line: &mut Line, blanks: &[u8]) {
    if line.is_literal {
        return;
    }
    let shared = line.indent.iter().zip(blanks);
    let len = shared.take_while(|(a, b)| a == b).count();
    line.indent.drain(..len);
}

/// Writes indentation in the unit of the file. `own` is the number of spaces per level in the
/// fragment.
fn push_blanks(blanks: &[u8], unit: IndentUnit, own: Option<usize>, out: &mut Vec<u8>) {
    match unit {
        IndentUnit::Tab => match own {
            None => out.extend_from_slice(blanks),
            Some(own) => {
                out.extend(std::iter::repeat_n(b'\t', blanks.len() / own));
                out.extend(std::iter::repeat_n(b' ', blanks.len() % own));
            }
        },
        // No file uses a space before a tab as its unit.
        IndentUnit::Spaces(_) if memchr::memmem::find(blanks, b" \t").is_some() => {
            out.extend_from_slice(blanks);
        }
        IndentUnit::Spaces(count) => {
            for blank in blanks {
                let count = if *blank == b'\t' { count } else { 1 };
                out.extend(std::iter::repeat_n(b' ', count));
            }
        }
    }
}

/// Returns code without leading and trailing blank lines and without trailing blanks.
fn without_blank_ends(code: &[u8]) -> &[u8] {
    let code = code.trim_ascii_end();
    let leading = code.len() - code.trim_ascii_start().len();
    &code[line_start(code, leading)..]
}
