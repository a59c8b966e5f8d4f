//! Lower bounds of a search: the system calls that any search must make, with
//! minimal code.
//!
//! Ignore rules are not applied, so in a repository with ignored files the floor reads a few more
//! files than a search.

use std::error::Error;

use crate::cases::Case;
use crate::corpus::Corpus;

/// Amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Floor {
    Walk,
    Read,
    Memmem,
}

impl Floor {
    const ALL: [Floor; 3] = [Floor::Walk, Floor::Read, Floor::Memmem];

    pub(crate) fn for_case(case: &Case) -> Vec<Floor> {
        let fits = |floor: &Floor| match floor {
            Floor::Walk => !case.in_memory,
            Floor::Read => !case.in_memory && !case.is_glob,
            Floor::Memmem => case.literal.is_some(),
        };
        let all = if cfg!(target_os = "linux") {
            &Floor::ALL[..]
        } else {
            &[]
        };
        all.iter().copied().filter(fits).collect()
    }

    pub(crate) fn named(name: &str) -> Option<Floor> {
        Floor::ALL.into_iter().find(|floor| floor.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Floor::Walk => "walk",
            Floor::Read => "read",
            Floor::Memmem => "memmem",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Floor::Walk => "floor: walk",
            Floor::Read => "floor: walk, open, read, close",
            Floor::Memmem => "floor: the same and memmem",
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn run(_: Floor, _: &Case, _: &Corpus, _: usize) -> Result<(), Box<dyn Error>> {
    Err("the floor is measured on Linux only".into())
}

#[cfg(target_os = "linux")]
pub(crate) use linux::run;

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::CString;
    use std::io::Write;
    use std::sync::{Arc, Condvar, Mutex, PoisonError};

    use memchr::memmem::Finder;
    use rustix::fd::{AsFd, OwnedFd};
    use rustix::fs::{CWD, FileType, Mode, OFlags, RawDir, openat};

    use super::*;
    use crate::child::Watch;

    /// Directory to list: its open parent and its name there.
    type Dir = (Arc<OwnedFd>, CString);

    /// Directories not listed yet.
    struct Queue {
        state: Mutex<State>,
        change: Condvar,
    }

    struct State {
        dirs: Vec<Dir>,
        /// Threads that list a directory and may add others.
        working: usize,
    }

    #[derive(Clone, Copy, Default)]
    struct Sums {
        files: u64,
        bytes: u64,
        hits: u64,
    }

    pub(crate) fn run(
        floor: Floor,
        case: &Case,
        corpus: &Corpus,
        threads: usize,
    ) -> Result<(), Box<dyn Error>> {
        let needle = case.literal.clone().unwrap_or_default();
        let watch = Watch::start();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = Arc::new(openat(CWD, corpus.path(), flags, Mode::empty())?);
        let queue = Queue {
            state: Mutex::new(State {
                dirs: vec![(root, c".".to_owned())],
                working: 0,
            }),
            change: Condvar::new(),
        };
        let sums = std::thread::scope(|scope| {
            let work = || work(floor, &queue, &needle);
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            all.into_iter()
                .filter_map(|thread| thread.join().ok())
                .collect::<Vec<Sums>>()
        });
        watch.stop();
        let sum = |part: fn(&Sums) -> u64| sums.iter().map(part).sum::<u64>();
        let (files, bytes, hits) = (sum(|s| s.files), sum(|s| s.bytes), sum(|s| s.hits));
        writeln!(
            std::io::stdout(),
            "{files} files, {bytes} bytes, {hits} hits"
        )?;
        Ok(())
    }

    fn work(floor: Floor, queue: &Queue, needle: &str) -> Sums {
        let finder = Finder::new(needle);
        let mut sums = Sums::default();
        let mut listing = Vec::with_capacity(32 << 10);
        let mut content = vec![0; 64 << 10];
        let mut found = Vec::new();
        let mut worked = false;
        while let Some((parent, name)) = queue.next(&mut found, worked) {
            worked = true;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
            let Ok(dir) = openat(&*parent, &*name, flags, Mode::empty()) else {
                continue;
            };
            let dir = Arc::new(dir);
            let mut entries = RawDir::new(dir.as_fd(), listing.spare_capacity_mut());
            while let Some(Ok(entry)) = entries.next() {
                let name = entry.file_name();
                match entry.file_type() {
                    FileType::Directory if !matches!(name.to_bytes(), b"." | b".." | b".git") => {
                        found.push((dir.clone(), name.to_owned()));
                    }
                    FileType::RegularFile => {
                        sums.files += 1;
                        if floor == Floor::Walk {
                            continue;
                        }
                        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
                        let Ok(file) = openat(&*dir, name, flags, Mode::empty()) else {
                            continue;
                        };
                        let len = read(&file, &mut content);
                        sums.bytes += len as u64;
                        if floor == Floor::Memmem {
                            sums.hits += finder.find_iter(&content[..len]).count() as u64;
                        }
                    }
                    _ => {}
                }
            }
        }
        sums
    }

    /// Reads the whole file; the buffer grows as needed. On ordinary file systems, a read that does
    /// not fill the buffer has reached the end.
    fn read(file: &OwnedFd, buffer: &mut Vec<u8>) -> usize {
        let mut len = 0;
        loop {
            if len == buffer.len() {
                buffer.resize(len * 2, 0);
            }
            match rustix::io::read(file, &mut buffer[len..]) {
                Ok(n) if len + n == buffer.len() => len += n,
                Ok(n) => return len + n,
                Err(_) => return len,
            }
        }
    }

    impl Queue {
        /// Adds the subdirectories of the last directory, if any, and takes the next directory.
        /// Returns `None` if the queue is empty and no thread can add to it.
        fn next(&self, found: &mut Vec<Dir>, worked: bool) -> Option<Dir> {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.working -= usize::from(worked);
            state.dirs.append(found);
            loop {
                if let Some(dir) = state.dirs.pop() {
                    state.working += 1;
                    if !state.dirs.is_empty() {
                        self.change.notify_one();
                    }
                    return Some(dir);
                }
                if state.working == 0 {
                    self.change.notify_all();
                    return None;
                }
                state = self
                    .change
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
