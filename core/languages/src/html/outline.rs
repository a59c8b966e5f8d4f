//! Outline table for HTML, and the rules that Vue, Svelte and Astro share. Definitions are elements with an `id`, headings,
//! landmarks, scripts, styles and templates, and definitions inside scripts and styles.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::Element;
use crate::outline::table::{
    DocStyle, Draft, IndentUnit, MARKUP_REGION, OutlineTable, Rule, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[ELEMENT, SCRIPT, STYLE],
    ..TABLE
};

pub(crate) const TABLE: OutlineTable = OutlineTable {
    opaque: "start_tag end_tag self_closing_tag raw_text",
    doc: DocStyle::NONE,
    embeds: true,
    elided: "{ /* ... */ }",
    region: MARKUP_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

pub(crate) const ELEMENT: Rule = rule("element", Element).refined(element);
pub(crate) const SCRIPT: Rule = rule("script_element", Element).refined(element);
pub(crate) const STYLE: Rule = rule("style_element", Element).refined(element);
pub(crate) const TEMPLATE: Rule = rule("template_element", Element).refined(element);
pub(crate) const FRONTMATTER: Rule = rule("frontmatter", Element).refined(frontmatter);

/// Elements that are listed even without an `id`.
const LANDMARKS: [&str; 20] = [
    "article", "aside", "body", "dialog", "fieldset", "footer", "form", "head", "header", "html",
    "main", "nav", "script", "search", "section", "slot", "style", "table", "template", "title",
];

fn element(draft: &mut Draft<'_, '_>) -> bool {
    let Some(tag) = draft.child(&["start_tag", "self_closing_tag"]) else {
        return false;
    };
    let Some(tag_name) = child_of_kind(tag, &["tag_name", "component_name"]) else {
        return false;
    };
    draft.set_name(Some(tag_name));
    draft.signature_end = Some(tag.end_byte());
    draft.body = content(draft, tag);
    draft.path_text = Some(String::new());
    let name = String::from_utf8_lossy(draft.text(tag_name)).into_owned();
    let lower = name.to_ascii_lowercase();
    if let Some(id) = attribute(draft, tag, b"id") {
        draft.name_text = Some(format!("{name}#{id}"));
        return true;
    }
    if let [b'h', b'1'..=b'6'] = lower.as_bytes() {
        let text = draft.body.clone().and_then(|body| draft.source.get(body));
        let text = without_tags(&String::from_utf8_lossy(text.unwrap_or_default()));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        draft.name_text = Some(format!("{name} {text}"));
        return true;
    }
    LANDMARKS.contains(&lower.as_str())
}

fn without_tags(text: &str) -> String {
    let mut is_in_tag = false;
    let is_kept = |character: &char| {
        let is_kept = !is_in_tag && *character != '<';
        is_in_tag = (is_in_tag || *character == '<') && *character != '>';
        is_kept
    };
    text.chars().filter(is_kept).collect()
}

/// Returns the range between the start tag and the end tag.
fn content(draft: &Draft<'_, '_>, tag: Node<'_>) -> Option<std::ops::Range<usize>> {
    let end = draft.child(&["end_tag"])?;
    Some(tag.end_byte()..end.start_byte())
}

/// Returns the value of an attribute of a tag, without quotes.
fn attribute(draft: &Draft<'_, '_>, tag: Node<'_>, name: &[u8]) -> Option<String> {
    let mut cursor = tag.walk();
    let found = tag.children(&mut cursor).find(|child| {
        let key = child_of_kind(*child, &["attribute_name"]);
        key.is_some_and(|key| draft.text(key).eq_ignore_ascii_case(name))
    })?;
    let value = child_of_kind(found, &["quoted_attribute_value", "attribute_value"])?;
    let value = String::from_utf8_lossy(draft.text(value));
    let value = value.trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.to_owned())
}

fn frontmatter(draft: &mut Draft<'_, '_>) -> bool {
    let start = draft.node.start_byte();
    draft.name = start..start + 3;
    draft.name_text = Some("frontmatter".to_owned());
    draft.signature_end = Some(start + 3);
    draft.path_text = Some(String::new());
    true
}
