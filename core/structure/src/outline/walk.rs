//! Interpreter of tables: one pass over a syntax tree with a cursor.
//!
//! Keeps the stack of open definitions, the comments and attributes before the next node, and the
//! nodes that wrap it. Apart from these and the result, uses no memory; visits each node once.

use std::cell::Cell;
use std::ops::Range;

use ransack_base::internal::{position_near, span};
use ransack_grammars::internal::{Interrupt, WorkBudget};
use ransack_languages::internal::{
    Draft, ItemParts, Location, OutlineTable, OutlineText, RulePlace, Spans, add_modifiers,
    has_locals, is_type, outline_item, without_next_semicolon,
};
use ransack_languages::{ItemKind, Modifiers, OutlineItem};
use tree_sitter::{Node, Tree, TreeCursor};

use crate::outline::blocks::{Blocks, trimmed};
use crate::outline::comments;
use crate::outline::compiled::{CompiledTable, NodeAction, OutlineRule};
use crate::outline::header::{self, ItemHeader};
use crate::outline::item::Outline;
use crate::outline::leading::{self, Leading};
use crate::outline::parts::{Declarator, Parts, declarators, enclosing, name_range};

/// Definitions that [`walk`] finds.
#[derive(Default)]
pub(crate) struct FoundItems {
    pub(crate) items: Vec<OutlineItem>,
    pub(crate) too_deep: u64,
    /// Depth of the deepest key visited, omitted or not; 0 without keys.
    pub(crate) deepest_key: usize,
}

/// Collects the definitions of a tree.
pub(crate) fn walk(
    tree: &Tree,
    text: OutlineText<'_>,
    compiled: &CompiledTable,
    budget: &mut WorkBudget<'_>,
) -> Result<FoundItems, Interrupt> {
    let mut walk = OutlineWalk {
        text,
        table: compiled.table,
        compiled,
        open: Vec::new(),
        leading: Vec::new(),
        wrappers: Vec::new(),
        scopes: Vec::new(),
        ancestors: Vec::new(),
        next_marks: vec![0; compiled.table.marked.len()],
        header_end: comments::header_end(tree.root_node(), text.source, compiled.table),
        deepest_key: Cell::new(0),
        found: FoundItems::default(),
    };
    let mut cursor = tree.walk();
    // Reused for the children of each node, since a new cursor allocates.
    let mut children = tree.walk();
    let mut depth = 0u32;
    loop {
        budget.step()?;
        let node = cursor.node();
        let descends = walk.enter(node, depth, &mut children);
        if descends && cursor.goto_first_child() {
            walk.ancestors.push(node);
            depth += 1;
            continue;
        }
        walk.leave(depth);
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                walk.found.deepest_key = walk.deepest_key.get();
                return Ok(walk.found);
            }
            walk.ancestors.pop();
            depth -= 1;
            walk.leave(depth);
        }
    }
}

/// Definition whose children are being visited.
struct OpenItem {
    depth: u32,
    /// Modifiers of the following nested definitions.
    section: Modifiers,
    item: OutlineItem,
    /// Qualified name for nested names, if it differs from the qualified name of the item.
    path: Option<String>,
    /// Whether definitions inside the node are siblings of the item.
    is_transparent: bool,
    /// If true, this definition and its children are omitted.
    is_left_out: bool,
}

impl OpenItem {
    /// Returns the qualified name for nested names.
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(self.item.qualified_name())
    }
}

/// Node that wraps the next definition and belongs to it.
struct Wrapper<'t> {
    node: Node<'t>,
    depth: u32,
    leading: Vec<Leading>,
    /// Whether the wrapper contains a single definition rather than a list.
    is_single: bool,
    /// Start of the first definition inside the wrapper.
    content_start: usize,
}

struct OutlineWalk<'t, 's> {
    text: OutlineText<'s>,
    table: &'static OutlineTable,
    compiled: &'s CompiledTable,
    open: Vec<OpenItem>,
    /// Comments and attributes directly before the next node.
    leading: Vec<Leading>,
    wrappers: Vec<Wrapper<'t>>,
    /// Depths of the scopes that contain the current node.
    scopes: Vec<u32>,
    /// Ancestors of the current node, outermost first.
    ancestors: Vec<Node<'t>>,
    /// Offsets of the next mark, by index in [`OutlineTable::marked`].
    next_marks: Vec<usize>,
    /// End of the leading comments about the whole file.
    header_end: usize,
    /// Depth of the deepest key visited.
    deepest_key: Cell<usize>,
    found: FoundItems,
}

impl<'t> OutlineWalk<'t, '_> {
    /// Visits a node. Returns whether to visit its children.
    fn enter(&mut self, node: Node<'t>, depth: u32, cursor: &mut TreeCursor<'t>) -> bool {
        let action = self.compiled.action(node);
        let is_bare = self.is_bare(node);
        match action {
            NodeAction::Comment | NodeAction::Attribute => {
                self.push_leading(node, action == NodeAction::Comment);
                return false;
            }
            NodeAction::Rules(first, end) => {
                let compiled = self.compiled;
                let rules = &compiled.rules[usize::from(first)..usize::from(end)];
                let is_definition = rules
                    .iter()
                    .any(|rule| self.apply(rule, node, depth, is_bare, cursor));
                if !is_definition && self.is_attribute(node) {
                    self.push_leading(node, false);
                    return false;
                }
                if !is_definition && self.compiled.is_wrapper(node) {
                    self.open_wrapper(node, depth);
                }
            }
            NodeAction::Skip => {}
            _ if is_bare => {}
            NodeAction::Descend => {}
            NodeAction::Section => self.open_section(node),
            NodeAction::Wrapper => self.open_wrapper(node, depth),
        }
        if self.compiled.is_scope(node) {
            self.scopes.push(depth);
        }
        let descends = action != NodeAction::Skip && !is_bare;
        // The first node inside a node is preceded by the same comments. White space, a node in
        // some grammars, does not separate comments from the next node.
        let is_kept = descends
            && action == NodeAction::Descend
            && (node.child_count() > 0 || self.is_blank(node));
        if !is_kept {
            self.leading.clear();
        }
        if action == NodeAction::Skip {
            // In some grammars, a node extends over comments before the next node.
            for comment in self.blocks().trailing_comments(node).into_iter().rev() {
                self.push_leading(comment, true);
            }
        }
        descends
    }

    fn blocks(&self) -> Blocks<'_> {
        Blocks {
            source: self.text.source,
            compiled: self.compiled,
        }
    }

    /// Returns whether a node can contain definitions only if it has a mark, but has no mark.
    #[inline]
    fn is_bare(&mut self, node: Node<'_>) -> bool {
        let Some((index, marked)) = self.compiled.marked(node) else {
            return false;
        };
        if marked.is_local && !self.is_local() {
            return false;
        }
        let next_mark = &mut self.next_marks[index];
        // Nodes are visited by start, so the text is searched once.
        if *next_mark < node.start_byte() {
            *next_mark = (marked.next_mark)(self.text.source, node.start_byte());
        }
        *next_mark >= node.end_byte()
    }

    /// Returns whether a node that is not a definition is an attribute of the next definition.
    fn is_attribute(&self, node: Node<'_>) -> bool {
        let text = self.text.source.get(node.byte_range()).unwrap_or_default();
        let is_attribute = self.table.is_attribute;
        is_attribute.is_some_and(|is_attribute| is_attribute(text))
    }

    /// Returns whether a node after a comment is only white space.
    fn is_blank(&self, node: Node<'_>) -> bool {
        let text = self.text.source.get(node.byte_range()).unwrap_or_default();
        !self.leading.is_empty() && text.trim_ascii_start().is_empty()
    }

    /// Leaves a node and closes the definitions and scopes it opened.
    fn leave(&mut self, depth: u32) {
        self.scopes.pop_if(|scope| *scope == depth);
        while self.wrappers.last().is_some_and(|w| w.depth == depth) {
            self.wrappers.pop();
        }
        while self.open.last().is_some_and(|open| open.depth == depth) {
            if let Some(open) = self.open.pop() {
                self.attach(open);
            }
        }
    }

    /// Opens a definition, or adds it immediately if it has no nested definitions.
    fn push(&mut self, open: OpenItem, is_bare: bool) {
        match open.is_transparent || is_bare {
            true => self.attach(open),
            false => self.open.push(open),
        }
    }

    /// Adds a definition to its parent.
    fn attach(&mut self, open: OpenItem) {
        if open.is_left_out {
            self.found.too_deep += 1;
            return;
        }
        let siblings = match self.open.last_mut() {
            Some(parent) => &mut parent.item.children,
            None => &mut self.found.items,
        };
        // Nearly always last; only a type defined inside a declaration comes after the declared
        // names.
        let start = open.item.span().start.offset;
        let after = siblings.iter().rev();
        let after = after
            .take_while(|item| item.span().start.offset > start)
            .count();
        siblings.insert(siblings.len() - after, open.item);
    }

    fn push_leading(&mut self, node: Node<'_>, is_comment: bool) {
        let text = self.text.source.get(node.byte_range()).unwrap_or_default();
        let is_inner = is_comment && comments::is_inner_doc(text, &self.table.doc);
        if node.start_byte() < self.header_end || is_inner {
            return;
        }
        let (first, last) = (node.start_position(), node.end_position());
        let ends_in_line_feed = last.column == 0 && last.row > first.row;
        self.leading.push(Leading {
            range: node.byte_range(),
            first_row: first.row,
            last_row: last.row - usize::from(ends_in_line_feed),
            is_comment,
        });
    }

    fn open_section(&mut self, node: Node<'_>) {
        let text = self.text.source.get(node.byte_range()).unwrap_or_default();
        let modifiers = header::word_modifiers(text, self.table);
        if let Some(open) = self.open.last_mut() {
            open.section = modifiers;
        }
    }

    fn open_wrapper(&mut self, node: Node<'t>, depth: u32) {
        if self.table.wraps.is_some_and(|wraps| !wraps(node)) {
            return;
        }
        let is_part = |child: &Node<'_>| {
            matches!(
                self.compiled.action(*child),
                NodeAction::Rules(..) | NodeAction::Wrapper
            )
        };
        let mut cursor = node.walk();
        let mut parts = node.children(&mut cursor).filter(is_part);
        let Some(first) = parts.next() else {
            return;
        };
        let is_single = parts.next().is_none();
        drop(parts);
        self.wrappers.push(Wrapper {
            node,
            depth,
            leading: std::mem::take(&mut self.leading),
            is_single,
            content_start: first.start_byte(),
        });
    }

    /// Applies a rule. Returns whether the node is a definition.
    fn apply(
        &mut self,
        rule: &OutlineRule,
        node: Node<'t>,
        depth: u32,
        is_bare: bool,
        cursor: &mut TreeCursor<'t>,
    ) -> bool {
        let parent = self.open.last().map(|open| open.item.kind);
        let fits = match rule.rule.place {
            RulePlace::Anywhere => true,
            RulePlace::NotLocal => !parent.is_some_and(has_locals),
            RulePlace::InType => parent.is_some_and(is_type),
            RulePlace::Within(_) => self.ancestors.last().map(Node::kind_id) == rule.within,
        };
        if !fits {
            return false;
        }
        let parts = Parts::of(rule, node);
        let names = declarators(rule, node, self.text.source, cursor);
        let Some((declarators, list)) = names else {
            let Some(open) = self.define(rule, node, &parts, None, depth, cursor) else {
                return false;
            };
            self.push(open, is_bare);
            return true;
        };
        let list = list.filter(|_| declarators.len() > 1);
        let mut is_definition = false;
        let mut owner = None;
        for node_of_name in &declarators {
            // The next declarator is a sibling, not a child.
            if is_definition {
                self.leave(depth);
            }
            let declarator = Declarator {
                node: *node_of_name,
                list: list.clone(),
            };
            if let Some(open) = self.define(rule, node, &parts, Some(&declarator), depth, cursor) {
                is_definition = true;
                match owns_type(open.item.kind, list.is_some()) {
                    true => owner = Some(open),
                    false => self.push(open, is_bare || list.is_some()),
                }
            }
        }
        // Stays open for the members of the type.
        if let Some(open) = owner {
            self.leave(depth);
            self.push(open, is_bare);
        }
        is_definition
    }

    /// Returns the definition of a node. `declarator` is its name, for rules with several names.
    fn define(
        &self,
        compiled: &OutlineRule,
        node: Node<'t>,
        parts: &Parts,
        declarator: Option<&Declarator<'t>>,
        depth: u32,
        cursor: &mut TreeCursor<'t>,
    ) -> Option<OpenItem> {
        let OutlineText { source, lines, .. } = self.text;
        let rule = compiled.rule;
        let parent = self.open.last();
        let in_type = parent.is_some_and(|open| is_type(open.item.kind));
        let mut draft = Draft {
            node,
            declarator: declarator.map(|declarator| declarator.node),
            ancestors: &self.ancestors,
            source,
            parent: parent.map(|open| (open.item.kind, open.item.name.as_str())),
            is_local: self.is_local(),
            kind: rule.member.filter(|_| in_type).unwrap_or(rule.kind),
            name: name_range(
                compiled,
                self.compiled,
                node,
                declarator.map(|declarator| declarator.node),
            )?,
            name_text: None,
            owner: None,
            path_text: None,
            body: parts.body.clone(),
            value: parts.value.clone(),
            signature_end: parts.value_start,
            end: None,
            part_end: None,
            hidden: None,
            is_transparent: false,
            modifiers: Modifiers::default(),
            doc: None,
            doc_range: None,
        };
        if rule.refine.is_some_and(|refine| !refine(&mut draft)) {
            return None;
        }
        // In some grammars, a block extends to the next line at its indentation.
        draft.body = draft.body.map(|body| trimmed(source, body));
        let has_name = !draft.name.is_empty() || draft.name_text.is_some();
        if !has_name || self.is_deep_key(draft.kind) {
            return None;
        }
        let wrappers = self.wrappers_of(depth);
        let (whole, leading) = self.whole(node, declarator, wrappers);
        let mut whole = trimmed(source, whole);
        let in_list = declarator.is_some_and(|declarator| declarator.list.is_some());
        let blocks = self.blocks();
        let is_node = whole.end == trimmed(source, node.byte_range()).end;
        let own_end = is_node.then(|| blocks.own_end(node, &whole));
        whole.end = own_end.unwrap_or(whole.end);
        whole.end = draft.end.unwrap_or(whole.end);
        if owns_type(draft.kind, in_list) {
            whole.start = node.start_byte();
        }
        if let Some(end) = draft.part_end.filter(|_| in_list) {
            whole.end = end;
        }
        if self.table.has_terminator && !in_list {
            whole.end = terminator(source, whole.end).unwrap_or(whole.end);
        }
        if self.table.ends_at_lines {
            whole = without_next_semicolon(source, whole);
        }
        let is_layout = self.table.is_layout;
        let leading = leading::attached(self.text, is_layout, leading, self.header_end, &whole);

        let name_end = draft.name.end;
        let block_start = |start| blocks.block_start(node, name_end, start);
        let mut end = node.end_byte();
        for cut in [
            draft.body.as_ref().map(|body| body.start),
            draft.signature_end,
        ] {
            end = cut
                .map(block_start)
                .filter(|cut| *cut > draft.name.start)
                .map_or(end, |cut| end.min(cut));
        }
        let mut header = ItemHeader::new(source, self.compiled, draft.hidden.clone());
        for wrapper in wrappers {
            header.add_prefix(wrapper.node, wrapper.content_start, cursor);
        }
        match declarator.and_then(Declarator::in_list) {
            Some((declarator, list)) => {
                header.add(node, node.start_byte()..list.start, cursor);
                let start = declarator.start_byte();
                if let Some(part_end) = draft.part_end {
                    header.push(start..end.min(part_end));
                } else {
                    header.add(declarator, start..end.min(declarator.end_byte()), cursor);
                    header.push(list.end..end);
                }
            }
            None if rule.is_plain && !header.has_slash(node.start_byte()..end) => {
                header.push(node.start_byte()..end);
            }
            None => header.add(node, node.start_byte()..end, cursor),
        }
        if !rule.is_plain {
            let words = header.modifiers(draft.name.start, self.table);
            add_modifiers(&mut draft.modifiers, words);
        }
        if let Some(parent) = parent.filter(|parent| is_type(parent.item.kind)) {
            add_modifiers(&mut draft.modifiers, parent.section);
        }
        let (doc, doc_range) = leading::documentation(self.table, &leading, &mut draft, &header);
        let doc_range = match doc.is_some() {
            true => doc_range,
            false => doc_range.or(draft.doc_range.take()),
        };
        let doc_range = doc_range.map(|range| trimmed(source, range));
        let attributes = leading.iter().filter(|lead| !lead.is_comment);
        let attributes = attributes.map(|lead| &lead.range).chain(&header.attributes);
        let attributes = enclosing(attributes);
        if let Some(convention) = self.table.convention {
            convention(&mut draft);
        }

        let start = leading
            .first()
            .map_or(whole.start, |first| first.range.start.min(whole.start));
        let name = match draft.name_text.take() {
            Some(name) => name,
            None => header::lossy(draft.name_bytes()).into_owned(),
        };
        // Most are on the line on which the node begins.
        let line = node.start_position().row as u64 + 1;
        let position = |offset| position_near(lines, source, offset, line);
        let span = |range: &Range<usize>| span(position(range.start), position(range.end));
        let mut signature = header.range();
        if let Some((_, list)) = declarator.and_then(Declarator::in_list) {
            // The signature of a pattern, such as `a, b = 1, 2`, begins with the first name.
            signature.start = signature.start.min(list.start);
        }
        let own = |part: Range<usize>| {
            let start = block_start(part.start);
            start..own_end.map_or(part.end, |end| part.end.min(end).max(part.start))
        };
        let body = draft.body.clone().map(own);
        let value = draft.value.clone().map(|value| trimmed(source, own(value)));
        let prefix = parent.map_or("", OpenItem::path);
        let owner = draft.owner.as_deref().unwrap_or("");
        let separator = self.table.separator;
        let qualified = |name: &str| {
            let names = [prefix, owner, name].into_iter();
            let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
            names.join(separator)
        };
        let is_top = prefix.is_empty() && owner.is_empty();
        let path = draft.path_text.as_deref().map(qualified);
        let is_left_out =
            parent.is_some_and(|open| open.is_left_out) || self.open.len() >= Outline::MAX_DEPTH;
        let spans = Spans::new([
            (Location::Whole, Some(span(&(start..whole.end)))),
            (Location::Name, Some(span(&draft.name))),
            (Location::Signature, Some(span(&signature))),
            (Location::Body, body.as_ref().map(span)),
            (Location::Value, value.as_ref().map(span)),
            (Location::Doc, doc_range.as_ref().map(span)),
            (Location::Attributes, attributes.as_ref().map(span)),
        ]);
        Some(OpenItem {
            depth,
            section: Modifiers::default(),
            is_left_out,
            is_transparent: draft.is_transparent,
            item: outline_item(ItemParts {
                kind: draft.kind,
                path: (!is_top).then(|| qualified(&name).into()),
                name,
                signature: header.signature(),
                doc: doc.or(draft.doc),
                modifiers: draft.modifiers,
                has_error: node.has_error(),
                spans,
            }),
            path,
        })
    }

    /// Returns whether variables are local at the current node.
    fn is_local(&self) -> bool {
        let Some(open) = self.open.last() else {
            return !self.scopes.is_empty();
        };
        let is_in_scope = self.scopes.last().is_some_and(|scope| *scope > open.depth);
        has_locals(open.item.kind) || is_in_scope
    }

    /// Returns whether a definition of this kind would be a key below the maximum key depth.
    fn is_deep_key(&self, kind: ItemKind) -> bool {
        let nested = self.table.nested_kind;
        if kind != nested {
            return false;
        }
        let keys = self.open.iter().filter(|open| open.item.kind == nested);
        let depth = keys.count() + 1;
        self.deepest_key.set(self.deepest_key.get().max(depth));
        depth > self.text.key_depth
    }

    /// Returns the wrappers directly around a node at `depth`, outermost first.
    fn wrappers_of(&self, depth: u32) -> &[Wrapper<'t>] {
        let around = self.wrappers.iter().rev().enumerate();
        let count = around
            .take_while(|(n, wrapper)| wrapper.depth as usize + n + 1 == depth as usize)
            .count();
        &self.wrappers[self.wrappers.len() - count..]
    }

    /// Returns the range of a definition without its leading comments and attributes, followed by
    /// those comments and attributes.
    fn whole(
        &self,
        node: Node<'t>,
        declarator: Option<&Declarator<'t>>,
        wrappers: &[Wrapper<'t>],
    ) -> (Range<usize>, Vec<Leading>) {
        if let Some((declarator, list)) = declarator.and_then(Declarator::in_list) {
            let leading = match declarator.start_byte() == list.start {
                true => self.leading.clone(),
                false => Vec::new(),
            };
            return (declarator.byte_range(), leading);
        }
        let mut whole = node.byte_range();
        let mut leading = self.leading.clone();
        for wrapper in wrappers.iter().rev() {
            if !wrapper.is_single {
                // A comment above a list belongs to the first definition of the list.
                if leading.is_empty() && wrapper.content_start == whole.start {
                    leading.clone_from(&wrapper.leading);
                }
                break;
            }
            whole = wrapper.node.byte_range();
            leading.splice(0..0, wrapper.leading.iter().cloned());
        }
        (whole, leading)
    }
}

/// Returns whether one of several declarators is the name of the type that they share, such as `T`
/// in `typedef struct { int a; } T, *P;`. A type without a name belongs to no other declarator.
fn owns_type(kind: ItemKind, in_list: bool) -> bool {
    in_list && matches!(kind, ItemKind::Struct | ItemKind::Union | ItemKind::Enum)
}

/// Returns the offset after the `;` that follows `end` on its line.
fn terminator(source: &[u8], end: usize) -> Option<usize> {
    let rest = source.get(end..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    let at = end + blanks.count();
    (source.get(at) == Some(&b';')).then_some(at + 1)
}
