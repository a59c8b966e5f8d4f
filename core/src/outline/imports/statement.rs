//! Import statements that can be changed: their lines, comments and lists of names.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::change::ImportRequest;
use super::header::{self, Header, Region};
use super::item::ImportKind;
use super::list::{Brackets, Item, List, ListStyle, target_list};
use crate::outline::text::ParsedText;

/// Rules for changing the imports of one language.
pub(super) struct Editor {
    /// Node kinds whose children are also statements.
    pub(super) containers: &'static [&'static str],
    /// Node kinds of comments and attributes that move with the statement below.
    pub(super) leading: &'static [&'static str],
    /// Reads a statement; returns `None` for other nodes.
    pub(super) read: fn(&[u8], Node<'_>) -> Option<Statement>,
    /// Returns whether a node belongs to the header of a file, before its imports.
    pub(super) is_header: fn(&[u8], Node<'_>) -> bool,
    /// Whether groups determine the blank lines in a block of imports. If not, blank lines are kept
    /// and delimit the sorted blocks.
    pub(super) has_sections: bool,
    /// Whether a blank line separates different groups.
    pub(super) separates_groups: bool,
    /// Whether one statement can import several names of a module.
    pub(super) has_lists: bool,
    /// Whether organising merges statements that import from the same module.
    pub(super) merges: bool,
    /// Whether a new import of any group may join the only run of imports.
    pub(super) joins_runs: bool,
    /// Separator between a module and its names, if a name can also be a module.
    pub(super) separator: Option<&'static str>,
    /// Group of a statement; groups are in ascending order.
    pub(super) group: fn(&Statement) -> u8,
    /// Group used to find the run of a new statement; equals `group` if groups determine the order.
    pub(super) place: fn(&Statement) -> u8,
    /// Order of statements in a group.
    pub(super) compare: fn(&Statement, &Statement) -> Ordering,
    /// Order of names in a list.
    pub(super) compare_names: fn(&Item, &Item) -> Ordering,
    /// Layout of lists of names.
    pub(super) list: ListStyle,
    /// Splits a statement into one statement per module; returns an empty list to leave the
    /// statement unchanged.
    pub(super) split: fn(&Statement) -> Vec<String>,
    /// Returns the source of a new statement without indentation; `None` if the language has no
    /// such import.
    pub(super) render: fn(&ImportRequest, &FileStyle) -> Option<Vec<String>>,
    /// Text to insert before a statement when the statement is parsed on its own.
    pub(super) prelude: &'static str,
    /// Keyword that is absent from statements inside a list of statements, as in Go.
    pub(super) list_keyword: Option<&'static str>,
    /// Module whose imports must precede all other code of a file.
    pub(super) first_module: Option<&'static str>,
}

/// Import statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) module: String,
    pub(super) kind: ImportKind,
    /// Visibility and attributes: two statements merge only if tag, module and kind are equal.
    pub(super) tag: String,
    /// Local name of the module.
    pub(super) alias: Option<String>,
    /// Whether the statement stays in place and nothing moves across it.
    pub(super) is_barrier: bool,
    /// Whether a comment suppresses diagnostics on the first line. If so, no names are added to the
    /// statement, and it is not wrapped.
    pub(super) is_suppressed: bool,
    /// Range in the text; empty for a new statement.
    pub(super) range: Range<usize>,
    /// Source text.
    pub(super) text: String,
    /// Names, with their range in `text`.
    pub(super) list: Option<(Range<usize>, List)>,
}

impl Statement {
    /// Renders the list of names again.
    pub(super) fn update(&mut self, style: &ListStyle, eol: &str) {
        let Some((range, list)) = &mut self.list else {
            return;
        };
        if style.open.is_empty() {
            return;
        }
        let width = if self.is_suppressed {
            usize::MAX
        } else {
            style.width
        };
        let style = &ListStyle { width, ..*style };
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let line = before.rsplit('\n').next().unwrap_or("").len();
        let rest = after.split('\n').next().unwrap_or("").trim_end().len();
        let rendered = list.render(style, eol, line, rest);
        let end = range.start + rendered.len();
        self.text = format!("{before}{rendered}{after}");
        range.end = end;
        list.locate(&self.text, range.start);
    }

    /// Returns the source with normalized white space.
    pub(super) fn normalized(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the module, name and alias of each name; the name is empty for an import of the
    /// module itself.
    pub(super) fn leaves(&self) -> Vec<(String, String, Option<String>)> {
        match &self.list {
            Some((_, list)) => {
                let leaves = list.leaves().into_iter();
                leaves
                    .map(|(module, item)| {
                        (module.to_owned(), item.name.clone(), item.alias.clone())
                    })
                    .collect()
            }
            None => vec![(self.module.clone(), String::new(), self.alias.clone())],
        }
    }

    /// Merges the names of another statement into this one, each at its sorted position. Returns
    /// false and changes nothing if the statements cannot be merged.
    pub(super) fn merge(&mut self, other: &Statement, editor: &Editor, eol: &str) -> bool {
        if (&self.kind, &self.tag) != (&other.kind, &other.tag) {
            return false;
        }
        if self.normalized() == other.normalized() {
            return true;
        }
        if self.is_suppressed || other.is_suppressed {
            return false;
        }
        let (Some((_, list)), Some((_, new))) = (&mut self.list, &other.list) else {
            return false;
        };
        let is_type = self.kind == ImportKind::TypeOnly;
        let Some(target) = target_list(list, &new.module) else {
            return false;
        };
        if target.has_any_comments() || new.has_any_comments() {
            return false;
        }
        let all = || target.items.iter().chain(&new.items);
        let is_namespace = |item: &Item| item.is_bare && item.name == "*";
        let defaults = all().filter(|item| item.is_bare && item.name == "default");
        let is_default = |item: &Item| item.is_bare && item.name == "default";
        let has_two_defaults = {
            let mut aliases: Vec<_> = defaults.map(|item| &item.alias).collect();
            aliases.dedup();
            aliases.len() > 1
        };
        let is_mixed_type = is_type && all().any(is_default) && all().any(|item| !item.is_bare);
        if all().any(is_namespace) || has_two_defaults || is_mixed_type {
            return false;
        }
        let key = |item: &Item| (item.text.clone(), item.is_bare);
        let known: HashSet<_> = target.items.iter().map(key).collect();
        let added = new.items.iter().filter(|item| !known.contains(&key(item)));
        let added: Vec<Item> = added.cloned().collect();
        // In Python, `import a` and `import b` have no common module.
        let is_plain = target.module.is_empty() || !editor.has_lists;
        let has_alias = |items: &[Item]| items.iter().any(|item| item.alias.is_some());
        let has_all = |items: &[Item]| items.iter().any(|item| item.name == "*");
        // Python has no list with `*`. isort keeps an aliased name in a separate statement; this
        // code follows isort unless the text does otherwise.
        let is_mixed = has_alias(&target.items) && target.items.len() > 1;
        let keeps_apart = editor.list.brackets == Brackets::Multiline
            && (has_all(&added)
                || has_all(&target.items)
                || !is_mixed && (has_alias(&added) || has_alias(&target.items)));
        if !added.is_empty() && (is_plain || keeps_apart) {
            return false;
        }
        self.add_names(&new.module, added, editor, eol)
    }
}

/// Statement with its lines.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) statement: Statement,
    /// Lines of the statement and of its comments above, including the last line ending.
    pub(super) whole: Range<usize>,
    /// Start of the line of the statement.
    pub(super) line_start: usize,
    /// Whether the statement shares its lines with other code.
    pub(super) is_loose: bool,
    /// Number of the node that contains the unit.
    pub(super) container: usize,
    /// Whether the statement is inside a condition such as `#if`.
    pub(super) is_conditional: bool,
    /// Whether the statement is valid UTF-8; if not, `text` differs from the source.
    pub(super) is_utf8: bool,
}

impl Unit {
    /// Returns whether the statement can move.
    pub(super) fn is_movable(&self) -> bool {
        !self.is_loose && !self.statement.is_barrier
    }
}

/// Style of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileStyle {
    pub(super) eol: &'static str,
    pub(super) quote: char,
    pub(super) has_semicolons: bool,
}

/// Top-level imports in the text.
pub(super) struct Block<'t> {
    pub(super) source: &'t [u8],
    pub(super) units: Vec<Unit>,
    /// Ranges of the nodes that contain units, by container number.
    pub(super) containers: Vec<Range<usize>>,
    /// Start of the line after the header.
    pub(super) header_end: usize,
    pub(super) style: FileStyle,
}

impl<'t> Block<'t> {
    /// Reads the imports in the text, ordered by start. O(n) in the top-level nodes.
    pub(super) fn read(text: &'t ParsedText<'_>, editor: &Editor) -> Block<'t> {
        let source = text.source;
        let mut units: Vec<Unit> = Vec::new();
        let mut containers: Vec<Range<usize>> = Vec::new();
        let root = text.tree.root_node();
        let mut open = vec![(root, root.byte_range(), false)];
        let mut header = Header::new(source);
        let mut region = Region::default();
        while let Some((container, range, is_conditional)) = open.pop() {
            let is_root = containers.is_empty();
            let number = containers.len();
            containers.push(range.clone());
            // The first line of an include guard is a condition.
            let is_guard = container.kind() == "preproc_ifdef" && !is_conditional;
            let first_line = match is_guard {
                true => line_end(source, container.start_byte()),
                false => 0,
            };
            let mut leading: Vec<Range<usize>> = Vec::new();
            for node in statements(source, container, is_root, editor) {
                let node_range = trimmed(source, node.byte_range());
                let guards = is_root && !header.is_over && is_include_guard(source, node);
                if guards {
                    header.end = line_end(source, node_range.start);
                } else if (is_root || is_guard) && node_range.start >= first_line {
                    header.visit(source, node, &node_range, editor);
                }
                let is_comment = node.kind().ends_with("comment");
                if is_comment || (is_root && (editor.is_header)(source, node)) {
                    region.visit(source, &node_range, is_comment);
                }
                if editor.leading.contains(&node.kind()) {
                    leading.push(node_range);
                    continue;
                }
                if let Some(statement) = (editor.read)(source, node) {
                    let mut unit = unit(source, statement, &leading, number);
                    unit.is_conditional = is_conditional;
                    units.push(unit);
                } else if editor.containers.contains(&node.kind()) {
                    let is_outer = is_root || node.kind().starts_with("preproc");
                    let range = if is_outer { node_range } else { range.clone() };
                    let is_condition = node.kind().starts_with("preproc") && !guards;
                    open.push((node, range, is_conditional || is_condition));
                }
                if node.is_named() {
                    leading.clear();
                }
            }
        }
        units.sort_by_key(|unit| unit.whole.start);
        region.finish();
        for unit in &mut units {
            unit.statement.is_barrier |= region.contains(unit.statement.range.start);
        }
        header.finish(source);
        if header.end == byte_order_mark(source) {
            let code = blank_lines_end(source, header.end);
            header.end = if code < source.len() {
                code
            } else {
                header.end
            };
        }
        for index in 1..units.len() {
            let end = units[index - 1].whole.end;
            if end > units[index].whole.start {
                units[index - 1].is_loose = true;
                units[index].is_loose = true;
            }
        }
        let style = file_style(source, &units);
        Block {
            source,
            units,
            containers,
            header_end: header.end,
            style,
        }
    }

    /// Classifies the white space or code between a unit and the next one.
    pub(super) fn gap(&self, index: usize) -> Gap {
        let (unit, next) = (&self.units[index], &self.units[index + 1]);
        let between = self.source.get(unit.whole.end..next.whole.start);
        match between {
            Some(between)
                if unit.container != next.container || !between.trim_ascii().is_empty() =>
            {
                Gap::Other
            }
            Some([]) => Gap::None,
            Some(_) => Gap::Blank,
            None => Gap::Other,
        }
    }

    pub(super) fn text(&self, range: Range<usize>) -> &str {
        let bytes = self.source.get(range).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Returns the children of a node. If the text starts with a syntax error, includes the imports at
/// the start of the error; the rest of the error may be any text, such as lines inside a string.
fn statements<'t>(
    source: &[u8],
    container: Node<'t>,
    is_root: bool,
    editor: &Editor,
) -> Vec<Node<'t>> {
    let mut cursor = container.walk();
    let mut nodes: Vec<_> = container.children(&mut cursor).collect();
    let is_comment = |node: &Node<'_>| node.kind().ends_with("comment");
    let first = nodes.iter().position(|node| !is_comment(node));
    if let Some(error) = first.filter(|first| is_root && nodes[*first].is_error()) {
        let is_known = |node: &Node<'_>| {
            is_comment(node)
                || (editor.is_header)(source, *node)
                || (editor.read)(source, *node).is_some()
        };
        let known: Vec<_> = nodes[error]
            .children(&mut cursor)
            .take_while(is_known)
            .collect();
        nodes.splice(error..error, known);
    }
    nodes
}

/// Gap between two statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    /// Blank lines.
    Blank,
    /// Code, or comments that do not belong to any statement.
    Other,
}

fn unit(
    source: &[u8],
    mut statement: Statement,
    leading: &[Range<usize>],
    container: usize,
) -> Unit {
    let range = statement.range.clone();
    let line_start = line_start(source, range.start);
    let is_blank = |range: Range<usize>| {
        source
            .get(range)
            .unwrap_or_default()
            .trim_ascii()
            .is_empty()
    };
    let mut start = line_start;
    for lead in leading.iter().rev() {
        let lead_start = self::line_start(source, lead.start);
        let between = source.get(lead.end..start).unwrap_or_default();
        let is_attached = is_blank(lead_start..lead.start)
            && between.trim_ascii().is_empty()
            && memchr::memchr_iter(b'\n', between).count() <= 1;
        let text = source.get(lead.clone()).unwrap_or_default();
        if !is_attached || header::is_of_file(text) {
            break;
        }
        start = lead_start;
    }
    let start = header::own_comments(source, start..line_start, leading);
    let end = line_end(source, range.end);
    let rest = source.get(range.end..end).unwrap_or_default().trim_ascii();
    // Any other text on the line must be a comment that ends there.
    let is_comment = (rest.starts_with(b"/*") && rest.ends_with(b"*/"))
        || rest.starts_with(b"//")
        || (rest.starts_with(b"#") && !rest.starts_with(b"#["));
    let is_utf8 = |range| std::str::from_utf8(source.get(range).unwrap_or_default()).is_ok();
    let is_loose = !is_blank(line_start..range.start)
        || !(rest.is_empty() || is_comment)
        || !is_utf8(start..end);
    let lines = String::from_utf8_lossy(source.get(start..end).unwrap_or_default());
    statement.is_barrier |= header::is_pinned(&lines);
    if let Some((_, list)) = &mut statement.list {
        list.move_items(&|at| at.saturating_sub(range.start));
    }
    let comments = [start..line_start, range.end..end];
    statement.is_suppressed |= comments
        .into_iter()
        .any(|range| header::is_suppression(source.get(range).unwrap_or_default()));
    Unit {
        statement,
        whole: start..end,
        line_start,
        is_loose,
        container,
        is_conditional: false,
        is_utf8: is_utf8(range),
    }
}

/// Returns whether a node is `#ifndef NAME` followed by `#define NAME`.
fn is_include_guard(source: &[u8], node: Node<'_>) -> bool {
    if node.kind() != "preproc_ifdef" {
        return false;
    }
    let mut cursor = node.walk();
    let definition = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "preproc_def");
    let name = |node: Node<'_>| {
        node.child_by_field_name("name")
            .map(|name| node_text(source, name))
    };
    definition
        .and_then(name)
        .is_some_and(|defined| Some(defined) == name(node))
}

/// Returns the length of the byte order mark, or 0 if the text has no byte order mark.
pub(super) fn byte_order_mark(source: &[u8]) -> usize {
    match source.starts_with("\u{feff}".as_bytes()) {
        true => "\u{feff}".len(),
        false => 0,
    }
}

/// Returns a range without trailing white space.
pub(super) fn trimmed(source: &[u8], range: Range<usize>) -> Range<usize> {
    let text = source.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_ascii_end().len()
}

/// Returns the start of the line; on the first line, the offset after the byte order mark.
pub(super) fn line_start(source: &[u8], at: usize) -> usize {
    let before = source.get(..at).unwrap_or_default();
    let first = byte_order_mark(source).min(at);
    memchr::memrchr(b'\n', before).map_or(first, |newline| newline + 1)
}

/// Returns the offset after the line, including its line ending.
pub(super) fn line_end(source: &[u8], at: usize) -> usize {
    let after = source.get(at..).unwrap_or_default();
    memchr::memchr(b'\n', after).map_or(source.len(), |newline| at + newline + 1)
}

/// Returns the offset after the blank lines that start at an offset.
pub(super) fn blank_lines_end(source: &[u8], mut at: usize) -> usize {
    while at < source.len() {
        let next = line_end(source, at);
        if !source[at..next].trim_ascii().is_empty() {
            break;
        }
        at = next;
    }
    at
}

fn file_style(source: &[u8], units: &[Unit]) -> FileStyle {
    let first = memchr::memchr(b'\n', source);
    let is_crlf = first.is_some_and(|at| at > 0 && source[at - 1] == b'\r');
    let statements = || units.iter().map(|unit| &unit.statement);
    let count = |byte: u8| -> usize {
        let in_units: usize = statements()
            .map(|statement| memchr::memchr_iter(byte, statement.text.as_bytes()).count())
            .sum();
        match units.is_empty() {
            true => memchr::memchr_iter(byte, source).count(),
            false => in_units,
        }
    };
    let has_semicolons = match statements().next() {
        Some(_) => {
            let with = statements()
                .filter(|statement| statement.text.ends_with(';'))
                .count();
            2 * with >= units.len()
        }
        None => {
            let lines = source
                .split(|byte| *byte == b'\n')
                .map(<[u8]>::trim_ascii_end);
            let (mut with, mut without) = (0, 0);
            for line in lines.take(1000) {
                match line.last() {
                    Some(b';') => with += 1,
                    Some(b')' | b'"' | b'\'' | b'`') => without += 1,
                    _ => {}
                }
            }
            with >= without
        }
    };
    FileStyle {
        eol: if is_crlf { "\r\n" } else { "\n" },
        quote: if count(b'\'') > count(b'"') {
            '\''
        } else {
            '"'
        },
        has_semicolons,
    }
}

/// Leaves a statement unsplit. Used as a value for [`Editor::split`].
pub(super) fn no_split(_statement: &Statement) -> Vec<String> {
    Vec::new()
}

/// Returns the text of a node; invalid UTF-8 is replaced with U+FFFD.
pub(super) fn node_text(source: &[u8], node: Node<'_>) -> String {
    let bytes = source.get(node.byte_range()).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the text of a node without white space.
pub(super) fn path_text(source: &[u8], node: Node<'_>) -> String {
    node_text(source, node).split_whitespace().collect()
}
