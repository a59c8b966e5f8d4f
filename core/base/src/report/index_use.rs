//! Use of a content index by one call.

/// Use of a content index by one call. Without an index, all fields are zero or false.
///
/// An index excludes only files that provably do not match, so results do not depend on the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexUse {
    /// Whether the index excluded files. False if the workspace has no index, if the pattern
    /// requires no word that the index can look up, if the search is inverted, or if `encoding` is
    /// given: the call then searches every file in scope.
    pub used: bool,
    /// Number of files in scope that were searched because the index did not exclude them,
    /// including `always_scanned`.
    pub candidates: u64,
    /// Number of files in scope whose content is not in the index: binary, very large, undecodable
    /// and unreadable files, files with an open buffer, and added or changed files that are not
    /// indexed yet.
    pub always_scanned: u64,
}
