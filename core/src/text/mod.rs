//! Terminal text.
mod tables;
mod width;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tables_test;
pub use width::UNICODE_VERSION;
