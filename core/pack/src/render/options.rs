//! Options for rendering.

use ransack_base::internal::setters;
use ransack_tokens::Encoding;

/// Options for [`render`](crate::render()) and [`Renderer`](crate::Renderer).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RenderOptions {
    /// Maximum number of tokens in the whole text, including its last line. Items are left out at
    /// the end, as a whole. Default: `None`, no limit.
    pub max_tokens: Option<usize>,
    /// Encoding in which tokens are counted. Default: [`Encoding::O200kBase`].
    pub encoding: Encoding,
    /// Whether matches and definitions have line numbers. Default: true.
    pub line_numbers: bool,
    /// Place of the paths of matches and definitions. Default: [`Grouping::File`].
    pub group: Grouping,
    /// Offset of the first item in the search, for the offset of the next page. Default: 0.
    pub offset: u64,
    /// Cursor of the next page, printed instead of an offset if all items of the result fit.
    /// Default: `None`.
    pub cursor: Option<String>,
    /// Whether to use ANSI colours, for terminals. Default: false.
    pub color: bool,
    /// URL of the directory that the paths are relative to, such as `file:///home/me/project/`. If
    /// set, paths are hyperlinks (OSC 8), for terminals. Default: `None`.
    pub links: Option<String>,
}

impl Default for RenderOptions {
    fn default() -> RenderOptions {
        RenderOptions {
            max_tokens: None,
            encoding: Encoding::O200kBase,
            line_numbers: true,
            group: Grouping::default(),
            offset: 0,
            cursor: None,
            color: false,
            links: None,
        }
    }
}

setters! { RenderOptions {
    option(usize) max_tokens,
    value(Encoding) encoding,
    value(bool) line_numbers,
    value(Grouping) group,
    value(u64) offset,
    some(String) cursor,
    value(bool) color,
    some(String) links,
}}

/// Place of the paths of matches and definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grouping {
    /// Each path is a heading above the lines of its file.
    #[default]
    File,
    /// Each line begins with its path: `PATH:LINE:TEXT`.
    Flat,
}

impl Grouping {
    /// All values, each with its name.
    pub const ALL: [(&'static str, Grouping); 2] =
        [("file", Grouping::File), ("flat", Grouping::Flat)];
}
