//! Functions that list and repair interrupted edits.

use std::path::PathBuf;

use ransack_base::{Aborted, CancelToken, Pool, Report, Result};
use ransack_search::internal::{
    Examine, FileRef, JobOutput, Request, TextConditions, Wanted, start,
};
use ransack_search::{OnTimeout, Scope};

use super::examiner::is_journal;
use super::locks::{Deadline, TreeLocks};
use super::options::RecoveryOptions;
use super::outcome::RecoveryOutcome;
use super::recovery::Recovery;
use super::{journals_outside, real_journal_dir};

/// Lists edits that are being applied or were interrupted. Writes nothing.
///
/// Searches all directories below the roots and the journal directory. If a root is a file,
/// searches the directory that contains it. If a journal is found, also searches the other
/// directories of the same edit.
///
/// # Cost
///
/// Lists every directory below the roots and reads the journals.
///
/// # Errors
///
/// - `NotFound`, `PermissionDenied`, `Io`: a root or the journal directory cannot be opened or
///   listed, or a root is a file whose directory cannot be listed.
/// - `Aborted`, `Timeout`: the token fired.
pub fn interrupted_edits(
    options: &RecoveryOptions,
    token: &CancelToken,
) -> Result<RecoveryOutcome> {
    let journal_dir = real_journal_dir(options.journal_dir.as_deref())?;
    let recovery = Recovery::new(journal_dir, false, pool(options));
    search(options, recovery, token)
}

/// Repairs interrupted edits: restores the old text of each file in an incomplete edit, and removes
/// temporary files. A complete edit is never undone.
///
/// Finds journals in the same way as [`interrupted_edits`]. An edit that cannot be repaired, for
/// example because it belongs to another user, is left unchanged and listed in
/// [`remaining`](RecoveryOutcome::remaining).
///
/// # Cost
///
/// Lists every directory below the roots and syncs the directories of repaired files.
///
/// # Errors
///
/// - Any error that [`interrupted_edits`] can return.
/// - [`Stale`](crate::ErrorKind::Stale): another edit of the roots is in progress.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, RecoveryOptions, recover_edits};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// let outcome = recover_edits(&RecoveryOptions::new(dir), &CancelToken::new())?;
/// for edit in &outcome.remaining {
///     println!("{}: {:?}", edit.journal.display(), edit.problem);
/// }
/// # assert!(outcome.recovered.is_empty() && outcome.remaining.is_empty());
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn recover_edits(options: &RecoveryOptions, token: &CancelToken) -> Result<RecoveryOutcome> {
    token.heartbeat()?;
    let journal_dir = real_journal_dir(options.journal_dir.as_deref())?;
    let _locks = TreeLocks::acquire(&options.roots, Deadline::after(options.wait), token)?;
    let recovery = Recovery::new(journal_dir, true, pool(options));
    search(options, recovery, token)
}

fn pool(options: &RecoveryOptions) -> &Pool {
    options.pool.as_ref().unwrap_or(Pool::shared())
}

fn search(
    options: &RecoveryOptions,
    mut recovery: Recovery,
    token: &CancelToken,
) -> Result<RecoveryOutcome> {
    let (journals, report) = find(options, token)?;
    let journal_dir = options.journal_dir.as_deref();
    recovery.run(journals_outside(&options.roots, journal_dir)?);
    recovery.run(journals);
    let recovered = std::mem::take(&mut recovery.recovered);
    Ok(RecoveryOutcome {
        recovered,
        remaining: recovery.into_remaining(),
        report,
    })
}

/// Finds journals below the roots.
fn find(options: &RecoveryOptions, token: &CancelToken) -> Result<(Vec<PathBuf>, Report)> {
    let run = Request {
        scope: Scope::default()
            .roots(options.roots.iter().cloned())
            .gitignore(false)
            .node_modules(true),
        offset: 0,
        limit: None,
        order: None,
        complete: None,
        on_timeout: OnTimeout::Fail,
        pool: options.pool.clone(),
    };
    let mut stream = start(run, token, || {
        let wanted = Wanted {
            edit_journals: true,
            ..Wanted::default()
        };
        Ok((JournalExaminer, wanted))
    });
    let journals = stream.by_ref().collect::<Result<_>>()?;
    Ok((journals, stream.stop()))
}

/// Examiner that finds journals.
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
        if is_journal(file) {
            let path = file.path();
            output.bytes += JournalExaminer::weigh(&path);
            output.items.push(path);
        }
        Ok(None)
    }
}
