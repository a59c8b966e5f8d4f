//! Lists directories for a file table on several threads.
//!
//! A scan starts from the root, or from stale directories of a known table, and follows new
//! directories down. Threads join and leave freely; the scan is done when no job is queued or
//! running.
//!
//! Invariants: a directory's number is assigned when its job is queued, so parents have smaller
//! numbers. Change events are requested for a directory before it is listed, so no change in
//! between is lost.

use std::io;
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::SystemTime;

use ransack_base::CancelToken;
use ransack_base::internal::{JobQueue, os_str};
use rustc_hash::FxHashSet;

use super::dir::Dir;
use super::file_stamp::EntryKind;
use super::gitignore::Verdict;
use super::listing::{EntryRole, Listing};
use super::probe::Probe;
use super::rules::{IgnoreFiles, Rules, RulesContext};
use super::source::IgnoreSource;
use super::table::{DirState, FileTable, ListedDir, TableDir, TableRow, Update};
use super::walk::{NODE_MODULES, NODE_MODULES_NAME, Names, read};

/// A scan of directories in flight, shared by all threads that call [`work`](ParallelScan::work).
pub(crate) struct ParallelScan {
    /// Table before the scan.
    pub(super) base: Arc<FileTable>,
    /// Directories of the base that are listed as if new.
    relisted: FxHashSet<u32>,
    /// Root directory. The workspace owns and closes it.
    root: Weak<Dir>,
    /// Rules in force above the root.
    above: Option<Arc<Rules>>,
    /// Whether the root lies in a `node_modules` directory.
    node_modules: bool,
    watch: Option<AddWatch>,
    rules: Arc<RulesContext>,
    queue: JobQueue<ScanState>,
}

/// Requests change events for a directory, given with its absolute path and number. Returns the
/// watch descriptor.
pub(crate) type AddWatch = Box<dyn Fn(&Dir, &[u8], u32) -> Option<i32> + Send + Sync>;

/// Output of a scan.
#[derive(Debug, Default)]
pub(crate) struct ScanOutput {
    pub(crate) update: Update,
    pub(crate) sources: Vec<IgnoreSource>,
    /// Whether the root has other ignore files than before, which requires a complete rescan.
    pub(crate) is_void: bool,
}

/// State of a scan when a thread leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanProgress {
    Done,
    /// The thread left before the scan ended.
    Paused,
    /// The scan was stopped, or a job panicked.
    Stopped,
}

/// Queued jobs of a scan and its output so far.
#[derive(Default)]
struct ScanState {
    dirs: Vec<DirJob>,
    /// Names to probe after the directories are listed.
    probes: Vec<Probe>,
    next_id: u32,
    output: ScanOutput,
}

/// A directory to list.
struct DirJob {
    id: u32,
    path: Arc<[u8]>,
    parent: u32,
    verdict: Option<Verdict>,
    /// Rules in force in the parent directory.
    rules: Option<Arc<Rules>>,
}

enum ScanJob {
    List(DirJob),
    Probe(Vec<Probe>),
}

/// Number of probes in one job.
const PROBES_PER_JOB: usize = 32;

/// Listing of one directory.
struct ScannedDir {
    listed: ListedDir,
    below: Vec<DirJob>,
    sources: Vec<IgnoreSource>,
}

/// Maximum length of a relative path in a table, in bytes. Walks go directory by directory and have
/// no limit, so they find longer paths.
const MAX_PATH: usize = 1024;

/// Whether a table does not list a directory, given by its relative path, so that calls walk it.
/// `node_modules` states whether the root lies in a `node_modules` directory.
pub(super) fn is_excluded(
    path: &[u8],
    name: &[u8],
    verdict: Option<Verdict>,
    node_modules: bool,
) -> bool {
    verdict == Some(Verdict::Ignore)
        || (name == NODE_MODULES && !node_modules)
        || path.len() > MAX_PATH
}

/// Whether the root of a table lies in a `node_modules` directory.
pub(super) fn is_in_node_modules(root: &[u8]) -> bool {
    let mut components = Path::new(os_str(root)).components();
    components.any(|c| c.as_os_str() == NODE_MODULES_NAME)
}

impl ParallelScan {
    /// Creates a scan of everything below the root of `table`, which must be empty.
    pub(crate) fn whole(
        table: Arc<FileTable>,
        root: Weak<Dir>,
        watch: Option<AddWatch>,
        rules: Arc<RulesContext>,
    ) -> ParallelScan {
        let mut scan = ParallelScan::new(table, root, watch, rules);
        let path = Path::new(os_str(scan.root_path())).to_owned();
        // Walks report unreadable ignore files above the root.
        scan.above = Rules::above(&path, &scan.rules, &mut Vec::new());
        let sources = Rules::sources_above(&path, &scan.rules);
        let sources = sources
            .into_iter()
            .map(|source| IgnoreSource::new(0, false, source, &scan.rules.environment))
            .collect();
        let rules = scan.above.clone();
        let state = scan.queue.get_mut();
        state.output.sources = sources;
        state.next_id = 1;
        state.dirs.push(DirJob {
            id: 0,
            path: Arc::default(),
            parent: 0,
            verdict: None,
            rules,
        });
        scan
    }

    /// Creates a scan of a table's `dirty` directories, of new directories below them, and of
    /// single names in other directories. The `relisted` directories are listed as if new.
    pub(crate) fn of_changes(
        table: Arc<FileTable>,
        root: Weak<Dir>,
        watch: Option<AddWatch>,
        rules: Arc<RulesContext>,
        dirty: impl Iterator<Item = u32>,
        probes: Vec<Probe>,
        relisted: FxHashSet<u32>,
    ) -> ParallelScan {
        let dirs = dirty
            .map(|id| {
                let dir = &table.dirs()[id as usize];
                DirJob {
                    id,
                    path: dir.path.clone(),
                    parent: dir.parent,
                    verdict: dir.verdict,
                    rules: None,
                }
            })
            .collect();
        let next_id = table.dirs().len() as u32;
        let mut scan = ParallelScan::new(table, root, watch, rules);
        scan.relisted = relisted.clone();
        let state = scan.queue.get_mut();
        state.dirs = dirs;
        state.probes = probes;
        state.next_id = next_id;
        state.output.update.dropped = relisted;
        scan
    }

    fn new(
        base: Arc<FileTable>,
        root: Weak<Dir>,
        watch: Option<AddWatch>,
        rules: Arc<RulesContext>,
    ) -> ParallelScan {
        ParallelScan {
            node_modules: is_in_node_modules(base.root()),
            base,
            relisted: FxHashSet::default(),
            root,
            above: None,
            watch,
            rules,
            queue: JobQueue::new(ScanState::default()),
        }
    }

    /// Works on the scan until it is done on all threads, or until `pauses` returns true after a
    /// job.
    pub(crate) fn work(&self, pauses: impl Fn() -> bool) -> ScanProgress {
        while let Some((job, running)) = self.queue.next(ScanState::next_job) {
            match job {
                ScanJob::List(job) => {
                    let scanned = self.list(&job);
                    self.queue.lock().source.add(scanned);
                }
                ScanJob::Probe(probes) => self.run_probes(probes),
            }
            drop(running);
            if pauses() {
                return ScanProgress::Paused;
            }
        }
        if self.queue.is_stopped() {
            ScanProgress::Stopped
        } else {
            ScanProgress::Done
        }
    }

    fn run_probes(&self, probes: Vec<Probe>) {
        let (mut seen, mut unlisted) = (Vec::new(), Vec::new());
        for probe in probes {
            let dir = probe.dir;
            match self.probe(probe) {
                Ok(names) => seen.push(names),
                Err(_) => unlisted.push(self.unlisted(dir)),
            }
        }
        let update = &mut self.queue.lock().source.output.update;
        update.seen.append(&mut seen);
        update.listed.append(&mut unlisted);
    }

    /// Stops the scan on all threads.
    pub(crate) fn stop(&self) {
        self.queue.stop();
    }

    /// Waits until no thread works on the scan, which must be stopped or done.
    pub(crate) fn wait(&self) {
        self.queue.wait();
    }

    /// Returns the root directory.
    ///
    /// # Errors
    ///
    /// Fails if the workspace was closed.
    pub(super) fn root(&self) -> io::Result<Arc<Dir>> {
        let closed = || io::Error::other("the workspace is closed");
        self.root.upgrade().ok_or_else(closed)
    }

    /// Takes the output after [`work`](ParallelScan::work) returned `Done`.
    pub(crate) fn take_output(&self) -> ScanOutput {
        std::mem::take(&mut self.queue.lock().source.output)
    }

    /// Builds a table from the directories listed so far.
    pub(crate) fn partial_table(&self) -> io::Result<FileTable> {
        let listed = self.queue.lock().source.output.update.listed.clone();
        let update = Update {
            listed,
            ..Update::default()
        };
        Ok(self.base.updated(update)?.0)
    }

    fn root_path(&self) -> &[u8] {
        let root = self.base.root();
        match root.strip_suffix(b"/") {
            Some(path) if !path.is_empty() => path,
            _ => root,
        }
    }

    /// Lists one directory. A directory that cannot be listed has no state in the table; walks
    /// report the reason.
    fn list(&self, job: &DirJob) -> ScannedDir {
        let known = self.base.dirs().get(job.id as usize);
        let mut scanned = ScannedDir {
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
        if let Ok(state) = self.try_list(job, known.and_then(|d| d.state.as_ref()), &mut scanned) {
            scanned.listed.dir.state = state;
        }
        if scanned.listed.dir.state.is_none() {
            scanned
                .below
                .retain(|job| job.path == scanned.listed.dir.path);
            scanned.listed.rows.clear();
        }
        scanned
    }

    /// Lists a directory into `scanned`. Returns `None` if its ignore files have changed, in which
    /// case it must be listed as if new.
    fn try_list(
        &self,
        job: &DirJob,
        known: Option<&DirState>,
        scanned: &mut ScannedDir,
    ) -> io::Result<Option<DirState>> {
        let mut path = [self.base.root(), &job.path[..]].concat();
        // A new handle, because a listing continues where the last one on the same handle ended.
        let name: &[u8] = if job.path.is_empty() { b"." } else { &job.path };
        let root = self.root()?;
        let dir = Arc::new(root.open_dir(name, &path, false)?);
        // Watched before the listing, so no change after it is missed.
        let watch = known.and_then(|state| state.watch).or_else(|| {
            let path = match job.path.is_empty() {
                true => self.root_path(),
                false => &path,
            };
            self.watch.as_ref()?(&dir, path, job.id)
        });
        scanned.listed.watch = watch;
        let now = SystemTime::now();
        let stamp = dir.stamp()?;
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
        let mut listing = Listing::of(dir, path);
        let (mut all, ignore_files) = read(&mut listing, &self.rules, &CancelToken::new())?;
        let rules = match known {
            Some(state) if state.ignore_files == ignore_files => state.rules.clone(),
            Some(_) => {
                self.relist(job, scanned);
                return Ok(None);
            }
            None => self.read_rules(job, &listing, ignore_files, scanned)?,
        };
        let name_of = |(start, len, _): &(u32, u16, EntryKind)| {
            &listing.names[*start as usize..][..usize::from(*len)]
        };
        if self.base.folders().divide(&job.path) {
            all.retain(|name| self.admits(&job.path, name_of(name)));
        }
        all.sort_unstable_by(|a, b| name_of(a).cmp(name_of(b)));
        let excluded = self.add_rows(job, &listing, all, rules.as_ref(), known, scanned);
        scanned.listed.names = listing.names;
        add_walk_rows(excluded, &mut scanned.listed)?;
        Ok(Some(DirState {
            rules,
            ignore_files,
            stamp: Some(stamp).filter(|s| s.is_settled(now)),
            watch,
            is_mount: root.stamp()?.inode.0 != stamp.inode.0,
        }))
    }

    /// Whether the table lists a name in a directory.
    pub(super) fn admits(&self, dir: &[u8], name: &[u8]) -> bool {
        let slash: &[u8] = if dir.is_empty() { b"" } else { b"/" };
        self.base.folders().admit(&[dir, slash, name].concat())
    }

    /// Returns the role of the entry at an absolute path.
    pub(super) fn role(&self, path: &[u8], kind: EntryKind) -> EntryRole {
        match self.base.folders().deny(path, kind == EntryKind::Dir) {
            true => EntryRole::Denied(kind),
            false => EntryRole::Item(kind),
        }
    }

    /// Queues a directory whose ignore files have changed, to be listed as if new: its rules apply
    /// to everything below.
    fn relist(&self, job: &DirJob, scanned: &mut ScannedDir) {
        let mut queue = self.queue.lock();
        let output = &mut queue.source.output;
        output.is_void |= job.id == 0;
        output.update.dropped.insert(job.id);
        let above = self.base.dirs()[job.parent as usize].state.as_ref();
        scanned.below.push(DirJob {
            id: 0,
            path: job.path.clone(),
            parent: job.parent,
            verdict: job.verdict,
            rules: above.and_then(|state| state.rules.clone()),
        });
    }

    /// Reads the ignore rules of a directory and records their files.
    fn read_rules(
        &self,
        job: &DirJob,
        listing: &Listing,
        ignore_files: IgnoreFiles,
        scanned: &mut ScannedDir,
    ) -> io::Result<Option<Arc<Rules>>> {
        let path = listing.path.strip_suffix(b"/").unwrap_or(&listing.path);
        let path = Path::new(os_str(if path.is_empty() { b"/" } else { path }));
        let sources = Rules::sources(path, ignore_files, &self.rules);
        scanned.sources = sources
            .into_iter()
            .map(|source| IgnoreSource::new(job.id, true, source, &self.rules.environment))
            .collect();
        let mut unreadable = Vec::new();
        let above = job.rules.clone();
        let rules = Rules::enter(above, path, ignore_files, &self.rules, &mut unreadable);
        match unreadable.pop() {
            Some((_, error)) => Err(error),
            None => Ok(rules),
        }
    }

    /// Adds a row for each name, and jobs for the directories below. Returns the directories that a
    /// table does not list.
    fn add_rows(
        &self,
        job: &DirJob,
        listing: &Listing,
        names: Names,
        rules: Option<&Arc<Rules>>,
        known: Option<&DirState>,
        scanned: &mut ScannedDir,
    ) -> Vec<ExcludedDir> {
        let mut path = listing.path.clone();
        let mut excluded = Vec::new();
        for (start, len, kind) in names {
            let name = &listing.names[start as usize..][..usize::from(len)];
            path.truncate(listing.path.len());
            path.extend_from_slice(name);
            let is_dir = kind == EntryKind::Dir;
            let verdict = rules.and_then(|rules| rules.verdict(&path, name, is_dir));
            let role = self.role(&path, kind);
            let row = TableRow::new(start, len, role, verdict);
            scanned.listed.rows.push(row);
            if !is_dir || role == EntryRole::Denied(kind) {
                continue;
            }
            let shown = &path[self.base.root().len()..];
            if is_excluded(shown, name, verdict, self.node_modules) {
                excluded.push((name.to_vec(), verdict));
                continue;
            }
            let kept = self
                .base
                .dir_at(shown)
                .filter(|id| !self.relisted.contains(id));
            match kept {
                Some(id) if known.is_some() => scanned.listed.kept.push(id),
                _ => scanned.below.push(DirJob {
                    id: 0,
                    path: shown.into(),
                    parent: job.id,
                    verdict,
                    rules: rules.cloned(),
                }),
            }
        }
        excluded
    }
}

/// Name of a directory that a table does not list, with the ignore rules' decision.
type ExcludedDir = (Vec<u8>, Option<Verdict>);

/// Adds the second row of each directory that the table does not list.
fn add_walk_rows(excluded: Vec<ExcludedDir>, listed: &mut ListedDir) -> io::Result<()> {
    let names = &mut listed.names;
    for (name, verdict) in excluded {
        let (Ok(start), Ok(len)) = (u32::try_from(names.len()), u16::try_from(name.len() + 1))
        else {
            return Err(io::Error::other("the directory's listing is too large"));
        };
        names.extend_from_slice(&name);
        names.push(b'/');
        let row = TableRow::new(start, len, EntryRole::Walk, verdict);
        listed.rows.push(row);
    }
    Ok(())
}

impl ScanState {
    /// Removes the next job.
    fn next_job(&mut self) -> Option<ScanJob> {
        if let Some(job) = self.dirs.pop() {
            return Some(ScanJob::List(job));
        }
        let rest = self.probes.len().saturating_sub(PROBES_PER_JOB);
        let probes = self.probes.split_off(rest);
        (!probes.is_empty()).then_some(ScanJob::Probe(probes))
    }

    fn add(&mut self, scanned: ScannedDir) {
        self.output.sources.extend(scanned.sources);
        self.output.update.listed.push(scanned.listed);
        // Reversed, so the first directory is popped first.
        for mut job in scanned.below.into_iter().rev() {
            job.id = self.next_id;
            self.next_id += 1;
            self.dirs.push(job);
        }
    }
}
