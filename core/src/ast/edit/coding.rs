//! The bytes of a file as text, and text as the bytes of a file.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::digest;
use crate::error::{Error, Result};
use crate::report::SkipReason;

/// The text of a file.
pub(super) struct Text {
    /// In UTF-8; in a file that need not be decoded, whatever is in it.
    pub(super) bytes: Vec<u8>,
    coding: Coding,
}

/// How a text is written in its file.
#[derive(Clone, Copy)]
struct Coding {
    /// `None` for bytes that are left as they are.
    encoding: Option<&'static Encoding>,
    /// Whether a byte order mark comes before it.
    has_mark: bool,
}

/// The encoding that options name; `None` for UTF-8.
pub(super) fn named(label: Option<&str>) -> Result<Option<&'static Encoding>> {
    let Some(label) = label else {
        return Ok(None);
    };
    let encoding = Encoding::for_label(label.as_bytes())
        .ok_or_else(|| Error::option("unknown encoding").with_pattern(label))?;
    Ok(Some(encoding).filter(|encoding| *encoding != UTF_8))
}

impl Text {
    /// The text of a file that is in `default` if it has no byte order mark,
    /// or why it is left out. A file that is not decoded is moved out of
    /// `file`.
    pub(super) fn read(
        file: &mut Vec<u8>,
        default: Option<&'static Encoding>,
    ) -> Result<Text, SkipReason> {
        let marked = Encoding::for_bom(file).map(|(encoding, _)| encoding);
        let coding = Coding {
            // The mark of UTF-8 is left where it is.
            encoding: marked.or(default).filter(|encoding| *encoding != UTF_8),
            has_mark: marked.is_some(),
        };
        let Some(encoding) = coding.encoding else {
            if memchr::memchr(0, file).is_some() {
                return Err(SkipReason::Binary);
            }
            let bytes = std::mem::take(file);
            return Ok(Text { bytes, coding });
        };
        let text = encoding.decode(file).0;
        // What is not touched must come out as it was.
        if coding.encode(&text).as_ref() != Some(file) {
            return Err(SkipReason::Undecodable);
        }
        let bytes = text.into_owned().into_bytes();
        Ok(Text { bytes, coding })
    }

    /// The digest of the bytes in the file.
    pub(super) fn digest(&self) -> u128 {
        match self.coding.encoding {
            None => digest(&self.bytes),
            // It has been written so before.
            Some(_) => digest(&self.write(self.bytes.clone()).unwrap_or_default()),
        }
    }

    /// A new text as bytes of the file.
    pub(super) fn write(&self, text: Vec<u8>) -> Result<Vec<u8>> {
        let Some(encoding) = self.coding.encoding else {
            return Ok(text);
        };
        let bytes = self.coding.encode(&String::from_utf8_lossy(&text));
        bytes.ok_or_else(|| {
            let name = encoding.name();
            Error::option(format!("the new text cannot be written in {name}"))
        })
    }
}

impl Coding {
    /// `None` if the encoding lacks a character of the text.
    fn encode(self, text: &str) -> Option<Vec<u8>> {
        let encoding = self.encoding?;
        let to_bytes = if encoding == UTF_16LE {
            u16::to_le_bytes
        } else if encoding == UTF_16BE {
            u16::to_be_bytes
        } else {
            let (bytes, _, has_unmappable) = encoding.encode(text);
            return (!has_unmappable).then(|| bytes.into_owned());
        };
        let mark = self.has_mark.then_some(0xfeff);
        let units = mark.into_iter().chain(text.encode_utf16());
        Some(units.flat_map(to_bytes).collect())
    }
}
