//! Order in which files get room.

use rustc_hash::FxHashMap;

use super::measure::{Focus, Measure};

/// Properties of a file that determine its priority.
pub(super) struct Rank<'a> {
    /// Whether the call names the file.
    pub(super) is_named: bool,
    /// Latest change of the file; `None` outside of repositories.
    pub(super) change: Option<GitChange>,
    pub(super) measure: &'a Measure,
    pub(super) focus: Focus,
    /// Factor of the caller.
    pub(super) weight: f64,
}

/// Latest change of a file in a Git repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GitChange {
    /// The file is not tracked, or differs from the index.
    Uncommitted,
    /// The file is as in the index; its modification time in seconds since 1970, at which Git or its
    /// author wrote it.
    Written(u64),
}

/// Factor for a file that contains a relevant word or matches a relevant pattern.
const RELEVANT: f64 = 8.0;

/// Factor for a file that contains a relevant definition.
const DEFINES_RELEVANT: f64 = 64.0;

/// Factor for a file with changes that are not in Git's index, or that is not tracked.
const UNCOMMITTED: f64 = 4.0;

/// Factor for the unchanged file that was written last. Half of what exceeds 1 is lost with each
/// [`HALF_LIFE`] before that time.
const LATEST: f64 = 2.0;

/// Time in seconds: one week.
const HALF_LIFE: f64 = 7.0 * 24.0 * 3600.0;

/// Priority of a file that the call names.
const NAMED: f64 = 1e9;

/// Maximum number of files that may define a name for references to it to count. A name such as
/// `main`, defined everywhere, says nothing about a file.
const MAX_DEFINING: u32 = 4;

/// Set of names that contains each name that was added, and a few others.
struct NameFilter(Vec<u64>);

impl NameFilter {
    /// Logarithm of the number of bits: 256 KiB.
    const BITS: u32 = 21;

    fn add(&mut self, name: u32) {
        let bit = (name >> (u32::BITS - NameFilter::BITS)) as usize;
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn may_contain(&self, name: u32) -> bool {
        let bit = (name >> (u32::BITS - NameFilter::BITS)) as usize;
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }
}

impl Default for NameFilter {
    fn default() -> NameFilter {
        NameFilter(vec![0; (1 << NameFilter::BITS) / 64])
    }
}

/// Returns the priority of each file; a file with a higher priority gets room first.
///
/// The priority of a file is its weight, multiplied by factors for relevance and for recent changes,
/// and by one plus the logarithm of one plus the number of references: files that contain the name of
/// one of its definitions, divided by the number of files that define the name. Named files come
/// before all others.
///
/// Changes that are not committed are the most recent; among other files of a repository, the later
/// written comes first. After a clone, all files are written at almost the same time and have the same
/// factor.
pub(super) fn priorities(files: &[Rank<'_>]) -> Vec<f64> {
    let mut defining: FxHashMap<u32, u32> = FxHashMap::default();
    for file in files {
        for name in &file.measure.names {
            *defining.entry(*name).or_default() += 1;
        }
    }
    defining.retain(|_, count| *count <= MAX_DEFINING);
    // Most words are not names, and a look-up in the table is a cache miss.
    let mut filter = NameFilter::default();
    for name in defining.keys() {
        filter.add(*name);
    }
    let mut containing: FxHashMap<u32, u32> = FxHashMap::default();
    for file in files {
        for word in &file.measure.words {
            if filter.may_contain(*word) && defining.contains_key(word) {
                *containing.entry(*word).or_default() += 1;
            }
        }
    }
    let references = |file: &Rank<'_>| -> f64 {
        let names = file.measure.names.iter();
        let of_name = |name: &u32| {
            let defining = f64::from(*defining.get(name)?);
            let containing = f64::from(*containing.get(name)?);
            Some((containing - defining).max(0.0) / defining)
        };
        names.filter_map(of_name).sum()
    };
    let written = files.iter().filter_map(|file| match file.change? {
        GitChange::Uncommitted => None,
        GitChange::Written(time) => Some(time),
    });
    let latest = written.max().unwrap_or(0);
    let priority = |file: &Rank<'_>| {
        let relevance = match (file.focus.has_definitions, file.focus.is_relevant) {
            (true, _) => DEFINES_RELEVANT,
            (false, true) => RELEVANT,
            (false, false) => 1.0,
        };
        let named = if file.is_named { NAMED } else { 0.0 };
        named
            + file.weight
                * relevance
                * recency(file.change, latest)
                * (1.0 + references(file).ln_1p())
    };
    files.iter().map(priority).collect()
}

/// Returns the factor for the latest change of a file; `latest` is the time at which the last
/// unchanged file was written.
fn recency(change: Option<GitChange>, latest: u64) -> f64 {
    match change {
        None => 1.0,
        Some(GitChange::Uncommitted) => UNCOMMITTED,
        Some(GitChange::Written(time)) => {
            let age = latest.saturating_sub(time) as f64;
            1.0 + (LATEST - 1.0) * (-age / HALF_LIFE).exp2()
        }
    }
}

#[cfg(test)]
mod tests;
