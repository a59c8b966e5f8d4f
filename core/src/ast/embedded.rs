//! Languages within languages: scripts and styles in markup, fenced code.

use tree_sitter::{Node, Range, Tree};

use super::language::Language;
use super::parse::{Interrupt, WorkBudget, skip_subtree};

/// Code in another language than the text that it is in.
pub(super) struct EmbeddedRegion {
    pub(super) language: &'static Language,
    /// Where it is, in order; a quote or list around it leaves gaps.
    pub(super) ranges: Vec<Range>,
}

const MARKUP: [&str; 4] = ["astro", "html", "svelte", "vue"];
pub(super) const MARKDOWN: &str = "markdown";

/// Whether text in `host` can hold code in other languages.
pub(super) fn is_host(host: &Language) -> bool {
    MARKUP.contains(&host.name) || host.name == MARKDOWN
}

/// Whether text in `host` can hold code in `language`.
pub(super) fn may_hold(host: &Language, language: &Language) -> bool {
    let in_markup = ["css", "javascript", "json", "tsx", "typescript"];
    host.name == MARKDOWN || (MARKUP.contains(&host.name) && in_markup.contains(&language.name))
}

/// The code in other languages in a text.
pub(super) fn regions(
    host: &Language,
    tree: &Tree,
    text: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EmbeddedRegion>, Interrupt> {
    let mut regions = Vec::new();
    if !is_host(host) {
        return Ok(regions);
    }
    let mut cursor = tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let (name, code) = match host.name {
            MARKDOWN => in_markdown(node, text),
            _ => in_markup(host, node, text),
        };
        if let (Some(language), Some(code)) = (name.and_then(Language::from_name), code) {
            let ranges = without_children(code);
            if !ranges.is_empty() {
                regions.push(EmbeddedRegion { language, ranges });
            }
        }
        if !cursor.goto_first_child() && !skip_subtree(&mut cursor) {
            return Ok(regions);
        }
    }
}

/// The name of a language and the node that holds the code, if there is any in
/// this node.
type EmbeddedCode<'t, 's> = (Option<&'s str>, Option<Node<'t>>);

fn in_markdown<'t, 's>(node: Node<'t>, text: &'s [u8]) -> EmbeddedCode<'t, 's> {
    match node.kind() {
        "fenced_code_block" => {
            let info = child(node, "info_string").and_then(|info| child(info, "language"));
            let name = info.and_then(|info| str_of(info, text));
            (name, child(node, "code_fence_content"))
        }
        "minus_metadata" => (Some("yaml"), Some(node)),
        "plus_metadata" => (Some("toml"), Some(node)),
        "html_block" => (Some("html"), Some(node)),
        _ => (None, None),
    }
}

fn in_markup<'t, 's>(host: &Language, node: Node<'t>, text: &'s [u8]) -> EmbeddedCode<'t, 's> {
    let script = if host.name == "astro" {
        "typescript"
    } else {
        "javascript"
    };
    match node.kind() {
        "script_element" => {
            let name = attribute(node, &["lang", "type"], text);
            (script_language(name, script), child(node, "raw_text"))
        }
        "style_element" => {
            let name = attribute(node, &["lang", "type"], text);
            let name = name.map_or("css", |name| name.trim_start_matches("text/"));
            (Some(name), child(node, "raw_text"))
        }
        "frontmatter" => (Some(script), child(node, "frontmatter_js_block")),
        _ => (None, None),
    }
}

/// The language of a script whose tag names it so.
fn script_language<'s>(name: Option<&'s str>, default: &'s str) -> Option<&'s str> {
    match name {
        None | Some("" | "module" | "text/javascript" | "application/javascript") => Some(default),
        Some("importmap" | "speculationrules") => Some("json"),
        Some(name) => name.rsplit(['/', '+']).next(),
    }
}

/// The value of the first of these attributes that an element has.
fn attribute<'s>(element: Node<'_>, names: &[&str], text: &'s [u8]) -> Option<&'s str> {
    let tag = child(element, "start_tag")?;
    names.iter().find_map(|name| {
        let mut cursor = tag.walk();
        let found = tag.children(&mut cursor).find(|attribute| {
            child(*attribute, "attribute_name").and_then(|n| str_of(n, text)) == Some(name)
        });
        let value = found?.child(2)?;
        Some(str_of(value, text)?.trim_matches(['"', '\'']))
    })
}

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .find(|child| child.kind() == kind)
}

fn str_of<'s>(node: Node<'_>, text: &'s [u8]) -> Option<&'s str> {
    std::str::from_utf8(text.get(node.byte_range())?).ok()
}

/// What of a node is not taken by its named children: marks of a quote.
fn without_children(node: Node<'_>) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut from = node.range();
    let mut cursor = node.walk();
    let mut until = |range: &mut Range, byte, point| {
        if range.start_byte < byte {
            ranges.push(Range {
                end_byte: byte,
                end_point: point,
                ..*range
            });
        }
    };
    for gap in node.named_children(&mut cursor) {
        until(&mut from, gap.start_byte(), gap.start_position());
        from.start_byte = gap.end_byte();
        from.start_point = gap.end_position();
    }
    let (byte, point) = (from.end_byte, from.end_point);
    until(&mut from, byte, point);
    ranges
}
