//! Bytes as text.

use std::borrow::Cow;

use crate::cancel::{Aborted, CancelToken};

/// Text that is certainly UTF-8: each part that was not is U+FFFD, as
/// [`String::from_utf8_lossy`] has it.
pub(super) struct Text<'t> {
    bytes: Cow<'t, [u8]>,
    /// Where each replacement ends, in `bytes` and in the bytes as given.
    replaced: Vec<(usize, usize)>,
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 20;

const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

impl<'t> Text<'t> {
    pub(super) fn new(bytes: &'t [u8], cancel: &CancelToken) -> Result<Text<'t>, Aborted> {
        let mut valid = 0;
        while valid < bytes.len() {
            cancel.heartbeat()?;
            let part = &bytes[valid..bytes.len().min(valid + BEAT)];
            match std::str::from_utf8(part) {
                Ok(_) => valid += part.len(),
                // Only the cut is to blame.
                Err(e) if e.error_len().is_none() && valid + part.len() < bytes.len() => {
                    valid += e.valid_up_to();
                }
                Err(_) => return Text::lossy(bytes, cancel),
            }
        }
        Ok(Text {
            bytes: Cow::Borrowed(bytes),
            replaced: Vec::new(),
        })
    }

    #[cold]
    fn lossy(bytes: &'t [u8], cancel: &CancelToken) -> Result<Text<'t>, Aborted> {
        let mut text = Vec::with_capacity(bytes.len());
        let mut replaced = Vec::new();
        let mut beat = BEAT;
        let mut rest = bytes;
        while !rest.is_empty() {
            // Character by character, for a chunk can be as long as the text.
            let part = &rest[..rest.len().min(BEAT)];
            let mut taken = 0;
            for chunk in part.utf8_chunks() {
                let bad = chunk.invalid();
                let is_cut = part.len() < rest.len()
                    && taken + chunk.valid().len() + bad.len() == part.len()
                    && taken + chunk.valid().len() > 0;
                text.extend_from_slice(chunk.valid().as_bytes());
                taken += chunk.valid().len();
                if bad.is_empty() || is_cut {
                    continue;
                }
                taken += bad.len();
                text.extend_from_slice(REPLACEMENT);
                replaced.push((text.len(), bytes.len() - rest.len() + taken));
                if text.len() >= beat {
                    cancel.heartbeat()?;
                    beat = text.len() + BEAT;
                }
            }
            cancel.heartbeat()?;
            rest = &rest[taken..];
        }
        Ok(Text {
            bytes: Cow::Owned(text),
            replaced,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether a character begins at `at`, or the text ends.
    pub(super) fn is_boundary(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)
    }

    /// The place in the bytes as they were given. A place inside of a
    /// replacement is where that begins.
    pub(super) fn original(&self, at: usize) -> usize {
        let before = self.replaced.partition_point(|&(end, _)| end <= at);
        let (end, given) = match before.checked_sub(1) {
            Some(last) => self.replaced[last],
            None => (0, 0),
        };
        let inside = match self.replaced.get(before) {
            Some(&(next, _)) => at.saturating_sub(next - REPLACEMENT.len()),
            None => 0,
        };
        given + (at - end) - inside
    }
}
