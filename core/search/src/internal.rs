//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::pipeline::{
    Examine, FileRef, JobOutput, MAX_JOB_BYTES, Order, ReorderBuffer, Request, needed_items, start,
};
pub use crate::scan::{
    Boundary, ChangePolicy, Dir, EDIT_FILE_PREFIX, EditFile, EditJournals, FileEncoding,
    FileVersion, ReadFault, ReadOutcome, ReadPolicy, RootGlobs, RootKinds, TextConditions,
    UndecodablePolicy, View, Walker, Wanted, WordPattern, WordQuery, begin_scope, check_workspace,
    encoding_for_label, name_paths, scope_pool, scope_setters, workspace_root,
};
