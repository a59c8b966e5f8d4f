//! Patterns and replacements generated from code.
//!
//! A pattern is the code of a node: some children are metavariables, a list of children is a list
//! metavariable, and comments, modifiers, other branches and the last statements of a block may be
//! omitted, as in typical patterns. The same random numbers produce the same rewrite.

use std::error::Error;
use std::ops::Range;

use tree_sitter::{Language, Node, Tree};

use crate::soak_tree::Draw;

/// First letters of the names of all metavariables.
pub(super) const VARIABLE: &str = "$ZQ";
/// Name that the replacement adds.
const NEW_NAME: &str = "renamed_q";
/// Maximum number of lines of a rewritten node.
const MOST_LINES: usize = 30;
/// Maximum number of bytes of a rewritten node.
const MOST_BYTES: usize = 1500;
/// Maximum number of metavariables.
const MOST_VARIABLES: usize = 8;

/// Substrings of the node kinds to rewrite.
const REWRITTEN: [&str; 30] = [
    "assign",
    "binary",
    "call",
    "case",
    "catch",
    "class",
    "clause",
    "closure",
    "conditional",
    "declaration",
    "declarator",
    "def",
    "each",
    "expression",
    "for",
    "function",
    "if",
    "impl",
    "import",
    "interface",
    "invocation",
    "item",
    "lambda",
    "match",
    "method",
    "return",
    "statement",
    "switch",
    "try",
    "while",
];

/// Substrings of the node kinds of children that patterns typically omit.
const OPTIONAL: [&str; 20] = [
    "abstract",
    "access",
    "annotation",
    "async",
    "attribute",
    "decorator",
    "else",
    "ensure",
    "finally",
    "heritage",
    "lifetime",
    "modifier",
    "return_type",
    "static",
    "superclass",
    "throws",
    "type_annotation",
    "type_parameters",
    "visibility",
    "where",
];

/// Substrings of the node kinds with a list of statements or members.
const BLOCKS: [&str; 5] = ["block", "body", "declaration_list", "statements", "suite"];

/// Substrings of the node kinds with a list of elements.
const LISTS: [&str; 6] = ["argument", "array", "list", "object", "parameters", "union"];

/// Rewrite generated from a node.
pub(super) struct Made {
    pub(super) pattern: String,
    pub(super) replacement: String,
    /// Kind of the node.
    pub(super) kind: String,
    /// Start of the node.
    pub(super) start: usize,
    /// Whether the replacement differs from the pattern only in a name.
    pub(super) keeps_shape: bool,
}

/// Part of a pattern.
enum Part {
    Text(String),
    /// Name in the code.
    Name(String),
    /// Metavariable, and whether it is a list.
    Variable(String, bool),
}

/// Returns the grammar of a language.
pub(super) fn grammar(language: &str) -> Result<Language, Box<dyn Error>> {
    Ok(match language {
        "c" => tree_sitter_c::LANGUAGE.into(),
        "go" => tree_sitter_go::LANGUAGE.into(),
        "java" => tree_sitter_java::LANGUAGE.into(),
        "javascript" => tree_sitter_javascript::LANGUAGE.into(),
        "php" => tree_sitter_php::LANGUAGE_PHP.into(),
        "python" => tree_sitter_python::LANGUAGE.into(),
        "ruby" => tree_sitter_ruby::LANGUAGE.into(),
        "rust" => tree_sitter_rust::LANGUAGE.into(),
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        _ => return Err(format!("no grammar of {language}").into()),
    })
}

/// Generates a rewrite from a random node; `None` if the node is unsuitable.
pub(super) fn make(source: &str, tree: &Tree, language: &str, draw: &mut Draw) -> Option<Made> {
    if tree.root_node().has_error() {
        return None;
    }
    let nodes = candidates(tree, source);
    // By kind first, so rare kinds are also chosen.
    let mut kinds: Vec<&str> = nodes.iter().map(Node::kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = *kinds.get(draw.below(kinds.len()))?;
    let of_kind: Vec<Node<'_>> = nodes
        .into_iter()
        .filter(|node| node.kind() == kind)
        .collect();
    let rich: Vec<Node<'_>> = of_kind
        .iter()
        .filter(|node| has_optional(**node))
        .copied()
        .collect();
    let nodes = match draw.below(3) {
        1.. if !rich.is_empty() => rich,
        _ => of_kind,
    };
    let node = *nodes.get(draw.below(nodes.len()))?;
    let mut writer = Writer {
        source,
        draw,
        parts: Vec::new(),
        variables: 0,
    };
    writer.node(node, 0);
    let parts = std::mem::take(&mut writer.parts);
    let line = source[..node.start_byte()]
        .rfind('\n')
        .map_or(0, |feed| feed + 1);
    let line = &source[line..node.start_byte()];
    let margin = &line[..line.len() - line.trim_start().len()];
    let pattern = dedented(&written(&parts), margin);
    let (replacement, keeps_shape) = replacement(&parts, kind, language, draw)?;
    // In replacements, a backslash before a metavariable is an escape.
    let replacement = replacement.replace("\\$", "\\\\$");
    let replacement = dedented(&replacement, margin);
    Some(Made {
        pattern,
        replacement,
        kind: kind.to_owned(),
        start: node.start_byte(),
        keeps_shape,
    })
}

/// Returns the nodes of a tree that may be rewritten.
fn candidates<'t>(tree: &'t Tree, source: &str) -> Vec<Node<'t>> {
    let mut nodes = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let code = &source[node.byte_range()];
        // Code with a metavariable sign has another meaning as a pattern.
        let has_sign = || {
            let mut after = code.split('$').skip(1);
            code.contains("\\$")
                || after.any(|rest| rest.starts_with(|c: char| !c.is_ascii_lowercase() && c != '{'))
        };
        if node.is_named()
            && node.named_child_count() > 1
            && code.len() <= MOST_BYTES
            && code.lines().count() <= MOST_LINES
            && REWRITTEN.iter().any(|part| node.kind().contains(part))
            && !code.ends_with('\n')
            && !has_sign()
        {
            nodes.push(node);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
        }
    }
}

/// Returns whether a node has a comment or another part that patterns omit.
fn has_optional(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor);
    children
        .any(|child| child.is_extra() || has_part(child.kind(), &OPTIONAL) || has_optional(child))
}

fn has_part(kind: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| kind.contains(part))
}

/// Writes the code of a node as a pattern.
struct Writer<'s, 'd> {
    source: &'s str,
    draw: &'d mut Draw,
    parts: Vec<Part>,
    variables: usize,
}

impl Writer<'_, '_> {
    /// Returns true in `percent` of the cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.draw.below(100) < percent
    }

    fn text(&mut self, range: Range<usize>) {
        self.parts.push(Part::Text(self.source[range].to_owned()));
    }

    fn variable(&mut self, is_list: bool) {
        let letter = char::from(b'A' + u8::try_from(self.variables).unwrap_or(0));
        self.variables += 1;
        let dollars = if is_list { "$$" } else { "" };
        let name = format!("{dollars}{VARIABLE}{letter}");
        self.parts.push(Part::Variable(name, is_list));
    }

    fn node(&mut self, node: Node<'_>, depth: usize) {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
        if children.is_empty() {
            let code = self.source[node.byte_range()].to_owned();
            let is_word = |c: char| c.is_alphanumeric();
            let is_name =
                node.kind().ends_with("identifier") && code.len() > 1 && code.chars().all(is_word);
            self.parts.push(match is_name {
                true => Part::Name(code),
                false => Part::Text(code),
            });
            return;
        }
        let is_block = has_part(node.kind(), &BLOCKS);
        let is_list = has_part(node.kind(), &LISTS);
        let named: Vec<usize> = (0..children.len())
            .filter(|at| children[*at].is_named() && !children[*at].is_extra())
            .collect();
        // Children from the first to the last of these become a list metavariable or are omitted.
        let mut listed: Option<(usize, usize)> = None;
        let mut left_out_from = usize::MAX;
        if let (Some(first), Some(last)) = (named.first(), named.last())
            && (is_block || is_list)
            && self.variables < MOST_VARIABLES
            && !(has_optional(node) && self.chance(60))
        {
            match self.draw.below(100) {
                0..40 => listed = Some((*first, *last)),
                40..50 => listed = Some((*named.get(1).unwrap_or(first), *last)),
                50..55 if named.len() > 1 => listed = Some((*first, named[named.len() - 2])),
                55..70 if is_block && named.len() > 1 => {
                    left_out_from = named[1 + self.draw.below(named.len() - 1)];
                }
                _ => {}
            }
        }
        let mut end = node.start_byte();
        for (at, child) in children.iter().enumerate() {
            let is_left_out = child.is_extra() && self.chance(85)
                || depth < 3 && at > 0 && has_part(child.kind(), &OPTIONAL) && self.chance(50)
                || at >= left_out_from && (child.is_named() || child.kind() == ";");
            if let Some((first, last)) = listed
                && (first..=last).contains(&at)
            {
                if at == first {
                    self.text(end..child.start_byte());
                    self.variable(true);
                }
                end = child.end_byte();
                continue;
            }
            if is_left_out {
                end = child.end_byte();
                continue;
            }
            self.text(end..child.start_byte());
            end = child.end_byte();
            let is_clause = has_part(child.kind(), &BLOCKS)
                || has_part(child.kind(), &LISTS)
                || has_part(child.kind(), &["clause", "content", "fragment", "modifier"]);
            let is_replaced = child.is_named()
                && self.variables < MOST_VARIABLES
                && !is_clause
                && !child.is_extra()
                && self.chance(45)
                && !(has_optional(*child) && self.chance(60));
            if is_replaced {
                self.variable(false);
            } else if depth < 6 {
                self.node(*child, depth + 1);
            } else {
                self.text(child.byte_range());
            }
        }
        self.text(end..node.end_byte());
    }
}

fn written(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) | Part::Name(text) | Part::Variable(text, _) => text.clone(),
    };
    parts.iter().map(text).collect()
}

/// Returns a replacement that uses every metavariable once, and whether it differs from the pattern
/// only in a name.
fn replacement(
    parts: &[Part],
    kind: &str,
    language: &str,
    draw: &mut Draw,
) -> Option<(String, bool)> {
    let is_expression = has_part(
        kind,
        &["expression", "call", "invocation", "binary", "lambda"],
    ) && !kind.contains("statement");
    let names: Vec<usize> = (0..parts.len())
        .filter(|at| matches!(&parts[*at], Part::Name(_)))
        .collect();
    let single: Vec<usize> = (0..parts.len())
        .filter(|at| matches!(&parts[*at], Part::Variable(_, false)))
        .collect();
    let code = written(parts);
    let made = match draw.below(100) {
        0..15 if is_expression => (format!("{NEW_NAME}({code})"), false),
        15..30 if is_expression => {
            let variables: Vec<&str> = parts
                .iter()
                .filter_map(|part| match part {
                    Part::Variable(name, _) => Some(name.as_str()),
                    _ => None,
                })
                .collect();
            (format!("{NEW_NAME}({})", variables.join(", ")), false)
        }
        30..50 if kind.contains("statement") => {
            let end = match language {
                "python" | "ruby" | "go" => "",
                _ => ";",
            };
            (format!("{NEW_NAME}(){end}\n{code}"), false)
        }
        50..65 if single.len() > 1 => {
            let (first, second) = (single[0], single[single.len() - 1]);
            let swapped = parts.iter().enumerate().map(|(at, part)| {
                let part = match at {
                    at if at == first => &parts[second],
                    at if at == second => &parts[first],
                    _ => part,
                };
                written(std::slice::from_ref(part))
            });
            (swapped.collect(), false)
        }
        _ if !names.is_empty() => {
            let renamed = names[draw.below(names.len())];
            let renamed = parts
                .iter()
                .enumerate()
                .map(|(at, part)| match at == renamed {
                    true => NEW_NAME.to_owned(),
                    false => written(std::slice::from_ref(part)),
                });
            (renamed.collect(), true)
        }
        _ => return None,
    };
    Some(made)
}

/// Removes the indentation of the first line from the other lines.
fn dedented(code: &str, margin: &str) -> String {
    let mut lines = code.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |mut out, line| {
        out.push('\n');
        out += line.strip_prefix(margin).unwrap_or(line);
        out
    })
}
