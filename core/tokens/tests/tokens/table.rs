//! Checks the table of reference tokens that tests in other languages read.
//!
//! The reference is `tiktoken-rs`. `RANSACK_BLESS=1` writes the table.

use std::fs;

use ransack_tokens::{CancelToken, Encoding, TokenOptions, Tokenizer};
use serde_json::{Value, json};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tokens.json");

const TEXTS: &[&str] = &[
    "",
    "a",
    " ",
    "hello world",
    "Hello, world! It's a test; we'll see, they'Ve SHOUTED.",
    "static int pm_suspend(struct device *dev)\n{\n\treturn dev->ops ? 0 : -EINVAL;\n}\n",
    "tabs\t\tand   spaces   \n\n  \r\n\r end  ",
    "12345678901 3.14159 0x7fff_ffff 1e-9",
    "Грамматика и словарь русского языка",
    "今天天气很好，我们去公园散步吧。",
    "日本語のテキストと한국어 텍스트",
    "مرحبا بالعالم नमस्ते दुनिया",
    "naïve façade, Ångström; e\u{301}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{1F44D}\u{1F3FD} \u{1F600}\u{1F600}\u{1F1E9}\u{1F1EA}",
    "{\"a\":[1,2,{\"b\":null}],\"c\":\"\\u00e9\"}",
    "function(){var a=b||c;return!a&&d(e,f)}",
    "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
    "a\0b\u{85}c\u{FEFF}d\u{A0}e\u{2028}f\u{FFFD}",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "<|endoftext|> and <|fim_prefix|>",
];

#[test]
fn table_holds_the_reference_tokens() {
    let oracles = [
        (Encoding::O200kBase, tiktoken_rs::o200k_base_singleton()),
        (Encoding::Cl100kBase, tiktoken_rs::cl100k_base_singleton()),
        (Encoding::P50kBase, tiktoken_rs::p50k_base_singleton()),
        (Encoding::R50kBase, tiktoken_rs::r50k_base_singleton()),
    ];
    let (options, token) = (TokenOptions::default(), CancelToken::new());
    let mut rows = Vec::new();
    for (encoding, oracle) in oracles {
        for text in TEXTS {
            let ids = oracle.encode_ordinary(text);
            let ours = Tokenizer::get(encoding).encode(text, &options, &token);
            assert_eq!(ours.unwrap(), ids, "{encoding}: {text:?}");
            rows.push(json!({ "encoding": encoding.name(), "text": text, "ids": ids }));
        }
    }
    if std::env::var_os("RANSACK_BLESS").is_some() {
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        fs::write(TABLE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let table: Vec<Value> = serde_json::from_str(&fs::read_to_string(TABLE).unwrap()).unwrap();
    assert_eq!(table, rows);
}
