//! Tests of the counter on text that grows at the end of a long run: totals are exact, and the next
//! push recounts a bounded part of the text.

use super::*;
use crate::{Encoding, TiktokenOptions};

/// Maximum number of bytes of a long run that a push recounts.
const MAX_RECOUNTED: usize = 1024;

/// Starts of texts, before the run.
const STARTS: &[&str] = &[
    "",
    "x",
    "x ",
    "x\n",
    "x\n\n",
    " \n",
    "\n \n",
    "!",
    "!\n",
    "!\n ",
    "!!\n\n",
    " !\r\n",
    "1\t",
    "x\u{2028}",
    "!/",
];

/// Units of runs.
const UNITS: &[&str] = &[
    " ", "\n", "\t", "\r\n", " \n", "\n  ", "\u{3000}", "\u{a0}\n", "\u{85}", "  \t",
];

/// Texts after a run, pushed one after the other.
const ENDS: &[&[&str]] = &[
    &["x"],
    &["\n", "  ", "\n"],
    &[" ", "\n", "x", "y"],
    &["/", "\n"],
    &["!", "\n", "/"],
    &["  ", "  ", "é"],
    &["1", "\n\n\n\n", "\n"],
    &["\u{3000}", "\n", " ", "x"],
];

fn tokenizers() -> Vec<Tokenizer> {
    let published = [
        Encoding::O200kBase,
        Encoding::Cl100kBase,
        Encoding::P50kBase,
    ];
    published
        .into_iter()
        .map(|encoding| Tokenizer::get(encoding).clone())
        .collect()
}

/// Pushes `parts` and checks the total after each push and each `pop`.
fn check(tokenizer: &Tokenizer, parts: &[&str], about: &str) -> TokenCounter {
    let (options, token) = (TokenOptions::default(), CancelToken::new());
    let mut counter = TokenCounter::new(tokenizer, options.clone());
    let mut text = String::new();
    let mut totals = Vec::new();
    for part in parts {
        totals.push(counter.total());
        text.push_str(part);
        let total = counter.push(part, &token).unwrap();
        let expected = tokenizer.count(&text, &options, &token).unwrap();
        assert_eq!(total, expected, "{about}: {} bytes", text.len());
    }
    let full = counter.clone();
    while let Some(total) = totals.pop() {
        assert!(counter.pop());
        assert_eq!(counter.total(), total, "{about}");
    }
    full
}

/// Returns the length of the prefix that the next push does not recount if it continues the run.
fn counted_len(counter: &TokenCounter) -> usize {
    let conditional = counter.state.conditional.map(|(prefix, _)| prefix.len);
    conditional.unwrap_or(counter.state.stable.len)
}

#[test]
fn a_push_to_a_long_run_of_white_space_counts_a_bounded_part_again() {
    for tokenizer in tokenizers() {
        for start in STARTS {
            for unit in UNITS {
                let part = unit.repeat(90 / unit.len());
                let parts: Vec<&str> = [*start].into_iter().chain([part.as_str(); 20]).collect();
                let about = format!("{start:?}, {unit:?}");
                let counter = check(&tokenizer, &parts, &about);
                let recounted = counter.text.len() - counted_len(&counter);
                assert!(recounted <= MAX_RECOUNTED, "{about}: {recounted} bytes");
            }
        }
    }
}

#[test]
fn totals_are_exact_whatever_follows_a_long_run() {
    let mut number = 0;
    for tokenizer in tokenizers() {
        for start in STARTS {
            for units in UNITS.windows(2) {
                let runs: Vec<String> = units.iter().map(|u| u.repeat(420 / u.len())).collect();
                for end in ENDS.iter().skip(number % 4).step_by(4) {
                    let mut parts = vec![*start];
                    for run in &runs {
                        // Other tests cover parts that end inside characters.
                        let (head, tail) = run.split_at(run.len() / 2 / 6 * 6);
                        parts.extend([head, tail, ""]);
                    }
                    parts.extend(*end);
                    check(
                        &tokenizer,
                        &parts,
                        &format!("{start:?}, {units:?}, {end:?}"),
                    );
                }
                number += 1;
            }
        }
    }
}

#[test]
fn runs_that_alternate_are_counted_a_bounded_number_of_times() {
    // A line end after spaces makes them part of the preceding piece; only they are counted again.
    let parts: Vec<String> = (0..60)
        .map(|n| match n % 2 {
            0 => " ".repeat(300),
            _ => "\n".to_owned(),
        })
        .collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    for tokenizer in tokenizers() {
        let counter = check(&tokenizer, &parts, "alternating");
        let recounted = counter.text.len() - counter.state.stable.len;
        assert!(recounted <= MAX_RECOUNTED, "{recounted} bytes");
    }
}

#[test]
fn a_pattern_that_does_not_cover_the_text_counts_what_it_matches() {
    use base64::Engine as _;
    let ranks: String = (0..=255u8)
        .map(|byte| {
            base64::engine::general_purpose::STANDARD.encode([byte]) + &format!(" {byte}\n")
        })
        .collect();
    for pattern in [
        r"\w+", "[a-z]+", "b|c(?=d)", r"\d{2}", r"(?<=a)b", r"\s+$", "x*", "^a",
    ] {
        let options = TiktokenOptions {
            pattern: pattern.to_owned(),
            ..TiktokenOptions::default()
        };
        let tokenizer = Tokenizer::from_tiktoken(ranks.as_bytes(), &options).unwrap();
        for text in [
            "ab cd  12 345",
            "  ",
            "cdcdc",
            "aaaa bbb",
            "a\nab\n\n",
            "é1é22",
        ] {
            for len in 1..=text.len() {
                let parts: Vec<&[u8]> = text.as_bytes().chunks(len).collect();
                let (options, token) = (TokenOptions::default(), CancelToken::new());
                let mut counter = TokenCounter::new(&tokenizer, options.clone());
                for part in parts {
                    counter.push(part, &token).unwrap();
                    let expected = tokenizer.count(&counter.text, &options, &token).unwrap();
                    assert_eq!(counter.total(), expected, "{pattern} in {text:?}");
                    let encoded = tokenizer.encode(&counter.text, &options, &token).unwrap();
                    assert_eq!(counter.total(), encoded.len(), "{pattern} in {text:?}");
                }
            }
        }
    }
}
