//! Blob ids of files that have not changed since Git recorded them.

use std::path::Path;
use std::time::Duration;

use ransack_base::internal::slashed;

use crate::git::{GitEnvironment, GitIndex, GitIndexEntry, Trace, read_config};
use crate::scan::FileStamp;

/// Blob ids of the tracked files below a directory.
#[derive(Debug)]
pub(super) struct BlobIds {
    /// Sorted by path; paths are relative to the top directory.
    entries: Vec<GitIndexEntry>,
    /// Path of the directory relative to the top directory, with a trailing `/` unless empty.
    prefix: Vec<u8>,
    /// Time of the index's last write since 1970.
    written: Duration,
}

/// Attributes that may make a file's content differ between work trees although the blob id is the
/// same. Line ends may differ too, but they separate words anyway.
const CONVERTING: [&[u8]; 3] = [b"filter", b"ident", b"working-tree-encoding"];

/// Maximum size of an attributes file, in bytes.
const MAX_ATTRIBUTES: u64 = 16 << 20;

impl BlobIds {
    /// Reads the ids of the files below `root`, an absolute path without links. `attributes` are
    /// the paths of all `.gitattributes` files below it. Returns `None` outside a repository, in a
    /// repository with SHA-256, and if attributes may make files differ from their blobs.
    pub(super) fn read(root: &Path, attributes: &[Vec<u8>]) -> Option<BlobIds> {
        let mut trace = Trace::default();
        let environment = GitEnvironment::current();
        let mut above = root.ancestors();
        let repository = above.find_map(|dir| environment.repository_at(dir, &mut trace))?;
        let config = read_config(&repository, &environment, &mut trace);
        if config.hash_len != 20 {
            return None;
        }
        let above = root.ancestors().skip(1);
        let above = above.take_while(|dir| dir.starts_with(&repository.top));
        let above = above.map(|dir| dir.join(".gitattributes"));
        let below = attributes
            .iter()
            .map(|path| root.join(ransack_base::internal::os_str(path)));
        let own = [
            repository.common_dir.join("info/attributes"),
            "/etc/gitattributes".into(),
        ];
        let mut files = above.chain(below).chain(own);
        let mut of_user = config.attributes_file.iter();
        let converts = |text: Vec<u8>| {
            let has = |name: &&[u8]| memchr::memmem::find(&text, name).is_some();
            CONVERTING.iter().any(has)
        };
        if files.any(|file| trace.read(&file, MAX_ATTRIBUTES).is_some_and(converts))
            || of_user.any(|file| {
                trace
                    .read_of_user(file, MAX_ATTRIBUTES)
                    .is_some_and(converts)
            })
            || !trace.faults.is_empty()
        {
            return None;
        }
        let GitIndex {
            mut entries,
            written,
            ..
        } = GitIndex::read(&repository, &environment, &config, &mut trace)?;
        entries.retain(|entry| {
            !entry.is_staged && !entry.is_intent && entry.mode & 0o170_000 == 0o100_000
        });
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let prefix = root.strip_prefix(&repository.top).ok()?;
        let mut prefix = slashed(prefix.as_os_str());
        if !prefix.is_empty() {
            prefix.push(b'/');
        }
        Some(BlobIds {
            entries,
            prefix,
            written,
        })
    }

    /// Returns the blob id of the file at `path`, relative to the directory, with the stamp
    /// `stamp`. Returns `None` if the file may have changed since Git recorded it.
    pub(super) fn id_of(&self, path: &[u8], stamp: &FileStamp) -> Option<[u8; 20]> {
        let path = [&self.prefix, path].concat();
        let at = self
            .entries
            .binary_search_by(|entry| entry.name[..].cmp(&path))
            .ok()?;
        let entry = &self.entries[at];
        // Two entries with the same name, as in a damaged split index, are not trusted.
        let is_single = |at: usize| self.entries.get(at).is_none_or(|other| other.name != path);
        let is_same = time(entry.modified) == stamp.modified.since_1970()
            && time(entry.changed) == stamp.changed
            && entry.inode == stamp.inode.1 as u32
            && u64::from(entry.size) == stamp.size
            && stamp.size > 0
            // A later write could have the same time ("racy Git").
            && stamp.modified.since_1970() < self.written
            && is_single(at + 1)
            && at.checked_sub(1).is_none_or(is_single);
        is_same.then_some(entry.id)
    }
}

fn time((seconds, nanoseconds): (u32, u32)) -> Duration {
    Duration::new(u64::from(seconds), nanoseconds)
}
