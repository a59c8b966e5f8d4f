//! The form into which every result is converted: groups with a heading, and items.

/// Items to render, in order.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) groups: Vec<Group>,
    /// Number of items, including items that were only counted.
    pub(super) count: u64,
    /// Kind of the items; `None` if there are no items, or items of several kinds.
    pub(super) kind: Option<Kind>,
    /// Number of bytes that may still fit.
    room: usize,
}

/// Consecutive items with one heading.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Root and path of the items; `None` if items of any file belong to the group.
    file: Option<(u32, Box<[u8]>)>,
    kind: Kind,
    /// Lines above the items, each with its line ending; may be empty.
    pub(super) heading: String,
    pub(super) items: Vec<String>,
    /// Number of the last line in the last item.
    pub(super) last_line: u64,
}

/// Kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Match,
    /// File with matches.
    File,
    Path,
    Definition,
    Hunk,
}

/// Maximum length of a token in bytes, in any published encoding.
const MAX_TOKEN: usize = 256;

impl Kind {
    /// Returns the name of a number of items.
    pub(super) fn noun(kind: Option<Kind>, count: u64) -> &'static str {
        let (one, many) = match kind {
            Some(Kind::Match) => ("match", "matches"),
            Some(Kind::File) => ("file", "files"),
            Some(Kind::Path) => ("path", "paths"),
            Some(Kind::Definition) => ("definition", "definitions"),
            Some(Kind::Hunk) => ("hunk", "hunks"),
            None => ("result", "results"),
        };
        if count == 1 { one } else { many }
    }

    /// Whether a call with an offset can continue after an item.
    pub(super) fn has_offset(self) -> bool {
        matches!(self, Kind::Match | Kind::File | Kind::Path)
    }

    /// Whether an empty line separates groups.
    pub(super) fn is_separated(self) -> bool {
        matches!(self, Kind::Match | Kind::Definition)
    }
}

impl Group {
    /// Whether an empty line comes before the heading, if the group is not the first.
    pub(super) fn is_separated(&self) -> bool {
        self.kind.is_separated() && !self.heading.is_empty()
    }
}

impl Form {
    pub(super) fn new(max_tokens: Option<usize>) -> Form {
        Form {
            groups: Vec::new(),
            count: 0,
            kind: None,
            room: max_tokens.map_or(usize::MAX, |max| max.saturating_mul(MAX_TOKEN)),
        }
    }

    /// Counts an item. Returns false if it cannot fit, so that it need not be made.
    pub(super) fn count(&mut self, kind: Kind) -> bool {
        self.kind = match self.count {
            0 => Some(kind),
            _ => self.kind.filter(|known| *known == kind),
        };
        self.count += 1;
        self.room > 0
    }

    /// Returns the group for the next item: the last one, or a new one with the heading.
    pub(super) fn group(
        &mut self,
        kind: Kind,
        file: Option<(u32, &[u8])>,
        heading: impl FnOnce() -> String,
    ) -> &mut Group {
        let is_same = |group: &Group| {
            let of = group.file.as_ref().map(|(root, path)| (*root, &**path));
            group.kind == kind && of == file
        };
        if !self.groups.last().is_some_and(is_same) {
            let heading = heading();
            self.room = self.room.saturating_sub(heading.len());
            self.groups.push(Group {
                file: file.map(|(root, path)| (root, path.into())),
                kind,
                heading,
                items: Vec::new(),
                last_line: 0,
            });
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    /// Adds an item to the last group.
    pub(super) fn push(&mut self, item: String) {
        self.room = self.room.saturating_sub(item.len());
        if let Some(group) = self.groups.last_mut() {
            group.items.push(item);
        }
    }
}
