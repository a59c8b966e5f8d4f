//! Converts JavaScript numbers to whole numbers.

use napi::{Error, Result, Status};

/// Largest integer that a JavaScript number represents exactly: 2^53 - 1.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Converts the value of option `name`, if set, to a count.
///
/// # Errors
///
/// Fails if the value is not a whole number from 0 to 2^53 - 1.
pub fn count(name: &str, value: Option<f64>) -> Result<Option<u64>> {
    value.map(|n| whole(name, n)).transpose()
}

/// Converts the value of option `name`, if set, to a maximum. The largest number stands for no limit.
///
/// # Errors
///
/// Fails if the value is not a whole number from 0 to 2^53 - 1.
pub fn maximum(name: &str, value: Option<f64>) -> Result<Option<u64>> {
    count(name, value.filter(|n| *n != MAX_SAFE))
}

/// Converts the value of option `name` to a count.
///
/// # Errors
///
/// Fails if the value is not a whole number from 0 to 2^53 - 1.
pub fn whole(name: &str, n: f64) -> Result<u64> {
    if n.fract() == 0.0 && (0.0..=MAX_SAFE).contains(&n) {
        return Ok(n as u64);
    }
    Err(Error::new(
        Status::InvalidArg,
        format!("`{name}` must be a whole number from 0 to 2^53 - 1, not {n}"),
    ))
}

/// Converts the value of option `name`, if set, to a length in memory. Saturates on platforms with
/// a smaller `usize`.
///
/// # Errors
///
/// Fails if the value is not a whole number from 0 to 2^53 - 1.
pub fn length(name: &str, value: Option<f64>) -> Result<Option<usize>> {
    Ok(count(name, value)?.map(saturated))
}

/// Converts a number to a length, at most the largest of the platform.
pub fn saturated(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
