//! Results of single edits.

use ransack::{MatchLevel, TextEditResult};

use crate::ast::syntax::ransack_line_range;
use crate::ast_edit::result::ransack_edit_status;

/// Comparison that found a quoted text. Each level includes the tolerance of the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_match_level {
    /// All bytes are equal, apart from the form of line ends. The level of edits that quote nothing.
    Exact = 0,
    /// Typographic characters equal the ASCII characters in their place, one to one: quotation
    /// marks, dashes and spaces.
    Typography = 1,
    /// Blanks at the ends of lines do not count.
    TrailingBlanks = 2,
    /// Whole lines, whose indentation differs by the same blanks in every line that is not blank. New
    /// lines get the indentation of the text.
    Indentation = 3,
}

/// Result of one edit of a file or a text.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_edit_result {
    /// Changed places, in the text before the call: lines that contain the replaced text or, for an
    /// insertion, the line at its place. Empty for a file that is created, deleted or renamed.
    pub lines: *const ransack_line_range,
    /// Number of changed places.
    pub lines_len: usize,
    /// Effect of the edit, a ransack_edit_status: RANSACK_EDIT_STATUS_APPLIED if it changes bytes or,
    /// in a dry run, would, otherwise RANSACK_EDIT_STATUS_UNCHANGED.
    pub status: u32,
    /// Comparison that found the quoted text, a ransack_match_level.
    pub level: u32,
}

/// Results with all data that they point to.
pub(crate) struct TextEditResults {
    pub(crate) shown: Vec<ransack_text_edit_result>,
    _lines: Vec<Vec<ransack_line_range>>,
}

impl TextEditResults {
    pub(crate) fn new(results: &[TextEditResult]) -> TextEditResults {
        let lines = |edit: &TextEditResult| {
            let places = edit.lines.iter();
            let ranges = places.map(|lines| ransack_line_range {
                first: lines.first,
                last: lines.last,
            });
            ranges.collect()
        };
        let lines: Vec<Vec<_>> = results.iter().map(lines).collect();
        let shown =
            std::iter::zip(results, &lines).map(|(result, lines)| ransack_text_edit_result {
                lines: lines.as_ptr(),
                lines_len: lines.len(),
                status: match result.is_changed {
                    true => ransack_edit_status::Applied as u32,
                    false => ransack_edit_status::Unchanged as u32,
                },
                level: level_of(result.level),
            });
        // Moving vectors does not move their content.
        TextEditResults {
            shown: shown.collect(),
            _lines: lines,
        }
    }
}

/// Converts a level to a ransack_match_level.
fn level_of(level: MatchLevel) -> u32 {
    let known = MatchLevel::ALL.iter().position(|known| *known == level);
    known.unwrap_or_default() as u32
}

#[cfg(test)]
mod tests;
