//! Terminal text: measures, truncates, slices, pads and wraps by cells, and keeps styles and
//! hyperlinks intact.
//!
//! Every function is pure, takes time linear in the text, and accepts any text. Nothing here knows
//! about files, threads or cancellation. All operations walk the same `cell_spans::CellSpans`, so
//! they agree on widths and boundaries.
//!
//! | file | content |
//! | --- | --- |
//! | `code_units` | code units of UTF-8, UTF-16 and Latin-1; scan for printable ASCII |
//! | `escape` | boundaries of escape sequences |
//! | `tables`, `char_props` | Unicode properties of a character |
//! | `graphemes` | grapheme clusters and their widths |
//! | `cell_spans` | text as runs, clusters, tabs, controls and escape sequences |
//! | `sgr` | styles (SGR) |
//! | `terminal_state` | style and hyperlink in force at an offset |
//! | `state_history` | terminal states at points of a text |
//! | `cursor` | position with column and state, where text can be cut |
//! | `seam` | joins pieces of text that were not adjacent |
//! | `line_break` | break opportunities |
//! | `options` | options for all operations |
//! | `measure`, `truncate`, `slice`, `segments`, `pad`, `wrap`, `strip` | the operations |

mod cell_spans;
mod char_props;
mod code_units;
mod cursor;
mod escape;
mod graphemes;
mod line_break;
mod measure;
mod options;
mod pad;
mod seam;
mod segments;
mod sgr;
mod slice;
mod state_history;
mod strip;
mod tables;
mod terminal_state;
mod truncate;
mod wrap;

pub use char_props::UNICODE_VERSION;
pub use graphemes::{Grapheme, Graphemes, graphemes};
pub use measure::{visible_width, visible_width_latin1, visible_width_utf16};
pub use options::{Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions};
pub use pad::pad_to_width;
pub use segments::{Segments, extract_segments};
pub use slice::{Slice, slice_with_width};
pub use strip::{sanitize_text, sanitize_text_utf16, strip_ansi, strip_ansi_utf16};
pub use truncate::truncate_to_width;
pub use wrap::wrap_text_with_ansi;

/// Items for the other crates of `ransack`; not a public interface. They may change in any version.
pub mod internal {
    pub use crate::escape::escape_end;
    pub use crate::sgr::undo_styles;
}
