//! Content of one file of the undo journal: an edit, and what reverses it.
//!
//! A file has a header and a payload. The header is compressed, has a digest, and describes the edit;
//! the payload holds the bytes before the last change of each file. They are checked by the digests of
//! these bytes, which are in the header.
//!
//! Invariant: bytes that do not have their digest are never restored.

use std::path::{Path, PathBuf};

use ransack_base::internal::os_str;
use rustc_hash::FxHashMap;

use super::delta;
use crate::applied::AppliedAction;
use crate::attributes::Attributes;
use crate::plan::digest;

/// First bytes of a file.
const MAGIC: &[u8] = b"ransack-undo 1\n";
/// Number of bytes before the header: [`MAGIC`], and the length and the digest of the header.
pub(super) const FRONT: usize = MAGIC.len() + 8 + 16;
/// Maximum number of bytes of a header, before it is decompressed and after.
const MAX_HEADER: usize = 1 << 30;

/// State of a journaled edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JournaledState {
    /// The edit is applied, and may be undone.
    Applied,
    /// The edit is undone, and may be redone.
    Undone,
}

impl JournaledState {
    /// All states, each with its name.
    pub const ALL: [(&'static str, JournaledState); 2] = [
        ("applied", JournaledState::Applied),
        ("undone", JournaledState::Undone),
    ];

    pub(super) fn other(self) -> JournaledState {
        match self {
            JournaledState::Applied => JournaledState::Undone,
            JournaledState::Undone => JournaledState::Applied,
        }
    }
}

/// Journaled edit, with what reverses the last transaction that has made or undone it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UndoRecord {
    /// Number of the first application, which orders the edits, and random digits.
    pub(super) id: String,
    pub(super) operation: String,
    pub(super) session: String,
    /// State after the last transaction.
    pub(super) state: JournaledState,
    /// Number of the last transaction, which orders the transactions of all edits.
    pub(super) changed: u64,
    /// Primary journal of the last transaction.
    pub(super) journal: PathBuf,
    /// Directories that the last transaction has created.
    pub(super) created_dirs: Vec<PathBuf>,
    /// Directories to remove, if they are empty, once the last transaction is committed.
    pub(super) removed_dirs: Vec<PathBuf>,
    /// Digests of all files after the last transaction, if it has changed more than this edit; `None`
    /// for a missing file.
    pub(super) evidence: Vec<(PathBuf, Option<u128>)>,
    /// Changes that the last transaction has made for this edit.
    pub(super) changes: Vec<RecordedChange>,
}

/// Change of one file, and the length of the payload that reverses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedChange {
    /// Absolute path before the change.
    pub(super) path: PathBuf,
    pub(super) action: AppliedAction,
    /// Digest of the bytes before the change; `None` for a created file.
    pub(super) old: Option<u128>,
    /// Digest of the bytes after the change; `None` for a deleted file.
    pub(super) new: Option<u128>,
    /// Attributes of the file before the change, or of a created file.
    pub(super) attributes: Attributes,
    /// Bytes before the change; in a header, their part of the payload is not read.
    pub(super) old_bytes: OldBytes,
}

/// Bytes before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OldBytes {
    /// Number of bytes of the payload, which is not read.
    Unread(u64),
    /// Differences from the bytes after the change.
    Delta(Vec<u8>),
}

impl RecordedChange {
    /// Returns the path after the change; `None` for a deleted file.
    pub(super) fn path_after(&self) -> Option<&Path> {
        match &self.action {
            AppliedAction::Deleted => None,
            AppliedAction::Renamed { to } => Some(to),
            AppliedAction::Created | AppliedAction::Rewritten => Some(&self.path),
        }
    }

    /// Returns the path before the change; `None` for a created file.
    pub(super) fn path_before(&self) -> Option<&Path> {
        match self.action {
            AppliedAction::Created => None,
            _ => Some(&self.path),
        }
    }

    /// Returns path and effect of the opposite change.
    pub(super) fn opposite(&self) -> (PathBuf, AppliedAction) {
        match &self.action {
            AppliedAction::Rewritten => (self.path.clone(), AppliedAction::Rewritten),
            AppliedAction::Created => (self.path.clone(), AppliedAction::Deleted),
            AppliedAction::Deleted => (self.path.clone(), AppliedAction::Created),
            AppliedAction::Renamed { to } => {
                let to_old = AppliedAction::Renamed {
                    to: self.path.clone(),
                };
                (to.clone(), to_old)
            }
        }
    }

    /// Returns the bytes before the change, given the bytes after it; `None` if the payload is damaged.
    pub(super) fn bytes_before(&self, after: &[u8]) -> Option<Vec<u8>> {
        let OldBytes::Delta(delta) = &self.old_bytes else {
            return None;
        };
        let bytes = match delta.is_empty() && self.old == self.new {
            true => after.to_vec(),
            false => delta::decode(delta, after)?,
        };
        (Some(digest(&bytes)) == self.old).then_some(bytes)
    }
}

impl UndoRecord {
    /// Returns the number in an id: nanoseconds since the Unix epoch.
    pub(super) fn number_of(id: &str) -> Option<u64> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_id = id.len() == 24 && id.bytes().all(is_digit);
        is_id.then(|| u64::from_str_radix(&id[..16], 16).ok())?
    }

    /// Returns the files of the edit as its application changes them.
    pub(super) fn files(&self) -> impl Iterator<Item = (PathBuf, AppliedAction)> {
        self.changes.iter().map(|change| match self.state {
            JournaledState::Applied => (change.path.clone(), change.action.clone()),
            JournaledState::Undone => change.opposite(),
        })
    }

    /// Returns the paths of all files before and after the changes.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let changes = self.changes.iter();
        changes.flat_map(|change| change.path_before().into_iter().chain(change.path_after()))
    }

    /// Returns each path that the last transaction has changed, with the digest after it.
    pub(super) fn expected(&self) -> Vec<(PathBuf, Option<u128>)> {
        if !self.evidence.is_empty() {
            return self.evidence.clone();
        }
        let after = |change: &RecordedChange| {
            let path = change.path_after()?.to_owned();
            Some((path, change.new))
        };
        let mut expected: FxHashMap<PathBuf, Option<u128>> =
            self.changes.iter().filter_map(after).collect();
        let removed = self.changes.iter().filter_map(RecordedChange::path_before);
        for path in removed {
            expected.entry(path.to_owned()).or_insert(None);
        }
        expected.into_iter().collect()
    }

    /// Encodes the record; `None` if it is longer than `max` bytes.
    pub(super) fn to_bytes(&self, max: u64) -> Option<Vec<u8>> {
        let mut header = RecordWriter::default();
        for text in [&self.id, &self.operation, &self.session] {
            header.bytes(text.as_bytes());
        }
        header.number(u64::from(self.state == JournaledState::Undone));
        header.number(self.changed);
        header.path(&self.journal);
        for dirs in [&self.created_dirs, &self.removed_dirs] {
            header.number(dirs.len() as u64);
            dirs.iter().for_each(|dir| header.path(dir));
        }
        header.number(self.evidence.len() as u64);
        for (path, digest) in &self.evidence {
            header.path(path);
            header.digest(*digest);
        }
        header.number(self.changes.len() as u64);
        for change in &self.changes {
            header.path(&change.path);
            let (number, to) = match &change.action {
                AppliedAction::Rewritten => (0, None),
                AppliedAction::Created => (1, None),
                AppliedAction::Deleted => (2, None),
                AppliedAction::Renamed { to } => (3, Some(to)),
            };
            header.number(number);
            to.into_iter().for_each(|to| header.path(to));
            header.digest(change.old);
            header.digest(change.new);
            header.bytes(&change.attributes.to_bytes());
            header.number(change.old_bytes.len());
        }
        let header = lz4_flex::block::compress_prepend_size(&header.0);
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u64).to_le_bytes());
        bytes.extend(digest(&header).to_le_bytes());
        bytes.extend(header);
        for change in &self.changes {
            if let OldBytes::Delta(delta) = &change.old_bytes {
                bytes.extend(delta);
            }
            if bytes.len() as u64 > max {
                return None;
            }
        }
        Some(bytes)
    }

    /// Returns the length of the header that follows the first [`FRONT`] bytes; `None` if these are
    /// malformed.
    pub(super) fn header_len(front: &[u8]) -> Option<usize> {
        let rest = front.strip_prefix(MAGIC)?;
        let len = u64::from_le_bytes(rest.get(..8)?.try_into().ok()?);
        usize::try_from(len).ok().filter(|len| *len <= MAX_HEADER)
    }

    /// Decodes a record from a file, or from the beginning of a file with the whole header; `None` if
    /// the header is malformed. A payload that is missing or torn stays unread.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<UndoRecord> {
        let len = UndoRecord::header_len(bytes)?;
        let digest_at = MAGIC.len() + 8;
        let expected = u128::from_le_bytes(bytes.get(digest_at..FRONT)?.try_into().ok()?);
        let header = bytes.get(FRONT..FRONT.checked_add(len)?)?;
        if digest(header) != expected {
            return None;
        }
        let (size, compressed) = lz4_flex::block::uncompressed_size(header).ok()?;
        if size > MAX_HEADER {
            return None;
        }
        let header = lz4_flex::block::decompress(compressed, size).ok()?;
        let mut reader = RecordReader(&header);
        let mut record = UndoRecord {
            id: reader.text()?,
            operation: reader.text()?,
            session: reader.text()?,
            state: match reader.number()? {
                0 => JournaledState::Applied,
                1 => JournaledState::Undone,
                _ => return None,
            },
            changed: reader.number()?,
            journal: reader.path()?,
            created_dirs: reader.list(RecordReader::path)?,
            removed_dirs: reader.list(RecordReader::path)?,
            evidence: reader.list(|reader| Some((reader.path()?, reader.digest()?)))?,
            changes: reader.list(RecordReader::change)?,
        };
        let mut payload = &bytes[FRONT + len..];
        for change in &mut record.changes {
            let len = usize::try_from(change.old_bytes.len()).ok()?;
            let Some((delta, rest)) = payload.split_at_checked(len) else {
                break;
            };
            change.old_bytes = OldBytes::Delta(delta.to_vec());
            payload = rest;
        }
        reader.0.is_empty().then_some(record)
    }
}

impl OldBytes {
    fn len(&self) -> u64 {
        match self {
            OldBytes::Unread(len) => *len,
            OldBytes::Delta(delta) => delta.len() as u64,
        }
    }
}

/// Writer of a header.
#[derive(Default)]
pub(super) struct RecordWriter(pub(super) Vec<u8>);

impl RecordWriter {
    pub(super) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(super) fn path(&mut self, path: &Path) {
        self.bytes(path.as_os_str().as_encoded_bytes());
    }

    fn digest(&mut self, digest: Option<u128>) {
        self.number(u64::from(digest.is_some()));
        if let Some(digest) = digest {
            self.0.extend(digest.to_le_bytes());
        }
    }
}

/// Reader of a header.
pub(super) struct RecordReader<'b>(pub(super) &'b [u8]);

impl<'b> RecordReader<'b> {
    fn take(&mut self, len: usize) -> Option<&'b [u8]> {
        let (part, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(part)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let len = usize::try_from(self.number()?).ok()?;
        self.take(len)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    pub(super) fn path(&mut self) -> Option<PathBuf> {
        Some(PathBuf::from(os_str(self.bytes()?)))
    }

    fn digest(&mut self) -> Option<Option<u128>> {
        match self.number()? {
            0 => Some(None),
            1 => Some(Some(u128::from_le_bytes(self.take(16)?.try_into().ok()?))),
            _ => None,
        }
    }

    /// Reads a list. Each element takes at least one byte.
    fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let len = self.number()?;
        (0..len).map(|_| element(self)).collect()
    }

    fn change(&mut self) -> Option<RecordedChange> {
        Some(RecordedChange {
            path: self.path()?,
            action: match self.number()? {
                0 => AppliedAction::Rewritten,
                1 => AppliedAction::Created,
                2 => AppliedAction::Deleted,
                3 => AppliedAction::Renamed { to: self.path()? },
                _ => return None,
            },
            old: self.digest()?,
            new: self.digest()?,
            attributes: Attributes::from_bytes(self.bytes()?)?,
            old_bytes: OldBytes::Unread(self.number()?),
        })
    }
}
