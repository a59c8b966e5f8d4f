//! List of the files that an index on disk covers, with their documents and stamps.
//!
//! A manifest belongs to one root. It names its segments, which other roots may share. Layout, with
//! all numbers little-endian: magic, version, body, and the CRC-32 of all bytes before. A manifest
//! that is damaged, or has another version or root, counts as missing.

use std::io::{self, Read};

use crate::index::coverage::{CoveredFile, DocId, IndexCoverage};
use crate::index::numbers::{NumberCursor, put_varint};

/// Name of a segment in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::index) struct SegmentName(pub(super) u128);

/// Files of a root, and the segments that hold their documents.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// Absolute path of the root.
    pub(super) root: Vec<u8>,
    /// Segments in document order, with their numbers of documents.
    pub(super) segments: Vec<(SegmentName, u32)>,
    /// Paths in order, concatenated.
    paths: Vec<u8>,
    /// End of each path in `paths`, and the state of the file.
    files: Vec<(u32, CoveredFile)>,
}

/// Magic bytes, and the version of the format and of the rules that split text into words.
const HEAD: &[u8; 12] = b"RSKfiles\x02\0\0\0";

/// Maximum size of a manifest, in bytes.
const MAX_LEN: u64 = 4 << 30;

impl Manifest {
    /// Creates the manifest of a coverage whose documents are in `segments`.
    pub(super) fn of(coverage: &IndexCoverage, segments: Vec<(SegmentName, u32)>) -> Manifest {
        let mut manifest = Manifest {
            root: coverage.table.root().to_vec(),
            segments,
            ..Manifest::default()
        };
        for (row, file) in coverage.files.iter().enumerate() {
            if file.doc != DocId::UNKNOWN && coverage.is_file(row) {
                manifest.paths.extend_from_slice(coverage.path(row));
                // The paths of a table fit in 32 bits.
                manifest.files.push((manifest.paths.len() as u32, *file));
            }
        }
        manifest
    }

    /// Returns the files in path order.
    pub(super) fn files(&self) -> impl Iterator<Item = (&[u8], CoveredFile)> {
        let mut start = 0;
        self.files.iter().map(move |&(end, file)| {
            let path = &self.paths[start..end as usize];
            start = end as usize;
            (path, file)
        })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        put_bytes(&mut bytes, &self.root);
        put_varint(&mut bytes, self.segments.len() as u64);
        for (name, docs) in &self.segments {
            bytes.extend(name.0.to_le_bytes());
            put_varint(&mut bytes, u64::from(*docs));
        }
        put_varint(&mut bytes, self.files.len() as u64);
        let mut before: &[u8] = b"";
        for (path, file) in self.files() {
            let shared = path.iter().zip(before).take_while(|(a, b)| a == b).count();
            put_varint(&mut bytes, shared as u64);
            put_bytes(&mut bytes, &path[shared..]);
            // Wraps around, so files without a document take one byte.
            put_varint(&mut bytes, u64::from(file.doc.0.wrapping_add(16)));
            bytes.extend(file.stamp().to_le_bytes());
            before = path;
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a manifest. Returns `None` if it is damaged or has another version.
    pub(super) fn read(mut source: impl Read) -> io::Result<Option<Manifest>> {
        let mut bytes = Vec::new();
        (&mut source)
            .take(HEAD.len() as u64)
            .read_to_end(&mut bytes)?;
        if bytes != HEAD {
            return Ok(None);
        }
        source.take(MAX_LEN).read_to_end(&mut bytes)?;
        let intact = bytes
            .split_last_chunk()
            .filter(|(content, checksum)| crc32fast::hash(content).to_le_bytes() == **checksum);
        Ok(intact.and_then(|(content, _)| Manifest::parse(content.get(HEAD.len()..)?)))
    }

    fn parse(body: &[u8]) -> Option<Manifest> {
        let mut input = NumberCursor::new(body);
        let mut manifest = Manifest {
            root: take_bytes(&mut input)?.to_vec(),
            ..Manifest::default()
        };
        for _ in 0..input.varint()? {
            let name = u128::from_le_bytes(input.array()?);
            let docs = u32::try_from(input.varint()?).ok()?;
            manifest.segments.push((SegmentName(name), docs));
        }
        let mut path = Vec::new();
        for _ in 0..input.varint()? {
            let shared = input.length(path.len())?;
            path.truncate(shared);
            path.extend_from_slice(take_bytes(&mut input)?);
            let doc = u32::try_from(input.varint()?).ok()?.wrapping_sub(16);
            let stamp = input.u64()?;
            manifest.paths.extend_from_slice(&path);
            let end = u32::try_from(manifest.paths.len()).ok()?;
            manifest
                .files
                .push((end, CoveredFile::new(DocId(doc), stamp)));
        }
        Some(manifest)
    }
}

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(to, bytes.len() as u64);
    to.extend_from_slice(bytes);
}

/// Reads bytes that [`put_bytes`] wrote.
fn take_bytes<'a>(input: &mut NumberCursor<'a>) -> Option<&'a [u8]> {
    let len = input.length(usize::MAX)?;
    input.take(len)
}
