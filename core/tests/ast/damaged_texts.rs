//! Texts in every language, truncated and changed at random positions, passed to everything that
//! parses them: the C code of the grammars, and Oniguruma.
//!
//! Under a sanitizer (`bench/sanitize`), this finds invalid accesses in that code; without one,
//! results must still lie in the text and be identical each time. `RANSACK_DAMAGED` is the number
//! of damaged texts per source, 1 by default.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::time::Duration;

use ransack::ast::{Language, languages};
use ransack::highlight::{
    Engine, HighlightOptions, HighlightStream, Output, detect_language, highlight,
};
use ransack::{CancelToken, OutlineItem, OutlineOptions, check_syntax, outline};
use ransack_testing::Dice;
use ransack_testing::samples::{self, Fixture};

/// Words of the grammars' scanners: openings of strings, comments, heredocs, tags and indents, and
/// bytes that a scanner may not expect.
const WORDS: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\xf0\x9f",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    "\u{feff}".as_bytes(),
    "\u{10ffff}".as_bytes(),
    "\u{2028}".as_bytes(),
    b"\r",
    b"\n\t\t  ",
    b"\n\n\n",
    b"\\\n",
    b"\"",
    b"'",
    b"`",
    b"\"\"\"",
    b"'''",
    b"r##\"",
    b"R\"abcdefghijklmnopqrstuvwxyz(",
    b"f'{",
    b"${",
    b"#{",
    b"{{",
    b"$(",
    b"<<~EOF\n",
    b"<<'A' <<\"B\"\n",
    b"<<<EOT\n",
    b"@\"\n",
    b"%w<",
    b"%q{",
    b"q(",
    b"s/a/",
    b"/*",
    b"*/",
    b"(*",
    b"{-",
    b"--[==[",
    b"]==]",
    b"<!--",
    b"<script>",
    b"</div>",
    b"<a b='",
    b"<?php ",
    b"?>",
    b"=pod\n",
    b"=begin\n",
    b"__END__\n",
    b"#if 1\n",
    b"```rust\n",
    b"- - > 1. ",
    b"--- |+9\n",
    b"&a !!b *c ",
    b"do ",
    b"end ",
    b"where\n",
    b"/\\ \\/ ",
    b"$tag$",
];

/// Sources in each language, from the other tests.
fn sources() -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut sources: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    let mut add = |language: &str, text: &[u8]| {
        let texts = sources.entry(language.to_owned()).or_default();
        texts.push(text.to_owned());
    };
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        add(&language, source.as_bytes());
    }
    for path in samples::files() {
        let text = fs::read(&path).unwrap();
        if let Some(language) = detect_language(&path, &text) {
            add(language, &text);
        }
    }
    for (language, text) in samples::HIGHLIGHTED.iter() {
        add(language, text.as_bytes());
    }
    sources
}

/// Returns the text truncated, or with up to four changes: bytes replaced or removed, a part
/// repeated, a word of the grammars inserted.
fn damage(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut damaged = text.to_owned();
    if dice.below(3) == 0 {
        damaged.truncate(dice.below(text.len() + 1));
    }
    for _ in 0..dice.below(5) {
        let start = dice.below(damaged.len() + 1);
        let end = damaged.len().min(start + dice.below(40));
        match dice.below(5) {
            0 => drop(damaged.drain(start..end)),
            1 => {
                let part = damaged[start..end].repeat(1 + dice.below(40));
                damaged.splice(start..start, part);
            }
            2 if start < damaged.len() => damaged[start] = dice.below(256) as u8,
            _ => {
                let word = WORDS[dice.below(WORDS.len())];
                damaged.splice(start..end, word.repeat(1 + dice.below(3)));
            }
        }
    }
    damaged
}

/// Checks that definitions lie in the text, and each within its enclosing definition.
fn assert_inside(items: &[OutlineItem], within: Range<usize>, context: &str) {
    for item in items {
        let span = item.span().start.offset..item.span().end.offset;
        assert!(within.start <= span.start, "{context}");
        assert!(
            span.start <= span.end && span.end <= within.end,
            "{context}"
        );
        assert_inside(&item.children, span, context);
    }
}

/// Runs everything that parses `text` and returns a description of the results.
fn examine(text: &[u8], language: &str, dice: &mut Dice) -> String {
    let context = format!("{language}: {}", text.escape_ascii());
    let token = CancelToken::new();
    let mut found = String::new();
    if Language::from_name(language).is_some() {
        let faults = check_syntax(text, language, &token).unwrap();
        for fault in &faults {
            assert!(
                fault.span.start.offset <= fault.span.end.offset,
                "{context}"
            );
            assert!(fault.span.end.offset <= text.len(), "{context}");
        }
        let outline = outline(text, language, &OutlineOptions::default(), &token).unwrap();
        assert_inside(&outline.items, 0..text.len(), &context);
        found += &format!("{faults:?}\n{:?}\n", outline.items);
    }
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new(language);
        options.engine = Some(engine);
        options.time_limit = Some(Duration::MAX);
        let highlighted = highlight(text, &options, &token).unwrap();
        let whole = highlighted.render(&Output::Html, &token).unwrap();
        let mut stream = HighlightStream::new(&options, Output::Html);
        let mut shown = Vec::new();
        let (first, second) = text.split_at(dice.below(text.len() + 1));
        for part in [first, second] {
            stream.push(part, &token).unwrap().apply(&mut shown);
        }
        stream.finish(&token).unwrap().apply(&mut shown);
        assert!(shown == whole, "{engine:?}, in two parts: {context}");
        found += &format!("{:?}\n", highlighted.spans().collect::<Vec<_>>());
    }
    found
}

#[test]
fn results_are_in_the_text_and_the_same_each_time() {
    let times = std::env::var("RANSACK_DAMAGED").map_or(1, |times| times.parse().unwrap());
    let sources = sources();
    let parsed: BTreeSet<&str> = languages().iter().map(|l| l.name).collect();
    for language in &parsed {
        assert!(sources.contains_key(*language), "no text in {language}");
    }
    let mut dice = Dice::new(11);
    for (language, texts) in &sources {
        for text in texts {
            for _ in 0..times {
                let damaged = damage(text, &mut dice);
                let found = examine(&damaged, language, &mut dice);
                let again = examine(&damaged, language, &mut dice);
                assert!(found == again, "{language}: {}", damaged.escape_ascii());
            }
        }
    }
}
