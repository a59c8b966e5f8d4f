//! Inserts elements into the list or object that is the value of a definition.

use std::ops::Range;

use ransack_base::Error;
use ransack_base::internal::ErrorParts;
use ransack_languages::OutlineItem;
use ransack_languages::internal::{has_word, tables};
use tree_sitter::Node;

use crate::ast_edit::text_plan::PlannedEdit;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::part::range;
use crate::edit_definition::place::{Done, PlacedCode};
use crate::edit_definition::site::Site;
use crate::edit_definition::unit::blanks_of;

/// List or object that is the value of a definition.
pub(super) struct ListValue {
    /// Range between the brackets.
    pub(super) inside: Range<usize>,
    /// Range from the first element, with the comments above it, to the last; `None` without elements.
    elements: Option<Range<usize>>,
    /// Separator of the elements; `None` if the ends of lines separate them.
    separator: Option<u8>,
    /// Starts of the elements.
    starts: Vec<usize>,
    /// Start of the last element if none may follow it.
    rest: Option<usize>,
    /// Offset after the separator that follows the last element.
    last_separator: Option<usize>,
    /// End of the last element, with its separator and the comments that follow on its line.
    end: usize,
}

impl Site<'_> {
    /// Returns the list or object that is the value of a definition, or its type if it has no value.
    pub(super) fn list(&self, item: &OutlineItem) -> Option<ListValue> {
        let name = range(&item.name_span());
        let value = item.value_span().map(|value| range(&value));
        // The type of a function is not its body; in data files, the body of a key is its value.
        let body = item.body_span().map(|body| range(&body));
        if body.is_some() && body != value {
            return None;
        }
        let code = &self.source[..item.span().end.offset];
        let code = code.strip_suffix(b";").unwrap_or(code);
        let value = value.unwrap_or(name.end..code.trim_ascii_end().len());
        let root = self.tree.root_node();
        let around = root.descendant_for_byte_range(name.start.min(value.start), value.end)?;
        let mut lists = Vec::new();
        let is_type = item.value_span().is_none();
        self.find_lists(around, &value, is_type, &mut lists);
        match lists[..] {
            [(list, separator)] => self.read_list(list, separator),
            _ => None,
        }
    }

    /// Collects the lists in a range that nothing but type annotations, casts and the like surround.
    /// The members of a type, but not the elements of a value, are separated by `;`.
    fn find_lists<'t>(
        &self,
        node: Node<'t>,
        range: &Range<usize>,
        is_type: bool,
        lists: &mut Vec<(Node<'t>, u8)>,
    ) {
        let table = self.table_at(node.start_byte());
        for child in node.named_children(&mut node.walk()) {
            if child.start_byte() < range.start || child.end_byte() > range.end {
                continue;
            }
            let is_of = |(kinds, _): &&(&str, u8)| has_word(kinds, child.kind());
            let text = &self.source[child.byte_range()];
            let (call, suffix) = table.list_call;
            // Of several values, none is the value of a single name.
            let has_comma = || {
                child
                    .children(&mut child.walk())
                    .any(|child| child.kind() == ",")
            };
            if let Some((_, separator)) = table.lists.iter().find(is_of) {
                if is_type || *separator != b';' {
                    lists.push((child, *separator));
                }
            } else if has_word(table.list_wrappers, child.kind()) && !has_comma() {
                self.find_lists(child, range, is_type, lists);
            } else if child.kind() == call && text.ends_with(suffix.as_bytes()) {
                let inner = range.start..child.end_byte() - suffix.len();
                let found = lists.len();
                self.find_lists(child, &inner, is_type, lists);
                let is_receiver = |(list, _): &(Node<'_>, u8)| list.end_byte() == inner.end;
                if !lists[found..].iter().all(is_receiver) {
                    lists.truncate(found);
                }
            }
        }
    }

    /// Reads a list in brackets. Its elements have this separator unless the list has another.
    fn read_list(&self, list: Node<'_>, separator: u8) -> Option<ListValue> {
        let text = |node: &Node<'_>| &self.source[node.byte_range()];
        // Some grammars name the brackets.
        let has = |node: &Node<'_>, brackets: [u8; 3]| {
            let text = text(node);
            text.len() <= 2 && text.iter().any(|byte| brackets.contains(byte))
        };
        let children: Vec<Node<'_>> = list.children(&mut list.walk()).collect();
        let (close, children) = children.split_last()?;
        let open = children.iter().position(|node| has(node, *b"([{"))?;
        let (open, children) = (children[open], &children[open + 1..]);
        if !has(close, *b")]}") {
            return None;
        }
        let tables = tables(self.language_at(list.start_byte()));
        let c_like = tables.patterns.c_like;
        let mut lines = text(&list).split(|byte| *byte == b'\n');
        let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b"#");
        // A directive leaves elements out of some builds.
        if c_like.is_some_and(|c_like| c_like.has_directives) && lines.any(is_directive) {
            return None;
        }
        let here_documents = tables.kinds.here_documents;
        let is_unreadable =
            |node: &Node<'_>| node.is_error() || has_word(here_documents, node.kind());
        if children.iter().any(is_unreadable) {
            return None;
        }
        let is_separator = |node: &&Node<'_>| matches!(text(node), b"," | b";");
        let mut separators = children.iter().filter(is_separator);
        let last_separator = separators.clone().next_back().map(Node::end_byte);
        let own = separators.next().map(|own| text(own)[0]);
        let is_element = |node: &&Node<'_>| node.is_named() && !node.is_extra();
        let first = children.iter().find(is_element).map(Node::start_byte);
        let last = children.iter().rfind(is_element);
        // Brackets without elements may be no list, such as Python's `()`.
        if first.is_none() && list.start_byte() == open.start_byte() && text(&open) == b"(" {
            return None;
        }
        let rests = self.table_at(list.start_byte()).list_rests;
        let rest = last.filter(|last| has_word(rests, last.kind()));
        let last = last.map(Node::end_byte);
        // Comments above the first element belong to it.
        let starts = children.iter().map(Node::start_byte);
        let mut starts = starts.filter(|start| first.is_none_or(|first| *start <= first));
        let above = starts.find(|start| self.begins_line(*start));
        let separator = match separator {
            b'\n' if first.is_none() || above.is_some() => None,
            b'\n' => Some(b','),
            separator => Some(separator),
        };
        let last_separator = last_separator.filter(|end| last.is_some_and(|last| last < *end));
        let mut end = last_separator.or(last).unwrap_or(open.end_byte());
        for comment in children.iter().filter(|child| child.is_extra()) {
            let gap = end..comment.start_byte().max(end);
            if comment.start_byte() >= end && self.feeds(gap) == 0 {
                end = comment.start_byte() + text(comment).trim_ascii_end().len();
            }
        }
        Some(ListValue {
            inside: open.end_byte()..close.start_byte(),
            elements: first
                .zip(last)
                .map(|(first, last)| above.unwrap_or(first)..last),
            separator: own.or(separator),
            starts: children
                .iter()
                .filter(is_element)
                .map(Node::start_byte)
                .collect(),
            rest: rest.map(Node::start_byte),
            last_separator,
            end,
        })
    }
}

impl ListValue {
    /// Returns whether commas separate the elements.
    pub(super) fn has_commas(&self) -> bool {
        self.separator == Some(b',')
    }

    /// Returns whether a definition is an element, rather than part of one.
    pub(super) fn has(&self, item: &OutlineItem) -> bool {
        self.starts.iter().any(|start| begins_at(item, *start))
    }

    /// Returns whether a definition is the first or the last element.
    pub(super) fn is_at_end(&self, item: &OutlineItem, is_first: bool) -> bool {
        let element = match is_first {
            true => self.starts.first(),
            false => self.starts.last(),
        };
        element.is_some_and(|start| begins_at(item, *start))
    }
}

/// Returns whether the element at an offset is a definition, whose documentation may precede it.
fn begins_at(item: &OutlineItem, start: usize) -> bool {
    (item.span().start.offset..=item.name_span().start.offset).contains(&start)
}

impl<'a> Editor<'_, 'a, '_> {
    /// Inserts elements at the start or the end of a list. `is_data` tells whether the list is the
    /// value of a key in a data file.
    pub(super) fn insert_into_list(
        &mut self,
        list: &ListValue,
        is_data: bool,
        is_first: bool,
        code: PlacedCode<'_>,
    ) -> Done {
        let site = self.site;
        let table = site.table_at(list.inside.start);
        let is_moved = matches!(code, PlacedCode::Moved { .. });
        let takes_members = table.has_objects || is_data && !table.is_layout;
        if is_moved && !takes_members {
            let message = "a definition cannot be moved into a list";
            return Err(Error::option(message).into());
        }
        let base = site.indent(list.inside.start - 1);
        let Some(elements) = &list.elements else {
            return self.fill_list(list, base, code);
        };
        let first = is_first.then_some(elements.start);
        let next = first.or(list.rest);
        let beside = next.unwrap_or(elements.start);
        let has_lines = site.begins_line(beside);
        // The comments after the last element stay with it.
        let ends_line = site.is_blank(list.end..site.line_end(list.end));
        let indent = match has_lines {
            true => site.indent(beside).to_vec(),
            false if ends_line && next.is_none() => [base, &blanks_of(site.unit)].concat(),
            false => base.to_vec(),
        };
        let mut code = self.fragment(code, beside, &indent)?;
        if let Some(separator) = list.separator {
            code.strip_end(separator);
            if next.is_some() || list.last_separator.is_some() {
                code.push_end(separator);
            }
        }
        let mut text = code.render(&indent, site);
        if let Some(next) = next {
            match has_lines || code.ends_line() {
                true => text.extend([site.newline, &indent].concat()),
                false => text.push(b' '),
            }
            self.push(next..next, text);
            return Ok(());
        }
        let at = list.end;
        if let (None, Some(separator)) = (list.last_separator, list.separator) {
            self.separate_element(elements.end, at, separator);
        }
        let gap = match has_lines || ends_line {
            true => [site.newline, &indent].concat(),
            false => b" ".to_vec(),
        };
        if code.ends_line() && !ends_line {
            text.extend([site.newline, base].concat());
        }
        self.push(at..at, [gap, text].concat());
        Ok(())
    }

    /// Inserts the first elements of a list, on lines of their own below its comments.
    fn fill_list(&mut self, list: &ListValue, base: &[u8], code: PlacedCode<'_>) -> Done {
        let site = self.site;
        let ListValue {
            inside, separator, ..
        } = list;
        let indent = [base, &blanks_of(site.unit)].concat();
        let mut code = self.fragment(code, inside.start, &indent)?;
        let mut between = Vec::new();
        if let Some(separator) = *separator {
            code.strip_end(separator);
            between.push(separator);
        }
        let end = inside.start + site.source[inside.clone()].trim_ascii_end().len();
        let mut closing = Vec::new();
        if site.table_at(inside.start).has_last_comma {
            closing.clone_from(&between);
        }
        let mut to = end;
        if site.feeds(end..inside.end) == 0 {
            closing.extend([site.newline, base].concat());
            to = inside.end;
        }
        let text = [site.newline, &indent, &code.render(&indent, site)].concat();
        // Another edit of the same call may have inserted elements.
        let is_inserted = |edit: &PlannedEdit| {
            edit.range == (end..to) && edit.text.starts_with(site.newline) && edit.text != closing
        };
        if !self.edits.iter().any(is_inserted) {
            self.push(end..to, text);
            self.push(to..to, closing);
            return Ok(());
        }
        let is_closing = |edit: &PlannedEdit| edit.range == (to..to) && edit.text == closing;
        let last = self.edits.iter().rposition(is_closing);
        let last = last.map(|last| self.edits.remove(last));
        self.push(to..to, [between, text].concat());
        self.edits.extend(last);
        Ok(())
    }

    /// Separates the last element of a list, which ends at `end`, from an element inserted at `at`.
    /// Another edit of the same call may have inserted an element between them.
    pub(super) fn separate_element(&mut self, end: usize, at: usize, separator: u8) {
        let is_separator =
            |edit: &PlannedEdit| edit.range == (end..end) && edit.text == [separator];
        let at = match self.edits.iter().any(is_separator) {
            true => at,
            false => end,
        };
        self.push(at..at, vec![separator]);
    }
}
