//! Round trips of real files in many languages. The corpus is in the published
//! package of bat.

#![allow(clippy::print_stderr, reason = "prints the size of the corpus")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use ransack::highlight::{
    Engine, HighlightOptions, HighlightStream, Output, detect_language, highlight,
};
use ransack::{CancelToken, GlobOptions, glob};

use ransack_testing::round_trip::{check, terminal};
use ransack_testing::{Dice, tier};

fn folder() -> PathBuf {
    let folder =
        ransack_testing::package::fetched("bat", "0.26.1").join("tests/syntax-tests/source");
    assert!(folder.is_dir(), "no corpus at {}", folder.display());
    folder
}

/// Files of the corpus and their languages; the name is empty for plain files.
fn corpus() -> Vec<(&'static str, Vec<u8>)> {
    let folder = folder();
    let mut options = GlobOptions::new("**/*", &folder);
    options.scope.hidden = true;
    options.scope.gitignore = false;
    let found = glob(&options, &CancelToken::new()).unwrap();
    let paths = found
        .items
        .iter()
        .map(|item| folder.join(item.path.to_string_lossy().as_ref()));
    let files = paths.filter(|path| path.is_file()).map(|path| {
        let text = std::fs::read(&path).unwrap();
        (detect_language(&path, &text).unwrap_or_default(), text)
    });
    files.collect()
}

/// Checks a stream that gets the text in chunks of random length.
fn check_stream(name: &str, text: &[u8], dice: &mut Dice) {
    let token = CancelToken::new();
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new(name);
        options.engine = Some(engine);
        let whole = highlight(text, &options, &token).unwrap();
        for output in [terminal(), Output::Html] {
            let mut stream = HighlightStream::new(&options, output.clone());
            let mut shown = Vec::new();
            let mut rest = text;
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(rest.len().min(1 + dice.below(2000)));
                stream.push(chunk, &token).unwrap().apply(&mut shown);
                rest = after;
            }
            stream.finish(&token).unwrap().apply(&mut shown);
            assert!(
                shown == whole.render(&output, &token).unwrap(),
                "{name}, {engine:?}"
            );
            assert_eq!(stream.text(), text);
        }
    }
}

fn check_all(change: impl Fn(Vec<u8>) -> Vec<u8>) {
    let mut dice = Dice::new(7);
    for (name, text) in corpus() {
        let text = change(text);
        check(name, &text);
        check_stream(name, &text, &mut dice);
    }
}

#[test]
fn the_corpus_has_many_languages() {
    if !tier::runs("corpus") {
        return;
    }
    let files = corpus();
    let names: BTreeSet<_> = files.iter().map(|(name, _)| *name).collect();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    let (count, many) = (files.len(), names.len());
    eprintln!("{count} files, {bytes} bytes, {many} languages: {names:?}");
    assert!(many >= 80);
}

#[test]
fn every_file_round_trips() {
    if !tier::runs("corpus") {
        return;
    }
    check_all(|text| text);
}

#[test]
fn every_file_with_crlf_round_trips() {
    if !tier::runs("corpus") {
        return;
    }
    check_all(|text| {
        let lines = text.split(|&byte| byte == b'\n');
        let lines: Vec<_> = lines
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .collect();
        lines.join(&b"\r\n"[..])
    });
}

#[test]
fn every_file_with_an_invalid_byte_round_trips() {
    if !tier::runs("corpus") {
        return;
    }
    check_all(|mut text| {
        text.insert(text.len() / 2, 0xFF);
        text
    });
}
