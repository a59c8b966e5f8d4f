use tree_sitter::Parser;

use super::*;

fn tree(grammar: LanguageFn, text: &str) -> tree_sitter::Tree {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn comments_nested_deeply_do_not_overflow_the_stack() {
    let nested = |depth: usize| "(*".repeat(depth) + &"*)".repeat(depth);
    assert!(!tree(OCAML, &nested(900)).root_node().has_error());
    assert!(tree(OCAML, &nested(5_000)).root_node().has_error());
    let text = "let a = 1 (* b (* c *) \"*)\" *) let d = {|e|} (* f";
    let [ours, original] = [OCAML, crate::packed::OCAML].map(|g| tree(g, text));
    assert_eq!(ours.root_node().to_sexp(), original.root_node().to_sexp());
}
