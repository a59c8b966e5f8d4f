//! Size and state of the shared thread pool: `setThreads`, `threads` and `poolStats`.

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

/// Numbers of threads and tasks of the shared pool at one moment.
#[napi(object, object_from_js = false)]
pub struct PoolStats {
    /// Maximum number of threads that count: `threads()`.
    pub size: f64,
    /// Threads alive, those of the other counts included.
    pub workers: f64,
    /// Threads without work.
    pub idle: f64,
    /// Threads that wait for other work of the pool. They do not count against the
    /// size.
    pub blocked: f64,
    /// Threads inside work of a call that has ended, by its end, its deadline or an
    /// abort, and that cannot be interrupted. One that does not return within 2 ms
    /// does not count against the size, up to 64 of them.
    pub abandoned: f64,
    /// Turns of calls that wait for a thread.
    pub queued: f64,
}

/// Returns the numbers of threads and of waiting tasks of the pool that all calls of
/// the process share.
///
/// ```js
/// poolStats().abandoned // 0
/// ```
#[napi(catch_unwind)]
pub fn pool_stats() -> PoolStats {
    let stats = Pool::shared().stats();
    PoolStats {
        size: stats.size as f64,
        workers: stats.workers as f64,
        idle: stats.idle as f64,
        blocked: stats.blocked as f64,
        abandoned: stats.abandoned as f64,
        queued: stats.queued as f64,
    }
}
