//! Embedded code: scripts and styles in markup, fenced code and metadata in
//! Markdown.
//!
//! Finds the regions in the tree of the host text, without parsing them. Embedded code is found one
//! level deep: regions are not searched for further regions.

use ransack_grammars::Language;
use tree_sitter::{Node, Range};

/// Region of the host text that is code in another language.
pub struct EmbeddedRegion {
    /// Language of the code.
    pub language: &'static Language,
    /// Ranges of the code, ascending; markers of an enclosing quote or list are gaps between them.
    pub ranges: Vec<Range>,
}

/// Rules for finding code in other languages in a text.
pub(crate) struct Embedding {
    /// Returns the code that a node embeds.
    pub(crate) find: FindEmbedded,
    /// Languages of embedded code; `None` for any language.
    pub(crate) languages: Option<&'static [&'static str]>,
    /// Whether each line of embedded code is a range of its own.
    pub(crate) by_line: bool,
}

/// Language name and node of the code that a host node embeds; each is `None` if absent.
type EmbeddedCode<'t, 's> = (Option<&'s str>, Option<Node<'t>>);

/// Function that returns the code that a node embeds.
type FindEmbedded = for<'t, 's> fn(Node<'t>, &'s [u8]) -> EmbeddedCode<'t, 's>;

/// Scripts and styles in markup.
pub(crate) static MARKUP: Embedding = Embedding {
    find: |node, text| in_markup("javascript", node, text),
    languages: Some(IN_MARKUP),
    by_line: false,
};

/// Scripts, styles and metadata in Astro.
pub(crate) static ASTRO: Embedding = Embedding {
    find: |node, text| in_markup("typescript", node, text),
    languages: Some(IN_MARKUP),
    by_line: false,
};

/// Fenced code, metadata and HTML in Markdown.
pub(crate) static MARKDOWN: Embedding = Embedding {
    find: in_markdown,
    languages: None,
    by_line: true,
};

const IN_MARKUP: &[&str] = &["css", "javascript", "json", "tsx", "typescript"];

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

/// Returns the code that a node of markup embeds; `script` is the default language of scripts.
fn in_markup<'t, 's>(script: &'static str, node: Node<'t>, text: &'s [u8]) -> EmbeddedCode<'t, 's> {
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
pub(crate) fn ranges_between_children(node: Node<'_>) -> Vec<Range> {
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
