//! Compares argument lists with keyword arguments in any order: `f(a=$A, b=$B)` matches `f(b=1,
//! a=2)`.
//!
//! Used only under [`Strictness::Relaxed`](crate::Strictness::Relaxed). Positional arguments
//! keep their order.

use ransack_grammars::internal::Interrupt;
use tree_sitter::{Node, TreeCursor};

use crate::pattern::PatternNode;
use crate::pattern::metavar::MetaVar;
use crate::search::matcher::{Binding, MatchStep, Matcher, is_comment};

/// Returns whether an argument has a keyword.
pub(super) fn has_keywords(children: &[PatternNode]) -> bool {
    children.iter().any(|child| keyword(child).is_some())
}

/// Returns the keyword of an argument: `a` in `a=1` or `a: 1`.
fn keyword(argument: &PatternNode) -> Option<&[u8]> {
    let PatternNode::Inner { children, .. } = argument else {
        return None;
    };
    match &children[..] {
        [
            PatternNode::Leaf {
                named: true, text, ..
            },
            PatternNode::Leaf {
                named: false,
                text: sign,
                ..
            },
            _,
            ..,
        ] if matches!(&**sign, b"=" | b":") => Some(text),
        _ => None,
    }
}

impl<'t> Matcher<'t, '_, '_> {
    /// Compares arguments with the node at the cursor and its later siblings.
    pub(super) fn arguments(
        &mut self,
        patterns: &[PatternNode],
        cursor: &mut TreeCursor<'t>,
    ) -> Result<MatchStep, Interrupt> {
        let mut arguments = Vec::new();
        loop {
            self.budget.step()?;
            let node = cursor.node();
            if !node.is_named() {
                self.coverage.add(node.byte_range());
            } else if !is_comment(node) {
                arguments.push(cursor.clone());
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        let mut positional = Vec::new();
        for pattern in patterns.iter().filter(|pattern| !pattern.is_unnamed()) {
            let Some(keyword) = keyword(pattern) else {
                positional.push(pattern);
                continue;
            };
            let has_keyword = |argument: &TreeCursor<'t>| {
                let name = argument.node().child(0);
                name.is_some_and(|name| self.text(name) == keyword)
            };
            let Some(at) = arguments.iter().position(has_keyword) else {
                return Ok(MatchStep::Differ);
            };
            if self.step(pattern, &mut arguments.remove(at))? != MatchStep::Match {
                return Ok(MatchStep::Differ);
            }
        }
        self.positional(&positional, &mut arguments)
    }

    /// Compares positional arguments and lists with the remaining arguments.
    fn positional(
        &mut self,
        patterns: &[&PatternNode],
        arguments: &mut Vec<TreeCursor<'t>>,
    ) -> Result<MatchStep, Interrupt> {
        let mut patterns = patterns.iter().peekable();
        arguments.reverse();
        while let Some(pattern) = patterns.next() {
            let PatternNode::MetaVar(MetaVar::Many { slot }) = pattern else {
                let Some(mut argument) = arguments.pop() else {
                    return Ok(MatchStep::Differ);
                };
                if self.step(pattern, &mut argument)? != MatchStep::Match {
                    return Ok(MatchStep::Differ);
                }
                continue;
            };
            let mut nodes: Vec<Node<'t>> = Vec::new();
            while let Some(argument) = arguments.last_mut() {
                if let Some(next) = patterns.peek() {
                    let checkpoint = self.checkpoint();
                    let step = self.step(next, argument)?;
                    self.rewind(checkpoint);
                    if step == MatchStep::Match {
                        break;
                    }
                }
                nodes.push(argument.node());
                arguments.pop();
            }
            if self.bind(*slot, Binding::Many(nodes))? != MatchStep::Match {
                return Ok(MatchStep::Differ);
            }
        }
        Ok(if arguments.is_empty() {
            MatchStep::Match
        } else {
            MatchStep::Differ
        })
    }
}
