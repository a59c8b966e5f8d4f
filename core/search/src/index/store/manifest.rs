//! List of the files that an index on disk covers, with their documents and stamps.
//!
//! A manifest belongs to one root. It names its segments, which other roots may share. Layout, with
//! all numbers little-endian: magic, version, length of the body, and the body in blocks that are
//! each followed by their CRC-32. A manifest that is damaged, or has another version or root,
//! counts as missing.

use std::io::{self, Read};

use crate::index::coverage::{CoveredFile, DocId, IndexCoverage};
use crate::index::numbers::{Cursor, put_varint};

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

const MAGIC: &[u8; 8] = b"RSKfiles";

/// Version of the format and of the rules that split text into words.
const VERSION: u32 = 1;

/// Bytes of the body that one checksum covers.
const BLOCK: usize = 64 << 10;

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
        let mut body = Vec::new();
        put_bytes(&mut body, &self.root);
        put_varint(&mut body, self.segments.len() as u64);
        for (name, docs) in &self.segments {
            body.extend(name.0.to_le_bytes());
            put_varint(&mut body, u64::from(*docs));
        }
        put_varint(&mut body, self.files.len() as u64);
        let mut before: &[u8] = b"";
        for (path, file) in self.files() {
            let shared = path.iter().zip(before).take_while(|(a, b)| a == b).count();
            put_varint(&mut body, shared as u64);
            put_bytes(&mut body, &path[shared..]);
            // Wraps around, so files without a document take one byte.
            put_varint(&mut body, u64::from(file.doc.0.wrapping_add(16)));
            body.extend(file.stamp().to_le_bytes());
            before = path;
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        for block in body.chunks(BLOCK) {
            bytes.extend_from_slice(block);
            bytes.extend(crc32fast::hash(block).to_le_bytes());
        }
        bytes
    }

    /// Reads a manifest. Returns `None` if it is damaged or has another version.
    pub(super) fn read(source: impl Read) -> io::Result<Option<Manifest>> {
        match read_body(source) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            body => Ok(body?.and_then(|body| Manifest::parse(&body))),
        }
    }

    fn parse(body: &[u8]) -> Option<Manifest> {
        let mut input = Cursor::new(body);
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

/// Returns the body, or `None` if a checksum or the version differs.
fn read_body(mut source: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 24];
    source.read_exact(&mut head)?;
    let (fields, checksum) = head.split_at(20);
    let version = VERSION.to_le_bytes();
    if crc32fast::hash(fields).to_le_bytes() != *checksum
        || fields[..8] != *MAGIC
        || fields[8..12] != version
    {
        return Ok(None);
    }
    let Some(len) = Cursor::new(&fields[12..])
        .u64()
        .filter(|&len| len <= MAX_LEN)
    else {
        return Ok(None);
    };
    // Not allocated up front: the length may still be wrong.
    let mut body = Vec::new();
    let mut left = len;
    while left > 0 {
        let start = body.len();
        let block = left.min(BLOCK as u64);
        if (&mut source).take(block).read_to_end(&mut body)? as u64 != block {
            return Ok(None);
        }
        let mut checksum = [0; 4];
        source.read_exact(&mut checksum)?;
        if crc32fast::hash(&body[start..]).to_le_bytes() != checksum {
            return Ok(None);
        }
        left -= block;
    }
    Ok(Some(body))
}

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(to, bytes.len() as u64);
    to.extend_from_slice(bytes);
}

/// Reads bytes that [`put_bytes`] wrote.
fn take_bytes<'a>(input: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let len = input.length(usize::MAX)?;
    input.take(len)
}
