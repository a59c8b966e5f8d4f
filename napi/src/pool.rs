//! Size and state of the shared thread pool: `setThreads`, `threads` and `poolStats`.

use napi::Result;
use napi_derive::napi;
use ransack::Pool;

use crate::number::length;

/// Sets the maximum number of threads in the pool that all calls in the process share. Zero counts
/// as one. Surplus threads end after their current piece of work. Throws a `RansackOptionError` if
/// `threads` is not a whole number from 0 to 2^53 - 1.
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

/// Returns the maximum number of threads in the pool that all calls in the process share. Default:
/// the number of processor cores available to the process.
///
/// ```js
/// threads() // 8
/// ```
#[napi(catch_unwind)]
pub fn threads() -> f64 {
    Pool::shared().size() as f64
}

/// Numbers of threads and tasks in the shared pool at a given moment.
#[napi(object, object_from_js = false)]
pub struct PoolStats {
    /// Maximum number of threads that count against the pool's size, as returned by `threads()`.
    pub size: f64,
    /// Number of live threads, including idle, blocked and abandoned threads.
    pub workers: f64,
    /// Number of threads without work.
    pub idle: f64,
    /// Number of threads that wait for other work in the pool. They do not count against the pool's
    /// size.
    pub blocked: f64,
    /// Number of threads inside uninterruptible work for a call that has ended, whether normally,
    /// at its deadline or by an abort. An abandoned thread that does not return within 2 ms no
    /// longer counts against the pool's size; this applies to at most 64 threads.
    pub abandoned: f64,
    /// Number of tasks that are waiting for a thread.
    pub queued: f64,
}

/// Returns the numbers of threads and waiting tasks in the pool that all calls in the process
/// share.
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
