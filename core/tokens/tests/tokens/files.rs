//! Tests of vocabularies from files against `tiktoken-rs` and `tokenizers`.

use std::fmt::Write as _;
use std::sync::OnceLock;

use proptest::prelude::*;
use ransack_tokens::{
    AllowedSpecial, CancelToken, Encoding, ErrorKind, TiktokenOptions, TokenCounter, TokenOptions,
    Tokenizer, TruncateFrom, TruncateTokensOptions,
};
use serde_json::{Value, json};

fn encode(tokenizer: &Tokenizer, text: &str, special: AllowedSpecial) -> Vec<u32> {
    let mut options = TokenOptions::default();
    options.allowed_special = special;
    let token = CancelToken::new();
    let ids = tokenizer.encode(text, &options, &token).unwrap();
    assert_eq!(tokenizer.count(text, &options, &token).unwrap(), ids.len());
    ids
}

/// Spells bytes with the characters of byte-level vocabularies.
fn spell(bytes: &[u8]) -> String {
    let seen = |byte: u8| matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
    let spelled: Vec<char> = (0..=255u8)
        .scan('\u{FF}', |unseen, byte| {
            if seen(byte) {
                return Some(char::from(byte));
            }
            *unseen = char::from_u32(*unseen as u32 + 1).unwrap();
            Some(*unseen)
        })
        .collect();
    bytes
        .iter()
        .map(|&byte| spelled[usize::from(byte)])
        .collect()
}

/// Learns up to this many merges from the words, the most frequent pair first.
fn train(words: &[Vec<String>], merges: usize) -> Vec<(String, String)> {
    let mut words = words.to_vec();
    let mut learned = Vec::new();
    for _ in 0..merges {
        let mut counts = std::collections::BTreeMap::new();
        for word in &words {
            for pair in word.windows(2) {
                *counts
                    .entry((pair[0].clone(), pair[1].clone()))
                    .or_insert(0) += 1;
            }
        }
        let best = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some(((left, right), _)) = best else {
            break;
        };
        for word in &mut words {
            let mut at = 0;
            while at + 1 < word.len() {
                if word[at] == left && word[at + 1] == right {
                    word[at] += &right;
                    word.remove(at + 1);
                }
                at += 1;
            }
        }
        learned.push((left, right));
    }
    learned
}

const SAMPLE: &str = include_str!("../data/languages.txt");

/// Model trained on the sample, on bytes or on characters.
pub(super) fn model(by_byte: bool) -> Value {
    static TRAINED: [OnceLock<Value>; 2] = [const { OnceLock::new() }; 2];
    let trained = TRAINED[usize::from(by_byte)].get_or_init(|| train_model(by_byte));
    trained.clone()
}

fn train_model(by_byte: bool) -> Value {
    let words: Vec<Vec<String>> = SAMPLE
        .split_inclusive(' ')
        .map(|word| match by_byte {
            true => spell(word.as_bytes()),
            false => format!("▁{}", word.trim_end()),
        })
        .map(|word| word.chars().map(String::from).collect())
        .collect();
    let merges = train(&words, 400);
    let mut tokens: Vec<String> = vec!["<unk>".into(), "<s>".into()];
    if by_byte {
        tokens.extend((0..=255).map(|byte| spell(&[byte])));
    } else {
        tokens.extend((0..=255).map(|byte| format!("<0x{byte:02X}>")));
        // Leaves some characters unknown.
        let mut known: Vec<String> = words.concat();
        known.retain(|c| c.is_ascii() || *c == *"▁" || c.chars().all(char::is_lowercase));
        tokens.extend(
            merges
                .iter()
                .flat_map(|(l, r)| [l, r])
                .flat_map(|t| t.chars())
                .map(String::from),
        );
        tokens.extend(known);
    }
    tokens.extend(merges.iter().map(|(left, right)| format!("{left}{right}")));
    let mut seen = std::collections::HashSet::new();
    tokens.retain(|token| seen.insert(token.clone()));
    let vocab: serde_json::Map<String, Value> =
        tokens.into_iter().zip((0..).map(Value::from)).collect();
    let merges: Vec<Value> = merges.iter().map(|(l, r)| json!([l, r])).collect();
    json!({
        "type": "BPE", "dropout": null, "unk_token": if by_byte { Value::Null } else { json!("<unk>") },
        "continuing_subword_prefix": null, "end_of_word_suffix": null,
        "fuse_unk": true, "byte_fallback": !by_byte, "ignore_merges": false,
        "vocab": vocab, "merges": merges,
    })
}

fn add(model: &mut Value, token: &str) {
    let vocab = model["vocab"].as_object_mut().unwrap();
    vocab.insert(token.into(), vocab.len().into());
}

#[expect(clippy::needless_pass_by_value, reason = "the parts of one value")]
pub(super) fn file(model: Value, normalizer: Value, pre_tokenizer: Value) -> Value {
    // The reference assigns these ids regardless of the file.
    let next = model["vocab"].as_object().unwrap().len();
    let added = |id: usize, content: &str, special: bool, lstrip: bool, rstrip: bool| {
        json!({
            "id": id, "content": content, "special": special, "normalized": false,
            "single_word": false, "lstrip": lstrip, "rstrip": rstrip,
        })
    };
    json!({
        "version": "1.0", "truncation": null, "padding": null,
        "added_tokens": [
            added(1, "<s>", true, false, false),
            added(next, "<|end|>", true, false, true),
            added(next + 1, "<mask>", true, true, false),
            added(next + 2, "<tool>", false, false, false),
        ],
        "normalizer": normalizer, "pre_tokenizer": pre_tokenizer,
        "post_processor": null, "decoder": null, "model": model,
    })
}

pub(super) fn byte_level(regex: bool) -> Value {
    json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": regex})
}

pub(super) fn split(regex: &str, behavior: &str, invert: bool) -> Value {
    json!({"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": invert})
}

const LLAMA_3: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const QWEN_2: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// Files with the structure of published vocabularies, by name.
fn files() -> Vec<(&'static str, Value)> {
    let sequence = |parts: &[Value]| json!({"type": "Sequence", "pretokenizers": parts});
    let bytes = |normalizer, pre| file(model(true), normalizer, pre);
    let characters = |normalizer, pre| file(model(false), normalizer, pre);
    let replace = json!({"type": "Replace", "pattern": {"String": " "}, "content": "▁"});
    let prepend = json!({"type": "Prepend", "prepend": "▁"});
    let metaspace = |scheme: &str, split: bool| json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split});
    let mut whole = model(true);
    whole["ignore_merges"] = true.into();
    add(&mut whole, &spell(" unmergeable".as_bytes()));
    let mut unknown = model(false);
    unknown["byte_fallback"] = false.into();
    // `qzx` is merged before its part `qz` is.
    let mut late = model(true);
    for token in ["qz", "qzx"] {
        add(&mut late, token);
    }
    let merges = late["merges"].as_array_mut().unwrap();
    merges.insert(0, json!(["qz", "x"]));
    merges.push(json!(["q", "z"]));
    vec![
        ("GPT-2", bytes(Value::Null, byte_level(true))),
        (
            "GPT-2 with a space before",
            bytes(
                Value::Null,
                json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true}),
            ),
        ),
        (
            "Llama 3",
            file(
                whole,
                Value::Null,
                sequence(&[split(LLAMA_3, "Isolated", false), byte_level(false)]),
            ),
        ),
        (
            "Qwen 2",
            bytes(
                json!({"type": "NFC"}),
                sequence(&[split(QWEN_2, "Isolated", false), byte_level(false)]),
            ),
        ),
        (
            "DeepSeek",
            bytes(
                json!({"type": "Sequence", "normalizers": []}),
                sequence(&[
                    split(r"\p{N}{1,3}", "Isolated", false),
                    split("[一-龥\u{3040}-ゟ゠-ヿ]+", "Isolated", false),
                    split(
                        r"[!-/:-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
                        "Isolated",
                        false,
                    ),
                    byte_level(false),
                ]),
            ),
        ),
        (
            "each digit isolated",
            bytes(
                json!({"type": "NFKC"}),
                sequence(&[
                    json!({"type": "Digits", "individual_digits": true}),
                    byte_level(true),
                ]),
            ),
        ),
        (
            "runs of digits",
            bytes(
                Value::Null,
                sequence(&[
                    json!({"type": "Digits", "individual_digits": false}),
                    byte_level(false),
                ]),
            ),
        ),
        (
            "matches removed",
            bytes(
                Value::Null,
                sequence(&[split(r"\s+", "Removed", false), byte_level(false)]),
            ),
        ),
        (
            "unmatched text removed",
            bytes(
                Value::Null,
                sequence(&[split(r"\w+", "Removed", true), byte_level(false)]),
            ),
        ),
        (
            "classes of Oniguruma",
            bytes(
                Value::Null,
                sequence(&[
                    split(r"[[:alpha:]]+|[^\w[:punct:]]|\h", "Isolated", false),
                    byte_level(false),
                ]),
            ),
        ),
        (
            "boundaries of Oniguruma",
            bytes(
                Value::Null,
                sequence(&[
                    split(r"^\s+|\s$|\b", "Isolated", false),
                    split(r"\p{N}{1,2}+|a(?i)s|t|\R", "MergedWithNext", false),
                    byte_level(false),
                ]),
            ),
        ),
        (
            "merged with the previous",
            bytes(
                Value::Null,
                sequence(&[
                    split(r"[ e]", "MergedWithPrevious", false),
                    byte_level(false),
                ]),
            ),
        ),
        (
            "merged with the next",
            bytes(
                Value::Null,
                sequence(&[split(r"[ e]", "MergedWithNext", false), byte_level(false)]),
            ),
        ),
        (
            "contiguous",
            bytes(
                Value::Null,
                sequence(&[split(r"[ e]", "Contiguous", false), byte_level(false)]),
            ),
        ),
        (
            "Llama 2",
            characters(
                json!({"type": "Sequence", "normalizers": [prepend, replace.clone()]}),
                Value::Null,
            ),
        ),
        (
            "Gemma",
            characters(
                replace,
                json!({"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": false}),
            ),
        ),
        (
            "Mistral",
            characters(Value::Null, metaspace("first", false)),
        ),
        ("T5", characters(Value::Null, metaspace("always", true))),
        (
            "no space before",
            file(unknown, Value::Null, metaspace("never", true)),
        ),
        (
            "merged out of order",
            file(late, Value::Null, byte_level(true)),
        ),
    ]
}

const HARD: &str = "([ \t\r\n\u{85}\u{a0}]|[ ]{2,4}|['’st]|'ll|'RE|[a-zA-Zqzx]|[Äéß]|e\u{301}|[0-9²½]|\u{200D}|\
                    [/!?.{}_▁]|[中文字ひカ😀]|<s>|<tool>| <mask> | <\\|end\\|> | unmergeable|qzx?|the|ing){0,40}";

/// Compares ids with the reference, and checks offsets and the counter.
fn check(name: &str, ours: &Tokenizer, theirs: &tokenizers::Tokenizer, text: &str) {
    let expected = theirs.encode(text, false).unwrap();
    let found = encode(ours, text, AllowedSpecial::All);
    assert_eq!(found, expected.get_ids(), "{name}: {text:?}");
    let options = TokenOptions::default();
    let token = CancelToken::new();
    let offsets = ours.token_offsets(text, &options, &token).unwrap();
    let ids: Vec<u32> = offsets.iter().map(|token| token.id).collect();
    assert_eq!(ids, encode(ours, text, AllowedSpecial::None));
    let mut end = 0;
    for token in offsets {
        assert!(
            token.range.start <= token.range.end && token.range.start >= end.min(token.range.start)
        );
        end = token.range.end;
    }
    assert!(end <= text.len());
    let mut counter = TokenCounter::new(ours, options);
    for part in text.split_inclusive(' ') {
        counter.push(part, &token).unwrap();
    }
    assert_eq!(counter.total(), ids.len(), "{name}: {text:?}");
}

#[test]
fn files_of_every_structure_encode_like_the_reference() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(200));
    for (name, file) in files() {
        let json = file.to_string();
        let ours = Tokenizer::from_tokenizer_json(json.as_bytes()).unwrap();
        let theirs: tokenizers::Tokenizer = json.parse().unwrap();
        for line in
            SAMPLE
                .lines()
                .chain([SAMPLE, "", " ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])
        {
            check(name, &ours, &theirs, line);
        }
        let result = runner.run(&HARD, |text| {
            check(name, &ours, &theirs, &text);
            Ok(())
        });
        result.unwrap();
    }
}

#[test]
fn tiktoken_file_equals_the_built_in_encoding() {
    use base64::Engine as _;
    let built_in = Tokenizer::get(Encoding::P50kBase);
    let mut ranks = String::new();
    for rank in (0..50_281).filter(|&rank| rank != 50_256) {
        let token = built_in.decode(&[rank]).unwrap();
        let token = base64::engine::general_purpose::STANDARD.encode(token);
        writeln!(ranks, "{token} {rank}").unwrap();
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("p50k.tiktoken");
    std::fs::write(&path, ranks).unwrap();
    let mut options = TiktokenOptions::default();
    options.special_tokens = built_in.special_tokens().to_vec();
    for pattern in [
        r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
        // Not a known pattern, so a regular expression engine splits.
        r"(?:'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)",
    ] {
        options.pattern = pattern.into();
        let loaded = Tokenizer::from_tiktoken_file(&path, &options).unwrap();
        for text in SAMPLE.lines().chain([SAMPLE, "a  b<|endoftext|>\n\n c's"]) {
            for special in [AllowedSpecial::None, AllowedSpecial::All] {
                let expected = encode(built_in, text, special.clone());
                assert_eq!(encode(&loaded, text, special), expected);
            }
        }
        assert_eq!(loaded.decode(&[50_256]).unwrap(), b"<|endoftext|>");
    }
}

/// Text without a token is dropped or kept together with the text next to it; cuts lie between
/// characters.
#[test]
fn text_without_a_token_is_in_no_range_and_in_one_chunk() {
    let json = json!({
        "added_tokens": [], "normalizer": null, "pre_tokenizer": null, "post_processor": null,
        "decoder": null,
        "model": {"type": "BPE", "vocab": {"y": 0, "é": 1, "yé": 2}, "merges": [["y", "é"]]},
    });
    let tokenizer = Tokenizer::from_tokenizer_json(json.to_string().as_bytes()).unwrap();
    let (options, token) = (TokenOptions::default(), CancelToken::new());
    let count = |part: &str| tokenizer.count(part, &options, &token).unwrap();
    for (text, expected) in [
        ("yyé", vec![(0, 0..1), (2, 1..4)]),
        ("z日yéé日😀", vec![(2, 4..7), (1, 7..9)]),
        ("éz日éyz", vec![(1, 0..2), (1, 6..8), (0, 8..9)]),
        ("zz日", vec![]),
    ] {
        let tokens = tokenizer.token_offsets(text, &options, &token).unwrap();
        let tokens: Vec<_> = tokens
            .into_iter()
            .map(|token| (token.id, token.range))
            .collect();
        assert_eq!(tokens, expected, "{text}");
        for from in [TruncateFrom::End, TruncateFrom::Start, TruncateFrom::Middle] {
            for limit in 0..4 {
                let how = TruncateTokensOptions::default().from(from);
                let cut = tokenizer
                    .truncate(text, limit, &how, &options, &token)
                    .unwrap();
                assert!(cut.tokens <= limit, "{text} {cut:?}");
                let kept = [&text[..cut.dropped.start], &text[cut.dropped.end..]].concat();
                assert_eq!(count(&kept), cut.tokens, "{text} {cut:?}");
            }
        }
        for size in 1..3 {
            let chunks = tokenizer.split(text, size, 0, &options, &token).unwrap();
            let parts = chunks.iter().map(|chunk| &text[chunk.range.clone()]);
            assert_eq!(parts.collect::<String>(), text, "{chunks:?}");
            assert!(
                chunks.iter().all(|chunk| chunk.tokens <= size),
                "{chunks:?}"
            );
        }
    }
}

#[test]
fn normalizers_that_swell_or_slow_a_text_are_errors() {
    let replace = |from: &str, to: &str| json!({"type": "Replace", "pattern": {"String": from}, "content": to});
    let sequence = |parts: Vec<Value>| json!({"type": "Sequence", "normalizers": parts});
    let splits = |count| {
        let parts = vec![split("x", "Isolated", false); count];
        json!({"type": "Sequence", "pretokenizers": parts})
    };
    let load = |normalizer: Value, pre_tokenizer: Value| {
        let json = file(model(true), normalizer, pre_tokenizer).to_string();
        Tokenizer::from_tokenizer_json(json.as_bytes())
    };
    let cases = [
        (sequence(vec![replace("a", "aa"); 40]), "times its length"),
        (
            sequence(vec![replace("ab", "abab"); 40]),
            "times its length",
        ),
        (
            sequence(
                (0..20)
                    .map(|n| {
                        let name = |n: u8| char::from(b'a' + n).to_string();
                        replace(&name(n), &name(n + 1).repeat(3))
                    })
                    .collect(),
            ),
            "times its length",
        ),
        (
            sequence(vec![
                replace("a", &"b".repeat(100)),
                replace("b", &"a".repeat(100)),
            ]),
            "10000 times",
        ),
        (
            json!({"type": "Prepend", "prepend": "x".repeat(1000)}),
            "1001 times",
        ),
        (
            sequence(vec![replace("a", "b"); 20_000]),
            "more than 256 steps",
        ),
        (
            sequence(vec![json!({"type": "NFC"}); 257]),
            "more than 256 steps",
        ),
        (
            sequence(vec![sequence(vec![replace("a", "b"); 100]); 3]),
            "more than 256 steps",
        ),
        (replace("", "x"), "empty string"),
    ];
    for (normalizer, message) in cases {
        let error = load(normalizer, byte_level(true)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidVocabulary, "{message}");
        assert!(error.to_string().contains(message), "{error} / {message}");
    }
    let error = load(Value::Null, splits(65)).unwrap_err();
    assert!(error.to_string().contains("more than 64 steps"), "{error}");

    // The maximum that a file may have.
    let many: Vec<Value> = (0..256).map(|n| replace(&format!("<{n}>"), "x")).collect();
    load(sequence(many), splits(63)).unwrap();
    let tokenizer = load(sequence(vec![replace("a", "aa"); 7]), byte_level(true)).unwrap();
    let (options, token) = (TokenOptions::default(), CancelToken::new());
    let ids = tokenizer.encode("a", &options, &token).unwrap();
    assert_eq!(tokenizer.decode(&ids).unwrap(), [b'a'; 128]);
}

#[test]
fn tokens_of_bytes_and_of_unknown_characters_are_decoded() {
    let mut vocab = serde_json::Map::new();
    for byte in 0..=255u32 {
        vocab.insert(format!("<0x{byte:02X}>"), json!(byte + 1));
    }
    vocab.insert("a".to_owned(), json!(300));
    vocab.insert("<unk>".to_owned(), json!(0));
    for (byte_fallback, decoded) in [(true, "aé日"), (false, "a<unk><unk>")] {
        for ignore_merges in [false, true] {
            let model = json!({
                "type": "BPE", "vocab": vocab, "merges": [], "unk_token": "<unk>",
                "byte_fallback": byte_fallback, "ignore_merges": ignore_merges,
            });
            let json = json!({"pre_tokenizer": null, "model": model}).to_string();
            let tokenizer = Tokenizer::from_tokenizer_json(json.as_bytes()).unwrap();
            let ids = encode(&tokenizer, "aé日", AllowedSpecial::None);
            assert_eq!(tokenizer.decode(&ids).unwrap(), decoded.as_bytes());
        }
    }
}
