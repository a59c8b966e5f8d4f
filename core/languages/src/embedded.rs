//! Embedded code: scripts and styles in markup, fenced code and metadata in
//! Markdown.
//!
//! Finds the regions in the tree of the host text, without parsing them. Embedded code is found one
//! level deep: regions are not searched for further regions.

use ransack_grammars::Language;
use tree_sitter::{Node, Range};

use crate::imports::statement::{line_end, line_start};

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
    /// Returns the rank of a child of the root among the scripts that new imports can go to; `None`
    /// if its imports cannot be changed. `None` if this holds for all scripts.
    pub(crate) script_rank: Option<RankScript>,
}

/// Script whose imports can be changed.
pub struct ImportScript {
    /// Language of the script.
    pub language: &'static Language,
    /// Lines of the script, or its code if it shares its lines with tags.
    pub range: std::ops::Range<usize>,
    /// Rank: new imports go to the script with the highest rank.
    pub rank: u8,
}

/// Language name and node of the code that a host node embeds; each is `None` if absent.
type EmbeddedCode<'t, 's> = (Option<&'s str>, Option<Node<'t>>);

/// Function that returns the rank of a script.
type RankScript = fn(Node<'_>, &[u8]) -> Option<u8>;

/// Function that returns the code that a node embeds.
type FindEmbedded = for<'t, 's> fn(Node<'t>, &'s [u8]) -> EmbeddedCode<'t, 's>;

/// Scripts and styles in markup.
pub(crate) static MARKUP: Embedding = Embedding {
    find: |node, text| in_markup("javascript", node, text),
    languages: Some(IN_MARKUP),
    by_line: false,
    script_rank: None,
};

/// Scripts and styles in components, whose scripts form one module.
pub(crate) static COMPONENT: Embedding = Embedding {
    script_rank: Some(rank_in_component),
    ..MARKUP
};

/// Scripts, styles and metadata in Astro.
pub(crate) static ASTRO: Embedding = Embedding {
    find: |node, text| in_markup("typescript", node, text),
    languages: Some(IN_MARKUP),
    by_line: false,
    // Each other script is a module of the page.
    script_rank: Some(|node, _| (node.kind() == "frontmatter").then_some(0)),
};

/// Fenced code, metadata and HTML in Markdown.
pub(crate) static MARKDOWN: Embedding = Embedding {
    find: in_markdown,
    languages: None,
    by_line: true,
    script_rank: None,
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

/// Returns the rank of a script in Vue and Svelte: `<script setup>`, then the script of an instance,
/// then the script of the module.
fn rank_in_component(node: Node<'_>, text: &[u8]) -> Option<u8> {
    if node.kind() != "script_element" {
        return None;
    }
    let has = |name| attribute_node(node, name, text).is_some();
    let context = attribute(node, &["context"], text);
    Some(match () {
        () if has("setup") => 2,
        () if has("module") || context == Some("module") => 0,
        () => 1,
    })
}

/// Returns the lines between the tags around `code`, or the code if it shares its lines with tags.
pub(crate) fn lines_of_script(text: &[u8], code: Node<'_>) -> std::ops::Range<usize> {
    let (start, end) = (code.start_byte(), code.end_byte());
    let is_blank = |from: usize, to: usize| {
        let text = text.get(from..to).unwrap_or_default();
        text.trim_ascii().is_empty()
    };
    let first_end = line_end(text, start);
    let last = line_start(text, end);
    let start = if is_blank(start, first_end) {
        first_end
    } else {
        start
    };
    let end = match line_end(text, end) {
        _ if last >= start && is_blank(last, end) => last,
        // In Astro, the line ending before the last marker does not belong to the code.
        next if is_blank(end, next) => next,
        _ => end,
    };
    start.min(end)..end
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
    names.iter().find_map(|name| {
        let value = attribute_node(element, name, text)?.child(2)?;
        Some(utf8_text(value, text)?.trim_matches(['"', '\'']))
    })
}

/// Returns an attribute of an element by name.
fn attribute_node<'t>(element: Node<'t>, name: &str, text: &[u8]) -> Option<Node<'t>> {
    let tag = child(element, "start_tag")?;
    let mut cursor = tag.walk();
    tag.children(&mut cursor).find(|attribute| {
        child(*attribute, "attribute_name").and_then(|n| utf8_text(n, text)) == Some(name)
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
