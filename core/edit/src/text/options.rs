//! Edits of a text, their options and results.

use ransack_base::internal::setters;

/// Edit of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextAction {
    /// Replaces a quoted text.
    Replace {
        /// Text to find; not empty.
        old: String,
        /// Text to put in its place; may be empty.
        new: String,
        /// Number of times that the text must occur.
        expected: ExpectedCount,
    },
    /// Replaces whole lines.
    ReplaceLines {
        /// First line, 1-based.
        first: u64,
        /// Last line, 1-based; at least `first`.
        last: u64,
        /// New lines; empty to delete the lines. A line ending after the last line is optional.
        text: String,
    },
    /// Inserts a text.
    Insert {
        /// Place of the text.
        place: TextPlace,
        /// Text to insert. At a line, the start or the end, it consists of whole lines; a line
        /// ending after the last one is optional.
        text: String,
    },
}

impl TextAction {
    /// Replaces a text that occurs once.
    pub fn replace(old: impl Into<String>, new: impl Into<String>) -> TextAction {
        TextAction::Replace {
            old: old.into(),
            new: new.into(),
            expected: ExpectedCount::default(),
        }
    }

    /// Replaces all occurrences of a text; at least one.
    pub fn replace_all(old: impl Into<String>, new: impl Into<String>) -> TextAction {
        TextAction::Replace {
            old: old.into(),
            new: new.into(),
            expected: ExpectedCount::All,
        }
    }

    /// Replaces the lines from `first` to `last`, 1-based.
    pub fn replace_lines(first: u64, last: u64, text: impl Into<String>) -> TextAction {
        TextAction::ReplaceLines {
            first,
            last,
            text: text.into(),
        }
    }

    /// Inserts a text at a position.
    pub fn insert(place: TextPlace, text: impl Into<String>) -> TextAction {
        TextAction::Insert {
            place,
            text: text.into(),
        }
    }
}

/// Number of times that a quoted text must occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpectedCount {
    /// Exactly this number of times; at least 1. Occurrences may not overlap.
    Exactly(u64),
    /// Any number of times, at least once. Of overlapping occurrences, the first is replaced.
    All,
}

impl Default for ExpectedCount {
    fn default() -> ExpectedCount {
        ExpectedCount::Exactly(1)
    }
}

/// Place of an inserted text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextPlace {
    /// Before the first line, after a byte order mark.
    Start,
    /// After the last line.
    End,
    /// Before the line with this 1-based number.
    BeforeLine(u64),
    /// After the line with this 1-based number.
    AfterLine(u64),
    /// Directly before a quoted text, which must occur once.
    Before(String),
    /// Directly after a quoted text, which must occur once.
    After(String),
}

/// Options for [`edit_text`](super::edit_text).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditTextOptions {
    /// Whether to find a quoted text that does not occur exactly by more tolerant comparisons; see
    /// [`MatchLevel`]. Default: false.
    pub tolerant: bool,
}

setters! { EditTextOptions {
    value(bool) tolerant,
}}

/// Comparison that found a quoted text. Each level also tolerates what the previous levels
/// tolerate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MatchLevel {
    /// All bytes are equal, except that line endings may differ. Also the level of edits that quote
    /// no text.
    #[default]
    Exact,
    /// Typographic quotation marks, dashes and spaces equal their ASCII counterparts, character by
    /// character.
    Typography,
    /// Trailing blanks are ignored.
    TrailingBlanks,
    /// Whole lines are equal, except that the indentation of all non-blank lines differs by the
    /// same blanks. New lines get the indentation of the text.
    Indentation,
}

impl MatchLevel {
    /// All levels, in order of tolerance.
    pub const ALL: &'static [MatchLevel] = &[
        MatchLevel::Exact,
        MatchLevel::Typography,
        MatchLevel::TrailingBlanks,
        MatchLevel::Indentation,
    ];
}

/// Result of [`edit_text`](super::edit_text).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditedText {
    /// New text.
    pub text: Vec<u8>,
    /// Result of each edit.
    pub edits: Vec<TextEditResult>,
}

/// Result of one edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextEditResult {
    /// Comparison that found the text.
    pub level: MatchLevel,
    /// Whether the edit changes bytes.
    pub is_changed: bool,
    /// Changed ranges of lines, in the text before the call.
    pub lines: Vec<ChangedLines>,
}

/// Range of changed lines, in the text before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ChangedLines {
    /// First line, 1-based.
    pub first: u64,
    /// Last line, 1-based.
    pub last: u64,
}
