//! Text of an edited file, and its conversion back to the bytes of the file.

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};
use ransack_search::internal::FileEncoding;
use ransack_transaction::internal::digest;

/// Text of a file.
pub(super) struct SourceText {
    /// UTF-8 text, or the unchanged bytes of a file that is not decoded.
    pub(super) text: Vec<u8>,
    encoding: FileEncoding,
}

impl SourceText {
    /// Wraps text that was read in this encoding and encodes back to the same bytes.
    pub(super) fn new(text: Vec<u8>, encoding: FileEncoding) -> SourceText {
        SourceText { text, encoding }
    }

    /// Returns the digest of the bytes in the file.
    pub(super) fn file_digest(&self) -> u128 {
        if self.encoding.is_decoded() {
            // Encoding cannot fail, since the reader has verified it.
            digest(&self.to_file_bytes(self.text.clone()).unwrap_or_default())
        } else {
            digest(&self.text)
        }
    }

    /// Encodes a new text as file bytes.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the file's encoding cannot represent a character of the text.
    pub(super) fn to_file_bytes(&self, text: Vec<u8>) -> Result<Vec<u8>> {
        if !self.encoding.is_decoded() {
            return Ok(text);
        }
        let bytes = self.encoding.encode(&String::from_utf8_lossy(&text));
        bytes.ok_or_else(|| {
            let name = self.encoding.name();
            Error::option(format!(
                "cannot write the new text in {name}: the encoding lacks one of its characters"
            ))
        })
    }
}
