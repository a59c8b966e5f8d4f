//! Watcher stub for platforms whose change events do not report every change in time.

use std::path::Path;

use ransack_base::WatchFallback;

use super::changes::ChangeSet;
use super::on_change::WriteSwitch;

/// Watcher that cannot be created.
pub(super) enum NoWatcher {}

pub(super) type Watcher = NoWatcher;

impl NoWatcher {
    pub(super) fn new(_: bool, _: Box<dyn Fn() + Send>) -> Result<NoWatcher, WatchFallback> {
        Err(WatchFallback::Platform)
    }

    pub(super) fn adder(&self) -> crate::scan::AddWatch {
        match *self {}
    }

    pub(super) fn write_switch(&self) -> WriteSwitch {
        match *self {}
    }

    pub(super) fn add_file(&self, _: &Path) -> bool {
        match *self {}
    }

    pub(super) fn mount_points(&self, _: &[u8]) -> Vec<Vec<u8>> {
        match *self {}
    }

    pub(super) fn failure(&self) -> Option<WatchFallback> {
        match *self {}
    }

    pub(super) fn drain(&self) -> ChangeSet {
        match *self {}
    }

    pub(super) fn forget(&self, _: &[(u32, i32)]) {
        match *self {}
    }
}
