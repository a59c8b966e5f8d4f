//! Packed parse tables equal the tables of the crates.

use ransack_testing_base::samples;
use tree_sitter::{Language, Parser};

use super::*;

#[test]
#[cfg(feature = "packed-grammars")]
fn all_are_packed() {
    for (name, packed, ..) in GRAMMARS {
        assert!(packed, "{name}");
    }
}

/// First fields of a language in ABI versions 13 to 15 of tree-sitter.
#[repr(C)]
struct GrammarHeader {
    abi_version: u32,
    symbol_count: u32,
    alias_count: u32,
    token_count: u32,
    external_token_count: u32,
    state_count: u32,
    large_state_count: u32,
    production_id_count: u32,
    field_count: u32,
    max_alias_sequence_length: u16,
    parse_table: *const u16,
}

fn table(grammar: LanguageFn) -> &'static [u16] {
    // SAFETY: the function returns a pointer to a static language that begins with these fields
    // in the ABI versions asserted below.
    let head = unsafe { &*grammar.into_raw()().cast::<GrammarHeader>() };
    let language = Language::from(grammar);
    assert!((13..=15).contains(&head.abi_version));
    assert_eq!(head.state_count as usize, language.parse_state_count());
    let len = head.large_state_count as usize * head.symbol_count as usize;
    // SAFETY: a dense parse table has one row of `symbol_count` values for each large state. It
    // is not written after the function returns.
    unsafe { std::slice::from_raw_parts(head.parse_table, len) }
}

#[test]
fn tables_equal_those_of_the_crates() {
    for &(name, _, grammar, original) in GRAMMARS {
        let (table, original) = (table(grammar), table(original));
        assert!(original.iter().any(|&value| value > 0));
        // `assert_eq` would print megabytes.
        assert!(table == original, "{name}");
    }
}

#[test]
fn texts_are_parsed_as_by_the_crates() {
    let mut parsed = Vec::new();
    for path in samples::files() {
        let text = std::fs::read(&path).unwrap();
        // Also with syntax errors: omits every third line.
        let lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let damaged = lines.filter(|(number, _)| number % 3 != 2);
        let damaged: Vec<u8> = damaged.flat_map(|(_, line)| line).copied().collect();
        let Some(language) = crate::Language::from_path(&path) else {
            continue;
        };
        for &(name, _, grammar, original) in GRAMMARS {
            if name != language.name {
                continue;
            }
            for text in [&text, &damaged] {
                let [tree, original] = [grammar, original].map(|grammar| {
                    let mut parser = Parser::new();
                    parser.set_language(&grammar.into()).unwrap();
                    parser.parse(text, None).unwrap().root_node().to_sexp()
                });
                assert_eq!(tree, original, "{}", path.display());
            }
            parsed.push(name);
        }
    }
    parsed.sort_unstable();
    parsed.dedup();
    assert_eq!(parsed.len(), GRAMMARS.len());
}
