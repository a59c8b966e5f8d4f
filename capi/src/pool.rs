//! Worker pools: the shared pool, and pools that the caller creates.

use ransack::Pool;

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::{guard, guard_or};

/// Dedicated pool of worker threads, for calls whose options name it as `pool`. NULL means the
/// shared pool, whose initial size is the number of processor cores available to the process.
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

/// Creates a pool of at most `size` threads; 0 counts as 1, more than 1024 as 1024. Free it with
/// ransack_pool_free().
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

/// Returns the maximum number of threads of a pool; NULL means the shared pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_size(pool: *const ransack_pool) -> usize {
    guard_or(0, || {
        // SAFETY: the header requires NULL or a pool that is not freed during the call.
        let pool = unsafe { resolve(pool) }.ok().flatten();
        pool.as_ref().unwrap_or_else(|| Pool::shared()).size()
    })
}

/// Sets the maximum number of threads of a pool; NULL means the shared pool. Applies to calls in
/// progress too. 0 counts as 1, more than 1024 as 1024. Surplus threads end after their current
/// job.
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

/// Numbers of worker threads and tasks of the pool at one moment. This struct never grows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_pool_stats {
    /// Maximum number of counted worker threads; see ransack_pool_size().
    pub size: usize,
    /// Live worker threads, including idle, blocked and abandoned ones.
    pub workers: usize,
    /// Idle worker threads.
    pub idle: usize,
    /// Worker threads blocked on other work of the pool. They do not count against the size.
    pub blocked: usize,
    /// Abandoned worker threads: still inside uninterruptible work of a call that has finished,
    /// timed out or been cancelled. A thread that does not return within 2 ms does not count
    /// against the size, up to 64 such threads.
    pub abandoned: usize,
    /// Tasks waiting for a worker thread.
    pub queued: usize,
}

/// Writes the numbers of worker threads and waiting tasks of a pool; NULL means the shared pool.
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

/// Frees a handle of a pool; calls and workspaces that use the pool keep it. Does nothing for NULL.
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
mod tests {
    use super::*;

    #[test]
    fn the_cap_is_that_of_the_core() {
        assert_eq!(Pool::MAX_SIZE, 1024);
    }
}
