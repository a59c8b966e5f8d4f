//! Tokens as `tiktoken-rs` finds them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer, count_tokens};
use tiktoken_rs::CoreBPE;

fn oracle(encoding: Encoding) -> &'static CoreBPE {
    match encoding {
        Encoding::O200kBase => tiktoken_rs::o200k_base_singleton(),
        Encoding::O200kHarmony => tiktoken_rs::o200k_harmony_singleton(),
        Encoding::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        Encoding::P50kBase => tiktoken_rs::p50k_base_singleton(),
        Encoding::P50kEdit => tiktoken_rs::p50k_edit_singleton(),
        _ => tiktoken_rs::r50k_base_singleton(),
    }
}

const FAMILIES: [Encoding; 4] = [
    Encoding::O200kBase,
    Encoding::Cl100kBase,
    Encoding::P50kBase,
    Encoding::R50kBase,
];

fn check(text: &str) {
    for encoding in FAMILIES {
        let expected = oracle(encoding).encode_ordinary(text);
        let tokenizer = Tokenizer::get(encoding);
        let found = tokenizer
            .encode(text, &TokenOptions::default(), &CancelToken::new())
            .unwrap();
        assert_eq!(found, expected, "{encoding}: {text:?}");
        assert_eq!(
            count_tokens(text, encoding),
            expected.len(),
            "{encoding}: {text:?}"
        );
    }
}

#[test]
fn every_character_alone_and_between_letters() {
    for c in '\0'..=char::MAX {
        check(&c.to_string());
        check(&format!("a{c}B"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn text_of_hard_characters(text in "([ \t\r\n\u{85}\u{a0}\u{feff}\u{200d}\u{3000}]|['’ſst]|'ll|'RE|[a-zA-Z]|[ǅʰªßÄé]|[\u{301}\u{903}]|[0-9²½]|[/!?.{}]|[中文字😀]|\\PC){0,40}") {
        check(&text);
    }
}
