//! The executor: every thread that works for a call belongs to a [`Pool`].
//!
//! | file | responsibility |
//! | --- | --- |
//! | `pool` | worker threads, their queue of turns, the limit on running workers |
//! | `turns` | the order of the queue: which call runs its next turn |
//! | `roster` | the workers of a pool, and which of them count against its size |
//! | `detached` | a task with one result; a cancelled caller does not wait for it |
//! | `group` | work that the calling thread shares with helpers; parallel chunks |
//! | `job_queue` | a queue whose jobs add jobs, for threads that join and leave |
//! | `once` | values computed once by uninterruptible work |
//! | `semaphore` | mutual exclusion whose waiters are released by their tokens |
//! | `stack` | work that needs a given stack size, on its own thread if necessary |
//! | `pause` | pauses of workers that wait for a lock |
//! | `monitor` | state with a condition variable; the lock of all the other files |
//!
//! There are two kinds of service threads besides the workers: one thread fires
//! deadlines (`cancel`), and each watched workspace has one
//! (`workspace::watch`). A `stack` thread lives only while the thread that
//! started it waits.
//!
//! Nothing in this folder knows about files, patterns or operations.

mod detached;
mod group;
mod job_queue;
mod monitor;
mod once;
mod pause;
mod pool;
mod roster;
mod semaphore;
mod stack;
mod turns;

pub use detached::{Detached, detach, keep_unless_failed, offload};
pub use group::{SharedWork, TaskGroup, for_each_chunked};
pub use job_queue::JobQueue;
pub use monitor::{Monitor, MonitorGuard, lock};
pub use once::SharedOnce;
pub use pause::pause;
pub use pool::{
    Pool, PoolStats, Task, Worker, block, hurry, is_contended, is_worker, release, submit,
    submit_for, turn_is_over,
};
pub use semaphore::Semaphore;
pub use stack::with_stack;
pub use turns::Usage;
