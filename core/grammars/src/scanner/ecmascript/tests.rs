//! Trees of JSX with `&` and of template literal types with escapes.

use tree_sitter::Parser;

use super::*;
use crate::scanner::GrammarLayout;

fn tree(grammar: LanguageFn, text: &str) -> tree_sitter::Tree {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// Returns the texts of the nodes of these kinds.
fn texts<'t>(grammar: LanguageFn, text: &'t str, kinds: &[&str]) -> Vec<&'t str> {
    let tree = tree(grammar, text);
    assert!(!tree.root_node().has_error(), "{text}");
    let (mut cursor, mut found) = (tree.walk(), Vec::new());
    loop {
        let node = cursor.node();
        if kinds.contains(&node.kind()) {
            found.push(&text[node.byte_range()]);
        }
        if !cursor.goto_first_child() && !crate::parse::skip_subtree(&mut cursor) {
            return found;
        }
    }
}

#[test]
fn the_number_of_external_tokens_is_known() {
    for &(name, ours, _, externals) in GRAMMARS {
        // SAFETY: the function returns a pointer to a static grammar of a known version.
        let count = unsafe { (*ours.into_raw()().cast::<GrammarLayout>()).counts[3] };
        assert_eq!(count, externals, "{name}");
    }
}

#[test]
#[cfg(all(feature = "lang-javascript", feature = "lang-tsx"))]
fn an_ampersand_in_jsx_is_text_unless_it_begins_a_reference() {
    const KINDS: [&str; 3] = ["jsx_text", "string_fragment", "html_character_reference"];
    for (element, expected) in [
        ("<b>Salt & Pepper</b>", &["Salt & Pepper"][..]),
        ("<b>&</b>", &["&"]),
        ("<b>&&{a}&b</b>", &["&&", "&b"]),
        (
            "<b>a&amp;b &lt; c&d;</b>",
            &["a", "&amp;", "b ", "&lt;", " c", "&d;"],
        ),
        ("<b>\n  &\n</b>", &["\n  &\n"]),
        ("<b>\n  &nbsp;\n  a & \n</b>", &["&nbsp;", "\n  a & \n"]),
        (
            "<b>&frac12; &#233; &#xE9; &#128512;</b>",
            &["&frac12;", " ", "&#233;", " ", "&#xE9;", " ", "&#128512;"],
        ),
        (
            "<b>&#; &#x; &#xg; & ; &é; &a-b;</b>",
            &["&#; &#x; &#xg; & ; &é; &a-b;"],
        ),
        ("<a b=\"c&d=e&f\"/>", &["c&d=e&f"]),
        ("<a b=\"&\" c='&'/>", &["&", "&"]),
        ("<a b=\"c&\" d=\"e\"/>", &["c&", "e"]),
        ("<a b='&\"&amp;&a'/>", &["&\"", "&amp;", "&a"]),
        ("<a b=\"\n&#a é&&amp;\">&</a>", &["\n&#a é&", "&amp;", "&"]),
        ("<a b=\"&quot;\" c=\"\"/>", &["&quot;"]),
        (
            "<>a & <b>c</b> & {\"d & e\"}</>",
            &["a & ", "c", " & ", "d & e"],
        ),
    ] {
        let text = format!("x = {element};\ny = a & b && c;\n");
        for grammar in [JAVASCRIPT, TSX] {
            assert_eq!(texts(grammar, &text, &KINDS), expected, "{text}");
        }
    }
}

#[test]
#[cfg(all(feature = "lang-typescript", feature = "lang-tsx"))]
fn a_template_literal_type_may_contain_escapes() {
    for (template, expected) in [
        (r#"`m\`n ${"z"}`"#, &[r"m\`n ", "z"][..]),
        (r"`\``", &[r"\`"]),
        (r"`\${a}$b\\`", &[r"\${a}$b\\"]),
        ("`${A}\\u{e9}é\\\n${B}`", &["\\u{e9}é\\\n"]),
        ("``", &[]),
    ] {
        let text = format!("type T = {template};\nlet a = 1;\n");
        for grammar in [TYPESCRIPT, TSX] {
            assert_eq!(
                texts(grammar, &text, &["string_fragment"]),
                expected,
                "{text}"
            );
        }
    }
}

#[test]
fn other_texts_have_the_trees_of_the_original_grammars() {
    for &(name, ours, original, _) in GRAMMARS {
        for text in [
            "let a = `b\\`${c}` & d && e\nf++\n<!-- g\n",
            "let a = <b c=\"d\" e='f' g={`h`}>\n  i {j} &amp; k\n  <l/>\n</b>\nm\n",
            "let a = <b>\n  \n</b>, c = <d>  </d>;\nlet f = (a?: B) => a ? b : c\n",
            "x = <a b=\"c\n</a>",
            "x = <a>b",
            "x = <a b='&amp;",
            "type A = `b${C}d`; type E = `f",
            "type A = `\\",
            "",
        ] {
            let [ours, original] = [ours, original].map(|grammar| tree(grammar, text));
            let [ours, original] = [ours, original].map(|tree| tree.root_node().to_sexp());
            assert_eq!(ours, original, "{name}: {text}");
        }
    }
}
