//! Content index: determines which files may match, without reading them.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `content_index` | index of a workspace: applies changes, answers conditions |
//! | `build`, `merge_segments` | index files of unknown content in the background; merge segments |
//! | `plan`, `read` | files of a build; text of one file |
//! | `ready` | waits for builds to finish |
//! | `coverage`, `verify` | document of each file; comparison of files with their stamps |
//! | `evaluate` | files that may satisfy the conditions of a call |
//! | `segments` | segments of an index, with common document numbers |
//! | `disk`, `store`, `manifest` | index of one root on disk; directory of all indexes; file list of one root |
//! | `stats` | size and state |
//! | `builder` | collects documents in memory and writes them as a segment |
//! | `word_scanner`, `word_table` | words in text; distinct words of a document and of a builder |
//! | `merge` | writes some documents of several segments as one segment |
//! | `segment` | opens a segment and reads its parts in place |
//! | `search` | documents of a segment that satisfy a condition |
//! | `segment_writer`, `output` | write the parts of a segment in file order |
//! | `format` | numbers, checksums, header and footer; order of the parts; errors |
//! | `directory` | part of a segment that a reader keeps in memory |
//! | `dictionary` | blocks of words, index pages |
//! | `postings` | document lists of words |
//! | `filter` | which blocks may have a word with a given run of bytes |
//! | `doc_key`, `doc_set` | identity of a document; sets of documents |
//!
//! An index identifies documents by content, not by path: a segment maps words to documents, and
//! the coverage maps files to documents. Only `coverage` and the modules above it in this list know
//! paths.
//!
//! A segment is written once and read in place by position, from a file or from
//! memory. Each part is checked when it is read: damage causes a fault, never a
//! wrong answer.

mod build;
mod builder;
mod content_index;
mod coverage;
mod dictionary;
mod directory;
mod disk;
mod doc_key;
mod doc_set;
mod evaluate;
mod filter;
mod format;
mod manifest;
mod merge;
mod merge_segments;
mod output;
mod plan;
mod postings;
mod read;
mod ready;
mod search;
mod segment;
mod segment_writer;
mod segments;
mod stats;
mod store;
#[cfg(test)]
mod tests;
mod verify;
mod word_scanner;
mod word_table;

pub use build::IndexProgress;
pub use stats::{AlwaysScanned, IndexQueryStats, IndexStats};

pub(crate) use content_index::{ContentIndex, FreshTable, TableSource};
pub(crate) use coverage::ContentChanges;
pub(crate) use ready::settled as ready_settled;

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
