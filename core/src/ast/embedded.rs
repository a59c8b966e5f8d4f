//! Embedded code: scripts and styles in markup, fenced code and metadata in
//! Markdown.
//!
//! Finds the regions in the tree of the host text, without parsing them. Embedded code is found one
//! level deep: regions are not searched for further regions.

use tree_sitter::{Node, Range, Tree};

use super::language::Language;
use super::parse::{Interrupt, WorkBudget, skip_subtree};

/// Region of the host text that is code in another language.
pub(crate) struct EmbeddedRegion {
    pub(crate) language: &'static Language,
    /// Ranges of the code, ascending; markers of an enclosing quote or list are gaps between them.
    pub(crate) ranges: Vec<Range>,
}

const MARKUP: [&str; 4] = ["astro", "html", "svelte", "vue"];
pub(super) const MARKDOWN: &str = "markdown";

/// Returns whether text in `host` can contain code in other languages.
pub(super) fn is_host(host: &Language) -> bool {
    MARKUP.contains(&host.name) || host.name == MARKDOWN
}

/// Returns whether text in `host` can contain code in `language`.
pub(super) fn may_contain(host: &Language, language: &Language) -> bool {
    let in_markup = ["css", "javascript", "json", "tsx", "typescript"];
    host.name == MARKDOWN || (MARKUP.contains(&host.name) && in_markup.contains(&language.name))
}

/// Returns the embedded code in the text, ordered by start; empty if `host` cannot embed code.
/// Omits code in unknown languages.
pub(crate) fn regions(
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
            let ranges = ranges_between_children(code);
            if !ranges.is_empty() {
                regions.push(EmbeddedRegion { language, ranges });
            }
        }
        if !cursor.goto_first_child() && !skip_subtree(&mut cursor) {
            return Ok(regions);
        }
    }
}

/// Language name and node of the code that a host node embeds; each is `None` if absent.
type EmbeddedCode<'t, 's> = (Option<&'s str>, Option<Node<'t>>);

fn in_markdown<'t, 's>(node: Node<'t>, text: &'s [u8]) -> EmbeddedCode<'t, 's> {
    match node.kind() {
        "fenced_code_block" => {
            let info = child(node, "info_string").and_then(|info| child(info, "language"));
            let name = info.and_then(|info| utf8_text(info, text));
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

/// Returns the language name for the `lang` or `type` attribute of a script
/// element.
fn script_language<'s>(attribute: Option<&'s str>, default: &'s str) -> Option<&'s str> {
    match attribute {
        None | Some("" | "module" | "text/javascript" | "application/javascript") => Some(default),
        Some("importmap" | "speculationrules") => Some("json"),
        Some(name) => name.rsplit(['/', '+']).next(),
    }
}

/// Returns the unquoted value of the first of `names` that an element has as an attribute.
fn attribute<'s>(element: Node<'_>, names: &[&str], text: &'s [u8]) -> Option<&'s str> {
    let tag = child(element, "start_tag")?;
    names.iter().find_map(|name| {
        let mut cursor = tag.walk();
        let found = tag.children(&mut cursor).find(|attribute| {
            child(*attribute, "attribute_name").and_then(|n| utf8_text(n, text)) == Some(name)
        });
        let value = found?.child(2)?;
        Some(utf8_text(value, text)?.trim_matches(['"', '\'']))
    })
}

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .find(|child| child.kind() == kind)
}

fn utf8_text<'s>(node: Node<'_>, text: &'s [u8]) -> Option<&'s str> {
    std::str::from_utf8(text.get(node.byte_range())?).ok()
}

/// Returns the parts of a node outside its named children: in a quote or list, these children are
/// the markers at the start of each line.
fn ranges_between_children(node: Node<'_>) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut from = node.range();
    let mut cursor = node.walk();
    let mut push_until = |range: &mut Range, byte, point| {
        if range.start_byte < byte {
            ranges.push(Range {
                end_byte: byte,
                end_point: point,
                ..*range
            });
        }
    };
    for marker in node.named_children(&mut cursor) {
        push_until(&mut from, marker.start_byte(), marker.start_position());
        from.start_byte = marker.end_byte();
        from.start_point = marker.end_position();
    }
    let (byte, point) = (from.end_byte, from.end_point);
    push_until(&mut from, byte, point);
    ranges
}
