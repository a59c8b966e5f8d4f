//! Edits of definitions by name.

use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use ransack::{DefinitionAction, DefinitionEdit, DefinitionEditOptions, InsertPlace};

use crate::ast_edit::{OwnedOutcome, ransack_ast_edit_outcome};
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_path,
    optional_text, optional_version, to_limit, unknown, value_of,
};
use crate::outline::definition::to_part;
use crate::outline::imports::change::{
    ransack_import_removal, ransack_import_request, removals, requests,
};
use crate::pool::{self, ransack_pool};
use crate::slice::{elements, ransack_bytes};
use crate::undo::options::{ransack_journal_options, resolve_journal};
use crate::workspace::{self, ransack_workspace};

/// Newest version of ransack_definition_edit_options.
pub const RANSACK_DEFINITION_EDIT_OPTIONS_VERSION: u32 = 1;

/// Change to one definition, or to the imports of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_definition_action {
    /// Replaces `part` with `text`. Missing documentation and attributes are added; an empty `text`
    /// removes them. A body or value must exist to be replaced. A docstring at the start of a body
    /// is kept, unless `text` begins with a docstring. `text` may omit the comment markers of
    /// documentation, the brackets of a body, and the opening bracket that follows a signature.
    /// Tool directives such as `//go:noinline`, and attributes between documentation comments,
    /// stay. An expression body is replaced together with its brackets; the token before the
    /// expression, such as `=` or `->`, stays. An expression can replace a block if `text` includes
    /// the token, as in `=> a`. Fails if the function has several clauses and `text` has no
    /// clauses. Also fails for the value of `a` in `a = b = 1` if `text` does not begin with `b =`.
    Replace = 0,
    /// Renames the declaration to `text`, along with the overloads, prototypes and clauses of a
    /// function in the same file. Other uses of the name are not changed.
    Rename = 1,
    /// Inserts `text` at `place`. Fails inside an expression body and next to a definition that is
    /// part of an expression.
    Insert = 2,
    /// Removes the definition with its documentation, attributes and separator. If the definition
    /// is the only statement of a block that must not be empty, replaces it with `pass`, `:` or
    /// `{}`. Fails if the definition is one of several names, as in `a, b = 1, 2`, and the other
    /// names would get different values.
    Remove = 3,
    /// Moves the definition with its documentation and attributes to `place` relative to `target`
    /// in the file `target_path`. The old place is left as RANSACK_DEFINITION_ACTION_REMOVE would
    /// leave it. Fails if the definition is one of several names in a declaration or a chain, as in
    /// `int a, b;` or `a = b = 1`. Also fails if the move would put a member of a JavaScript or
    /// TypeScript type or object among statements.
    Move = 4,
    /// Wraps the definitions from this one to its sibling `target` in region comments with the
    /// title `text`, which editors can fold.
    Region = 5,
    /// Adds `imports` to the file, as ransack_add_imports() does. `name` must be empty.
    AddImports = 6,
    /// Removes `removals` from the imports of the file, as ransack_remove_imports() does. `name`
    /// must be empty.
    RemoveImports = 7,
    /// Organises the imports of the file, as ransack_organise_imports() does. `name` must be empty.
    OrganiseImports = 8,
}

/// Position for code next to or inside a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_insert_place {
    /// Above the definition.
    Before = 0,
    /// Below the definition.
    After = 1,
    /// Before the first member of the definition, or at the start of the body if the definition has
    /// no members. If the member is in a condition or loop, before that. If the value of the
    /// definition is a list or an object, before the first element.
    FirstMember = 2,
    /// After the last member of the definition, or at the end of the body if the definition has no
    /// members. If the member is in a condition or loop, after that. If the value of the definition
    /// is a list or an object, after the last element.
    LastMember = 3,
}

/// Edit to one definition, or to the imports of a file. Initialise with
/// RANSACK_DEFINITION_EDIT_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition_edit {
    /// Path of the file to edit.
    pub path: ransack_bytes,
    /// Name path of the definition, as for ransack_definition_source(): an exact name takes
    /// precedence over qualified names that only end with it. Empty for the file itself, to insert
    /// code as its first or last member or to change its imports.
    pub name: ransack_bytes,
    /// New code, name or title, depending on `action`.
    pub text: ransack_bytes,
    /// Name path of the target of a move, or of the last definition in a region. Empty for the file
    /// itself as the target of a move, and for a region with one definition.
    pub target: ransack_bytes,
    /// Path of the file that contains `target`; the file must exist. Empty for the file in `path`.
    pub target_path: ransack_bytes,
    /// Imports to add.
    pub imports: *const ransack_import_request,
    /// Number of imports to add.
    pub imports_len: usize,
    /// Imports to remove.
    pub removals: *const ransack_import_removal,
    /// Number of imports to remove.
    pub removals_len: usize,
    /// Change to make, a ransack_definition_action.
    pub action: u32,
    /// Part to replace, a ransack_definition_part.
    pub part: u32,
    /// Position of an insertion or move, a ransack_insert_place.
    pub place: u32,
    /// Content id that the file in `path` must have before the call, such as `version` in
    /// ransack_outline. If the file has other content, the call fails with RANSACK_STATUS_STALE.
    /// Empty for no check.
    pub if_version: ransack_bytes,
}

/// Options for ransack_edit_definition(). Initialise with RANSACK_DEFINITION_EDIT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_definition_edit_options {
    /// RANSACK_DEFINITION_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether to return the changes without writing any file. Default: 1.
    pub dry_run: u8,
    /// Whether the call fails if a file has syntax errors before it is edited. Default: 0.
    pub fail_on_parse_error: u8,
    /// Whether edits may add syntax errors to a file, whether next to existing errors or elsewhere.
    /// If not, such an edit fails with RANSACK_STATUS_SYNTAX_ERROR. Default: 0.
    pub allow_syntax_errors: u8,
    /// Edits to make. All names are resolved against the files as they were before the call.
    /// Default: none, which fails with RANSACK_STATUS_INVALID_OPTION.
    pub edits: *const ransack_definition_edit,
    /// Number of edits. Default: 0.
    pub edits_len: usize,
    /// Name or alias of the files' language. Default: empty, which means the language of each
    /// file, which its name or, for ".h" and its like, its text determines.
    pub language: ransack_bytes,
    /// Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
    /// skips the check.
    pub preview: ransack_bytes,
    /// Maximum time in milliseconds to parse and edit one file; if a file takes longer, the call
    /// fails. Default: 2000.
    pub time_per_file_ms: u64,
    /// Maximum size of a file in bytes, before and after the edit; if a file is larger, the call
    /// fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: empty, which means UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. The limit does not interrupt the call once files are being replaced. Default:
    /// RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
    /// wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
    /// is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Workspace that contains the files, as in ransack_scope. Relative paths in the edits start at
    /// the workspace's root. Default: NULL, in which case relative paths start at the current
    /// directory.
    pub workspace: *const ransack_workspace,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
    /// the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(
    ransack_definition_edit_options,
    RANSACK_DEFINITION_EDIT_OPTIONS_VERSION,
    [journal: 128]
);

impl Defaults for ransack_definition_edit_options {
    fn defaults() -> ransack_definition_edit_options {
        let core = DefinitionEditOptions::default();
        ransack_definition_edit_options {
            version: RANSACK_DEFINITION_EDIT_OPTIONS_VERSION,
            dry_run: core.dry_run.into(),
            fail_on_parse_error: core.fail_on_parse_error.into(),
            allow_syntax_errors: core.allow_syntax_errors.into(),
            edits: ptr::null(),
            edits_len: 0,
            language: NO_BYTES,
            preview: NO_BYTES,
            time_per_file_ms: from_duration(core.time_per_file),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            wait_ms: from_duration(Some(core.wait)),
            workspace: ptr::null(),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_definition_edit_options {
    type Core = DefinitionEditOptions;

    unsafe fn resolve(&self) -> Result<DefinitionEditOptions, Failure> {
        let mut core = DefinitionEditOptions::default();
        // SAFETY: the contract of this function.
        core.edits =
            unsafe { elements(self.edits, self.edits_len, "edits", |edit| edit.resolve()) }?;
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.language = optional_text(self.language, "language")?;
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.workspace = workspace::resolve(self.workspace)?;
            core.journal = resolve_journal(self.journal)?;
        }
        core.wait = Duration::from_millis(self.wait_ms);
        core.dry_run = self.dry_run != 0;
        core.fail_on_parse_error = self.fail_on_parse_error != 0;
        core.allow_syntax_errors = self.allow_syntax_errors != 0;
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl ransack_definition_edit {
    /// Converts the edit.
    ///
    /// # Safety
    ///
    /// The text fields and arrays are valid.
    unsafe fn resolve(&self) -> Result<DefinitionEdit, Failure> {
        // SAFETY: the contract of this function.
        let (path, name, text, target, target_path, if_version) = unsafe {
            (
                self.path.path("path")?,
                self.name.text("name")?,
                self.text.text("text")?,
                self.target.text("target")?,
                optional_path(self.target_path, "target_path")?,
                optional_version(self.if_version, "if_version")?,
            )
        };
        use ransack_definition_action as Action;
        let is = |action: Action| self.action == action as u32;
        let action = if is(Action::Replace) {
            let part = to_part(self.part, "part")?;
            DefinitionAction::Replace { part, text }
        } else if is(Action::Rename) {
            DefinitionAction::Rename { name: text }
        } else if is(Action::Insert) {
            let place = to_place(self.place)?;
            DefinitionAction::Insert { place, text }
        } else if is(Action::Remove) {
            DefinitionAction::Remove
        } else if is(Action::Move) {
            DefinitionAction::Move {
                path: target_path,
                place: to_place(self.place)?,
                target,
            }
        } else if is(Action::Region) {
            DefinitionAction::Region {
                title: text,
                last: (!target.is_empty()).then_some(target),
            }
        } else if is(Action::AddImports) {
            // SAFETY: the contract of this function.
            let imports = unsafe { requests(self.imports, self.imports_len) }?;
            DefinitionAction::AddImports { imports }
        } else if is(Action::RemoveImports) {
            // SAFETY: the contract of this function.
            let imports = unsafe { removals(self.removals, self.removals_len) }?;
            DefinitionAction::RemoveImports { imports }
        } else if is(Action::OrganiseImports) {
            DefinitionAction::OrganiseImports
        } else {
            return Err(unknown(
                "action",
                self.action,
                Action::OrganiseImports as u32,
            ));
        };
        Ok(DefinitionEdit::new(PathBuf::from(path), name, action).if_version(if_version))
    }
}

fn to_place(place: u32) -> Result<InsertPlace, Failure> {
    value_of(&InsertPlace::ALL, "place", place).map(|(_, place)| *place)
}

/// Edits definitions, found by name, and imports in files. By default (`dry_run` 1), only returns
/// the changes.
///
/// Replaces parts, renames declarations, inserts code next to or inside definitions, removes and
/// moves definitions, and adds, removes and organises imports. Either all files are changed or
/// none, with the guarantees of ransack_ast_edit(). Import edits in one file apply in order.
/// Documentation and attributes move with their definition. New code gets the indentation of its
/// position, and the file's line endings and choice of tabs or spaces; lines inside literals stay
/// unchanged. The new code may start at the left margin or be indented as in the file. List
/// separators and blank lines are adjusted. File-level comments, such as a shebang or a licence,
/// belong to no definition and stay first.
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_ast_edit_outcome_free(). In each change,
///   `rewrite` is the index of the edit, `root` is the index of the file among the distinct files
///   of the edits, in order of first use, and `path` is the path as given in the edit.
///
/// Fails if there are no edits; if a file cannot be opened, is not text, is too large or is in no
/// known language; if a name is unknown (RANSACK_STATUS_UNKNOWN_NAME) or ambiguous
/// (RANSACK_STATUS_AMBIGUOUS_NAME); or if the definition lacks the part to replace. An import edit
/// fails under the same conditions as ransack_add_imports() or ransack_remove_imports(). All other
/// failures are as for ransack_ast_edit(). If the call fails, no file has changed unless `paths` in
/// ransack_last_error() lists the file.
///
///     ransack_definition_edit edit = RANSACK_DEFINITION_EDIT_INIT;
///     edit.path = RANSACK_BYTES("a.py");
///     edit.name = RANSACK_BYTES("A.f");
///     edit.action = RANSACK_DEFINITION_ACTION_REPLACE;
///     edit.part = RANSACK_DEFINITION_PART_BODY;
///     edit.text = RANSACK_BYTES("return 2");
///     ransack_definition_edit_options options = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
///     options.edits = &edit;
///     options.edits_len = 1;
///     options.dry_run = 0;
///     status = ransack_edit_definition(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edit_definition(
    options: *const ransack_definition_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedOutcome::new(ransack::edit_definition(core, token)?))
        })
    }
}

#[cfg(test)]
mod tests;
