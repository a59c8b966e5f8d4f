//! Adds imports.

use std::cmp::Ordering;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, OptionName, Result};
use ransack_languages::internal::{FileStyle, ImportRules, Item, Statement};
use ransack_languages::{ImportKind, ImportRequest};

use crate::ast_edit::outcome::EditStatus;
use crate::imports::block::{Gap, ImportBlock, ImportUnit};
use crate::imports::change::{Parser, TextChange, editor_of};
use crate::imports::insertion::insertions;
use crate::imports::promote::promote;
use crate::outline::text::ParsedText;

/// Slot in a run of imports.
pub(super) enum ImportSlot {
    /// Existing import unit, by its index.
    Old(usize),
    New(Box<Statement>),
}

/// Consecutive imports.
pub(super) struct Run {
    pub(super) slots: Vec<ImportSlot>,
    /// Whether the run directly follows the header, before all other code.
    pub(super) is_first: bool,
}

/// Returns the changes that add imports to the text, ascending and disjoint, and the status of each
/// import; see [`add_imports`](crate::imports::add_imports). The imports of `others`, which belong to
/// the same module, exist too.
///
/// # Errors
///
/// `InvalidOption`: see [`add_imports`](crate::imports::add_imports).
pub(crate) fn add(
    text: &ParsedText<'_>,
    others: &[&ParsedText<'_>],
    requests: &[ImportRequest],
) -> Result<(Vec<TextChange>, Vec<EditStatus>)> {
    let own = editor_of(text)?;
    let calls = own.calls;
    let style = calls.filter(|calls| (calls.is_style)(text.source, text.tree.root_node()));
    let editor = style.map_or(own, |calls| calls.rules);
    let mut block = ImportBlock::read(text, editor);
    let calls = calls.filter(|_| style.is_none());
    let mut calls = calls.map(|calls| KnownCalls::read(text, calls.rules, &block));
    if let Some(refusal) = block.refusal.filter(|_| !requests.is_empty()) {
        return Err(Error::option(refusal));
    }
    let elsewhere = others
        .iter()
        .flat_map(|other| ImportBlock::read(other, editor).units);
    let elsewhere: Vec<ImportUnit> = elsewhere.collect();
    let mut parser = Parser::new(text.language, editor);
    let mut changed = vec![false; block.units.len()];
    let mut runs = runs(&block, editor);
    let mut statuses = Vec::with_capacity(requests.len());
    for (index, request) in requests.iter().enumerate() {
        let of_element = |error: Error| error.in_element(OptionName::Imports, index);
        check_not_empty(request).map_err(of_element)?;
        let rest = calls.as_mut().map(|calls| calls.without_known(request));
        let request = match &rest {
            Some(Some(rest)) => rest,
            Some(None) => {
                statuses.push(EditStatus::Unchanged);
                continue;
            }
            None => request,
        };
        let sources = (editor.render)(request, &block.style).ok_or_else(|| {
            let message = format!("{} has no such import", text.language.name);
            of_element(Error::option(message).with_pattern(&request.module))
        })?;
        let mut is_applied = false;
        for source in sources {
            let mut statement = parser.parse(&source).map_err(of_element)?;
            let has_order = editor.has_lists && editor.keeps_order.is_none();
            let list = statement.list.as_mut().filter(|_| has_order);
            if list.is_some_and(|(_, list)| list.sort(editor.compare_names) | list.dedup()) {
                statement.update(&editor.list, block.style.eol);
            }
            let is_promoted = promote(&statement, &mut block, &mut changed, editor);
            is_applied |= is_promoted;
            if is_present(&mut statement, &block, &elsewhere, &runs, editor) {
                continue;
            }
            is_applied = true;
            if !extend(&statement, &mut block, &mut runs, &mut changed, editor) {
                statement.update(&editor.list, block.style.eol);
                insert(&mut runs, &block, statement, editor);
            }
        }
        statuses.push(EditStatus::of(is_applied));
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
    Ok((changes, statuses))
}

/// Names that calls import in a text whose new imports are statements.
struct KnownCalls<'e> {
    parser: Parser<'e>,
    editor: &'e ImportRules,
    known: Vec<(ImportKind, ImportedLeaf)>,
}

/// Module, name and alias; the name is empty for an import of the module itself.
type ImportedLeaf = (String, String, Option<String>);

impl<'e> KnownCalls<'e> {
    /// Reads the calls of a text except the statements of `block`, the imports of the same text.
    fn read(text: &ParsedText<'_>, editor: &'e ImportRules, block: &ImportBlock<'_>) -> Self {
        let is_call = |unit: &ImportUnit| {
            let range = &unit.statement.range;
            let mut statements = block.units.iter();
            !unit.is_conditional && statements.all(|own| own.statement.range != *range)
        };
        let calls = ImportBlock::read(text, editor).units;
        let known = calls.iter().filter(|unit| is_call(unit)).flat_map(|unit| {
            let kind = unit.statement.kind;
            let leaves = unit.statement.leaves().into_iter();
            leaves.map(move |leaf| (kind, leaf))
        });
        KnownCalls {
            parser: Parser::new(text.language, editor),
            editor,
            known: known.collect(),
        }
    }

    /// Returns a request without the names that calls import; `None` if they import all of it.
    fn without_known(&mut self, request: &ImportRequest) -> Option<ImportRequest> {
        let mut rest = request.clone();
        if request.names.is_empty() {
            return (!self.has(&rest)).then_some(rest);
        }
        rest.names.retain(|name| {
            let mut single = request.clone();
            single.names = vec![name.clone()];
            // A value has its type.
            single.kind = match request.kind {
                ImportKind::TypeOnly => ImportKind::Static,
                kind => kind,
            };
            !self.has(&single)
        });
        (!rest.names.is_empty()).then_some(rest)
    }

    /// Returns whether a call imports all of a request.
    fn has(&mut self, request: &ImportRequest) -> bool {
        // The style decides about quotes and ends only.
        let style = FileStyle {
            eol: "\n",
            quote: '"',
            has_semicolons: true,
            has_as: false,
            has_parentheses: true,
        };
        if self.known.is_empty() {
            return false;
        }
        let sources = (self.editor.render)(request, &style).unwrap_or_default();
        let mut is_known = !sources.is_empty();
        for source in sources {
            is_known &= self.parser.parse(&source).is_ok_and(|statement| {
                let mut leaves = statement.leaves().into_iter();
                leaves.all(|leaf| self.known.contains(&(statement.kind, leaf)))
            });
        }
        is_known
    }
}

/// Refuses an empty module, name or alias.
fn check_not_empty(request: &ImportRequest) -> Result<()> {
    if request.module.is_empty() {
        return Err(Error::option("the module is empty"));
    }
    for (index, (name, alias)) in request.names.iter().enumerate() {
        let message = match (name.as_str(), alias.as_deref()) {
            ("", _) => "the name is empty",
            (_, Some("")) => "the alias is empty",
            _ => continue,
        };
        return Err(Error::option(message).in_element(OptionName::Names, index));
    }
    Ok(())
}

/// Returns the runs of imports that new imports can join.
fn runs(block: &ImportBlock<'_>, editor: &ImportRules) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last = None;
    for (index, unit) in block.units.iter().enumerate() {
        if unit.is_loose || !block.is_in_scope(unit) {
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
            Some(run) if joins => run.slots.push(ImportSlot::Old(index)),
            _ => runs.push(Run {
                slots: vec![ImportSlot::Old(index)],
                is_first: false,
            }),
        }
    }
    runs
}

/// Returns whether the text already imports all names of a new statement. Removes the names that it
/// already imports.
fn is_present(
    statement: &mut Statement,
    block: &ImportBlock<'_>,
    elsewhere: &[ImportUnit],
    runs: &[Run],
    editor: &ImportRules,
) -> bool {
    let olds = block
        .units
        .iter()
        .chain(elsewhere)
        .filter(|unit| block.is_in_scope(unit))
        .map(|unit| &unit.statement);
    let news = runs
        .iter()
        .flat_map(|run| &run.slots)
        .filter_map(|slot| match slot {
            ImportSlot::New(statement) => Some(&**statement),
            ImportSlot::Old(_) => None,
        });
    // An import of a value also covers its type, and a re-export covers an import.
    let covers = |kind: ImportKind| {
        kind == statement.kind
            || (statement.kind == ImportKind::TypeOnly && kind == ImportKind::Static)
            || kind == ImportKind::ReExport
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

/// Adds the names of a statement to an existing statement of the same module. Returns false if no
/// such statement exists.
fn extend(
    statement: &Statement,
    block: &mut ImportBlock<'_>,
    runs: &mut [Run],
    changed: &mut [bool],
    editor: &ImportRules,
) -> bool {
    if is_one_name_each(statement, block, runs) {
        return false;
    }
    let eol = block.style.eol;
    for slot in runs.iter_mut().flat_map(|run| &mut run.slots) {
        match slot {
            ImportSlot::New(existing) => {
                if existing.merge(statement, editor, eol) {
                    return true;
                }
            }
            ImportSlot::Old(index) => {
                let unit = &mut block.units[*index];
                // Attributes such as `#[cfg]` would also apply to the new name.
                let lead = unit.whole.start..unit.line_start;
                let lead = block.source.get(lead).unwrap_or_default();
                let has_attributes = memchr::memmem::find(lead, b"#[").is_some();
                let is_pinned = unit.statement.is_barrier || has_attributes || !unit.is_utf8;
                if !is_pinned && unit.statement.merge(statement, editor, eol) {
                    changed[*index] = true;
                    return true;
                }
            }
        }
    }
    false
}

/// Returns whether the text imports the module with several statements of one name each, which is
/// then taken to be the style of the text.
fn is_one_name_each(statement: &Statement, block: &ImportBlock<'_>, runs: &[Run]) -> bool {
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

fn slot_statement<'a>(slot: &'a ImportSlot, block: &'a ImportBlock<'_>) -> &'a Statement {
    match slot {
        ImportSlot::Old(index) => &block.units[*index].statement,
        ImportSlot::New(statement) => statement,
    }
}

/// Inserts a new statement into the run for its group.
fn insert(
    runs: &mut Vec<Run>,
    block: &ImportBlock<'_>,
    statement: Statement,
    editor: &ImportRules,
) {
    let is_first = |own: &Statement| editor.first_module == Some(own.module.as_str());
    let mut slots = runs.iter().flat_map(|run| &run.slots);
    let has_first = slots.any(|slot| {
        let own = slot_statement(slot, block);
        is_first(own) && !own.is_barrier
    });
    if is_first(&statement) && !has_first {
        let slots = vec![ImportSlot::New(Box::new(statement))];
        let run = Run {
            slots,
            is_first: true,
        };
        runs.insert(0, run);
        return;
    }
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
    let others = &runs[usize::from(runs.first().is_some_and(|run| run.is_first))..];
    let offset = runs.len() - others.len();
    let best = best.or_else(|| match others {
        [_] if editor.joins_runs => Some(offset),
        [_, ..] if editor.has_sections => Some(offset),
        // A single run with several groups has no group order.
        [run] => {
            let mut places = run
                .slots
                .iter()
                .map(|slot| (editor.place)(slot_statement(slot, block)));
            let first = places.next();
            places.any(|place| Some(place) != first).then_some(offset)
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
        let slots = vec![ImportSlot::New(Box::new(statement))];
        let run = Run {
            slots,
            is_first: false,
        };
        runs.insert(at, run);
        return;
    };
    let run = &mut runs[best];
    let group = (editor.group)(&statement);
    let is_fixed = |slot: &ImportSlot| slot_statement(slot, block).is_barrier;
    let compare = |slot: &ImportSlot| {
        let own = slot_statement(slot, block);
        let groups = (editor.group)(own).cmp(&group);
        groups.then_with(|| (editor.compare)(own, &statement))
    };
    let slots = || run.slots.iter();
    let in_group = |slot: &ImportSlot| (editor.group)(slot_statement(slot, block)) == group;
    let has_group = slots().any(|slot| in_group(slot) && !is_fixed(slot));
    let is_before = |slot: &ImportSlot| {
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
    run.slots.insert(at, ImportSlot::New(Box::new(statement)));
}
