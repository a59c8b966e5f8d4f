//! Directives of the C preprocessor.

use tree_sitter::Node;

use crate::directives::Directives;

pub(crate) const DIRECTIVES: Directives = Directives {
    conditions: "preproc_elif preproc_elifdef preproc_else preproc_if preproc_ifdef",
    unknown: "preproc_directive",
    known: "#define #elif #else #endif #if #ifdef #ifndef #include #undef",
    include_guard,
};

fn include_guard<'s>(source: &'s [u8], node: Node<'_>) -> Option<&'s [u8]> {
    let text = |node: Node<'_>| source.get(node.byte_range());
    let field = |name: &str| node.child_by_field_name(name).and_then(text);
    let name = match node.kind() {
        "preproc_ifdef" if text(node)?.starts_with(b"#ifndef") => field("name")?,
        "preproc_if" => field("condition")?.strip_prefix(b"!defined")?,
        _ => return None,
    };
    let name = name.trim_ascii();
    let name = name
        .strip_prefix(b"(")
        .and_then(|name| name.strip_suffix(b")"))
        .unwrap_or(name);
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor).skip(1);
    let definition = children.find(|child| child.kind() != "comment")?;
    let defined = definition.child_by_field_name("name").and_then(text)?;
    (definition.kind() == "preproc_def" && defined == name.trim_ascii()).then_some(name)
}
