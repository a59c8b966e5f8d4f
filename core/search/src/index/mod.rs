//! Content index: determines which files may match, without reading them.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `content_index` | index of a workspace: applies changes, answers conditions |
//! | `background_build` | indexes files of unknown content on the pool |
//! | `build_plan`, `file_text` | files of one build; text of one file |
//! | `blob_ids` | identity of unchanged files, from Git's index |
//! | `compaction` | chooses segments that are merged, and replaces them |
//! | `ready_wait` | waits for builds to finish |
//! | `coverage`, `stamp_check` | document of each file; comparison of files with their stamps |
//! | `evaluate` | files that may satisfy the conditions of a call |
//! | `store` | indexes on disk, which processes and workspaces share |
//! | `segment_set` | segments of an index, with common document numbers |
//! | `stats` | size and state |
//! | `numbers` | encoding of numbers in segments and manifests |
//! | `segment` | one segment: writes, merges, reads and searches it |
//!
//! An index identifies documents by content, not by path: a segment maps words to documents, and
//! the coverage maps files to documents. `segment` and `segment_set` know no paths.
//!
//! A segment is written once and read in place by position, from a file or from
//! memory. Each part is checked when it is read: damage causes a fault, never a
//! wrong answer.

mod background_build;
mod blob_ids;
mod build_plan;
mod compaction;
mod content_index;
mod coverage;
mod evaluate;
mod file_text;
mod numbers;
mod ready_wait;
mod segment;
mod segment_set;
mod stamp_check;
mod stats;
mod store;
#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use background_build::IndexProgress;
pub use stats::{AlwaysScanned, IndexQueryStats, IndexStats};

pub(crate) use content_index::{ContentIndex, FreshTable};
pub(crate) use coverage::ContentChanges;
pub(crate) use ready_wait::settled as ready_settled;

/// Kind of content index that a workspace keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum IndexMode {
    /// No index: each search reads every file in scope.
    #[default]
    None = 0,
    /// An index in memory, built when the workspace is opened.
    Memory = 1,
    /// An index on disk, which later workspaces and other processes can reuse.
    Disk = 2,
}
