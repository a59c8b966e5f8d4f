//! Divides a maximum among files.
//!
//! Invariants:
//! - The sum of the costs never exceeds the maximum.
//! - No file could be shown at a higher level in the remaining room.
//! - The result depends only on the arguments.

use super::options::PackLevel;

/// Share of the maximum that goes to skeletons before any file is shown as a whole.
const SKELETON_SHARE: f64 = 0.6;

/// Costs of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct PartCandidate {
    /// Cost of each level, in the order of [`PackLevel::ALL`]; `None` if the file does not have the
    /// level, and for [`PackLevel::Omitted`].
    pub(super) costs: [Option<u64>; PackLevel::ALL.len()],
    /// Whether the skeleton keeps definitions that the call names.
    pub(super) is_focused: bool,
}

impl PartCandidate {
    fn cost(&self, level: PackLevel) -> Option<u64> {
        self.costs[level as usize]
    }

    /// Returns the levels that the file has, most detailed first.
    fn levels(&self) -> impl Iterator<Item = (PackLevel, u64)> {
        let levels = PackLevel::ALL.iter().rev();
        levels.filter_map(|(_, level)| Some((*level, self.cost(*level)?)))
    }

    /// Returns the cheapest level that shows at least the signatures.
    fn signatures(&self) -> Option<(PackLevel, u64)> {
        let levels = self.levels();
        let levels = levels.filter(|(level, _)| *level >= PackLevel::Skeleton);
        levels.min_by_key(|(level, cost)| (*cost, *level))
    }
}

/// Returns the level of each file, or `None` for a file that is left out. The files are in the order
/// of their priority, highest first.
///
/// First, every file gets its signatures until a share of the maximum is used; definitions that the
/// call names are not limited to this share. Then the files with signatures are shown as a whole while
/// there is room, and the remaining files at the highest level that fits. A file therefore loses its
/// bodies before its signatures, and signatures of a file only if there is no room after all bodies
/// of less important files are gone.
pub(super) fn allocate(files: &[PartCandidate], max: u64) -> Vec<Option<PackLevel>> {
    let mut allocation = Allocation {
        files,
        levels: vec![None; files.len()],
        left: max,
    };
    for (index, file) in files.iter().enumerate() {
        if file.is_focused {
            allocation.raise_to_signatures(index);
        }
    }
    let share = (max as f64 * (1.0 - SKELETON_SHARE)) as u64;
    for index in 0..files.len() {
        if allocation.left <= share {
            break;
        }
        allocation.raise_to_signatures(index);
    }
    for index in 0..files.len() {
        if allocation.levels[index].is_some() {
            allocation.raise(index);
        }
    }
    for index in 0..files.len() {
        allocation.raise(index);
    }
    allocation.levels
}

struct Allocation<'a> {
    files: &'a [PartCandidate],
    levels: Vec<Option<PackLevel>>,
    left: u64,
}

impl Allocation<'_> {
    /// Returns the cost of the file's present level.
    fn paid(&self, index: usize) -> u64 {
        let level = self.levels[index];
        level
            .and_then(|level| self.files[index].cost(level))
            .unwrap_or(0)
    }

    /// Shows a file at a level if there is room.
    fn set(&mut self, index: usize, (level, cost): (PackLevel, u64)) -> bool {
        let room = self.left + self.paid(index);
        let fits = cost <= room;
        if fits {
            self.left = room - cost;
            self.levels[index] = Some(level);
        }
        fits
    }

    /// Shows at least the signatures of a file, if there is room.
    fn raise_to_signatures(&mut self, index: usize) {
        let is_shown = self.levels[index].is_some_and(|level| level >= PackLevel::Skeleton);
        if !is_shown && let Some(signatures) = self.files[index].signatures() {
            self.set(index, signatures);
        }
    }

    /// Shows a file at the highest level for which there is room.
    fn raise(&mut self, index: usize) {
        let files = self.files;
        for level in files[index].levels() {
            if Some(level.0) <= self.levels[index] || self.set(index, level) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
