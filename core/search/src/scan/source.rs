//! Files that ignore rules come from, and detection of their changes.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::file_stamp::FileStamp;
use super::rules::repository_digest;
use crate::git::GitEnvironment;

/// Source of ignore rules, even if it does not exist yet.
#[derive(Clone, Debug)]
pub(crate) enum IgnoreRuleSource {
    /// An ignore file in a directory.
    File(PathBuf),
    /// A repository, given by its top directory: its directories, configuration
    /// and excludes files.
    Repository(PathBuf),
}

/// Version of a [`IgnoreRuleSource`] that the rules of a directory depend on.
#[derive(Clone, Debug)]
pub(crate) struct IgnoreSource {
    /// Number of the directory whose rules depend on the source.
    pub(crate) dir: u32,
    source: IgnoreRuleSource,
    /// Whether the source lies in that directory.
    is_in_dir: bool,
    /// Whether change events report every change of the source.
    pub(crate) is_watched: bool,
    inputs: Vec<SourceFile>,
    /// Hash of the content.
    content: u64,
}

/// A file that a source depends on.
#[derive(Clone, Debug)]
struct SourceFile {
    path: PathBuf,
    version: Version,
    /// Whether every change gives another stamp.
    is_settled: bool,
}

impl IgnoreSource {
    /// Records the current version of a source of the directory `dir`, which
    /// lies in that directory or above it. Call it before reading the rules, so
    /// a change in between is detected.
    pub(crate) fn new(
        dir: u32,
        is_in_dir: bool,
        source: IgnoreRuleSource,
        environment: &GitEnvironment,
    ) -> IgnoreSource {
        let mut source = IgnoreSource {
            dir,
            source,
            is_in_dir,
            is_watched: false,
            inputs: Vec::new(),
            content: 0,
        };
        source.record(environment);
        source
    }

    /// Watches an ignore file of the directory through `add`, unless it is
    /// already watched. `add` returns whether every later change is reported.
    /// Call it before [`changed`](IgnoreSource::changed).
    pub(crate) fn watch(&mut self, add: impl FnOnce(&Path) -> bool) {
        // Without a settled stamp, the path may now lead to another file.
        let is_settled = self.inputs.iter().all(|input| input.is_settled);
        if !(self.is_watched && is_settled) {
            self.is_watched = match &self.source {
                // A link's target is not watched.
                IgnoreRuleSource::File(path) => self.is_in_dir && !self.is_link() && add(path),
                IgnoreRuleSource::Repository(_) => false,
            };
        }
    }

    /// Returns whether the content differs from the recorded content, and records the new content.
    pub(crate) fn changed(&mut self, environment: &GitEnvironment) -> bool {
        if !self.inputs.iter().any(SourceFile::may_have_changed) {
            return false;
        }
        // The path may now lead to another file, which is not watched.
        self.is_watched = false;
        let before = self.content;
        self.record(environment);
        self.content != before
    }

    fn is_link(&self) -> bool {
        self.inputs.iter().any(|input| input.version.is_link)
    }

    fn record(&mut self, environment: &GitEnvironment) {
        let now = SystemTime::now();
        match &self.source {
            IgnoreRuleSource::File(path) => {
                self.inputs = vec![SourceFile::new(path.clone(), now)];
                self.content = digest(path);
            }
            IgnoreRuleSource::Repository(top) => {
                // Stamps should be taken before the content, but the content
                // determines which files to stamp.
                let (_, paths) = repository_digest(top, environment);
                self.inputs = paths
                    .iter()
                    .map(|p| SourceFile::new(p.clone(), now))
                    .collect();
                let (content, paths_now) = repository_digest(top, environment);
                self.content = content;
                if paths != paths_now {
                    self.inputs
                        .iter_mut()
                        .for_each(|input| input.is_settled = false);
                }
            }
        }
    }
}

impl SourceFile {
    fn new(path: PathBuf, now: SystemTime) -> SourceFile {
        let version = Version::of(&path);
        SourceFile {
            path,
            version,
            is_settled: version
                .stamp
                .is_none_or(|s| s.is_dir() || s.is_settled(now)),
        }
    }

    fn may_have_changed(&self) -> bool {
        if !self.is_settled {
            return true;
        }
        let (now, before) = (Version::of(&self.path), self.version);
        let is_dir = |version: Version| version.stamp.is_some_and(|stamp| stamp.is_dir());
        // The contents of a directory are separate inputs.
        now != before && !(is_dir(now) && is_dir(before))
    }
}

/// Version of a file, through links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Version {
    stamp: Option<FileStamp>,
    is_link: bool,
}

impl Version {
    fn of(path: &Path) -> Version {
        let mut found = fs::symlink_metadata(path).ok();
        let is_link = found.as_ref().is_some_and(fs::Metadata::is_symlink);
        if is_link {
            found = fs::metadata(path).ok();
        }
        Version {
            stamp: found.map(|found| FileStamp::of(&found)),
            is_link,
        }
    }
}

/// Returns a hash of the content of an ignore file.
fn digest(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_link.hash(&mut hasher);
    match fs::metadata(path) {
        Ok(found) if found.is_file() => match fs::read(path) {
            Ok(content) => content.hash(&mut hasher),
            Err(error) => error.kind().hash(&mut hasher),
        },
        Ok(_) => "no file".hash(&mut hasher),
        Err(_) => "no entry".hash(&mut hasher),
    }
    hasher.finish()
}
