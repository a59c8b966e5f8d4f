//! Measurements, secrets and shortened texts that a workspace keeps from call to call.
//!
//! Each is identified by the content id of the file, so it is never stale.

use std::sync::{Arc, Mutex};

use ransack_base::ContentId;
use ransack_base::internal::lock;
use ransack_tokens::Encoding;
use rustc_hash::FxHashMap;

use super::measure::Measure;
use super::options::PackLevel;
use super::outcome::FoundSecret;
use super::secrets::find_secrets;

/// Maximum memory of the measurements of a workspace in bytes.
const MAX_WEIGHT: usize = 64 << 20;

/// Maximum number of texts whose secrets a workspace keeps.
const MAX_SEARCHED: usize = 1 << 20;

/// Secrets of texts, by the content id of the file and the encoding from which the text was decoded.
#[derive(Default)]
pub(super) struct SecretCache(Mutex<FxHashMap<SecretKey, Vec<FoundSecret>>>);

type SecretKey = (ContentId, &'static str);

impl SecretCache {
    /// Returns the secrets of a text. If the cache is full, it drops all others.
    pub(super) fn of(&self, key: SecretKey, text: &[u8]) -> Vec<FoundSecret> {
        if let Some(known) = lock(&self.0).get(&key) {
            return known.clone();
        }
        let found = find_secrets(text);
        let mut cached = lock(&self.0);
        if cached.len() >= MAX_SEARCHED {
            cached.clear();
        }
        cached.insert(key, found.clone());
        found
    }
}

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

/// Measurements of a workspace.
#[derive(Default)]
pub(super) struct MeasureCache(Mutex<CachedMeasures>);

#[derive(Default)]
struct CachedMeasures {
    by_key: FxHashMap<MeasureKey, Arc<Measure>>,
    weight: usize,
}

impl MeasureCache {
    /// Returns a measurement, if it is known.
    pub(super) fn get(&self, key: &MeasureKey) -> Option<Arc<Measure>> {
        lock(&self.0).by_key.get(key).cloned()
    }

    /// Adds a measurement. If the cache is full, it first drops all others.
    pub(super) fn add(&self, key: MeasureKey, measure: Arc<Measure>) {
        let weight = measure.weight();
        let mut cached = lock(&self.0);
        let dropped = match cached.weight + weight > MAX_WEIGHT {
            true => std::mem::take(&mut *cached),
            false => CachedMeasures::default(),
        };
        if cached.by_key.insert(key, measure).is_none() {
            cached.weight += weight;
        }
        drop(cached);
        // Freeing many measurements takes time, so drop them outside the lock.
        drop(dropped);
    }
}
