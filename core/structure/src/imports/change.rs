//! Changes to the imports in one text: requests, results and new statements.

use std::ops::Range;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, RelPath, Result, SkipReason};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, interrupt_error};
use ransack_languages::ImportRequest;
use ransack_languages::internal::{ImportRules, Statement, has_import_scripts};

use crate::ast_edit::outcome::EditStatus;
use crate::imports::block::ImportBlock;
use crate::imports::organise::disorder;
use crate::imports::plan::plan;
use crate::imports::read::compiled;
use crate::outline::derive::{self, Derive, Derived};
use crate::outline::text::ParsedText;

/// Import to remove from source text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportRemoval {
    /// Module, as in [`Import::module`](crate::Import::module). In Rust, Java, Kotlin, PHP,
    /// Scala and Swift, the full path of an imported name, such as `std::io::Read`, is also accepted if [`ImportRemoval::name`] is
    /// `None`.
    pub module: String,
    /// Name to remove, as named in the module; `None` removes all imports of the module.
    pub name: Option<String>,
}

impl ImportRemoval {
    /// Creates a request to remove all imports of a module.
    pub fn module(module: impl Into<String>) -> ImportRemoval {
        ImportRemoval {
            module: module.into(),
            name: None,
        }
    }

    /// Creates a request to remove the import of one name from a module.
    pub fn name(module: impl Into<String>, name: impl Into<String>) -> ImportRemoval {
        ImportRemoval {
            module: module.into(),
            name: Some(name.into()),
        }
    }
}

/// Replacement of a byte range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextChange {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

impl TextChange {
    /// Returns the change that replaces a range of the text with `new`, without the common lines at
    /// both ends. Returns `None` if nothing differs.
    pub(super) fn between(
        block: &ImportBlock<'_>,
        range: Range<usize>,
        new: &str,
    ) -> Option<TextChange> {
        let old = block.text(range.clone());
        if old == new {
            return None;
        }
        let lines = |text: &'_ str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
        let (old_lines, new_lines) = (lines(old), lines(new));
        let (mut start, mut count) = (0, 0);
        for (a, b) in old_lines.iter().zip(&new_lines) {
            if a != b || old[start..start + a] != new[start..start + b] {
                break;
            }
            start += a;
            count += 1;
        }
        let (mut old_end, mut new_end) = (old.len(), new.len());
        let pairs = old_lines[count..]
            .iter()
            .rev()
            .zip(new_lines[count..].iter().rev());
        for (a, b) in pairs {
            if a != b || old[old_end - a..old_end] != new[new_end - b..new_end] {
                break;
            }
            old_end -= a;
            new_end -= b;
        }
        Some(TextChange {
            range: range.start + start..range.start + old_end,
            text: new[start..new_end].to_owned(),
        })
    }
}

/// Result of [`add_imports`]: the text with the added imports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddedImports {
    /// Text after the imports were added.
    pub text: Vec<u8>,
    /// Status of each import, in request order; [`EditStatus::Unchanged`] if the import already
    /// existed.
    pub statuses: Vec<EditStatus>,
}

/// Adds imports to `source`, which is text in memory, and returns the new text.
///
/// A name is added to an existing statement that imports from the same module. An import that
/// already exists changes nothing and has the status `Unchanged`. If a name that is imported only
/// as a type is added as a value, the existing import becomes a value import, so each name is
/// imported once. A new statement is placed in sorted order among the imports of its group or,
/// failing that, below the file header: the interpreter line, comments, docstring, directives,
/// package, namespace and include guard. Python `__future__` imports precede all other code. Quotes,
/// semicolons and line endings follow the style of the text. A list in the language's usual layout
/// is wrapped if it becomes too long; in a list with any other layout, names are inserted and the
/// rest is unchanged. Calling [`remove_imports`] with the same import restores the original text.
/// Imports inside functions, conditional statements and `#if` blocks do not count as existing.
///
/// In JavaScript and TypeScript, names of `const { a } = require('b')` at the top level count as
/// existing. If a text has such calls and neither `import` nor `export` statements, except
/// type-only imports, a new import is a call too: `const { a } = require('b')`,
/// `const b = require('b')` for the default export or the namespace, or `require('b')`. Such calls
/// are neither removed nor organised.
///
/// In C#, PHP and Scala, a block of a namespace or package has its own imports. If all imports are
/// in one such block, a new import joins them; in PHP, it also goes into the only block with
/// braces. In Kotlin and PHP, each new name has a statement of its own, unless PHP code already
/// imports from the module by a group in braces. In Scala, new renames and wildcards have the
/// syntax of Scala 3 if an import of the text has it, and otherwise the syntax of Scala 2.
///
/// In Ruby, Lua and Perl, where an import runs code, a new statement follows the existing statements
/// of its group, and a new name the names of its list. Perl lists of strings and of options get no
/// names; `use A qw(name);` is added instead. In a Perl file with several `package` statements
/// without blocks, an import below any of them counts as existing. In Vue and Svelte, a new import goes into `<script
/// setup>`; without one, into the first script that is not `<script module>`; and otherwise into
/// the first script. Imports in other scripts count as existing. In Astro, only the front matter is
/// changed.
///
/// # Errors
///
/// `InvalidOption` if the language's imports cannot be changed, the kind of import is not
/// supported, a module or name is invalid, a Vue, Svelte or Astro text has no script for the import,
/// or a PHP text has several namespaces or no line for the import; also any error that [`imports`](crate::imports::imports) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, EditStatus, ImportRequest, add_imports};
///
/// let source = b"import os\nfrom a import b\n\nos.sep\n";
/// let requests = [ImportRequest::new("a").name("c"), ImportRequest::new("sys")];
/// let added = add_imports(source, "python", &requests, &CancelToken::new())?;
/// assert_eq!(added.text, b"import os\nimport sys\nfrom a import b, c\n\nos.sep\n");
/// let again = add_imports(&added.text, "python", &requests, &CancelToken::new())?;
/// assert_eq!(again.statuses, [EditStatus::Unchanged; 2]);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn add_imports(
    source: &[u8],
    language: &str,
    imports: &[ImportRequest],
    token: &CancelToken,
) -> Result<AddedImports> {
    let change = ImportsChange::Add(imports.to_vec());
    let (text, statuses) = changed(source, language, change, token)?;
    Ok(AddedImports { text, statuses })
}

/// Removes top-level imports from `source`, which is text in memory, and returns the new text.
///
/// If no names are left in a statement, the statement is removed with its line, its attributes, the
/// comments directly above it and the comment after it. Licences and other comments about the file
/// are kept. A list that loses names keeps its layout, except that a multi-line list that was too
/// long for one line is joined if it now fits. The call either removes every requested import or
/// fails.
///
/// # Errors
///
/// - [`UnknownName`](crate::ErrorKind::UnknownName): the text has no such import at the top level;
///   [`Error::candidates`] lists the nearest modules or names.
/// - `InvalidOption`: the language's imports cannot be changed, or one of several names would be
///   removed from a statement that is not valid UTF-8; also any error that
///   [`imports`](crate::imports::imports) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, ImportRemoval, remove_imports};
///
/// let source = b"use std::{fmt, io};\nuse serde::Serialize;\n";
/// let removals = [ImportRemoval::name("std", "io"), ImportRemoval::module("serde")];
/// let changed = remove_imports(source, "rust", &removals, &CancelToken::new())?;
/// assert_eq!(changed, b"use std::fmt;\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn remove_imports(
    source: &[u8],
    language: &str,
    imports: &[ImportRemoval],
    token: &CancelToken,
) -> Result<Vec<u8>> {
    let change = ImportsChange::Remove(imports.to_vec());
    Ok(changed(source, language, change, token)?.0)
}

/// Organises the top-level imports in `source`, which is text in memory, and returns the new text.
///
/// - Python: `__future__`, the standard library, other packages and relative imports, in sections
///   separated by a blank line; `import` before `from`, and one module per `import`, like isort. No
///   import moves across `from m import *`, which may rebind any name.
/// - JavaScript, TypeScript: packages before relative paths, case-insensitive; blank lines are kept
///   and delimit the sorted blocks. Side-effect imports stay in place, and no import moves across
///   them.
/// - Rust: like rustfmt, in either the 2024 style or the earlier style, whichever the text follows;
///   blank lines are kept.
/// - Go: standard library before other packages, like goimports; blank lines are kept.
/// - Java: static imports, a blank line, other imports, in ASCII order, like google-java-format.
/// - C#: like `dotnet format`: `global using`, namespaces, `using static`, aliases; `System` first
///   unless the text is in alphabetical order; blank lines are kept.
/// - PHP: classes, functions and constants, in sections separated by a blank line, and one path per
///   `use`, like PHP-CS-Fixer with the rule set `@Symfony`. Groups in braces are kept and sorted.
/// - Kotlin: without blank lines, in the default order of ktlint and IntelliJ IDEA (`java`, `javax`,
///   `kotlin` and aliases last) or in ASCII order like ktfmt, whichever the text follows.
/// - Scala: like the rule `OrganizeImports` of Scalafix, with its default groups (Java, Scala, others)
///   or in blocks separated by blank lines, and in the order `Ascii` or `SymbolsFirst`, whichever
///   the text follows; one path per import. An import whose path may begin with a name from
///   another import stays in place.
/// - Swift: modules, declarations such as `import struct`, `@_implementationOnly` and `@testable`, in
///   sections separated by a blank line, like the rule `OrderedImports` of swift-format.
/// - C, C++: the LLVM style of clang-format, in blocks separated by blank lines. `file_name` is the
///   name of the file that contains the text; it identifies the file's main header.
/// - Solidity: by path, with sorted names, like `forge fmt` with `sort_imports`; blank lines are
///   kept.
/// - Ruby, Lua, Perl: all statements keep their order, because they run code. Within a block without
///   blank lines, a repeated statement is removed, except `load`, `dofile` and `do`. In Lua, and for
///   `autoload` in Ruby, the repeated statement stays if a statement in between sets the same name;
///   in Perl, if there is any statement in between.
/// - Vue, Svelte: each script outside other elements; Astro: the front matter.
///
/// Duplicate imports are merged. Comments directly above an import and comments after it move with
/// it, except licences, other comments about the file, and a multi-line comment at the start of the
/// file. An import with a comment that suppresses diagnostics on its line (`# noqa`, `//
/// @ts-ignore`) is neither merged nor wrapped. Imports covered by `isort: off`, `fmt: off`,
/// `clang-format off`, `@formatter:off`, `isort: skip`, `isort: skip_file`, `#![rustfmt::skip]` and
/// similar markers stay in place. No import moves across other code or `#if`; in C# and Swift,
/// imports inside `#if` keep their order. Organising is idempotent.
///
/// # Errors
///
/// `InvalidOption` if the language's imports cannot be changed; also any error that
/// [`imports`](crate::imports::imports) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, organise_imports};
///
/// let source = b"import numpy\nimport sys, os\nfrom a import d, c\n";
/// let changed = organise_imports(source, "python", None, &CancelToken::new())?;
/// assert_eq!(changed, b"import os\nimport sys\n\nimport numpy\nfrom a import c, d\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn organise_imports(
    source: &[u8],
    language: &str,
    file_name: Option<&str>,
    token: &CancelToken,
) -> Result<Vec<u8>> {
    let file_name = file_name.map(str::to_owned);
    Ok(changed(source, language, ImportsChange::Organise(file_name), token)?.0)
}

fn changed(
    source: &[u8],
    language: &str,
    change: ImportsChange,
    token: &CancelToken,
) -> Result<(Vec<u8>, Vec<EditStatus>)> {
    let plan = derive::derive(source, language, change, token)?.0?;
    Ok((apply(source, &plan.changes), plan.statuses))
}

/// Applies changes, ascending and disjoint, to the text.
pub(crate) fn apply(source: &[u8], changes: &[TextChange]) -> Vec<u8> {
    let mut text = Vec::with_capacity(source.len() + 64);
    let mut at = 0;
    for change in changes {
        text.extend_from_slice(source.get(at..change.range.start).unwrap_or_default());
        text.extend_from_slice(change.text.as_bytes());
        at = change.range.end;
    }
    text.extend_from_slice(source.get(at..).unwrap_or_default());
    text
}

/// Change to the imports of one text.
pub(crate) enum ImportsChange {
    Add(Vec<ImportRequest>),
    Remove(Vec<ImportRemoval>),
    /// Organises imports; the file name identifies the main header of a C or C++ file.
    Organise(Option<String>),
}

impl ImportsChange {
    /// Returns the changes to the text.
    ///
    /// # Errors
    ///
    /// `InvalidOption`, `UnknownName`: see [`add_imports`], [`remove_imports`].
    pub(crate) fn changes(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Result<ImportsPlan>, Interrupt> {
        plan(self, text, parsers, budget)
    }
}

/// Changes to the imports of one text.
pub(crate) struct ImportsPlan {
    /// Changes, ascending and disjoint.
    pub(crate) changes: Vec<TextChange>,
    /// Status of each import to add or remove, in request order.
    pub(crate) statuses: Vec<EditStatus>,
}

/// Changes to one text, or the error of a request.
pub(crate) struct PlannedImports(Result<ImportsPlan>);

impl Derive for ImportsChange {
    type Output = PlannedImports;

    const RESULT: &'static str = "imports that can be changed";

    fn supports(language: &Language) -> bool {
        has_editors(language) || has_import_scripts(language)
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<PlannedImports, Interrupt> {
        self.changes(text, parsers, budget).map(PlannedImports)
    }
}

impl Derived for PlannedImports {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        let changes = self.0.as_ref().map_or(&[][..], |plan| &plan.changes);
        changes.iter().map(|change| change.text.len()).sum()
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        Vec::new()
    }

    fn has_items(&self) -> bool {
        self.0.is_ok()
    }
}

/// Returns whether the language has statements that can be changed.
pub(super) fn has_editors(language: &Language) -> bool {
    compiled(language).is_some_and(|found| !found.table.editors.is_empty())
}

/// Returns the import rules for the text; if the language has several sets, the one that the text
/// follows best.
pub(super) fn editor_of(text: &ParsedText<'_>) -> Result<&'static ImportRules> {
    derive::require::<ImportsChange>(text.language)?;
    let editors = compiled(text.language).map(|found| found.table.editors);
    let editors = editors.unwrap_or_default();
    let best = match editors {
        [only] => Some(only),
        _ => editors.iter().min_by_key(|editor| disorder(text, editor)),
    };
    let unsupported = || Error::option("the language has no imports that can be changed");
    best.copied().ok_or_else(unsupported)
}

/// Parser for new statements.
pub(super) struct Parser<'e> {
    language: &'static Language,
    editor: &'e ImportRules,
    parsers: Parsers,
}

impl<'e> Parser<'e> {
    pub(super) fn new(language: &'static Language, editor: &'e ImportRules) -> Parser<'e> {
        Parser {
            language,
            editor,
            parsers: Parsers::default(),
        }
    }

    /// Parses one statement.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if `source` is not exactly one import.
    pub(super) fn parse(&mut self, source: &str) -> Result<Statement> {
        let invalid = || {
            let message = format!("not a valid import statement of {}", self.language.name);
            Error::option(message).with_pattern(source)
        };
        // Quotes would end the module literal, and line ends the statement.
        if source.contains(['\n', '\r', '\0']) {
            return Err(invalid());
        }
        let text = format!("{}{source}\n", self.editor.prelude);
        // Parsing one statement is too short to interrupt.
        let token = CancelToken::new();
        let mut budget = WorkBudget::new(&token, None);
        let parsed = ParsedText::new(
            text.as_bytes(),
            self.language,
            &mut self.parsers,
            &mut budget,
        );
        let parsed = parsed.map_err(interrupt_error)?;
        let block = ImportBlock::read(&parsed, self.editor);
        match block.units.as_slice() {
            [unit] if !parsed.tree.root_node().has_error() && unit.statement.text == source => {
                let mut statement = unit.statement.clone();
                statement.range = 0..0;
                Ok(statement)
            }
            _ => Err(invalid()),
        }
    }
}
