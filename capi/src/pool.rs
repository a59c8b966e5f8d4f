//! Size of the worker pool that all calls share.

use ransack::Pool;

use crate::error::ransack_status;
use crate::panic::{guard, guard_or};

/// Returns the maximum number of worker threads that all calls use together. Initially the number
/// of processor cores available to the process.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_pool_size() -> usize {
    guard_or(0, || Pool::shared().size())
}

/// Sets the maximum number of worker threads, also for calls in progress; 0 counts as 1. Surplus
/// threads end after their current job. Results do not depend on the number of threads.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_pool_resize(size: usize) -> ransack_status {
    guard(|| {
        Pool::shared().resize(size);
        Ok(())
    })
}
