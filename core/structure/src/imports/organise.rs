//! Groups, sorts and merges imports.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use ransack_base::Result;
use ransack_languages::ImportKind;
use ransack_languages::internal::{Brackets, ImportRules, Item, NameList, Statement};

use crate::imports::block::{Gap, ImportBlock};
use crate::imports::change::{Parser, TextChange, editor_of};
use crate::outline::text::ParsedText;

/// Returns the changes that organise the imports at the top level of the text, ascending and
/// disjoint.
///
/// Statements move only among neighbours: not across other code, `#if`, detached comments or
/// side-effect imports. Comments directly above and after a statement move with it, except licences
/// and other comments about the file. `file_name` identifies the main header of a C or C++ file.
///
/// Organising is idempotent.
///
/// # Errors
///
/// `InvalidOption` if the language's imports cannot be changed.
pub(crate) fn organise(text: &ParsedText<'_>, file_name: Option<&str>) -> Result<Vec<TextChange>> {
    let editor = editor_of(text)?;
    let block = ImportBlock::read(text, editor);
    let mut parser = Parser::new(text.language, editor);
    let main = file_name.map(stem);
    let mut changes = Vec::new();
    for (index, slice) in slices(&block, editor).into_iter().enumerate() {
        let range = block.units[slice.start].whole.start..block.units[slice.end - 1].whole.end;
        let main = main.filter(|_| index == 0);
        let organised = organise_slice(&block, slice, editor, main, &mut parser)?;
        changes.extend(TextChange::between(&block, range, &organised));
    }
    Ok(changes)
}

/// Returns the ranges of units to be sorted together.
fn slices(block: &ImportBlock<'_>, editor: &ImportRules) -> Vec<Range<usize>> {
    let units = &block.units;
    let mut slices: Vec<Range<usize>> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        if !unit.is_movable() || binds_in_order(&unit.statement, editor) {
            continue;
        }
        let joins = slices.last().is_some_and(|slice| slice.end == index)
            && match block.gap(index - 1) {
                Gap::None => true,
                Gap::Blank => editor.has_sections,
                Gap::Other => false,
            };
        match slices.last_mut() {
            Some(slice) if joins => slice.end = index + 1,
            _ => slices.push(index..index + 1),
        }
    }
    slices
}

/// Returns whether a statement may rebind any name bound above it, as Python's `import *` may.
fn binds_in_order(statement: &Statement, editor: &ImportRules) -> bool {
    let list = statement.list.as_ref().map(|(_, list)| list);
    editor.list.brackets == Brackets::Multiline
        && list.is_some_and(|list| list.items.iter().any(|item| item.name == "*"))
}

/// Counts adjacent statements that violate the order of `editor` or its blank lines.
pub(super) fn disorder(text: &ParsedText<'_>, editor: &ImportRules) -> usize {
    let block = ImportBlock::read(text, editor);
    let mut count = 0;
    for slice in slices(&block, editor) {
        let start = slice.start;
        let units = &block.units[slice];
        for (index, pair) in units.windows(2).enumerate() {
            let [a, b] = [&pair[0].statement, &pair[1].statement];
            let is_separate = editor.separates_groups && (editor.group)(a) != (editor.group)(b);
            let is_spaced = block.gap(start + index) == Gap::Blank;
            count += usize::from((editor.compare)(a, b) == Ordering::Greater);
            count += usize::from(editor.has_sections && is_separate != is_spaced);
        }
        for unit in units {
            if let Some((_, list)) = &unit.statement.list {
                count += list_disorder(list, editor);
            }
        }
    }
    count
}

fn list_disorder(list: &NameList, editor: &ImportRules) -> usize {
    let is_greater =
        |pair: &&[Item]| (editor.compare_names)(&pair[0], &pair[1]) == Ordering::Greater;
    let own = list.items.windows(2).filter(is_greater).count();
    let inner = list.items.iter().filter_map(|item| item.list.as_ref());
    own + inner.map(|list| list_disorder(list, editor)).sum::<usize>()
}

/// Statement with its surrounding text.
struct ImportEntry {
    statement: Statement,
    /// Lines above the statement that belong to it.
    leading: String,
    indent: String,
    /// Rest of the statement's last line.
    trailing: String,
}

fn organise_slice(
    block: &ImportBlock<'_>,
    slice: Range<usize>,
    editor: &ImportRules,
    main: Option<&str>,
    parser: &mut Parser<'_>,
) -> Result<String> {
    let eol = block.style.eol;
    let mut entries: Vec<ImportEntry> = Vec::new();
    for unit in &block.units[slice.clone()] {
        let range = &unit.statement.range;
        let trailing = block.text(range.end..unit.whole.end).trim_end();
        let mut entry = ImportEntry {
            statement: unit.statement.clone(),
            leading: block.text(unit.whole.start..unit.line_start).to_owned(),
            indent: block.text(unit.line_start..range.start).to_owned(),
            trailing: trailing.to_owned(),
        };
        let can_split = trailing.is_empty() && !unit.statement.is_suppressed;
        let parts = match can_split {
            true => (editor.split)(&entry.statement),
            false => Vec::new(),
        };
        if parts.is_empty() {
            entries.push(entry);
            continue;
        }
        for part in parts {
            entries.push(ImportEntry {
                statement: parser.parse(&part)?,
                leading: std::mem::take(&mut entry.leading),
                indent: entry.indent.clone(),
                trailing: String::new(),
            });
        }
    }
    let sorts_names = editor.has_lists && editor.keeps_order.is_none();
    for ImportEntry { statement, .. } in entries.iter_mut().filter(|_| sorts_names) {
        let list = statement.list.as_mut().map(|(_, list)| list);
        let list = list.filter(|list| !list.has_any_comments());
        if list.is_some_and(|list| list.sort(editor.compare_names) | list.dedup()) {
            statement.update(&editor.list, eol);
        }
    }
    let group = |statement: &Statement| match main {
        Some(main) if is_main_header(statement, main) => 0,
        _ => (editor.group)(statement),
    };
    // Sorts first, so that the names of merged statements do not depend on the statement order.
    let compare = |a: &ImportEntry, b: &ImportEntry| {
        let groups = group(&a.statement).cmp(&group(&b.statement));
        groups.then_with(|| (editor.compare)(&a.statement, &b.statement))
    };
    let merged = match editor.keeps_order {
        Some(bound_name) => {
            let kept = without_repeats(entries, bound_name, editor, eol);
            if kept.len() == slice.len() {
                let end = block.units[slice.end - 1].whole.end;
                return Ok(block
                    .text(block.units[slice.start].whole.start..end)
                    .to_owned());
            }
            kept
        }
        None => {
            entries.sort_by(compare);
            let mut merged = merge_neighbours(entries, editor, eol);
            merged.sort_by(compare);
            merged
        }
    };
    let mut lines = String::new();
    let mut last = None;
    for entry in &merged {
        let own = group(&entry.statement);
        if editor.separates_groups && last.is_some_and(|last| last != own) {
            lines.push_str(eol);
        }
        last = Some(own);
        for part in [
            &entry.leading,
            &entry.indent,
            &entry.statement.text,
            &entry.trailing,
        ] {
            lines.push_str(part);
        }
        lines.push_str(eol);
    }
    let end = block.units[slice.end - 1].whole.end;
    if !block.source.get(..end).unwrap_or_default().ends_with(b"\n") {
        lines.truncate(lines.len() - eol.len());
    }
    Ok(lines)
}

/// Merges sorted entries. Merges neighbouring pairs first, so that merging many entries for one
/// module takes O(n log n).
fn merge_neighbours(
    mut entries: Vec<ImportEntry>,
    editor: &ImportRules,
    eol: &str,
) -> Vec<ImportEntry> {
    for _ in 0..usize::BITS {
        let count = entries.len();
        let mut pairs = Vec::with_capacity(count);
        let mut rest = entries.into_iter();
        while let Some(first) = rest.next() {
            pairs.push(first);
            if let Some(second) = rest.next() {
                let at = pairs.len() - 1;
                let second = merge_entry(&mut pairs[at..], second, editor, eol);
                pairs.extend(second);
            }
        }
        entries = pairs;
        if entries.len() == count {
            break;
        }
    }
    let mut merged: Vec<ImportEntry> = Vec::new();
    for entry in entries {
        let entry = merge_entry(&mut merged, entry, editor, eol);
        merged.extend(entry);
    }
    merged
}

/// Merges each repeated statement into the first statement with the same text, unless a statement
/// in between binds the same name. O(n).
fn without_repeats(
    entries: Vec<ImportEntry>,
    bound_name: fn(&Statement) -> Option<&str>,
    editor: &ImportRules,
    eol: &str,
) -> Vec<ImportEntry> {
    let mut kept: Vec<ImportEntry> = Vec::with_capacity(entries.len());
    let (mut by_text, mut by_name) = (HashMap::new(), HashMap::new());
    for entry in entries {
        let text = entry.statement.text.clone();
        let name = bound_name(&entry.statement).map(str::to_owned);
        let is_bound_by = |at: &usize| match &name {
            Some(name) => by_name.get(name) == Some(at),
            None => true,
        };
        let first = by_text.get(&text).copied().filter(is_bound_by);
        let rest = match first {
            Some(at) => merge_entry(&mut kept[at..=at], entry, editor, eol),
            None => Some(entry),
        };
        let Some(entry) = rest else {
            continue;
        };
        by_text.insert(text, kept.len());
        by_name.extend(name.map(|name| (name, kept.len())));
        kept.push(entry);
    }
    kept
}

/// Merges an entry into one of `merged`. Returns the entry if it cannot be merged into any of them.
fn merge_entry(
    merged: &mut [ImportEntry],
    entry: ImportEntry,
    editor: &ImportRules,
    eol: &str,
) -> Option<ImportEntry> {
    // Only statements of the same module can merge, and they are close in the order.
    let own = (editor.group)(&entry.statement);
    for target in merged.iter_mut().rev().take(8) {
        let is_mergeable = (editor.group)(&target.statement) == own
            && (target.trailing.is_empty()
                || entry.trailing.is_empty()
                || target.trailing == entry.trailing);
        let is_same = target.statement.normalized() == entry.statement.normalized();
        if !is_mergeable || !(editor.merges || is_same) {
            continue;
        }
        // A comment about one line stays directly above it.
        let has_leading = !target.leading.is_empty() || !entry.leading.is_empty();
        let is_suppressed = target.statement.is_suppressed || entry.statement.is_suppressed;
        if is_suppressed && has_leading && target.leading != entry.leading {
            continue;
        }
        // Attributes such as `#[cfg]` distinguish otherwise equal statements.
        let has_attributes = |entry: &ImportEntry| entry.leading.contains("#[");
        if has_attributes(target) || has_attributes(&entry) {
            continue;
        }
        if target.statement.merge(&entry.statement, editor, eol) {
            if target.leading != entry.leading {
                target.leading.push_str(&entry.leading);
            }
            if target.trailing.is_empty() {
                target.trailing = entry.trailing;
            }
            return None;
        }
    }
    Some(entry)
}

/// Returns a file name without directory and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.split_once('.').map_or(file, |(stem, _)| stem)
}

/// Returns whether an include is the main header of the file.
fn is_main_header(statement: &Statement, main: &str) -> bool {
    statement.kind == ImportKind::Include && stem(&statement.module) == main
}
