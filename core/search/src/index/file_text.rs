//! Reads the text of a file to be indexed.

use std::io;

use ransack_base::SkipReason;

use super::build_plan::BuildPlan;
use super::coverage::DocId;
use super::segment::DocKey;
use crate::scan::{
    ChangePolicy, Dir, EntryKind, FileStamp, OpenFile, ReadOutcome, ReadPolicy, UndecodablePolicy,
};

/// Maximum size of an indexed file, in bytes; larger files are always searched.
pub(super) const MAX_FILE: u64 = 64 << 20;

/// Reads files as a search with default options does.
const POLICY: ReadPolicy = ReadPolicy {
    max_size: Some(MAX_FILE),
    max_held: MAX_FILE as usize,
    encoding: None,
    binary: false,
    undecodable: UndecodablePolicy::Replace,
    changed: ChangePolicy::Report,
};

/// Reads the text of a file into `buffer`. Returns its stamp from before the read and its key, or
/// the reason why it is not indexed.
pub(super) fn read_text(
    root: &Dir,
    plan: &BuildPlan,
    row: u32,
    buffer: &mut Vec<u8>,
) -> io::Result<(FileStamp, Result<DocKey, DocId>)> {
    let name = plan.coverage.path(row as usize);
    let path = match Dir::USES_PATHS {
        true => [plan.coverage.table.root(), name].concat(),
        false => Vec::new(),
    };
    let file = root.open_file(name, &path, false)?;
    let stamp = FileStamp::of(&file.metadata()?);
    let mut file = OpenFile::from(file);
    if stamp.kind != EntryKind::File {
        return Ok((stamp, Err(DocId::UNREADABLE)));
    }
    let doc_of = |reason| match reason {
        SkipReason::Binary => DocId::BINARY,
        SkipReason::TooLarge => DocId::TOO_LARGE,
        SkipReason::Undecodable => DocId::UNDECODABLE,
        _ => DocId::UNREADABLE,
    };
    match POLICY.read_bytes(&mut file, plan.by_pages, buffer)? {
        // The file changed, so its stamp does not belong to the text.
        Ok(faults) if !faults.is_empty() => return Ok((stamp, Err(DocId::UNKNOWN))),
        Ok(_) => {}
        Err(fault) => return Ok((stamp, Err(doc_of(fault.reason)))),
    }
    let key = DocKey::of(buffer);
    Ok(
        match POLICY.decode(file.encoding(buffer, None), buffer, Vec::new()) {
            ReadOutcome::Text { faults, .. } if faults.is_empty() => (stamp, Ok(key)),
            ReadOutcome::Text { .. } => (stamp, Err(DocId::UNDECODABLE)),
            ReadOutcome::Skipped(fault) => (stamp, Err(doc_of(fault.reason))),
        },
    )
}
