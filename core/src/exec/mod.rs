//! The one executor: every thread that does work for a call belongs to a [`Pool`].
//!
//! - `pool`: the threads and their queue of turns.
//! - `detached`: work with one result, run on the pool while its caller waits or polls.
//!
//! Nothing in here knows about files, patterns or results of operations.

mod detached;
mod pool;

pub use pool::Pool;

pub(crate) use detached::offload;
pub(crate) use pool::Task;
