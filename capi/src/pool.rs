//! Worker pools: the shared pool, and pools that the caller creates.

use ransack::Pool;

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::{guard, guard_or};

/// Dedicated pool of worker threads, for calls that name the pool in the `pool` field of their
/// options. NULL means the shared pool, whose initial size is the number of processor cores
/// available to the process.
///
/// A thread starts when a call needs it and ends after 10 seconds without work. Results do not
/// depend on the number of threads.
///
///     ransack_pool *pool = NULL;
///     ransack_pool_new(1, &pool);
///     options.pool = pool;
///     status = ransack_grep(&options, NULL, on_match, NULL, &report);
///     ransack_pool_free(pool);
pub struct ransack_pool {
    _private: [u8; 0],
}

impl Handle for ransack_pool {
    type Owner = Pool;
}

/// Creates a pool of at most `size` threads. A size of 0 counts as 1, and a size above 1024
/// as 1024. Free the pool with ransack_pool_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_new(
    size: usize,
    out: *mut *mut ransack_pool,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires `out` to be NULL or valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        out.write(ffi::into_handle(Pool::new(size)));
        Ok(())
    })
}

/// Returns the maximum number of threads in a pool; NULL means the shared pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_size(pool: *const ransack_pool) -> usize {
    guard_or(0, || {
        // SAFETY: the header requires NULL or a pool that is not freed during the call.
        let pool = unsafe { resolve(pool) }.ok().flatten();
        pool.as_ref().unwrap_or_else(|| Pool::shared()).size()
    })
}

/// Sets the maximum number of threads in a pool; NULL means the shared pool. Also applies to calls
/// in progress. A size of 0 counts as 1, and a size above 1024 as 1024. Surplus threads end after
/// their current job.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_resize(
    pool: *const ransack_pool,
    size: usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a pool that is not freed during the call.
        let pool = unsafe { resolve(pool) }?;
        pool.as_ref().unwrap_or_else(|| Pool::shared()).resize(size);
        Ok(())
    })
}

/// Numbers of worker threads and waiting tasks in a pool at one moment. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pool_stats {
    /// Maximum number of worker threads, as returned by ransack_pool_size(). Blocked and some
    /// abandoned threads do not count against this maximum.
    pub size: usize,
    /// Number of live worker threads, including idle, blocked and abandoned threads.
    pub workers: usize,
    /// Number of idle worker threads.
    pub idle: usize,
    /// Number of worker threads that are waiting for other work in the same pool. They do not count
    /// against `size`.
    pub blocked: usize,
    /// Number of abandoned worker threads: threads that are still doing uninterruptible work for a
    /// call that has finished, timed out or been cancelled. Of the abandoned threads that do not
    /// return within 2 ms, up to 64 do not count against `size`.
    pub abandoned: usize,
    /// Number of tasks waiting for a worker thread.
    pub queued: usize,
}

/// Sets `out` to the current numbers of worker threads and waiting tasks in a pool; a NULL pool
/// means the shared pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_stats_get(
    pool: *const ransack_pool,
    out: *mut ransack_pool_stats,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a pool that is not freed during the call.
        let pool = unsafe { resolve(pool) }?;
        let stats = pool.as_ref().unwrap_or_else(|| Pool::shared()).stats();
        out.write(ransack_pool_stats {
            size: stats.size,
            workers: stats.workers,
            idle: stats.idle,
            blocked: stats.blocked,
            abandoned: stats.abandoned,
            queued: stats.queued,
        });
        Ok(())
    })
}

/// Frees a handle to a pool; calls and workspaces that use the pool keep it alive. Does nothing if
/// the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_free(pool: *mut ransack_pool) {
    // SAFETY: the header requires NULL or a pool of this library that is not used afterwards.
    unsafe { ffi::free(pool) }
}

/// Converts the `pool` of an options struct; NULL means the shared pool.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
pub(crate) unsafe fn resolve(pool: *const ransack_pool) -> Result<Option<Pool>, Failure> {
    if pool.is_null() {
        return Ok(None);
    }
    // SAFETY: the contract of this function.
    unsafe { ffi::borrow(pool, "pool") }.cloned().map(Some)
}

#[cfg(test)]
mod tests;
