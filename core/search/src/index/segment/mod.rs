//! One segment of a content index: the words of a set of documents, written once.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `inverter` | collects documents in memory and writes them as a segment |
//! | `word_scanner`, `word_table` | words in text; distinct words of a document and of an inverter |
//! | `merge` | writes some documents of several segments as one segment |
//! | `writer`, `output` | write the parts of a segment in file order |
//! | `reader` | opens a segment and reads its parts in place |
//! | `search` | documents whose words satisfy a condition |
//! | `format` | checksums, header and footer; order of the parts; errors |
//! | `page_directory` | part of a segment that a reader keeps in memory |
//! | `dictionary` | blocks of words, index pages |
//! | `postings` | document lists of words |
//! | `trigram_filter` | which blocks may have a word with a given run of bytes |
//! | `doc_key`, `doc_set` | identity of a document; sets of documents |
//!
//! Nothing in this folder knows paths or the rest of the index.

mod dictionary;
mod doc_key;
mod doc_set;
mod format;
mod inverter;
mod merge;
mod output;
mod page_directory;
mod postings;
mod reader;
mod search;
#[cfg(test)]
mod tests;
mod trigram_filter;
mod word_scanner;
mod word_table;
mod writer;

pub(super) use doc_key::DocKey;
pub(super) use doc_set::DocSet;
pub(super) use format::{SearchError, SegmentFault, WriteError};
pub(super) use inverter::SegmentInverter;
pub(super) use merge::merge;
pub(super) use reader::{SegmentData, SegmentReader};
