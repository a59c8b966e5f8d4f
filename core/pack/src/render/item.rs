//! The form into which every result is converted: groups with a heading, and items.

/// Items to render, in order.
#[derive(Clone, Debug)]
pub(super) struct ItemForm {
    pub(super) groups: Vec<ItemGroup>,
    /// Number of items, including items that were only counted.
    pub(super) count: u64,
    /// Kind of the items; `None` if there are no items, or items of several kinds.
    pub(super) kind: Option<RenderedKind>,
    /// Number of bytes that may still fit.
    room: usize,
}

/// Consecutive items with one heading.
#[derive(Clone, Debug)]
pub(super) struct ItemGroup {
    /// Root and path of the items; `None` if items of any file belong to the group.
    file: Option<(u32, Box<[u8]>)>,
    kind: RenderedKind,
    /// Lines above the items, each with its line ending; may be empty.
    pub(super) heading: String,
    pub(super) items: Vec<String>,
    /// Number of the last line in the last item.
    pub(super) last_line: u64,
}

/// Kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RenderedKind {
    Match,
    /// File with matches.
    File,
    Path,
    Definition,
    Hunk,
}

/// Maximum length of a token in bytes, in any published encoding.
const MAX_TOKEN: usize = 256;

impl RenderedKind {
    /// Returns the name of a number of items.
    pub(super) fn noun(kind: Option<RenderedKind>, count: u64) -> &'static str {
        let (one, many) = match kind {
            Some(RenderedKind::Match) => ("match", "matches"),
            Some(RenderedKind::File) => ("file", "files"),
            Some(RenderedKind::Path) => ("path", "paths"),
            Some(RenderedKind::Definition) => ("definition", "definitions"),
            Some(RenderedKind::Hunk) => ("hunk", "hunks"),
            None => ("result", "results"),
        };
        if count == 1 { one } else { many }
    }

    /// Whether a call with an offset can continue after an item.
    pub(super) fn has_offset(self) -> bool {
        matches!(
            self,
            RenderedKind::Match | RenderedKind::File | RenderedKind::Path
        )
    }

    /// Whether an empty line separates groups.
    pub(super) fn is_separated(self) -> bool {
        matches!(self, RenderedKind::Match | RenderedKind::Definition)
    }
}

impl ItemGroup {
    /// Whether an empty line comes before the heading, if the group is not the first.
    pub(super) fn is_separated(&self) -> bool {
        self.kind.is_separated() && !self.heading.is_empty()
    }
}

impl ItemForm {
    pub(super) fn new(max_tokens: Option<usize>) -> ItemForm {
        ItemForm {
            groups: Vec::new(),
            count: 0,
            kind: None,
            room: max_tokens.map_or(usize::MAX, |max| max.saturating_mul(MAX_TOKEN)),
        }
    }

    /// Counts an item. Returns false if it cannot fit, so that it need not be made.
    pub(super) fn count(&mut self, kind: RenderedKind) -> bool {
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
        kind: RenderedKind,
        file: Option<(u32, &[u8])>,
        heading: impl FnOnce() -> String,
    ) -> &mut ItemGroup {
        let is_same = |group: &ItemGroup| {
            let of = group.file.as_ref().map(|(root, path)| (*root, &**path));
            group.kind == kind && of == file
        };
        if !self.groups.last().is_some_and(is_same) {
            let heading = heading();
            self.room = self.room.saturating_sub(heading.len());
            self.groups.push(ItemGroup {
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
