//! Content index: which documents have words that fulfil a condition.
//!
//! | file | responsibility |
//! | --- | --- |
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
//! A segment is written once and read in place by position, from a file or from
//! memory. Each part is checked when it is read: damage is a fault, never a wrong
//! answer.

mod builder;
mod dictionary;
mod directory;
mod doc_key;
mod doc_set;
mod filter;
mod format;
mod merge;
mod output;
mod postings;
mod search;
mod segment;
mod segment_writer;
mod word_scanner;
mod word_table;

#[cfg(test)]
mod tests;

pub(crate) use builder::SegmentBuilder;
pub(crate) use doc_key::DocKey;
pub(crate) use doc_set::DocSet;
pub(crate) use format::{SearchError, SegmentFault, WriteError};
pub(crate) use merge::merge;
pub(crate) use segment::{Segment, SegmentData};
