//! Bytes as text.

use super::aligned::Aligned;
use crate::cancel::{Aborted, CancelToken};

/// Text that is certainly UTF-8: each part that was not is U+FFFD, as
/// [`String::from_utf8_lossy`] has it.
pub(super) enum Text<'t> {
    AsGiven(&'t [u8]),
    Replaced(Aligned),
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 18;

impl<'t> Text<'t> {
    pub(super) fn new(bytes: &'t [u8], cancel: &CancelToken) -> Result<Text<'t>, Aborted> {
        let mut valid = 0;
        while valid < bytes.len() {
            cancel.heartbeat()?;
            let part = &bytes[valid..bytes.len().min(valid + BEAT)];
            match simdutf8::compat::from_utf8(part) {
                Ok(_) => valid += part.len(),
                // Only the cut is to blame.
                Err(e) if e.error_len().is_none() && valid + part.len() < bytes.len() => {
                    valid += e.valid_up_to();
                }
                Err(_) => return Ok(Text::Replaced(replace(bytes, cancel)?)),
            }
        }
        Ok(Text::AsGiven(bytes))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Text::AsGiven(bytes) => bytes,
            Text::Replaced(aligned) => &aligned.bytes,
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
            Text::AsGiven(_) => at,
            Text::Replaced(aligned) => aligned.before(at),
        }
    }
}

#[cold]
fn replace(bytes: &[u8], cancel: &CancelToken) -> Result<Aligned, Aborted> {
    let mut text = Aligned::default();
    let mut rest = bytes;
    while !rest.is_empty() {
        cancel.heartbeat()?;
        let part = &rest[..rest.len().min(BEAT)];
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
