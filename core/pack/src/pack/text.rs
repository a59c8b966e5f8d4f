//! Reads the text of a file as UTF-8.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use ransack_base::{ContentId, Result, SkipReason, SkippedPath};
use ransack_grammars::internal::MAX_TEXT;
use ransack_search::internal::{
    ChangePolicy, FileRef, ReadOutcome, ReadPolicy, UndecodablePolicy, encoding_for_label,
};

use super::options::PackOptions;

/// Reads files of a call.
pub(super) struct PackTextReader {
    policy: ReadPolicy,
}

/// Text of one file.
pub(super) struct PackFileText {
    pub(super) text: String,
    pub(super) version: ContentId,
    pub(super) encoding: &'static str,
    /// Whether the encoding was detected from the text.
    pub(super) is_detected: bool,
}

/// Entries for the report.
pub(super) type Skips = Vec<(SkipReason, SkippedPath)>;

impl PackTextReader {
    /// Creates the reader of a call.
    ///
    /// # Errors
    ///
    /// `InvalidOption`: the encoding is unknown.
    pub(super) fn new(options: &PackOptions) -> Result<PackTextReader> {
        Ok(PackTextReader {
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: encoding_for_label(options.file_encoding.as_deref())?,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
        })
    }

    /// Returns the maximum size of a file in bytes.
    pub(super) fn max_size(&self) -> Option<u64> {
        self.policy.max_size
    }

    /// Reads a file. Returns `None` if it is skipped; the report gets the reason.
    pub(super) fn read(
        &self,
        file: &FileRef<'_>,
        buffer: &mut Vec<u8>,
        skipped: &mut Skips,
    ) -> Option<PackFileText> {
        let (outcome, version) = file.read_version(&self.policy, buffer);
        let (encoding, faults) = match outcome {
            ReadOutcome::Text { encoding, faults } => (encoding, faults),
            ReadOutcome::Skipped(fault) => {
                skipped.push(file.skip(fault.reason, fault.detail));
                return None;
            }
        };
        for fault in faults {
            skipped.push(file.skip(fault.reason, fault.detail));
        }
        let bytes = buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(buffer);
        let (text, encoding, is_detected) = match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), encoding.name(), false),
            Err(_) if is_binary(bytes) => {
                skipped.push(file.skip(SkipReason::Binary, None));
                return None;
            }
            Err(_) => {
                let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
                detector.feed(bytes, true);
                let detected = detector.guess(None, Utf8Detection::Deny);
                let (text, _) = detected.decode_without_bom_handling(bytes);
                (text, detected.name(), true)
            }
        };
        Some(PackFileText {
            text: text.into_owned(),
            version,
            encoding,
            is_detected,
        })
    }
}

/// Returns whether bytes that are not UTF-8 are no text in any encoding: more than one in 32 is a
/// control character that texts do not contain.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    bytes.iter().filter(is_control).count() > bytes.len() / 32
}
