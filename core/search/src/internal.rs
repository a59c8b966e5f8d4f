//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::git::UncommittedFiles;
pub use crate::grep::{
    FinderScratch, FoundMatch, GroupNames, MatchFinder, group_names, query_setters,
};
pub use crate::pipeline::{
    Examine, FileRef, FindEnclosing, FoundText, JobOutput, MAX_JOB_BYTES, Order, ReorderBuffer,
    Request, begin_enclosing, enclosing_names_by, needed_items, start,
};
pub use crate::scan::{
    Boundary, BufferDocument, Case, ChangePolicy, Dir, EDIT_FILE_PREFIX, EditFile, EditJournals,
    EntryRules, FileEncoding, FileVersion, Gitignore, IgnoreRulePlace, MatchedRule, ReadFault,
    ReadOutcome, ReadPolicy, RootGlobs, RootKinds, RuledEntry, ScopeRoots, TextConditions,
    UndecodablePolicy, Verdict, View, Walker, Wanted, WordPattern, WordQuery, begin_scope,
    check_path, check_workspace, encoding_for_label, name_paths, scope_has_buffer, scope_pool,
    scope_setters, shown_file, workspace_root, workspace_value,
};
pub use crate::workspace::{OpenBuffer, open_buffer};
