//! Freshness of the file list that a call used.

/// Origin and freshness of a call's file list. File contents are always read at the time of the
/// search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotInfo {
    /// Method used to bring the file table up to date for this call.
    pub mode: RefreshMode,
    /// Reason why directories were listed again for this call or since the previous one. `None` if
    /// no directories were listed again, or only directories with changed entries.
    pub rescan: Option<RescanReason>,
    /// Reason why a workspace opened with [`RefreshMode::Watch`] is not
    /// watched.
    pub fallback: Option<WatchFallback>,
}

/// Creates the description of a file list.
pub fn snapshot_info(
    mode: RefreshMode,
    rescan: Option<RescanReason>,
    fallback: Option<WatchFallback>,
) -> SnapshotInfo {
    SnapshotInfo {
        mode,
        rescan,
        fallback,
    }
}

/// Method by which a workspace keeps its file table up to date.
///
/// In every mode, paths outside the file table (ignored directories,
/// `node_modules`, directories that cannot be listed, paths outside the
/// workspace) are walked when a call needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum RefreshMode {
    /// Walks directories for each call. Calls that follow symbolic links always
    /// use this mode.
    #[default]
    Walk = 0,
    /// Applies the operating system's change events before each call. A call sees every change made
    /// before it began. Sizes and times are always read from disk. A write to an ignore file through
    /// a memory map that outlives the file's descriptor goes unnoticed.
    Watch = 1,
    /// Compares the change time of every directory and ignore file with the last known time. Lists
    /// the directories whose change time differs or is too recent to be reliable.
    Stat = 2,
    /// Uses the file table as of the last explicit refresh.
    Manual = 3,
}

/// Reason why a workspace listed known directories again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum RescanReason {
    /// The initial scan.
    First = 1,
    /// The operating system dropped change events.
    Overflow = 2,
    /// An ignore file, or a Git configuration file that names an ignore file, changed.
    IgnoreFile = 3,
    /// The root's path resolves to another directory.
    Root = 4,
    /// A file system was mounted or unmounted.
    Mount = 5,
    /// The caller requested a rescan.
    Requested = 6,
    /// The previous refresh failed: the root was missing, or a scan failed.
    Failed = 7,
}

/// Reason why a workspace uses [`RefreshMode::Stat`] instead of
/// [`RefreshMode::Watch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum WatchFallback {
    /// Change events are supported on Linux only.
    Platform = 1,
    /// The operating system refused to create a watch or a watcher, usually because of its limits
    /// (`fs.inotify.max_user_watches`, `max_user_instances`).
    Limit = 2,
    /// The workspace is on a network file system, or another file system that does not report all
    /// changes.
    FileSystem = 3,
}
