//! Finds the conflicts of one text.
//!
//! A marker is a line of at least seven equal characters that a label may follow after a blank. All
//! markers of a conflict have the same length; longer ones inside belong to the text of a side, as in
//! the conflicts that Git nests. A line `=======` is a marker only inside a conflict.

use memchr::memchr;
use memchr::memmem::Finder;
use ransack_base::{Aborted, CancelToken};

use super::options::{Conflict, ConflictSide};

/// Length of a marker, unless the attribute `conflict-marker-size` of Git is larger.
const MIN_LEN: usize = 7;

/// Number of lines between two checks of the token.
const CHECK_INTERVAL: u64 = 1024;

/// Search for texts that may have markers.
pub(super) struct MarkerFinder([Finder<'static>; 2]);

impl MarkerFinder {
    pub(super) fn new() -> MarkerFinder {
        MarkerFinder([Finder::new(b"<<<<<<<"), Finder::new(b">>>>>>>")])
    }

    /// Returns whether a text may have a conflict. O(n) in the text.
    pub(super) fn may_have_conflict(&self, text: &[u8]) -> bool {
        self.0.iter().any(|finder| finder.find(text).is_some())
    }
}

/// Marker of a conflict.
#[derive(Clone, Copy)]
struct Marker<'t> {
    kind: u8,
    len: usize,
    label: &'t [u8],
    /// Line, 1-based.
    line: u64,
    /// Offset of the line and of the next one.
    start: usize,
    end: usize,
}

impl<'t> Marker<'t> {
    /// Reads a line without its line end.
    fn of(line: &'t [u8]) -> Option<Marker<'t>> {
        let kind = *line.first()?;
        if !matches!(kind, b'<' | b'|' | b'=' | b'>') {
            return None;
        }
        let len = line.iter().take_while(|byte| **byte == kind).count();
        let label = match &line[len..] {
            [] => &[][..],
            [b' ', label @ ..] => label.trim_ascii_end(),
            _ => return None,
        };
        if len < MIN_LEN || kind == b'=' && !label.is_empty() {
            return None;
        }
        Some(Marker {
            kind,
            len,
            label,
            line: 0,
            start: 0,
            end: 0,
        })
    }

    /// Whether the marker is one even without the others. A long line of `<` may be a drawing.
    fn stands_alone(&self) -> bool {
        self.len == MIN_LEN || !self.label.is_empty()
    }
}

/// Conflict whose end is not found yet.
#[derive(Clone, Copy)]
struct OpenConflict<'t> {
    ours: Marker<'t>,
    base: Option<Marker<'t>>,
    separator: Option<Marker<'t>>,
}

/// Returns the conflicts of a text, without paths.
pub(super) fn conflicts_in(text: &[u8], token: &CancelToken) -> Result<Vec<Conflict>, Aborted> {
    let mut found = Vec::new();
    let mut open: Option<OpenConflict<'_>> = None;
    let (mut start, mut number) = (0, 0);
    // Whether the line before begins with `>`, as quoted mail does.
    let mut follows_quote = false;
    while start < text.len() {
        number += 1;
        if number % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let end = memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at + 1);
        let line = &text[start..end];
        let mut is_quote = line[0] == b'>';
        if let Some(marker) = Marker::of(without_end(line)) {
            let marker = Marker {
                line: number,
                start,
                end,
                ..marker
            };
            let is_mail = follows_quote || text.get(end) == Some(&b'>');
            let was_open = open.is_some();
            take(marker, is_mail, &mut open, &mut found, text);
            // The end of a conflict is no mail.
            is_quote &= !was_open || open.is_some();
        }
        follows_quote = is_quote;
        start = end;
    }
    found.extend(open.filter(|open| open.ours.stands_alone()).map(lone_start));
    found.sort_unstable_by_key(|conflict: &Conflict| conflict.offset);
    Ok(found)
}

/// Takes the next marker. `is_mail` is true if a line next to it begins with `>`.
fn take<'t>(
    marker: Marker<'t>,
    is_mail: bool,
    open: &mut Option<OpenConflict<'t>>,
    found: &mut Vec<Conflict>,
    text: &[u8],
) {
    let is_same_len = open.as_ref().is_none_or(|open| open.ours.len == marker.len);
    match (marker.kind, open.as_mut()) {
        // A nested conflict.
        (b'<', Some(outer)) if marker.len > outer.ours.len && outer.ours.stands_alone() => {}
        (b'<', _) => {
            let started = OpenConflict {
                ours: marker,
                base: None,
                separator: None,
            };
            let lost = open.replace(started);
            found.extend(lost.filter(|lost| lost.ours.stands_alone()).map(lone_start));
        }
        (b'|', Some(open)) if is_same_len && open.separator.is_none() && open.base.is_none() => {
            open.base = Some(marker);
        }
        (b'=', Some(open)) if is_same_len && open.separator.is_none() => {
            open.separator = Some(marker);
        }
        (
            b'>',
            Some(OpenConflict {
                separator: Some(_), ..
            }),
        ) if is_same_len => {
            let ended = open.take();
            found.extend(ended.and_then(|ended| complete(&ended, marker, text)));
        }
        (b'>', _) if marker.len == MIN_LEN && !is_mail => found.push(lone_end(marker)),
        _ => {}
    }
}

fn complete(open: &OpenConflict<'_>, theirs: Marker<'_>, text: &[u8]) -> Option<Conflict> {
    let (ours, separator) = (open.ours, open.separator?);
    Some(Conflict {
        is_complete: true,
        ours: Some(side(ours.label, ours, open.base.unwrap_or(separator), text)),
        base: open
            .base
            .map(|base| side(base.label, base, separator, text)),
        theirs: Some(side(theirs.label, separator, theirs, text)),
        ..between(ours, theirs)
    })
}

fn lone_start(open: OpenConflict<'_>) -> Conflict {
    let marker = open.ours;
    Conflict {
        ours: Some(ConflictSide {
            label: marker.label.to_vec(),
            first_line: marker.line + 1,
            offset: marker.end as u64,
            ..ConflictSide::default()
        }),
        ..between(marker, marker)
    }
}

fn lone_end(marker: Marker<'_>) -> Conflict {
    Conflict {
        theirs: Some(ConflictSide {
            label: marker.label.to_vec(),
            first_line: marker.line,
            offset: marker.start as u64,
            ..ConflictSide::default()
        }),
        ..between(marker, marker)
    }
}

/// Returns a conflict without sides.
fn between(first: Marker<'_>, last: Marker<'_>) -> Conflict {
    Conflict {
        path: Default::default(),
        root: 0,
        first_line: first.line,
        last_line: last.line,
        offset: first.start as u64,
        len: (last.end - first.start) as u64,
        is_complete: false,
        ours: None,
        base: None,
        theirs: None,
    }
}

/// Returns the lines between two markers.
fn side(label: &[u8], before: Marker<'_>, after: Marker<'_>, text: &[u8]) -> ConflictSide {
    ConflictSide {
        label: label.to_vec(),
        first_line: before.line + 1,
        line_count: after.line - before.line - 1,
        offset: before.end as u64,
        text: text[before.end..after.start].to_vec(),
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
