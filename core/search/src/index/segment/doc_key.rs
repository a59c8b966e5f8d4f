//! Identity of documents.

use std::fmt;

use sha1::{Digest, Sha1};

/// Identity of a document's text: the Git blob id of its file, which is the SHA-1 of `blob LEN`, a
/// NUL byte and the bytes of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DocKey([u8; 20]);

impl DocKey {
    pub(crate) fn new(blob_id: [u8; 20]) -> DocKey {
        DocKey(blob_id)
    }

    pub(crate) fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }
}

impl fmt::Debug for DocKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl DocKey {
    /// Returns the key of a file's bytes.
    pub(crate) fn of(bytes: &[u8]) -> DocKey {
        let mut hasher = Sha1::new();
        hasher.update(format!("blob {}\0", bytes.len()));
        hasher.update(bytes);
        DocKey(hasher.finalize().into())
    }
}

impl fmt::Display for DocKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
