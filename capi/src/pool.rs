//! The threads that all calls share.

use ransack::Pool;

use crate::error::ransack_status;
use crate::panic::{guard, guard_or};

/// Returns the largest number of threads that searches use together. At first
/// it is the number of cores that the process may use.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_pool_size() -> usize {
    guard_or(0, || Pool::shared().size())
}

/// Changes the largest number of threads, also for searches that are under way;
/// 0 counts as 1. Surplus threads end after their current piece of work.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_pool_resize(size: usize) -> ransack_status {
    guard(|| {
        Pool::shared().resize(size);
        Ok(())
    })
}
