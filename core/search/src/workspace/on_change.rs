//! Notifications of changes below the root of a watched workspace.
//!
//! A notification says that something may have changed; [`Workspace::changes`] says what. It follows
//! the refresh that applies the change events: the refresh watches new directories, so a change after
//! a notification leads to another notification.
//!
//! Invariants:
//! - The watcher reports writes to files while there is a listener.
//! - A listener ends with an error when the workspace is no longer watched.
//! - A waiting listener holds no lock of the workspace.

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::sync::{Arc, Mutex, Weak};

use ransack_base::internal::{
    Consumer, ErrorParts, Monitor, MonitorGuard, ResultSource, Subscription, block, lock,
    on_cancel, stream,
};
use ransack_base::{
    AbortReason, Aborted, CancelToken, Error, ErrorKind, Next, OptionName, RefreshMode, Report,
    Result, Stream, WatchFallback,
};

use super::Workspace;

/// Function of a watcher that starts and stops the report of writes to files.
pub(super) type WriteSwitch = Box<dyn Fn(bool) -> Result<(), WatchFallback> + Send + Sync>;

/// Reason why no changes are reported.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unwatched {
    /// The workspace was opened in another refresh mode.
    Mode(RefreshMode),
    Fallback(WatchFallback),
    Closed,
}

/// Listeners of a workspace.
pub(super) struct ChangeListeners(Mutex<ListenerState>);

struct ListenerState {
    watcher: Result<WriteSwitch, Unwatched>,
    listeners: Vec<Weak<ChangeListener>>,
}

impl Workspace {
    /// Reports changes below the root as they happen. The stream yields an item when something may
    /// have changed since the last item was taken; it never ends by itself. Use
    /// [`changes`](Workspace::changes) to learn which files changed.
    ///
    /// Reports everything that [`changes`](Workspace::changes) would find on disk, writes to existing
    /// files included, even if no call uses the workspace in between. Changes within 10 ms are
    /// reported together, and any number of changes while no item is taken give one item. An item
    /// may also follow a change without effect, such as a write to an ignored file in a directory that
    /// is not ignored, or the end of a scan of the whole tree. Open buffers are not reported. A mount
    /// below the root is reported when the next call notices it.
    ///
    /// Returns at once, without waiting for the initial scan. The stream ends when the workspace is
    /// closed, which also happens when its last handle is dropped. Dropping the stream ends the
    /// notifications. [`Stream::on_ready`] and `Stream::into_async` wait without blocking a thread.
    ///
    /// # Cost
    ///
    /// The first listener adds the report of writes to the watch of each directory: one system call
    /// per directory, on the calling thread. Until the last listener ends, each write wakes the
    /// workspace's thread, and a refresh of the file table follows on the pool, at most every 10 ms.
    ///
    /// # Errors
    ///
    /// [`NotWatched`](ErrorKind::NotWatched): the workspace has another refresh mode than
    /// [`RefreshMode::Watch`], or cannot be watched: on platforms other than Linux, on a file system
    /// that does not report all changes, or at the limit of watches. The stream ends with this error
    /// if that turns out later. [`Closed`](ErrorKind::Closed): the workspace is closed. The stream
    /// ends with `Aborted` or `Timeout` if the token fires.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{CancelToken, Workspace, WorkspaceOptions};
    ///
    /// # let dir = tempfile::tempdir()?;
    /// # let dir = dir.path();
    /// # std::fs::write(dir.join("notes.txt"), "old")?;
    /// let workspace = Workspace::open(dir, &WorkspaceOptions::default())?;
    /// let token = CancelToken::new();
    /// # #[cfg(target_os = "linux")]
    /// # {
    /// let mut notifications = workspace.on_change(&token)?;
    /// let mut seen = workspace.changes(None, &token)?;
    /// std::fs::write(dir.join("notes.txt"), "new text")?;
    /// while seen.files.is_empty() {
    ///     notifications.next().transpose()?;
    ///     seen = workspace.changes(Some(&seen.next), &token)?;
    /// }
    /// assert_eq!(seen.files[0].path, "notes.txt");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_change(&self, token: &CancelToken) -> Result<Stream<()>> {
        self.owner.sync.on_change(token)
    }
}

impl Unwatched {
    fn error(self) -> Error {
        let reason = match self {
            Unwatched::Closed => {
                return Error::new(ErrorKind::Closed, "the workspace is closed");
            }
            Unwatched::Mode(mode) => {
                let name = match mode {
                    RefreshMode::Stat => "stat",
                    RefreshMode::Manual => "manual",
                    _ => "walk",
                };
                let message = format!("the workspace is not watched: its refresh mode is `{name}`");
                let error = Error::new(ErrorKind::NotWatched, message);
                return error.with_advice("set", OptionName::Refresh, "to the watch mode");
            }
            Unwatched::Fallback(WatchFallback::Platform) => {
                "this platform does not report every change"
            }
            Unwatched::Fallback(WatchFallback::FileSystem) => {
                "its file system does not report every change"
            }
            Unwatched::Fallback(_) => "the operating system allows no more watches",
        };
        let message = format!("the workspace is not watched: {reason}");
        Error::new(ErrorKind::NotWatched, message)
    }
}

impl ChangeListeners {
    /// Creates the listeners of a workspace that is not watched yet.
    pub(super) fn new(mode: RefreshMode) -> Arc<ChangeListeners> {
        Arc::new(ChangeListeners(Mutex::new(ListenerState {
            watcher: Err(Unwatched::Mode(mode)),
            listeners: Vec::new(),
        })))
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).listeners.is_empty()
    }

    /// Adds a listener.
    pub(super) fn add(self: &Arc<Self>, token: &CancelToken) -> Result<Stream<()>> {
        let mut state = lock(&self.0);
        match &state.watcher {
            Err(reason) => return Err(reason.error()),
            Ok(report_writes) if state.listeners.is_empty() => {
                report_writes(true).map_err(|fallback| Unwatched::Fallback(fallback).error())?;
            }
            Ok(_) => {}
        }
        let listener = ChangeListener::new(token, Arc::downgrade(self));
        state.listeners.push(Arc::downgrade(&listener));
        drop(state);
        Ok(stream(listener))
    }

    fn remove(&self, listener: &ChangeListener) {
        let mut state = lock(&self.0);
        let before = state.listeners.len();
        state
            .listeners
            .retain(|known| !std::ptr::eq(known.as_ptr(), listener));
        if before > 0
            && state.listeners.is_empty()
            && let Ok(report_writes) = &state.watcher
        {
            // A watch that cannot be changed reports too much.
            let _ = report_writes(false);
        }
    }

    /// Notes a new watcher, which has no watches yet.
    pub(super) fn watched(&self, report_writes: WriteSwitch) {
        let mut state = lock(&self.0);
        if !state.listeners.is_empty() {
            // Fails for existing watches only.
            let _ = report_writes(true);
        }
        state.watcher = Ok(report_writes);
    }

    /// Ends all listeners: with an error, or without if the workspace is closed.
    pub(super) fn unwatched(&self, reason: Unwatched) {
        let mut state = lock(&self.0);
        state.watcher = Err(reason);
        let listeners = std::mem::take(&mut state.listeners);
        drop(state);
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            listener.settle(match reason {
                Unwatched::Closed => Ok(()),
                reason => Err(reason.error()),
            });
        }
    }

    /// Notifies all listeners.
    pub(super) fn notify(&self) {
        let listeners = lock(&self.0).listeners.clone();
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            listener.notify();
        }
    }
}

/// Source of one stream of notifications.
struct ChangeListener {
    listeners: Weak<ChangeListeners>,
    state: Monitor<NotificationState>,
}

#[derive(Default)]
struct NotificationState {
    /// Whether something changed since the consumer took the last item.
    has_changed: bool,
    /// End of the notifications, until the consumer takes it.
    outcome: Option<Result<()>>,
    /// Whether the outcome is set. It is set once; later outcomes are dropped.
    is_settled: bool,
    consumer: Consumer,
    subscription: Option<Subscription>,
}

impl ChangeListener {
    fn new(token: &CancelToken, listeners: Weak<ChangeListeners>) -> Arc<ChangeListener> {
        let listener = Arc::new(ChangeListener {
            listeners,
            state: Monitor::default(),
        });
        let weak = Arc::downgrade(&listener);
        let subscription = on_cancel(token, move |reason| {
            if let Some(listener) = weak.upgrade() {
                listener.settle(Err(Aborted(reason).into()));
            }
        });
        listener.state.lock().subscription = Some(subscription);
        listener
    }

    fn notify(&self) {
        let mut state = self.state.lock();
        state.has_changed = true;
        ChangeListener::wake(state);
    }

    /// Ends the notifications, once.
    fn settle(&self, outcome: Result<()>) {
        let mut state = self.state.lock();
        if state.is_settled {
            return;
        }
        state.is_settled = true;
        state.outcome = Some(outcome);
        ChangeListener::wake(state);
    }

    fn wake(mut state: MonitorGuard<'_, NotificationState>) {
        let wake = state.consumer.wake();
        state.notify_all();
        drop(state);
        if let Some(wake) = wake {
            wake();
        }
    }

    /// Waits for one change of the state, unless there is something to take.
    fn wait_once(&self) {
        let state = self.state.lock();
        if !state.is_settled && !state.has_changed {
            drop(self.state.wait(state));
        }
    }
}

impl ResultSource<()> for ChangeListener {
    fn take(&self, _: usize, wait: bool) -> Next<()> {
        loop {
            let mut state = self.state.lock();
            match state.outcome.take() {
                Some(outcome) => return Next::End(outcome.map(|()| Report::default())),
                None if state.is_settled => return Next::End(Ok(Report::default())),
                None if std::mem::take(&mut state.has_changed) => return Next::Batch(vec![()]),
                None if !wait => {
                    state.consumer.expect_wake();
                    return Next::Pending;
                }
                None => {}
            }
            drop(state);
            if block(|| self.wait_once()).is_none() {
                self.wait_once();
            }
        }
    }

    fn on_ready(&self, callback: Box<dyn Fn() + Send + Sync>) {
        self.state.lock().consumer.set_callback(callback);
    }

    fn stop(&self, _: usize) -> Report {
        self.close();
        Report::default()
    }

    fn has_failed(&self) -> bool {
        matches!(self.state.lock().outcome, Some(Err(_)))
    }

    fn close(&self) {
        self.settle(Err(Aborted(AbortReason::User).into()));
        let subscription = self.state.lock().subscription.take();
        drop(subscription);
        if let Some(listeners) = self.listeners.upgrade() {
            listeners.remove(self);
        }
    }
}
