//! Edits of definitions, and options of the call.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;

use crate::ast::{DEFAULT_WAIT, request_of};
use crate::outline::definition::DefinitionPart;
use crate::outline::imports::{ImportRemoval, ImportRequest};
use crate::scan::ScopeWorkspace;

/// Place of code beside or inside a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InsertPlace {
    /// Above the definition.
    Before,
    /// Below the definition.
    After,
    /// Before the first definition inside it, or at the start of its body.
    FirstMember,
    /// After the last definition inside it, or at the end of its body.
    LastMember,
}

impl InsertPlace {
    /// All places, each with its name in camel case.
    pub const ALL: [(&'static str, InsertPlace); 4] = [
        ("before", InsertPlace::Before),
        ("after", InsertPlace::After),
        ("firstMember", InsertPlace::FirstMember),
        ("lastMember", InsertPlace::LastMember),
    ];
}

/// Change of one definition, or of the imports of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefinitionAction {
    /// Replaces a part by `text`.
    ///
    /// A part that is not there is added: documentation and attributes to any definition, a body or
    /// value only where there is one. An empty text removes documentation and attributes.
    /// Of a body with documentation at its start, such as a docstring of Python or `@moduledoc` of
    /// Elixir, everything but the documentation is replaced, unless the text begins with its own.
    /// Documentation may be given without the markers of comments, a body without its brackets, a
    /// signature with or without the bracket that opens the body. Directives of tools, such as
    /// `//go:noinline`, and attributes between the comments of documentation stay. A body that is an
    /// expression is replaced with its brackets; the mark before it, such as `=` or `->`, stays. An
    /// expression with its mark, `=> a`, takes the place of a block. Fails with `InvalidOption` for the
    /// body of a function with several clauses if the text has none, and for the value of `a` in
    /// `a = b = 1` if the text does not begin with `b =`.
    Replace {
        /// Part to replace; not [`DefinitionPart::Summary`].
        part: DefinitionPart,
        /// New code.
        text: String,
    },
    /// Gives the declaration another name. Renames the overloads, prototypes and clauses of a
    /// function in the file too. Other uses of the name stay.
    Rename {
        /// New name.
        name: String,
    },
    /// Inserts code. Fails with `InvalidOption` for a place inside a body that is an expression, and
    /// beside a definition that is part of an expression.
    Insert {
        /// Place of the code, relative to the definition.
        place: InsertPlace,
        /// Code, with its documentation.
        text: String,
    },
    /// Removes the definition with its documentation, attributes and separator. Puts `pass`, `:` or
    /// `{}` in the place of the only statement of a block that needs one. Fails with `InvalidOption`
    /// for one of several names, as in `a, b = 1, 2`, if the others would get other values.
    Remove,
    /// Moves the definition with its documentation and attributes. Leaves the same code as
    /// [`DefinitionAction::Remove`]. Fails with `InvalidOption` for one of several names of a declaration
    /// or a chain, as in `int a, b;` or `a = b = 1`, and for a member of a type or object of JavaScript
    /// and TypeScript that would stand among statements.
    Move {
        /// File to move it to, which must exist. `None` for the same file.
        path: Option<PathBuf>,
        /// Place, relative to `target`.
        place: InsertPlace,
        /// Name path of a definition in that file; empty for the file itself.
        target: String,
    },
    /// Puts comments around definitions that editors fold as a region.
    Region {
        /// Title of the region; may be empty.
        title: String,
        /// Name path of the last definition of the region, a sibling of the first. `None` for a
        /// region of one.
        last: Option<String>,
    },
    /// Adds imports to the file; see [`add_imports`](crate::add_imports). The name of the edit is
    /// empty.
    AddImports {
        /// Imports to add.
        imports: Vec<ImportRequest>,
    },
    /// Removes imports at the top level of the file; see
    /// [`remove_imports`](crate::remove_imports). The name of the edit is empty.
    RemoveImports {
        /// Imports to remove.
        imports: Vec<ImportRemoval>,
    },
    /// Groups, sorts and merges the imports at the top level of the file; see
    /// [`organise_imports`](crate::organise_imports). The name of the edit is empty.
    OrganiseImports,
}

/// Edit of one definition, or of the imports of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionEdit {
    /// File.
    pub path: PathBuf,
    /// Name path of the definition, as for [`definition`](crate::definition()): a definition with
    /// exactly this name is preferred to those whose qualified name only ends with it. Empty for the file
    /// itself, into which code can be inserted as first or last member, and whose imports can be
    /// changed.
    pub name: String,
    /// Change.
    pub action: DefinitionAction,
}

impl DefinitionEdit {
    /// Creates an edit.
    pub fn new(
        path: impl Into<PathBuf>,
        name: impl Into<String>,
        action: DefinitionAction,
    ) -> DefinitionEdit {
        DefinitionEdit {
            path: path.into(),
            name: name.into(),
            action,
        }
    }
}

/// Options of [`edit_definition`](crate::edit_definition).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DefinitionEditOptions {
    /// Edits. All names are looked up in the texts before the call. Default: none, which is an
    /// error.
    pub edits: Vec<DefinitionEdit>,
    /// Workspace of the files: relative paths start at its root, and only a dry run changes a file
    /// with an open buffer. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Name or alias of the language of the files. Default: `None`, each file in the language of
    /// its name.
    pub language: Option<String>,
    /// Whether the changes are only computed, and no file is written. Default: true.
    pub dry_run: bool,
    /// Token of an earlier dry run; see [`AstEditOptions::preview`](crate::AstEditOptions::preview).
    /// Default: `None`, not checked.
    pub preview: Option<String>,
    /// Whether syntax errors in a file, before it is edited, fail the call. Default: false.
    pub fail_on_parse_error: bool,
    /// Whether edits may add syntax errors to a file, those of
    /// [`check_syntax`](crate::check_syntax). An error that moves with its text is not added.
    /// Default: false.
    pub allow_syntax_errors: bool,
    /// Maximum time for parsing and editing one file; a slower file is an error. Default: 2
    /// seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum size of a file in bytes, before and after; a larger file is an error. Default: 16
    /// MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files that have no byte order mark; see
    /// [`AstEditOptions::encoding`](crate::AstEditOptions::encoding). Default: `None`, UTF-8.
    pub encoding: Option<String>,
    /// Directory for journals; see
    /// [`AstEditOptions::journal_dir`](crate::AstEditOptions::journal_dir). Default: `None`;
    /// journals lie beside the files.
    pub journal_dir: Option<PathBuf>,
    /// Maximum time to wait for other edits of the same files. A dry run does not wait. Zero fails at
    /// once. Default: 10 seconds.
    pub wait: Duration,
    /// Worker pool. Default: `None`, [`Pool::shared`].
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
            journal_dir: None,
            wait: DEFAULT_WAIT,
            pool: None,
        }
    }
}

impl DefinitionEditOptions {
    /// Returns the hash of the options that decide the changes, without the places of the files.
    pub(super) fn request(&self) -> u64 {
        let DefinitionEditOptions {
            dry_run,
            preview,
            time_per_file,
            journal_dir,
            wait,
            pool,
            workspace,
            ..
        } = DefinitionEditOptions::default();
        let mut deciding = DefinitionEditOptions {
            dry_run,
            preview,
            time_per_file,
            journal_dir,
            wait,
            pool,
            workspace,
            ..self.clone()
        };
        for edit in &mut deciding.edits {
            edit.path = PathBuf::new();
            if let DefinitionAction::Move { path, .. } = &mut edit.action {
                *path = None;
            }
        }
        request_of(&deciding)
    }

    /// Creates options with one edit and defaults.
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
    some(PathBuf) journal_dir,
    value(Duration) wait,
    option(Pool) pool,
}}
