use std::sync::Arc;

use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::exec::Pool;
use crate::pipeline::JobOutput;
use crate::scan::{Entry, Listing, View, Walker};

/// What an operation does with one file. Implementations are pure: what they
/// need from file to file is in the scratch, of which each thread has one.
pub(crate) trait Examine: Send + Sync + 'static {
    /// One result.
    type Item: Send + 'static;
    /// Buffers and caches that are reused from file to file.
    type Scratch: Send + 'static;
    /// Where to go on in a file whose results come in several parts.
    type Resume: Send + 'static;

    fn scratch(&self) -> Self::Scratch;

    /// Adds what the file holds to `found`. `Some` if there is more than
    /// should be held at once; the call is repeated with it later.
    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<Self::Resume>,
        scratch: &mut Self::Scratch,
        found: &mut JobOutput<Self::Item>,
        token: &CancelToken,
    ) -> Result<Option<Self::Resume>, Aborted>;

    /// Examines all of a view at once, where that is quicker than entry by
    /// entry. False if it is not.
    fn examine_view(
        &self,
        _: &Arc<View>,
        _: &Walker,
        _: &Pool,
        _: &mut JobOutput<Self::Item>,
        _: &CancelToken,
    ) -> Result<bool> {
        Ok(false)
    }

    /// Called once when everything in scope has been examined: an error if
    /// nothing of it could be, for a reason that lies in the options.
    fn verdict(&self) -> Result<()> {
        Ok(())
    }

    /// Whether the report counts every name that was looked at as searched.
    const COUNTS_NAMES: bool = false;

    /// How many entries are examined before the next look at the shared state.
    const AT_ONCE: usize = 32;

    /// About how many bytes an item holds.
    fn weigh(item: &Self::Item) -> usize;
}

/// A file that is to be examined.
pub(crate) struct FileRef<'a> {
    pub(crate) listing: &'a Listing,
    pub(crate) entry: Entry,
}
