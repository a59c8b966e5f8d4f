//! Files in many languages that others wrote: those with which highlight.js tries
//! its grammars (`data/highlight`, with their licence).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(feature = "highlight")]

use std::fs;
use std::path::Path;

use ransack::CancelToken;
use ransack::highlight::{
    Engine, HighlightOptions, HighlightStream, Output, engine_of, highlight, supports_language,
};

#[path = "highlight/strip.rs"]
mod strip;
#[path = "highlight/whole.rs"]
mod whole;

use strip::strip_sgr;
use whole::{check, palette};

/// How long the chunks are: they cut characters and line ends apart.
const CHUNKS: [usize; 2] = [3, 61];

/// The languages by name, and a text in each.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/highlight");
    let paths = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let language = path.file_stem().unwrap().to_string_lossy().into_owned();
            (language, fs::read(path).unwrap())
        })
        .filter(|(language, _)| supports_language(language))
        .collect();
    files.sort();
    files
}

/// The text, and the same with other line ends and with bytes that are no text.
fn variants(text: &[u8]) -> [Vec<u8>; 3] {
    let lines: Vec<_> = text.split(|&b| b == b'\n').collect();
    let mut broken = Vec::new();
    for part in text.chunks(97) {
        broken.extend_from_slice(part);
        broken.extend_from_slice(b"\xE2\x82\xFF");
    }
    [text.to_vec(), lines.join(&b"\r\n"[..]), broken]
}

#[test]
fn at_least_eighty_languages_each_with_its_classes() {
    let corpus = corpus();
    assert!(corpus.len() >= 80, "{}", corpus.len());
    for (language, text) in corpus {
        let options = HighlightOptions::new(&language);
        let found = highlight(&text, &options, &CancelToken::new()).unwrap();
        assert_eq!(found.report().language, Some(&*language));
        assert!(found.report().complete, "{language}");
        let mut classes: Vec<_> = found.spans().map(|span| span.class).collect();
        classes.sort_unstable();
        classes.dedup();
        assert!(classes.len() >= 2, "{language}: {classes:?}");
    }
}

#[test]
fn every_file_comes_back() {
    for (language, text) in corpus() {
        for text in variants(&text) {
            check(&language, &text);
        }
    }
}

#[test]
fn every_file_comes_back_in_pieces() {
    for (language, text) in corpus() {
        for text in variants(&text) {
            for engine in [Engine::TreeSitter, Engine::Syntect] {
                let mut options = HighlightOptions::new(&language);
                options.engine = Some(engine);
                in_pieces(&options, &text);
                // A language without a grammar has one engine for both.
                if engine_of(&language).unwrap().engine == Engine::Syntect {
                    break;
                }
            }
        }
    }
}

fn in_pieces(options: &HighlightOptions, text: &[u8]) {
    let token = CancelToken::new();
    let output: Output = palette();
    let whole = highlight(text, options, &token).unwrap().render(&output);
    for length in CHUNKS {
        let mut stream = HighlightStream::new(options, output.clone());
        let mut shown = Vec::new();
        let mut pushed = 0;
        for chunk in text.chunks(length) {
            stream.push(chunk, &token).unwrap().apply(&mut shown);
            pushed += chunk.len();
            if pushed % 64 < length {
                assert_eq!(strip_sgr(&shown), &text[..pushed], "{}", options.language);
            }
        }
        stream.finish(&token).unwrap().apply(&mut shown);
        assert_eq!(
            shown.escape_ascii().to_string(),
            whole.escape_ascii().to_string(),
            "{}",
            options.language
        );
    }
}
