//! Measurements that a workspace keeps from call to call.
//!
//! A measurement is identified by the content id of the file, so it is never stale.

use std::sync::{Arc, Mutex};

use ransack_base::ContentId;
use ransack_base::internal::lock;
use ransack_tokens::Encoding;
use rustc_hash::FxHashMap;

use super::measure::Measure;

/// Maximum memory of the measurements of a workspace in bytes.
const MAX_WEIGHT: usize = 64 << 20;

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
