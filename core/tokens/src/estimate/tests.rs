//! Tests of estimates, and the features that `bench/python/estimate_tokens.py` reads.

use std::fs;

use serde_json::Value;

use super::*;

/// Writes the features of the texts in a JSON array, for the fit.
#[test]
fn features_are_written() {
    let Some(path) = std::env::var_os("RANSACK_ESTIMATE_TEXTS") else {
        return;
    };
    let texts: Vec<String> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let lines = texts.iter().map(|text| {
        let features = count_features(text.as_bytes()).unwrap();
        let values: Vec<f64> = features.values().collect();
        format!("{}\n", serde_json::to_string(&values).unwrap())
    });
    fs::write(
        std::path::Path::new(&path).with_extension("features"),
        lines.collect::<String>(),
    )
    .unwrap();
}

/// Counts by pi-natives 18.2.3 of the samples of the tests, in the order of `ModelFamily::ALL`.
#[test]
fn estimates_are_close_to_recorded_counts() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let recorded = fs::read_to_string(format!("{data}/estimates.json")).unwrap();
    let recorded: Vec<Value> = serde_json::from_str(&recorded).unwrap();
    assert!(recorded.len() > 20);
    for sample in recorded {
        let text = sample["text"].as_str().unwrap();
        for (family, count) in ModelFamily::ALL
            .iter()
            .zip(sample["counts"].as_array().unwrap())
        {
            let (count, estimate) = (count.as_u64().unwrap(), estimate_tokens(text, *family));
            let ratio = estimate as f64 / count as f64;
            assert!(
                (1.0..2.0).contains(&ratio),
                "{family}: {estimate} instead of {count} for {text:?}"
            );
        }
    }
}

#[test]
fn estimates_grow_with_the_text() {
    let part = "let naïve = 漢字[0x1F]; // \u{1F642}\n";
    for family in ModelFamily::ALL {
        assert_eq!(estimate_tokens("", family), 0);
        let mut last = 0;
        for n in 1..50 {
            let estimate = estimate_tokens(part.repeat(n), family);
            assert!(estimate > last, "{family}, {n} parts");
            last = estimate;
        }
        // Bytes that are not UTF-8 count as U+FFFD.
        let invalid = b"a\xFFb\xC3".repeat(40);
        let replaced = String::from_utf8_lossy(&invalid).into_owned();
        assert_eq!(
            estimate_tokens(&invalid, family),
            estimate_tokens(replaced, family)
        );
    }
}

#[test]
fn families_have_names() {
    for (index, family) in ModelFamily::ALL.into_iter().enumerate() {
        assert_eq!(family as usize, index);
        assert_eq!(family.name().parse::<ModelFamily>().unwrap(), family);
    }
    assert_eq!(
        "CLAUDE_47".parse::<ModelFamily>().unwrap(),
        ModelFamily::Claude47
    );
    let error = "claud-3".parse::<ModelFamily>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownModel);
    assert_eq!(error.pattern(), Some("claud-3"));
    assert_eq!(error.candidates()[0], "claude-3");
}
