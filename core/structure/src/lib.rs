//! Code structure: outlines, definitions by name, imports, and edits of all of them; rewrites of
//! code that matches patterns.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the library
//! also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `ast_edit` | rewrites of code that matches patterns; the plan and the checks of every edit |
//! | `outline` | the definitions in a text |
//! | `definition` | definitions by name |
//! | `skeleton` | text with elided bodies |
//! | `imports` | imports and exports, and changes to imports |
//! | `edit_definition` | edits of definitions by name |
//! | `enclosing` | names of the definitions around the results of searches |

mod ast_edit;
mod definition;
mod edit_definition;
mod enclosing;
mod imports;
pub mod internal;
mod outline;
mod skeleton;

pub use ast_edit::{
    AstChange, AstEditOptions, AstEditOutcome, EditResult, EditState, EditStatus, FileChange,
    InterruptedEdit, Keeps, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    Rewrite, ast_edit, interrupted_edits, recover_edits,
};
pub use definition::{
    Definition, DefinitionLayout, DefinitionOptions, DefinitionPart, DefinitionPartSpan,
    definition, definition_in_file,
};
pub use edit_definition::{
    DefinitionAction, DefinitionEdit, DefinitionEditOptions, InsertPlace, edit_definition,
};
pub use enclosing::enclosing_names;
pub use imports::{
    AddedImports, Exports, ExportsStream, ImportRemoval, Imports, ImportsStream, add_imports,
    exports, exports_file, exports_stream, imports, imports_file, imports_stream, organise_imports,
    remove_imports,
};
pub use outline::item::Outline;
pub use outline::options::{OutlineFilesOptions, OutlineOptions};
pub use outline::{OutlineStream, outline, outline_file, outline_stream};
#[doc(no_inline)]
pub use ransack_base::{
    CancelToken, ContentId, Error, ErrorKind, Outcome, Pool, RelPath, Report, Result, SkipReason,
    StoppedBy,
};
#[doc(no_inline)]
pub use ransack_edit::TextEdit;
#[doc(no_inline)]
pub use ransack_languages::{
    Export, ExportKind, Import, ImportKind, ImportRequest, ImportedName, ItemKind, Modifier,
    Modifiers, OutlineItem,
};
#[doc(no_inline)]
pub use ransack_search::{OnTimeout, Scope, Workspace, WorkspaceOptions};
#[doc(no_inline)]
pub use ransack_syntax::{AstQuery, Strictness, ast_grep, check_syntax};
pub use skeleton::{
    Skeleton, SkeletonLevel, SkeletonOptions, SkeletonStream, skeleton, skeleton_file,
    skeleton_stream,
};
