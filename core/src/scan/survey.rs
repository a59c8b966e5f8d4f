mod look;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use rustc_hash::FxHashSet;

use super::dir::{Dir, EntryKind};
use super::gitignore::Verdict;
use super::listing::{Listing, Role};
use super::rules::Rules;
use super::source::Source;
use super::table::{DirState, ListedDir, Row, RowStat, Table, TableDir, Update};
use super::walk::{NODE_MODULES, NODE_MODULES_NAME, read};
use crate::cancel::CancelToken;
use crate::path::os_str;

pub(crate) use look::{Last, Look};

/// Lists directories for a table, on as many threads as care to call
/// [`work`](Survey::work).
pub(crate) struct Survey {
    /// What was known before.
    base: Arc<Table>,
    /// Directories of the base that are to be listed as if they were new.
    seeds: FxHashSet<u32>,
    root: Arc<Dir>,
    above: Option<Arc<Rules>>,
    node_modules: bool,
    watch: Option<Watch>,
    stopped: AtomicBool,
    queue: Mutex<Queue>,
    progress: Condvar,
}

/// Has a directory watched: given it, its absolute path and its number.
pub(crate) type Watch = Box<dyn Fn(&Dir, &[u8], u32) -> Option<i32> + Send + Sync>;

/// What a survey found.
#[derive(Debug, Default)]
pub(crate) struct Surveyed {
    pub(crate) update: Update,
    pub(crate) sources: Vec<Source>,
    /// The root has other ignore files than before, so that all is to be done
    /// again.
    pub(crate) is_void: bool,
}

/// How far a thread came with a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Done,
    Paused,
    /// It will not be done: it was stopped, or failed.
    Stopped,
}

#[derive(Default)]
struct Queue {
    jobs: Vec<Job>,
    /// Names to look at, when the directories are listed.
    looks: Vec<Look>,
    active: usize,
    next_id: u32,
    found: Surveyed,
}

struct Job {
    /// Given out when the job is queued, so that parents have lower numbers.
    id: u32,
    path: Arc<[u8]>,
    parent: u32,
    verdict: Option<Verdict>,
    /// The rules in force in the directory above.
    rules: Option<Arc<Rules>>,
}

/// A thread's next piece of work.
enum Piece {
    List(Job),
    Look(Vec<Look>),
}

/// How many directories' names are one piece of work.
const LOOKS: usize = 32;

/// What listing one directory gives.
struct Done {
    listed: ListedDir,
    below: Vec<Job>,
    sources: Vec<Source>,
}

/// Longer paths are left to walks, which go step by step and so know no limit.
const MAX_PATH: usize = 1024;

impl Survey {
    /// Everything below the root of `table`, which is empty.
    pub(crate) fn whole(table: Arc<Table>, root: Arc<Dir>, watch: Option<Watch>) -> Survey {
        let mut survey = Survey::new(table, root, watch);
        let path = Path::new(os_str(survey.root_path())).to_owned();
        let queue = survey
            .queue
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let sources = Rules::sources_above(&path);
        queue.found.sources = sources
            .into_iter()
            .map(|s| Source::new(0, &path, s))
            .collect();
        // Walks report what is wrong with these.
        survey.above = Rules::above(&path, &mut Vec::new());
        queue.next_id = 1;
        queue.jobs.push(Job {
            id: 0,
            path: Arc::default(),
            parent: 0,
            verdict: None,
            rules: survey.above.clone(),
        });
        survey
    }

    /// The directories `dirty` of the table again, and what is new below them;
    /// and names in others.
    pub(crate) fn again(
        table: Arc<Table>,
        root: Arc<Dir>,
        watch: Option<Watch>,
        dirty: impl Iterator<Item = u32>,
        looks: Vec<Look>,
        seeds: FxHashSet<u32>,
    ) -> Survey {
        let jobs = dirty
            .map(|id| {
                let dir = &table.dirs()[id as usize];
                Job {
                    id,
                    path: dir.path.clone(),
                    parent: dir.parent,
                    verdict: dir.verdict,
                    rules: None,
                }
            })
            .collect();
        let next_id = table.dirs().len() as u32;
        let mut survey = Survey::new(table, root, watch);
        survey.seeds = seeds.clone();
        let queue = survey
            .queue
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        queue.jobs = jobs;
        queue.looks = looks;
        queue.next_id = next_id;
        queue.found.update.dropped = seeds;
        survey
    }

    fn new(base: Arc<Table>, root: Arc<Dir>, watch: Option<Watch>) -> Survey {
        let path = Path::new(os_str(base.root()));
        Survey {
            node_modules: path
                .components()
                .any(|c| c.as_os_str() == NODE_MODULES_NAME),
            base,
            seeds: FxHashSet::default(),
            root,
            above: None,
            watch,
            stopped: AtomicBool::new(false),
            queue: Mutex::default(),
            progress: Condvar::new(),
        }
    }

    /// Lists until nothing is left, neither here nor on other threads, or until
    /// `pauses` says so.
    pub(crate) fn work(&self, pauses: impl Fn() -> bool) -> Progress {
        while let Some(piece) = self.next() {
            let turn = Turn(self);
            match piece {
                Piece::List(job) => {
                    let done = self.list(&job);
                    self.lock().add(done);
                }
                Piece::Look(looks) => {
                    let (mut seen, mut unlisted) = (Vec::new(), Vec::new());
                    for look in looks {
                        let dir = look.dir;
                        match self.look(look) {
                            Ok(names) => seen.push(names),
                            Err(_) => unlisted.push(self.unlisted(dir)),
                        }
                    }
                    let update = &mut self.lock().found.update;
                    update.seen.append(&mut seen);
                    update.listed.append(&mut unlisted);
                }
            }
            drop(turn);
            if pauses() {
                return Progress::Paused;
            }
        }
        if self.stopped.load(Ordering::Relaxed) {
            Progress::Stopped
        } else {
            Progress::Done
        }
    }

    /// Ends the work of all threads.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        drop(self.lock());
        self.progress.notify_all();
    }

    /// What was found, once [`work`](Survey::work) has returned.
    pub(crate) fn take(&self) -> Surveyed {
        std::mem::take(&mut self.lock().found)
    }

    /// A table of what is listed so far.
    pub(crate) fn so_far(&self) -> io::Result<Table> {
        let listed = self.lock().found.update.listed.clone();
        let update = Update {
            listed,
            ..Update::default()
        };
        Ok(self.base.updated(update)?.0)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Piece> {
        let mut queue = self.lock();
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(piece) = queue.next() {
                queue.active += 1;
                return Some(piece);
            }
            if queue.active == 0 {
                return None;
            }
            queue = self
                .progress
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn root_path(&self) -> &[u8] {
        let root = self.base.root();
        match root.strip_suffix(b"/") {
            Some(path) if !path.is_empty() => path,
            _ => root,
        }
    }

    /// Lists one directory. One that cannot be listed is left to walks, which
    /// report why.
    fn list(&self, job: &Job) -> Done {
        let known = self.base.dirs().get(job.id as usize);
        let mut done = Done {
            listed: ListedDir::new(
                job.id,
                TableDir {
                    path: job.path.clone(),
                    parent: job.parent,
                    verdict: job.verdict,
                    state: None,
                },
            ),
            below: Vec::new(),
            sources: Vec::new(),
        };
        if let Ok(state) = self.try_list(job, known.and_then(|d| d.state.as_ref()), &mut done) {
            done.listed.dir.state = state;
        }
        if done.listed.dir.state.is_none() {
            done.below.retain(|job| job.path == done.listed.dir.path);
            done.listed.rows.clear();
        }
        done
    }

    /// The state of the directory; `None` if it is to be listed as if it were
    /// new.
    fn try_list(
        &self,
        job: &Job,
        known: Option<&DirState>,
        done: &mut Done,
    ) -> io::Result<Option<DirState>> {
        let mut path = [self.base.root(), &job.path[..]].concat();
        // Listing goes on where the last one with the same handle ended.
        let name: &[u8] = if job.path.is_empty() { b"." } else { &job.path };
        let dir = Arc::new(self.root.open_dir(name, &path, false)?);
        // First, so that whatever is not seen below is told by the watcher.
        let watch = known.and_then(|state| state.watch).or_else(|| {
            let path = match job.path.is_empty() {
                true => self.root_path(),
                false => &path,
            };
            self.watch.as_ref()?(&dir, path, job.id)
        });
        done.listed.watch = watch;
        let now = SystemTime::now();
        let stamp = dir.stamp()?;
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        let mut listing = Listing::of(dir, path);
        let (mut all, ignore_files) = read(&mut listing, &CancelToken::new())?;
        let rules = match known {
            Some(state) if state.ignore_files == ignore_files => state.rules.clone(),
            Some(_) => {
                // Other ignore files, other rules for all below.
                let mut queue = self.lock();
                queue.found.is_void |= job.id == 0;
                queue.found.update.dropped.insert(job.id);
                let above = self.base.dirs()[job.parent as usize].state.as_ref();
                done.below.push(Job {
                    id: 0,
                    path: job.path.clone(),
                    parent: job.parent,
                    verdict: job.verdict,
                    rules: above.and_then(|s| s.rules.clone()),
                });
                return Ok(None);
            }
            None => {
                let path = listing.path.strip_suffix(b"/").unwrap_or(&listing.path);
                let path = Path::new(os_str(if path.is_empty() { b"/" } else { path }));
                let sources = Rules::sources(path, ignore_files);
                done.sources = sources
                    .into_iter()
                    .map(|s| Source::new(job.id, path, s))
                    .collect();
                let mut faults = Vec::new();
                let rules = Rules::enter(job.rules.clone(), path, ignore_files, &mut faults);
                if let Some((_, error)) = faults.pop() {
                    return Err(error);
                }
                rules
            }
        };
        let name_of = |(start, len, _): &(u32, u16, EntryKind)| {
            &listing.names[*start as usize..][..usize::from(*len)]
        };
        all.sort_unstable_by(|a, b| name_of(a).cmp(name_of(b)));
        let mut path = listing.path.clone();
        let mut markers = Vec::new();
        for (start, len, kind) in all {
            let name = name_of(&(start, len, kind));
            path.truncate(listing.path.len());
            path.extend_from_slice(name);
            let is_dir = kind == EntryKind::Dir;
            let verdict = rules.as_ref().and_then(|r| r.verdict(&path, name, is_dir));
            // Later surveys are for a query, which may not want to know.
            let stat = if kind == EntryKind::File && self.base.dirs().is_empty() {
                listing.dir.stat_alone(name, &path)
            } else {
                None
            };
            let row = Row::new(start, len, Role::Item(kind), verdict);
            done.listed.rows.push((row, RowStat::new(stat)));
            if !is_dir {
                continue;
            }
            let shown = &path[self.base.root().len()..];
            let is_left = verdict == Some(Verdict::Ignore)
                || (name == NODE_MODULES && !self.node_modules)
                || shown.len() > MAX_PATH;
            if is_left {
                markers.push((name.to_vec(), verdict));
                continue;
            }
            let kept = self
                .base
                .dir_at(shown)
                .filter(|id| !self.seeds.contains(id));
            match kept {
                Some(id) if known.is_some() => done.listed.kept.push(id),
                _ => done.below.push(Job {
                    id: 0,
                    path: shown.into(),
                    parent: job.id,
                    verdict,
                    rules: rules.clone(),
                }),
            }
        }
        let mut names = listing.names;
        for (name, verdict) in markers {
            let (Ok(start), Ok(len)) = (u32::try_from(names.len()), u16::try_from(name.len() + 1))
            else {
                return Err(io::Error::other("the directory's listing is too large"));
            };
            names.extend_from_slice(&name);
            names.push(b'/');
            let row = Row::new(start, len, Role::Walk, verdict);
            done.listed.rows.push((row, RowStat::new(None)));
        }
        done.listed.names = names;
        Ok(Some(DirState {
            rules,
            ignore_files,
            stamp: Some(stamp).filter(|s| s.is_settled(now)),
            watch,
            is_mount: !self.root.stamp()?.is_on_same_disk(&stamp),
        }))
    }
}

impl Queue {
    fn next(&mut self) -> Option<Piece> {
        if let Some(job) = self.jobs.pop() {
            return Some(Piece::List(job));
        }
        let rest = self.looks.len().saturating_sub(LOOKS);
        let looks = self.looks.split_off(rest);
        (!looks.is_empty()).then_some(Piece::Look(looks))
    }

    fn add(&mut self, done: Done) {
        self.found.sources.extend(done.sources);
        self.found.update.listed.push(done.listed);
        // The first is to come first off the end.
        for mut job in done.below.into_iter().rev() {
            job.id = self.next_id;
            self.next_id += 1;
            self.jobs.push(job);
        }
    }
}

/// One thread's turn; ends with it, also when the work panics.
struct Turn<'a>(&'a Survey);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().active -= 1;
        if std::thread::panicking() {
            self.0.stopped.store(true, Ordering::Relaxed);
        }
        self.0.progress.notify_all();
    }
}
