//! Taking in changes before a query asks for them, so that it finds few left
//! however many were made.

use std::sync::{Arc, Weak};

use super::{Shared, lock};
use crate::exec::Task;

/// Takes in changes to a workspace, if it is still there.
struct CatchUp(Weak<Shared>);

impl Task for CatchUp {
    fn run(self: Arc<Self>) -> bool {
        if let Some(shared) = self.0.upgrade() {
            shared.catch_up();
        }
        false
    }
}

impl Shared {
    /// For the watcher to call: has the pool take in changes.
    pub(super) fn on_many(self: &Arc<Self>) -> Box<dyn Fn() + Send> {
        let pool = self.any_pool().clone();
        let catch_up = Arc::new(CatchUp(Arc::downgrade(self)));
        Box::new(move || {
            // Without a thread for it the query does all of it.
            let _ = pool.submit(catch_up.clone());
        })
    }

    /// Does what a query begins with, unless one is at it.
    pub(super) fn catch_up(self: &Arc<Self>) {
        if let Ok(mut state) = self.state.try_lock()
            && self.check_open().is_ok()
            && lock(&self.scan).is_none()
        {
            // The next query tells of a failure.
            let _ = self.update(&mut state, false);
        }
    }
}
