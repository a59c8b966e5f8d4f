//! Parse tables: extraction from C sources, packing and unpacking.

#[path = "../../grammars/build/extract.rs"]
mod extract;
#[path = "../../grammars/build/pack.rs"]
mod pack;
#[path = "../../grammars/src/unpack.rs"]
mod unpack;

use extract::extract_table;
use pack::pack;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use unpack::unpack;

/// Excerpt of a generated `parser.c` with all parts that extraction depends on.
const PARSER: &str = "\
#include \"tree_sitter/parser.h\"

#define STATE_COUNT 4
#define LARGE_STATE_COUNT 2
#define SYMBOL_COUNT 3

enum ts_symbol_identifiers {
  sym_name = 1,
  anon_sym_SEMI = 2,
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(7),
    [sym_name] = STATE(0),
  },
  [STATE(1)] = {
    [anon_sym_SEMI] = STATE(65535),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 1,
};

TS_PUBLIC const TSLanguage *tree_sitter_toy(void) {
  return &language;
}
";

#[test]
fn table_is_extracted_and_source_rewritten() {
    let grammar = extract_table(PARSER, "toy").unwrap();
    assert_eq!(grammar.symbols, 3);
    assert_eq!(grammar.rows, [vec![(0, 7)], vec![(2, 65535)]]);
    let (before, rest) = PARSER.split_once("static const").unwrap();
    let (_, rest) = rest.split_once("},\n};\n").unwrap();
    let rest = rest.replace(
        "TS_PUBLIC const TSLanguage *tree_sitter_toy",
        "const TSLanguage *ransack_grammar_toy",
    );
    let table = "static uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT];\n";
    let function = "
uint16_t *ransack_table_toy(uint32_t *len) {
  *len = LARGE_STATE_COUNT * SYMBOL_COUNT;
  return &ts_parse_table[0][0];
}
";
    assert_eq!(grammar.source, [before, table, &rest, function].concat());
}

#[test]
fn unexpected_source_is_an_error() {
    for (part, other) in [
        ("#define SYMBOL_COUNT 3", ""),
        ("#define SYMBOL_COUNT 3", "#define SYMBOL_COUNT 2"),
        ("#define SYMBOL_COUNT 3", "#define SYMBOL_COUNT 65536"),
        ("#define LARGE_STATE_COUNT 2", "#define LARGE_STATE_COUNT 3"),
        ("#define LARGE_STATE_COUNT 2", "#define LARGE_STATE_COUNT 1"),
        ("sym_name = 1", "sym_name = x"),
        ("sym_name = 1", "sym_name"),
        ("static const uint16_t ts_parse", "const uint16_t ts_parse"),
        ("[SYMBOL_COUNT] = {", "[3] = {"),
        ("[0] = {", "[1] = {"),
        ("[STATE(1)] = {", "[STATE(0)] = {"),
        ("[STATE(1)] = {", "[STATES(1)] = {"),
        ("[sym_name] = STATE", "[sym_other] = STATE"),
        ("STATE(0)", "STATE(0x1)"),
        ("STATE(65535)", "STATE(65536)"),
        ("STATE(65535)", "REDUCE(1)"),
        ("STATE(65535),", "STATE(65535)"),
        ("    [anon_sym_SEMI]", "  [anon_sym_SEMI]"),
        ("  },\n};", "};"),
        ("  },\n  [STATE(1)]", "  [STATE(1)]"),
        ("  [0] = {\n    [ts", "    [ts"),
        ("TS_PUBLIC const", "extern const"),
        ("(void) {", "() {"),
    ] {
        let parser = PARSER.replacen(part, other, 1);
        assert_ne!(parser, PARSER, "{part}");
        assert!(extract_table(&parser, "toy").is_err(), "{part} as {other}");
    }
}

/// Number of symbols, and rows with values for some of them.
fn tables() -> impl Strategy<Value = (u16, Vec<Vec<(u16, u16)>>)> {
    (1..40u16).prop_flat_map(|symbols| {
        let row = btree_map(0..symbols, 1..6u16, 0..=usize::from(symbols));
        let row = row.prop_map(|row| row.into_iter().collect());
        (Just(symbols), vec(row, 0..20))
    })
}

proptest! {
    #[test]
    fn unpacking_restores_the_table((symbols, rows) in tables()) {
        let width = usize::from(symbols);
        let mut expected = vec![0; rows.len() * width];
        for (table, row) in expected.chunks_exact_mut(width).zip(&rows) {
            for &(symbol, value) in row {
                table[usize::from(symbol)] = value;
            }
        }
        let packed = pack(symbols, &rows).unwrap();
        let mut table = vec![0; expected.len()];
        prop_assert_eq!(unpack(&packed, &mut table), Some(()));
        prop_assert_eq!(&table, &expected);
        // The packed size must match the table exactly.
        let mut longer = vec![0; expected.len() + width];
        prop_assert_eq!(unpack(&packed, &mut longer), None);
        if let Some(shorter) = expected.len().checked_sub(width) {
            prop_assert_eq!(unpack(&packed, &mut table[..shorter]), None);
        }
    }

    #[test]
    fn arbitrary_bytes_never_write_out_of_bounds(bytes in vec(any::<u8>(), 0..60)) {
        let numbers = miniz_oxide::deflate::compress_to_vec(&bytes, 1);
        for packed in [bytes, numbers] {
            let mut table = [0; 12];
            // The bytes may be a table by chance, so the result is not checked.
            let _ = unpack(&packed, &mut table);
        }
    }
}
