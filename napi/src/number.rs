//! Whole numbers from JavaScript.

use napi::{Error, Result, Status};

/// The largest integer that a JavaScript number holds exactly.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// A count that the caller may have left out.
///
/// # Errors
///
/// Anything but a whole number from 0 to 2^53 - 1.
pub fn count(name: &str, value: Option<f64>) -> Result<Option<u64>> {
    value.map(|n| whole(name, n)).transpose()
}

/// A count.
///
/// # Errors
///
/// As [`count`].
pub fn whole(name: &str, n: f64) -> Result<u64> {
    if n.fract() == 0.0 && (0.0..=MAX_SAFE).contains(&n) {
        return Ok(n as u64);
    }
    Err(Error::new(
        Status::InvalidArg,
        format!("`{name}` must be a whole number from 0 to 2^53 - 1, not {n}"),
    ))
}

/// The same for a length in memory.
///
/// # Errors
///
/// As [`count`].
pub fn length(name: &str, value: Option<f64>) -> Result<Option<usize>> {
    Ok(count(name, value)?.map(|n| usize::try_from(n).unwrap_or(usize::MAX)))
}
