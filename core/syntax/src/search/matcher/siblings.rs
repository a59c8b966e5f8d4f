//! Compares the children of a node with the children of a pattern: list metavariables, optional
//! children, and unmatched nodes on either side.
//!
//! Does not compare single nodes; [`Matcher::step`] does.

use std::iter::Peekable;
use std::ops::Range;
use std::slice;

use ransack_grammars::internal::Interrupt;
use tree_sitter::{Node, TreeCursor};

use crate::pattern::PatternNode;
use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::optional::OptionalChild;
use crate::search::matcher::{Binding, MatchStep, Matcher, is_comment};
use crate::strictness::Strictness;

impl<'t> Matcher<'t, '_, '_> {
    /// Compares pattern siblings with the node at the cursor and its later
    /// siblings.
    pub(super) fn siblings(
        &mut self,
        patterns: &[PatternNode],
        optional: &[OptionalChild],
        is_open: bool,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let mut patterns = patterns.iter().peekable();
        let mut has_node = true;
        while let Some(pattern) = patterns.next() {
            let is_before_list = matches!(
                patterns.peek(),
                Some(PatternNode::MetaVar(MetaVar::Many { .. }))
            );
            // An empty list needs no separator; other levels skip it anyway.
            if is_before_list
                && self.strictness == Strictness::Smart
                && is_comma(pattern)
                && !(has_node && cursor.node().kind() == ",")
            {
                continue;
            }
            if !optional.is_empty() && has_node {
                has_node = self.skip_optional(pattern, optional, cursor)?;
            }
            if let PatternNode::MetaVar(MetaVar::Many { slot }) = pattern {
                match self.list(*slot, &mut patterns, cursor, &mut has_node)? {
                    MatchStep::Match => continue,
                    _ => return Ok(MatchStep::Differ),
                }
            }
            let mut pattern = pattern;
            loop {
                if !has_node {
                    let rest = std::iter::once(pattern).chain(patterns);
                    return Ok(self.allows_unmatched(rest));
                }
                let step = match self.before_terminator(pattern, &mut patterns, cursor) {
                    Some((slot, part)) => self.bind(slot, Binding::Part(part))?,
                    None => self.step(pattern, cursor)?,
                };
                match step {
                    MatchStep::Match => {
                        has_node = cursor.goto_next_sibling();
                        break;
                    }
                    MatchStep::Differ => return Ok(MatchStep::Differ),
                    MatchStep::SkipNode => {
                        has_node = cursor.goto_next_sibling();
                        if !optional.is_empty() && has_node {
                            has_node = self.skip_optional(pattern, optional, cursor)?;
                        }
                    }
                    skip => {
                        if skip == MatchStep::SkipBoth {
                            has_node = cursor.goto_next_sibling();
                        }
                        match patterns.next_if(|next| {
                            !matches!(next, PatternNode::MetaVar(MetaVar::Many { .. }))
                        }) {
                            Some(next) => pattern = next,
                            None => break,
                        }
                    }
                }
            }
        }
        if is_open {
            return Ok(MatchStep::Match);
        }
        self.allows_rest(has_node, cursor)
    }

    /// Returns the node at the cursor without its `;`, as the code that a metavariable captures, if
    /// the pattern has a `;` after the metavariable: in `for ($A; $B; $C)`, the grammars of many
    /// languages include the `;` in a declaration. Advances `patterns` past the `;`.
    fn before_terminator(
        &mut self,
        pattern: &PatternNode,
        patterns: &mut Peekable<slice::Iter<'_, PatternNode>>,
        cursor: &TreeCursor<'t>,
    ) -> Option<(Option<VarSlot>, Range<usize>)> {
        let PatternNode::MetaVar(MetaVar::One { slot, .. }) = pattern else {
            return None;
        };
        if self.strictness == Strictness::Cst || !patterns.peek().is_some_and(|p| is_semicolon(p)) {
            return None;
        }
        let node = cursor.node();
        let last = node.child(node.child_count().checked_sub(1)?)?;
        let has_own = node.next_sibling().is_some_and(|next| next.kind() == ";");
        let before = last
            .prev_sibling()
            .filter(|_| last.kind() == ";" && !has_own)?;
        patterns.next();
        Some((*slot, node.start_byte()..before.end_byte()))
    }

    /// Compares the modifiers of a declaration, which may have more than the pattern, with the node
    /// at the cursor and its later siblings.
    pub(super) fn modifiers(
        &mut self,
        patterns: &[PatternNode],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let mut matched = Vec::new();
        for pattern in patterns {
            let mut modifier = cursor.clone();
            if !self.skip_to(pattern, &mut modifier, &mut Vec::new())? {
                return Ok(MatchStep::Differ);
            }
            matched.push(modifier.node());
        }
        loop {
            self.budget.step()?;
            let node = cursor.node();
            let has_next = cursor.goto_next_sibling();
            if !matched.contains(&node) {
                self.coverage.skip(node, has_next.then(|| cursor.node()));
            }
            if !has_next {
                return Ok(MatchStep::Match);
            }
        }
    }

    /// Advances the cursor past optional children, and past the punctuation and keywords before the
    /// child that `pattern` matches. Returns whether a node is left.
    fn skip_optional(
        &mut self,
        pattern: &PatternNode,
        optional: &[OptionalChild],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<bool, Interrupt> {
        if matches!(self.strictness, Strictness::Cst | Strictness::Ast) {
            return Ok(true);
        }
        let is_list = matches!(pattern, PatternNode::MetaVar(MetaVar::Many { .. }));
        loop {
            self.budget.step()?;
            let node = cursor.node();
            let field = cursor.field_id().map(u16::from);
            let is_optional = optional
                .iter()
                .any(|optional| optional.is(node.kind_id(), field));
            let is_keyword = !node.is_named() && !pattern.is_unnamed() && !is_list;
            if !is_optional && !is_keyword {
                return Ok(true);
            }
            // A pattern with one modifier allows additional ones.
            if is_optional && pattern.kind() == Some(node.kind_id()) {
                let checkpoint = self.checkpoint();
                let step = self.step(pattern, cursor)?;
                self.rewind(checkpoint);
                if step == MatchStep::Match {
                    return Ok(true);
                }
            }
            let has_next = cursor.goto_next_sibling();
            if is_optional {
                self.coverage.skip(node, has_next.then(|| cursor.node()));
            }
            if !has_next {
                return Ok(false);
            }
        }
    }

    /// Matches a list metavariable, and the pattern node after it, with the node at the cursor and
    /// its later siblings, if `has_node`. Advances `patterns` and the cursor past the matched part.
    fn list(
        &mut self,
        slot: Option<VarSlot>,
        patterns: &mut Peekable<slice::Iter<'_, PatternNode>>,
        cursor: &mut TreeCursor<'t>,
        has_node: &mut bool,
    ) -> Result<MatchStep, Interrupt> {
        let mut nodes = Vec::new();
        // A list metavariable also matches the punctuation after it.
        let mut tokens = Vec::from_iter(patterns.next_if(|next| next.is_unnamed()));
        if let Some(PatternNode::Leaf { kind, text, .. }) = tokens.first()
            && (is_delimiter(text) || self.requires_operator(text))
            && patterns.peek().is_some()
        {
            if self.skip_to_token(*kind, cursor, has_node, &mut nodes)? {
                return self.bind(slot, Binding::Many(nodes));
            }
            if !is_delimiter(text) {
                return Ok(MatchStep::Differ);
            }
        }
        while let Some(token) = patterns.next_if(|next| next.is_unnamed()) {
            tokens.push(token);
        }
        let rest = self.fixed_rest(patterns.clone());
        match patterns.peek() {
            None => {
                while *has_node {
                    self.budget.step()?;
                    nodes.push(cursor.node());
                    *has_node = cursor.goto_next_sibling();
                }
            }
            // The first of two adjacent list metavariables matches one node.
            Some(PatternNode::MetaVar(MetaVar::Many { .. })) => {
                if *has_node {
                    nodes.push(cursor.node());
                    *has_node = cursor.goto_next_sibling();
                }
                if let [PatternNode::Leaf { kind, .. }] = tokens[..]
                    && *has_node
                    && cursor.node().kind_id() == *kind
                {
                    self.coverage.add(cursor.node().byte_range());
                    *has_node = cursor.goto_next_sibling();
                }
                tokens.clear();
            }
            Some(next) => {
                let has_next = *has_node
                    && match rest {
                        Some(rest) => self.skip_to_rest(rest, next, cursor, &mut nodes)?,
                        None => self.skip_to(next, cursor, &mut nodes)?,
                    };
                if !has_next {
                    return Ok(MatchStep::Differ);
                }
                *has_node = cursor.goto_next_sibling();
                patterns.next();
            }
        }
        for (number, token) in tokens.iter().enumerate().rev() {
            if let PatternNode::Leaf { kind, text, .. } = token
                && let Some(at) = nodes.iter().rposition(|node| node.kind_id() == *kind)
                // Before a closing bracket, the code may lack the last separator.
                && (number + 1 == tokens.len() || !is_separator(text) || at + 1 == nodes.len())
            {
                self.coverage.add(nodes[at].byte_range());
                nodes.truncate(at);
            }
        }
        self.bind(slot, Binding::Many(nodes))
    }

    /// Returns whether a token is an operator, which the code must also have.
    fn requires_operator(&self, text: &[u8]) -> bool {
        matches!(self.strictness, Strictness::Smart | Strictness::Cst) && is_operator(text)
    }

    /// Returns the number of named patterns if they end with a closing bracket and contain no list;
    /// that many nodes of the code must remain for them.
    fn fixed_rest(&self, mut patterns: Peekable<slice::Iter<'_, PatternNode>>) -> Option<usize> {
        if self.strictness != Strictness::Smart {
            return None;
        }
        let mut named = 0;
        loop {
            match patterns.next()? {
                PatternNode::MetaVar(MetaVar::Many { .. }) => return None,
                PatternNode::Leaf {
                    named: false, text, ..
                } if patterns.peek().is_none() => {
                    return is_delimiter(text).then_some(named);
                }
                pattern => named += usize::from(!pattern.is_unnamed()),
            }
        }
    }

    /// Collects nodes until `rest` named siblings remain, and leaves the cursor at the first
    /// remaining one. Returns whether the first remaining sibling matches `next`.
    fn skip_to_rest(
        &mut self,
        rest: usize,
        next: &PatternNode,
        cursor: &mut TreeCursor<'t>,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Interrupt> {
        let counts = |node: Node<'_>| usize::from(node.is_named() && !is_comment(node));
        let mut ahead = cursor.clone();
        let mut left = counts(ahead.node());
        while ahead.goto_next_sibling() {
            self.budget.step()?;
            left += counts(ahead.node());
        }
        if left < rest {
            return Ok(false);
        }
        while left > rest || counts(cursor.node()) == 0 {
            left -= counts(cursor.node());
            nodes.push(cursor.node());
            if !cursor.goto_next_sibling() {
                return Ok(false);
            }
        }
        Ok(self.step(next, cursor)? == MatchStep::Match)
    }

    /// Collects nodes up to the first token of a kind and moves the cursor past it. Returns false,
    /// with the cursor unmoved, if there is no such token.
    fn skip_to_token(
        &mut self,
        kind: u16,
        cursor: &mut TreeCursor<'t>,
        has_node: &mut bool,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Interrupt> {
        let mut ahead = cursor.clone();
        while *has_node && ahead.node().kind_id() != kind {
            self.budget.step()?;
            nodes.push(ahead.node());
            if !ahead.goto_next_sibling() {
                nodes.clear();
                return Ok(false);
            }
        }
        if *has_node {
            self.coverage.add(ahead.node().byte_range());
            *has_node = ahead.goto_next_sibling();
            *cursor = ahead;
        }
        Ok(true)
    }

    /// Collects nodes up to the first match for `next` and leaves the cursor there. Returns false
    /// if no sibling matches.
    pub(super) fn skip_to(
        &mut self,
        next: &PatternNode,
        cursor: &mut TreeCursor<'t>,
        nodes: &mut Vec<Node<'t>>,
    ) -> Result<bool, Interrupt> {
        loop {
            let checkpoint = self.checkpoint();
            if self.step(next, cursor)? == MatchStep::Match {
                return Ok(true);
            }
            // The failed comparison may have captured nodes.
            self.rewind(checkpoint);
            nodes.push(cursor.node());
            if !cursor.goto_next_sibling() {
                return Ok(false);
            }
        }
    }

    /// Returns `Match` if pattern nodes may be left over after the last code node.
    fn allows_unmatched<'g>(
        &self,
        mut patterns: impl Iterator<Item = &'g PatternNode>,
    ) -> MatchStep {
        use Strictness::{Ast, Relaxed, Signature};

        let skips_unnamed = matches!(self.strictness, Ast | Relaxed | Signature);
        let all_skipped = patterns.all(|pattern| match pattern {
            PatternNode::MetaVar(MetaVar::Many { .. }) => true,
            PatternNode::MetaVar(MetaVar::One { named, .. }) => skips_unnamed && !named,
            PatternNode::Leaf { named, .. } => skips_unnamed && !named,
            PatternNode::Inner { .. }
            | PatternNode::Kind(_)
            | PatternNode::Sigil { .. }
            | PatternNode::Chain(_)
            | PatternNode::Statement { .. } => false,
        });
        if all_skipped {
            MatchStep::Match
        } else {
            MatchStep::Differ
        }
    }

    /// Returns `Match` if the node at the cursor and its later siblings, if `has_node`, may be left
    /// over after the last pattern node.
    fn allows_rest(
        &mut self,
        mut has_node: bool,
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

        if self.strictness == Smart {
            return Ok(MatchStep::Match);
        }
        while has_node {
            self.budget.step()?;
            let node = cursor.node();
            let may_remain = match self.strictness {
                Cst => false,
                Smart => true,
                Ast => !node.is_named(),
                Relaxed | Signature => !node.is_named() || is_comment(node),
                Template => is_comment(node),
            };
            if !may_remain {
                return Ok(MatchStep::Differ);
            }
            has_node = cursor.goto_next_sibling();
        }
        Ok(MatchStep::Match)
    }
}

fn is_comma(pattern: &PatternNode) -> bool {
    matches!(pattern, PatternNode::Leaf { named: false, text, .. } if &**text == b",")
}

fn is_semicolon(pattern: &PatternNode) -> bool {
    matches!(pattern, PatternNode::Leaf { named: false, text, .. } if &**text == b";")
}

/// Returns whether a token separates elements.
fn is_separator(text: &[u8]) -> bool {
    matches!(text, b"," | b";" | b"|")
}

/// Returns whether a token is a binary operator.
fn is_operator(text: &[u8]) -> bool {
    let operators = [
        "==", "!=", "<", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%",
    ];
    operators.iter().any(|operator| operator.as_bytes() == text)
}

/// Returns whether a token ends a list: a closing bracket or a keyword.
fn is_delimiter(text: &[u8]) -> bool {
    let is_keyword = || !text.is_empty() && text.iter().all(u8::is_ascii_alphabetic);
    matches!(text, b")" | b"]" | b"}" | b">") || is_keyword()
}
