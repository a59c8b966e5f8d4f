//! Normalization of text before it is split, with the semantics of Hugging Face's normalizers and
//! of pre-tokenizers that change text.
//!
//! Every step records a map from offsets in its output to offsets in its input.

use ransack_base::internal::OffsetMap;
use ransack_base::{Aborted, CancelToken};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::{IsNormalized, is_nfc_quick, is_nfkc_quick};

/// Normalization steps, applied in order to each segment of ordinary text.
pub(super) struct Normalizer(pub(super) Vec<NormalizationStep>);

/// One change to the text.
#[derive(Clone, Debug)]
pub(super) enum NormalizationStep {
    /// Inserts a prefix before non-empty text.
    Prepend {
        prefix: String,
        /// Whether text that already has the prefix is left alone.
        unless_present: bool,
        /// Whether only the first segment of the whole text gets the prefix.
        first_only: bool,
    },
    /// Replaces every occurrence of a non-empty string, from left to right.
    Replace { from: String, to: String },
    /// Unicode normalization form C.
    Nfc,
    /// Unicode normalization form KC.
    Nfkc,
}

/// Number of replacements or stretches between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 14;

/// Text after normalization, with a map from its offsets to the original offsets.
#[derive(Default)]
pub(super) struct NormalizedText {
    pub(super) bytes: Vec<u8>,
    pub(super) map: OffsetMap,
}

impl NormalizedText {
    /// Appends `part` unchanged.
    fn keep(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.map.keep(part.len());
    }

    /// Appends `part` in place of the next `len` bytes.
    fn replace(&mut self, len: usize, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.map.replace(len, part.len());
    }
}

impl Normalizer {
    /// Applies all steps to a segment. Returns the segment's new text with a map back to `text`.
    ///
    /// `is_first` states whether the segment begins the whole text.
    pub(super) fn apply(
        &self,
        text: &[u8],
        is_first: bool,
        token: &CancelToken,
    ) -> Result<NormalizedText, Aborted> {
        let mut normalized = NormalizedText::default();
        normalized.keep(text);
        for change in &self.0 {
            token.heartbeat()?;
            let next = change.apply(&normalized.bytes, is_first, token)?;
            normalized = NormalizedText {
                bytes: next.bytes,
                map: next.map.after(normalized.map),
            };
        }
        Ok(normalized)
    }
}

impl NormalizationStep {
    fn apply(
        &self,
        text: &[u8],
        is_first: bool,
        token: &CancelToken,
    ) -> Result<NormalizedText, Aborted> {
        let mut out = NormalizedText::default();
        match self {
            NormalizationStep::Prepend {
                prefix,
                unless_present,
                first_only,
            } => {
                let has_it = *unless_present && text.starts_with(prefix.as_bytes());
                if !text.is_empty() && !has_it && (is_first || !first_only) {
                    out.replace(0, prefix.as_bytes());
                }
                out.keep(text);
            }
            NormalizationStep::Replace { from, to } => {
                let mut copied = 0;
                for (number, at) in memchr::memmem::find_iter(text, from).enumerate() {
                    if number % CHECK_INTERVAL == 0 {
                        token.heartbeat()?;
                    }
                    out.keep(&text[copied..at]);
                    out.replace(from.len(), to.as_bytes());
                    copied = at + from.len();
                }
                out.keep(&text[copied..]);
            }
            NormalizationStep::Nfc => compose(
                &String::from_utf8_lossy(text),
                &mut out,
                token,
                |part| is_nfc_quick(part.chars()) == IsNormalized::Yes,
                |part| part.nfc().collect(),
            )?,
            NormalizationStep::Nfkc => compose(
                &String::from_utf8_lossy(text),
                &mut out,
                token,
                |part| is_nfkc_quick(part.chars()) == IsNormalized::Yes,
                |part| part.nfkc().collect(),
            )?,
        }
        Ok(out)
    }
}

/// Normalizes text in stretches that each begin with an ASCII character.
///
/// No ASCII character composes with the text before it, so stretches are independent. Stretches
/// that `is_normalized` accepts are copied.
fn compose(
    text: &str,
    out: &mut NormalizedText,
    token: &CancelToken,
    is_normalized: impl Fn(&str) -> bool,
    compose: impl Fn(&str) -> String,
) -> Result<(), Aborted> {
    let mut rest = text;
    let mut stretches = 0;
    while !rest.is_empty() {
        stretches += 1;
        if stretches % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let bytes = rest.as_bytes();
        let ascii = bytes.iter().take_while(|byte| byte.is_ascii()).count();
        // The last ASCII character may compose with the character after it.
        let plain = if ascii == bytes.len() {
            ascii
        } else {
            ascii.saturating_sub(1)
        };
        out.keep(&bytes[..plain]);
        let wide = bytes[ascii..]
            .iter()
            .take_while(|byte| !byte.is_ascii())
            .count();
        let stretch = &rest[plain..ascii + wide];
        if is_normalized(stretch) {
            out.keep(stretch.as_bytes());
        } else {
            out.replace(stretch.len(), compose(stretch).as_bytes());
        }
        rest = &rest[ascii + wide..];
    }
    Ok(())
}
