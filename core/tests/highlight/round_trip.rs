//! Round trips: rendered output without tags and escape sequences is the input,
//! in every language and with both engines.

use std::collections::BTreeMap;
use std::path::Path;

use ransack::highlight::{
    Class, HighlightOptions, detect_language, highlight, supported_languages, supports_language,
};
use ransack::{CancelToken, GlobOptions, glob};
use ransack_testing::tier;

use ransack_testing::round_trip::check;
use ransack_testing::samples::{self, HIGHLIGHTED};

#[test]
fn every_sample_round_trips() {
    assert!(HIGHLIGHTED.len() >= 80);
    for (name, text) in HIGHLIGHTED.iter() {
        check(name, text.as_bytes());
        check(name, text.replace('\n', "\r\n").as_bytes());
    }
}

/// Checks the files of this repository in their detected languages.
#[test]
fn the_files_of_the_repository_round_trip() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut options = GlobOptions::new("**/*", &root);
    options.scope.hidden = true;
    options.scope.globs = vec!["!.git".into(), "!core/tests/data".into(), "!samples".into()];
    let found = glob(&options, &CancelToken::new()).unwrap();
    let read = |path: &Path| std::fs::read(path).ok().filter(|text| text.len() < 40_000);
    let mut names = BTreeMap::new();
    for item in found.items {
        let path = root.join(item.path.to_string_lossy().as_ref());
        let Some(text) = read(&path) else { continue };
        if let Some(name) = detect_language(&path, &text) {
            let seen: &mut usize = names.entry(name).or_default();
            if seen.is_multiple_of(tier::every()) {
                check(name, &text);
            }
            *seen += 1;
        }
    }
    // A published crate does not contain the other packages.
    if root.join("napi").exists() {
        for name in [
            "c",
            "javascript",
            "json",
            "markdown",
            "python",
            "rust",
            "toml",
            "typescript",
        ] {
            assert!(names.contains_key(name), "{name} is not among {names:?}");
        }
    }
}

#[test]
fn samples_with_invalid_bytes_round_trip() {
    for (name, text) in HIGHLIGHTED.iter() {
        let mut broken = text.as_bytes().to_vec();
        let third = broken.len() / 3;
        broken.splice(third..third, *b"\xFF\xC3(\xE2\x82\0");
        broken.extend(b"\xF0\x9F\x98");
        check(name, &broken);
    }
}

#[test]
fn truncated_samples_round_trip() {
    for (name, text) in HIGHLIGHTED.iter() {
        for part in 1..8 {
            check(name, &text.as_bytes()[..text.len() * part / 8]);
        }
    }
}

#[test]
fn text_of_one_language_round_trips_in_every_other() {
    let text = samples::highlighted("html");
    for name in supported_languages() {
        check(name, text.as_bytes());
        check(name, b"");
        check(name, b"\n");
        check(name, "é\u{1F600}\t\r".as_bytes());
    }
}

#[test]
fn every_sample_has_a_known_language_and_two_classes() {
    for (name, text) in HIGHLIGHTED.iter() {
        // A language may not be built in.
        if !cfg!(feature = "all-languages") && !supports_language(name) {
            continue;
        }
        let options = HighlightOptions::new(*name);
        let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        assert_eq!(found.report().language, Some(*name));
        assert!(found.report().complete, "{name}");
        let mut classes: Vec<Class> = found.spans().map(|span| span.class).collect();
        classes.sort_unstable();
        classes.dedup();
        assert!(classes.len() >= 2, "{name}: {classes:?}");
    }
}
