//! Law of rewrites: code that the pattern does not name and no metavariable captures remains.
//!
//! Texts are compared as words and signs, with one lexer for all languages: the new code has the
//! words of the old code, minus the words of the pattern, plus the words of the replacement. This
//! module must not use the matcher.

use std::collections::BTreeMap;
use std::fmt;

use ransack::AstChange;
use tree_sitter::{Node, Tree};

use super::generator::{Made, VARIABLE};

/// Words and signs with their counts.
type Words = BTreeMap<String, isize>;

/// Words that a change removes but must not.
pub(super) enum Broken {
    Nothing,
    Lost(Vec<String>),
    /// Lost words that are not in the reported code.
    Unreported(Vec<String>),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Nothing => f.write_str("nothing lost"),
            Broken::Lost(words) => write!(f, "lost words {words:?}"),
            Broken::Unreported(words) => write!(f, "words lost in silence {words:?}"),
        }
    }
}

/// Returns the words that a change removes although the pattern does not name them.
pub(super) fn broken(change: &AstChange, made: &Made) -> Broken {
    let mut words = Words::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    count(&text(&change.before), 1, &mut words);
    count(&without_variables(&made.pattern), -1, &mut words);
    count(&without_variables(&made.replacement), 1, &mut words);
    count(&text(&change.after), -1, &mut words);
    let missing = |words: &Words| -> Vec<String> {
        let missing = words.iter().filter(|(_, count)| **count > 0);
        missing.map(|(word, _)| word.clone()).collect()
    };
    let lost = missing(&words);
    if lost.is_empty() {
        return Broken::Nothing;
    }
    for reported in &change.lost {
        count(&text(reported), -1, &mut words);
    }
    let unreported = missing(&words);
    match unreported.is_empty() || change.lost.is_empty() {
        true => Broken::Lost(lost),
        false => Broken::Unreported(unreported),
    }
}

/// Adds the words and signs of a text to `words`, `by` each. Separators and grouping brackets do
/// not count; all quotes are equal.
fn count(text: &str, by: isize, words: &mut Words) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match rest.find(|c| !is_word(c)) {
            None => rest.len(),
            Some(0) => first.len_utf8(),
            Some(len) => len,
        };
        let (word, after) = rest.split_at(len);
        rest = after;
        if word.trim().is_empty() || matches!(word, "," | ";" | "\\" | "(" | ")") {
            continue;
        }
        let word = if word == "'" { "\"" } else { word };
        *words.entry(word.to_owned()).or_default() += by;
    }
}

/// Returns a pattern or replacement without its metavariables.
fn without_variables(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(VARIABLE) {
        out += rest[..at].trim_end_matches('$');
        out.push(' ');
        let after = &rest[at + VARIABLE.len()..];
        rest = after.trim_start_matches(|c: char| c.is_ascii_uppercase());
    }
    out + rest
}

/// Returns whether the statement after a change, inside a block that begins in the changed code,
/// ends up in another block. Offsets are ends of the change.
pub(super) fn has_moved(
    (old_tree, old, old_end): (&Tree, &str, usize),
    (new_tree, new, new_end): (&Tree, &str, usize),
    change: &AstChange,
) -> bool {
    let next = |text: &str, end: usize| {
        let rest = text.get(end..)?;
        let blanks = rest.len() - rest.trim_start().len();
        rest[..blanks].contains('\n').then_some(end + blanks)
    };
    let (Some(old_at), Some(new_at)) = (next(old, old_end), next(new, new_end)) else {
        return false;
    };
    let (old_above, new_above) = (above(old_tree, old_at), above(new_tree, new_at));
    let is_inner = old_above
        .iter()
        .any(|node| node.start_byte() >= change.span.start.offset);
    is_inner && !Iterator::eq(kinds_of(&old_above), kinds_of(&new_above))
}

/// Returns the nodes that begin before the code at `at` and contain it.
fn above(tree: &Tree, at: usize) -> Vec<Node<'_>> {
    let innermost = tree.root_node().descendant_for_byte_range(at, at + 1);
    let nodes = std::iter::successors(innermost, Node::parent);
    nodes.filter(|node| node.start_byte() < at).collect()
}

fn kinds_of<'n, 't: 'n>(nodes: &'n [Node<'t>]) -> impl Iterator<Item = &'t str> + 'n {
    nodes.iter().map(Node::kind)
}

/// Describes the first difference between the kinds of the nodes of two trees.
pub(super) fn difference(
    (old_tree, old): (&Tree, &str),
    (new_tree, new): (&Tree, &str),
) -> Option<String> {
    let (old_kinds, new_kinds) = (kinds(old_tree), kinds(new_tree));
    let differs = |at: &usize| {
        let (old, new) = (old_kinds.get(*at), new_kinds.get(*at));
        old.map(Node::kind) != new.map(Node::kind)
    };
    let at = (0..old_kinds.len().max(new_kinds.len())).find(differs)?;
    let describe = |kinds: &[Node<'_>], text: &str| {
        let node = kinds.get(at.min(kinds.len() - 1));
        node.map(|node| {
            let code = text.get(node.byte_range()).unwrap_or_default();
            let code: String = code.chars().take(80).collect();
            format!(
                "{} {code:?} in line {}",
                node.kind(),
                node.start_position().row + 1
            )
        })
    };
    Some(format!(
        "{:?} became {:?}",
        describe(&old_kinds, old),
        describe(&new_kinds, new)
    ))
}

/// Returns the named nodes of a tree in preorder, without comments.
fn kinds(tree: &Tree) -> Vec<Node<'_>> {
    let mut cursor = tree.walk();
    let mut kinds = Vec::new();
    loop {
        let node = cursor.node();
        if node.is_named() && !node.is_extra() {
            kinds.push(node);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return kinds;
            }
        }
    }
}
