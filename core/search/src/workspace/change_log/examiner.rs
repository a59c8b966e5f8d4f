//! Reads the stamp of each file and, where a stamp does not show every change, its content id.

use std::convert::Infallible;
use std::fs;
use std::time::SystemTime;

use ransack_base::internal::is_missing;
use ransack_base::{Aborted, CancelToken, ContentId, RelPath, SkipReason};
use rustc_hash::FxHashSet;

use crate::pipeline::{Examine, FileRef, JobOutput};
use crate::scan::{
    ChangePolicy, EntryKind, EntryRole, ReadOutcome, ReadPolicy, TextConditions, UndecodablePolicy,
};

/// Files are read like this, so that their bytes can be compared.
const POLICY: ReadPolicy = ReadPolicy {
    max_size: None,
    max_held: 256 << 20,
    encoding: None,
    binary: true,
    undecodable: UndecodablePolicy::Replace,
    changed: ChangePolicy::Ignore,
};

/// State of a file or symbolic link.
pub(super) struct FileState {
    pub(super) path: RelPath,
    /// Digest of the stamp.
    pub(super) stamp: u64,
    /// Whether every later change gives another stamp.
    pub(super) is_settled: bool,
    /// Content id, if the stamp does not show every change since the last call or until the next,
    /// and the file could be read.
    pub(super) content: Option<ContentId>,
}

pub(super) struct StampExaminer {
    /// Files whose stamp may be older than their content.
    pub(super) unsettled: FxHashSet<RelPath>,
}

impl TextConditions for StampExaminer {}

impl Examine for StampExaminer {
    type Item = FileState;
    type Scratch = Vec<u8>;
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const ENTRIES_PER_JOB: usize = 1024;

    fn scratch(&self) -> Vec<u8> {
        Vec::new()
    }

    fn weigh(item: &FileState) -> usize {
        size_of::<FileState>() + item.path.as_bytes().len()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        text: &mut Vec<u8>,
        found: &mut JobOutput<FileState>,
        token: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let is_link = match file.entry.role {
            EntryRole::Item(EntryKind::File) => false,
            EntryRole::Item(EntryKind::Symlink) => true,
            _ => return Ok(None),
        };
        let now = SystemTime::now();
        let stamp = match file.listing.stat(file.entry, false) {
            Ok(stamp) => stamp,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => {
                let detail = Some(error.to_string());
                found
                    .skipped
                    .push(file.skip(SkipReason::Unreadable, detail));
                return Ok(None);
            }
        };
        let path = file.shown();
        let is_settled = stamp.is_settled(now);
        let content = if is_settled && !self.unsettled.contains(&path) {
            None
        } else if is_link {
            let target = fs::read_link(file.path()).ok();
            target.map(|target| ContentId::of(target.as_os_str().as_encoded_bytes()))
        } else {
            token.heartbeat()?;
            match file.read_version(&POLICY, text) {
                (ReadOutcome::Text { .. }, version) => Some(version),
                (ReadOutcome::Skipped(_), _) => None,
            }
        };
        let item = FileState {
            path,
            stamp: stamp.digest(),
            is_settled,
            content,
        };
        found.bytes += Self::weigh(&item);
        found.items.push(item);
        Ok(None)
    }
}
