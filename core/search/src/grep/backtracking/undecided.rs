//! Texts for which it is not known whether they match.

use std::cell::Cell;

use ransack_base::{Aborted, SkipReason};

/// Reason why the backtracking engine ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grep) enum BacktrackingEnd {
    Aborted(Aborted),
    /// The search takes too many steps.
    StepLimit,
    /// The text is not UTF-8.
    NotUtf8,
}

impl From<Aborted> for BacktrackingEnd {
    fn from(aborted: Aborted) -> BacktrackingEnd {
        BacktrackingEnd::Aborted(aborted)
    }
}

/// Numbers of lines of a file, or of whole texts, that could not be matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct UndecidedLines {
    over_limit: Cell<u64>,
    not_utf8: Cell<u64>,
}

impl UndecidedLines {
    /// Number of lines in a file that may exceed the bound on steps. Further lines are not tried,
    /// which bounds the steps for the file.
    const MAX_OVER_LIMIT: u64 = 8;

    /// Whether the bound on the steps for the file is reached.
    pub(in crate::grep) fn is_exhausted(&self) -> bool {
        self.over_limit.get() >= UndecidedLines::MAX_OVER_LIMIT
    }

    /// Counts a text, unless the search was aborted.
    pub(in crate::grep) fn add(&self, end: BacktrackingEnd) -> Result<(), Aborted> {
        let count = match end {
            BacktrackingEnd::Aborted(aborted) => return Err(aborted),
            BacktrackingEnd::StepLimit => &self.over_limit,
            BacktrackingEnd::NotUtf8 => &self.not_utf8,
        };
        count.set(count.get() + 1);
        Ok(())
    }

    /// Returns what the report says about the file.
    pub(in crate::grep) fn skips(&self) -> impl Iterator<Item = (SkipReason, String)> + use<> {
        let describe = |count: u64, what: &str| {
            let unit = if count == 1 { "line" } else { "lines" };
            (count > 0).then(|| format!("{what}: {count} {unit}"))
        };
        let over_limit = describe(self.over_limit.get(), "too many steps to match");
        let not_utf8 = describe(
            self.not_utf8.get(),
            "not matched because they are not UTF-8",
        );
        [
            (SkipReason::StepLimit, over_limit),
            (SkipReason::Undecodable, not_utf8),
        ]
        .into_iter()
        .filter_map(|(reason, detail)| Some((reason, detail?)))
    }
}
