//! A semaphore with one permit, whose waiting callers are released by their tokens.

use std::sync::Arc;

use super::monitor::Monitor;
use super::pool::block;
use crate::cancel::{Aborted, CancelToken};

/// Lets one piece of work run at a time.
#[derive(Default)]
pub struct Semaphore {
    is_taken: Arc<Monitor<bool>>,
}

/// Permit of a [`Semaphore`]; may be dropped on another thread.
#[derive(Debug)]
pub struct Permit {
    is_taken: Arc<Monitor<bool>>,
}

impl Semaphore {
    /// Waits for the permit. Returns `None` for a worker that must not wait, because the permit
    /// holder's work may need its thread ([`block`]).
    pub fn acquire(&self, token: &CancelToken) -> Result<Option<Permit>, Aborted> {
        let take = |is_taken: &mut bool| (!std::mem::replace(is_taken, true)).then_some(());
        let taken = block(|| self.is_taken.wait_for(token, take)).transpose()?;
        Ok(taken.map(|()| Permit {
            is_taken: self.is_taken.clone(),
        }))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut is_taken = self.is_taken.lock();
        *is_taken = false;
        is_taken.notify_all();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
