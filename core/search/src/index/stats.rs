//! Size and state of a content index.

use super::IndexMode;

/// Size and state of a workspace's content index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexStats {
    /// Kind of index; [`IndexMode::None`] if the workspace has none.
    pub mode: IndexMode,
    /// Whether files are being indexed in the background.
    pub is_building: bool,
    /// Number of files whose content is indexed.
    pub files: u64,
    /// Number of distinct file contents in the index, including contents of files that no longer
    /// exist.
    pub documents: u64,
    /// Total size of the indexed file contents in bytes; files with the same content are counted
    /// once.
    pub bytes: u64,
    /// Number of entries in the index's word dictionaries.
    pub words: u64,
    /// Number of pairs of a word and a file content that contains the word.
    pub postings: u64,
    /// Number of segments, the parts of the index that are searched one after another.
    pub segments: u64,
    /// Size of the index on disk in bytes; 0 for an index in memory.
    pub disk_bytes: u64,
    /// Size of the index in memory, in bytes.
    pub resident_bytes: u64,
    /// Number of files that every search reads, by reason.
    pub always_scanned: AlwaysScanned,
    /// Statistics for the last search that the index narrowed.
    pub last_query: IndexQueryStats,
    /// Message of the error that prevents the index from being saved to disk, or that ended the
    /// last build; `None` if there was no error.
    pub fault: Option<String>,
}

/// Number of files that the index cannot exclude, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlwaysScanned {
    /// Number of added or changed files that are not yet indexed.
    pub unindexed: u64,
    /// Number of files with NUL bytes.
    pub binary: u64,
    /// Number of files larger than 64 MiB.
    pub too_large: u64,
    /// Number of files that are not valid in the encoding indicated by their byte order mark.
    pub undecodable: u64,
    /// Number of files that cannot be read.
    pub unreadable: u64,
}

/// Statistics for one search that the index narrowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexQueryStats {
    /// Number of files in the workspace that may match, whether or not they are in the search's
    /// scope.
    pub candidates: u64,
    /// Number of candidates whose content is not in the index.
    pub always_scanned: u64,
    /// Number of files that were searched because the index could not exclude them, but that did
    /// not match; 0 if the search ended early.
    pub false_positives: u64,
}
