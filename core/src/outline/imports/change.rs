//! Adds and removes imports.

use std::cmp::Ordering;
use std::ops::Range;

use super::item::ImportKind;
use super::languages;
use super::organise::{disorder, organise};
use super::statement::{Block, Editor, Gap, Item, List, Statement, Unit, line_end, line_start};
use crate::ast::{self, Interrupt, Language, Parsers, WorkBudget};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::outline::derive::{self, Derive, Derived};
use crate::outline::text::ParsedText;
use crate::path::RelPath;
use crate::report::SkipReason;

/// Maximum number of nearest names of an error, and the least similarity of them.
const MAX_NEAREST: usize = 5;
const MIN_SIMILARITY: f64 = 0.5;

/// Import to add to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportRequest {
    /// Module, without quotes and brackets, as in [`Import::module`](super::Import::module).
    pub module: String,
    /// Names of the module, each with the name in the text if it is another. `("*", Some(alias))`
    /// is the module under another name, `("*", None)` all its names, `("default", Some(alias))`
    /// the default export of JavaScript. Empty for the module itself; in C and Go always, but for
    /// `*`.
    pub names: Vec<(String, Option<String>)>,
    /// Kind. Default: [`ImportKind::Static`]. Others as far as the language has them:
    /// `TypeOnly` and `SideEffect` in TypeScript and JavaScript, `SideEffect` in Go, `Member` in
    /// Java, `ReExport` in Rust, `Include` and `SystemInclude` in C and C++.
    pub kind: ImportKind,
}

impl ImportRequest {
    /// Creates a request for a module itself.
    pub fn new(module: impl Into<String>) -> ImportRequest {
        ImportRequest {
            module: module.into(),
            names: Vec::new(),
            kind: ImportKind::Static,
        }
    }

    /// Adds a name of the module.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> ImportRequest {
        self.names.push((name.into(), None));
        self
    }

    /// Adds a name of the module under another name.
    #[must_use]
    pub fn name_as(mut self, name: impl Into<String>, alias: impl Into<String>) -> ImportRequest {
        self.names.push((name.into(), Some(alias.into())));
        self
    }

    /// Sets the kind.
    #[must_use]
    pub fn kind(mut self, kind: ImportKind) -> ImportRequest {
        self.kind = kind;
        self
    }
}

/// Import to remove from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportRemoval {
    /// Module, as in [`Import::module`](super::Import::module). In Rust and Java also a path with
    /// the name at its end.
    pub module: String,
    /// Name in the module; `None` for all imports of the module.
    pub name: Option<String>,
}

impl ImportRemoval {
    /// Creates the removal of all imports of a module.
    pub fn module(module: impl Into<String>) -> ImportRemoval {
        ImportRemoval {
            module: module.into(),
            name: None,
        }
    }

    /// Creates the removal of one name of a module.
    pub fn name(module: impl Into<String>, name: impl Into<String>) -> ImportRemoval {
        ImportRemoval {
            module: module.into(),
            name: Some(name.into()),
        }
    }
}

/// Replacement of a byte range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextChange {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

impl TextChange {
    /// Returns the change from a range of the text to `new`, without equal lines at both ends;
    /// `None` if there is no difference.
    pub(super) fn between(
        block: &Block<'_>,
        range: Range<usize>,
        new: String,
    ) -> Option<TextChange> {
        let old = block.text(range.clone());
        if old == new {
            return None;
        }
        let lines = |text: &'_ str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
        let (old_lines, new_lines) = (lines(old), lines(&new));
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

/// Adds imports to a text in memory and returns the new text.
///
/// A name goes into an existing statement of the same module; an import that is there already
/// changes nothing. A new statement goes to its sorted place among the imports of its group, or
/// behind the header of the file: interpreter line, comments, docstring, directives, package,
/// include guard. Quotes, semicolons and ends of lines are those of the text. Imports inside
/// functions, conditions and `#if` do not count.
///
/// # Errors
///
/// `InvalidOption` for a language whose imports cannot be changed, a kind of import that it does
/// not have, and a module or name that is not valid in it; the errors of
/// [`imports`](super::imports).
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, ImportRequest, add_imports};
///
/// let source = b"import os\nfrom a import b\n\nos.sep\n";
/// let requests = [ImportRequest::new("a").name("c"), ImportRequest::new("sys")];
/// let changed = add_imports(source, "python", &requests, &CancelToken::new())?;
/// assert_eq!(changed, b"import os\nimport sys\n\nfrom a import b, c\n\nos.sep\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn add_imports(
    source: &[u8],
    language: &str,
    requests: &[ImportRequest],
    token: &CancelToken,
) -> Result<Vec<u8>> {
    changed(source, language, Change::Add(requests.to_vec()), token)
}

/// Removes imports at the top level of a text in memory and returns the new text.
///
/// A statement that has no names left disappears with its line, its attributes and the comment
/// behind it.
///
/// # Errors
///
/// - [`UnknownName`](crate::ErrorKind::UnknownName): the text has no such import at top level;
///   [`Error::candidates`] has the nearest modules or names.
/// - `InvalidOption` for a language whose imports cannot be changed; the errors of
///   [`imports`](super::imports).
///
/// # Example
///
/// ```
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
    removals: &[ImportRemoval],
    token: &CancelToken,
) -> Result<Vec<u8>> {
    changed(source, language, Change::Remove(removals.to_vec()), token)
}

/// Organises the imports at the top level of a text in memory and returns the new text.
///
/// - Python: `__future__`, standard library, other packages, relative imports, in sections with a
///   blank line between; `import` before `from`, one module per `import`; as isort.
/// - JavaScript, TypeScript: packages before relative paths, without case; blank lines are kept and
///   separate what is sorted. Imports for effects stay, and nothing moves across them.
/// - Rust: as rustfmt, in the order of its 2024 style or of that before, whichever the text
///   follows; blank lines are kept.
/// - Go: standard library before others, as goimports; blank lines are kept.
/// - Java: static imports, a blank line, the others, in ASCII order; as google-java-format.
/// - C, C++: as the LLVM style of clang-format, in blocks between blank lines. `file_name` tells the
///   main header.
///
/// Equal imports become one. Comments directly above and behind an import move with it, but those
/// at the start of the file stay. Nothing moves across other code or `#if`. Organising again
/// changes nothing.
///
/// # Errors
///
/// `InvalidOption` for a language whose imports cannot be changed; the errors of
/// [`imports`](super::imports).
///
/// # Example
///
/// ```
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
    changed(source, language, Change::Organise(file_name), token)
}

fn changed(source: &[u8], language: &str, change: Change, token: &CancelToken) -> Result<Vec<u8>> {
    let changes = derive::derive(source, language, change, token)?.0?;
    let mut text = Vec::with_capacity(source.len() + 64);
    let mut at = 0;
    for change in changes {
        text.extend_from_slice(source.get(at..change.range.start).unwrap_or_default());
        text.extend_from_slice(change.text.as_bytes());
        at = change.range.end;
    }
    text.extend_from_slice(source.get(at..).unwrap_or_default());
    Ok(text)
}

/// Change of the imports of one text.
enum Change {
    Add(Vec<ImportRequest>),
    Remove(Vec<ImportRemoval>),
    Organise(Option<String>),
}

/// Changes of one text, or the error of a request.
struct Changes(Result<Vec<TextChange>>);

impl Derive for Change {
    type Output = Changes;

    const RESULT: &'static str = "imports that can be changed";

    fn supports(language: &Language) -> bool {
        languages::compiled(language).is_some_and(|found| !found.grammar.editors.is_empty())
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        _parsers: &mut Parsers,
        _budget: &mut WorkBudget<'_>,
    ) -> Result<Changes, Interrupt> {
        Ok(Changes(match self {
            Change::Add(requests) => add(text, requests),
            Change::Remove(removals) => remove(text, removals),
            Change::Organise(file_name) => organise(text, file_name.as_deref()),
        }))
    }
}

impl Derived for Changes {
    fn set_file(&mut self, _path: RelPath, _root: u32) {}

    fn weight(&self) -> usize {
        let changes = self
            .0
            .as_ref()
            .map_or(&[][..], |changes| changes.as_slice());
        changes.iter().map(|change| change.text.len()).sum()
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        Vec::new()
    }

    fn has_items(&self) -> bool {
        self.0.is_ok()
    }
}

/// Returns the rules for the imports of a text: of several, those that it follows best.
pub(super) fn editor_of(text: &ParsedText<'_>) -> Result<&'static Editor> {
    derive::require::<Change>(text.language)?;
    let editors = languages::compiled(text.language).map(|found| found.grammar.editors);
    let editors = editors.unwrap_or_default();
    let best = match editors {
        [only] => Some(only),
        _ => editors.iter().min_by_key(|editor| disorder(text, editor)),
    };
    let unsupported = || Error::option("the language has no imports that can be changed");
    best.copied().ok_or_else(unsupported)
}

/// Parses new statements.
pub(super) struct Parser<'e> {
    language: &'static Language,
    editor: &'e Editor,
    parsers: Parsers,
}

impl<'e> Parser<'e> {
    pub(super) fn new(language: &'static Language, editor: &'e Editor) -> Parser<'e> {
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
            let message = format!("the request is no import of {}", self.language.name);
            Error::option(message).with_pattern(source)
        };
        // Quotes would end the literal of a module, and lines the statement.
        if source.contains(['\n', '\r', '\0']) {
            return Err(invalid());
        }
        let text = format!("{}{source}\n", self.editor.prelude);
        // A statement is too short to be interrupted.
        let token = CancelToken::new();
        let budget = WorkBudget::new(&token, None);
        let parsed = ParsedText::new(text.as_bytes(), self.language, &mut self.parsers, &budget);
        let parsed = parsed.map_err(ast::interrupt_error)?;
        let block = Block::read(&parsed, self.editor);
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

/// Place in a run of imports.
enum Slot {
    /// Unit of the text.
    Old(usize),
    New(Statement),
}

/// Consecutive imports.
struct Run {
    slots: Vec<Slot>,
}

/// Returns the changes that add imports to a text, ascending and disjoint; see [`add_imports`].
///
/// # Errors
///
/// `InvalidOption`: see [`add_imports`].
pub(crate) fn add(text: &ParsedText<'_>, requests: &[ImportRequest]) -> Result<Vec<TextChange>> {
    let editor = editor_of(text)?;
    let mut block = Block::read(text, editor);
    let mut parser = Parser::new(text.language, editor);
    let mut changed = vec![false; block.units.len()];
    let mut runs = runs(&block, editor);
    for request in requests {
        let sources = (editor.render)(request, &block.style).ok_or_else(|| {
            let message = format!("{} has no such import", text.language.name);
            Error::option(message).with_pattern(&request.module)
        })?;
        for source in sources {
            let mut statement = parser.parse(&source)?;
            if let Some((_, list)) = &mut statement.list {
                if editor.has_lists && list.sort(editor.compare_names) | list.dedup() {
                    statement.update(&editor.list, block.style.eol);
                }
            }
            if is_present(&mut statement, &block, &runs, editor) {
                continue;
            }
            if !extend(&statement, &mut block, &mut runs, &mut changed, editor) {
                statement.update(&editor.list, block.style.eol);
                insert(&mut runs, &block, statement, editor);
            }
        }
    }
    let mut changes = Vec::new();
    for (unit, _) in block
        .units
        .iter()
        .zip(&changed)
        .filter(|(_, changed)| **changed)
    {
        let text = unit.statement.text.clone();
        changes.push(TextChange {
            range: unit.statement.range.clone(),
            text,
        });
    }
    changes.extend(insertions(&block, &runs, editor));
    changes.sort_by_key(|change| (change.range.start, change.range.end));
    Ok(changes)
}

/// Returns the runs of imports into which new ones can go.
fn runs(block: &Block<'_>, editor: &Editor) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last = None;
    for (index, unit) in block.units.iter().enumerate() {
        if unit.is_loose || unit.is_conditional {
            continue;
        }
        let joins = index
            .checked_sub(1)
            .is_some_and(|before| last == Some(before))
            && match block.gap(index - 1) {
                Gap::None => true,
                Gap::Blank => editor.has_sections,
                Gap::Other => false,
            };
        last = Some(index);
        match runs.last_mut() {
            Some(run) if joins => run.slots.push(Slot::Old(index)),
            _ => runs.push(Run {
                slots: vec![Slot::Old(index)],
            }),
        }
    }
    runs
}

/// Returns whether the text imports all names of a new statement already. Removes those that it
/// does.
fn is_present(statement: &mut Statement, block: &Block<'_>, runs: &[Run], editor: &Editor) -> bool {
    let olds = block
        .units
        .iter()
        .filter(|unit| !unit.is_conditional)
        .map(|unit| &unit.statement);
    let news = runs
        .iter()
        .flat_map(|run| &run.slots)
        .filter_map(|slot| match slot {
            Slot::New(statement) => Some(statement),
            Slot::Old(_) => None,
        });
    // An import of a value is one of its type as well.
    let covers = |kind: ImportKind| {
        kind == statement.kind
            || (statement.kind == ImportKind::TypeOnly && kind == ImportKind::Static)
            || (editor.list.brackets == super::statement::Brackets::Several
                && kind == ImportKind::ReExport)
    };
    let mut known = Vec::new();
    for existing in olds.chain(news).filter(|existing| covers(existing.kind)) {
        if existing.list.is_none() && existing.tag != statement.tag {
            continue;
        }
        known.extend(existing.leaves());
    }
    let is_known = |module: &str, item: &Item| {
        let key = (module.to_owned(), item.name.clone(), item.alias.clone());
        known.contains(&key)
    };
    let own = statement.leaves();
    if own.iter().all(|leaf| known.contains(leaf)) {
        return true;
    }
    if let Some((_, list)) = &mut statement.list {
        let module = list.module.clone();
        let count = list.items.len();
        list.items.retain(|item| !is_known(&module, item));
        if list.items.len() != count {
            statement.update(&editor.list, block.style.eol);
        }
    }
    false
}

/// Adds the names of a statement to one of the same module. Returns false if there is none.
fn extend(
    statement: &Statement,
    block: &mut Block<'_>,
    runs: &mut [Run],
    changed: &mut [bool],
    editor: &Editor,
) -> bool {
    if is_one_name_each(statement, block, runs) {
        return false;
    }
    let eol = block.style.eol;
    for slot in runs.iter_mut().flat_map(|run| &mut run.slots) {
        match slot {
            Slot::New(existing) => {
                if existing.merge(statement, editor, eol) {
                    return true;
                }
            }
            Slot::Old(index) => {
                let unit = &mut block.units[*index];
                // Attributes such as `#[cfg]` would apply to the new name.
                let lead = unit.whole.start..unit.line_start;
                let lead = block.source.get(lead).unwrap_or_default();
                let has_attributes = memchr::memmem::find(lead, b"#[").is_some();
                let is_pinned = unit.statement.is_barrier || has_attributes;
                if !is_pinned && unit.statement.merge(statement, editor, eol) {
                    changed[*index] = true;
                    return true;
                }
            }
        }
    }
    false
}

/// Returns whether the text has several statements of the module, each with one name: its style.
fn is_one_name_each(statement: &Statement, block: &Block<'_>, runs: &[Run]) -> bool {
    let slots = runs.iter().flat_map(|run| &run.slots);
    let same = slots
        .map(|slot| slot_statement(slot, block))
        .filter(|existing| {
            let key = (&existing.module, existing.kind, &existing.tag);
            key == (&statement.module, statement.kind, &statement.tag)
        });
    let counts = same.filter_map(|existing| existing.list.as_ref());
    let counts: Vec<usize> = counts.map(|(_, list)| list.items.len()).collect();
    counts.len() > 1 && counts.iter().all(|count| *count == 1)
}

fn slot_statement<'a>(slot: &'a Slot, block: &'a Block<'_>) -> &'a Statement {
    match slot {
        Slot::Old(index) => &block.units[*index].statement,
        Slot::New(statement) => statement,
    }
}

/// Inserts a new statement into the run of its group.
fn insert(runs: &mut Vec<Run>, block: &Block<'_>, statement: Statement, editor: &Editor) {
    let place = (editor.place)(&statement);
    let of_place = |run: &Run| {
        let same = run
            .slots
            .iter()
            .map(|slot| (editor.place)(slot_statement(slot, block)));
        same.filter(|own| *own == place).count()
    };
    let counts: Vec<usize> = runs.iter().map(of_place).collect();
    let best = counts
        .iter()
        .enumerate()
        .max_by_key(|(at, count)| (**count, usize::MAX - at));
    let best = best
        .filter(|(_, count)| **count > 0)
        .map(|(index, _)| index);
    let best = best.or_else(|| match runs.as_slice() {
        [_] if editor.joins_runs => Some(0),
        [_, ..] if editor.has_sections => Some(0),
        // A run of several groups has no order of groups.
        [run] => {
            let mut places = run
                .slots
                .iter()
                .map(|slot| (editor.place)(slot_statement(slot, block)));
            let first = places.next();
            places.any(|place| Some(place) != first).then_some(0)
        }
        _ => None,
    });
    let Some(best) = best else {
        let is_lower = |run: &Run| {
            let places = run
                .slots
                .iter()
                .map(|slot| (editor.place)(slot_statement(slot, block)));
            places.min().is_some_and(|own| own < place)
        };
        let at = runs
            .iter()
            .rposition(is_lower)
            .map_or(0, |before| before + 1);
        runs.insert(
            at,
            Run {
                slots: vec![Slot::New(statement)],
            },
        );
        return;
    };
    let run = &mut runs[best];
    let group = (editor.group)(&statement);
    let is_fixed = |slot: &Slot| slot_statement(slot, block).is_barrier;
    let compare = |slot: &Slot| {
        let own = slot_statement(slot, block);
        let groups = (editor.group)(own).cmp(&group);
        groups.then_with(|| (editor.compare)(own, &statement))
    };
    let slots = || run.slots.iter();
    let in_group = |slot: &Slot| (editor.group)(slot_statement(slot, block)) == group;
    let has_group = slots().any(|slot| in_group(slot) && !is_fixed(slot));
    let is_before = |slot: &Slot| {
        !is_fixed(slot)
            && compare(slot) != Ordering::Greater
            && (!has_group
                || in_group(slot)
                || !slots().any(|other| in_group(other) && compare(other) != Ordering::Greater))
    };
    let after = slots().rposition(is_before).map(|before| before + 1);
    let first = slots().position(|slot| !is_fixed(slot) && (!has_group || in_group(slot)));
    let at = match (has_group, after) {
        (true, Some(after)) if run.slots.get(after - 1).is_some_and(in_group) => after,
        (true, _) => first.unwrap_or(0),
        (false, Some(after)) => after,
        (false, None) => first.unwrap_or(run.slots.len()),
    };
    run.slots.insert(at, Slot::New(statement));
}

/// Returns the changes that insert the new statements of runs.
fn insertions(block: &Block<'_>, runs: &[Run], editor: &Editor) -> Vec<TextChange> {
    let eol = block.style.eol;
    let mut changes: Vec<TextChange> = Vec::new();
    let old_of = |run: &Run| {
        run.slots.iter().find_map(|slot| match slot {
            Slot::Old(index) => Some(*index),
            Slot::New(_) => None,
        })
    };
    for (number, run) in runs.iter().enumerate() {
        let Some(_) = old_of(run) else {
            let before = runs[..number].iter().rev().find_map(|run| {
                run.slots.iter().rev().find_map(|slot| match slot {
                    Slot::Old(index) => Some(*index),
                    Slot::New(_) => None,
                })
            });
            let after = runs[number + 1..].iter().find_map(old_of);
            let neighbour = before.or(after).map(|index| &block.units[index]);
            let indent = neighbour.map_or("", |unit| {
                block.text(unit.line_start..unit.statement.range.start)
            });
            let is_inner = neighbour.is_some_and(|unit| is_in_list(unit, editor));
            let lines = new_run(run, editor, eol, indent, is_inner);
            let (at, text) = match (before, after) {
                (Some(before), _) => (block.units[before].whole.end, format!("{eol}{lines}")),
                (None, Some(after)) => (block.units[after].whole.start, format!("{lines}{eol}")),
                (None, None) => (block.header_end, header_text(block, editor, lines)),
            };
            push_insertion(&mut changes, block, at, text);
            continue;
        };
        let mut index = 0;
        while index < run.slots.len() {
            let start = index;
            let mut news = Vec::new();
            while let Some(Slot::New(statement)) = run.slots.get(index) {
                news.push(statement);
                index += 1;
            }
            if news.is_empty() {
                index += 1;
                continue;
            }
            let unit = |at: Option<usize>| match at.and_then(|at| run.slots.get(at)) {
                Some(Slot::Old(index)) => Some(*index),
                _ => None,
            };
            let (before, after) = (unit(start.checked_sub(1)), unit(Some(index)));
            changes.extend(insertion(block, editor, &news, before, after));
        }
    }
    changes
}

/// Returns whether a unit is in a list of statements, where they have no keyword.
fn is_in_list(unit: &Unit, editor: &Editor) -> bool {
    let keyword = editor.list_keyword;
    keyword.is_some_and(|keyword| !unit.statement.text.starts_with(keyword.trim_end()))
}

fn statement_line(
    statement: &Statement,
    editor: &Editor,
    indent: &str,
    is_inner: bool,
    eol: &str,
) -> String {
    let keyword = editor.list_keyword.filter(|_| is_inner).unwrap_or("");
    let text = statement
        .text
        .strip_prefix(keyword)
        .unwrap_or(&statement.text);
    format!("{indent}{text}{eol}")
}

/// Renders the statements of a run that has no others.
fn new_run(run: &Run, editor: &Editor, eol: &str, indent: &str, is_inner: bool) -> String {
    let news = run.slots.iter().filter_map(|slot| match slot {
        Slot::New(statement) => Some(statement),
        Slot::Old(_) => None,
    });
    let news: Vec<&Statement> = news.collect();
    // Several imports of Go are a list.
    let is_list = editor.list_keyword.is_some() && news.len() > 1 && !is_inner;
    let (indent, is_inner) = if is_list {
        ("\t", true)
    } else {
        (indent, is_inner)
    };
    let mut lines = String::new();
    let mut last = None;
    for statement in news {
        let group = (editor.group)(statement);
        if editor.separates_groups && last.is_some_and(|last| last != group) {
            lines.push_str(eol);
        }
        last = Some(group);
        lines.push_str(&statement_line(statement, editor, indent, is_inner, eol));
    }
    match is_list {
        true => format!("import ({eol}{lines}){eol}"),
        false => lines,
    }
}

/// Surrounds the first imports of a text with blank lines.
fn header_text(block: &Block<'_>, editor: &Editor, lines: String) -> String {
    let eol = block.style.eol;
    let rest = block.source.get(block.header_end..).unwrap_or_default();
    let first_line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let before = if block.header_end > 0 { eol } else { "" };
    let is_definition = [&b"def "[..], b"class ", b"@", b"async def "]
        .iter()
        .any(|start| first_line.starts_with(start));
    let after = match () {
        () if rest.trim_ascii().is_empty() || first_line.trim_ascii().is_empty() => String::new(),
        // Two blank lines are around the definitions of Python (PEP 8).
        () if is_definition && editor.list.brackets == super::statement::Brackets::Multiline => {
            eol.repeat(2)
        }
        () => eol.to_owned(),
    };
    format!("{before}{lines}{after}")
}

/// Returns the insertion of statements between two of the text.
fn insertion(
    block: &Block<'_>,
    editor: &Editor,
    news: &[&Statement],
    before: Option<usize>,
    after: Option<usize>,
) -> Vec<TextChange> {
    let eol = block.style.eol;
    let group = |index: usize| (editor.group)(&block.units[index].statement);
    let separates = |a: u8, b: u8| editor.separates_groups && a != b;
    let is_adjacent = match (before, after) {
        (Some(before), Some(_)) => block.gap(before) == Gap::None,
        _ => false,
    };
    // Statements of the group below go below the blank line.
    let split = match (before, after) {
        (None, _) => 0,
        (Some(before), Some(after)) if group(before) != group(after) => {
            let is_upper = |statement: &&&Statement| (editor.group)(statement) < group(after);
            let upper = news.iter().take_while(is_upper).count();
            upper
        }
        (Some(_), _) => news.len(),
    };
    let mut changes = Vec::new();
    for (part, is_upper) in [(&news[..split], true), (&news[split..], false)] {
        let anchor = if is_upper { before } else { after };
        let (Some(anchor), false) = (anchor.or(before).or(after), part.is_empty()) else {
            continue;
        };
        let unit = &block.units[anchor];
        let indent = block.text(unit.line_start..unit.statement.range.start);
        let is_inner = is_in_list(unit, editor);
        let mut lines = String::new();
        let mut last = match is_upper {
            true => before.map(group),
            // A blank line is there already, or nothing is above.
            false if is_adjacent && split == 0 => before.map(group),
            false => None,
        };
        for statement in part {
            let own = (editor.group)(statement);
            if last.is_some_and(|last| separates(last, own)) {
                lines.push_str(eol);
            }
            last = Some(own);
            lines.push_str(&statement_line(statement, editor, indent, is_inner, eol));
        }
        let needs_blank_below = after.is_some_and(|after| {
            last.is_some_and(|last| separates(last, group(after))) && (!is_upper || is_adjacent)
        });
        if needs_blank_below {
            lines.push_str(eol);
        }
        let at = if is_upper {
            unit.whole.end
        } else {
            unit.whole.start
        };
        push_insertion(&mut changes, block, at, lines);
    }
    changes
}

/// Adds an insertion of whole lines; at the end of a text without line end after one.
fn push_insertion(changes: &mut Vec<TextChange>, block: &Block<'_>, at: usize, mut text: String) {
    let eol = block.style.eol;
    let before = block.source.get(..at).unwrap_or_default();
    if !before.is_empty() && !before.ends_with(b"\n") {
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
        text.insert_str(0, eol);
    }
    match changes.iter_mut().find(|change| change.range == (at..at)) {
        Some(change) => change.text.push_str(&text),
        None => changes.push(TextChange {
            range: at..at,
            text,
        }),
    }
}

/// Returns the changes that remove imports from a text, ascending and disjoint; see
/// [`remove_imports`].
///
/// # Errors
///
/// `InvalidOption`, `UnknownName`: see [`remove_imports`].
pub(crate) fn remove(text: &ParsedText<'_>, removals: &[ImportRemoval]) -> Result<Vec<TextChange>> {
    let editor = editor_of(text)?;
    let block = Block::read(text, editor);
    let mut statements: Vec<Option<Statement>> = block
        .units
        .iter()
        .map(|unit| Some(unit.statement.clone()))
        .collect();
    let mut cuts = Vec::new();
    for removal in removals {
        let mut has_found = false;
        for statement in &mut statements {
            has_found |= remove_from(statement, removal, editor, block.source, &mut cuts);
        }
        if !has_found {
            return Err(unknown(&block, removal));
        }
    }
    let mut changes: Vec<TextChange> = Vec::new();
    for (unit, statement) in block.units.iter().zip(&statements) {
        let Some(statement) = statement else {
            continue;
        };
        let range = &unit.statement.range;
        if statement
            .list
            .as_ref()
            .is_some_and(|(_, list)| list.has_any_comments())
        {
            continue;
        }
        let mut updated = statement.clone();
        let leaves = |statement: &Statement| statement.leaves().len();
        if leaves(statement) != leaves(&unit.statement) {
            updated.update(&editor.list, block.style.eol);
            changes.push(TextChange {
                range: range.clone(),
                text: updated.text,
            });
        }
    }
    let removed: Vec<bool> = statements.iter().map(Option::is_none).collect();
    let mut ranges = Vec::new();
    let mut index = 0;
    while index < block.units.len() {
        if !removed[index] {
            index += 1;
            continue;
        }
        let mut range = removed_range(&block, index, &removed, editor);
        index += 1;
        // What is removed together is one range, with the blank lines between.
        while index < block.units.len() && removed[index] && block.gap(index - 1) != Gap::Other {
            range.end = removed_range(&block, index, &removed, editor).end;
            index += 1;
        }
        ranges.push(without_blank_lines(block.source, range));
    }
    // A declaration of Go that has lost all its imports is found once per import.
    ranges.dedup();
    changes.extend(
        cuts.into_iter()
            .filter(|cut| {
                !ranges
                    .iter()
                    .any(|range| range.start <= cut.start && cut.end <= range.end)
            })
            .map(|range| TextChange {
                range,
                text: String::new(),
            }),
    );
    changes.extend(ranges.into_iter().map(|range| TextChange {
        range,
        text: String::new(),
    }));
    changes.sort_by_key(|change| change.range.start);
    changes.dedup();
    Ok(changes)
}

/// Removes names from a statement; it is `None` afterwards if there are none left. Names among
/// comments are cut from the text instead. Returns whether it had any.
fn remove_from(
    statement: &mut Option<Statement>,
    removal: &ImportRemoval,
    editor: &Editor,
    source: &[u8],
    cuts: &mut Vec<Range<usize>>,
) -> bool {
    let Some(inner) = statement else {
        return false;
    };
    let Some((_, list)) = &mut inner.list else {
        let matches = inner.module == removal.module
            && match &removal.name {
                None => true,
                Some(name) => {
                    let of_alias = inner.alias.is_some() || inner.tag == ".";
                    inner.alias.as_ref() == Some(name) || (name == "*" && of_alias)
                }
            };
        if matches {
            *statement = None;
        }
        return matches;
    };
    let mut removed = Vec::new();
    let has_comments = list.has_any_comments();
    let is_found = remove_items(list, removal, editor, &mut removed);
    if list.items.is_empty() {
        *statement = None;
    } else if has_comments {
        cuts.extend(removed.iter().map(|item| cut_of(source, item)));
    }
    is_found
}

fn remove_items(
    list: &mut List,
    removal: &ImportRemoval,
    editor: &Editor,
    removed: &mut Vec<Item>,
) -> bool {
    let module = list.module.clone();
    let is_removed = |item: &Item| {
        let is_module = match module.as_str() {
            // The names of `import a` are modules.
            "" => item.name == removal.module,
            module => module == removal.module,
        };
        match &removal.name {
            None => {
                let path = editor
                    .separator
                    .map(|separator| format!("{module}{separator}{}", item.name));
                is_module || path.is_some_and(|path| path == removal.module)
            }
            Some(name) if module.is_empty() => is_module && name == "*" && item.alias.is_some(),
            Some(name) => is_module && item.name == *name,
        }
    };
    let mut is_found = false;
    list.items.retain_mut(|item| {
        let keeps = match &mut item.list {
            Some(inner) => {
                is_found |= remove_items(inner, removal, editor, removed);
                !inner.items.is_empty()
            }
            None => {
                let is_removed = is_removed(item);
                is_found |= is_removed;
                !is_removed
            }
        };
        if !keeps {
            removed.push(item.clone());
        }
        keeps
    });
    is_found
}

/// Returns the range that a name occupies in a list, with its comma, and with its line if it has
/// one.
fn cut_of(source: &[u8], item: &Item) -> Range<usize> {
    let (start, end) = (item.start, item.start + item.text.len());
    let line = line_start(source, start);
    let after = source.get(end..).unwrap_or_default();
    let spaces = |bytes: &[u8]| {
        bytes
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count()
    };
    let comma = end + spaces(after);
    let is_own_line = source
        .get(line..start)
        .unwrap_or_default()
        .trim_ascii()
        .is_empty();
    let is_comment = |rest: &[u8]| {
        let rest = rest.trim_ascii();
        rest.is_empty() || rest.starts_with(b"#") || rest.starts_with(b"//")
    };
    if source.get(comma) != Some(&b',') {
        let next = line_end(source, end);
        if is_own_line && is_comment(source.get(end..next).unwrap_or_default()) {
            return line..next;
        }
        // The last name without comma: the one before it goes.
        let before = source.get(..start).unwrap_or_default().trim_ascii_end();
        let from = match before.last() {
            Some(b',') => before.len() - 1,
            _ => start,
        };
        return from..end;
    }
    let rest_start = comma + 1;
    let rest_end = line_end(source, rest_start);
    if is_own_line && is_comment(source.get(rest_start..rest_end).unwrap_or_default()) {
        return line..rest_end;
    }
    let after_comma = source.get(rest_start..).unwrap_or_default();
    start..rest_start + spaces(after_comma)
}

/// Returns the range of a unit that is removed.
fn removed_range(
    block: &Block<'_>,
    index: usize,
    removed: &[bool],
    editor: &Editor,
) -> Range<usize> {
    let unit = &block.units[index];
    let mut of_container = block
        .units
        .iter()
        .zip(removed)
        .filter(|(other, _)| other.container == unit.container);
    if editor.list_keyword.is_some()
        && unit.container > 0
        && of_container.all(|(_, removed)| *removed)
    {
        let range = &block.containers[unit.container];
        return line_start(block.source, range.start)..line_end(block.source, range.end);
    }
    let range = &unit.statement.range;
    if unit.is_loose {
        let after = block.source.get(range.end..).unwrap_or_default();
        let is_end = |byte: &&u8| matches!(byte, b' ' | b'\t' | b';');
        let count = after.iter().take_while(is_end).count();
        return range.start..range.end + count;
    }
    // Attributes are parts of the statement.
    let lead = block.text(unit.whole.start..unit.line_start);
    let attributes = match lead.starts_with("#[") {
        true => Some(0),
        false => lead.find("\n#[").map(|at| at + 1),
    };
    let start = attributes.map_or(unit.line_start, |at| unit.whole.start + at);
    start..unit.whole.end
}

/// Adds the blank lines below a range if there are some above as well.
fn without_blank_lines(source: &[u8], range: Range<usize>) -> Range<usize> {
    let before = source.get(..range.start).unwrap_or_default();
    let is_line = before.is_empty() || before.ends_with(b"\n");
    let above = before.trim_ascii_end();
    let blank_above =
        above.is_empty() || memchr::memchr_iter(b'\n', &before[above.len()..]).count() > 1;
    if !is_line || !blank_above {
        return range;
    }
    let mut end = range.end;
    while end < source.len() {
        let next = line_end(source, end);
        if !source[end..next].trim_ascii().is_empty() {
            break;
        }
        end = next;
    }
    range.start..end
}

/// Returns the error for an import that is not there.
fn unknown(block: &Block<'_>, removal: &ImportRemoval) -> Error {
    let mut names: Vec<String> = Vec::new();
    for unit in &block.units {
        for (module, name, _) in unit.statement.leaves() {
            match (&removal.name, module.as_str()) {
                (_, "") => names.push(name),
                (Some(_), own) if own == removal.module => names.push(name),
                (Some(_), _) => {}
                (None, _) => names.push(module),
            }
        }
    }
    let (wanted, message) = match &removal.name {
        Some(name) => (name, "no import has this name"),
        None => (&removal.module, "no import has this module"),
    };
    let similarity = |name: &str| {
        strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &wanted.to_lowercase())
    };
    names.sort();
    names.dedup();
    let mut nearest: Vec<(f64, String)> = names
        .into_iter()
        .map(|name| (similarity(&name), name))
        .collect();
    nearest.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    nearest.sort_by(|a, b| b.0.total_cmp(&a.0));
    let candidates = nearest.into_iter().take(MAX_NEAREST).map(|(_, name)| name);
    Error::new(ErrorKind::UnknownName, message)
        .with_pattern(wanted)
        .with_candidates(candidates.collect())
}
