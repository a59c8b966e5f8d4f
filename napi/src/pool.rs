//! The size of the shared thread pool.

use napi::Result;
use napi_derive::napi;
use ransack::Pool;

use crate::number::length;

/// Sets how many threads all calls of the process share; zero counts as one.
/// Surplus threads end after their current piece of work.
#[napi(catch_unwind)]
pub fn set_threads(threads: f64) -> Result<()> {
    if let Some(size) = length("threads", Some(threads))? {
        Pool::shared().resize(size);
    }
    Ok(())
}

/// How many threads all calls of the process share at most. Until it is set:
/// the number of cores that the process may use.
#[napi(catch_unwind)]
pub fn threads() -> f64 {
    Pool::shared().size() as f64
}
