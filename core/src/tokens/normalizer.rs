//! What is done to text before it is cut, as Hugging Face's normalizers and
//! some of its pre-tokenizers have it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::{IsNormalized, is_nfc_quick, is_nfkc_quick};

use crate::cancel::{Aborted, CancelToken};
use crate::offsets::OffsetMap;

/// Changes, made one after the other to each stretch of ordinary text.
pub(super) struct Normalizer(pub(super) Vec<Change>);

pub(super) enum Change {
    /// Puts this before the text.
    Prepend {
        prefix: String,
        /// Unless it begins so already.
        once: bool,
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
const BEAT: usize = 1 << 14;

/// Text after changes, and the map to its offsets before them.
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
    /// The text after all changes. `is_first` tells whether the whole text
    /// begins with it.
    pub(super) fn apply(
        &self,
        text: &[u8],
        is_first: bool,
        token: &CancelToken,
    ) -> Result<NormalizedText, Aborted> {
        let mut done = NormalizedText::default();
        done.keep(text);
        for change in &self.0 {
            let next = change.apply(&done.bytes, is_first, token)?;
            done = NormalizedText {
                bytes: next.bytes,
                map: next.map.after(done.map),
            };
        }
        Ok(done)
    }
}

impl Change {
    fn apply(
        &self,
        text: &[u8],
        is_first: bool,
        token: &CancelToken,
    ) -> Result<NormalizedText, Aborted> {
        let mut out = NormalizedText::default();
        match self {
            Change::Prepend {
                prefix,
                once,
                first_only,
            } => {
                let has_it = *once && text.starts_with(prefix.as_bytes());
                if !text.is_empty() && !has_it && (is_first || !first_only) {
                    out.replace(0, prefix.as_bytes());
                }
                out.keep(text);
            }
            Change::Replace { from, to } => {
                let mut done = 0;
                for (number, at) in memchr::memmem::find_iter(text, from).enumerate() {
                    if number % BEAT == 0 {
                        token.heartbeat()?;
                    }
                    out.keep(&text[done..at]);
                    out.replace(from.len(), to.as_bytes());
                    done = at + from.len();
                }
                out.keep(&text[done..]);
            }
            Change::Nfc => compose(
                &String::from_utf8_lossy(text),
                &mut out,
                token,
                |part| is_nfc_quick(part.chars()) == IsNormalized::Yes,
                |part| part.nfc().collect(),
            )?,
            Change::Nfkc => compose(
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
    out: &mut NormalizedText,
    token: &CancelToken,
    is_done: impl Fn(&str) -> bool,
    compose: impl Fn(&str) -> String,
) -> Result<(), Aborted> {
    let mut rest = text;
    let mut stretches = 0;
    while !rest.is_empty() {
        stretches += 1;
        if stretches % BEAT == 0 {
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
        if is_done(stretch) {
            out.keep(stretch.as_bytes());
        } else {
            out.replace(stretch.len(), compose(stretch).as_bytes());
        }
        rest = &rest[ascii + wide..];
    }
    Ok(())
}
