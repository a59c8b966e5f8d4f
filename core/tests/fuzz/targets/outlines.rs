//! Outlines, definitions, skeletons and syntax errors of any text in every language.

use std::collections::HashMap;

use ransack::{
    CancelToken, DefinitionLayout, DefinitionOptions, OutlineItem, OutlineOptions, SkeletonLevel,
    SkeletonOptions, Span, block_range_at, check_syntax, definition, enclosing_block_boundaries,
    node_chain_at, outline, skeleton,
};

use super::Input;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let text = input.rest();
    let token = CancelToken::new();

    let mut end = 0;
    let faults = check_syntax(text, language, &token).unwrap();
    for fault in &faults {
        assert!(end <= fault.span.start.offset, "{faults:?}");
        end = fault.span.start.offset;
        within(fault.span, text);
    }
    let lines = text.split(|&b| b == b'\n').count() as u64;
    let line = lines.div_ceil(2);
    if let Some(block) = block_range_at(text, language, line, &token).unwrap() {
        within(block.span, text);
        assert_eq!(block.span.start.line, line);
    }
    for pair in node_chain_at(text, language, line, &token)
        .unwrap()
        .windows(2)
    {
        assert!(contains(pair[1].span, pair[0].span), "{pair:?}");
    }
    enclosing_block_boundaries(text, language, &[line..=line], &token).unwrap();

    let options = OutlineOptions::default().key_depth(None);
    let outlined = outline(text, language, &options, &token).unwrap();
    // An outline also counts errors in embedded code, and parses C macros that the grammar does
    // not.
    let is_valid = outlined.syntax_errors == 0 && faults.is_empty();
    check(&outlined.items, text);
    let mut items = Vec::new();
    outlined.for_each(|item| items.push(item));
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        let number = numbers
            .entry(item.qualified_name().trim().replace("::", "."))
            .or_default();
        *number += 1;
        // Each costs an outline.
        if item.name.trim().is_empty() || index % (items.len() / 4 + 1) != 0 {
            continue;
        }
        let name = format!("{}#{number}", item.qualified_name());
        let of = |layout| {
            let options = DefinitionOptions::default().layout(layout);
            let found = definition(text, language, &name, &options, &token);
            found.unwrap_or_else(|error| panic!("{language}: {name:?}: {error}"))
        };
        let found = of(DefinitionLayout::Exact);
        let span = item.span();
        assert_eq!(found.item, **item, "{language}: {name:?}");
        assert_eq!(found.text, text[span.start.offset..span.end.offset]);
        let lines = of(DefinitionLayout::Lines);
        let span = lines.span.unwrap();
        within(span, text);
        // Whole lines end before a line end, and begin after a byte order mark.
        let exact = found.text.strip_prefix(b"\xef\xbb\xbf");
        let exact = exact.unwrap_or(&found.text).trim_ascii();
        let mut parts = lines.text.windows(exact.len().max(1));
        assert!(exact.is_empty() || parts.any(|part| part == exact));
        assert_eq!(lines.text, text[span.start.offset..span.end.offset]);
        let dedented = of(DefinitionLayout::Dedented);
        assert!(dedented.text.len() <= lines.text.len() && dedented.span == lines.span);
    }

    for (_, level) in SkeletonLevel::ALL {
        let made = skeleton(
            text,
            language,
            &SkeletonOptions::default().level(level),
            &token,
        );
        let made = made.unwrap();
        assert_eq!(made.syntax_errors, outlined.syntax_errors);
        if is_valid && level != SkeletonLevel::Names {
            let faults = check_syntax(&made.text, language, &token).unwrap();
            let shown = String::from_utf8_lossy(&made.text);
            assert!(faults.is_empty(), "{language}: {shown}: {faults:?}");
        }
    }
}

fn within(span: Span, text: &[u8]) {
    let (start, end) = (span.start.offset, span.end.offset);
    assert!(start <= end && end <= text.len(), "{span:?}");
    if let Ok(text) = str::from_utf8(text) {
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "{span:?}"
        );
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start.offset <= inner.start.offset && inner.end.offset <= outer.end.offset
}

/// Checks that definitions are in order, and their parts inside them.
fn check(items: &[OutlineItem], text: &[u8]) {
    for pair in items.windows(2) {
        let in_order = pair[0].span().start.offset <= pair[1].span().start.offset;
        assert!(in_order, "{} and {}", pair[0].name, pair[1].name);
    }
    for item in items {
        let whole = item.span();
        within(whole, text);
        let parts = [Some(item.name_span()), item.body_span()];
        for part in parts.into_iter().flatten() {
            within(part, text);
            assert!(contains(whole, part), "{item:?}");
        }
        // Definitions of one statement share these.
        within(item.signature_span(), text);
        let shared = [item.value_span(), item.attributes_span(), item.doc_span()];
        shared
            .into_iter()
            .flatten()
            .for_each(|part| within(part, text));
        for child in &item.children {
            assert!(contains(whole, child.span()), "{item:?}");
        }
        check(&item.children, text);
    }
}
