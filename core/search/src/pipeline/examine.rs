//! Interface between the pipeline and an operation.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use ransack_base::internal::os_str;
use ransack_base::{
    Aborted, CancelToken, ContentId, Pool, RelPath, Result, SkipReason, SkippedPath,
};

use super::output::JobOutput;
use crate::scan::{
    BufferDocument, EditFile, EntryKind, EntryRole, Listing, ListingEntry, Modified, ReadOutcome,
    ReadPolicy, TextConditions, View, Walker,
};

/// Examine step of an operation: takes one file and returns zero or more results.
///
/// Implementations keep no state between files except in the scratch, and each worker has its own
/// scratch. Results therefore do not depend on the order of calls.
pub trait Examine: TextConditions + Send + Sync + 'static {
    /// One result.
    type Item: Send + 'static;
    /// Buffers and caches that one worker reuses across files.
    type Scratch: Send + 'static;
    /// Position in a file whose results take several calls.
    type Resume: Send + 'static;

    /// Maximum size in bytes of the results that wait for an earlier file's results, and of the
    /// results that wait for the consumer.
    const MAX_BUFFERED: usize = 8 << 20;

    /// Creates the scratch of a worker.
    fn scratch(&self) -> Self::Scratch;

    /// Adds the results of `file` to `output`. Returns `Some` if the file has more results than one
    /// output should hold; the next call passes the value as `resume`.
    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<Self::Resume>,
        scratch: &mut Self::Scratch,
        output: &mut JobOutput<Self::Item>,
        token: &CancelToken,
    ) -> Result<Option<Self::Resume>, Aborted>;

    /// Examines a whole view of a file table at once, where that is faster than entry by entry.
    /// Used only by operations of this crate. Returns false if the view should be examined entry by
    /// entry.
    fn examine_view(
        &self,
        _view: &Arc<View>,
        _walker: &Walker,
        _pool: &Pool,
        _output: &mut JobOutput<Self::Item>,
        _token: &CancelToken,
    ) -> Result<bool> {
        Ok(false)
    }

    /// Whether a file with this name is searched rather than skipped.
    fn searches(&self, _name: &[u8]) -> bool {
        true
    }

    /// Runs once after everything in scope was examined. Returns an error if nothing could be
    /// examined because of the options.
    fn verdict(&self) -> Result<()> {
        Ok(())
    }

    /// Returns advice for a call that examined everything and found nothing; see
    /// [`Report::hints`](crate::Report::hints).
    fn hints(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the report counts every name in a directory as searched.
    const COUNTS_NAMES: bool = false;

    /// Whether every entry in scope is a result. If so, no results means that the scope matches
    /// nothing.
    const RETURNS_SCOPE: bool = false;

    /// Maximum number of entries in one job.
    const ENTRIES_PER_JOB: usize = 32;

    /// Returns the approximate size of an item, in bytes.
    fn weigh(item: &Self::Item) -> usize;

    /// Returns the root and the path of an item, from which cursors are made. `None` for an
    /// operation without cursors.
    fn place(_item: &Self::Item) -> Option<(u32, &RelPath)> {
        None
    }
}

/// Size in bytes of the memory into which a small file is read before it is known whether it matters.
const WINDOW: usize = 1 << 20;

/// A file to examine.
pub struct FileRef<'a> {
    pub(crate) listing: &'a Listing,
    pub(crate) entry: ListingEntry,
}

impl FileRef<'_> {
    /// Whether this is a regular file, and not a directory or a link.
    pub fn is_file(&self) -> bool {
        self.entry.role == EntryRole::Item(EntryKind::File)
    }

    /// Whether this is a directory.
    pub fn is_dir(&self) -> bool {
        self.entry.role == EntryRole::Item(EntryKind::Dir)
    }

    /// Whether this is a symbolic link that is examined as a link.
    pub fn is_link(&self) -> bool {
        self.entry.role == EntryRole::Item(EntryKind::Symlink)
    }

    /// Returns the size of the file, or of its open buffer, in bytes.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.listing.stat(self.entry, true)?.size)
    }

    /// Returns a number that every later change of the file's content on disk changes. `None` for an
    /// open buffer, for a file that changed less than two seconds ago, and if the file cannot be
    /// examined.
    pub fn settled_stamp(&self) -> Option<u64> {
        if self.buffer_path().is_some() {
            return None;
        }
        let stamp = self.listing.stat(self.entry, true).ok()?;
        stamp.is_settled(SystemTime::now()).then(|| stamp.digest())
    }

    /// Returns the path relative to the root. The path as results show it ends with it.
    pub fn relative(&self) -> Vec<u8> {
        let mut path = Vec::new();
        self.listing.write_relative(self.entry, &mut path);
        path
    }

    /// Whether the file is a root of the call.
    pub fn is_root(&self) -> bool {
        self.listing.is_root_file
    }

    /// Whether the file is the journal of an edit.
    pub fn is_edit_journal(&self) -> bool {
        // In part of a table, a name is a relative path.
        let path = self.name();
        let name = memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..]);
        EditFile::of(name) == Some(EditFile::Journal)
    }

    /// Returns the index of the file's root in the scope.
    pub fn root(&self) -> u32 {
        self.listing.root
    }

    /// Returns the file name, or a relative path that ends with it.
    pub fn name(&self) -> &[u8] {
        self.listing.name(self.entry)
    }

    /// Returns the path as results show it.
    pub fn shown(&self) -> RelPath {
        self.listing.shown(self.entry)
    }

    /// Returns the path in the form used to open the file.
    pub fn path(&self) -> PathBuf {
        PathBuf::from(os_str(&self.listing.path_of(self.entry)))
    }

    /// Returns the path of the open buffer whose text replaces the file's text, if any.
    pub fn buffer_path(&self) -> Option<Arc<[u8]>> {
        self.listing.buffer_path(self.entry)
    }

    /// Returns the editor's document of this open buffer.
    pub fn buffer_document(&self) -> Option<BufferDocument> {
        self.listing.buffer_document(self.entry)
    }

    /// Reads the whole file and decodes it into `text`, replacing its previous content.
    pub fn read(&self, policy: &ReadPolicy, text: &mut Vec<u8>) -> ReadOutcome {
        policy.read(self.listing, self.entry, text, |_| {})
    }

    /// Reads the file like [`read`](FileRef::read), unless `may_match` rejects its bytes, which are its
    /// text. Returns `None` then. Files that are decoded or larger than 1 MiB are always read.
    /// `window` is memory that a worker reuses.
    ///
    /// # Errors
    ///
    /// The error of `may_match`.
    pub fn read_if<E>(
        &self,
        policy: &ReadPolicy,
        window: &mut Vec<u8>,
        text: &mut Vec<u8>,
        may_match: impl FnOnce(&[u8]) -> Result<bool, E>,
    ) -> Result<Option<ReadOutcome>, E> {
        if window.is_empty() {
            *window = vec![0; WINDOW];
        }
        policy.read_if(self.listing, self.entry, (window, text), may_match)
    }

    /// Reads the file like [`read`](FileRef::read), and passes its bytes to `on_bytes` before they are
    /// decoded.
    pub fn read_with(
        &self,
        policy: &ReadPolicy,
        text: &mut Vec<u8>,
        on_bytes: impl FnOnce(&[u8]),
    ) -> ReadOutcome {
        policy.read(self.listing, self.entry, text, on_bytes)
    }

    /// Reads the file like [`read`](FileRef::read), and returns the content id of its bytes; the id
    /// is meaningless if the file is skipped.
    pub fn read_version(
        &self,
        policy: &ReadPolicy,
        text: &mut Vec<u8>,
    ) -> (ReadOutcome, ContentId) {
        let mut version = ContentId::default();
        let outcome = policy.read(self.listing, self.entry, text, |bytes| {
            version = ContentId::of(bytes);
        });
        (outcome, version)
    }

    /// Returns the modification time of the file, or of a link's target; `None` if it cannot be
    /// read.
    pub(crate) fn modified(&self) -> Option<Modified> {
        let stamp = self.listing.stat(self.entry, true).ok()?;
        Some(stamp.modified)
    }

    /// Returns the report entry for this file.
    pub fn skip(&self, reason: SkipReason, detail: Option<String>) -> (SkipReason, SkippedPath) {
        self.listing.skip(self.entry, reason, detail)
    }
}
