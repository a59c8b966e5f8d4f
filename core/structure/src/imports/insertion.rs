//! Renders new statements and their surrounding blank lines.

use ransack_languages::internal::{
    Brackets, ImportRules, Statement, blank_lines_end, byte_order_mark, line_end,
};

use crate::imports::add::{ImportSlot, Run};
use crate::imports::block::{Gap, ImportBlock, ImportUnit};
use crate::imports::change::TextChange;

/// Returns the changes that insert the new statements of all runs.
pub(super) fn insertions(
    block: &ImportBlock<'_>,
    runs: &[Run],
    editor: &ImportRules,
) -> Vec<TextChange> {
    let eol = block.style.eol;
    let mut changes: Vec<TextChange> = Vec::new();
    // Imports that must precede all other code may share their lines with code.
    let firsts = block.units.iter().filter(|unit| {
        unit.is_loose && editor.first_module == Some(unit.statement.module.as_str())
    });
    let header_end = firsts.map(|unit| unit.whole.end).max();
    let header_end = header_end.map_or(block.header_end, |end| end.max(block.header_end));
    let old_of = |run: &Run| {
        run.slots.iter().find_map(|slot| match slot {
            ImportSlot::Old(index) => Some(*index),
            ImportSlot::New(_) => None,
        })
    };
    for (number, run) in runs.iter().enumerate() {
        let Some(_) = old_of(run) else {
            let before = runs[..number].iter().rev().find_map(|run| {
                run.slots.iter().rev().find_map(|slot| match slot {
                    ImportSlot::Old(index) => Some(*index),
                    ImportSlot::New(_) => None,
                })
            });
            let after = runs[number + 1..].iter().find_map(old_of);
            let neighbour = before.or(after).map(|index| &block.units[index]);
            let indent = match neighbour {
                Some(unit) => block.text(unit.line_start..unit.statement.range.start),
                None => indent_of_code(block, header_end),
            };
            let is_inner = neighbour.is_some_and(|unit| is_in_list(unit, editor));
            let lines = new_run(run, editor, eol, indent, is_inner);
            let (at, text) = match (before, after) {
                _ if run.is_first => {
                    let at = block.header_end;
                    (at, header_text(block, at, editor, &lines))
                }
                (Some(before), _) => {
                    let at = block.units[before].whole.end;
                    // Above code, removing the import later could not attribute the blank line.
                    let blank = match editor.separates_groups || !precedes_code(block, at) {
                        true => eol,
                        false => "",
                    };
                    (at, format!("{blank}{lines}"))
                }
                (None, Some(after)) => {
                    let at = block.units[after].whole.start;
                    // Below code, removing the import later could not attribute the blank line.
                    let blank = match editor.separates_groups || !follows_code(block, at) {
                        true => eol,
                        false => "",
                    };
                    (at, format!("{lines}{blank}"))
                }
                (None, None) => (header_end, header_text(block, header_end, editor, &lines)),
            };
            push_insertion(&mut changes, block, editor, at, text);
            continue;
        };
        let mut index = 0;
        while index < run.slots.len() {
            let start = index;
            let mut news = Vec::new();
            while let Some(ImportSlot::New(statement)) = run.slots.get(index) {
                news.push(&**statement);
                index += 1;
            }
            if news.is_empty() {
                index += 1;
                continue;
            }
            let unit = |at: Option<usize>| match at.and_then(|at| run.slots.get(at)) {
                Some(ImportSlot::Old(index)) => Some(*index),
                _ => None,
            };
            let (before, after) = (unit(start.checked_sub(1)), unit(Some(index)));
            changes.extend(insertion(block, editor, &news, before, after));
        }
    }
    changes
}

/// Returns whether the line above a line start contains text.
fn follows_code(block: &ImportBlock<'_>, at: usize) -> bool {
    let above = block.source.get(..at).unwrap_or_default();
    let text = above.trim_ascii_end();
    !text.is_empty() && memchr::memchr_iter(b'\n', &above[text.len()..]).count() == 1
}

/// Returns the blanks before the first code at or after the start of a line.
fn indent_of_code<'t>(block: &ImportBlock<'t>, at: usize) -> &'t str {
    let code = blank_lines_end(block.source, at);
    let text = block.source.get(code..).unwrap_or_default();
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = text.iter().take_while(is_blank).count();
    block.text(code..code + blanks)
}

/// Returns whether the line that starts at an offset contains text.
fn precedes_code(block: &ImportBlock<'_>, at: usize) -> bool {
    let line = block.source.get(at..line_end(block.source, at));
    !line.unwrap_or_default().trim_ascii().is_empty()
}

/// Returns whether a unit is in a list of statements, where statements have no keyword.
fn is_in_list(unit: &ImportUnit, editor: &ImportRules) -> bool {
    let keyword = editor.list_keyword;
    keyword.is_some_and(|keyword| !unit.statement.text.starts_with(keyword.trim_end()))
}

fn statement_line(
    statement: &Statement,
    editor: &ImportRules,
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

/// Renders the statements of a run that has no existing statements.
fn new_run(run: &Run, editor: &ImportRules, eol: &str, indent: &str, is_inner: bool) -> String {
    let news = run.slots.iter().filter_map(|slot| match slot {
        ImportSlot::New(statement) => Some(&**statement),
        ImportSlot::Old(_) => None,
    });
    let news: Vec<&Statement> = news.collect();
    // In Go, several imports form a list.
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

/// Surrounds the first imports in the text with blank lines.
fn header_text(block: &ImportBlock<'_>, at: usize, editor: &ImportRules, lines: &str) -> String {
    let eol = block.style.eol;
    let rest = block.source.get(at..).unwrap_or_default();
    let first_line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header = block.source.get(..at).unwrap_or_default();
    let header = header
        .get(byte_order_mark(block.source)..)
        .unwrap_or_default();
    let follows_directly = !first_line.trim_ascii().is_empty();
    // Without a blank line below the header, none goes above the import either, so removing the
    // import restores the text.
    let before = match header.trim_ascii().is_empty() || follows_directly {
        true => "",
        false => eol,
    };
    let is_definition = [&b"def "[..], b"class ", b"@", b"async def "]
        .iter()
        .any(|start| first_line.starts_with(start));
    let after = match () {
        () if rest.trim_ascii().is_empty() || first_line.trim_ascii().is_empty() => String::new(),
        // Python definitions are surrounded by two blank lines (PEP 8).
        () if is_definition && editor.list.brackets == Brackets::Multiline => eol.repeat(2),
        () => eol.to_owned(),
    };
    format!("{before}{lines}{after}")
}

/// Returns the insertion of statements between two existing ones.
fn insertion(
    block: &ImportBlock<'_>,
    editor: &ImportRules,
    news: &[&Statement],
    before: Option<usize>,
    after: Option<usize>,
) -> Vec<TextChange> {
    let eol = block.style.eol;
    let group = |index: usize| (editor.group)(&block.units[index].statement);
    let is_adjacent = match (before, after) {
        (Some(before), Some(_)) => block.gap(before) == Gap::None,
        _ => false,
    };
    // Groups that were not separated by a blank line stay that way.
    let is_separated = !is_adjacent || before.map(group) == after.map(group);
    let separates = |a: u8, b: u8| editor.separates_groups && is_separated && a != b;
    // Statements of the lower group go below the blank line.
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
            // A blank line already exists, or nothing is above.
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
        push_insertion(&mut changes, block, editor, at, lines);
    }
    changes
}

/// Adds an insertion of whole lines. At the end of the text without a final line ending, adds one
/// first.
fn push_insertion(
    changes: &mut Vec<TextChange>,
    block: &ImportBlock<'_>,
    editor: &ImportRules,
    at: usize,
    mut text: String,
) {
    let eol = block.style.eol;
    let after = block.source.get(at..).unwrap_or_default();
    let end = text.trim_end().len();
    if !text[..end].ends_with(';') && (editor.is_continued)(after) {
        text.insert(end, ';');
    }
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
