//! What is done to text before it is cut, as Hugging Face's normalizers and
//! some of its pre-tokenizers have it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::{IsNormalized, is_nfc_quick, is_nfkc_quick};

use super::aligned::OffsetMap;
use crate::cancel::{Aborted, CancelToken};

/// Changes, made one after the other to each stretch of ordinary text.
pub(super) struct Normalizer(pub(super) Vec<NormalizationStep>);

pub(super) enum NormalizationStep {
    /// Puts this before the text.
    Prepend {
        prefix: String,
        /// Unless it begins so already.
        unless_present: bool,
        /// Only at the beginning of the whole text.
        first_only: bool,
    },
    Replace {
        from: String,
        to: String,
    },
    Nfc,
    Nfkc,
}

/// The characters between two looks at the cancel token.
const CHECK_INTERVAL: usize = 1 << 14;

impl Normalizer {
    /// The text after all changes. `is_first` tells whether the whole text
    /// begins with it.
    pub(super) fn apply(
        &self,
        text: &[u8],
        is_first: bool,
        token: &CancelToken,
    ) -> Result<OffsetMap, Aborted> {
        let mut normalized = OffsetMap::default();
        normalized.keep(text);
        for change in &self.0 {
            let next = change.apply(&normalized.bytes, is_first, token)?;
            normalized = next.after(normalized);
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
    ) -> Result<OffsetMap, Aborted> {
        let mut out = OffsetMap::default();
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
                let mut done = 0;
                for (number, at) in memchr::memmem::find_iter(text, from).enumerate() {
                    if number % CHECK_INTERVAL == 0 {
                        token.heartbeat()?;
                    }
                    out.keep(&text[done..at]);
                    out.replace(from.len(), to.as_bytes());
                    done = at + from.len();
                }
                out.keep(&text[done..]);
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

/// Composes stretch by stretch, each of which begins with an ASCII character:
/// none of these joins what is before it.
fn compose(
    text: &str,
    out: &mut OffsetMap,
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
        // The last ASCII character may be changed by what follows.
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
