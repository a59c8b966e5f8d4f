//! Results: the definitions in one text.

use ransack_base::{ContentId, RelPath};
use ransack_languages::OutlineItem;

/// Definitions in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Content id of the bytes of the file or the text in memory.
    pub version: ContentId,
    /// Name of the text's language.
    pub language: &'static str,
    /// Separator between the names in [`OutlineItem::qualified_name`]: `::` in languages whose
    /// paths use `::`, and `.` in all others.
    pub separator: &'static str,
    /// Top-level definitions, in order of start offset.
    pub items: Vec<OutlineItem>,
    /// Number of syntax errors in the text, including embedded code; if errors are nested, only the
    /// outermost is counted. Definitions near errors may be missing.
    pub syntax_errors: u64,
    /// Number of definitions omitted because their depth exceeds [`Outline::MAX_DEPTH`].
    pub too_deep: u64,
    /// Whether the text looks minified: its average line length exceeds 500 bytes, or a line in the
    /// first 64 KiB exceeds 5,000 bytes.
    pub is_minified: bool,
    /// Whether a comment in the first 4 KiB marks the text as generated: `@generated`, `DO NOT
    /// EDIT`, `auto-generated` and variants.
    pub is_generated: bool,
    /// Approximate memory of the definitions in bytes.
    pub weight: usize,
}

impl Outline {
    /// Maximum depth of [`Outline::items`]: 100.
    pub const MAX_DEPTH: usize = 100;

    /// Maximum number of files whose syntax tree and outline a workspace keeps: 64. A later call
    /// for one of these files, such as [`outline_file`](crate::outline_file),
    /// [`definition_in_file`](crate::definition_in_file) or
    /// [`edit_definition`](crate::edit_definition()), parses nothing if the content is unchanged.
    /// Calls for one file, and searches with `enclosing`, add the files that they read.
    pub const MAX_CACHED_FILES: usize = 64;

    /// Maximum memory of the syntax trees and outlines that a workspace keeps: approximately
    /// 64 MiB. A C file of 300 kB takes about 10 MB.
    pub const MAX_CACHED_BYTES: usize = 64 << 20;

    /// Calls `visit` for each definition, in pre-order.
    pub fn for_each<'a>(&'a self, mut visit: impl FnMut(&'a OutlineItem)) {
        for item in &self.items {
            item.for_each(&mut visit);
        }
    }
}
