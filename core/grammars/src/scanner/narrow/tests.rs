use tree_sitter::{Parser, Tree};

use super::*;

/// Positions where some scanner tests for digits or white space; `?` stands for a character.
const TEXTS: &[&str] = &[
    "echo {?",
    "echo {1?..2} {1..?} {?..2}\n",
    "for a in {1..?}; do b; done\n",
    "a:\n?",
    "a:\n  ?\n?\n",
    "?",
    "package a\nb := 1.?\nc :: .?\n",
];

fn tree(grammar: LanguageFn, text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn no_character_ends_the_process_or_is_a_digit() {
    for &(ours, _) in GRAMMARS {
        for text in TEXTS {
            for character in ["Ā", "٣", "世", "😀", "\u{e0001}", "\u{10ffff}"] {
                let tree = tree(ours, &text.replace('?', character));
                let kinds = tree.root_node().to_sexp();
                assert!(!kinds.contains("brace_expression"), "{text} {character}");
            }
        }
    }
}

#[test]
fn other_texts_have_the_trees_of_the_original_grammars() {
    for &(ours, original) in GRAMMARS {
        for text in TEXTS {
            for character in ["1", " ", "a", "é", "ÿ", "12}"] {
                let text = text.replace('?', character);
                let [ours, original] = [ours, original].map(|grammar| tree(grammar, &text));
                assert_eq!(ours.root_node().to_sexp(), original.root_node().to_sexp());
            }
        }
    }
}
