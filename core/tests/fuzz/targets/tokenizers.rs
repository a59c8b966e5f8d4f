//! Vocabulary files, and texts encoded with the files that load.

use ransack::{
    AllowedSpecial, CancelToken, ErrorKind, TiktokenOptions, TokenCounter, TokenOptions, Tokenizer,
    TruncateFrom, TruncateTokensOptions,
};

use super::Input;

const TEXT: &str = "Hello, world! It's 12345 é日本 \u{1F600}\r\n\t  <|end|> aaaaaa";

/// Input: a `tokenizer.json` file, a NUL byte, and a text.
pub(crate) fn json(data: &[u8]) {
    let mut input = Input::new(data);
    let file = input.part();
    match Tokenizer::from_tokenizer_json(file) {
        Ok(tokenizer) => encode(&tokenizer, input.rest(), false),
        Err(error) => check(&error),
    }
}

/// Input: a split pattern, a NUL byte, a text, a NUL byte, and the lines of a `.tiktoken` file
/// after the lines for the 256 bytes.
pub(crate) fn tiktoken(data: &[u8]) {
    let mut input = Input::new(data);
    let has_bytes = input.byte() & 1 == 0;
    let pattern = input.text();
    let text = input.part();
    let mut ranks = String::new();
    if has_bytes {
        for byte in 0..=255u8 {
            let token = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, [byte]);
            ranks += &format!("{token} {byte}\n");
        }
    }
    let mut ranks = ranks.into_bytes();
    ranks.extend_from_slice(input.rest());
    let mut options = TiktokenOptions::default().special_tokens([("<|end|>".to_owned(), 1 << 20)]);
    if !pattern.is_empty() {
        options.pattern = pattern;
    }
    let is_default = options.pattern == TiktokenOptions::default().pattern;
    match Tokenizer::from_tiktoken(&ranks, &options) {
        Ok(tokenizer) => encode(&tokenizer, text, is_default),
        Err(error) => check(&error),
    }
}

fn check(error: &ransack::Error) {
    let expected = [
        ErrorKind::InvalidVocabulary,
        ErrorKind::InvalidPattern,
        ErrorKind::InvalidOption,
    ];
    assert!(expected.contains(&error.kind()), "{error}");
}

/// Checks that all calls agree; `is_exact` if tokens represent the exact bytes of the text.
fn encode(tokenizer: &Tokenizer, text: &[u8], is_exact: bool) {
    let token = CancelToken::new();
    for allowed in [AllowedSpecial::None, AllowedSpecial::All] {
        let options = TokenOptions::default().allowed_special(allowed);
        for text in [text, TEXT.as_bytes()] {
            let lossy = String::from_utf8_lossy(text);
            let ids = match tokenizer.encode(text, &options, &token) {
                Ok(ids) => ids,
                Err(error) => return check(&error),
            };
            assert_eq!(tokenizer.count(text, &options, &token).unwrap(), ids.len());
            let limited = tokenizer.count_up_to(text, ids.len(), &options, &token);
            assert_eq!(limited.unwrap(), Some(ids.len()));
            let decoded = tokenizer.decode(&ids).unwrap();
            if is_exact {
                assert_eq!(decoded, lossy.as_bytes());
            }
            let placed = tokenizer.token_offsets(text, &options, &token).unwrap();
            assert!(
                placed
                    .iter()
                    .map(|placed| placed.id)
                    .eq(ids.iter().copied())
            );
            let mut end = 0;
            for token in &placed {
                assert!(
                    token.range.start >= end && token.range.end <= text.len(),
                    "{placed:?}"
                );
                end = token.range.start;
            }
            for from in [TruncateFrom::End, TruncateFrom::Start, TruncateFrom::Middle] {
                let limit = ids.len() / 2;
                let mut how = TruncateTokensOptions::default().from(from);
                let marker = "\u{2026}\n";
                if tokenizer.count(marker, &options, &token).unwrap() <= limit {
                    how = how.marker(marker).line_boundary(true);
                }
                let cut = tokenizer
                    .truncate(text, limit, &how, &options, &token)
                    .unwrap();
                assert_eq!(cut.total_tokens, ids.len());
                assert!(cut.tokens <= limit, "{cut:?}");
                assert!(cut.dropped.start <= cut.dropped.end && cut.dropped.end <= text.len());
            }
            let mut counter = TokenCounter::new(tokenizer, options.clone());
            for chunk in text.chunks(3) {
                counter.push(chunk, &token).unwrap();
            }
            assert_eq!(counter.total(), ids.len());
        }
    }
}
