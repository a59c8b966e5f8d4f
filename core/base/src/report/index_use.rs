//! Use of a content index by one call.

/// Use of a content index by one call. Without an index all is zero or false.
///
/// An index only excludes files that provably do not match, so results do not
/// depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexUse {
    /// Whether the index excluded files. False if the workspace has no index, if the
    /// pattern requires no word that the index could look up, with an inverted
    /// pattern, and with an explicit `encoding`: every file in scope is searched then.
    pub used: bool,
    /// Number of files in scope that were searched because the index did not exclude
    /// them, those of `always_scanned` included.
    pub candidates: u64,
    /// Number of files in scope of which the index does not know the content: binary,
    /// very large, undecodable and unreadable files, files with an open buffer, and files
    /// that were added or changed and are not indexed yet.
    pub always_scanned: u64,
}
