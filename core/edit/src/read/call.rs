//! Reads all files of a call.

use std::path::PathBuf;

use ransack_base::internal::{ErrorParts, describe_skip};
use ransack_base::{CancelToken, Error, ErrorKind, Pool, Report, Result, SkipReason};
use ransack_search::internal::{
    Request, RootKinds, Wanted, begin_scope, encoding_for_label, name_paths, scope_pool, start,
};
use ransack_search::{Scope, ScopeWorkspace};
use rustc_hash::FxHashMap;

use super::examiner::{ReadText, TextReader};
use crate::engine::{cannot_open, identity, path_in};

/// Call that reads files.
pub(super) struct ReadCall<'o> {
    /// Paths as given, from the current directory or the workspace's root. A file may have several.
    pub(super) paths: Vec<PathBuf>,
    pub(super) workspace: Option<&'o ScopeWorkspace>,
    pub(super) encoding: Option<&'o str>,
    pub(super) max_file_size: Option<u64>,
    pub(super) pool: Option<&'o Pool>,
    /// Whether the call fails if a file is skipped.
    pub(super) needs_every_file: bool,
}

impl ReadCall<'_> {
    /// Reads each file once and passes it to `take`, with the indices of its paths.
    ///
    /// # Errors
    ///
    /// Any error of the pipeline; an error of `take`, with the path of the file. `InvalidOption`, or `Io`
    /// if a file cannot be read, for a skipped file.
    pub(super) fn run(
        &self,
        token: &CancelToken,
        mut take: impl FnMut(&[usize], ReadText) -> Result<()>,
    ) -> Result<Report> {
        let mut scope = Scope::default().roots(self.paths.iter().cloned());
        scope.workspace = self.workspace.cloned();
        scope = begin_scope(&scope);
        scope.roots.clear();
        let (files, indices) = self.distinct_files(&scope)?;
        scope.roots = files;
        let encoding = encoding_for_label(self.encoding)?;
        let reader = TextReader::new(self.max_file_size, encoding);
        let pool = scope_pool(&scope, self.pool);
        let request = Request::of_all(scope.clone(), pool);
        let mut stream = start(request, token, move || {
            let wanted = Wanted {
                roots: RootKinds::Files,
                needs_every_root: true,
                ..Wanted::default()
            };
            Ok((reader, wanted))
        });
        let mut read = || {
            for file in &mut stream {
                let file = file?;
                let root = file.root as usize;
                take(&indices[root], file).map_err(|error| {
                    let path = &scope.roots[root];
                    match error.kind() {
                        ErrorKind::Stale => error.with_path(path).with_paths(vec![path.clone()]),
                        _ => error.with_path(path),
                    }
                })?;
            }
            Ok(())
        };
        read().map_err(|error| name_paths(&scope, error))?;
        let mut report = stream.stop();
        (report.next_offset, report.next) = (None, None);
        if self.needs_every_file && report.files_searched < scope.roots.len() as u64 {
            let error = skipped_file(&report);
            let root = report
                .skipped
                .first()
                .and_then(|skipped| skipped.first.first());
            let path = &scope.roots[root.map_or(0, |first| first.root as usize)];
            let cannot_open = cannot_open(path, report.skipped.first().map(|s| s.reason));
            let error = cannot_open.unwrap_or_else(|| error.with_path(path));
            return Err(name_paths(&scope, error));
        }
        Ok(report)
    }

    /// Returns the distinct files, and the indices of the paths of each.
    fn distinct_files(&self, scope: &Scope) -> Result<(Vec<PathBuf>, Vec<Vec<usize>>)> {
        let mut known: FxHashMap<PathBuf, usize> = FxHashMap::default();
        let (mut files, mut indices) = (Vec::new(), Vec::<Vec<usize>>::new());
        for (index, path) in self.paths.iter().enumerate() {
            if path.as_os_str().is_empty() {
                return Err(Error::option("the path of the file is missing"));
            }
            let path = path_in(scope, path);
            let number = *known.entry(identity(&path)).or_insert(files.len());
            if number == files.len() {
                files.push(path);
                indices.push(Vec::new());
            }
            indices[number].push(index);
        }
        Ok((files, indices))
    }
}

/// Returns the error for a file that was skipped.
fn skipped_file(report: &Report) -> Error {
    let skipped = report.skipped.first();
    let reason = skipped.map_or("it is not a file", |skipped| describe_skip(skipped.reason));
    let detail = skipped.and_then(|skipped| skipped.first.first()?.detail.as_deref());
    let detail = detail
        .map(|detail| format!(" ({detail})"))
        .unwrap_or_default();
    let kind = match skipped.map(|skipped| skipped.reason) {
        Some(SkipReason::Unreadable) => ErrorKind::Io,
        _ => ErrorKind::InvalidOption,
    };
    Error::new(kind, format!("the file cannot be read: {reason}{detail}"))
}
