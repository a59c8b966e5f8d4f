//! Converts the syntax tree of a prepared fragment into pattern nodes.

use std::borrow::Cow;
use std::ops::Range;

use ransack_languages::internal::{NodeKinds, PatternSyntax, has_word};
use tree_sitter::Node;

use crate::pattern::error::Rejection;
use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::optional::OptionalKinds;
use crate::pattern::placeholder::{BLOCK, may_hold_statements};
use crate::pattern::{MAX_PATTERN_DEPTH, PatternNode};

/// Converts a parsed fragment into pattern nodes.
pub(crate) struct PatternConverter<'a> {
    pub(crate) text: &'a [u8],
    /// The text as the grammar reads it, without the code that it cannot parse.
    pub(crate) masked: Cow<'a, [u8]>,
    /// Metavariables by their range in the fragment.
    pub(crate) vars: &'a [(Range<usize>, MetaVar)],
    /// Start of the fragment in `text`.
    pub(crate) start: usize,
    /// End of the fragment in `text`.
    pub(crate) end: usize,
    /// Children that code may have although the pattern lacks them.
    pub(crate) optional: &'a OptionalKinds,
    pub(crate) kinds: &'static NodeKinds,
    pub(crate) syntax: &'static PatternSyntax,
}

/// Child of a node, with the child's field number.
struct Child<'t> {
    node: Node<'t>,
    field: Option<u16>,
}

impl PatternConverter<'_> {
    /// Converts a node of the fragment.
    pub(crate) fn convert(&self, node: Node<'_>, depth: usize) -> Result<PatternNode, Rejection> {
        if depth > MAX_PATTERN_DEPTH {
            return Err(Rejection::TooDeep);
        }
        if let Some(var) = self.var(node.byte_range()) {
            return self.placeholder(node.byte_range(), node.kind(), var);
        }
        let is_prose = self.is_prose(node) && !self.is_quoted_list(node);
        if (is_prose || node.child_count() == 0) && self.is_any_string(node) {
            return Ok(PatternNode::Kind(node.kind_id()));
        }
        if let Some(sigil) = self.sigil(node) {
            return Ok(sigil);
        }
        if node.child_count() == 0 || is_prose || is_soft_keyword(node) {
            // The text of the placeholder is not part of the code.
            if let Some(var) = self.var_in(node) {
                let kind = node.kind_id();
                return Err(Rejection::VarInToken { var, kind });
            }
            return Ok(PatternNode::Leaf {
                kind: node.kind_id(),
                named: node.is_named(),
                text: self.text.get(node.byte_range()).unwrap_or_default().into(),
            });
        }
        let children = self.children(node);
        let optional = self.optional.lacking(
            node.kind_id(),
            &children
                .iter()
                .map(|child| (child.node.kind_id(), child.field)),
        );
        // Children after the fragment belong to its context.
        let is_open = node.parent().is_some()
            && children
                .iter()
                .any(|child| child.node.start_byte() >= self.end && child.node.is_named());
        let inside: Vec<Node<'_>> = children
            .iter()
            .map(|child| child.node)
            .filter(|child| child.start_byte() < self.end)
            .collect();
        let mut inside = self.convert_all(&inside, depth + 1)?;
        if is_chain(&inside) {
            return Ok(PatternNode::Chain(Box::new(inside.swap_remove(0))));
        }
        if let [list @ PatternNode::MetaVar(MetaVar::Many { .. }), separator] = &inside[..]
            && is_comma(separator)
        {
            return Ok(list.clone());
        }
        let is_statement = node.kind() == self.syntax.expression_statement;
        // The metavariable is the whole statement if the terminator belongs to the context.
        if let [var @ PatternNode::MetaVar(MetaVar::One { .. })] = &inside[..]
            && is_statement
            && node.end_byte() > self.end
        {
            return Ok(var.clone());
        }
        // A list without a terminator stands for statements.
        if let [var @ PatternNode::MetaVar(MetaVar::Many { .. })] = &inside[..]
            && is_statement
        {
            return Ok(var.clone());
        }
        let statement = is_statement
            .then(|| statement_slot(node, &inside))
            .flatten();
        let inner = PatternNode::Inner {
            kind: node.kind_id(),
            children: inside,
            optional,
            is_open,
        };
        Ok(match statement {
            Some(slot) => PatternNode::Statement {
                expression: Box::new(inner),
                slot,
                kinds: statement_kinds(node),
            },
            None => inner,
        })
    }

    /// Returns the pattern for a placeholder, which is read as a node of `kind` or as children of
    /// such a node.
    fn placeholder(
        &self,
        range: Range<usize>,
        kind: &str,
        var: MetaVar,
    ) -> Result<PatternNode, Rejection> {
        if self.text.get(range) == Some(BLOCK.before.as_bytes())
            && !may_hold_statements(kind, self.syntax)
        {
            return Err(Rejection::SyntaxError);
        }
        Ok(PatternNode::MetaVar(var))
    }

    /// Converts consecutive siblings. Siblings that together form a placeholder become one
    /// metavariable.
    pub(crate) fn convert_all(
        &self,
        nodes: &[Node<'_>],
        depth: usize,
    ) -> Result<Vec<PatternNode>, Rejection> {
        let mut converted = Vec::with_capacity(nodes.len());
        let mut rest = nodes;
        while let Some((first, others)) = rest.split_first() {
            let run = others.iter().enumerate().find_map(|(at, last)| {
                let range = first.start_byte()..last.end_byte();
                self.var(range).map(|var| (at, var))
            });
            if let Some((last, var)) = run.filter(|_| self.starts_var(*first)) {
                // Several nodes are a list, whatever the metavariable.
                let (MetaVar::One { slot, .. } | MetaVar::Many { slot }) = var;
                let range = first.start_byte()..others[last].end_byte();
                let kind = first.parent().map_or("", |parent| parent.kind());
                converted.push(self.placeholder(range, kind, MetaVar::Many { slot })?);
                rest = &others[last + 1..];
            } else {
                let node = self.convert(*first, depth)?;
                converted.push(match node {
                    PatternNode::MetaVar(MetaVar::One { slot, .. })
                        if nodes.len() > 1 && is_run(*first, self.syntax) =>
                    {
                        PatternNode::MetaVar(MetaVar::Many { slot })
                    }
                    node => node,
                });
                rest = others;
            }
        }
        Ok(converted)
    }

    fn children<'t>(&self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut children = Vec::new();
        let mut cursor = node.walk();
        let mut has_child = cursor.goto_first_child();
        while has_child {
            children.push(Child {
                node: cursor.node(),
                field: cursor.field_id().map(u16::from),
            });
            has_child = cursor.goto_next_sibling();
        }
        children
    }

    /// Returns whether a placeholder begins at the node and extends beyond it.
    fn starts_var(&self, node: Node<'_>) -> bool {
        self.vars.iter().any(|(range, _)| {
            range.start + self.start == node.start_byte()
                && range.end + self.start > node.end_byte()
        })
    }

    /// Returns the index of the first metavariable inside the node.
    fn var_in(&self, node: Node<'_>) -> Option<usize> {
        self.vars.iter().position(|(range, _)| {
            let (start, end) = (range.start + self.start, range.end + self.start);
            node.start_byte() <= start && end <= node.end_byte()
        })
    }

    /// Returns the pattern for a token that consists of a sigil and a metavariable.
    fn sigil(&self, node: Node<'_>) -> Option<PatternNode> {
        if node.child_count() > 0 || !has_word(self.kinds.sigils, node.kind()) {
            return None;
        }
        self.vars.iter().find_map(|(range, var)| {
            let (start, end) = (range.start + self.start, range.end + self.start);
            let sigil = self.text.get(node.start_byte()..start)?;
            match *var {
                MetaVar::One { slot, named: true }
                    if end == node.end_byte()
                        && !sigil.is_empty()
                        && sigil.iter().all(|byte| b"@#:".contains(byte)) =>
                {
                    Some(PatternNode::Sigil {
                        kind: node.kind_id(),
                        sigil: sigil.into(),
                        slot,
                    })
                }
                _ => None,
            }
        })
    }

    /// Returns whether a node consists only of an uncaptured list in quotes.
    fn is_any_string(&self, node: Node<'_>) -> bool {
        let text = |range: Range<usize>| self.text.get(range).unwrap_or_default();
        let is_quote = |text: &[u8]| matches!(text, b"'" | b"\"" | b"`");
        self.vars.iter().any(|(range, var)| {
            let (start, end) = (range.start + self.start, range.end + self.start);
            *var == MetaVar::Many { slot: None }
                && node.start_byte() < start
                && end < node.end_byte()
                && is_quote(text(node.start_byte()..start))
                && text(node.start_byte()..start) == text(end..node.end_byte())
        })
    }

    /// Returns whether a node is an interpolated string that contains only a list metavariable. In
    /// Scala's grammar, the closing quote is not a node.
    fn is_quoted_list(&self, node: Node<'_>) -> bool {
        let range = node.byte_range();
        let is_list = |(inside, var): &(Range<usize>, MetaVar)| {
            matches!(var, MetaVar::Many { .. })
                && inside.start + self.start == range.start + 1
                && inside.end + self.start + 1 == range.end
        };
        let text = self.text.get(range.clone()).unwrap_or_default();
        node.kind() == self.syntax.unclosed_string
            && text.ends_with(b"\"")
            && self.vars.iter().any(is_list)
    }

    /// Returns whether part of the node's text belongs to none of its children, like words in
    /// prose, so that the children do not determine it.
    fn is_prose(&self, node: Node<'_>) -> bool {
        if node.end_byte() > self.end || node.child_count() == 0 {
            return false;
        }
        let mut from = node.start_byte();
        let mut has_text_before = |to: usize, next| {
            let gap = self.masked.get(from..to).unwrap_or_default();
            from = next;
            let gap = gap.trim_ascii();
            !matches!(gap, b"" | b";") && !is_keyword_of(node, gap)
        };
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .any(|child| has_text_before(child.start_byte(), child.end_byte()))
            || has_text_before(node.end_byte(), 0)
    }

    /// Returns the metavariable whose placeholder is the text in `range`.
    fn var(&self, range: Range<usize>) -> Option<MetaVar> {
        // Some grammars include blanks before a value in its node.
        let text = self.text.get(range.clone())?;
        let start = range.start + (text.len() - text.trim_ascii_start().len());
        let start = start.checked_sub(self.start)?;
        let end = range.end.checked_sub(self.start)?;
        let at = self
            .vars
            .binary_search_by_key(&start, |(range, _)| range.start)
            .ok()?;
        let (range, var) = &self.vars[at];
        // A node may end before the terminator of a placeholder.
        let rest = self.text.get(end + self.start..range.end + self.start)?;
        matches!(rest, b"" | b";").then_some(*var)
    }
}

/// Returns whether the code that begins with a node may include further siblings.
fn is_run(node: Node<'_>, syntax: &PatternSyntax) -> bool {
    let is_of = |parent: Node<'_>| syntax.runs.contains(&(parent.kind(), node.kind()));
    node.parent().is_some_and(is_of)
}

fn is_comma(node: &PatternNode) -> bool {
    matches!(node, PatternNode::Leaf { named: false, text, .. } if &**text == b",")
}

/// Returns whether a node is a name that is a keyword elsewhere.
fn is_soft_keyword(node: Node<'_>) -> bool {
    node.child_count() == 1
        && NodeKinds::is_identifier(node.kind())
        && node.child(0).is_some_and(|child| !child.is_named())
}

/// Returns whether the kind of a node begins with a word, which is then a keyword that the grammar
/// omits from the tree.
fn is_keyword_of(node: Node<'_>, word: &[u8]) -> bool {
    let (keyword, _) = node.kind().split_once('_').unwrap_or_default();
    keyword.as_bytes().eq_ignore_ascii_case(word)
}

/// Returns the slot of the metavariable if an expression statement with `children` consists of a
/// metavariable with a terminator.
fn statement_slot(node: Node<'_>, children: &[PatternNode]) -> Option<Option<VarSlot>> {
    let (first, terminator) = children.split_first()?;
    let is_terminated = !terminator.is_empty() || node.end_byte() > node.child(0)?.end_byte();
    match first {
        PatternNode::MetaVar(MetaVar::One { slot, named: true })
            if is_terminated && terminator.iter().all(PatternNode::is_separator) =>
        {
            Some(*slot)
        }
        _ => None,
    }
}

/// Returns the kinds of statements in the grammar of a node.
fn statement_kinds(node: Node<'_>) -> Box<[u16]> {
    let grammar = node.language();
    let kinds = 0..grammar.node_kind_count() as u16;
    let is_statement = |kind: &u16| {
        let name = grammar.node_kind_for_id(*kind).unwrap_or_default();
        grammar.node_kind_is_named(*kind)
            && (NodeKinds::is_statement(name) || NodeKinds::is_declaration(name))
    };
    kinds.filter(is_statement).collect()
}

/// Returns whether children are an object, a dot and an uncaptured list, which stands for the calls
/// in between.
fn is_chain(children: &[PatternNode]) -> bool {
    match children {
        [
            _,
            PatternNode::Leaf { text, .. },
            PatternNode::MetaVar(MetaVar::Many { slot: None }),
        ] => matches!(&**text, b"." | b"?." | b"->" | b"?->" | b"::"),
        // Some grammars have a node for the dot together with the name.
        [_, PatternNode::Inner { children, .. }] => matches!(
            &children[..],
            [
                PatternNode::Leaf { text, .. },
                PatternNode::MetaVar(MetaVar::Many { slot: None }),
            ] if matches!(&**text, b"." | b"?.")
        ),
        _ => false,
    }
}
