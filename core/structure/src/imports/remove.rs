//! Removes imports.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, Nearest};
use ransack_base::{Error, ErrorKind, OptionName, Result};
use ransack_languages::internal::{
    FileStyle, ImportRules, Item, Statement, blank_lines_end, byte_order_mark, line_end, line_start,
};

use crate::imports::block::{Gap, ImportBlock, ImportUnit};
use crate::imports::change::{ImportRemoval, TextChange, editor_of};
use crate::outline::text::ParsedText;

/// Returns the changes that remove imports from each of several texts that form one module,
/// ascending and disjoint; see [`remove_imports`](crate::imports::remove_imports).
///
/// # Errors
///
/// `InvalidOption`, `UnknownName`: see [`remove_imports`](crate::imports::remove_imports).
pub(crate) fn remove(
    texts: &[&ParsedText<'_>],
    removals: &[ImportRemoval],
) -> Result<Vec<Vec<TextChange>>> {
    let mut parts = Vec::with_capacity(texts.len());
    for text in texts {
        let editor = editor_of(text)?;
        let block = ImportBlock::read(text, editor);
        let statements = block.units.iter().map(|unit| Some(unit.statement.clone()));
        let statements: Vec<_> = statements.collect();
        parts.push((editor, block, statements));
    }
    for (index, removal) in removals.iter().enumerate() {
        let of_element = |error: Error| error.in_element(OptionName::Removals, index);
        let mut has_found = false;
        for (editor, block, statements) in &mut parts {
            for (statement, unit) in statements.iter_mut().zip(&block.units) {
                has_found |= remove_from(statement, removal, editor, &block.style, unit.is_utf8)
                    .map_err(of_element)?;
            }
        }
        if !has_found {
            let units = parts.iter().flat_map(|(_, block, _)| &block.units);
            return Err(of_element(unknown(units, removal)));
        }
    }
    let parts = parts.iter();
    let changes = parts.map(|(editor, block, statements)| removed(block, statements, editor));
    Ok(changes.collect())
}

/// Returns the changes of a text to the statements that are left.
fn removed(
    block: &ImportBlock<'_>,
    statements: &[Option<Statement>],
    editor: &ImportRules,
) -> Vec<TextChange> {
    let mut changes: Vec<TextChange> = Vec::new();
    for (unit, statement) in block.units.iter().zip(statements) {
        let Some(statement) = statement else {
            continue;
        };
        if statement.text != unit.statement.text {
            changes.push(TextChange {
                range: unit.statement.range.clone(),
                text: statement.text.clone(),
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
        let mut range = removed_range(block, index, &removed, editor);
        index += 1;
        // Adjacent removals form one range, including the blank lines in between.
        while index < block.units.len() && removed[index] && block.gap(index - 1) != Gap::Other {
            range.end = removed_range(block, index, &removed, editor).end;
            index += 1;
        }
        ranges.push(with_blank_lines(block, &(start..index), range, editor));
    }
    // A Go declaration that has lost all its imports is found once per import.
    ranges.dedup();
    changes.extend(ranges.into_iter().map(|range| TextChange {
        range,
        text: String::new(),
    }));
    changes.sort_by_key(|change| change.range.start);
    changes.dedup();
    changes
}

/// Removes names from a statement and sets it to `None` if no names are left. Returns whether any
/// name was removed.
///
/// # Errors
///
/// `InvalidOption` if one of several names would be removed from a statement that is not valid
/// UTF-8.
fn remove_from(
    statement: &mut Option<Statement>,
    removal: &ImportRemoval,
    editor: &ImportRules,
    style: &FileStyle,
    is_utf8: bool,
) -> Result<bool> {
    let Some(inner) = statement else {
        return Ok(false);
    };
    if inner.list.is_none() {
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
        return Ok(matches);
    }
    let is_removed = |module: &str, item: &Item| is_removed(removal, module, item, editor);
    let (is_found, is_empty) = inner.remove_names(&is_removed, editor, style.eol, is_utf8);
    if is_empty {
        *statement = None;
    } else if is_found && !is_utf8 {
        let message = "cannot remove a name from an import that is not UTF-8";
        return Err(Error::option(message).with_pattern(&removal.module));
    }
    Ok(is_found)
}

/// Returns whether a removal covers a name in the list of `module`.
fn is_removed(removal: &ImportRemoval, module: &str, item: &Item, editor: &ImportRules) -> bool {
    let is_module = match module {
        // In `import a`, the names are modules.
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
}

/// Returns the range to remove for a unit.
fn removed_range(
    block: &ImportBlock<'_>,
    index: usize,
    removed: &[bool],
    editor: &ImportRules,
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

/// Extends a removal to include blank lines that would otherwise be doubled, end up at the start or
/// end of a list of statements, or separate groups that no longer exist. `units` contains the
/// indices of the units, and `range` covers their lines.
fn with_blank_lines(
    block: &ImportBlock<'_>,
    units: &Range<usize>,
    range: Range<usize>,
    editor: &ImportRules,
) -> Range<usize> {
    let source = block.source;
    let before = source
        .get(byte_order_mark(source)..range.start)
        .unwrap_or_default();
    if !before.is_empty() && !before.ends_with(b"\n") {
        return range;
    }
    let above = before.trim_ascii_end();
    if range.end == source.len() && !source.ends_with(b"\n") {
        // The text still ends without a line ending.
        return byte_order_mark(source) + above.len()..range.end;
    }
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
    let is_loose = |index: usize| block.units[index].is_loose;
    let starts_run =
        previous.is_none_or(|previous| block.gap(previous) != Gap::None || is_loose(previous));
    let ends_run = next.is_none_or(|next| block.gap(next - 1) != Gap::None || is_loose(next));
    let was_above = previous.is_some_and(|previous| {
        block.gap(previous) == Gap::Blank && separates(previous, units.start)
    });
    let was_below = next
        .is_some_and(|next| block.gap(next - 1) == Gap::Blank && separates(units.end - 1, next));
    // The first import is between the header and a blank line.
    let follows_header = range.start == block.header_end;
    // Keeps the larger of the gaps above and below.
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

/// Returns the error for an import that the text does not have.
fn unknown<'u>(units: impl Iterator<Item = &'u ImportUnit>, removal: &ImportRemoval) -> Error {
    let mut names: Vec<String> = Vec::new();
    for unit in units {
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
