#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::CStr;

use super::*;
use crate::error::ransack_last_error_message;

/// Returns the interpretations of a pattern as shapes and kinds, or the error message.
fn explained(pattern: &str, language: &str) -> String {
    let mut out = std::ptr::null_mut();
    let (pattern, language) = [pattern, language]
        .map(|text| ransack_bytes::of(text.as_bytes()))
        .into();
    // SAFETY: all arguments are valid for the call.
    let status =
        unsafe { ransack_explain_pattern(pattern, language, std::ptr::null(), &raw mut out) };
    if status != ransack_status::Ok {
        assert_eq!(status, ransack_status::InvalidPattern);
        // SAFETY: the message is valid until the next call.
        let message = unsafe { CStr::from_ptr(ransack_last_error_message()) };
        return message.to_str().unwrap().to_owned();
    }
    // SAFETY: the call succeeded, so `out` is a list of readings.
    let readings = unsafe { std::slice::from_raw_parts((*out).readings, (*out).len) };
    let shown = readings.iter().map(|reading| {
        // SAFETY: the text belongs to a reading.
        let kind = unsafe { reading.kind.text("kind") }.unwrap();
        format!("{:?} {kind}", reading.shape)
    });
    let shown = shown.collect::<Vec<String>>().join(", ");
    // SAFETY: the readings are not used afterwards.
    unsafe { ransack_pattern_readings_free(out) };
    shown
}

#[test]
fn readings_and_messages_are_those_of_the_core() {
    let table = include_str!("../../../../core/tests/data/pattern_errors.txt");
    let rows = table
        .lines()
        .filter(|line| line.matches(" ¦ ").count() == 2);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(" ¦ ").collect();
        let pattern = cells[1].replace("\\n", "\n").replace('␣', " ");
        let expected = match ransack::explain_pattern(&pattern, cells[0], &CancelToken::new()) {
            Ok(readings) => {
                let shown = readings.iter().map(|reading| {
                    let kind = reading.kind.as_deref().unwrap_or_default();
                    format!("{:?} {kind}", reading.shape)
                });
                shown.collect::<Vec<String>>().join(", ")
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(explained(&pattern, cells[0]), expected);
        count += 1;
    }
    assert!(count >= 100);
}
