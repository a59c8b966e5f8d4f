//! Entries of Git's index: tracked paths with their metadata and blob ids.
//!
//! Reads versions 2 to 4 of `gitformat-index(5)`, and split indexes.

use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use ransack_base::internal::may_exist;

use super::config::GitConfig;
use super::environment::GitEnvironment;
use super::repository::Repository;
use super::{Trace, to_path};

/// Tracked paths of a repository, sorted, relative to its top directory.
#[derive(Debug)]
pub(crate) struct TrackedPaths(Vec<Vec<u8>>);

/// Maximum size of an index, in bytes.
const MAX_SIZE: u64 = 1 << 30;

impl TrackedPaths {
    /// Reads the index of a repository.
    pub(crate) fn read(
        repository: &Repository,
        environment: &GitEnvironment,
        config: &GitConfig,
        trace: &mut Trace,
    ) -> TrackedPaths {
        let index = GitIndex::read(repository, environment, config, trace).unwrap_or_default();
        for dir in &index.sparse_dirs {
            let dir = repository.top.join(to_path(dir));
            if may_exist(&dir) {
                trace.fault(
                    &dir,
                    "the index is sparse: tracked files in this directory are not known",
                );
            }
        }
        let mut paths: Vec<Vec<u8>> = index.entries.into_iter().map(|entry| entry.name).collect();
        paths.retain(|path| !path.is_empty());
        paths.sort_unstable();
        TrackedPaths(paths)
    }

    /// Whether a path is tracked, or is a directory that holds tracked files.
    pub(crate) fn contains(&self, path: &[u8], is_dir: bool) -> bool {
        let first_from = |bound: &[u8]| {
            let at = self.0.partition_point(|known| &known[..] < bound);
            self.0.get(at).map_or(&b""[..], |known| known)
        };
        // Names such as `dir-x` sort between `dir` and `dir/x`.
        first_from(path) == path
            || is_dir && {
                let below = [path, b"/"].concat();
                first_from(&below).starts_with(&below)
            }
    }
}

/// Content of a repository's index.
#[derive(Debug, Default)]
pub(crate) struct GitIndex {
    pub(crate) entries: Vec<GitIndexEntry>,
    /// Directories whose files a sparse index does not list.
    sparse_dirs: Vec<Vec<u8>>,
    /// Time of the last write since 1970, of the older file if the index is split. Determined
    /// before the files are read.
    pub(crate) written: Duration,
}

impl GitIndex {
    /// Reads the index of a repository and the file that a split index is based on. A missing index
    /// has no entries. Returns `None` and records a fault if the index cannot be read.
    pub(crate) fn read(
        repository: &Repository,
        environment: &GitEnvironment,
        config: &GitConfig,
        trace: &mut Trace,
    ) -> Option<GitIndex> {
        let file = environment.index_of(repository);
        let written = last_write(&file);
        let Some(bytes) = trace.read(&file, MAX_SIZE) else {
            return Some(GitIndex::default());
        };
        let index = parse(&bytes, config.hash_len).and_then(|(mut index, base)| {
            index.written = written;
            if let Some((name, deleted)) = base {
                let shared = repository.git_dir.join(to_path(&name));
                index.written = written.min(last_write(&shared));
                let (base, _) = parse(&trace.read(&shared, MAX_SIZE)?, config.hash_len)?;
                let kept = base.entries.into_iter().enumerate();
                let kept = kept.filter(|(at, _)| !deleted.contains(*at));
                index.entries.extend(kept.map(|(_, entry)| entry));
            }
            Some(index)
        });
        if index.is_none() {
            let message = "the index of Git cannot be read, so tracked files are not known";
            trace.fault(&file, message);
        }
        index
    }
}

/// Returns the time of a file's last write since 1970, or 0 if it is not known.
fn last_write(file: &Path) -> Duration {
    let modified = fs::metadata(file).and_then(|metadata| metadata.modified());
    let since = modified.map(|time| time.duration_since(UNIX_EPOCH).unwrap_or_default());
    since.unwrap_or_default()
}

/// File that a split index is based on, and the deleted entries of that file.
type SplitBase = (Vec<u8>, Bits);

/// A non-directory entry of an index file. Times are in seconds and
/// nanoseconds.
#[derive(Debug)]
pub(crate) struct GitIndexEntry {
    /// Path relative to the top directory.
    pub(crate) name: Vec<u8>,
    pub(crate) changed: (u32, u32),
    pub(crate) modified: (u32, u32),
    /// Low 32 bits of the inode.
    pub(crate) inode: u32,
    pub(crate) mode: u32,
    /// Low 32 bits of the size in bytes.
    pub(crate) size: u32,
    /// First 20 bytes of the blob id.
    pub(crate) id: [u8; 20],
    /// Whether the entry is part of a merge conflict.
    pub(crate) is_staged: bool,
    /// Whether the index does not have the content (`git add --intent-to-add`).
    pub(crate) is_intent: bool,
}

/// Parses one index file. Returns `None` if it is damaged or has an unknown version.
fn parse(bytes: &[u8], hash_len: usize) -> Option<(GitIndex, Option<SplitBase>)> {
    let mut input = GitIndexCursor { bytes, at: 0 };
    let mut index = GitIndex::default();
    let mut base = None;
    if input.take(4)? != b"DIRC" {
        return None;
    }
    let version = input.u32()?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let count = input.u32()?;
    let mut name = Vec::new();
    for _ in 0..count {
        let start = input.at;
        let mut fields = [0; 10];
        for field in &mut fields {
            *field = input.u32()?;
        }
        let [ctime, ctime_ns, mtime, mtime_ns, _, inode, mode, _, _, size] = fields;
        let id = *input.take(hash_len)?.first_chunk()?;
        let flags = input.u16()?;
        let extended = match flags & 0x4000 {
            0 => 0,
            _ => input.u16()?,
        };
        if version == 4 {
            let removed = input.varint()?;
            name.truncate(name.len().checked_sub(removed)?);
        } else {
            name.clear();
        }
        name.extend_from_slice(input.text()?);
        if version < 4 {
            // One to eight NUL bytes follow the name.
            let len = input.at - 1 - start;
            input.at = start + (len + 8) / 8 * 8;
        }
        if mode == 0o040_000 {
            index.sparse_dirs.push(name.clone());
        } else {
            index.entries.push(GitIndexEntry {
                name: name.clone(),
                changed: (ctime, ctime_ns),
                modified: (mtime, mtime_ns),
                inode,
                mode,
                size,
                id,
                is_staged: flags & 0x3000 != 0,
                is_intent: extended & 0x2000 != 0,
            });
        }
    }
    while bytes.len().checked_sub(input.at)? > hash_len {
        let extension = input.take(4)?;
        let len = input.u32()? as usize;
        let content = input.take(len)?;
        if extension == b"link" {
            base = parse_link(content, hash_len)?;
        }
    }
    Some((index, base))
}

/// Parses the split index extension.
fn parse_link(content: &[u8], hash_len: usize) -> Option<Option<SplitBase>> {
    let (hash, bits) = content.split_at_checked(hash_len)?;
    if hash.iter().all(|&b| b == 0) {
        return Some(None);
    }
    let deleted = match bits {
        [] => Bits::default(),
        bits => Bits::parse(bits)?,
    };
    let name: String = hash.iter().map(|b| format!("{b:02x}")).collect();
    Some(Some((format!("sharedindex.{name}").into_bytes(), deleted)))
}

/// A set of numbers.
#[derive(Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn contains(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Parses an EWAH-compressed bitmap: repeatedly a word that gives the
    /// number of uniform words and the number of literal words that follow.
    fn parse(bytes: &[u8]) -> Option<Bits> {
        let mut input = GitIndexCursor { bytes, at: 0 };
        let count = input.u32()? as usize;
        let mut left = input.u32()?;
        let limit = count.div_ceil(64);
        let mut words = Vec::new();
        while left > 0 {
            let marker = input.u64()?;
            let repeated = (marker >> 1 & 0xFFFF_FFFF) as usize;
            let literal = (marker >> 33) as u32;
            let equal = if marker & 1 == 1 { u64::MAX } else { 0 };
            let len = words
                .len()
                .checked_add(repeated)
                .filter(|&len| len <= limit)?;
            words.resize(len, equal);
            left = left.checked_sub(literal.checked_add(1)?)?;
            for _ in 0..literal {
                words.push(input.u64()?);
            }
        }
        Some(Bits(words))
    }
}

struct GitIndexCursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> GitIndexCursor<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(*self.take(2)?.first_chunk()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(*self.take(4)?.first_chunk()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_be_bytes(*self.take(8)?.first_chunk()?))
    }

    /// Reads a number stored in seven bits per byte, highest first, where each
    /// further byte adds one.
    fn varint(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut number = usize::from(byte & 127);
        while byte & 128 != 0 {
            byte = self.take(1)?[0];
            number = number.checked_add(1)?.checked_mul(128)? | usize::from(byte & 127);
        }
        Some(number)
    }

    /// Reads bytes up to and including a NUL byte.
    fn text(&mut self) -> Option<&'a [u8]> {
        let len = memchr::memchr(0, self.bytes.get(self.at..)?)?;
        let text = self.take(len)?;
        self.at += 1;
        Some(text)
    }
}

#[cfg(test)]
mod tests;
