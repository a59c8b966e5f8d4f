//! Worker pools: the one that all calls share, and pools of the caller.

use ransack::Pool;

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::{guard, guard_or};

/// Pool of worker threads, for calls whose threads are to be bounded apart from those of other
/// calls: the `pool` of an options struct. NULL is the pool that all other calls share, whose size
/// is initially the number of processor cores available to the process.
///
/// No thread starts before a call needs it, and a thread without work ends after 10 seconds.
/// Results do not depend on the number of threads.
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

/// Returns the maximum number of threads of a pool, of the shared one for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_pool_size(pool: *const ransack_pool) -> usize {
    guard_or(0, || {
        // SAFETY: the header requires NULL or a pool that is not freed during the call.
        let pool = unsafe { resolve(pool) }.ok().flatten();
        pool.as_ref().unwrap_or_else(|| Pool::shared()).size()
    })
}

/// Sets the maximum number of threads of a pool, of the shared one for NULL, also for calls in
/// progress; 0 counts as 1, more than 1024 as 1024. Surplus threads end after their current job.
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
    /// Largest number of worker threads that count, see ransack_pool_size().
    pub size: usize,
    /// Worker threads alive, those of the other counts included.
    pub workers: usize,
    /// Worker threads without work.
    pub idle: usize,
    /// Worker threads that wait for other work of the pool. They do not count against the size.
    pub blocked: usize,
    /// Worker threads inside work of a call that has ended, by its end, its deadline or a
    /// cancellation, and that cannot be interrupted. One that does not return within 2 ms does not
    /// count against the size, up to 64 of them.
    pub abandoned: usize,
    /// Turns of calls that wait for a worker thread.
    pub queued: usize,
}

/// Writes the numbers of worker threads and of waiting tasks of a pool, of the shared one for NULL.
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
/// As [`ffi::borrow`].
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
