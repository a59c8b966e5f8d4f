//! Names of the journals and temporary files of edits.
//!
//! These files lie next to the files that an edit changes. They are never in scope, except in a
//! search for journals. The crate `ransack-transaction` describes them.

/// Prefix of each such file's name.
pub const EDIT_FILE_PREFIX: &str = ".ransack-edit-";

/// Role of a file that an edit creates next to the files that it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditFile {
    /// Record of an edit in progress or of an interrupted edit.
    Journal,
    /// New or old text of a file.
    Temporary,
}

impl EditFile {
    /// Returns the purpose of a file from its name, or `None` if it does not belong to an edit.
    pub fn of(name: &[u8]) -> Option<EditFile> {
        let rest = name.strip_prefix(EDIT_FILE_PREFIX.as_bytes())?;
        let dot = memchr::memrchr(b'.', rest)?;
        let (numbers, extension) = rest.split_at(dot);
        let is_numbers = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
        if numbers.is_empty() || !numbers.iter().all(is_numbers) {
            return None;
        }
        match extension {
            b".journal" => Some(EditFile::Journal),
            b".new" | b".old" => Some(EditFile::Temporary),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
