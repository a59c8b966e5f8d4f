//! Tests of segments.
//!
//! - `search`: results of built and merged segments.
//! - `damage`: damaged and foreign segments, and segments of another version.
//! - `interruption`: tokens that fire, and outputs that fail.

mod damage;
mod interruption;
mod search;

use std::io::{Seek, Write};

use ransack_base::CancelToken;

use super::doc_key::DocKey;
use super::doc_set::DocSet;
use super::format::SegmentFault;
use super::inverter::SegmentInverter;
use super::merge::merge;
use super::reader::{SegmentData, SegmentReader};
use crate::scan::{Boundary, WordQuery};

fn end(is_known: bool) -> Boundary {
    match is_known {
        true => Boundary::Closed,
        false => Boundary::Open,
    }
}

fn key(number: usize) -> DocKey {
    // Not in document order.
    let mut id = [0; 20];
    id[..8].copy_from_slice(
        &(number as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .to_le_bytes(),
    );
    DocKey::new(id)
}

/// Builds a segment of texts whose keys count from `first`.
fn build_from(first: usize, texts: &[Vec<u8>]) -> Vec<u8> {
    let token = CancelToken::new();
    let mut inverter = SegmentInverter::new();
    for (number, text) in texts.iter().enumerate() {
        let size = text.len() as u64 + 3;
        let added = inverter.add(key(first + number), size, text, &token);
        assert_eq!(added, Ok(number as u32));
    }
    let mut bytes = Vec::new();
    inverter.finish(&mut bytes, &token).unwrap();
    bytes
}

fn build(texts: &[Vec<u8>]) -> Vec<u8> {
    build_from(0, texts)
}

fn in_memory(bytes: &[u8]) -> SegmentReader {
    SegmentReader::open(SegmentData::Memory(bytes.to_vec())).unwrap()
}

fn in_file(bytes: &[u8]) -> Result<SegmentReader, SegmentFault> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    SegmentReader::open(SegmentData::File(file))
}

fn found(segment: &SegmentReader, query: &WordQuery) -> Vec<u32> {
    let set = segment.search(query, &CancelToken::new()).unwrap();
    assert_eq!(set.universe(), segment.doc_count());
    set.iter().collect()
}

fn expected(texts: &[Vec<u8>], query: &WordQuery) -> Vec<u32> {
    let holds = |number: &u32| query.holds_for(&texts[*number as usize]);
    (0..texts.len() as u32).filter(holds).collect()
}

/// Texts with about 25,000 words: several pages and filters, lists of all
/// forms, and words with long common prefixes.
fn large_texts() -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new(); 300];
    for number in 0..25_000_usize {
        let word = match number % 4 {
            0 => format!("mmCOMMON_REGISTER_{number:06}_MASK\n"),
            1 => format!("0x{:08x};", number * 7919),
            2 => format!("word_{}_{}\u{e9} ", number % 97, number),
            _ => format!("{}Camel{} ", (b'a' + (number % 26) as u8) as char, number),
        };
        let count = match number % 50 {
            0 => number % 301,
            1..=9 => 3,
            _ => 1,
        };
        for step in 0..count {
            texts[(number / 100 + step) % 300].extend_from_slice(word.as_bytes());
        }
    }
    // A document with more words than are collected at once, and with
    // repetitions.
    let all = texts[..150].concat();
    texts.push([&all[..], &all[..]].concat());
    // Fits every case-insensitive pattern.
    texts.push("\u{212a}".repeat(40).into_bytes());
    texts
}
