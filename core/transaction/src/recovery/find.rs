//! Finds the journals of edits, regardless of the filters of a call.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::{ErrorParts, is_missing, may_exist, os_str};
use ransack_base::{Aborted, CancelToken, Error, Report, Result};
use ransack_search::internal::{
    Dir, EditFile, EditJournals, Examine, FileRef, JobOutput, Request, TextConditions, Wanted,
    start,
};

use super::JournalSearch;

/// Returns the paths of all journals of a search, and the report of its walk.
pub(crate) fn find_journals(
    search: &JournalSearch<'_>,
    token: &CancelToken,
) -> Result<(Vec<PathBuf>, Report)> {
    let (mut journals, report) = walk(search, token)?;
    journals.extend(journals_of_root_files(&search.scope.roots)?);
    Ok((journals, report))
}

/// Returns the paths of the journals in the directories of roots that do not exist. Such a root may be
/// a file that an interrupted edit has removed.
pub(super) fn journals_of_missing_roots(roots: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let missing = roots.iter().filter(|root| !may_exist(root));
    journals_in(missing.filter_map(|root| match root.parent() {
        Some(dir) if dir.as_os_str().is_empty() => Some(Path::new(".")),
        dir => dir,
    }))
}

/// Returns the paths of the journals in the directories of roots that are files.
pub(crate) fn journals_of_root_files(roots: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut dirs = Vec::new();
    for root in roots {
        // The walk accepts a missing root only if the root is an open buffer.
        let dir = match real_dir_of_file(root) {
            Err(error) if is_missing(&error) => None,
            dir => dir.map_err(|error| Error::root(root, error))?,
        };
        dirs.extend(dir);
    }
    dirs.sort_unstable();
    dirs.dedup();
    journals_in(dirs.iter().map(PathBuf::as_path))
}

/// Returns the directory of a root that is a file, with links resolved.
fn real_dir_of_file(root: &Path) -> io::Result<Option<PathBuf>> {
    let real = root.canonicalize()?;
    let is_file = fs::metadata(&real)?.is_file();
    Ok(real.parent().filter(|_| is_file).map(Path::to_owned))
}

/// Returns the paths of the journals in directories. Ignores missing directories.
pub(crate) fn journals_in<'d>(dirs: impl Iterator<Item = &'d Path>) -> Result<Vec<PathBuf>> {
    let mut journals = Vec::new();
    for dir in dirs {
        let list = |opened: Dir| {
            opened.list(dir.as_os_str().as_encoded_bytes(), |name, _| {
                if EditFile::of(name) == Some(EditFile::Journal) {
                    journals.push(dir.join(os_str(name)));
                }
                Ok(())
            })
        };
        match Dir::open(dir).and_then(list) {
            Err(error) if !is_missing(&error) => {
                let message = "cannot look for interrupted edits in";
                return Err(Error::io(message, dir, error));
            }
            _ => {}
        }
    }
    Ok(journals)
}

/// Returns the paths of the journals in the directories of the scope.
fn walk(search: &JournalSearch<'_>, token: &CancelToken) -> Result<(Vec<PathBuf>, Report)> {
    let request = Request::of_all(search.scope.clone(), Some(search.pool.clone()));
    let roots = search.root_kinds;
    let mut stream = start(request, token, move || {
        let wanted = Wanted {
            edit_journals: EditJournals::Only,
            roots,
            ..Wanted::default()
        };
        Ok((JournalExaminer, wanted))
    });
    let journals = stream.by_ref().collect::<Result<_>>()?;
    let mut report = stream.stop();
    // Only journals are examined, so a search without matches is not worth a hint.
    report.no_files_matched_scope = false;
    report.hints.clear();
    Ok((journals, report))
}

/// Examiner that returns the paths of journals.
struct JournalExaminer;

impl TextConditions for JournalExaminer {}

impl Examine for JournalExaminer {
    type Item = PathBuf;
    type Scratch = ();
    type Resume = ();

    fn scratch(&self) {}

    fn weigh(item: &PathBuf) -> usize {
        size_of::<PathBuf>() + item.as_os_str().len()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<()>,
        (): &mut (),
        output: &mut JobOutput<PathBuf>,
        _: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        // A root that is a file is examined too.
        if file.is_edit_journal() {
            let path = file.path();
            output.bytes += JournalExaminer::weigh(&path);
            output.items.push(path);
        }
        Ok(None)
    }
}
