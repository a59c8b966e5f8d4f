//! Text as a terminal shows it: measuring, cutting, slicing and wrapping by
//! cells, with escape sequences kept alive.
//!
//! Everything here is pure and linear, and walks over the same pieces:
//!
//! - `units`: code units of UTF-8, UTF-16 and Latin-1, and the fast scan for
//!   printable ASCII;
//! - `escape`: where an escape sequence ends;
//! - `width`, `tables`: what Unicode says about a character;
//! - `graphemes`: where a cluster ends, and its cells;
//! - `pieces`: the text as runs, clusters, tabs, controls and escapes;
//! - `sgr`, `hyperlink`: the styles and the link at a place in the text;
//! - `cursor`: a place with its column and state, where text can be cut.
//!
//! On these stand the operations, one file for each.

mod cursor;
mod escape;
mod graphemes;
mod hyperlink;
mod measure;
mod options;
mod pad;
mod pieces;
mod segments;
mod sgr;
mod slice;
mod strip;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tables_test;
mod truncate;
mod units;
mod width;
mod word;
mod wrap;

#[cfg(feature = "highlight")]
pub(crate) use escape::escape_end;
pub use graphemes::{Grapheme, Graphemes, graphemes};
pub use measure::{visible_width, visible_width_latin1, visible_width_utf16};
pub use options::{Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions};
pub use pad::pad_to_width;
pub use segments::{Segments, extract_segments};
#[cfg(feature = "highlight")]
pub(crate) use sgr::undo_styles;
pub use slice::{Slice, slice_with_width};
pub use strip::{sanitize_text, sanitize_text_utf16, strip_ansi, strip_ansi_utf16};
pub use truncate::truncate_to_width;
pub use width::UNICODE_VERSION;
pub use wrap::wrap_text_with_ansi;
