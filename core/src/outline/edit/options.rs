//! Edits of definitions, and options of the call.

use std::path::PathBuf;
use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::ScopeWorkspace;

use crate::ast::{DEFAULT_WAIT, request_of};
use crate::outline::definition::DefinitionPart;
use crate::outline::imports::{ImportRemoval, ImportRequest};

/// Target of code, next to or inside a definition.
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
    /// Replaces a part with `text`.
    ///
    /// A missing part is added: documentation and attributes to any definition, a body or value
    /// only if the definition already has one. An empty text removes documentation and attributes.
    /// If a body begins with its documentation, such as a docstring in Python or `@moduledoc` in
    /// Elixir, the documentation is kept unless the text begins with its own. Documentation may be
    /// given without comment markers, a body without its brackets, and a signature with or without
    /// the bracket that opens the body. Tool directives, such as `//go:noinline`, and attributes
    /// between the comments of documentation are kept. If the body is an expression, its brackets
    /// are replaced too; the mark before it, such as `=` or `->`, is kept. An expression with its
    /// mark, such as `=> a`, may replace a block. Fails with `InvalidOption` for the body of a
    /// function with several clauses if the text has no clauses, and for the value of `a` in `a = b
    /// = 1` if the text does not begin with `b =`.
    Replace {
        /// Part to replace; not [`DefinitionPart::Summary`].
        part: DefinitionPart,
        /// New code.
        text: String,
    },
    /// Renames the declaration, including the overloads, prototypes and clauses of a function in
    /// the file. Other uses of the name are left unchanged.
    Rename {
        /// New name.
        name: String,
    },
    /// Inserts code. Fails with `InvalidOption` inside a body that is an expression, and next to a
    /// definition that is part of an expression.
    Insert {
        /// Place of the code, relative to the definition.
        place: InsertPlace,
        /// Code, with its documentation.
        text: String,
    },
    /// Removes the definition with its documentation, attributes and separator. Replaces the only
    /// statement of a block with `pass`, `:` or `{}` if the language does not allow an empty block.
    /// Fails with `InvalidOption` for one of several names, as in `a, b = 1, 2`, if the other names
    /// would get other values.
    Remove,
    /// Moves the definition with its documentation and attributes. The original place is edited as
    /// by [`DefinitionAction::Remove`]. Fails with `InvalidOption` for one of several names of a
    /// declaration or chain, as in `int a, b;` or `a = b = 1`. In JavaScript and TypeScript, also
    /// fails for a member of a type or object that would end up among statements.
    Move {
        /// Destination file, which must exist. `None` for the same file.
        path: Option<PathBuf>,
        /// Place, relative to `target`.
        place: InsertPlace,
        /// Name path of a definition in the destination file; empty for the file itself.
        target: String,
    },
    /// Wraps definitions in the region comments that editors fold.
    Region {
        /// Title of the region; may be empty.
        title: String,
        /// Name path of the last definition of the region, a sibling of the first. `None` if the
        /// region contains only the first.
        last: Option<String>,
    },
    /// Adds imports to the file; see [`add_imports`](crate::add_imports). The edit must have an
    /// empty name.
    AddImports {
        /// Imports to add.
        imports: Vec<ImportRequest>,
    },
    /// Removes imports at the top level of the file; see [`remove_imports`](crate::remove_imports).
    /// The edit must have an empty name.
    RemoveImports {
        /// Imports to remove.
        imports: Vec<ImportRemoval>,
    },
    /// Groups, sorts and merges the imports at the top level of the file; see
    /// [`organise_imports`](crate::organise_imports). The edit must have an empty name.
    OrganiseImports,
}

/// Edit of one definition, or of the imports of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionEdit {
    /// Path of the file.
    pub path: PathBuf,
    /// Name path of the definition, as in [`definition`](crate::definition()): an exact match takes
    /// precedence over definitions whose qualified name only ends with it. Empty for the file
    /// itself, which supports inserting code as first or last member and changing imports.
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
    /// Edits. All names refer to the texts before the call. Default: none, which is an error.
    pub edits: Vec<DefinitionEdit>,
    /// Workspace of the files: relative paths start at its root, and only a dry run changes a file
    /// with an open buffer. Default: `None`.
    pub workspace: Option<ScopeWorkspace>,
    /// Name or alias of the language of the files. Default: `None`, each file in the language of
    /// its name.
    pub language: Option<String>,
    /// Whether to compute the changes without writing files. Default: true.
    pub dry_run: bool,
    /// Token from an earlier dry run; see
    /// [`AstEditOptions::preview`](crate::AstEditOptions::preview). Default: `None`, which skips
    /// this check.
    pub preview: Option<String>,
    /// Whether a syntax error in a file before editing fails the call. Default: false.
    pub fail_on_parse_error: bool,
    /// Whether edits may add syntax errors, as reported by [`check_syntax`](crate::check_syntax).
    /// An error that moves with its text does not count as added. Default: false.
    pub allow_syntax_errors: bool,
    /// Maximum time for parsing and editing one file; exceeding it is an error. Default: 2 seconds;
    /// `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum size of a file in bytes, before and after editing; exceeding it is an error.
    /// Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark; see
    /// [`AstEditOptions::encoding`](crate::AstEditOptions::encoding). Default: `None`, UTF-8.
    pub encoding: Option<String>,
    /// Directory for journals; see
    /// [`AstEditOptions::journal_dir`](crate::AstEditOptions::journal_dir). Default: `None`, next
    /// to the edited files.
    pub journal_dir: Option<PathBuf>,
    /// Maximum time to wait for other edits of the same files. A dry run does not wait. Zero fails
    /// immediately. Default: 10 seconds.
    pub wait: Duration,
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
            journal_dir: None,
            wait: DEFAULT_WAIT,
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
    some(PathBuf) journal_dir,
    value(Duration) wait,
    option(Pool) pool,
}}
