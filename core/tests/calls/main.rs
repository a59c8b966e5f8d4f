//! Properties of every operation: options, cancellation, streams and the reading of files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod advice;
mod async_stream;
mod bad_input;
mod cancel;
mod cancel_in_callback;
mod language_by_text;
mod options;
mod read_policy;
mod waited;
