//! Passages of a text that an edit may have meant.

use std::fmt;

use crate::path::RelPath;

/// Passage of a file that resembles or equals the text of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextPassage {
    /// Path of the file as results show it, in an error about a patch of files; otherwise `None`.
    pub path: Option<RelPath>,
    /// First line, 1-based.
    pub first_line: u64,
    /// Last line, 1-based.
    pub last_line: u64,
    /// Text of the lines, with their line endings.
    pub text: Vec<u8>,
    /// Differences from the text of the edit. Empty if the passage contains that text.
    pub differences: Vec<TextDifference>,
}

/// Creates a passage.
pub fn text_passage(
    lines: std::ops::RangeInclusive<u64>,
    text: Vec<u8>,
    differences: Vec<TextDifference>,
) -> TextPassage {
    TextPassage {
        path: None,
        first_line: *lines.start(),
        last_line: *lines.end(),
        text,
        differences,
    }
}

/// Kind of difference between a passage and the text of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextDifference {
    /// Blanks, tabs or empty lines.
    WhiteSpace,
    /// Forms of quotation marks.
    Quotes,
    /// Forms of dashes.
    Dashes,
    /// Unicode normalization forms.
    UnicodeForm,
    /// Capital and small letters.
    Case,
    /// Anything else: words or whole lines.
    Words,
}

impl TextDifference {
    /// Returns the description for messages, such as `white space`.
    pub fn name(self) -> &'static str {
        match self {
            TextDifference::WhiteSpace => "white space",
            TextDifference::Quotes => "quotes",
            TextDifference::Dashes => "dashes",
            TextDifference::UnicodeForm => "Unicode form",
            TextDifference::Case => "case",
            TextDifference::Words => "words",
        }
    }
}

impl fmt::Display for TextDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
