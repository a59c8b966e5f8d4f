//! The import statements of one text: their lines, their order and the style of the file.

use std::ops::Range;

use ransack_languages::internal::{
    FileStyle, ImportRules, Statement, blank_lines_end, byte_order_mark, comment_kinds, has_word,
    line_end, line_start, tables, trimmed,
};
use tree_sitter::Node;

use crate::imports::header::{self, FileHeader, Region};
use crate::outline::text::ParsedText;

/// Statement with its lines.
#[derive(Clone, Debug)]
pub(super) struct ImportUnit {
    pub(super) statement: Statement,
    /// Lines of the statement and of its comments above, including the last line ending.
    pub(super) whole: Range<usize>,
    /// Start of the line of the statement.
    pub(super) line_start: usize,
    /// Whether the statement shares its lines with other code.
    pub(super) is_loose: bool,
    /// Number of the node that contains the unit.
    pub(super) container: usize,
    /// Start of the innermost block whose imports are visible only in it; `None` at the top level.
    pub(super) scope: Option<usize>,
    /// Whether the statement is inside a condition such as `#if`.
    pub(super) is_conditional: bool,
    /// Whether organising leaves the statement in place, although names may be added to it.
    pub(super) is_fixed: bool,
    /// Whether the statement is valid UTF-8; if not, `text` differs from the source.
    pub(super) is_utf8: bool,
}

impl ImportUnit {
    /// Returns whether the statement can move.
    pub(super) fn is_movable(&self) -> bool {
        !self.is_loose && !self.is_fixed && !self.statement.is_barrier
    }
}

/// Top-level imports in the text.
pub(super) struct ImportBlock<'t> {
    pub(super) source: &'t [u8],
    pub(super) units: Vec<ImportUnit>,
    /// Ranges of the nodes that contain units, by container number.
    pub(super) containers: Vec<Range<usize>>,
    /// Scope that new imports join.
    scope: Option<usize>,
    /// Start of the line after the header.
    pub(super) header_end: usize,
    /// Reason why no import can be added.
    pub(super) refusal: Option<&'static str>,
    pub(super) style: FileStyle,
}

impl<'t> ImportBlock<'t> {
    /// Reads the imports in the text, ordered by start. O(n) in the top-level nodes.
    pub(super) fn read(text: &'t ParsedText<'_>, editor: &ImportRules) -> ImportBlock<'t> {
        let source = text.source;
        let mut units: Vec<ImportUnit> = Vec::new();
        let mut containers: Vec<Range<usize>> = Vec::new();
        let root = text.tree.root_node();
        let mut open = vec![OpenContainer {
            node: root,
            range: root.byte_range(),
            leading: Vec::new(),
            scope: None,
            is_conditional: false,
        }];
        let comment_kinds = comment_kinds(text.language);
        let directives = &tables(text.language).directives;
        let is_condition = |node: Node<'_>| has_word(directives.conditions, node.kind());
        let mut header = FileHeader::new(source);
        let mut region = Region::default();
        while let Some(outer) = open.pop() {
            let OpenContainer {
                node: container,
                range,
                mut leading,
                scope,
                is_conditional,
            } = outer;
            let is_root = containers.is_empty();
            let number = containers.len();
            containers.push(range.clone());
            let mut open_directives = 0_usize;
            // The first line of an include guard is a condition.
            let is_guard = is_condition(container) && !is_conditional;
            let first_line = match is_guard {
                true => line_end(source, container.start_byte()),
                false => 0,
            };
            for node in statements(source, container, is_root, comment_kinds, editor) {
                let is_header = is_root && (editor.is_header)(source, node);
                let node_range = match is_header {
                    true => without_comments(source, node, comment_kinds),
                    false => trimmed(source, node.byte_range()),
                };
                let mut own_end = line_end(source, node_range.end);
                let is_comment = has_word(comment_kinds, node.kind());
                let guards = is_root
                    && !header.is_over
                    && (directives.include_guard)(source, node).is_some();
                if guards {
                    header.end = line_end(source, node_range.start);
                } else if (is_root || is_guard) && node_range.start >= first_line {
                    header.visit(source, node, &node_range, is_comment, editor);
                }
                if is_comment || is_header {
                    region.visit(source, &node_range, is_comment);
                }
                if editor.leading.contains(&node.kind()) {
                    leading.push(node_range);
                    continue;
                }
                if node.kind() == editor.directive {
                    count_directive(source, node, &mut open_directives);
                }
                if let Some(statement) = (editor.read)(source, node) {
                    own_end = line_end(source, statement.range.end);
                    let mut unit = unit(source, statement, &leading, number);
                    unit.scope = scope;
                    unit.is_conditional = is_conditional || open_directives > 0;
                    unit.is_fixed = unit.is_conditional && !editor.sorts_conditions;
                    units.push(unit);
                } else if editor.containers.contains(&node.kind()) {
                    let is_outer = is_root || is_condition(node);
                    let is_choice = is_condition(node) && !guards;
                    let is_scope = editor.scopes.contains(&node.kind());
                    open.push(OpenContainer {
                        node,
                        range: if is_outer { node_range } else { range.clone() },
                        leading: std::mem::take(&mut leading),
                        scope: is_scope.then_some(node.start_byte()).or(scope),
                        is_conditional: is_conditional || is_choice,
                    });
                }
                if node.is_named() {
                    leading.clear();
                }
                for comment in comments(source, own_end..node.end_byte()) {
                    region.visit(source, &comment, true);
                    leading.push(comment);
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
        let statements: Vec<_> = units.iter().map(|unit| &unit.statement).collect();
        let pins = (editor.pins)(&statements);
        for (unit, is_pinned) in units.iter_mut().zip(pins) {
            unit.is_fixed |= is_pinned;
        }
        let style = file_style(source, &units);
        let first = (editor.first_place)(source, root, header.end);
        let refusal = first.err();
        ImportBlock {
            source,
            scope: only_scope(&units),
            units,
            containers,
            header_end: first.unwrap_or(header.end),
            refusal,
            style,
        }
    }

    /// Returns whether a unit counts as existing when imports are added: it is outside conditions
    /// and in the scope that new imports join.
    pub(super) fn is_in_scope(&self, unit: &ImportUnit) -> bool {
        !unit.is_conditional && unit.scope == self.scope
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

    pub(super) fn text(&self, range: Range<usize>) -> &'t str {
        let bytes = self.source.get(range).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Node whose children are still to be visited.
struct OpenContainer<'t> {
    node: Node<'t>,
    range: Range<usize>,
    /// Comments directly before the node.
    leading: Vec<Range<usize>>,
    scope: Option<usize>,
    is_conditional: bool,
}

/// Follows the start or end of a condition that is not a node of its own, as in Swift.
fn count_directive(source: &[u8], node: Node<'_>, open: &mut usize) {
    let text = source.get(node.byte_range()).unwrap_or_default();
    if text.starts_with(b"#if") {
        *open += 1;
    } else if text.starts_with(b"#endif") {
        *open = open.saturating_sub(1);
    }
}

/// Returns the scope of the imports: a block if all of them are in that block, or else the top
/// level.
fn only_scope(units: &[ImportUnit]) -> Option<usize> {
    let known = units
        .iter()
        .filter(|unit| !unit.is_loose && !unit.is_conditional);
    let mut scopes = known.map(|unit| unit.scope);
    let first = scopes.next().flatten();
    first.filter(|_| scopes.all(|scope| scope == first))
}

/// Returns the children of a node. If the text starts with a syntax error, includes the imports at
/// the start of the error; the rest of the error may be any text, such as lines inside a string.
fn statements<'t>(
    source: &[u8],
    container: Node<'t>,
    is_root: bool,
    comments: &str,
    editor: &ImportRules,
) -> Vec<Node<'t>> {
    let mut cursor = container.walk();
    let mut nodes: Vec<_> = container.children(&mut cursor).collect();
    let is_comment = |node: &Node<'_>| has_word(comments, node.kind());
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

/// Returns the range of a node without the comments that the grammar of Kotlin makes a part of the
/// package or import above them.
fn without_comments(source: &[u8], node: Node<'_>, comments: &str) -> Range<usize> {
    let mut last = node.child(node.child_count().saturating_sub(1));
    while let Some(comment) = last.filter(|last| has_word(comments, last.kind())) {
        last = comment.prev_sibling();
    }
    let end = last.map_or(node.end_byte(), |last| last.end_byte());
    let tail = source.get(end..node.end_byte()).unwrap_or_default();
    let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b';';
    let blanks = tail.iter().take_while(is_blank).count();
    match tail.get(blanks..) {
        Some([b'/', b'/' | b'*', ..]) => trimmed(source, node.start_byte()..end + blanks),
        _ => trimmed(source, node.byte_range()),
    }
}

/// Returns the comments at the start of a range.
fn comments(source: &[u8], range: Range<usize>) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let text = source.get(at..range.end).unwrap_or_default();
        let blanks = text.len() - text.trim_ascii_start().len();
        let (start, text) = (at + blanks, &text[blanks..]);
        let length = match text {
            [b'/', b'/', ..] => memchr::memchr(b'\n', text).unwrap_or(text.len()),
            [b'/', b'*', ..] => block_comment_length(text),
            _ => break,
        };
        at = start + length;
        comments.push(trimmed(source, start..at));
    }
    comments
}

/// Returns the length of the comment at the start of the text, which may contain comments.
fn block_comment_length(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = memchr::memchr2(b'/', b'*', &text[at..]) {
        at += found;
        let step = match text.get(at..at + 2) {
            Some(b"/*") => {
                depth += 1;
                2
            }
            Some(b"*/") => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn unit(
    source: &[u8],
    mut statement: Statement,
    leading: &[Range<usize>],
    container: usize,
) -> ImportUnit {
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
        || (rest.starts_with(b"--") && (!rest.starts_with(b"--[") || rest.ends_with(b"]]")))
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
    ImportUnit {
        statement,
        whole: start..end,
        line_start,
        is_loose,
        container,
        scope: None,
        is_conditional: false,
        is_fixed: false,
        is_utf8: is_utf8(range),
    }
}

fn file_style(source: &[u8], units: &[ImportUnit]) -> FileStyle {
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
    let with_parentheses = statements()
        .filter(|statement| statement.text.contains('('))
        .count();
    FileStyle {
        eol: if is_crlf { "\r\n" } else { "\n" },
        quote: if count(b'\'') > count(b'"') {
            '\''
        } else {
            '"'
        },
        has_semicolons,
        has_as: statements()
            .any(|statement| statement.text.contains(" as ") || statement.text.contains(".*")),
        has_parentheses: 2 * with_parentheses >= units.len(),
    }
}
