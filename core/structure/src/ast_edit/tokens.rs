//! Blanks between words that an edit would join into one token.
//!
//! A syntax check alone does not notice `return(a)` becoming `returna`.

use std::ops::Range;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::ast_edit::syntax::{TextSyntax, Trees};
use crate::ast_edit::text_plan::{PlannedEdit, spliced};

/// End of an edit at which two words meet that were separate tokens.
struct Joint {
    /// Index of the edit.
    edit: usize,
    is_end: bool,
    /// Offsets in the old and the new text.
    old: usize,
    new: usize,
}

/// Inserts a blank where the text of an edit would join the adjacent token. `edits` are sorted and
/// disjoint.
pub(super) fn separate_tokens(
    text: &[u8],
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let (new, places) = spliced(text, edits);
    let mut joints = Vec::new();
    for (at, (edit, place)) in edits.iter().zip(places).enumerate() {
        let (start, end) = (place, place + edit.text.len());
        let may_join = |old: usize, at: usize| meets(&new, at) && !meets(text, old);
        for (is_end, old, new) in [
            (false, edit.range.start, start),
            (true, edit.range.end, end),
        ] {
            // A deletion has one joint.
            if may_join(old, new) && !(is_end && start == end) {
                joints.push(Joint {
                    edit: at,
                    is_end,
                    old,
                    new,
                });
            }
        }
    }
    if joints.is_empty() {
        return Ok(());
    }
    let new_trees = syntax.trees_of(&new)?;
    let old_trees = syntax.trees()?;
    joints.retain(|joint| is_joined(joint, old_trees, &new_trees, &edits[joint.edit]));
    joints.dedup_by_key(|joint| joint.new);
    for joint in joints.iter().rev() {
        let code = &mut edits[joint.edit].text;
        let at = if joint.is_end { code.len() } else { 0 };
        code.insert(at, b' ');
    }
    Ok(())
}

/// Returns whether a word ends at `at` and a word or a quoted literal begins there.
fn meets(text: &[u8], at: usize) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 128..);
    let (Some(last), Some(first)) = (text[..at].last(), text.get(at)) else {
        return false;
    };
    is_word(last) && (is_word(first) || matches!(first, b'"' | b'\''))
}

/// Returns whether the two tokens of a joint are one token in the new text. A keyword always joins,
/// even in a grammar that recognises it at the start of a longer word.
fn is_joined(joint: &Joint, old: &Trees, new: &Trees, edit: &PlannedEdit) -> bool {
    let around = |at: usize| at.saturating_sub(1)..at + 1;
    let node_at = |trees: &'_ Trees, range: Range<usize>| {
        let node = trees.node(edit.language, &range)?;
        Some((node.child_count() == 0, is_text(node)))
    };
    if !matches!(node_at(old, around(joint.old)), Some((false, false))) {
        return false;
    }
    let outside = match joint.is_end {
        true => joint.old..joint.old + 1,
        false => joint.old - 1..joint.old,
    };
    let is_keyword = old.node(edit.language, &outside).is_some_and(|node| {
        !node.is_named() && node.kind().bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    is_keyword || matches!(node_at(new, around(joint.new)), Some((true, false)))
}

/// Returns whether adjacent children of a node are one text.
fn is_text(node: Node<'_>) -> bool {
    let texts = ["concat", "heredoc", "regex", "string", "text"];
    texts.iter().any(|text| node.kind().contains(text))
}
