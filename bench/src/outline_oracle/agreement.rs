//! Agreement of two lists of definitions.

use std::collections::BTreeMap;
use std::ops::Add;

use super::Found;

/// Numbers of definitions.
#[derive(Clone, Copy, Default)]
pub(super) struct Agreement {
    pub(super) ours: usize,
    pub(super) theirs: usize,
    pub(super) equal: usize,
}

impl Add for Agreement {
    type Output = Agreement;

    fn add(self, other: Agreement) -> Agreement {
        Agreement {
            ours: self.ours + other.ours,
            theirs: self.theirs + other.theirs,
            equal: self.equal + other.equal,
        }
    }
}

impl Agreement {
    /// Returns the harmonic mean of precision and recall; 0 without definitions.
    pub(super) fn f1(&self) -> f64 {
        match self.ours + self.theirs {
            0 => 0.0,
            all => 2.0 * self.equal as f64 / all as f64,
        }
    }

    /// Counts definitions that occur in both lists as often as in each.
    pub(super) fn of(
        ours: &[Found],
        theirs: &[Found],
        is_counted: impl Fn(&Found) -> bool,
    ) -> Agreement {
        let mut left: BTreeMap<&Found, usize> = BTreeMap::new();
        let mut agreement = Agreement::default();
        for found in ours.iter().filter(|found| is_counted(found)) {
            *left.entry(found).or_default() += 1;
            agreement.ours += 1;
        }
        for found in theirs.iter().filter(|found| is_counted(found)) {
            agreement.theirs += 1;
            if let Some(count) = left.get_mut(found).filter(|count| **count > 0) {
                *count -= 1;
                agreement.equal += 1;
            }
        }
        agreement
    }
}
