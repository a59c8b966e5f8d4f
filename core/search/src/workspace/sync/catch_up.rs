//! Refreshes the file table before a call has to: after many changes, or for listeners.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use ransack_base::internal::{Task, block, lock, submit};
use ransack_base::{CancelToken, Pool, Result, Stream};

use super::TableSync;

/// Applies changes to a workspace before a call has to, if it still exists.
pub(super) struct CatchUp {
    sync: Weak<TableSync>,
    pool: Option<Pool>,
    /// Whether the task is queued, or waits for a call that refreshes the table.
    is_queued: AtomicBool,
}

impl CatchUp {
    pub(super) fn new(sync: &Weak<TableSync>, pool: Option<Pool>) -> Arc<CatchUp> {
        Arc::new(CatchUp {
            sync: sync.clone(),
            pool,
            is_queued: AtomicBool::new(false),
        })
    }

    /// Queues the task, unless it is queued. Returns false if no worker can run it.
    fn request(self: &Arc<Self>) -> bool {
        if self.is_queued.swap(true, Ordering::AcqRel) {
            return true;
        }
        let pool = self.pool.as_ref().unwrap_or_else(|| Pool::shared());
        let is_submitted = submit(pool, self.clone()).is_ok();
        if !is_submitted {
            self.is_queued.store(false, Ordering::Release);
        }
        is_submitted
    }
}

impl Task for CatchUp {
    fn run(self: Arc<Self>) -> bool {
        if let Some(sync) = self.sync.upgrade() {
            sync.catch_up();
        }
        false
    }
}

impl TableSync {
    /// Returns the watcher's callback for changes that should be applied soon, which queues a task.
    /// Must not keep the workspace alive: the thread that runs it ends with the workspace.
    pub(super) fn on_changes_due(&self) -> Box<dyn Fn() + Send> {
        let (catch_up, listeners) = (self.catch_up.clone(), self.listeners.clone());
        Box::new(move || {
            // Without a worker, the next call applies the changes.
            if !catch_up.request() {
                listeners.notify();
            }
        })
    }

    /// Refreshes the table, unless a call is already doing so. With listeners, waits for that call:
    /// events that it has not seen would not be applied, and new directories not be watched.
    pub(super) fn catch_up(self: &Arc<Self>) {
        let state = match self.listeners.is_empty() {
            true => self.state.try_lock().ok(),
            false => block(|| self.lock()),
        };
        // From here on, another event needs another refresh.
        self.catch_up.is_queued.store(false, Ordering::Release);
        let Some(mut state) = state else {
            self.listeners.notify();
            return;
        };
        if self.check_open().is_ok() && lock(&self.scan).is_none() {
            // The next call reports an error.
            let _ = self.update(&mut state, false);
        }
    }

    /// Adds a listener for changes.
    pub(in crate::workspace) fn on_change(&self, token: &CancelToken) -> Result<Stream<()>> {
        self.check_open()?;
        let notifications = self.listeners.add(token)?;
        // Watches the directories that appeared since the last refresh; without a worker, the next
        // call does.
        self.catch_up.request();
        Ok(notifications)
    }
}
