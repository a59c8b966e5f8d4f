//! Encodings of files: labels, byte order marks, decoding and re-encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, Result};

/// Returns the encoding for a label from the WHATWG Encoding Standard, or `None` for UTF-8.
///
/// # Errors
///
/// Returns `InvalidOption` if the label is unknown.
pub fn encoding_for_label(label: Option<&str>) -> Result<Option<&'static Encoding>> {
    let Some(label) = label else {
        return Ok(None);
    };
    let encoding = Encoding::for_label(label.as_bytes()).ok_or_else(|| {
        let error = Error::option("unknown encoding").with_pattern(label);
        error.with_candidates(nearest(label, NAMES))
    })?;
    Ok(Some(encoding).filter(|encoding| *encoding != UTF_8))
}

/// Names of the encodings, which are also labels.
const NAMES: [&str; 39] = [
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "latin1",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "macintosh",
    "x-mac-cyrillic",
    "ibm866",
    "koi8-r",
    "koi8-u",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
];

/// Encoding of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileEncoding {
    /// `None` if the bytes are the text: UTF-8, valid or not.
    encoding: Option<&'static Encoding>,
    /// Whether the file begins with a byte order mark.
    has_bom: bool,
}

impl FileEncoding {
    /// Returns the encoding of a file that begins with `content`: the encoding that its byte order
    /// mark selects, or `default`.
    pub fn of(content: &[u8], default: Option<&'static Encoding>) -> FileEncoding {
        let marked = Encoding::for_bom(content).map(|(encoding, _)| encoding);
        FileEncoding {
            encoding: marked.or(default).filter(|encoding| *encoding != UTF_8),
            has_bom: marked.is_some(),
        }
    }

    /// Whether the file's text differs from its bytes.
    pub fn is_decoded(self) -> bool {
        self.encoding.is_some()
    }

    /// Returns the name of the encoding in the WHATWG Encoding Standard.
    pub fn name(self) -> &'static str {
        self.encoding.unwrap_or(UTF_8).name()
    }

    /// Returns the text of `bytes` without its byte order mark, and whether an invalid part became
    /// U+FFFD. Returns `None` if the bytes are the text.
    pub fn decode(self, bytes: &[u8]) -> Option<(String, bool)> {
        let (text, _, had_errors) = self.encoding?.decode(bytes);
        Some((text.into_owned(), had_errors))
    }

    /// Returns the bytes that represent `text` in the file, with the file's byte order mark.
    /// Returns `None` if the bytes are the text, or if the encoding lacks a character.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let encoding = self.encoding?;
        let to_bytes = if encoding == UTF_16LE {
            u16::to_le_bytes
        } else if encoding == UTF_16BE {
            u16::to_be_bytes
        } else {
            let (bytes, _, has_unmappable) = encoding.encode(text);
            return (!has_unmappable).then(|| bytes.into_owned());
        };
        let bom = self.has_bom.then_some(0xfeff);
        let units = bom.into_iter().chain(text.encode_utf16());
        Some(units.flat_map(to_bytes).collect())
    }
}

/// Returns the length in bytes of a UTF-8 byte order mark at the start of `content`, or 0.
pub(crate) fn bom_len(content: &[u8]) -> usize {
    const BOM: &[u8] = "\u{feff}".as_bytes();
    if content.starts_with(BOM) {
        BOM.len()
    } else {
        0
    }
}
