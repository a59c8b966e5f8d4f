//! Content index: which files may match, without reading them.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `content_index` | the index of a workspace: takes changes, answers conditions |
//! | `build`, `merge_segments` | indexes files of unknown content in the background; merges segments |
//! | `plan`, `read` | the files of a build; reads the text of one |
//! | `ready` | waits for builds |
//! | `coverage`, `verify` | the document of each file; compares files with their stamps |
//! | `evaluate` | the files that may fulfil the conditions of a call |
//! | `segments` | the segments of an index, with one numbering of documents |
//! | `disk`, `store`, `manifest` | index of one root on disk; the directory of all; the file list of one |
//! | `stats` | size and state |
//! | `builder` | collects documents in memory and writes them as a segment |
//! | `word_scanner`, `word_table` | words of a text; the different words of a document and of a builder |
//! | `merge` | writes some documents of several segments as one segment |
//! | `segment` | opens a segment, reads its parts in place |
//! | `search` | documents of a segment that fulfil a condition |
//! | `segment_writer`, `output` | the parts of a segment in the order in which they are written |
//! | `format` | numbers, checksums, header and footer; the order of the parts; errors |
//! | `directory` | the part that a reader keeps in memory |
//! | `dictionary` | blocks of words, index pages |
//! | `postings` | lists of the documents of a word |
//! | `filter` | which blocks may have a word with a run of bytes |
//! | `doc_key`, `doc_set` | identity of a document; sets of documents |
//!
//! An index knows texts by their content, not by their path: a segment maps words to
//! documents, and the coverage maps files to documents. Only `coverage` and what is
//! above it in this list know paths.
//!
//! A segment is written once and read in place by position, from a file or from
//! memory. Each part is checked when it is read: damage is a fault, never a wrong
//! answer.

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
