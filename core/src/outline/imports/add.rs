//! Adds imports.

use std::cmp::Ordering;

use super::change::{ImportRequest, Parser, TextChange, editor_of};
use super::item::ImportKind;
use super::list::{Brackets, Item};
use super::statement::{Block, Editor, Gap, Statement, Unit, byte_order_mark};
use crate::ast::EditStatus;
use crate::error::{Error, OptionName, Result};
use crate::outline::text::ParsedText;

/// Place in a run of imports.
enum Slot {
    /// Unit of the text.
    Old(usize),
    New(Box<Statement>),
}

/// Consecutive imports.
struct Run {
    slots: Vec<Slot>,
}

/// Returns the changes that add imports to a text, ascending and disjoint, and the status of each
/// import; see [`add_imports`](super::add_imports).
///
/// # Errors
///
/// `InvalidOption`: see [`add_imports`](super::add_imports).
pub(crate) fn add(
    text: &ParsedText<'_>,
    requests: &[ImportRequest],
) -> Result<(Vec<TextChange>, Vec<EditStatus>)> {
    let editor = editor_of(text)?;
    let mut block = Block::read(text, editor);
    let mut parser = Parser::new(text.language, editor);
    let mut changed = vec![false; block.units.len()];
    let mut runs = runs(&block, editor);
    let mut statuses = Vec::with_capacity(requests.len());
    for (index, request) in requests.iter().enumerate() {
        let of_element = |error: Error| error.in_element(OptionName::Imports, index);
        let sources = (editor.render)(request, &block.style).ok_or_else(|| {
            let message = format!("{} has no such import", text.language.name);
            of_element(Error::option(message).with_pattern(&request.module))
        })?;
        let mut is_applied = false;
        for source in sources {
            let mut statement = parser.parse(&source).map_err(of_element)?;
            let list = statement.list.as_mut().filter(|_| editor.has_lists);
            if list.is_some_and(|(_, list)| list.sort(editor.compare_names) | list.dedup()) {
                statement.update(&editor.list, block.style.eol);
            }
            if is_present(&mut statement, &block, &runs, editor) {
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
            Slot::New(statement) => Some(&**statement),
            Slot::Old(_) => None,
        });
    // An import of a value is one of its type as well.
    let covers = |kind: ImportKind| {
        kind == statement.kind
            || (statement.kind == ImportKind::TypeOnly && kind == ImportKind::Static)
            || (editor.list.brackets == Brackets::Several && kind == ImportKind::ReExport)
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
                slots: vec![Slot::New(Box::new(statement))],
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
    run.slots.insert(at, Slot::New(Box::new(statement)));
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
                (None, None) => (block.header_end, header_text(block, editor, &lines)),
            };
            push_insertion(&mut changes, block, at, text);
            continue;
        };
        let mut index = 0;
        while index < run.slots.len() {
            let start = index;
            let mut news = Vec::new();
            while let Some(Slot::New(statement)) = run.slots.get(index) {
                news.push(&**statement);
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
        Slot::New(statement) => Some(&**statement),
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
fn header_text(block: &Block<'_>, editor: &Editor, lines: &str) -> String {
    let eol = block.style.eol;
    let rest = block.source.get(block.header_end..).unwrap_or_default();
    let first_line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let before = match block.header_end > byte_order_mark(block.source) {
        true => eol,
        false => "",
    };
    let is_definition = [&b"def "[..], b"class ", b"@", b"async def "]
        .iter()
        .any(|start| first_line.starts_with(start));
    let after = match () {
        () if rest.trim_ascii().is_empty() || first_line.trim_ascii().is_empty() => String::new(),
        // Two blank lines are around the definitions of Python (PEP 8).
        () if is_definition && editor.list.brackets == Brackets::Multiline => eol.repeat(2),
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
            news.iter().take_while(is_upper).count()
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
    if at > byte_order_mark(block.source) && !before.ends_with(b"\n") {
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
