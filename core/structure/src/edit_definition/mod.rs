//! Edits definitions by name: replaces parts, inserts, moves and removes.
//!
//! An edit is planned against the current text and the ranges of its outline.
//! [`ast_edit`](crate::ast_edit()) checks and writes the changes.
//!
//! - `options`: edits, and options for the call.
//! - `planner`: plans the edits of one text.
//! - `editor`: collects the edits of one text; `site`: the text and the neighbours of a definition.
//! - `part`: replaces parts; `body`: replaces bodies; `doc`: writes documentation in the style of a
//!   language; `rename`: renames.
//! - `limits`: rejects targets that cannot take code and definitions whose end is unknown.
//! - `place`: inserts; `inside`: inserts into definitions without definitions inside; `construct`:
//!   finds the condition or loop around a definition; `removal`: removes; `block`: placeholder for the
//!   only statement of a block; `shared`: removes one of several names; `alternatives`: constructors
//!   separated by `|`; `neighbours`: separators, shared declarations and blank lines around a
//!   definition.
//! - `imports`: changes the imports in the file.
//! - `fragment`: adapts the indentation of new code; `base`: finds its indentation; `prefix`: its
//!   leading comments and attributes; `unit`: the indentation unit of a file.

mod alternatives;
mod base;
mod block;
mod body;
mod construct;
mod doc;
mod editor;
mod fragment;
mod imports;
mod inside;
mod limits;
mod list;
mod neighbours;
mod options;
mod part;
mod place;
mod planner;
mod prefix;
mod removal;
mod rename;
mod shared;
mod site;
mod unit;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, OptionName, RelPath, Result, SkipReason};
use ransack_edit::internal::{EditCall, ExpectedVersions, identity, path_in};
use ransack_grammars::internal::{
    FileLanguages, Interrupt, MAX_TEXT, Parsers, WorkBudget, language_named,
    unknown_language_of_file,
};
use ransack_search::Scope;
use ransack_search::internal::{begin_scope, check_path, name_paths, scope_pool};

use crate::ast_edit;
use crate::ast_edit::outcome::AstEditOutcome;
use crate::ast_edit::planner::SyntaxPlanner;
use crate::ast_edit::text_plan::TextChecks;
use crate::edit_definition::place::PlacedCode;
use crate::edit_definition::planner::{DefinitionPlanner, Step, StepKind};
use crate::imports::ImportsChange;
use crate::outline::cache::TextSource;
use crate::outline::derive::{self, Derive, Derived};
use crate::outline::name_path;
use crate::outline::options::{OutlineFilesOptions, OutlineOptions};
use crate::outline::text::{self, ParsedText};

pub use options::{DefinitionAction, DefinitionEdit, DefinitionEditOptions, InsertPlace};

/// Edits definitions, which are identified by name, and imports in files. The default is a dry run,
/// which returns the changes and writes nothing.
///
/// Replaces parts, renames declarations, inserts code next to or inside definitions, removes and
/// moves definitions, and adds, removes and organises imports. Changes either all files or none,
/// with the guarantees of [`ast_edit`](crate::ast_edit()). All names and ranges refer to the files
/// as they were before the call. An edit whose code is already present changes nothing; its status
/// in [`AstEditOutcome::edits`] says so.
///
/// Edits of the imports in one file are applied in order, each to the result of the previous edit.
/// For example, [`OrganiseImports`](DefinitionAction::OrganiseImports) after
/// [`AddImports`](DefinitionAction::AddImports) also sorts the new imports. If several of these
/// edits contribute to a change, the change has the index of the first of them.
///
/// # Text
///
/// Documentation and attributes stay with their definition. New code takes the indentation of the
/// place where it is inserted, with the tabs or spaces and the line endings of the file; lines
/// inside literals are left unchanged. New code may start at the left margin or keep the
/// indentation of the file it was copied from. Separators are added and removed as lists require.
/// Comments about the whole file, such as a shebang, a licence or `// @ts-nocheck`, do not belong
/// to any definition and remain first and unchanged. An inserted definition is separated by as many
/// blank lines as its neighbours usually are. After a removal, the larger of the two surrounding
/// gaps remains.
///
/// # Cost
///
/// Computes an outline of each file and checks it in the same way as
/// [`ast_edit`](crate::ast_edit()).
///
/// # Result
///
/// [`AstChange::rewrite`](crate::AstChange::rewrite) is the index of the edit.
/// [`root`](crate::AstChange::root) is the index of the file among the distinct files in the edits,
/// in the order in which they first occur. `path` is the path given in the edit.
///
/// # Errors
///
/// - `InvalidOption`: there are no edits; a file is not in a language that supports outlines; a
///   part does not exist; code is not valid where it is to be inserted; a file is not text or
///   exceeds the size limit; the language's imports cannot be changed; the language does not have
///   the requested kind of import.
/// - [`UnknownName`](crate::ErrorKind::UnknownName),
///   [`AmbiguousName`](crate::ErrorKind::AmbiguousName): see [`definition`](crate::definition()) and
///   [`remove_imports`](crate::remove_imports). A name without a number is also ambiguous if it
///   selects an overloaded function of TypeScript to be removed, moved or replaced as a whole, or to
///   get documentation or code above it.
/// - [`OverlappingEdits`](crate::ErrorKind::OverlappingEdits): two edits change the same code.
/// - [`SyntaxError`](crate::ErrorKind::SyntaxError): the code after a definition cannot be parsed
///   and may belong to the definition. Not reported if
///   [`allow_syntax_errors`](DefinitionEditOptions::allow_syntax_errors) is set.
/// - [`Stale`](crate::ErrorKind::Stale): a file does not have its content id in
///   [`if_version`](DefinitionEdit::if_version).
/// - Any error that [`ast_edit`](crate::ast_edit()) can return.
///
/// If the call fails, no file has changed unless [`Error::paths`] lists it.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, DefinitionAction, DefinitionEditOptions, DefinitionPart, edit_definition};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let path = dir.path().join("a.py");
/// std::fs::write(&path, "class A:\n    def f(self):\n        return 1\n").unwrap();
/// let part = DefinitionPart::Body;
/// let action = DefinitionAction::Replace { part, text: "return 2".into() };
/// let options = DefinitionEditOptions::new(&path, "A.f", action).dry_run(false);
/// assert!(edit_definition(&options, &CancelToken::new())?.applied);
/// let text = std::fs::read_to_string(&path).unwrap();
/// assert_eq!(text, "class A:\n    def f(self):\n        return 2\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn edit_definition(
    options: &DefinitionEditOptions,
    token: &CancelToken,
) -> Result<AstEditOutcome> {
    token.heartbeat()?;
    let mut scope = Scope::default().roots(options.edits.iter().map(|edit| edit.path.clone()));
    scope.workspace.clone_from(&options.workspace);
    scope = begin_scope(&scope);
    scope.roots.clear();
    let pool = scope_pool(&scope, options.pool.as_ref());
    let options = DefinitionEditOptions {
        pool,
        ..options.clone()
    };
    edit(&options, &scope, token).map_err(|error| name_paths(&scope, error))
}

/// Changes definitions in files of `scope`, which has no root yet and a call that has begun.
fn edit(
    options: &DefinitionEditOptions,
    scope: &Scope,
    token: &CancelToken,
) -> Result<AstEditOutcome> {
    if options.edits.is_empty() {
        return Err(Error::option("there are no edits"));
    }
    let files = Files::of(options, scope)?;
    let checks = TextChecks::new(
        OptionName::Edits,
        options.allow_syntax_errors,
        options.max_file_size,
    )
    .of_definitions();
    let steps = files.steps(options, token)?;
    let texts = TextSource::new(scope, true);
    let planner = DefinitionPlanner::new(options.edits.len(), steps, checks, texts);
    let planner = Arc::new(planner);
    let language = options
        .language
        .as_deref()
        .map(language_named)
        .transpose()?;
    let call = EditCall {
        planner: Arc::new(SyntaxPlanner::new(planner, language, true)),
        scope: files.scope(),
        operations: Vec::new(),
        needs_every_root: true,
        dry_run: options.dry_run,
        preview: options.preview.clone(),
        if_versions: Arc::new(files.if_versions(options)),
        request: options.request(),
        max_replacements: None,
        max_files: None,
        fail_on_parse_error: options.fail_on_parse_error,
        time_per_file: options.time_per_file,
        max_file_size: options.max_file_size,
        max_held: MAX_TEXT,
        encoding: options.encoding.clone(),
        wait: options.wait,
        journal: options.journal.clone(),
        operation: "edit_definition",
        pool: options.pool.clone(),
    };
    ast_edit::edit(&call, token)
}

/// Different files of the edits, in the order of their first mention.
struct Files<'s> {
    /// Scope without roots.
    scope: &'s Scope,
    files: Vec<EditedFile>,
}

struct EditedFile {
    /// Path; absolute in a workspace.
    path: PathBuf,
    /// Path that identifies the file, independent of links.
    identity: PathBuf,
}

impl Files<'_> {
    fn of<'s>(options: &DefinitionEditOptions, scope: &'s Scope) -> Result<Files<'s>> {
        let mut files = Files {
            scope,
            files: Vec::new(),
        };
        for (index, edit) in options.edits.iter().enumerate() {
            let other = match &edit.action {
                DefinitionAction::Move { path, .. } => path.as_ref(),
                _ => None,
            };
            for path in [Some(&edit.path), other].into_iter().flatten() {
                let added = files.add(path, options);
                added.map_err(|error| error.in_element(OptionName::Edits, index))?;
            }
        }
        Ok(files)
    }

    fn add(&mut self, shown: &Path, options: &DefinitionEditOptions) -> Result<()> {
        if shown.as_os_str().is_empty() {
            return Err(Error::option("the path is empty"));
        }
        let path = self.path(shown);
        check_path(self.scope, &path)?;
        let name = shown.file_name().unwrap_or_default().as_encoded_bytes();
        if options.language.is_none() && !FileLanguages::of(name).possible().any(text::has_outline)
        {
            return Err(unknown_language_of_file(shown, "an outline"));
        }
        let identity = identity(&path);
        if !self.files.iter().any(|file| file.identity == identity) {
            self.files.push(EditedFile { path, identity });
        }
        Ok(())
    }

    /// Returns the path of a file that was given as `path`.
    fn path(&self, path: &Path) -> PathBuf {
        path_in(self.scope, path)
    }

    /// Returns the content ids that files must have.
    fn if_versions(&self, options: &DefinitionEditOptions) -> ExpectedVersions {
        let mut versions = ExpectedVersions::default();
        for edit in &options.edits {
            if let Some(version) = edit.if_version {
                versions.add(self.path(&edit.path), version);
            }
        }
        versions
    }

    fn index(&self, path: &Path) -> usize {
        let identity = identity(&self.path(path));
        let index = self.files.iter().position(|file| file.identity == identity);
        index.unwrap_or(0)
    }

    fn scope_of(&self, root: PathBuf) -> Scope {
        self.scope.clone().roots([root])
    }

    fn scope(&self) -> Scope {
        let roots = self.files.iter().map(|file| file.path.clone());
        self.scope.clone().roots(roots)
    }

    /// Returns the steps of each file. Reads the definitions that move between files.
    fn steps(
        &self,
        options: &DefinitionEditOptions,
        token: &CancelToken,
    ) -> Result<Vec<Vec<Step>>> {
        let mut steps: Vec<Vec<Step>> = self.files.iter().map(|_| Vec::new()).collect();
        for (index, edit) in options.edits.iter().enumerate() {
            let own = self.index(&edit.path);
            let mut add = |file: usize, name: &str, kind| {
                if let Some(steps) = steps.get_mut(file) {
                    let (index, name) = (index as u32, name.to_owned());
                    steps.push(Step { index, name, kind });
                }
            };
            match &edit.action {
                DefinitionAction::Move {
                    path: Some(path),
                    place,
                    target,
                } if self.index(path) != own => {
                    let from = self.path(&edit.path);
                    let found = moved(self.scope_of(from), &edit.name, options, token);
                    let found = found.map_err(|error| error.in_element(OptionName::Edits, index));
                    let code = found?;
                    let text = code.text.clone();
                    add(own, &edit.name, StepKind::Leave { text });
                    let place = *place;
                    let arrive = StepKind::Arrive { place, code };
                    add(self.index(path), target, arrive);
                }
                action => match self.imports_change(own, action) {
                    None => add(own, &edit.name, StepKind::Change(action.clone())),
                    Some(change) if edit.name.is_empty() => {
                        add(own, "", StepKind::Imports(change));
                    }
                    Some(_) => {
                        let error = Error::option("an edit of imports is one of the file")
                            .with_advice("leave", OptionName::Name, "empty")
                            .with_pattern(&edit.name);
                        return Err(error
                            .with_path(&edit.path)
                            .in_element(OptionName::Edits, index));
                    }
                },
            }
        }
        Ok(steps)
    }

    /// Returns the import change of an action; `None` for other actions.
    fn imports_change(&self, file: usize, action: &DefinitionAction) -> Option<ImportsChange> {
        match action {
            DefinitionAction::AddImports { imports } => Some(ImportsChange::Add(imports.clone())),
            DefinitionAction::RemoveImports { imports } => {
                Some(ImportsChange::Remove(imports.clone()))
            }
            DefinitionAction::OrganiseImports => {
                let name = self.files.get(file).and_then(|file| file.path.file_name());
                let name = name.map(|name| name.to_string_lossy().into_owned());
                Some(ImportsChange::Organise(name))
            }
            _ => None,
        }
    }
}

/// Reads the definition that an edit moves to another file.
fn moved(
    scope: Scope,
    name: &str,
    options: &DefinitionEditOptions,
    token: &CancelToken,
) -> Result<Moved> {
    let files = OutlineFilesOptions {
        scope,
        language: options.language.clone(),
        time_per_file: options.time_per_file,
        max_file_size: options.max_file_size,
        encoding: options.encoding.clone(),
        pool: options.pool.clone(),
        ..OutlineFilesOptions::default()
    };
    let lookup = MovedLookup(name.to_owned());
    let found = derive::one_file_or_error(&files, lookup, token)?
        .items
        .pop();
    found.ok_or_else(|| {
        let message = "the file cannot be edited: it is not text, or too large or slow to parse";
        let error = Error::option(message);
        match files.scope.roots.first() {
            Some(path) => error.with_path(path),
            None => error,
        }
    })
}

/// Code of a definition that moves, with its context in the source file.
struct Moved {
    text: Vec<u8>,
    comment: Vec<u8>,
    base: Vec<u8>,
    is_member: bool,
}

impl Moved {
    fn as_code(&self) -> PlacedCode<'_> {
        PlacedCode::Moved {
            text: &self.text,
            comment: &self.comment,
            base: &self.base,
            is_member: self.is_member,
        }
    }
}

struct MovedLookup(String);

struct FoundMoved(Result<Moved>);

impl From<FoundMoved> for Result<Moved> {
    fn from(found: FoundMoved) -> Result<Moved> {
        found.0
    }
}

impl Derive for MovedLookup {
    type Output = FoundMoved;

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<FoundMoved, Interrupt> {
        let options = OutlineOptions::default().key_depth(None);
        let outline = text.outline(&options, parsers, budget)?;
        let found = name_path::find(&outline, &self.0, budget)?.map(|item| {
            let (start, end) = (item.span().start.offset, item.span().end.offset);
            let line = ransack_base::internal::line_start(text.source, start);
            Moved {
                text: text.source.get(start..end).unwrap_or_default().to_vec(),
                comment: site::comment_after(text.source, &(start..end)).to_vec(),
                base: site::blanks_at(text.source, line).to_vec(),
                is_member: limits::is_member(&outline, item),
            }
        });
        Ok(FoundMoved(found))
    }
}

impl Derived for FoundMoved {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        self.0.as_ref().map_or(0, |found| found.text.len())
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        Vec::new()
    }

    fn has_items(&self) -> bool {
        self.0.is_ok()
    }
}
