//! Measurements and shortened texts that a workspace keeps from call to call.
//!
//! Both are identified by the content id of the file, so they are never stale. Other facts about a
//! file are identified by its path and its stamp, which every change of the file changes, so an
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
    /// File as a call leaves it out; its path and its root are from another call.
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
mod tests;
