//! Identity of documents.

use sha1::{Digest, Sha1};

/// Identity of a document's text: the Git blob id of its file, which is the SHA-1 of `blob LEN`, a
/// NUL byte and the bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DocKey([u8; 20]);

impl DocKey {
    pub(crate) fn new(blob_id: [u8; 20]) -> DocKey {
        DocKey(blob_id)
    }

    pub(crate) fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// Returns the key of a file's bytes.
    pub(crate) fn of(bytes: &[u8]) -> DocKey {
        let mut hasher = Sha1::new();
        hasher.update(format!("blob {}\0", bytes.len()));
        hasher.update(bytes);
        DocKey(hasher.finalize().into())
    }
}
