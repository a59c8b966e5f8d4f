//! Malformed vocabulary files.

use ransack_tokens::{ErrorKind, TiktokenOptions, Tokenizer};
use serde_json::{Value, json};

use crate::files::{byte_level, file, model, split};

#[test]
fn errors_name_the_malformed_part() {
    let good = || file(model(true), Value::Null, byte_level(true));
    let cases: Vec<(Value, &str)> = vec![
        (json!(1), "missing object `vocab`"),
        (json!({"model": {"type": "WordPiece"}}), "model: WordPiece"),
        (
            json!({"model": {"type": "Unigram", "vocab": []}}),
            "model: Unigram",
        ),
        (
            json!({"normalizer": {"type": "BertNormalizer"}}),
            "normalizer: BertNormalizer",
        ),
        (
            json!({"pre_tokenizer": {"type": "Whitespace"}}),
            "pre_tokenizer: Whitespace",
        ),
        (
            json!({"pre_tokenizer": {"type": "Split", "pattern": {}}}),
            "String",
        ),
        (
            {
                let mut f = good();
                f["model"]["vocab"]["x"] = (-1).into();
                f
            },
            "vocab: expected an unsigned 32-bit id",
        ),
        (
            {
                let mut f = good();
                f["model"]["merges"][0] = "a".into();
                f
            },
            "expected two tokens",
        ),
        (
            {
                let mut f = good();
                f["model"]["merges"][0] = "a nope".into();
                f
            },
            "not in `vocab`",
        ),
        (
            {
                let mut f = good();
                f["model"]["vocab"].as_object_mut().unwrap().remove("a");
                f["model"]["merges"] = json!([]);
                f
            },
            "byte 0x61",
        ),
        (
            {
                let mut f = good();
                f["model"]["end_of_word_suffix"] = "</w>".into();
                f
            },
            "end_of_word_suffix",
        ),
        (
            {
                let mut f = good();
                f["added_tokens"][0]["single_word"] = true.into();
                f
            },
            "single_word",
        ),
        (
            {
                let mut f = file(model(false), Value::Null, Value::Null);
                f["model"]["vocab"]
                    .as_object_mut()
                    .unwrap()
                    .remove("<0x0A>");
                f
            },
            "<0x0A>",
        ),
    ];
    for (file, message) in cases {
        let error = Tokenizer::from_tokenizer_json(file.to_string().as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary, "{message}");
        assert!(error.to_string().contains(message), "{error} / {message}");
    }
    let error = Tokenizer::from_tokenizer_json(b"{\"model\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidVocabulary);
    let message = error.to_string();
    assert!(
        message.starts_with("cannot parse tokenizer.json: "),
        "{message}"
    );
    let bad = split("(", "Isolated", false);
    let error =
        Tokenizer::from_tokenizer_json(file(model(true), Value::Null, bad).to_string().as_bytes());
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidPattern);
    assert_eq!(
        error.to_string(),
        "cannot parse the pattern: a group is not closed: `(` at byte 1"
    );

    let options = TiktokenOptions::default();
    for ranks in ["IQ==", "IQ== x", "!!! 1", " 1", "IQ== 0"] {
        let error = Tokenizer::from_tiktoken(ranks.as_bytes(), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary, "{ranks}");
    }
    let error = Tokenizer::from_tiktoken(b"IQ== 7\nIg== 8\nIw== 7\n", &options).unwrap_err();
    assert_eq!(error.to_string(), "rank 7 belongs to two tokens");
    let error = Tokenizer::from_tiktoken_file("/nonexistent/x.tiktoken", &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.path().is_some());
    let error = Tokenizer::from_tokenizer_json_file("/nonexistent/x.json").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
