//! Examiner of conflicts: reads one file and emits its conflicts.

use ransack_base::{Aborted, CancelToken, RelPath, Result};
use ransack_search::internal::{
    ChangePolicy, Examine, FileRef, JobOutput, ReadOutcome, ReadPolicy, TextConditions,
    UndecodablePolicy, encoding_for_label,
};

use super::markers::{MarkerFinder, conflicts_in};
use super::options::{Conflict, ConflictsOptions};

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Searches files for conflicts, as the examine step of the pipeline.
pub(super) struct ConflictExaminer {
    policy: ReadPolicy,
    finder: MarkerFinder,
}

impl ConflictExaminer {
    pub(super) fn new(options: &ConflictsOptions) -> Result<ConflictExaminer> {
        Ok(ConflictExaminer {
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: encoding_for_label(options.encoding.as_deref())?,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
            finder: MarkerFinder::new(),
        })
    }
}

impl TextConditions for ConflictExaminer {}

impl Examine for ConflictExaminer {
    type Item = Conflict;
    type Scratch = Vec<u8>;
    type Resume = ();

    fn scratch(&self) -> Vec<u8> {
        Vec::new()
    }

    fn weigh(item: &Conflict) -> usize {
        item.weight()
    }

    fn place(item: &Conflict) -> Option<(u32, &RelPath)> {
        Some((item.root, &item.path))
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        buffer: &mut Vec<u8>,
        output: &mut JobOutput<Conflict>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if !file.is_file() {
            return Ok(None);
        }
        let outcome = file.read(&self.policy, buffer);
        token.heartbeat()?;
        let faults = match outcome {
            ReadOutcome::Text { faults, .. } => faults,
            ReadOutcome::Skipped(fault) => {
                output.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        for fault in faults {
            output.skipped.push(file.skip(fault.reason, fault.detail));
        }
        output.files_searched += 1;
        if !self.finder.may_have_conflict(buffer) {
            return Ok(None);
        }
        let mut found = conflicts_in(buffer, token)?;
        found.truncate(output.remaining());
        if found.is_empty() {
            return Ok(None);
        }
        output.files_with_matches += 1;
        output.matches += found.len() as u64;
        let path = file.shown();
        for mut conflict in found {
            conflict.path = path.clone();
            conflict.root = file.root();
            output.bytes += conflict.weight();
            output.items.push(conflict);
        }
        Ok(None)
    }
}
