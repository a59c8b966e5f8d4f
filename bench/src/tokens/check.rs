//! Comparison of ids and counts with the reference, over a large amount of text.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;

use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer};
use tiktoken_rs::CoreBPE;

use crate::corpus::Corpus;

type Reference = fn() -> Result<CoreBPE, Box<dyn Error>>;

/// Distinct vocabularies, and the reference for each.
const VOCABULARIES: [(Encoding, Reference); 4] = [
    (Encoding::O200kBase, || Ok(tiktoken_rs::o200k_base()?)),
    (Encoding::Cl100kBase, || Ok(tiktoken_rs::cl100k_base()?)),
    (Encoding::P50kBase, || Ok(tiktoken_rs::p50k_base()?)),
    (Encoding::R50kBase, || Ok(tiktoken_rs::r50k_base()?)),
];

/// Number of bytes that are encoded at a time; the regex engine of the
/// reference fails on longer texts.
const PART: usize = 1 << 20;

/// Compares the ids and counts of a large part of the corpus and of all files in
/// `RANSACK_BENCH_TEXTS`, in each vocabulary. Returns true if all are equal.
pub(super) fn measure(corpus: &Corpus, out: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    let mut texts = vec![("the corpus".to_owned(), super::whole(corpus)?)];
    for path in super::files()? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        texts.push((name.into_owned(), super::read(&path)?));
    }
    let characters: BTreeSet<char> = texts.iter().flat_map(|(_, text)| text.chars()).collect();
    let size: usize = texts.iter().map(|(_, text)| text.len()).sum();
    writeln!(
        out,
        "{} texts, {:.1} MB, {} different characters",
        texts.len(),
        size as f64 / 1e6,
        characters.len()
    )?;
    let mut equal = true;
    for (encoding, reference) in VOCABULARIES {
        let reference = reference()?;
        let tokenizer = Tokenizer::get(encoding);
        let mut tokens = 0;
        let mut differing = BTreeSet::new();
        for (name, text) in &texts {
            for part in parts(text) {
                let (options, token) = (TokenOptions::default(), CancelToken::new());
                let ids = tokenizer.encode(part, &options, &token)?;
                let count = tokenizer.count(part, &options, &token)?;
                tokens += ids.len();
                if count != ids.len() || ids != reference.encode_ordinary(part) {
                    differing.insert(name);
                }
            }
        }
        let verdict = if differing.is_empty() {
            "the same ids and counts".to_owned()
        } else {
            format!("ids or counts differ in {differing:?}")
        };
        writeln!(out, "{encoding}: {tokens} tokens, {verdict}")?;
        equal &= differing.is_empty();
    }
    Ok(equal)
}

/// Splits the text at character boundaries.
fn parts(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let end = (0..=PART.min(text.len()))
            .rev()
            .find(|&at| text.is_char_boundary(at))?;
        let (part, rest) = text.split_at(end);
        text = rest;
        (!part.is_empty()).then_some(part)
    })
}
