//! Size of the shared thread pool: `setThreads` and `threads`.

use napi::Result;
use napi_derive::napi;
use ransack::Pool;

use crate::number::length;

/// Sets the number of threads of the pool that all calls of the process share. Zero
/// counts as one. Surplus threads end after their current piece of work. Throws a
/// `RansackOptionError` if `threads` is not a whole number from 0 to 2^53 - 1.
///
/// ```js
/// setThreads(2)
/// ```
#[napi(catch_unwind)]
pub fn set_threads(threads: f64) -> Result<()> {
    if let Some(size) = length("threads", Some(threads))? {
        Pool::shared().resize(size);
    }
    Ok(())
}

/// Returns the maximum number of threads of the pool that all calls of the process
/// share. Default: the number of cores that the process may use.
///
/// ```js
/// threads() // 8
/// ```
#[napi(catch_unwind)]
pub fn threads() -> f64 {
    Pool::shared().size() as f64
}
