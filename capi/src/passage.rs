//! Passages of a text that an edit may have meant.

use ransack::{TextDifference, TextPassage};

use crate::slice::ransack_bytes;

/// Kind of difference between a passage and the text of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_text_difference {
    /// Blanks, tabs or empty lines.
    WhiteSpace = 0,
    /// Forms of quotation marks.
    Quotes = 1,
    /// Forms of dashes.
    Dashes = 2,
    /// Unicode normalization forms.
    UnicodeForm = 3,
    /// Capital and small letters.
    Case = 4,
    /// Anything else: words or whole lines.
    Words = 5,
}

/// Passage of a text that resembles or equals the text of an edit.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_passage {
    /// First line, from 1.
    pub first_line: u64,
    /// Last line, from 1.
    pub last_line: u64,
    /// Text of the lines, with their line ends.
    pub text: ransack_bytes,
    /// Differences from the text of the edit, each a ransack_text_difference. Empty if the passage
    /// contains that text.
    pub differences: *const u32,
    /// Number of differences.
    pub differences_len: usize,
}

/// Passages with all data that they point to.
pub(crate) struct Passages {
    pub(crate) shown: Vec<ransack_text_passage>,
    _differences: Vec<Vec<u32>>,
    _passages: Box<[TextPassage]>,
}

impl Passages {
    pub(crate) fn new(passages: Box<[TextPassage]>) -> Passages {
        let numbers = |passage: &TextPassage| {
            let differences = passage.differences.iter();
            differences.map(|kind| number_of(*kind)).collect()
        };
        let differences: Vec<Vec<u32>> = passages.iter().map(numbers).collect();
        let shown = std::iter::zip(&passages, &differences).map(|(passage, differences)| {
            ransack_text_passage {
                first_line: passage.first_line,
                last_line: passage.last_line,
                text: ransack_bytes::of(&passage.text),
                differences: differences.as_ptr(),
                differences_len: differences.len(),
            }
        });
        // Moving vectors and boxes does not move their content.
        Passages {
            shown: shown.collect(),
            _differences: differences,
            _passages: passages,
        }
    }
}

fn number_of(difference: TextDifference) -> u32 {
    use ransack_text_difference as Difference;
    let difference = match difference {
        TextDifference::WhiteSpace => Difference::WhiteSpace,
        TextDifference::Quotes => Difference::Quotes,
        TextDifference::Dashes => Difference::Dashes,
        TextDifference::UnicodeForm => Difference::UnicodeForm,
        TextDifference::Case => Difference::Case,
        _ => Difference::Words,
    };
    difference as u32
}
