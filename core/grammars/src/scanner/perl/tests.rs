use tree_sitter::Parser;

use super::*;

fn tree(grammar: LanguageFn, text: &str) -> tree_sitter::Tree {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn a_text_that_ends_inside_a_heredoc_is_parsed() {
    let text = "print <<A, <<\"B\";\na $x @{[ f(1) ]} \\n b\nA\n$y\nB\nf(2);\n";
    let [ours, original] = [PERL, crate::packed::PERL].map(|g| tree(g, text));
    assert_eq!(ours.root_node().to_sexp(), original.root_node().to_sexp());
    assert!(!ours.root_node().has_error());
    for (end, _) in text.char_indices() {
        let root = tree(PERL, &text[..end]);
        assert!(root.root_node().end_byte() <= end);
    }
}
