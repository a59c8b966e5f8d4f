//! Tests of the published encodings against `tiktoken-rs`; tests of truncation, counters, threads
//! and cancellation.

use std::time::Duration;

use proptest::prelude::*;
use ransack_testing_base::tier;
use ransack_tokens::{
    AbortReason, AllowedSpecial, CancelToken, Encoding, ErrorKind, Pool, TokenCounter,
    TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions, count_tokens, encoding_for_model,
};
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

/// One encoding of each vocabulary.
const VOCABULARIES: [Encoding; 4] = [
    Encoding::O200kBase,
    Encoding::Cl100kBase,
    Encoding::P50kBase,
    Encoding::R50kBase,
];

fn never() -> CancelToken {
    CancelToken::new()
}

fn plain() -> TokenOptions {
    TokenOptions::default()
}

fn all_special() -> TokenOptions {
    let mut options = plain();
    options.allowed_special = AllowedSpecial::All;
    options
}

fn check(text: &str) {
    check_with(&VOCABULARIES, text);
}

fn check_with(encodings: &[Encoding], text: &str) {
    for &encoding in encodings {
        let expected = oracle(encoding).encode_ordinary(text);
        let found = Tokenizer::get(encoding).encode(text, &plain(), &never());
        assert_eq!(found.unwrap(), expected, "{encoding}: {text:?}");
        let count = count_tokens(text, encoding);
        assert_eq!(count, expected.len(), "{encoding}: {text:?}");
    }
}

#[test]
fn every_character_alone_and_between_letters() {
    // One encoding of each split pattern.
    let encodings = [
        Encoding::O200kBase,
        Encoding::Cl100kBase,
        Encoding::P50kBase,
    ];
    std::thread::scope(|scope| {
        for half in ['\0'..='\u{7ffff}', '\u{80000}'..=char::MAX] {
            scope.spawn(move || {
                for c in half.step_by(tier::every()) {
                    check_with(&encodings, &format!("{c}"));
                    check_with(&encodings, &format!("a{c}B"));
                }
            });
        }
    });
}

#[test]
fn white_space_of_every_kind_and_length() {
    let spaces = [
        ' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{a0}', '\u{2028}', '\u{3000}',
        '\u{feff}', '\u{200b}', '\u{200d}', '\0',
    ];
    for first in spaces {
        for second in spaces {
            for len in [1, 2, 3, 7, 8, 9, 17] {
                let run: String = [first, second].iter().cycle().take(len).collect();
                for text in [
                    run.clone(),
                    format!("a{run}b"),
                    format!("!{run}1"),
                    format!("{run}é"),
                ] {
                    check(&text);
                }
            }
        }
    }
}

#[test]
fn long_runs() {
    for unit in [
        "a", "A", " ", "\n", "7", "=", "中", "é", "ab", "a b", "\u{301}", "😀", "'s", "ʰA", "\r\n",
        "word ", "-+", "\0", "xX", "abc", "=--=", "/-/-+",
    ] {
        for len in [
            8, 9, 24, 25, 63, 64, 65, 129, 341, 512, 1000, 1024, 1025, 3001,
        ] {
            check(&unit.repeat(len));
            check(&format!("b{}c", unit.repeat(len)));
        }
    }
}

const SAMPLE: &str = include_str!("../data/languages.txt");

#[test]
fn languages_and_scripts() {
    check(SAMPLE);
    SAMPLE.lines().for_each(check);
}

const HARD: &str = "([ \t\r\n\u{85}\u{a0}\u{feff}\u{200d}\u{3000}\0]|['’ſst]|'ll|'RE|[a-zA-Z]|\
                    [ǅʰªßÄé]|[\u{301}\u{903}]|[0-9²½]|[/!?.{}]|[中文字😀]|\\PC){0,60}";

/// Lines of words.
const LINES: &str =
    "(([a-z]{0,6}|[é中😀]{0,3})[ .]?){0,4}(\r?\n(([a-z]{0,6}|[é中]{0,3})[ .]?){0,4}){0,12}";
const MARKERS: &str = "|\\.\\.\\.|…\\[cut\\]…\n|\n| |中a";

/// Covers long words and runs, which the counter does not recount from their start each time.
#[test]
fn counter_total_is_exact_in_long_words() {
    let words = [
        "a".repeat(3000),
        "=".repeat(3000),
        " ".repeat(1500),
        "\n".repeat(1500),
        "1".repeat(1500),
        "中".repeat(1000),
        "слово".repeat(400),
        "donaudampfschifffahrt".repeat(150),
        "GetHTTPServerNameFromAddress".repeat(100),
        "的一是在不了有和人这中大为上个国".repeat(60),
        "=-".repeat(1500),
        ";\n/".repeat(800),
        format!("{};", "a".repeat(2000)),
        format!("{}中A中Ab", "中a".repeat(700)),
        format!("x{}\n\n  /", "(".repeat(2000)),
        format!(" {}'s", "word".repeat(500)),
        "a\u{300}".repeat(900),
    ];
    let never = never();
    for encoding in [
        Encoding::O200kBase,
        Encoding::Cl100kBase,
        Encoding::P50kBase,
    ] {
        let tokenizer = Tokenizer::get(encoding);
        for special in [plain(), all_special()] {
            for word in &words {
                let text = format!("A word: {word}x y\n");
                let mut counter = TokenCounter::new(tokenizer, special.clone());
                let mut totals = vec![0];
                for part in text.as_bytes().chunks(61) {
                    totals.push(counter.push(part, &never).unwrap());
                    let pushed = &text.as_bytes()[..text.len().min(61 * (totals.len() - 1))];
                    let expected = tokenizer.count(pushed, &special, &never).unwrap();
                    assert_eq!(counter.total(), expected, "{encoding}: {:.20}", text);
                }
                while let Some(total) = totals.pop() {
                    assert_eq!(counter.total(), total, "{encoding}: {:.20}", text);
                    assert_eq!(counter.pop(), !totals.is_empty());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arbitrary_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn characters_of_every_class(text in HARD) {
        check(&text);
    }

    #[test]
    fn letters(text in "[a-zA-Z0-9+/=_]{0,300}") {
        check(&text);
    }

    #[test]
    fn ill_formed_bytes_count_as_their_lossy_text(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let tokenizer = Tokenizer::get(Encoding::O200kBase);
        let expected = oracle(Encoding::O200kBase).encode_ordinary(&text);
        let found = tokenizer.encode(&bytes, &plain(), &never()).unwrap();
        prop_assert_eq!(&found, &expected);
        let offsets = tokenizer.token_offsets(&bytes, &plain(), &never()).unwrap();
        let mut end = 0;
        for (token, id) in offsets.iter().zip(expected) {
            prop_assert_eq!(token.id, id);
            prop_assert_eq!(token.range.start, end);
            end = token.range.end;
        }
        prop_assert_eq!(end, bytes.len());
    }

    #[test]
    fn decoding_restores_the_text(text in HARD) {
        for encoding in VOCABULARIES {
            let tokenizer = Tokenizer::get(encoding);
            let ids = tokenizer.encode(&text, &plain(), &never()).unwrap();
            prop_assert_eq!(tokenizer.decode(&ids).unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn counter_total_is_exact_after_each_push_and_pop(
        parts in prop::collection::vec((HARD, 0..3u8), 1..12),
        special: bool,
    ) {
        let options = if special { all_special() } else { plain() };
        for encoding in VOCABULARIES {
            let tokenizer = Tokenizer::get(encoding);
            let mut counter = TokenCounter::new(tokenizer, options.clone());
            let mut pushed: Vec<Vec<u8>> = Vec::new();
            for (part, action) in &parts {
                let mut bytes = part.clone().into_bytes();
                match action {
                    0 => bytes.extend(b"<|endoft"),
                    1 => bytes.extend(b"ext|>"),
                    // Leaves an incomplete character.
                    _ => { bytes.pop(); }
                }
                counter.push(&bytes, &never()).unwrap();
                pushed.push(bytes);
                let expected = tokenizer.count(pushed.concat(), &options, &never()).unwrap();
                prop_assert_eq!(counter.total(), expected);
                if part.len() % 3 == 0 {
                    prop_assert!(counter.pop());
                    pushed.pop();
                    let expected = tokenizer.count(pushed.concat(), &options, &never()).unwrap();
                    prop_assert_eq!(counter.total(), expected);
                }
            }
        }
    }

    #[test]
    fn truncated_text_and_chunks_fit_the_limit(text in HARD, limit in 0..30usize, size in 1..9usize, overlap in 0..8usize) {
        for encoding in VOCABULARIES {
            let tokenizer = Tokenizer::get(encoding);
            let count = |part: &str| count_tokens(part, encoding);
            for from in [TruncateFrom::End, TruncateFrom::Start, TruncateFrom::Middle] {
                let how = TruncateTokensOptions::default().from(from);
                let cut = tokenizer.truncate(&text, limit, &how, &plain(), &never()).unwrap();
                let head = &text[..cut.dropped.start];
                let tail = &text[cut.dropped.end..];
                prop_assert_eq!(cut.total_tokens, count(&text));
                prop_assert_eq!(cut.tokens, count(&[head, tail].concat()));
                prop_assert!(cut.tokens <= limit);
                prop_assert_eq!(cut.dropped.is_empty(), count(&text) <= limit);
            }
            let chunks = tokenizer.split(&text, size, overlap, &plain(), &never());
            if overlap >= size {
                prop_assert_eq!(chunks.unwrap_err().kind(), ErrorKind::InvalidOption);
                continue;
            }
            let tokens = tokenizer.token_offsets(&text, &plain(), &never()).unwrap();
            let ends: Vec<usize> = tokens.iter().map(|token| token.range.end).collect();
            let mut end = 0;
            for chunk in chunks.unwrap() {
                let part = &text[chunk.range.clone()];
                prop_assert!(chunk.range.start <= end && chunk.range.end > end);
                prop_assert_eq!(chunk.tokens, count(part));
                prop_assert!(chunk.tokens <= size || part.chars().count() == 1);
                // A chunk ends inside a token only if no token end makes it small enough.
                let cuts = (end + 1..chunk.range.end)
                    .filter(|at| ends.contains(at) && text.is_char_boundary(*at));
                let fits = |at| count(&text[chunk.range.start..at]) <= size;
                prop_assert!(ends.contains(&chunk.range.end) || !cuts.into_iter().any(fits));
                end = chunk.range.end;
            }
            prop_assert_eq!(end, text.len());
        }
    }

    #[test]
    fn a_marker_fits_the_limit(text in LINES, marker in MARKERS, limit in 4..40usize) {
        for encoding in VOCABULARIES {
            let tokenizer = Tokenizer::get(encoding);
            let count = |part: &str| count_tokens(part, encoding);
            for from in [TruncateFrom::End, TruncateFrom::Start, TruncateFrom::Middle] {
                for line_boundary in [false, true] {
                    let how = TruncateTokensOptions::default()
                        .from(from)
                        .marker(marker.as_str())
                        .line_boundary(line_boundary);
                    let cut = tokenizer.truncate(&text, limit, &how, &plain(), &never());
                    if count(&marker) > limit {
                        prop_assert_eq!(cut.unwrap_err().kind(), ErrorKind::InvalidOption);
                        continue;
                    }
                    let cut = cut.unwrap();
                    let (head, tail) = (&text[..cut.dropped.start], &text[cut.dropped.end..]);
                    prop_assert_eq!(cut.dropped.is_empty(), count(&text) <= limit);
                    if cut.dropped.is_empty() {
                        prop_assert_eq!(cut.tokens, count(&text));
                        continue;
                    }
                    prop_assert_eq!(cut.tokens, count(&[head, &marker, tail].concat()));
                    prop_assert!(cut.tokens <= limit);
                    let at_lines = (head.is_empty() || head.ends_with('\n'))
                        && (tail.is_empty() || text[..cut.dropped.end].ends_with('\n'));
                    // A cut lies inside a line only if no line at that end fits.
                    let line = match from {
                        TruncateFrom::Start => text.trim_end_matches('\n').rsplit('\n').next(),
                        _ => text.split_inclusive('\n').next(),
                    };
                    let room = limit - count(&marker);
                    let fits = line.is_some_and(|line| 2 * count(line) + 8 <= room);
                    prop_assert!(!line_boundary || at_lines || !fits, "{head:?} {tail:?}");
                }
            }
        }
    }

    #[test]
    fn count_up_to_agrees_with_count(text in HARD, limit in 0..40usize) {
        let tokenizer = Tokenizer::get(Encoding::O200kBase);
        let count = count_tokens(&text, Encoding::O200kBase);
        let found = tokenizer.count_up_to(&text, limit, &plain(), &never()).unwrap();
        prop_assert_eq!(found, (count <= limit).then_some(count));
    }
}

#[test]
fn vocabulary_is_loaded_once_and_shared() {
    let other = std::thread::spawn(|| Tokenizer::get(Encoding::Cl100kBase));
    let here = Tokenizer::get(Encoding::Cl100kBase);
    assert!(std::ptr::eq(here, other.join().unwrap()));
}

#[test]
fn special_tokens_are_ordinary_text_unless_allowed() {
    let text = "a <|endoftext|> b<|fim_prefix|><|endofprompt|> <|start|>x<|reserved_200018|><|end";
    for encoding in Encoding::ALL {
        let tokenizer = Tokenizer::get(encoding);
        let found = tokenizer.encode(text, &plain(), &never()).unwrap();
        assert_eq!(found, oracle(encoding).encode_ordinary(text));
        let found = tokenizer.encode(text, &all_special(), &never()).unwrap();
        assert_eq!(found, oracle(encoding).encode_with_special_tokens(text));
        assert_eq!(tokenizer.decode(&found).unwrap(), text.as_bytes());
        assert_eq!(
            tokenizer.special_tokens().len(),
            oracle(encoding).special_tokens().len()
        );
    }
    let tokenizer = Tokenizer::get(Encoding::Cl100kBase);
    let mut options = plain();
    options.allowed_special = AllowedSpecial::Only(vec!["<|fim_prefix|>".into()]);
    let allowed = ["<|fim_prefix|>"].into();
    let expected = oracle(Encoding::Cl100kBase)
        .encode(text, &allowed)
        .unwrap()
        .0;
    assert_eq!(
        tokenizer.encode(text, &options, &never()).unwrap(),
        expected
    );
    options.allowed_special = AllowedSpecial::Only(vec!["<|nope|>".into()]);
    let error = tokenizer.count(text, &options, &never()).unwrap_err();
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidOption, Some("<|nope|>"))
    );
    let listed = ["<|fim_prefix|>", "<|fim_prefx|>"].map(String::from);
    options.allowed_special = AllowedSpecial::Only(listed.into());
    let error = tokenizer.count(text, &options, &never()).unwrap_err();
    assert_eq!(error.candidates()[0], "<|fim_prefix|>");
    let message = error.to_string();
    let start = "`allowed_special[1]`: unknown special token: `<|fim_prefx|>`; candidates: ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn models_have_their_published_encoding() {
    for name in [
        "gpt-5",
        "gpt-5.2-codex",
        "gpt-4.1-mini",
        "gpt-4o",
        "gpt-4-32k",
        "gpt-3.5-turbo-0301",
        "o1",
        "o3-mini",
        "o4-mini-high",
        "gpt-oss-120b",
        "text-davinci-003",
        "text-davinci-edit-001",
        "davinci",
        "gpt2",
        "ft:gpt-4o:org::id",
        "codex-mini-latest",
        "text-embedding-3-small",
        "chatgpt-4o-latest",
        "gpt-2",
        "claude",
        "",
        "ft:",
        "gpt-4ox",
    ] {
        let expected =
            tiktoken_rs::tokenizer::get_tokenizer(name).map(|found| format!("{found:?}"));
        let expected = expected.map(|found| found.parse::<Encoding>().unwrap());
        let found = encoding_for_model(name);
        match &found {
            Ok(_) => {}
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::UnknownModel);
                assert_eq!(error.pattern(), Some(name));
            }
        }
        assert_eq!(found.ok(), expected, "{name}");
    }
}

#[test]
fn models_are_names_of_encodings() {
    for (name, encoding) in [
        ("gpt-4o", Encoding::O200kBase),
        ("openai/gpt-4o", Encoding::O200kBase),
        ("openrouter/openai/gpt-4o-mini:free", Encoding::O200kBase),
        ("openai/gpt-oss-120b", Encoding::O200kHarmony),
        ("ft:gpt-3.5-turbo:an/org::id", Encoding::Cl100kBase),
        ("openai/ft:gpt-3.5-turbo:an/org::id", Encoding::Cl100kBase),
        ("gpt2", Encoding::R50kBase),
    ] {
        assert_eq!(name.parse::<Encoding>().unwrap(), encoding, "{name}");
        assert_eq!(encoding_for_model(name).unwrap(), encoding, "{name}");
    }
    for (name, nearest) in [("p90k_base", "p50k_base"), ("openai/gtp-4o", "gpt-4o")] {
        let error = name.parse::<Encoding>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownModel, "{name}");
        assert_eq!(error.pattern(), Some(name));
        assert_eq!(error.candidates()[0], nearest);
    }
    for name in [
        "",
        "/",
        ":",
        "openai/",
        "anthropic/claude-3",
        "gpt-4o/other",
    ] {
        assert!(name.parse::<Encoding>().is_err(), "{name}");
    }
}

#[test]
fn unknown_ids_cannot_be_decoded() {
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    for id in [199_998, 200_000, u32::MAX] {
        let error = tokenizer.decode(&[1, id]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        let message = format!("`ids[1]`: unknown token id {id}");
        assert_eq!(error.to_string(), message);
    }
}

/// Texts long enough to be counted on several threads.
fn long_texts() -> Vec<String> {
    let code = "fn main() {\n    let x = 'a';  \n\n\t\treturn  x;\n}\n// naïve — 中文字符 \r\n";
    vec![
        code.repeat(40_000),
        "a".repeat(1_300_000),
        " ".repeat(1_300_000),
        "\n \n".repeat(500_000),
        "word ".repeat(300_000),
        "слово ".repeat(150_000),
        "中文，".repeat(150_000),
        "!\n/ \n".repeat(250_000),
    ]
}

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    for (number, text) in long_texts().into_iter().enumerate() {
        // By default, one vocabulary per text, rotating through all of them.
        let one = number % VOCABULARIES.len();
        let all = tier::runs("random");
        for &encoding in &VOCABULARIES[if all { 0..4 } else { one..one + 1 }] {
            let tokenizer = Tokenizer::get(encoding);
            let expected = tokenizer.encode(&text, &plain(), &never()).unwrap().len();
            for size in [1, 3] {
                let mut options = plain();
                options.pool = Some(Pool::new(size));
                let found = tokenizer.count(&text, &options, &never()).unwrap();
                assert_eq!(found, expected, "{encoding} {:?}", &text[..20]);
            }
        }
    }
    let texts: Vec<String> = (0..3000)
        .map(|n| format!("text {n} ").repeat(n % 50))
        .collect();
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let expected: Vec<usize> = texts
        .iter()
        .map(|text| count_tokens(text, Encoding::O200kBase))
        .collect();
    for size in [1, 4] {
        let mut options = plain();
        options.pool = Some(Pool::new(size));
        let found = tokenizer.count_batch(&texts, &options, &never()).unwrap();
        assert_eq!(found, expected);
    }
}

#[test]
fn cancelled_token_fails_every_call() {
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let cancelled = CancelToken::new();
    cancelled.cancel(AbortReason::User);
    let late = CancelToken::with_timeout(Duration::ZERO);
    for (token, kind) in [
        (&cancelled, ErrorKind::Aborted),
        (&late, ErrorKind::Timeout),
    ] {
        let texts = ["a", "b"];
        let mut counter = TokenCounter::new(tokenizer, plain());
        let failures = [
            tokenizer.count("a", &plain(), token).map(|_| ()),
            tokenizer.count_batch(&texts, &plain(), token).map(|_| ()),
            tokenizer.count_up_to("a", 1, &plain(), token).map(|_| ()),
            tokenizer.encode("a", &plain(), token).map(|_| ()),
            tokenizer.token_offsets("a", &plain(), token).map(|_| ()),
            tokenizer.split("a", 1, 0, &plain(), token).map(|_| ()),
            tokenizer
                .truncate("a", 1, &TruncateTokensOptions::default(), &plain(), token)
                .map(|_| ()),
            counter.push("a", token).map(|_| ()),
        ];
        for failure in failures {
            assert_eq!(failure.unwrap_err().kind(), kind);
        }
        assert_eq!(counter.total(), 0);
        assert_eq!(counter.push("a", &never()).unwrap(), 1);
    }
}

#[test]
fn cancellation_stops_running_calls() {
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    for unit in ["a", " ", "\n", "中", "/\n", "xY", "<|end", "word "] {
        let text = unit.repeat(60_000_000 / unit.len());
        let token = CancelToken::new();
        std::thread::scope(|scope| {
            let call = scope.spawn(|| tokenizer.encode(&text, &all_special(), &token));
            token.cancel(AbortReason::User);
            let error = call.join().unwrap().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Aborted);
        });
    }
}

#[test]
fn parts_that_form_more_tokens_when_joined_fit_the_limit() {
    let text = "ing   foo本world😀)the)theing(\n({\té)\t}(";
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let how = TruncateTokensOptions::default().from(TruncateFrom::Middle);
    for limit in 0..20 {
        let cut = tokenizer
            .truncate(text, limit, &how, &plain(), &never())
            .unwrap();
        let kept = [&text[..cut.dropped.start], &text[cut.dropped.end..]].concat();
        assert_eq!(cut.tokens, count_tokens(&kept, Encoding::O200kBase));
        assert!(cut.tokens <= limit, "{limit}: {kept:?}");
    }
}

#[test]
fn lines_are_kept_whole() {
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let text = "fn a() {}\r\nfn b() {}\r\nfn é() {}\r\nfn d() {}\r\n";
    let kept = |limit, how: &TruncateTokensOptions| {
        let cut = tokenizer
            .truncate(text, limit, how, &plain(), &never())
            .unwrap();
        let (head, tail) = (&text[..cut.dropped.start], &text[cut.dropped.end..]);
        (head, tail, cut.tokens)
    };
    let lines = TruncateTokensOptions::default().line_boundary(true);
    let one = count_tokens("fn a() {}\r\n", Encoding::O200kBase);
    assert_eq!(kept(one, &lines), ("fn a() {}\r\n", "", one));
    assert_eq!(kept(2 * one - 1, &lines), ("fn a() {}\r\n", "", one));
    let start = lines.clone().from(TruncateFrom::Start);
    assert_eq!(kept(one + 1, &start), ("", "fn d() {}\r\n", one));
    let middle = lines.clone().from(TruncateFrom::Middle);
    let both = ("fn a() {}\r\n", "fn d() {}\r\n", 2 * one);
    assert_eq!(kept(2 * one + 1, &middle), both);
    // Not even one line fits, so the cut lies inside a line.
    let (head, tail, tokens) = kept(2, &lines);
    assert_eq!((tail, tokens), ("", 2));
    assert!(!head.is_empty() && !head.contains('\n'));
    let marked = middle.clone().marker("...\r\n");
    let (head, tail, tokens) = kept(2 * one + 3, &marked);
    assert_eq!((head, tail), (both.0, both.1));
    let whole = [head, "...\r\n", tail].concat();
    assert_eq!(tokens, count_tokens(whole, Encoding::O200kBase));
    let error = tokenizer
        .truncate(text, 1, &marked.marker("two words"), &plain(), &never())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert_eq!(
        error.to_string(),
        "marker of 2 tokens: must not exceed the limit, 1"
    );
}
