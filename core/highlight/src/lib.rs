//! Syntax highlighting: classifies the bytes of source text and renders the classes for terminals
//! and browsers.
//!
//! - [`highlight`]: classifies text and returns [`Highlighted`], with spans and rendered output;
//!   [`highlight_code`] does both in one call.
//! - [`highlight_buffer`]: the same for an open buffer of a workspace, whose syntax tree is kept.
//! - [`warm_language`]: prepares a language ahead of its first use.
//! - [`HighlightStream`]: incremental highlighting of text that arrives in chunks.
//! - [`supports_language`], [`supported_languages`], [`unknown_language`], [`detect_language`],
//!   [`engine_of`]: language names, language detection and engines.
//! - [`Theme`], [`Palette`], [`Colors`]: colours for classes.
//! - [`acknowledgements()`]: licences of the bundled syntaxes and themes.
//!
//! Two [engines](Engine) classify text, one with tree-sitter grammars and the other with TextMate
//! grammars. Both report the same [classes](Class).
//!
//! Invariant: the text is never changed. Rendered output without the inserted escape sequences or
//! tags equals the input byte for byte, for any line endings and for invalid UTF-8.

// Module map, in the order in which a call passes through it:
//
// - `call`: calls for a whole text; `options`: options and report of a call.
// - `language`: languages by name, alias, extension and file name, and the engine of each;
//   `language_table`: the underlying table.
// - `detect`: language detection from a path and the first bytes.
// - `class`: the classes, and the capture and scope names that map to them.
// - `class_map`: one class per byte, and its shared form for detached tasks.
// - `ansi`: text that already contains escape sequences.
// - `tree`: the tree-sitter engine; `query_parts`: parts of a tree on which to run a query;
//   `grammar`: compiled grammars and queries; `embedded`: documents in other languages; `damage`:
//   parts that a syntax error leaves to the other engine.
// - `textmate`: the syntect engine, one line at a time; `hunk`: changed lines of diffs; `lines`: runs of lines;
//   `detached`: lines parsed by a detached task.
// - `span`: parts of one class; `highlighted`: the result; `render`: output forms.
// - `warm`: preparation of a language.
// - `stream`: incremental highlighting; `stream_update`: changes to its output.
// - `theme`, `tm_theme`: bundled themes and `.tmTheme` files.
// - `acknowledgements`: licences.

mod acknowledgements;
mod ansi;
mod call;
mod class;
mod class_map;
mod damage;
mod detached;
mod detect;
mod embedded;
mod grammar;
mod highlighted;
mod hunk;
mod language;
mod language_table;
mod lines;
mod options;
mod query_parts;
mod render;
mod span;
mod stream;
mod stream_update;
mod textmate;
mod theme;
mod tm_theme;
mod tree;
mod warm;

pub use acknowledgements::acknowledgements;
pub use call::{highlight, highlight_buffer, highlight_code};
pub use class::Class;
pub use detect::detect_language;
pub use highlighted::Highlighted;
pub use language::{
    Engine, EngineChoice, engine_of, supported_languages, supports_language, unknown_language,
};
pub use options::{HighlightOptions, HighlightReport};
pub use render::{Colors, Output, Palette};
pub use span::HighlightSpan;
pub use stream::HighlightStream;
pub use stream_update::HighlightUpdate;
pub use theme::{ColorDepth, Rgb, Style, Theme};
pub use warm::warm_language;
