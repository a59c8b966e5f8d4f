//! Statuses of the elements of a list of edits.

use ransack::{EditResult, EditStatus};

/// Effect of an edit, or of adding or removing an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_edit_status {
    /// The edit changed text or, in a dry run, would change it.
    Applied = 0,
    /// The text is already in the requested state: the import exists, or the code equals the new
    /// code. For a rewrite, no match was replaced, because every match equals its replacement, is
    /// replaced by another rewrite, contains parts that the pattern does not name, or exceeds a
    /// limit.
    Unchanged = 1,
    /// The pattern of the rewrite does not match any code in the searched files.
    Unmatched = 2,
}

/// Result of one rewrite or edit.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_edit_result {
    /// Effect on each import, in order, if the edit adds or removes imports; each is a
    /// ransack_edit_status. Empty for other edits.
    pub imports: *const u32,
    /// Number of imports.
    pub imports_len: usize,
    /// Effect of the rewrite or edit, a ransack_edit_status.
    pub status: u32,
}

/// Results of an outcome, with all data that they point to.
#[derive(Debug)]
pub(crate) struct EditResults {
    pub(crate) shown: Vec<ransack_edit_result>,
    _imports: Vec<Vec<u32>>,
}

impl EditResults {
    pub(crate) fn new(results: &[EditResult]) -> EditResults {
        let numbers = |statuses: &[EditStatus]| statuses.iter().copied().map(status_of).collect();
        let imports: Vec<Vec<u32>> = results.iter().map(|edit| numbers(&edit.imports)).collect();
        let shown = std::iter::zip(results, &imports).map(|(edit, imports)| ransack_edit_result {
            imports: imports.as_ptr(),
            imports_len: imports.len(),
            status: status_of(edit.status),
        });
        // Moving vectors does not move their content.
        EditResults {
            shown: shown.collect(),
            _imports: imports,
        }
    }
}

/// Converts a status to a ransack_edit_status.
pub(crate) fn status_of(status: EditStatus) -> u32 {
    let status = match status {
        EditStatus::Applied => ransack_edit_status::Applied,
        EditStatus::Unmatched => ransack_edit_status::Unmatched,
        _ => ransack_edit_status::Unchanged,
    };
    status as u32
}

#[cfg(test)]
mod tests;
