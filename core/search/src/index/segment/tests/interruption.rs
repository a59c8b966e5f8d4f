//! Tests of tokens that fire and outputs that fail.

use std::io;
use std::time::Duration;

use ransack_base::AbortReason;

use super::super::format::{SearchError, WriteError};
use super::search::large_queries;
use super::*;

fn fired() -> CancelToken {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    token
}

#[test]
fn a_document_whose_addition_is_aborted_is_not_added() {
    let token = CancelToken::new();
    let mut inverter = SegmentInverter::new();
    inverter.add(key(0), 4, b"a", &token).unwrap();
    assert!(inverter.add(key(1), 5, b"a b", &fired()).is_err());
    assert_eq!(inverter.doc_count(), 1);
    assert_eq!(inverter.add(key(1), 5, b"bc", &token), Ok(1));
    let mut bytes = Vec::new();
    inverter.finish(&mut bytes, &token).unwrap();
    assert!(bytes == build(&[b"a".to_vec(), b"bc".to_vec()]));
}

#[test]
fn words_of_an_aborted_document_are_not_written() {
    // Adding it takes longer than the token lasts: only the first words are added.
    let text: String = (0..1_000_000).map(|number| format!("w{number} ")).collect();
    let token = CancelToken::with_timeout(Duration::from_millis(30));
    let mut inverter = SegmentInverter::new();
    inverter.add(key(0), 4, b"a", &CancelToken::new()).unwrap();
    let aborted = inverter.add(key(1), 0, text.as_bytes(), &token);
    assert!(aborted.is_err());
    assert_eq!(
        inverter.add(key(1), 8, b"w1 a0", &CancelToken::new()),
        Ok(1)
    );
    let mut bytes = Vec::new();
    inverter.finish(&mut bytes, &CancelToken::new()).unwrap();
    assert!(bytes == build(&[b"a".to_vec(), b"w1 a0".to_vec()]));
}

/// Output that fires a token when it is written to.
struct Firing<'t>(&'t CancelToken);

impl Write for Firing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.cancel(AbortReason::User);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn writing_and_searching_stop_when_the_token_fires() {
    let texts = large_texts();
    let inverter = || {
        let mut inverter = SegmentInverter::new();
        for (number, text) in texts.iter().enumerate() {
            inverter
                .add(key(number), 0, text, &CancelToken::new())
                .unwrap();
        }
        inverter
    };
    let token = fired();
    let finished = inverter().finish(&mut io::sink(), &token);
    assert!(matches!(finished, Err(WriteError::Aborted(_))));
    let token = CancelToken::new();
    let finished = inverter().finish(&mut Firing(&token), &token);
    assert!(matches!(finished, Err(WriteError::Aborted(_))));

    let segment = in_memory(&build(&texts));
    let kept = DocSet::full(segment.doc_count());
    let token = CancelToken::new();
    let merging = merge(&[(&segment, &kept)], &mut Firing(&token), &token);
    assert!(matches!(merging, Err(WriteError::Aborted(_))));
    let found = segment.search(&large_queries()[5], &fired());
    assert!(matches!(found, Err(SearchError::Aborted(_))));
}

/// Output that fails when it is written to.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_is_an_error() {
    let token = CancelToken::new();
    let finished = SegmentInverter::new().finish(&mut Full, &token);
    assert!(matches!(finished, Err(WriteError::Output(_))));
    let merging = merge(&[], &mut Full, &token);
    assert!(matches!(merging, Err(WriteError::Output(_))));
}
