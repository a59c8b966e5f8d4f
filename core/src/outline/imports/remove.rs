//! Removes imports.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, Nearest};
use ransack_base::{Error, ErrorKind, OptionName, Result};

use super::change::{ImportRemoval, TextChange, editor_of};
use super::list::{Item, List};
use super::statement::{
    Block, Editor, Gap, Statement, blank_lines_end, byte_order_mark, line_end, line_start,
};
use crate::outline::text::ParsedText;

/// Returns the changes that remove imports from a text, ascending and disjoint; see
/// [`remove_imports`](super::remove_imports).
///
/// # Errors
///
/// `InvalidOption`, `UnknownName`: see [`remove_imports`](super::remove_imports).
pub(crate) fn remove(text: &ParsedText<'_>, removals: &[ImportRemoval]) -> Result<Vec<TextChange>> {
    let editor = editor_of(text)?;
    let block = Block::read(text, editor);
    let mut statements: Vec<Option<Statement>> = block
        .units
        .iter()
        .map(|unit| Some(unit.statement.clone()))
        .collect();
    let mut cuts = Vec::new();
    for (index, removal) in removals.iter().enumerate() {
        let mut has_found = false;
        for statement in &mut statements {
            has_found |= remove_from(statement, removal, editor, block.source, &mut cuts);
        }
        if !has_found {
            return Err(unknown(&block, removal).in_element(OptionName::Removals, index));
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
            if !unit.is_utf8 {
                let message = "cannot remove a name from an import that is not UTF-8";
                return Err(Error::option(message).with_pattern(&statement.module));
            }
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
        let start = index;
        let mut range = removed_range(&block, index, &removed, editor);
        index += 1;
        // What is removed together is one range, with the blank lines between.
        while index < block.units.len() && removed[index] && block.gap(index - 1) != Gap::Other {
            range.end = removed_range(&block, index, &removed, editor).end;
            index += 1;
        }
        ranges.push(with_blank_lines(&block, &(start..index), range, editor));
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
    unit.whole.clone()
}

/// Adds the blank lines that the removal of units would leave twice, at the start or end of a list
/// of statements, or between groups that are not there any more. `units` are the numbers of the
/// units, `range` their lines.
fn with_blank_lines(
    block: &Block<'_>,
    units: &Range<usize>,
    range: Range<usize>,
    editor: &Editor,
) -> Range<usize> {
    let source = block.source;
    let before = source
        .get(byte_order_mark(source)..range.start)
        .unwrap_or_default();
    if !before.is_empty() && !before.ends_with(b"\n") {
        return range;
    }
    let above = before.trim_ascii_end();
    let newlines = memchr::memchr_iter(b'\n', &before[above.len()..]).count();
    let blank_above = if above.is_empty() {
        0
    } else {
        newlines.saturating_sub(1)
    };
    let end = blank_lines_end(source, range.end);
    let below = source.get(range.end..end).unwrap_or_default();
    let blank_below = memchr::memchr_iter(b'\n', below).count();
    let rest = source.get(end..).unwrap_or_default().trim_ascii_start();
    let ends_list = rest.is_empty() || rest.starts_with(b")");
    let separates = |a: usize, b: usize| {
        let group = |index: usize| (editor.group)(&block.units[index].statement);
        editor.separates_groups && group(a) != group(b)
    };
    let previous = units.start.checked_sub(1);
    let next = Some(units.end).filter(|next| *next < block.units.len());
    let starts_run = previous.is_none_or(|previous| block.gap(previous) != Gap::None);
    let ends_run = next.is_none_or(|next| block.gap(next - 1) != Gap::None);
    let was_above = previous.is_some_and(|previous| {
        block.gap(previous) == Gap::Blank && separates(previous, units.start)
    });
    let was_below = next
        .is_some_and(|next| block.gap(next - 1) == Gap::Blank && separates(units.end - 1, next));
    // The first import is between the header and a blank line.
    let follows_header = range.start == block.header_end && !block.has_comment_header;
    // Of the blank lines above and below the more remain.
    let takes_below = above.is_empty()
        || above.ends_with(b"(")
        || follows_header
        || (blank_above == 0 && starts_run && was_below)
        || blank_below < blank_above;
    let takes_above = blank_above > 0
        && match blank_below {
            0 => ends_list || (ends_run && was_above),
            _ => rest.starts_with(b")") || blank_above <= blank_below,
        };
    let start = match takes_above {
        true => line_end(source, byte_order_mark(source) + above.len()),
        false => range.start,
    };
    start..if takes_below { end } else { range.end }
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
    let mut nearest = Nearest::new(wanted, |name| name);
    names.iter().for_each(|name| nearest.add(name));
    Error::new(ErrorKind::UnknownName, message)
        .with_pattern(wanted)
        .with_candidates(nearest.names())
}
