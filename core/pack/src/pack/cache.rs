//! Measurements and shortened texts that a workspace keeps from call to call.
//!
//! Both are identified by the content id of the file, so they are never stale. What is known about a
//! file is identified by its path and its stamp, which every change of the file changes, so an
//! unchanged file need not be read.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ransack_base::ContentId;
use ransack_base::internal::lock;
use ransack_tokens::Encoding;
use rustc_hash::FxHashMap;

use super::measure::Measure;
use super::options::PackLevel;
use super::outcome::PackedFile;

/// Maximum memory of the measurements of a workspace in bytes.
const MAX_WEIGHT: usize = 64 << 20;

/// Maximum memory of the shortened texts of a workspace in bytes.
const MAX_SHORTENED: usize = 16 << 20;

/// Shortened texts, so that a repeated pack parses no file again.
#[derive(Default)]
pub(super) struct ShortenedCache(Mutex<CachedTexts>);

#[derive(Default)]
struct CachedTexts {
    by_key: FxHashMap<ShortenedKey, Arc<[u8]>>,
    weight: usize,
}

/// Everything that a shortened text depends on, if the call names nothing as relevant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ShortenedKey {
    pub(super) version: ContentId,
    /// Name of the language.
    pub(super) language: &'static str,
    /// Encoding from which the text was decoded.
    pub(super) text_encoding: &'static str,
    pub(super) level: PackLevel,
}

impl ShortenedCache {
    /// Returns a text, if it is known.
    pub(super) fn get(&self, key: &ShortenedKey) -> Option<Arc<[u8]>> {
        lock(&self.0).by_key.get(key).cloned()
    }

    /// Adds a text. If the cache is full, it first drops all others.
    pub(super) fn add(&self, key: ShortenedKey, text: &[u8]) {
        let weight = text.len() + size_of::<ShortenedKey>();
        if weight > MAX_SHORTENED {
            return;
        }
        let mut cached = lock(&self.0);
        let dropped = match cached.weight + weight > MAX_SHORTENED {
            true => std::mem::take(&mut *cached),
            false => CachedTexts::default(),
        };
        if cached.by_key.insert(key, text.into()).is_none() {
            cached.weight += weight;
        }
        drop(cached);
        drop(dropped);
    }
}

/// Everything that a measurement depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MeasureKey {
    pub(super) version: ContentId,
    /// Name of the language.
    pub(super) language: Option<&'static str>,
    /// Encoding from which the text was decoded.
    pub(super) text_encoding: &'static str,
    /// Encoding in which tokens are counted.
    pub(super) encoding: Encoding,
}

impl MeasureKey {
    pub(super) fn of(file: &PackedFile, encoding: Encoding) -> MeasureKey {
        MeasureKey {
            version: file.version,
            language: file.language,
            text_encoding: file.encoding,
            encoding,
        }
    }
}

/// Everything besides the path that reading a file depends on.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ReadKey {
    /// Number that every change of the file changes.
    pub(super) stamp: u64,
    /// Encoding that the call gives for files without a byte order mark.
    pub(super) encoding: Option<String>,
    pub(super) max_file_size: Option<u64>,
}

/// File of an earlier call.
#[derive(Clone)]
pub(super) struct KnownFile {
    /// Stamp of the file, and the options that it was read with.
    pub(super) key: ReadKey,
    /// File as a call leaves it out; its path and its root are those of another call.
    pub(super) file: PackedFile,
}

impl KnownFile {
    /// Returns the approximate memory in bytes.
    fn weight(&self, path: &Path) -> usize {
        size_of::<(PathBuf, KnownFile)>() + path.as_os_str().len()
    }
}

/// Measurements of a workspace.
#[derive(Default)]
pub(super) struct MeasureCache(Mutex<CachedMeasures>);

#[derive(Default)]
struct CachedMeasures {
    by_key: FxHashMap<MeasureKey, Arc<Measure>>,
    /// Files by the path with which they are opened.
    files: FxHashMap<PathBuf, KnownFile>,
    weight: usize,
}

impl CachedMeasures {
    /// Makes room for an addition: if the cache is full, takes all out of it. The caller drops them
    /// without holding the lock, because freeing many takes time.
    fn grow(&mut self, weight: usize) -> CachedMeasures {
        let dropped = match self.weight + weight > MAX_WEIGHT {
            true => std::mem::take(self),
            false => CachedMeasures::default(),
        };
        self.weight += weight;
        dropped
    }
}

impl MeasureCache {
    /// Returns a file and its measurement, if they are known.
    pub(super) fn file(
        &self,
        path: &Path,
        key: &ReadKey,
        encoding: Encoding,
    ) -> Option<(PackedFile, Arc<Measure>)> {
        let cached = lock(&self.0);
        let known = cached.files.get(path)?;
        if known.key != *key {
            return None;
        }
        let measure = cached.by_key.get(&MeasureKey::of(&known.file, encoding))?;
        Some((known.file.clone(), measure.clone()))
    }

    /// Adds a file in place of the known file with the same path.
    pub(super) fn add_file(&self, path: PathBuf, known: KnownFile) {
        let mut cached = lock(&self.0);
        let dropped = match cached.files.contains_key(&path) {
            true => CachedMeasures::default(),
            false => cached.grow(known.weight(&path)),
        };
        cached.files.insert(path, known);
        drop(cached);
        drop(dropped);
    }

    /// Returns a measurement, if it is known.
    pub(super) fn get(&self, key: &MeasureKey) -> Option<Arc<Measure>> {
        lock(&self.0).by_key.get(key).cloned()
    }

    /// Adds a measurement.
    pub(super) fn add(&self, key: MeasureKey, measure: Arc<Measure>) {
        let mut cached = lock(&self.0);
        let dropped = match cached.by_key.contains_key(&key) {
            true => CachedMeasures::default(),
            false => cached.grow(measure.weight()),
        };
        cached.by_key.insert(key, measure);
        drop(cached);
        drop(dropped);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use ransack_base::CancelToken;
    use ransack_search::internal::{begin_scope, workspace_value};
    use ransack_search::{Scope, Workspace, WorkspaceOptions};

    use super::*;
    use crate::{PackOptions, pack};

    fn text(options: &PackOptions) -> String {
        pack(options, &CancelToken::new()).unwrap().text
    }

    #[test]
    fn unchanged_files_are_known_and_changed_files_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().canonicalize().unwrap().join("a.rs");
        fs::write(&path, "fn one() {}\n").unwrap();
        fs::write(dir.path().join("b.rs"), "fn two() {}\n").unwrap();
        let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
        let within = |root: PackOptions| root.max_tokens(1_000);
        let options = within(PackOptions::new(&workspace));
        let plain = within(PackOptions::new(dir.path()));
        let scope = begin_scope(&Scope::new(&workspace));
        let cache: Arc<MeasureCache> = workspace_value(&scope).unwrap();
        let is_known = || lock(&cache.0).files.contains_key(&path);
        // The time stamps of a new file do not yet identify its content.
        while !is_known() {
            assert_eq!(text(&options), text(&plain));
            thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(text(&options), text(&plain));
        let known = lock(&cache.0).files[&path].clone();
        let found = |key: &ReadKey| cache.file(&path, key, Encoding::O200kBase).is_some();
        assert!(found(&known.key));
        for other in [
            ReadKey {
                stamp: known.key.stamp + 2,
                ..known.key.clone()
            },
            ReadKey {
                encoding: Some("latin1".to_owned()),
                ..known.key.clone()
            },
            ReadKey {
                max_file_size: Some(3),
                ..known.key.clone()
            },
        ] {
            assert!(!found(&other));
        }
        assert!(
            cache
                .file(&path, &known.key, Encoding::Cl100kBase)
                .is_none()
        );
        // Same size and, as far as a program can set it, same time.
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(&path, "fn new() {}\n").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(modified).unwrap();
        assert!(text(&options).contains("fn new"));
        workspace.set_buffer("a.rs", "fn unsaved() {}\n").unwrap();
        assert!(text(&options).contains("fn unsaved"));
        workspace.clear_buffer(None).unwrap();
        assert_eq!(text(&options), text(&plain));
    }

    #[test]
    fn a_full_cache_is_emptied() {
        let cache = MeasureCache::default();
        let measure = Measure {
            words: vec![0; MAX_WEIGHT / 16].into(),
            ..Measure::default()
        };
        let key = |number: u8| MeasureKey {
            version: ContentId::of(&[number]),
            language: None,
            text_encoding: "UTF-8",
            encoding: Encoding::O200kBase,
        };
        for number in 0..6 {
            cache.add(key(number), Arc::new(measure.clone()));
            assert!(lock(&cache.0).weight <= MAX_WEIGHT);
            assert!(cache.get(&key(number)).is_some());
        }
        assert!(cache.get(&key(0)).is_none());
    }
}
