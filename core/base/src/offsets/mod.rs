//! Conversions between offsets in text: bytes, UTF-16 code units and lines.
//!
//! Text is bytes that need not be UTF-8. Decoding is lossy everywhere: each
//! ill-formed sequence (a *maximal subpart* in the Unicode Standard, section
//! 3.9) decodes to one U+FFFD, exactly as in [`String::from_utf8_lossy`].
//! "Character" means one character of the decoded text, so an ill-formed
//! sequence of up to three bytes is one character too.
//!
//! - [`LossyText`]: decoded text, with a map from text offsets to byte offsets.
//! - [`utf16_len`], [`decode_to_utf16`], [`Utf16Cursor`]: UTF-16 lengths, text
//!   and offsets.
//! - [`LineIndex`], [`Position`]: line, column and UTF-16 column of a byte
//!   offset.
//! - [`Utf16Position`]: position as in the Language Server Protocol.
//!
//! Byte offsets, columns and UTF-16 offsets are 0-based; lines are 1-based. Lines end with LF; a CR
//! before it belongs to the line ending. The exception is [`Utf16Position`], whose documentation
//! has its own rules. No function panics, whatever the bytes or offsets.
//!
//! A base module: it uses no other module of the crate except `cancel`.
//!
//! | file | content |
//! | --- | --- |
//! | `lossy` | lossy decoding and character boundaries |
//! | `map` | offsets of edited text in the original |
//! | `utf16` | UTF-16 lengths and offsets |
//! | `utf16_position` | positions as in the Language Server Protocol |
//! | `lines` | line boundaries and the line index |

pub(crate) mod lines;
pub(crate) mod lossy;
pub(crate) mod map;
mod utf16;
pub(crate) mod utf16_position;

pub use lines::{LineIndex, Position, Span};
pub use lossy::LossyText;
pub use utf16::{Utf16Cursor, decode_to_utf16, utf16_len};
pub use utf16_position::Utf16Position;

#[cfg(test)]
mod oracle;
