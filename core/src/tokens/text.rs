//! Bytes as text.

use super::aligned::OffsetMap;
use crate::cancel::{Aborted, CancelToken};

/// Text that is certainly UTF-8: each part that was not is U+FFFD, as
/// [`String::from_utf8_lossy`] has it.
pub(super) enum LossyText<'t> {
    AsGiven(&'t [u8]),
    Replaced(OffsetMap),
}

/// The bytes between two looks at the cancel token.
const CHECK_INTERVAL: usize = 1 << 18;

impl<'t> LossyText<'t> {
    pub(super) fn new(bytes: &'t [u8], cancel: &CancelToken) -> Result<LossyText<'t>, Aborted> {
        let mut valid = 0;
        while valid < bytes.len() {
            cancel.heartbeat()?;
            let part = &bytes[valid..bytes.len().min(valid + CHECK_INTERVAL)];
            match simdutf8::compat::from_utf8(part) {
                Ok(_) => valid += part.len(),
                // Only the cut is to blame.
                Err(e) if e.error_len().is_none() && valid + part.len() < bytes.len() => {
                    valid += e.valid_up_to();
                }
                Err(_) => return Ok(LossyText::Replaced(replace(bytes, cancel)?)),
            }
        }
        Ok(LossyText::AsGiven(bytes))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            LossyText::AsGiven(bytes) => bytes,
            LossyText::Replaced(aligned) => &aligned.bytes,
        }
    }

    /// Whether a character begins at `at`, or the text ends.
    pub(super) fn is_boundary(&self, at: usize) -> bool {
        self.bytes().get(at).is_none_or(|byte| byte & 0xC0 != 0x80)
    }

    /// The place in the bytes as they were given. A place inside of a
    /// replacement is where that begins.
    pub(super) fn original(&self, at: usize) -> usize {
        match self {
            LossyText::AsGiven(_) => at,
            LossyText::Replaced(aligned) => aligned.before(at),
        }
    }
}

#[cold]
fn replace(bytes: &[u8], cancel: &CancelToken) -> Result<OffsetMap, Aborted> {
    let mut text = OffsetMap::default();
    let mut rest = bytes;
    while !rest.is_empty() {
        cancel.heartbeat()?;
        let part = &rest[..rest.len().min(CHECK_INTERVAL)];
        let mut taken = 0;
        for chunk in part.utf8_chunks() {
            let (valid, bad) = (chunk.valid().len(), chunk.invalid().len());
            // What is bad at the end of a part may only be cut off.
            let is_cut =
                taken + valid > 0 && taken + valid + bad == part.len() && part.len() < rest.len();
            text.keep(chunk.valid().as_bytes());
            taken += valid;
            if bad > 0 && !is_cut {
                text.replace(bad, "\u{FFFD}".as_bytes());
                taken += bad;
            }
        }
        rest = &rest[taken..];
    }
    Ok(text)
}
