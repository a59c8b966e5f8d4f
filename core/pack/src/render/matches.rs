//! Conversion of matches and paths.

use std::ops::Range;

use super::item::RenderedKind;
use super::style::RenderStyle;
use super::{Grouping, RenderOptions, Renderer};

/// Match to render. Results of searches are rendered with [`Render`](super::Render); this type is
/// for matches from other sources.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RenderMatch<'a> {
    /// Path of the file. Empty for a search in memory.
    pub path: &'a [u8],
    /// Index of the root of the path. Files of different roots are in different groups.
    pub root: u32,
    /// 1-based number of the first line of `text`; 0 if the result is a file.
    pub line_number: u64,
    /// Lines of the match. Ignored if the result is a file.
    pub text: &'a [u8],
    /// Parts of `text` that are coloured, as byte offsets in ascending order. Parts outside the
    /// text or inside others are not coloured.
    pub submatches: Vec<Range<usize>>,
    /// Lines before the match, each with its number.
    pub context_before: Vec<(u64, &'a [u8])>,
    /// Lines after the match, each with its number.
    pub context_after: Vec<(u64, &'a [u8])>,
    /// Whether the line continues before `text`, which is shown as `…`.
    pub is_cut_before: bool,
    /// Whether the line continues after `text`, which is shown as `…`.
    pub is_cut_after: bool,
    /// Number of matching lines, if the result is a file and the number is known.
    pub count: Option<u64>,
}

/// Maximum depth by which a definition is indented; the depth of outlines.
const MAX_DEPTH: usize = 100;

/// Start of the lines of a file.
struct Prefix<'a> {
    options: &'a RenderOptions,
    path: &'a [u8],
}

impl Prefix<'_> {
    /// Appends the path and the number of a line; `mark` separates them from the text.
    fn write(&self, out: &mut String, number: u64, mark: char) {
        if self.options.group == Grouping::Flat && !self.path.is_empty() {
            self.options.path(out, self.path);
            out.push(mark);
        }
        if self.options.line_numbers {
            let number = number.to_string();
            self.options.styled(out, RenderStyle::LineNumber, &number);
            out.push(mark);
        }
    }
}

impl Renderer {
    /// Adds a match or, if its line number is 0, a file with matches.
    pub fn push_match(&mut self, found: &RenderMatch<'_>) {
        let kind = match found.line_number {
            0 => RenderedKind::File,
            _ => RenderedKind::Match,
        };
        if !self.form.count(kind) {
            return;
        }
        let options = &self.options;
        if kind == RenderedKind::File {
            self.form.group(kind, None, String::new);
            let mut item = String::new();
            options.path(&mut item, found.path);
            if let Some(count) = found.count {
                item.push_str(&format!(":{count}"));
            }
            item.push('\n');
            return self.form.push(item);
        }
        let group = self.form.group(kind, Some((found.root, found.path)), || {
            options.heading(found.path)
        });
        let mut item = String::new();
        let first = found.context_before.first().map(|(number, _)| *number);
        let first = first.unwrap_or(found.line_number);
        let has_context = !(found.context_before.is_empty() && found.context_after.is_empty());
        if has_context && group.last_line > 0 && first > group.last_line.saturating_add(1) {
            item.push_str("--\n");
        }
        group.last_line = found.write(&mut item, options);
        self.form.push(item);
    }

    /// Adds a path. `is_dir` is whether the path is a directory, which ends in `/`.
    pub fn push_path(&mut self, path: &[u8], is_dir: bool) {
        if !self.form.count(RenderedKind::Path) {
            return;
        }
        self.form.group(RenderedKind::Path, None, String::new);
        let mut item = String::new();
        self.options.path(&mut item, path);
        if is_dir && !path.ends_with(b"/") {
            item.push('/');
        }
        item.push('\n');
        self.form.push(item);
    }

    /// Adds a definition of a file, with its line and its number of enclosing definitions.
    pub fn push_definition(
        &mut self,
        (root, path): (u32, &[u8]),
        line_number: u64,
        depth: u32,
        signature: &[u8],
    ) {
        if !self.form.count(RenderedKind::Definition) {
            return;
        }
        let options = &self.options;
        let heading = || options.heading(path);
        self.form
            .group(RenderedKind::Definition, Some((root, path)), heading);
        let mut item = String::new();
        Prefix { options, path }.write(&mut item, line_number, ':');
        let depth = MAX_DEPTH.min(depth as usize);
        item.extend(std::iter::repeat_n("  ", depth));
        item.push_str(&options.line(signature));
        item.push('\n');
        self.form.push(item);
    }

    /// Adds the unified diff of a file; its items are hunks.
    pub fn push_diff(&mut self, (root, path): (u32, &[u8]), diff: &[u8]) {
        let options = &self.options;
        let mut heading = String::new();
        let mut item = String::new();
        let mut is_open = false;
        let mut lines = diff.split_inclusive(|byte| *byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            let text = options.line(line.strip_suffix(b"\n").unwrap_or(line));
            let begins_hunk = line.starts_with(b"@@ ");
            is_open |= begins_hunk;
            let style = match line.first() {
                _ if !is_open => Some(RenderStyle::Header),
                _ if begins_hunk => Some(RenderStyle::Range),
                Some(b'-') => Some(RenderStyle::Removed),
                Some(b'+') => Some(RenderStyle::Added),
                _ => None,
            };
            let out = if is_open { &mut item } else { &mut heading };
            match style {
                Some(style) => options.styled(out, style, &text),
                None => out.push_str(&text),
            }
            out.push('\n');
            let ends_hunk = lines.peek().is_none_or(|next| next.starts_with(b"@@ "));
            if is_open && ends_hunk {
                let item = std::mem::take(&mut item);
                if self.form.count(RenderedKind::Hunk) {
                    let heading = || std::mem::take(&mut heading);
                    self.form
                        .group(RenderedKind::Hunk, Some((root, path)), heading);
                    self.form.push(item);
                }
            }
        }
    }
}

impl RenderOptions {
    /// Returns the heading of a file; empty if lines begin with the path or the path is empty.
    fn heading(&self, path: &[u8]) -> String {
        let mut heading = String::new();
        if self.group == Grouping::File && !path.is_empty() {
            self.path(&mut heading, path);
            heading.push('\n');
        }
        heading
    }
}

impl RenderMatch<'_> {
    /// Writes the lines of the match and returns the number of the last.
    fn write(&self, out: &mut String, options: &RenderOptions) -> u64 {
        let path = self.path;
        let prefix = Prefix { options, path };
        let context = |out: &mut String, lines: &[(u64, &[u8])]| {
            for (number, line) in lines {
                prefix.write(out, *number, '-');
                out.push_str(&options.line(without_cr(line)));
                out.push('\n');
            }
        };
        context(out, &self.context_before);
        let mut last = self.line_number;
        let mut start = 0;
        for (at, line) in self.text.split(|byte| *byte == b'\n').enumerate() {
            let number = self.line_number.saturating_add(at as u64);
            last = number;
            prefix.write(out, number, ':');
            if self.is_cut_before && start == 0 {
                out.push('…');
            }
            self.write_line(out, options, start, without_cr(line));
            start += line.len() + 1;
            if self.is_cut_after && start > self.text.len() {
                out.push('…');
            }
            out.push('\n');
        }
        context(out, &self.context_after);
        self.context_after
            .last()
            .map_or(last, |(number, _)| *number)
    }

    /// Writes a line of `text` that begins at `start`, with coloured submatches.
    fn write_line(&self, out: &mut String, options: &RenderOptions, start: usize, line: &[u8]) {
        if !options.color {
            return out.push_str(&options.line(line));
        }
        let end = start + line.len();
        let mut at = start;
        for found in &self.submatches {
            let (from, to) = (found.start.max(at), found.end.min(end));
            if from >= to {
                continue;
            }
            out.push_str(&options.line(&line[at - start..from - start]));
            let text = options.line(&line[from - start..to - start]);
            options.styled(out, RenderStyle::Match, &text);
            at = to;
        }
        out.push_str(&options.line(&line[at - start..]));
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
