/// How it is known which files there are.
///
/// What files hold is always read when it is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Freshness {
    /// How the table of files was brought up to date for this call.
    pub by: Validation,
    /// Why all of it, or what is below a directory with another ignore file,
    /// was listed anew, for this call or since the one before.
    pub rescan: Option<Rescan>,
    /// Why a workspace that was to be watched is not.
    pub fallback: Option<Fallback>,
}

/// The ways to know which files there are.
///
/// Whatever a workspace's table does not hold (ignored directories,
/// `node_modules`, directories that cannot be listed, places outside the
/// workspace) is walked when a call asks for it, whichever way is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Validation {
    /// Directories are read for the call. A call that follows symbolic links
    /// always is of this kind.
    #[default]
    Walk = 0,
    /// The system tells of changes, and all that it has told is taken in
    /// before the call: it sees every change that was made before it began.
    /// Sizes and times of files are those of the table until the system tells
    /// of a write; it tells of one through a memory map when the file is closed.
    Watch = 1,
    /// Every directory and every ignore file is compared with its last known
    /// time of change, and read again if it differs.
    Stat = 2,
    /// The table is what it was when it was last told to be brought up to
    /// date.
    Manual = 3,
}

/// Why a workspace listed directories anew that it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Rescan {
    /// The first scan.
    First = 1,
    /// More changes than the system keeps.
    Overflow = 2,
    /// An ignore file, or a Git configuration that names one, has changed.
    IgnoreFile = 3,
    /// The root's path leads to another directory.
    Root = 4,
    /// A file system was mounted or unmounted somewhere.
    Mount = 5,
    /// It was asked for.
    Asked = 6,
    /// The call before failed, when the root was not there or in a scan.
    Failed = 7,
}

/// Why a workspace is not watched though it was to be; it goes by
/// [`Validation::Stat`] then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Fallback {
    /// On this platform no way is known to be told of every change in time;
    /// only Linux has one so far.
    Platform = 1,
    /// The system allows no more watches or watchers
    /// (`fs.inotify.max_user_watches`, `max_user_instances`).
    Limit = 2,
    /// A network or other file system that can change unseen.
    FileSystem = 3,
}
