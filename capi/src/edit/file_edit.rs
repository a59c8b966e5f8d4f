//! Edits of files and texts.

use std::path::PathBuf;

use ransack::{ExpectedCount, FileEdit, FileEditAction, TextAction, TextPlace};

use crate::error::{Failure, ransack_status};
use crate::options::{RANSACK_NO_LIMIT, optional_version, unknown};
use crate::slice::{ransack_bytes, texts};

/// Effect of an edit on its file or text. The comment of each action names the fields of
/// ransack_file_edit that it uses. Every action also uses `path` and `if_version`, and an action on
/// lines uses `snapshot` and `hashes`. Any other field that is set is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_file_edit_action {
    /// Replaces `old_text`, which must occur once or, if set, `expected_count` times, with `new_text`.
    Replace = 0,
    /// Replaces the lines from `first_line` to `last_line` with `new_text`.
    ReplaceLines = 1,
    /// Inserts `new_text` at `place`, which may also use `first_line` or `old_text`.
    Insert = 2,
    /// Creates the file with the text `new_text`, and with missing parent directories. No file
    /// or open buffer may have its path. Uses `executable`.
    Create = 3,
    /// Deletes the file.
    Delete = 4,
    /// Gives the file the path `new_path`, which no file or open buffer may have.
    Rename = 5,
}

/// Place of an inserted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_text_place {
    /// Before the first line, after a byte order mark.
    Start = 0,
    /// After the last line.
    End = 1,
    /// Before the line `first_line`.
    BeforeLine = 2,
    /// After the line `first_line`.
    AfterLine = 3,
    /// Directly before `old_text`, which must occur once.
    Before = 4,
    /// Directly after `old_text`, which must occur once.
    After = 5,
}

/// Edit of a file or a text. Initialise with RANSACK_FILE_EDIT_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_edit {
    /// Path of the file: absolute or relative to `path` in ransack_edit_options; empty if that is the
    /// file. Of a file that is renamed, its old path. For ransack_edit_text(), empty.
    pub path: ransack_bytes,
    /// Quoted text; "\n" in it also stands for "\r\n".
    pub old_text: ransack_bytes,
    /// New text. For whole lines, a line end after the last line is optional, and an empty text
    /// deletes the lines.
    pub new_text: ransack_bytes,
    /// New path of a file that is renamed, in the form of `path`.
    pub new_path: ransack_bytes,
    /// Content id that the file must have before the call, such as `version` in ransack_outline. If
    /// the file has other content, the call fails with RANSACK_STATUS_STALE. Empty for no check. For
    /// ransack_edit_text(), empty.
    pub if_version: ransack_bytes,
    /// First line, from 1.
    pub first_line: u64,
    /// Last line; at least `first_line`.
    pub last_line: u64,
    /// Number of times that `old_text` must occur. 0 means once; RANSACK_NO_LIMIT means any number of
    /// times, at least once, and replaces every occurrence.
    pub expected_count: u64,
    /// Effect, a ransack_file_edit_action.
    pub action: u32,
    /// Place of an insertion, a ransack_text_place.
    pub place: u32,
    /// Whether a created file may be executed.
    pub executable: u8,
    /// Snapshot in which `first_line` and `last_line` count, such as `snapshot` in ransack_lines_read.
    /// If the file has changed since, the edit goes where the lines are now, as
    /// ransack_resolve_lines() finds them; otherwise the call fails with RANSACK_STATUS_STALE. Empty
    /// for the file as it is. For ransack_edit_text(), empty.
    pub snapshot: ransack_bytes,
    /// Hash of each line that the edit replaces, or of the line next to which it inserts text, as
    /// `with_hashes` in ransack_read_lines_options gives it: a check, never the address. Empty to
    /// check none. For ransack_edit_text(), empty.
    pub hashes: *const ransack_bytes,
    /// Number of hashes.
    pub hashes_len: usize,
}

impl ransack_file_edit {
    /// Converts the edit.
    ///
    /// # Safety
    ///
    /// The text fields are valid.
    pub(crate) unsafe fn resolve(&self) -> Result<FileEdit, Failure> {
        // SAFETY: the contract of this function.
        let (path, version, snapshot, hashes) = unsafe {
            (
                self.path.path("path")?,
                optional_version(self.if_version, "if_version")?,
                optional_version(self.snapshot, "snapshot")?,
                texts(self.hashes, self.hashes_len, "hashes")?,
            )
        };
        // SAFETY: the contract of this function.
        let action = unsafe { self.resolve_action() }?;
        let edit = FileEdit::new(PathBuf::from(path), action).if_version(version);
        Ok(edit.snapshot(snapshot).hashes(hashes))
    }

    /// Converts an edit of a text in memory.
    ///
    /// # Safety
    ///
    /// The text fields are valid.
    pub(crate) unsafe fn resolve_text(&self) -> Result<TextAction, Failure> {
        for (name, len) in [
            ("path", self.path.len),
            ("if_version", self.if_version.len),
            ("snapshot", self.snapshot.len),
            ("hashes", self.hashes_len),
        ] {
            if len > 0 {
                return Err(invalid(format!("`{name}` belongs to files, not to a text")));
            }
        }
        // SAFETY: the contract of this function.
        match unsafe { self.resolve_action() }? {
            FileEditAction::Text(action) => Ok(action),
            _ => Err(invalid(
                "`action` creates, deletes or renames a file, which a text is not",
            )),
        }
    }

    /// # Safety
    ///
    /// The text fields are valid.
    unsafe fn resolve_action(&self) -> Result<FileEditAction, Failure> {
        use ransack_file_edit_action as Action;
        let is = |action: Action| self.action == action as u32;
        // SAFETY: the contract of this function.
        let (old, new, new_path) = unsafe {
            (
                self.old_text.text("old_text")?,
                self.new_text.text("new_text")?,
                self.new_path.path("new_path")?,
            )
        };
        let (used, action): (&[&str], FileEditAction) = if is(Action::Replace) {
            let expected = match self.expected_count {
                0 => ExpectedCount::default(),
                RANSACK_NO_LIMIT => ExpectedCount::All,
                count => ExpectedCount::Exactly(count),
            };
            let action = TextAction::Replace { old, new, expected };
            (&["old_text", "new_text", "expected_count"], action.into())
        } else if is(Action::ReplaceLines) {
            let action = TextAction::replace_lines(self.first_line, self.last_line, new);
            (&["new_text", "first_line", "last_line"], action.into())
        } else if is(Action::Insert) {
            let (used, place) = self.resolve_place(old)?;
            (used, TextAction::insert(place, new).into())
        } else if is(Action::Create) {
            let action = FileEditAction::Create {
                text: new,
                is_executable: self.executable != 0,
            };
            (&["new_text", "executable"], action)
        } else if is(Action::Delete) {
            (&[], FileEditAction::Delete)
        } else if is(Action::Rename) {
            (&["new_path"], FileEditAction::rename(new_path))
        } else {
            return Err(unknown("action", self.action, Action::Rename as u32));
        };
        self.refuse_unused(used)?;
        Ok(action)
    }

    /// Converts the place of an insertion. Also returns the fields that it uses.
    fn resolve_place(
        &self,
        quoted: String,
    ) -> Result<(&'static [&'static str], TextPlace), Failure> {
        use ransack_text_place as Place;
        let line = self.first_line;
        let is = |place: Place| self.place == place as u32;
        let (used, place): (&[&str], TextPlace) = if is(Place::Start) {
            (&["new_text", "place"], TextPlace::Start)
        } else if is(Place::End) {
            (&["new_text", "place"], TextPlace::End)
        } else if is(Place::BeforeLine) {
            let place = TextPlace::BeforeLine(line);
            (&["new_text", "place", "first_line"], place)
        } else if is(Place::AfterLine) {
            let place = TextPlace::AfterLine(line);
            (&["new_text", "place", "first_line"], place)
        } else if is(Place::Before) {
            let place = TextPlace::Before(quoted);
            (&["new_text", "place", "old_text"], place)
        } else if is(Place::After) {
            let place = TextPlace::After(quoted);
            (&["new_text", "place", "old_text"], place)
        } else {
            return Err(unknown("place", self.place, Place::After as u32));
        };
        Ok((used, place))
    }

    /// Fails if a field is set that the action does not use.
    fn refuse_unused(&self, used: &[&str]) -> Result<(), Failure> {
        let fields = [
            ("old_text", self.old_text.len > 0),
            ("new_text", self.new_text.len > 0),
            ("new_path", self.new_path.len > 0),
            ("first_line", self.first_line > 0),
            ("last_line", self.last_line > 0),
            ("expected_count", self.expected_count > 0),
            ("place", self.place > 0),
            ("executable", self.executable > 0),
        ];
        let mut unused = fields.iter();
        match unused.find(|(name, is_set)| *is_set && !used.contains(name)) {
            Some((name, _)) => Err(invalid(format!("`{name}` has no effect on this action"))),
            None => Ok(()),
        }
    }
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::new(ransack_status::InvalidOption, message)
}
