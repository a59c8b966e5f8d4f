//! Conflicts that merges have left in files: `conflicts` and `conflictsStream`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, Conflict, ConflictSide, Scope, Stream};

use crate::convert::{BatchItem, BatchWriter, flags};
use crate::files::{self, FileSearch};
use crate::number::count;
use crate::options::{FileContentOptions, FileSearchCall, option_groups, set_some};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a search for conflicts as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn conflicts(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: ConflictsCall,
) -> Result<External<Task>> {
    files::start(options, (workspace, wait), waker, id)
}

impl FileSearch for ConflictsCall {
    type Options = ransack::ConflictsOptions;
    type Match = Conflict;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::ConflictsOptions> {
        let mut core = ransack::ConflictsOptions::default();
        self.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        set_some(&mut core.limit, count("limit", self.conflicts.limit)?);
        Ok(core)
    }

    fn scope(options: &mut ransack::ConflictsOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(options: &ransack::ConflictsOptions, token: &CancelToken) -> Stream<Conflict> {
        ransack::conflicts_stream(options, token)
    }
}

/// Bits that announce optional parts of a conflict; defined again in `js/conflicts.js`.
struct Flags;

impl Flags {
    /// The call has several roots; the root number follows.
    const ROOT: u16 = 1;
    /// All markers are present.
    const COMPLETE: u16 = 2;
    /// There is a side of the current branch.
    const OURS: u16 = 4;
    /// There is a base.
    const BASE: u16 = 8;
    /// There is a side of the other branch.
    const THEIRS: u16 = 16;
}

/// Layout, read by `ConflictBatch` in `js/conflicts.js`:
///
/// - strings: the path; for each side, the label and the text.
/// - numbers: the flags; with `ROOT`, the root; the first and the last line; the offset and the end
///   of the conflict; for each side, the first line, the number of lines and the offset. With bytes,
///   the byte lengths of the path and of the label and the text of each side follow.
impl BatchItem for Conflict {
    fn max_strings(&self) -> usize {
        7
    }

    fn write(&self, _: Option<&Conflict>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let sides = [&self.ours, &self.base, &self.theirs];
        let has_root = writer.shape.several_roots;
        writer.numbers.push(flags([
            (Flags::ROOT, has_root),
            (Flags::COMPLETE, self.is_complete),
            (Flags::OURS, self.ours.is_some()),
            (Flags::BASE, self.base.is_some()),
            (Flags::THEIRS, self.theirs.is_some()),
        ]));
        if has_root {
            writer.numbers.push(f64::from(self.root));
        }
        let end = self.offset + self.len;
        let places = [self.first_line, self.last_line, self.offset, end];
        writer.numbers.extend(places.map(|number| number as f64));
        writer.string(self.path.as_bytes())?;
        for side in sides.into_iter().flatten() {
            let ConflictSide {
                first_line,
                line_count,
                offset,
                ..
            } = side;
            let places = [*first_line, *line_count, *offset];
            writer.numbers.extend(places.map(|number| number as f64));
            writer.string(&side.label)?;
            writer.string(&side.text)?;
        }
        writer.byte_len(self.path.as_bytes());
        for side in sides.into_iter().flatten() {
            writer.byte_len(&side.label);
            writer.byte_len(&side.text);
        }
        Ok(())
    }
}

/// Options for `conflicts` and `conflictsStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "ConflictsOptions extends FileSearchOptions, FileContentOptions"
)]
pub struct ConflictSearchOptions {
    /// Maximum number of results; the call stops after finding one more. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
}

option_groups! {
    /// Options for `conflicts` and `conflictsStream`, by group.
    pub struct ConflictsCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        content: FileContentOptions,
        conflicts: ConflictSearchOptions,
    }
}
