//! Being told by the kernel what changes below a directory.
//!
//! The kernel queues an event before the call that causes it returns, so a
//! queue that was read to its end holds every change made before. A thread
//! empties it too, so that it does not overflow between queries, and looks what
//! new names are.
//!
//! This is why the `notify` crate is not used: it reads the same queue on a
//! thread of its own and hands events on through a callback. When that has been
//! called with all there is, it does not tell, so a query could not know that
//! the write before it has been heard of; and waiting a while is no proof. A
//! recursive watch of its would also take in what is ignored.

use std::fs::{self, File};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use rustc_hash::FxHashMap;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;

use super::{Changes, Touch, WatchFallback};
use crate::path::os_str;
use crate::scan::{Dir, EntryKind, target_kind};

/// A watched tree. Dropping it ends its thread.
pub(super) struct Watcher {
    shared: Arc<Shared>,
    /// Wakes the thread, to end.
    stop: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    queue: OwnedFd,
    /// Readable when mounts have changed.
    mounts: Option<File>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The directories that each watch is of: more than one where the same is
    /// mounted twice.
    dirs: FxHashMap<i32, Vec<u32>>,
    /// Where they are.
    paths: FxHashMap<u32, Box<[u8]>>,
    changes: Changes,
    /// Names that were made since the thread looked at such.
    unseen: Vec<(u32, Box<[u8]>)>,
    /// How often the changes were taken away.
    drains: u64,
    /// How much there was when they were last asked to be taken away.
    asked: usize,
    failure: Option<WatchFallback>,
}

const EVENTS: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::MODIFY)
    // What is written through a memory map is told when the file is closed.
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);

/// Added to those of a directory, should it be one.
const FILE_EVENTS: WatchFlags = WatchFlags::ATTRIB
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::MASK_ADD)
    .union(WatchFlags::DONT_FOLLOW);

/// A file has other content or another time; its directory is as it was.
const WRITTEN: ReadFlags = ReadFlags::MODIFY
    .union(ReadFlags::CLOSE_WRITE)
    .union(ReadFlags::ATTRIB);

const GONE: ReadFlags = ReadFlags::DELETE.union(ReadFlags::MOVED_FROM);

/// Events come in bursts; the thread lets some gather.
const PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 2_000_000,
};

/// How many names the thread looks at in one go.
const LOOKS: usize = 256;

/// This many changes are to be taken away before a query has to, and more where
/// there are many directories: a table is made anew each time.
const MANY: usize = 2048;

/// What comes or goes as a directory may have to be listed.
const DIR_WEIGHT: usize = 32;

/// More changes than this are as good as an overflow.
const MAX_CHANGES: usize = 1 << 16;

impl Watcher {
    /// One that calls `on_many` when changes should be taken away soon.
    pub(super) fn new(on_many: Box<dyn Fn() + Send>) -> Result<Watcher, WatchFallback> {
        let limit = |_| WatchFallback::Limit;
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).map_err(limit)?;
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC).map_err(limit)?);
        let shared = Arc::new(Shared {
            queue,
            mounts: File::open("/proc/self/mountinfo").ok(),
            state: Mutex::default(),
        });
        let of_thread = (shared.clone(), stop.clone());
        let thread = std::thread::Builder::new()
            .name("ransack-watch".into())
            .spawn(move || of_thread.0.keep_short(&of_thread.1, &on_many));
        Ok(Watcher {
            shared,
            stop,
            thread: Some(thread.map_err(|_| WatchFallback::Limit)?),
        })
    }

    /// What has the directories of a survey watched.
    pub(super) fn adder(&self) -> crate::scan::Watch {
        let shared = self.shared.clone();
        Box::new(move |dir, path, id| shared.add(dir, path, id))
    }

    /// Has what is at a path watched as well, under all of its names. Tells
    /// whether it is, and nothing need be done about what is not there: its
    /// directory tells when it comes.
    pub(super) fn add_file(&self, path: &Path) -> bool {
        let added = inotify::add_watch(&self.shared.queue, path, FILE_EVENTS);
        matches!(added, Ok(_) | Err(Errno::NOENT))
    }

    /// Why not everything is watched.
    pub(super) fn failure(&self) -> Option<WatchFallback> {
        self.shared.lock().failure
    }

    /// All that has changed since the last time.
    pub(super) fn drain(&self) -> Changes {
        let mut state = self.shared.lock();
        self.shared.read(&mut state);
        state.unseen.clear();
        state.drains += 1;
        state.asked = 0;
        let mut changes = std::mem::take(&mut state.changes);
        changes.mounts |= self.shared.mounts_changed();
        changes
    }

    pub(super) fn forget(&self, dirs: &[(u32, i32)]) {
        let mut state = self.shared.lock();
        for (id, watch) in dirs {
            state.paths.remove(id);
            if let Some(ids) = state.dirs.get_mut(watch) {
                ids.retain(|known| known != id);
                if ids.is_empty() {
                    state.dirs.remove(watch);
                    // It fails for a directory that is gone, as it should.
                    let _ = inotify::remove_watch(&self.shared.queue, *watch);
                }
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // Fails only if the count is full, which wakes the thread as well.
        let _ = rustix::io::write(&self.stop, &1_u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            // It does nothing that could panic and has no result.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, dir: &Dir, path: &[u8], id: u32) -> Option<i32> {
        // Locked, so that no event comes for a watch that is not known yet.
        let mut state = self.lock();
        if state.failure.is_some() {
            return None;
        }
        if !dir.is_on_local_disk() {
            state.failure = Some(WatchFallback::FileSystem);
            return None;
        }
        match inotify::add_watch(&self.queue, os_str(path), EVENTS) {
            Ok(watch) => {
                state.dirs.entry(watch).or_default().push(id);
                state.paths.insert(id, path.into());
                Some(watch)
            }
            // It has changed, and that is told by the directory above it.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => None,
            // What may not be read cannot be listed either.
            Err(Errno::ACCESS) => None,
            Err(_) => {
                state.failure = Some(WatchFallback::Limit);
                None
            }
        }
    }

    /// Takes in what is queued now, not what comes meanwhile.
    fn read(&self, state: &mut State) {
        let mut left = rustix::io::ioctl_fionread(&self.queue).unwrap_or(u64::MAX);
        let mut buffer = [0; 1 << 16];
        while left > 0 {
            let Ok(len) = rustix::io::read(&self.queue, &mut buffer) else {
                return;
            };
            left = left.saturating_sub(len as u64);
            let mut events = &buffer[..len];
            while let Some((event, rest)) = Event::parse(events) {
                state.note(&event);
                events = rest;
            }
        }
    }

    /// Looks what was made, so that the next query need not: a few names, and
    /// without the lock, so that no query waits for it. Whatever comes to be
    /// there instead is made anew, and a directory on the way that is another
    /// one by now is listed anew. False if nothing is left.
    fn look(&self) -> bool {
        let mut state = self.lock();
        let drains = state.drains;
        let rest = state.unseen.len().saturating_sub(LOOKS);
        let names = state.unseen.split_off(rest);
        let path = |(id, name): &(u32, Box<[u8]>)| {
            let touch = state.changes.touched.get(id)?.get(name)?;
            let dir = state.paths.get(id)?;
            matches!(touch, Touch::Made(_)).then(|| [dir, &b"/"[..], name].concat())
        };
        let paths: Vec<Option<Vec<u8>>> = names.iter().map(path).collect();
        drop(state);
        let kinds: Vec<Option<EntryKind>> =
            paths.iter().map(|path| kind_at(path.as_ref()?)).collect();
        let mut state = self.lock();
        // A query that has taken the changes looks for itself, and what has been
        // told since may be about other things of these names.
        if state.drains != drains {
            return false;
        }
        for ((id, name), found) in names.iter().zip(kinds) {
            let touched = state.changes.touched.get_mut(id);
            if let Some(Touch::Made(kind)) = touched.and_then(|names| names.get_mut(name)) {
                *kind = found;
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

    /// The thread: reads whenever there is something, until told to end.
    fn keep_short(&self, stop: &OwnedFd, on_many: &dyn Fn()) {
        loop {
            let mut fds = [
                PollFd::new(stop, PollFlags::IN),
                PollFd::from_borrowed_fd(self.queue.as_fd(), PollFlags::IN),
            ];
            match poll(&mut fds, None) {
                Ok(_) | Err(Errno::INTR) => {}
                // The queries go on reading.
                Err(_) => return,
            }
            if !fds[0].revents().is_empty() {
                return;
            }
            self.read(&mut self.lock());
            while self.look() {}
            if self.lock().asks() {
                on_many();
            }
            let mut fds = [PollFd::new(stop, PollFlags::IN)];
            if matches!(poll(&mut fds, Some(&PAUSE)), Ok(ready) if ready > 0) {
                return;
            }
        }
    }
}

/// What is at a path, links as such; `None` if there is nothing.
fn kind_at(path: &[u8]) -> Option<EntryKind> {
    let found = fs::symlink_metadata(os_str(path)).ok()?;
    Some(match found.is_symlink() {
        true => EntryKind::Symlink,
        false => target_kind(&found),
    })
}

/// `struct inotify_event` of `inotify(7)`.
struct Event<'a> {
    watch: i32,
    what: ReadFlags,
    name: &'a [u8],
}

impl<'a> Event<'a> {
    /// Takes the first event off the bytes of several.
    fn parse(bytes: &'a [u8]) -> Option<(Event<'a>, &'a [u8])> {
        let word = |at: usize| Some(u32::from_ne_bytes(*bytes[at..].first_chunk()?));
        let (head, rest) = bytes.split_at_checked(16)?;
        let len = word(12)? as usize;
        let (name, rest) = rest.split_at_checked(len)?;
        let end = memchr::memchr(0, name).unwrap_or(len);
        Some((
            Event {
                watch: i32::from_ne_bytes(*head.first_chunk()?),
                what: ReadFlags::from_bits_retain(word(4)?),
                name: &name[..end],
            },
            rest,
        ))
    }
}

impl State {
    /// Whether somebody should be asked to take the changes away: again when
    /// there are twice as many, because who was asked may have had no time.
    fn asks(&mut self) -> bool {
        let weight = self.changes.touches + DIR_WEIGHT * self.changes.swapped.len();
        let asks = weight >= MANY.max(self.paths.len() / 2).max(2 * self.asked);
        if asks {
            self.asked = weight;
        }
        asks
    }

    fn note(&mut self, event: &Event<'_>) {
        let has = |flags: ReadFlags| event.what.intersects(flags);
        let changes = &mut self.changes;
        let is_full = changes.swapped.len() + changes.touches >= MAX_CHANGES;
        if has(ReadFlags::QUEUE_OVERFLOW) || is_full {
            self.unseen.clear();
            *changes = Changes {
                lost: true,
                ..Changes::default()
            };
        }
        changes.mounts |= has(ReadFlags::UNMOUNT);
        let Some(ids) = self.dirs.get(&event.watch) else {
            changes.files = true;
            return;
        };
        if event.name.is_empty() {
            // Of the directory itself: gone, moved or with other permissions.
            changes.gone.extend(ids);
        } else if has(ReadFlags::ISDIR) {
            let swapped = ids.iter().map(|&id| (id, event.name.into()));
            changes.swapped.extend(swapped);
            changes.dirty.extend(ids);
        } else {
            let touch = if has(WRITTEN) {
                Touch::Written
            } else if has(GONE) {
                Touch::Gone
            } else {
                Touch::Made(None)
            };
            for &id in ids {
                changes.touch(id, event.name, touch);
                if touch == Touch::Made(None) {
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

impl Changes {
    /// Whether nothing is told to have happened.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty()
            && self.gone.is_empty()
            && self.swapped.is_empty()
            && self.touched.is_empty()
            && !self.files
    }

    fn touch(&mut self, dir: u32, name: &[u8], touch: Touch) {
        let names = self.touched.entry(dir).or_default();
        if let Some(last) = names.get_mut(name) {
            if touch != Touch::Written {
                *last = touch;
            }
        } else {
            names.insert(name.into(), touch);
            self.touches += 1;
        }
    }
}

#[cfg(test)]
impl Watcher {
    /// As if the kernel had not kept an event.
    pub(super) fn lose(&self) {
        self.shared.lock().note(&Event {
            watch: -1,
            what: ReadFlags::QUEUE_OVERFLOW,
            name: b"",
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(watch: i32, what: ReadFlags, name: &[u8]) -> Vec<u8> {
        let mut bytes = watch.to_ne_bytes().to_vec();
        let padded = name.len().next_multiple_of(16);
        bytes.extend(what.bits().to_ne_bytes());
        bytes.extend(0_u32.to_ne_bytes());
        bytes.extend((padded as u32).to_ne_bytes());
        bytes.extend(name);
        bytes.resize(16 + padded, 0);
        bytes
    }

    #[test]
    fn events_are_parsed_one_after_the_other() {
        let mut bytes = event(3, ReadFlags::CREATE, b"name");
        bytes.extend(event(4, ReadFlags::IGNORED, b""));
        let (first, rest) = Event::parse(&bytes).unwrap();
        assert_eq!(
            (first.watch, first.what, first.name),
            (3, ReadFlags::CREATE, &b"name"[..])
        );
        let (second, rest) = Event::parse(rest).unwrap();
        assert_eq!((second.watch, second.name), (4, &b""[..]));
        assert!(Event::parse(rest).is_none());
        for cut in 0..16 {
            assert!(Event::parse(&bytes[..cut]).is_none());
        }
    }

    #[test]
    fn it_asks_for_help_with_many_changes() {
        let mut state = State::default();
        state.dirs.insert(1, vec![0]);
        let mut asked = Vec::new();
        for n in 1..=2 * MANY {
            state.note(&Event {
                watch: 1,
                what: ReadFlags::CREATE,
                name: n.to_string().as_bytes(),
            });
            if state.asks() {
                asked.push(n);
            }
        }
        assert_eq!(asked, [MANY, 2 * MANY]);
    }

    #[test]
    fn more_changes_than_are_kept_are_an_overflow() {
        let mut state = State::default();
        state.dirs.insert(1, vec![0]);
        for n in 0..=MAX_CHANGES {
            let name = n.to_string();
            state.note(&Event {
                watch: 1,
                what: ReadFlags::MODIFY,
                name: name.as_bytes(),
            });
        }
        assert!(state.changes.lost && state.changes.touches < MAX_CHANGES);
    }
}
