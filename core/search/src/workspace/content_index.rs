//! Content index of a workspace: its progress, size, export and import.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, Result, Stream};

use super::Workspace;
use crate::index::{self, ContentIndex, IndexProgress, IndexStats};
use crate::scan::FileSource;

impl Workspace {
    /// Waits until the content index covers every file in the file table, and calls `on_progress`
    /// on the calling thread at most every 50 ms. Returns immediately if the workspace has no
    /// index. Files that change in the meantime are searched without the index. Except in
    /// [`RefreshMode::Watch`](ransack_base::RefreshMode::Watch), files modified less than two seconds
    /// before they were indexed are also searched without the index, because their timestamps may not
    /// show a later change.
    ///
    /// # Errors
    ///
    /// Fails if the token fires (the build continues), the workspace is closed, or the index cannot
    /// be built.
    pub fn ready(
        &self,
        token: &CancelToken,
        mut on_progress: impl FnMut(IndexProgress),
    ) -> Result<()> {
        let waited = self.ready_stream(token).for_each(|progress| {
            on_progress(progress);
            ControlFlow::Continue(())
        });
        waited.map(drop)
    }

    /// Returns the progress of [`ready`](Workspace::ready) as a stream that ends when the index is
    /// ready. No thread is blocked.
    pub fn ready_stream(&self, token: &CancelToken) -> Stream<IndexProgress> {
        match &self.owner.index {
            Some(index) => index.ready(token),
            None => index::ready_settled(token, self.owner.sync.check_open()),
        }
    }

    /// Writes the content index to one file, which another workspace or machine can import with
    /// [`import_index`](Workspace::import_index). `path` is absolute or relative to the root. The file
    /// contains words from the indexed files but no paths. Files that are not indexed yet are omitted;
    /// see [`ready`](Workspace::ready).
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the workspace has no index, or if the path is empty, contains a NUL
    /// byte, is denied or leads outside the workspace. Also fails if the workspace is closed, the index
    /// on disk is damaged (it is then rebuilt), the file cannot be written, or the token fires.
    pub fn export_index(&self, path: impl AsRef<Path>, token: &CancelToken) -> Result<()> {
        self.index()?
            .export(&self.index_file(path.as_ref())?, token)
    }

    /// Imports a file written by [`export_index`](Workspace::export_index). `path` is absolute or
    /// relative to the root. Files whose content the imported index already covers are not indexed
    /// again. A file's content is identified by its blob id if Git knows it, otherwise by reading the
    /// file. The import checks that the imported file is intact, not that it is correct: an untrusted
    /// index can hide matches.
    ///
    /// # Errors
    ///
    /// Returns `InvalidOption` if the workspace has no index, or if the path is empty, contains a NUL
    /// byte, is denied or leads outside the workspace. Also fails if the workspace is closed, the file
    /// cannot be read, is damaged or has another version, or the token fires.
    pub fn import_index(&self, path: impl AsRef<Path>, token: &CancelToken) -> Result<()> {
        self.index()?
            .import(&self.index_file(path.as_ref())?, token)
    }

    /// Returns the absolute path of a file of an index.
    fn index_file(&self, path: &Path) -> Result<PathBuf> {
        let bytes = path.as_os_str().as_encoded_bytes();
        if bytes.is_empty() || bytes.contains(&0) {
            // The index reports the fault.
            return Ok(path.to_owned());
        }
        self.check_open()?;
        let given = self.root().join(path);
        self.check_path(&given)?;
        Ok(given)
    }

    fn index(&self) -> Result<&Arc<ContentIndex>> {
        let index = self.owner.index.as_ref();
        index.ok_or_else(|| Error::option("the workspace has no content index"))
    }

    /// Returns the size and state of the content index, or default values if the workspace has no
    /// index. Takes time linear in the number of files.
    pub fn index_stats(&self) -> IndexStats {
        self.owner
            .index
            .as_ref()
            .map(|index| index.stats())
            .unwrap_or_default()
    }
}
