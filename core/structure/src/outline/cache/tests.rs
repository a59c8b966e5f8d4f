use ransack_base::CancelToken;
use ransack_grammars::internal::{Parsers, WorkBudget, language_named};

use super::*;
use crate::outline::options::OutlineOptions;
use crate::outline::text::ParsedText;

/// Parses a text, as a call for one file does.
fn parsed<R>(
    source: &[u8],
    language: &str,
    read: impl FnOnce(ParsedText<'_>, &mut Parsers, &mut WorkBudget<'_>) -> R,
) -> R {
    let language = language_named(language).unwrap();
    let (mut parsers, token) = (Parsers::default(), CancelToken::new());
    let mut budget = WorkBudget::new(&token, None);
    let text = ParsedText::new(source, language, &mut parsers, &mut budget).unwrap();
    read(text.shared(), &mut parsers, &mut budget)
}

fn key(number: usize) -> TextKey {
    let version = ContentId::of(&number.to_le_bytes());
    let language = language_named("json").unwrap();
    TextKey::new(language, version, FileEncoding::of(b"", None))
}

fn text(source: &[u8]) -> Arc<CachedText> {
    parsed(source, "json", |text, _, _| text.cached().unwrap())
}

#[test]
fn outlines_are_shared_by_limits_that_omit_the_same_keys() {
    let source = br#"{"a": {"b": {"c": 1}}, "d": 2}"#;
    for first in [None, Some(1), Some(2), Some(3), Some(4)] {
        for second in [None, Some(1), Some(2), Some(3), Some(4)] {
            parsed(source, "json", |text, parsers, budget| {
                let mut outline = |depth| {
                    let options = OutlineOptions::default().key_depth(depth);
                    text.outline(&options, parsers, budget).unwrap()
                };
                let (one, two) = (outline(first), outline(second));
                let depth = |limit: Option<usize>| limit.unwrap_or(9).min(3);
                let is_same = Arc::ptr_eq(&one, &two);
                assert!(
                    is_same <= (depth(first) == depth(second)),
                    "{first:?} {second:?}"
                );
                let both_whole = depth(first) == 3 && depth(second) == 3;
                assert!(is_same || !both_whole, "{first:?} {second:?}");
                let fresh = |depth| {
                    let options = OutlineOptions::default().key_depth(depth);
                    parsed(source, "json", |text, parsers, budget| {
                        text.outline(&options, parsers, budget).unwrap()
                    })
                };
                assert_eq!((&one, &two), (&fresh(first), &fresh(second)));
            });
        }
    }
}

#[test]
fn the_least_recently_used_text_is_dropped() {
    let cache = TextCache::default();
    let max = Outline::MAX_CACHED_FILES;
    for number in 0..max {
        cache.add(key(number), None, text(b"{}"));
    }
    assert!(cache.get(&key(0)).is_some());
    cache.add(key(max), None, text(b"{}"));
    let known = |number| cache.get(&key(number)).is_some();
    assert_eq!(
        [known(0), known(1), known(2), known(max)],
        [true, false, true, true]
    );
    cache.add(key(0), None, text(b"{}"));
    assert_eq!(lock(&cache.0).len(), max);
}

#[test]
fn the_memory_of_all_texts_is_bounded() {
    let cache = TextCache::default();
    let source = format!("[{}1]", "1, ".repeat(100_000));
    let text = text(source.as_bytes());
    let weight = text.weight();
    assert!(weight > source.len());
    let room = Outline::MAX_CACHED_BYTES / weight;
    assert!((1..Outline::MAX_CACHED_FILES).contains(&room));
    for number in 0..=room {
        cache.add(key(number), None, text.clone());
    }
    let known = |number| cache.get(&key(number)).is_some();
    assert_eq!([known(0), known(1), known(room)], [false, true, true]);
    assert_eq!(lock(&cache.0).len(), room);
}

#[test]
fn tokens_are_counted_once_per_encoding() {
    let text = text(b"{}");
    assert_eq!(text.token_count("a", || 1), 1);
    assert_eq!(text.token_count("a", || 2), 1);
    assert_eq!(text.token_count("b", || 3), 3);
}
