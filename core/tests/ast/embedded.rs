//! AST search of code embedded in text of another language.

use ransack::AstMatchOptions;
use ransack_testing::ast::matched;

#[test]
fn positions_in_embedded_code_are_those_of_the_file() {
    let source = "<p>ä</p>\n<script>\n  f(1);\n</script>\n<style>a { color: red }</style>";
    let outcome = matched(source, "html", &AstMatchOptions::new("f($A)"));
    let item = &outcome.items[0];
    assert_eq!(
        (item.language, item.span.start.line, item.span.start.column),
        ("javascript", 3, 2)
    );
    assert_eq!(
        &source.as_bytes()[item.span.start.offset..item.span.end.offset],
        b"f(1)"
    );
    let css = matched(source, "html", &AstMatchOptions::new("color: $A"));
    assert_eq!(css.items[0].language, "css");
}

/// Host language, text, pattern, and the language and code of each match.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const CASES: &[Case] = &[
    (
        "html",
        "<script type=\"module\">f(1)</script><p>f(2)</p><script lang=\"ts\">f(3 as T)</script>",
        "f($A)",
        &[("javascript", "f(1)"), ("typescript", "f(3 as T)")],
    ),
    (
        "html",
        "<script type=\"importmap\">{ \"imports\": 1 }</script>",
        "\"imports\": $A",
        &[("json", "\"imports\": 1")],
    ),
    (
        "html",
        "<!-- é --><style>a { color: red }</style>",
        "color: $A",
        &[("css", "color: red")],
    ),
    (
        "vue",
        "<template><p>é</p></template>\n<script setup lang=\"ts\">\nf(1)\n</script>\n",
        "f($A)",
        &[("typescript", "f(1)")],
    ),
    (
        "svelte",
        "<script>\n  f('é', 1)\n</script>\n<p>{f(2)}</p>\n",
        "f($$$A)",
        &[("javascript", "f('é', 1)")],
    ),
    (
        "astro",
        "---\nf(1)\n---\n<p>é</p>\n<script>\nf(2)\n</script>\n",
        "f($A)",
        &[("typescript", "f(1)"), ("typescript", "f(2)")],
    ),
    (
        "markdown",
        "é\n\n```rust\nfn a() { f(1) }\n```\n\n```py\nf(2)\n```\n\n    f(3)\n",
        "f($A)",
        &[("rust", "f(1)"), ("python", "f(2)")],
    ),
    (
        "markdown",
        "> ```js\n> f(1,\n>   2)\n> ```\n",
        "f($$$A)",
        &[("javascript", "f(1,\n>   2)")],
    ),
    (
        "markdown",
        "---\ntitle: x\n---\n\n+++\ntext\n",
        "title: $A",
        &[("yaml", "title: x")],
    ),
];

#[test]
fn embedded_code_is_found_where_it_is() {
    for (host, source, pattern, expected) in CASES {
        let outcome = matched(source, host, &AstMatchOptions::new(*pattern));
        let found: Vec<_> = outcome
            .items
            .iter()
            .map(|item| {
                let (start, end) = (item.span.start, item.span.end);
                let line = source[..start.offset].lines().count().max(1) as u64
                    + u64::from(source[..start.offset].ends_with('\n'));
                assert_eq!(start.line, line, "{source}");
                let before = source[..start.offset].rfind('\n').map_or(0, |at| at + 1);
                assert_eq!(start.column, start.offset - before, "{source}");
                (item.language, &source[start.offset..end.offset])
            })
            .collect();
        assert_eq!(found, *expected, "{host}: {source}");
    }
}

#[test]
fn words_around_a_metavariable_in_prose_are_no_pattern() {
    let source = "f(0)\n\n- `f(1)`\n\n```js\nf(2)\n```\n";
    let outcome = matched(source, "markdown", &AstMatchOptions::new("f($A)"));
    let texts: Vec<_> = outcome.items.iter().map(|item| &item.text[..]).collect();
    assert_eq!(texts, [b"f(2)"]);
}
