//! Reads a file as a snapshot.

use std::path::Path;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};
use ransack_base::{Aborted, CancelToken, ContentId};
use ransack_search::internal::{
    ChangePolicy, Examine, FileRef, JobOutput, ReadOutcome, ReadPolicy, TextConditions,
    UndecodablePolicy,
};

use crate::engine::identity;
use crate::snapshot::{SnapshotId, with_snapshots};

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Text of a file.
pub(super) struct ReadText {
    pub(super) root: u32,
    pub(super) id: SnapshotId,
    pub(super) text: Arc<Vec<u8>>,
}

/// Examiner that reads whole files and retains their texts.
pub(super) struct TextReader {
    pub(super) policy: ReadPolicy,
}

impl TextReader {
    pub(super) fn new(max_size: Option<u64>, encoding: Option<&'static Encoding>) -> TextReader {
        TextReader {
            policy: ReadPolicy {
                max_size,
                max_held: MAX_TEXT,
                encoding,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
        }
    }
}

impl TextConditions for TextReader {}

impl Examine for TextReader {
    type Item = ReadText;
    type Scratch = ();
    type Resume = ();

    fn scratch(&self) {}

    fn weigh(item: &ReadText) -> usize {
        item.text.len()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        _: &mut (),
        found: &mut JobOutput<ReadText>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if !file.is_file() {
            return Ok(None);
        }
        let path = identity(&file.path());
        let mut text = Vec::new();
        let mut content = ContentId::default();
        let outcome = file.read_with(&self.policy, &mut text, |bytes| {
            content = known_id(&path, bytes).unwrap_or_else(|| ContentId::of(bytes));
        });
        token.heartbeat()?;
        let encoding = match outcome {
            ReadOutcome::Text { encoding, faults } => {
                let faults = faults.into_iter();
                let skips = faults.map(|fault| file.skip(fault.reason, fault.detail));
                found.skipped.extend(skips);
                encoding
            }
            ReadOutcome::Skipped(fault) => {
                found.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let id = SnapshotId {
            content,
            encoding: encoding.name(),
        };
        let text = Arc::new(text);
        with_snapshots(|snapshots| snapshots.insert(id, &text, &path));
        found.files_searched += 1;
        found.files_with_matches += 1;
        found.matches += 1;
        found.bytes += text.len();
        found.items.push(ReadText {
            root: file.root(),
            id,
            text,
        });
        Ok(None)
    }
}

/// Returns the content id of bytes that equal the text of the file's last snapshot, which is faster to
/// compare than to hash.
fn known_id(file: &Path, bytes: &[u8]) -> Option<ContentId> {
    let (id, text) = with_snapshots(|snapshots| snapshots.latest(file))?;
    // A decoded text is not the content of its file.
    let is_content = id.encoding == UTF_8.name();
    (is_content && *text == bytes).then_some(id.content)
}
