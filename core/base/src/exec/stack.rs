//! Runs work that needs a given stack size: C code that recurses as deeply as the text demands, and
//! would crash the process on a stack that is too small.
//!
//! Invariant: a thread started by this module or by the pool has [`MARGIN`] bytes of stack beyond
//! the size it promises.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;

/// Stack in bytes available to work on a worker. It is only address space until used.
#[cfg(target_pointer_width = "64")]
const ON_WORKER: usize = 32 << 20;
#[cfg(not(target_pointer_width = "64"))]
const ON_WORKER: usize = 1 << 20;

/// Stack in bytes available to work on an application thread, out of the 512 KiB that the
/// documentation requires.
const ON_CALLER: usize = 320 << 10;

/// Stack in bytes reserved for everything around the work.
const MARGIN: usize = 1 << 20;

/// Size in bytes of a worker's stack.
pub(super) const WORKER_STACK: usize = ON_WORKER + MARGIN;

thread_local! {
    /// Stack in bytes available to work on this thread.
    static PROMISED: Cell<usize> = const { Cell::new(ON_CALLER) };
}

/// Records that the calling thread has a stack of [`WORKER_STACK`] bytes.
pub(super) fn is_on_worker() {
    PROMISED.set(ON_WORKER);
}

/// Runs `work` with at least `size` bytes of stack: on the calling thread if its stack is large
/// enough, otherwise on a new thread that the caller waits for. A stack reserves address space;
/// memory is allocated as it is used.
///
/// # Errors
///
/// Fails if no thread with such a stack can be started; `work` has then not run.
pub fn with_stack<T: Send>(size: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if size <= PROMISED.get() {
        return Ok(work());
    }
    // The standard library panics on sizes that overflow when rounded.
    if size > usize::MAX / 4 {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("ransack-stack".into())
            .stack_size(size + MARGIN)
            .spawn_scoped(scope, move || {
                PROMISED.set(size);
                work()
            })?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
