use tree_sitter::Parser;

use super::*;

#[test]
fn an_escape_is_one_node() {
    let mut parser = Parser::new();
    parser.set_language(&JSON.into()).unwrap();
    for (content, expected) in [
        (r"\u00e9", [(0, 6)].as_slice()),
        (r"a\u00E9b\n12\\u00e9", &[(1, 7), (8, 10), (12, 14)]),
        (r"\ud83d\ude00\t", &[(0, 6), (6, 12), (12, 14)]),
        (r"\u00e", &[(0, 5)]),
        ("\\u00e9é\\\"", &[(0, 6), (8, 10)]),
    ] {
        let text = format!("{{\"{content}\": 1}}");
        let tree = parser.parse(&text, None).unwrap();
        assert!(!tree.root_node().has_error(), "{text}");
        let pair = tree.root_node().named_child(0).unwrap().named_child(0);
        let key = pair.unwrap().named_child(0).unwrap();
        let nodes = key.named_children(&mut key.walk()).collect::<Vec<_>>();
        let escapes = nodes.iter().filter(|node| node.kind() == "escape_sequence");
        let ranges = escapes.map(|node| (node.start_byte() - 2, node.end_byte() - 2));
        assert_eq!(ranges.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn other_texts_have_the_trees_of_the_original_grammar() {
    for text in [
        r#"{"a\"\/\b": [1.5e-3, true, "", "\\"], "é": null} // c"#,
        r#"["\x", "\", "\u"#,
        "\\u00e9",
        "[\\n]",
        "",
    ] {
        let [ours, original] = [JSON, tree_sitter_json::LANGUAGE].map(|grammar| {
            let mut parser = Parser::new();
            parser.set_language(&grammar.into()).unwrap();
            parser.parse(text, None).unwrap().root_node().to_sexp()
        });
        assert_eq!(ours, original, "{text}");
    }
}
