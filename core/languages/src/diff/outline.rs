//! Outline table for diffs. Definitions are the changed files, named by their new path, or by their
//! old path if deleted. Their children are the hunks, named by line ranges: `src/main.rs:-1,3
//! +1,4`.

use std::ops::Range;

use ransack_base::internal::span_of;

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::Change;
use crate::outline::table::Draft;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, NO_REGION, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    separator: ":",
    rules: &[
        rule("command", Change).child(&["filename"]).body(&[]),
        rule("old_file", Change).child(&["filename"]).body(&[]),
        rule("new_file", Change).child(&["filename"]).body(&[]),
        rule("location", Change).body(&[]).refined(ranges),
    ],
    opaque: "changes",
    comments: "",
    doc: DocStyle::NONE,
    arrange: Some(arrange),
    elided: "...",
    region: NO_REGION,
    ..OutlineTable::EMPTY
};

/// Names a hunk by its line ranges.
fn ranges(draft: &mut Draft<'_, '_>) -> bool {
    let mut cursor = draft.node.walk();
    let mut ranges = draft.node.named_children(&mut cursor);
    let (Some(old), Some(new)) = (ranges.next(), ranges.next()) else {
        return false;
    };
    draft.name = old.start_byte()..new.end_byte();
    true
}

/// Nests the headers of files and hunks, which the grammar nests only below a `diff` line.
fn arrange(headers: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    let mut files: Vec<OutlineItem> = Vec::new();
    // Path before the change, once the `---` line has been read.
    let mut old_path: Option<String> = None;
    // Whether the `+++` line of the last file has been read.
    let mut is_named = true;
    let mut hunk_end = 0;
    for mut header in headers {
        let start = header.span().start.offset;
        // A changed line in a hunk can look like a header.
        if start < hunk_end {
            continue;
        }
        let line = text.source.get(start..).unwrap_or_default();
        if line.starts_with(b"@@") {
            let Some(file) = files.last_mut() else {
                continue;
            };
            hunk_end = end_of_hunk(text.source, header.span().end.offset, &header.name);
            extend(&mut header, hunk_end, text);
            header.set_qualified_name(&format!("{}:{}", file.name, header.name));
            file.children.push(header);
        } else if line.starts_with(b"+++") {
            let Some(file) = files.last_mut() else {
                continue;
            };
            let new_path = path_of(&header.name);
            let path = Some(new_path).filter(|path| path != "/dev/null");
            if let Some(path) = path.or(old_path.take()) {
                file.name.clone_from(&path);
                file.set_qualified_name(&path);
                file.set_name_span(header.name_span());
            }
            is_named = true;
        } else {
            let is_command = line.starts_with(b"diff");
            let path = match is_command {
                true => path_of_command(&header.name),
                false => path_of(&header.name),
            };
            if !is_command {
                old_path = Some(path.clone());
            }
            // The `---` line below a `diff` line.
            if !is_command && !is_named {
                continue;
            }
            close(&mut files, start, text);
            header.name.clone_from(&path);
            header.set_qualified_name(&path);
            is_named = !is_command;
            files.push(header);
        }
    }
    close(&mut files, text.source.len(), text);
    files
}

/// Extends the last file to `end`.
fn close(files: &mut [OutlineItem], end: usize, text: OutlineText<'_>) {
    if let Some(file) = files.last_mut() {
        // Mail text after the last hunk is not part of the change.
        let end = file
            .children
            .last()
            .map_or(end, |hunk| hunk.span().end.offset);
        extend(file, end, text);
    }
}

/// Extends an item to `end`, without trailing line breaks; the lines after its header become its
/// body.
fn extend(item: &mut OutlineItem, end: usize, text: OutlineText<'_>) {
    let header_end = item.span().end.offset;
    let body = text.source.get(header_end..end).unwrap_or_default();
    let end = header_end + body.trim_ascii_end().len();
    let span = |range: Range<usize>| span_of(text.lines, text.source, &range);
    if end > header_end {
        item.set_body_span(Some(span(header_end..end)));
    }
    item.set_span(span(item.span().start.offset..end));
}

/// Returns the end of the lines counted by the ranges of a hunk. `start` is the end of its header.
fn end_of_hunk(source: &[u8], start: usize, ranges: &str) -> usize {
    let mut counts = ranges.split_whitespace().map(line_count);
    let mut old = counts.next().unwrap_or(0);
    let mut new = counts.next().unwrap_or(0);
    let mut end = start;
    let rest = source.get(start..).unwrap_or_default();
    let mut lines = rest.split_inclusive(|byte| *byte == b'\n');
    end += lines.next().map_or(0, <[u8]>::len);
    for line in lines {
        match line.first() {
            Some(b'\\') => {}
            _ if old == 0 && new == 0 => break,
            Some(b'-') => old = old.saturating_sub(1),
            Some(b'+') => new = new.saturating_sub(1),
            // An empty line is a context line whose space was trimmed.
            Some(b' ' | b'\n' | b'\r') => {
                old = old.saturating_sub(1);
                new = new.saturating_sub(1);
            }
            _ => break,
        }
        end += line.len();
    }
    end
}

/// Returns the number of lines of a range such as `-1,3`.
fn line_count(range: &str) -> u64 {
    let count = range.split_once(',').map(|(_, count)| count);
    count.map_or(1, |count| count.parse().unwrap_or(0))
}

/// Returns a path without its time stamp and without the prefix added by Git.
fn path_of(name: &str) -> String {
    let path = name.split('\t').next().unwrap_or(name).trim_end();
    let path = path.trim_matches('"');
    let is_prefixed = matches!(
        path.as_bytes(),
        [b'a' | b'b' | b'c' | b'i' | b'o' | b'w', b'/', ..]
    );
    let path = if is_prefixed { &path[2..] } else { path };
    path.to_owned()
}

/// Returns the new path from a line such as `diff --git a/x b/x`.
fn path_of_command(names: &str) -> String {
    // For paths with spaces, assumes that old and new path are the same.
    let half = names.len() / 2;
    let halves = names.is_char_boundary(half).then(|| names.split_at(half));
    if let Some((old, new)) = halves {
        let (old, new) = (path_of(old), path_of(new.trim_start()));
        if old == new {
            return new;
        }
    }
    path_of(names.rsplit(' ').next().unwrap_or(names))
}
