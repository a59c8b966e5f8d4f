//! Edits of definitions, and options for the call.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::internal::setters;
use ransack_base::{ContentId, Pool};
use ransack_languages::ImportRequest;
use ransack_search::ScopeWorkspace;
use ransack_transaction::JournalOptions;
use ransack_transaction::internal::DEFAULT_WAIT;

use crate::definition::DefinitionPart;
use crate::imports::ImportRemoval;
use ransack_edit::internal::request_of;

/// Position for inserted or moved code, relative to a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InsertPlace {
    /// Above the named definition.
    Before,
    /// Below the named definition.
    After,
    /// Before the first definition nested in the named definition or, if nothing is nested in it,
    /// at the start of its body. If the nested definition is in a condition or loop, before that.
    /// If the value of the named definition is a list or an object, before the first element.
    FirstMember,
    /// After the last definition nested in the named definition or, if nothing is nested in it, at
    /// the end of its body. If the nested definition is in a condition or loop, after that. If the
    /// value of the named definition is a list or an object, after the last element.
    LastMember,
}

impl InsertPlace {
    /// All places, with their names in camel case.
    pub const ALL: [(&'static str, InsertPlace); 4] = [
        ("before", InsertPlace::Before),
        ("after", InsertPlace::After),
        ("firstMember", InsertPlace::FirstMember),
        ("lastMember", InsertPlace::LastMember),
    ];
}

/// Change to one definition, or to the imports of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefinitionAction {
    /// Replaces a part with `text`.
    ///
    /// Documentation and attributes are added if the definition has none; a body or a value must
    /// already exist. Empty text removes documentation or attributes. If a body begins with its
    /// documentation, such as a docstring in Python or `@moduledoc` in Elixir, the documentation is
    /// kept unless `text` begins with new documentation. Documentation may be given without comment
    /// markers, a body without its brackets, and a signature with or without the bracket that opens
    /// the body. Tool directives, such as `//go:noinline`, and attributes between the comments of
    /// documentation are kept. If the body is an expression, its brackets are also replaced; the
    /// token before the expression, such as `=` or `->`, is kept. A block may be replaced with an
    /// expression that follows such a token, as in `=> a`. Fails with `InvalidOption` if the part
    /// is the body of a function with several clauses and `text` has no clauses, or if the part is
    /// the value of `a` in `a = b = 1` and `text` does not begin with `b =`.
    Replace {
        /// Part of the definition to replace; must not be [`DefinitionPart::Summary`].
        part: DefinitionPart,
        /// New code of the part.
        text: String,
    },
    /// Renames the definition. If the definition is a function, also renames the function's
    /// overloads, prototypes and clauses in the file. Other uses of the name are left unchanged.
    Rename {
        /// New name of the definition.
        name: String,
    },
    /// Inserts code. Fails with `InvalidOption` if the code would be inside a body that is an
    /// expression, or next to a definition that is part of an expression.
    Insert {
        /// Place of the inserted code, relative to the named definition.
        place: InsertPlace,
        /// Code to insert, including its documentation.
        text: String,
    },
    /// Removes the definition with its documentation, attributes and separator. If the definition
    /// is the only statement of a block and the language does not allow an empty block, replaces it
    /// with `pass`, `:` or `{}`. Fails with `InvalidOption` if the statement defines several names,
    /// as in `a, b = 1, 2`, and removing one of them would change the values of the others.
    Remove,
    /// Moves the definition with its documentation and attributes. It is removed from its original
    /// place in the same way as by [`DefinitionAction::Remove`]. Fails with `InvalidOption` if the
    /// declaration or chain of assignments defines several names, as in `int a, b;` or `a = b = 1`.
    /// In JavaScript and TypeScript, also fails if the definition is a member of a type or object
    /// and would end up among statements.
    Move {
        /// Destination file, which must exist. `None` moves the definition within its file.
        path: Option<PathBuf>,
        /// Place to move the definition to, relative to `target`.
        place: InsertPlace,
        /// Name path of a definition in the destination file; empty for the destination file
        /// itself.
        target: String,
    },
    /// Wraps a definition, or several consecutive siblings, in region comments, which editors can
    /// fold.
    Region {
        /// Title of the region, which may be empty.
        title: String,
        /// Name path of the last definition in the region; this definition must be a sibling of the
        /// first. `None` if the region contains only the first definition.
        last: Option<String>,
    },
    /// Adds imports to the file; see [`add_imports`](crate::add_imports). [`DefinitionEdit::name`]
    /// must be empty.
    AddImports {
        /// Imports to add to the file.
        imports: Vec<ImportRequest>,
    },
    /// Removes imports at the top level of the file; see [`remove_imports`](crate::remove_imports).
    /// [`DefinitionEdit::name`] must be empty.
    RemoveImports {
        /// Imports to remove from the file.
        imports: Vec<ImportRemoval>,
    },
    /// Groups, sorts and merges the imports at the top level of the file; see
    /// [`organise_imports`](crate::organise_imports). [`DefinitionEdit::name`] must be empty.
    OrganiseImports,
}

/// Edit to one definition, or to the imports of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionEdit {
    /// Path of the file to edit.
    pub path: PathBuf,
    /// Name path of the definition, as in [`definition`](crate::definition()): an exact match takes
    /// precedence over definitions whose qualified name only ends with `name`. Empty for the file
    /// itself, in which imports can be changed and code can be inserted as the first or last
    /// member.
    pub name: String,
    /// Change to make.
    pub action: DefinitionAction,
    /// Content id that the file in `path` must have before the call, such as
    /// [`Outline::version`](crate::Outline::version). If the file has other content, the call fails
    /// with [`Stale`](crate::ErrorKind::Stale). Default: `None`, which skips the check.
    pub if_version: Option<ContentId>,
}

impl DefinitionEdit {
    /// Creates an edit of the definition with this name path in the file at `path`.
    pub fn new(
        path: impl Into<PathBuf>,
        name: impl Into<String>,
        action: DefinitionAction,
    ) -> DefinitionEdit {
        DefinitionEdit {
            path: path.into(),
            name: name.into(),
            action,
            if_version: None,
        }
    }
}

setters! { DefinitionEdit {
    into(PathBuf) path,
    into(String) name,
    value(DefinitionAction) action,
    option(ContentId) if_version,
}}

/// Options for [`edit_definition`](crate::edit_definition()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DefinitionEditOptions {
    /// Edits to make. All names are resolved against the files as they were before the call.
    /// Default: empty, which is an error.
    pub edits: Vec<DefinitionEdit>,
    /// Workspace that contains the files. Relative paths are resolved against the workspace's root.
    /// If a file with changes has an open buffer, no file is written; see
    /// [`ast_edit`](crate::ast_edit()#open-buffers). Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Name or alias of the files' language. Default: `None`, which is the language of each
    /// file, as in [`Language::from_file`](ransack_grammars::Language::from_file).
    pub language: Option<String>,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run. If the changes or the texts have changed since,
    /// the call fails; see [`AstEditOptions::preview`](crate::AstEditOptions::preview). Default:
    /// `None`, which skips this check.
    pub preview: Option<String>,
    /// Whether the call fails if a file has a syntax error before editing. Default: false.
    pub fail_on_parse_error: bool,
    /// Whether edits may add syntax errors, as reported by [`check_syntax`](crate::check_syntax).
    /// An existing error that moves along with its text does not count as added. Default: false.
    pub allow_syntax_errors: bool,
    /// Maximum time for parsing and editing one file; if it is exceeded, the call fails. Default: 2
    /// seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum size of a file in bytes, both before and after editing; if a file is larger, the
    /// call fails. Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark; see
    /// [`AstEditOptions::encoding`](crate::AstEditOptions::encoding). Default: `None`, which reads
    /// UTF-8.
    pub encoding: Option<String>,
    /// Maximum time to wait for other edits of the same files to end. A dry run does not wait. If
    /// zero, the call fails immediately instead of waiting. Default: 10 seconds.
    pub wait: Duration,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: the user's
    /// journal, and a session for this process.
    pub journal: JournalOptions,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for DefinitionEditOptions {
    fn default() -> DefinitionEditOptions {
        DefinitionEditOptions {
            edits: Vec::new(),
            workspace: None,
            language: None,
            dry_run: true,
            preview: None,
            fail_on_parse_error: false,
            allow_syntax_errors: false,
            time_per_file: Some(Duration::from_secs(2)),
            max_file_size: Some(16 << 20),
            encoding: None,
            wait: DEFAULT_WAIT,
            journal: JournalOptions::default(),
            pool: None,
        }
    }
}

impl DefinitionEditOptions {
    /// Returns the hash of the options that determine the changes, excluding the locations of the
    /// files.
    pub(super) fn request(&self) -> u64 {
        let DefinitionEditOptions {
            dry_run,
            preview,
            time_per_file,
            wait,
            journal,
            pool,
            workspace,
            ..
        } = DefinitionEditOptions::default();
        let mut deciding = DefinitionEditOptions {
            dry_run,
            preview,
            time_per_file,
            wait,
            journal,
            pool,
            workspace,
            ..self.clone()
        };
        for edit in &mut deciding.edits {
            edit.path = PathBuf::new();
            edit.if_version = None;
            if let DefinitionAction::Move { path, .. } = &mut edit.action {
                *path = None;
            }
        }
        request_of(&deciding)
    }

    /// Creates options with one edit and default values.
    pub fn new(
        path: impl Into<PathBuf>,
        name: impl Into<String>,
        action: DefinitionAction,
    ) -> DefinitionEditOptions {
        DefinitionEditOptions {
            edits: vec![DefinitionEdit::new(path, name, action)],
            ..DefinitionEditOptions::default()
        }
    }
}

setters! { DefinitionEditOptions {
    list(DefinitionEdit) edits,
    some(ScopeWorkspace) workspace,
    some(String) language,
    value(bool) dry_run,
    some(String) preview,
    value(bool) fail_on_parse_error,
    value(bool) allow_syntax_errors,
    option(Duration) time_per_file,
    option(u64) max_file_size,
    some(String) encoding,
    value(Duration) wait,
    value(JournalOptions) journal,
    option(Pool) pool,
}}
