//! Text of an edited file, its content id, and its conversion back to the bytes of the file.

use std::sync::OnceLock;

use ransack_base::internal::ErrorParts;
use ransack_base::{ContentId, Error, Result};
use ransack_search::internal::FileEncoding;

/// Text of a file.
pub struct SourceText {
    /// UTF-8 text, or the unchanged bytes of a file that is not decoded.
    pub text: Vec<u8>,
    /// Encoding of the file.
    pub encoding: FileEncoding,
    version: OnceLock<ContentId>,
}

impl SourceText {
    /// Wraps text that was read in this encoding and encodes back to the same bytes.
    pub fn new(text: Vec<u8>, encoding: FileEncoding) -> SourceText {
        SourceText {
            text,
            encoding,
            version: OnceLock::new(),
        }
    }

    /// Returns the content id of the bytes in the file, which the first call computes.
    pub fn version(&self) -> ContentId {
        *self
            .version
            .get_or_init(|| match self.encoding.is_decoded() {
                // Encoding cannot fail, since the reader has verified it.
                true => ContentId::of(&self.to_file_bytes(self.text.clone()).unwrap_or_default()),
                false => ContentId::of(&self.text),
            })
    }

    /// Encodes a new text as file bytes.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the file's encoding cannot represent a character of the text.
    pub fn to_file_bytes(&self, text: Vec<u8>) -> Result<Vec<u8>> {
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
