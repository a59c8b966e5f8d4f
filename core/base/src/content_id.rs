//! Content ids: hashes that identify the bytes of a file.

use std::fmt;
use std::str::FromStr;

use siphasher::sip128::SipHasher13;

use crate::error::{Error, ErrorParts, Result};

/// Identifies the bytes of a file or text: two files with equal ids have equal bytes.
///
/// A 128-bit hash (SipHash-1-3) of the bytes, before any decoding. The id is the same in every
/// process and on every machine. It detects changes, not forgeries: the hash is not cryptographic.
/// Computing it takes about a millisecond per megabyte.
///
/// The text form has 32 lower-case hexadecimal digits.
///
/// ```
/// # extern crate ransack_base as ransack;
/// use ransack::ContentId;
///
/// let id = ContentId::of(b"text");
/// assert_eq!(id.to_string().parse::<ContentId>()?, id);
/// assert_ne!(id, ContentId::of(b"other text"));
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(u128);

impl ContentId {
    /// Number of hexadecimal digits in the text form.
    const DIGITS: usize = 32;

    /// Computes the id of `bytes`.
    pub fn of(bytes: &[u8]) -> ContentId {
        ContentId(SipHasher13::new().hash(bytes).as_u128())
    }

    /// Returns the id as a number.
    pub fn as_u128(self) -> u128 {
        self.0
    }
}

impl Default for ContentId {
    /// Returns the id of zero bytes.
    fn default() -> ContentId {
        ContentId::of(b"")
    }
}

impl fmt::Display for ContentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for ContentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentId({self})")
    }
}

impl FromStr for ContentId {
    type Err = Error;

    /// Parses the text form.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the text does not have 32 lower-case hexadecimal digits.
    fn from_str(text: &str) -> Result<ContentId> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let has_form = text.len() == ContentId::DIGITS && text.bytes().all(is_digit);
        let id = u128::from_str_radix(text, 16).ok().filter(|_| has_form);
        id.map(ContentId).ok_or_else(|| {
            let message = "not a content id: must have 32 lower-case hexadecimal digits";
            Error::option(message).with_pattern(text)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
