//! Change events of the directories below a root, from `inotify(7)`.
//!
//! The kernel queues an event before the system call that causes it returns, so reading the queue
//! to its end yields every change made before the read. A service thread also reads the queue,
//! which keeps it from overflowing between calls, and probes the kind of new names.
//!
//! The `notify` crate does not fit: it reads the same queue on its own thread and passes events to
//! a callback, without reporting when it has read the queue to its end. A call could not know
//! whether an earlier write was seen, no matter how long it waited. Its recursive watch would also
//! include ignored directories.

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use ransack_base::WatchFallback;
use ransack_base::internal::{lock, os_str};
use rustc_hash::FxHashMap;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;

use super::changes::{ChangeSet, NameChange};
use super::on_change::WriteSwitch;
use crate::scan::{Dir, IgnoreFiles};

/// Watches of a workspace and the service thread that drains their queue. Dropping the watcher ends
/// the thread and closes the queue.
pub(super) struct Watcher {
    shared: Arc<WatchShared>,
    /// Signals the thread to end.
    stop: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

struct WatchShared {
    queue: OwnedFd,
    /// Polls as an exceptional condition when mounts have changed.
    mounts: Option<File>,
    state: Mutex<WatchState>,
}

#[derive(Default)]
struct WatchState {
    /// Directories by watch descriptor; several if one directory is mounted more
    /// than once.
    dirs: FxHashMap<i32, Vec<u32>>,
    /// Absolute paths of the directories.
    paths: FxHashMap<u32, Box<[u8]>>,
    changes: ChangeSet,
    /// Whether content changes of files are recorded.
    tracks_content: bool,
    /// Whether there are listeners, who want to know of every event.
    is_listened: bool,
    /// New names whose kind the thread has not probed yet.
    unseen: Vec<(u32, Box<[u8]>)>,
    /// Number of times the changes were drained.
    drains: u64,
    /// Weight of the changes at the last drain request.
    asked: usize,
    failure: Option<WatchFallback>,
}

const EVENTS: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    // A directory's permissions determine whether it can be listed.
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);

/// Events of a directory if writes to its files are reported, for an index or for listeners.
const CONTENT_EVENTS: WatchFlags = EVENTS
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE);

/// Events of an individually watched file; added to the directory events if the path is a
/// directory.
const FILE_EVENTS: WatchFlags = WatchFlags::ATTRIB
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::MASK_ADD)
    .union(WatchFlags::DONT_FOLLOW);

/// Events after which the directory's names are unchanged.
const WRITTEN: ReadFlags = ReadFlags::MODIFY
    .union(ReadFlags::CLOSE_WRITE)
    .union(ReadFlags::ATTRIB);

/// Pause of the thread between reads, which gathers a burst of events.
const PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 2_000_000,
};

/// Pause before the pool is asked to apply the changes for listeners.
const GATHERING_PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 10_000_000,
};

/// Number of names that the thread probes before it checks for a drain.
const PROBES_AT_ONCE: usize = 256;

/// Minimum weight of changes at which the pool applies them ahead of a call. Higher in large
/// workspaces, because each application builds a new table.
const MIN_DRAIN_WEIGHT: usize = 2048;

/// Weight of a directory that appeared or disappeared: it may have to be listed.
const DIR_WEIGHT: usize = 32;

/// Number of changes above which the changes count as an overflow.
const MAX_CHANGES: usize = 1 << 16;

impl Watcher {
    /// Creates a watcher without watches. It calls `on_due` when the changes should be drained soon:
    /// if there are many or, with listeners, any. With `tracks_content`, it also reports writes.
    pub(super) fn new(
        tracks_content: bool,
        on_due: Box<dyn Fn() + Send>,
    ) -> Result<Watcher, WatchFallback> {
        let limit = |_| WatchFallback::Limit;
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).map_err(limit)?;
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC).map_err(limit)?);
        let shared = Arc::new(WatchShared {
            queue,
            mounts: File::open("/proc/self/mountinfo").ok(),
            state: Mutex::new(WatchState {
                tracks_content,
                ..WatchState::default()
            }),
        });
        let of_thread = (shared.clone(), stop.clone());
        let thread = std::thread::Builder::new()
            .name("ransack-watch".into())
            .spawn(move || of_thread.0.run(&of_thread.1, &on_due));
        Ok(Watcher {
            shared,
            stop,
            thread: Some(thread.map_err(|_| WatchFallback::Limit)?),
        })
    }

    /// Returns the function that watches the directories of a scan.
    pub(super) fn adder(&self) -> crate::scan::AddWatch {
        // A scan in flight does not keep the queue open.
        let shared = Arc::downgrade(&self.shared);
        Box::new(move |dir, path, id| shared.upgrade()?.add(dir, path, id))
    }

    /// Returns the function that starts and stops the reports for listeners.
    pub(super) fn write_switch(&self) -> WriteSwitch {
        let shared = Arc::downgrade(&self.shared);
        Box::new(move |is_on| {
            let shared = shared.upgrade();
            shared.map_or(Ok(()), |shared| shared.listen(is_on))
        })
    }

    /// Watches the file at `path` under all of its names. Returns whether every change to the file
    /// is reported; true for a missing file, because its directory reports when the file appears.
    pub(super) fn add_file(&self, path: &Path) -> bool {
        let added = inotify::add_watch(&self.shared.queue, path, FILE_EVENTS);
        matches!(added, Ok(_) | Err(Errno::NOENT))
    }

    /// Returns the mount points below `root`, an absolute path with a final `/`,
    /// as relative paths. When they change, [`ChangeSet::mounts`] is set.
    pub(super) fn mount_points(&self, root: &[u8]) -> Vec<Vec<u8>> {
        let mounts = fs::read("/proc/self/mountinfo").unwrap_or_default();
        let mount_points = mounts.split(|&b| b == b'\n').filter_map(mount_point);
        mount_points
            .filter_map(|path| Some(path.strip_prefix(root)?.to_vec()))
            .filter(|path| !path.is_empty())
            .collect()
    }

    /// Returns the reason why some directories are not watched, or `None` if all are.
    pub(super) fn failure(&self) -> Option<WatchFallback> {
        self.shared.lock().failure
    }

    /// Reads the queue to its end and takes the changes since the last drain.
    pub(super) fn drain(&self) -> ChangeSet {
        let mut state = self.shared.lock();
        self.shared.read(&mut state);
        state.unseen.clear();
        state.drains += 1;
        state.asked = 0;
        let mut changes = std::mem::take(&mut state.changes);
        changes.mounts |= self.shared.mounts_changed();
        changes
    }

    /// Removes directories, given with their watch descriptors. A directory that was listed again
    /// under another number keeps the changes reported for its old number since the last drain.
    pub(super) fn forget(&self, dirs: &[(u32, i32)]) {
        let mut state = self.shared.lock();
        let state = &mut *state;
        let mut renumbered = FxHashMap::default();
        for (id, watch) in dirs {
            let path = state.paths.remove(id);
            if let Some(ids) = state.dirs.get_mut(watch) {
                ids.retain(|known| known != id);
                let is_same =
                    |known: &&u32| path.is_some() && state.paths.get(known) == path.as_ref();
                renumbered.extend(ids.iter().find(is_same).map(|known| (*id, *known)));
                if ids.is_empty() {
                    state.dirs.remove(watch);
                    // Fails for a removed directory, whose watch is gone.
                    let _ = inotify::remove_watch(&self.shared.queue, *watch);
                }
            }
        }
        state.changes.renumber(&renumbered);
    }
}

/// If the thread cannot be woken, leak it rather than block the caller.
impl Drop for Watcher {
    fn drop(&mut self) {
        let wake = || rustix::io::write(&self.stop, &1_u64.to_ne_bytes());
        let is_awake = rustix::io::retry_on_intr(wake).is_ok();
        if let (true, Some(thread)) = (is_awake, self.thread.take()) {
            // The thread does not panic and has no result.
            let _ = thread.join();
        }
    }
}

impl WatchShared {
    fn lock(&self) -> MutexGuard<'_, WatchState> {
        lock(&self.state)
    }

    fn add(&self, dir: &Dir, path: &[u8], id: u32) -> Option<i32> {
        // Under the lock, so no event arrives for an unknown watch.
        let mut state = self.lock();
        if state.failure.is_some() {
            return None;
        }
        if !dir.is_on_local_disk() {
            state.failure = Some(WatchFallback::FileSystem);
            return None;
        }
        match inotify::add_watch(&self.queue, os_str(path), state.events()) {
            Ok(watch) => {
                state.dirs.entry(watch).or_default().push(id);
                state.paths.insert(id, path.into());
                Some(watch)
            }
            // The directory was removed; its parent reports that.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => None,
            // Access may be denied even for an open directory: SELinux has a watch permission.
            Err(_) => {
                state.failure = Some(WatchFallback::Limit);
                None
            }
        }
    }

    /// Starts or stops the reports for listeners, which include writes to files. Changes before the
    /// start are not reported, unless a refresh has yet to watch a new directory.
    fn listen(&self, is_on: bool) -> Result<(), WatchFallback> {
        let mut state = self.lock();
        self.read(&mut state);
        let state = &mut *state;
        if let (true, Some(failure)) = (is_on, state.failure) {
            return Err(failure);
        }
        state.is_listened = is_on;
        state.changes.has_events = !state.changes.dirty.is_empty();
        if state.tracks_content {
            return Ok(());
        }
        let events = state.events();
        for ids in state.dirs.values() {
            let Some(path) = ids.first().and_then(|id| state.paths.get(id)) else {
                continue;
            };
            // Replaces the events of the existing watch.
            match inotify::add_watch(&self.queue, os_str(path), events) {
                Ok(watch) if !state.dirs.contains_key(&watch) => {
                    // Another directory has taken the path. Its parent reports that, and a refresh
                    // watches it if it is in scope.
                    let _ = inotify::remove_watch(&self.queue, watch);
                }
                Ok(_) | Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                Err(_) if is_on => {
                    state.failure = Some(WatchFallback::Limit);
                    return Err(WatchFallback::Limit);
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Reads the events that are queued now, but not events that arrive during the call.
    fn read(&self, state: &mut WatchState) {
        let mut left = rustix::io::ioctl_fionread(&self.queue).unwrap_or(u64::MAX);
        let mut buffer = [0; 1 << 16];
        while left > 0 {
            let Ok(len) = rustix::io::read(&self.queue, &mut buffer) else {
                return;
            };
            left = left.saturating_sub(len as u64);
            let mut events = &buffer[..len];
            while let Some((event, rest)) = InotifyEvent::parse(events) {
                state.record(&event);
                events = rest;
            }
        }
    }

    /// Probes the kind of a few new names ahead of the next call, without the lock, so no call
    /// waits for it. A name replaced in the meantime gets another event, and a replaced parent is
    /// listed again. Returns false if no names remain.
    fn probe_names(&self) -> bool {
        let mut state = self.lock();
        let drains = state.drains;
        let rest = state.unseen.len().saturating_sub(PROBES_AT_ONCE);
        let names = state.unseen.split_off(rest);
        let path = |(id, name): &(u32, Box<[u8]>)| {
            let touch = state.changes.touched.get(id)?.get(name)?;
            let dir = state.paths.get(id)?;
            matches!(touch, NameChange::Moved(_)).then(|| [dir, &b"/"[..], name].concat())
        };
        let paths: Vec<Option<Vec<u8>>> = names.iter().map(path).collect();
        drop(state);
        let kinds: Vec<Option<NameChange>> =
            paths.iter().map(|path| probe_at(path.as_ref()?)).collect();
        let mut state = self.lock();
        // A call that drained the changes does its own probes, and later events may concern other
        // entries with these names.
        if state.drains != drains {
            return false;
        }
        for ((id, name), found) in names.iter().zip(kinds) {
            let touched = state.changes.touched.get_mut(id);
            let change = touched.and_then(|names| names.get_mut(name));
            if let Some(change @ NameChange::Moved(_)) = change
                && let Some(found) = found
            {
                *change = found;
            }
        }
        rest > 0
    }

    fn mounts_changed(&self) -> bool {
        let Some(mounts) = &self.mounts else {
            return false;
        };
        let mut fds = [PollFd::new(mounts, PollFlags::PRI)];
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        matches!(poll(&mut fds, Some(&now)), Ok(ready) if ready > 0)
    }

    /// Runs the service thread: drains the kernel's queue until `stop` is
    /// signalled.
    fn run(&self, stop: &OwnedFd, on_due: &dyn Fn()) {
        loop {
            let mut fds = [
                PollFd::new(stop, PollFlags::IN),
                PollFd::from_borrowed_fd(self.queue.as_fd(), PollFlags::IN),
            ];
            match poll(&mut fds, None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => {
                    // Calls still read the queue, but listeners would hear of nothing.
                    self.lock().failure = Some(WatchFallback::Limit);
                    on_due();
                    return;
                }
            }
            if !fds[0].revents().is_empty() {
                return;
            }
            self.read(&mut self.lock());
            while self.probe_names() {}
            let pause = {
                let mut state = self.lock();
                if state.needs_drain() {
                    drop(state);
                    on_due();
                    &PAUSE
                } else if state.is_listened {
                    &GATHERING_PAUSE
                } else {
                    &PAUSE
                }
            };
            let mut fds = [PollFd::new(stop, PollFlags::IN)];
            if matches!(poll(&mut fds, Some(pause)), Ok(ready) if ready > 0) {
                return;
            }
            if self.lock().has_news() {
                on_due();
            }
        }
    }
}

/// Returns whether an entry exists at a path, and its kind, without following links; `None` if
/// unknown.
fn probe_at(path: &[u8]) -> Option<NameChange> {
    match fs::symlink_metadata(os_str(path)) {
        Ok(found) => Some(NameChange::Moved(Some(found.file_type().into()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(NameChange::Gone),
        Err(_) => None,
    }
}

/// Returns the fifth field of a line of `/proc/self/mountinfo` (`proc(5)`), where
/// white space and backslashes are three octal digits.
fn mount_point(line: &[u8]) -> Option<Vec<u8>> {
    let mut rest = line.split(|&b| b == b' ').nth(4)?;
    let mut path = Vec::with_capacity(rest.len());
    while let Some((&byte, tail)) = rest.split_first() {
        let digits = tail.get(..3).filter(|_| byte == b'\\');
        let code = digits.and_then(|d| u8::from_str_radix(std::str::from_utf8(d).ok()?, 8).ok());
        path.push(code.unwrap_or(byte));
        rest = &tail[if code.is_some() { 3 } else { 0 }..];
    }
    Some(path)
}

/// `struct inotify_event` of `inotify(7)`.
struct InotifyEvent<'a> {
    watch: i32,
    what: ReadFlags,
    name: &'a [u8],
}

impl<'a> InotifyEvent<'a> {
    /// Splits off the first event.
    fn parse(bytes: &'a [u8]) -> Option<(InotifyEvent<'a>, &'a [u8])> {
        let word = |at: usize| Some(u32::from_ne_bytes(*bytes[at..].first_chunk()?));
        let (head, rest) = bytes.split_at_checked(16)?;
        let len = word(12)? as usize;
        let (name, rest) = rest.split_at_checked(len)?;
        let end = memchr::memchr(0, name).unwrap_or(len);
        Some((
            InotifyEvent {
                watch: i32::from_ne_bytes(*head.first_chunk()?),
                what: ReadFlags::from_bits_retain(word(4)?),
                name: &name[..end],
            },
            rest,
        ))
    }
}

impl WatchState {
    /// Returns whether the changes should be drained soon. Asks again at twice the weight, because
    /// the pool may have been busy.
    fn needs_drain(&mut self) -> bool {
        let weight = self.changes.touches + DIR_WEIGHT * self.changes.swapped.len();
        let needs_drain = weight
            >= MIN_DRAIN_WEIGHT
                .max(self.paths.len() / 2)
                .max(2 * self.asked);
        if needs_drain {
            self.asked = weight;
        }
        needs_drain
    }

    /// Whether listeners do not know of an event yet.
    fn has_news(&self) -> bool {
        self.is_listened && self.changes.has_events
    }

    /// Returns the events of a directory.
    fn events(&self) -> WatchFlags {
        match self.tracks_content || self.is_listened {
            true => CONTENT_EVENTS,
            false => EVENTS,
        }
    }

    fn record(&mut self, event: &InotifyEvent<'_>) {
        let has = |flags: ReadFlags| event.what.intersects(flags);
        let changes = &mut self.changes;
        let count = changes.swapped.len() + changes.touches + changes.written.len();
        let is_full = count >= MAX_CHANGES;
        if has(ReadFlags::QUEUE_OVERFLOW) || is_full {
            self.unseen.clear();
            *changes = ChangeSet {
                lost: true,
                ..ChangeSet::default()
            };
        }
        // The kernel also confirms the removal of a watch.
        changes.has_events |= event.what != ReadFlags::IGNORED;
        changes.mounts |= has(ReadFlags::UNMOUNT);
        let Some(ids) = self.dirs.get(&event.watch) else {
            changes.files = true;
            return;
        };
        if event.name.is_empty() {
            // The directory itself was removed, moved or changed permissions.
            changes.gone.extend(ids);
        } else if has(ReadFlags::ISDIR) {
            let swapped = ids.iter().map(|&id| (id, event.name.into()));
            changes.swapped.extend(swapped);
            changes.dirty.extend(ids);
        } else {
            if has(WRITTEN) {
                // Sizes and times are not in the table; ignore files are.
                changes.files |= IgnoreFiles::names(event.name);
                if self.tracks_content {
                    let written = ids.iter().map(|&id| (id, event.name.into()));
                    changes.written.extend(written);
                }
                return;
            }
            let touch = match has(ReadFlags::DELETE) {
                true => NameChange::Gone,
                false => NameChange::Moved(None),
            };
            for &id in ids {
                changes.touch(id, event.name, touch);
                if touch == NameChange::Moved(None) {
                    self.unseen.push((id, event.name.into()));
                }
            }
        }
        if has(ReadFlags::IGNORED) {
            for id in self.dirs.remove(&event.watch).into_iter().flatten() {
                self.paths.remove(&id);
            }
        }
    }
}

#[cfg(test)]
impl Watcher {
    /// Reads the queue, as the service thread may do at any time.
    pub(super) fn read_queue(&self) {
        self.shared.read(&mut self.shared.lock());
    }

    /// Whether there was an event since the last drain.
    pub(super) fn has_events(&self) -> bool {
        self.read_queue();
        self.shared.lock().changes.has_events
    }

    /// Simulates a directory that cannot be watched.
    pub(super) fn fail(&self, failure: WatchFallback) {
        self.shared.lock().failure = Some(failure);
    }

    /// Simulates an event that the kernel dropped.
    pub(super) fn lose(&self) {
        self.shared.lock().record(&InotifyEvent {
            watch: -1,
            what: ReadFlags::QUEUE_OVERFLOW,
            name: b"",
        });
    }
}
