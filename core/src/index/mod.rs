//! Content index: which files may match, without reading them.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `content_index` | the index of a workspace: takes changes, answers conditions |
//! | `build` | indexes files of unknown content in the background |
//! | `coverage` | the document of each file of the table |
//! | `verify` | compares files with the stamps of their indexed content |
//! | `segments` | the segments of an index, with one numbering of documents |
//!
//! An index knows texts by their content, not by their path: a segment maps words to
//! documents, and the coverage maps files to documents. Only `coverage` and what is
//! above it know paths.

mod build;
mod builder;
mod content_index;
mod coverage;
mod doc_set;
mod segment;
mod segments;
mod verify;

pub use build::IndexProgress;

pub(crate) use content_index::{ContentIndex, FreshTable, TableSource};
pub(crate) use coverage::ContentChanges;

/// Content index of a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum IndexMode {
    /// No index: each search reads every file in scope.
    #[default]
    None = 0,
    /// An index in memory, built when the workspace is opened.
    Memory = 1,
    /// An index on disk, which later workspaces and other processes use too.
    Disk = 2,
}
