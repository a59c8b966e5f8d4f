//! Size and state of a content index.

use super::IndexMode;

/// Size and state of the content index of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexStats {
    /// Kind of the index; [`IndexMode::None`] if the workspace has none.
    pub mode: IndexMode,
    /// Whether files are being indexed in the background.
    pub is_building: bool,
    /// Number of files whose content is indexed.
    pub files: u64,
    /// Number of different contents, those of files that no longer exist included.
    pub documents: u64,
    /// Size of the indexed files in bytes, each content counted once.
    pub bytes: u64,
    /// Number of entries in the dictionaries of words.
    pub words: u64,
    /// Number of pairs of a word and a content that has it.
    pub postings: u64,
    /// Number of segments: parts of the index that are searched one after the other.
    pub segments: u64,
    /// Size on disk in bytes; 0 for an index in memory.
    pub disk_bytes: u64,
    /// Size in memory in bytes.
    pub resident_bytes: u64,
    /// Files that every search reads, by reason.
    pub always_scanned: AlwaysScanned,
    /// The last search that the index narrowed.
    pub last_query: IndexQueryStats,
    /// Message of the error that keeps the index in memory only, or that ended the last
    /// build; `None` if there was none.
    pub fault: Option<String>,
}

/// Numbers of files that the index cannot exclude, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlwaysScanned {
    /// Files that were added or changed and are not indexed yet.
    pub unindexed: u64,
    /// Files with NUL bytes.
    pub binary: u64,
    /// Files of more than 64 MiB.
    pub too_large: u64,
    /// Files that are not valid in the encoding that their byte order mark names.
    pub undecodable: u64,
    /// Files that cannot be read.
    pub unreadable: u64,
}

/// Numbers of one search that the index narrowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexQueryStats {
    /// Number of files of the workspace that may match, in the scope of the search or
    /// not.
    pub candidates: u64,
    /// Number of them whose content the index does not know.
    pub always_scanned: u64,
    /// Number of files that were searched because the index could not exclude them, and
    /// do not match; 0 if the search was ended early.
    pub false_positives: u64,
}
