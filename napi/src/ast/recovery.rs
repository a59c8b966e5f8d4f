//! Interrupted edits: lists and repairs them. Also the options and results shared with `astEdit`.

use std::path::Path;
use std::time::Duration;

use napi::Result;
use napi::bindgen_prelude::{External, Object};
use napi_derive::napi;
use ransack::{CancelToken, EditState, Pool, RecoveryAction, RecoveryOptions, RecoveryOutcome};

use crate::number::count;
use crate::options::{CallOptions, TimeoutOptions, option_groups, set};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, TaskAnswer, Waker};
use crate::typed_array::ResultArray;

/// Options for waiting until other edits end, shared by `astEdit`, `editDefinition`,
/// `interruptedEdits` and `recoverEdits`.
#[napi(object, object_to_js = false)]
pub struct WaitOptions {
    /// Maximum time in milliseconds to wait for other edits of the same files to end. Dry runs and
    /// `interruptedEdits` do not wait. With 0, the call fails immediately with `ERR_RANSACK_STALE`
    /// instead of waiting. Default: 10000. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub wait_ms: Option<f64>,
}

impl WaitOptions {
    /// Copies the option to the core's options, if the caller has set it.
    ///
    /// # Errors
    ///
    /// Fails if `waitMs` is not a whole number from 0 to 2^53 - 1.
    pub(crate) fn set_on(self, wait: &mut Duration) -> Result<()> {
        set(
            wait,
            count("waitMs", self.wait_ms)?.map(Duration::from_millis),
        );
        Ok(())
    }
}

/// Options for `interruptedEdits` and `recoverEdits`.
#[napi(
    object,
    object_to_js = false,
    js_name = "RecoveryOptions extends CallOptions, WaitOptions"
)]
pub struct RecoveryScopeOptions {
    /// Root of the search for journals. A directory is searched recursively; if the root is a file,
    /// the directory that contains it is searched. The search includes ignored directories, hidden
    /// directories and `node_modules`, but not `.git`, and does not follow symbolic links. Default:
    /// the current directory.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Further roots (directories or files), which follow `path` if both are given. Default: none.
    #[napi(ts_type = "Array<string | Uint8Array | UrlLike>")]
    pub paths: Option<Vec<PathArgument>>,
    /// Whether results carry the raw bytes of paths along with the strings. Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for the calls for interrupted edits, by group.
    pub struct RecoveryCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        scope: RecoveryScopeOptions,
        wait: WaitOptions,
    }
}

impl RecoveryCall {
    fn into_core(self) -> Result<RecoveryOptions> {
        let mut core = RecoveryOptions::default();
        let RecoveryScopeOptions { path, paths, .. } = self.scope;
        if path.is_some() || paths.is_some() {
            let roots = path.into_iter().chain(paths.unwrap_or_default());
            core.roots = roots.map(|root| root.0).collect();
        }
        self.wait.set_on(&mut core.wait)?;
        Ok(core)
    }
}

/// Result of repairing a file of an interrupted edit.
#[napi(object, object_from_js = false)]
pub struct RecoveredFile {
    /// Absolute path of the file, with symbolic links resolved. Invalid UTF-8 is replaced with
    /// U+FFFD.
    pub path: String,
    /// Result of the repair. `'restored'`: the file had some or all of its new text, or had been
    /// deleted or renamed, and is as before the edit again. `'unchanged'`: the file was still as before
    /// the edit, and was left unchanged. `'complete'`: the edit had been completed, and the file is as
    /// after the edit. `'kept'`: another process has changed or removed the file since the edit, so
    /// recovery left it alone. `'removed'`: the edit had created the file, or given it this path, and
    /// the path has been removed again.
    #[napi(ts_type = "'restored' | 'unchanged' | 'complete' | 'kept' | 'removed'")]
    pub action: &'static str,
    /// Raw bytes of `path`. Absent unless `bytes` is set.
    #[napi(ts_type = "Uint8Array")]
    pub path_bytes: Option<ResultArray<u8>>,
}

/// Files of one directory that belong to a running or interrupted edit.
#[napi(object, object_from_js = false)]
pub struct InterruptedEdit {
    /// Absolute path of the journal, with symbolic links resolved. Invalid UTF-8 is replaced with
    /// U+FFFD.
    pub journal: String,
    /// State of the edit. `'running'`: a process is applying or repairing the edit.
    /// `'incomplete'`: the edit was interrupted before every file had its new text; recovery
    /// restores the old texts. `'complete'`: every file has its new text, but the edit was
    /// interrupted before it removed its temporary files; recovery removes them. `'unknown'`: the
    /// journal cannot be read, or the state cannot be determined from the journal.
    #[napi(ts_type = "'running' | 'incomplete' | 'complete' | 'unknown'")]
    pub state: &'static str,
    /// Absolute paths of the edit's files in this directory. Empty if the journal cannot be read;
    /// the edit may then involve any file in the directory.
    pub files: Vec<String>,
    /// Reason why the edit cannot be repaired. Absent if the edit can be repaired or is running.
    pub problem: Option<String>,
    /// Raw bytes of `journal`. Absent unless `bytes` is set.
    #[napi(ts_type = "Uint8Array")]
    pub journal_bytes: Option<ResultArray<u8>>,
    /// Raw bytes of `files`. Absent unless `bytes` is set.
    #[napi(ts_type = "Array<Uint8Array>")]
    pub files_bytes: Option<Vec<ResultArray<u8>>>,
}

/// Result of `interruptedEdits` and `recoverEdits`.
#[napi(object, object_from_js = false)]
pub struct RecoveryResult {
    /// Repaired files, in the order of repair.
    pub recovered: Vec<RecoveredFile>,
    /// Edits that are running, or that were interrupted and have not been repaired, sorted by
    /// journal path.
    pub remaining: Vec<InterruptedEdit>,
    /// Report on the search for journals, which says whether the search is complete.
    pub report: Report,
}

impl RecoveredFile {
    pub(crate) fn new(file: &ransack::RecoveredFile, bytes: bool) -> RecoveredFile {
        RecoveredFile {
            path: lossy(&file.path),
            action: match file.action {
                RecoveryAction::Restored => "restored",
                RecoveryAction::Unchanged => "unchanged",
                RecoveryAction::Complete => "complete",
                RecoveryAction::Removed => "removed",
                // `RecoveryAction` is non-exhaustive.
                _ => "kept",
            },
            path_bytes: bytes.then(|| raw(&file.path)),
        }
    }
}

impl InterruptedEdit {
    pub(crate) fn new(edit: &ransack::InterruptedEdit, bytes: bool) -> InterruptedEdit {
        InterruptedEdit {
            journal: lossy(&edit.journal),
            state: match edit.state {
                EditState::Running => "running",
                EditState::Incomplete => "incomplete",
                EditState::Complete => "complete",
                // `EditState` is non-exhaustive.
                _ => "unknown",
            },
            files: edit.files.iter().map(|file| lossy(file)).collect(),
            problem: edit.problem.clone(),
            journal_bytes: bytes.then(|| raw(&edit.journal)),
            files_bytes: bytes.then(|| edit.files.iter().map(|file| raw(file)).collect()),
        }
    }
}

fn lossy(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn raw(path: &Path) -> ResultArray<u8> {
    ResultArray(path.as_os_str().as_encoded_bytes().to_vec())
}

/// Outcome for JavaScript, with raw paths if `bytes` is true.
struct RecoveryAnswer {
    outcome: RecoveryOutcome,
    bytes: bool,
}

impl TaskAnswer for RecoveryAnswer {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let RecoveryAnswer { outcome, bytes } = self;
        let recovered = outcome.recovered.iter();
        let remaining = outcome.remaining.iter();
        let answer = RecoveryResult {
            recovered: recovered
                .map(|file| RecoveredFile::new(file, bytes))
                .collect(),
            remaining: remaining
                .map(|edit| InterruptedEdit::new(edit, bytes))
                .collect(),
            report: Report::new(&outcome.report, bytes),
        };
        object.set("answer", answer)
    }
}

/// Starts listing interrupted edits as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn interrupted_edits(
    waker: &External<Waker>,
    id: u32,
    options: RecoveryCall,
) -> Result<External<Task>> {
    start(waker, id, options, ransack::interrupted_edits)
}

/// Starts repairing interrupted edits as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn recover_edits(
    waker: &External<Waker>,
    id: u32,
    options: RecoveryCall,
) -> Result<External<Task>> {
    start(waker, id, options, ransack::recover_edits)
}

type Recover = fn(&RecoveryOptions, &CancelToken) -> ransack::Result<RecoveryOutcome>;

fn start(
    waker: &Waker,
    id: u32,
    options: RecoveryCall,
    recover: Recover,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.scope.bytes.unwrap_or_default();
    let options = options.into_core()?;
    Ok(waker.start_single(id, timeout, |token| {
        let token = token.clone();
        // Only the end of the call shows which files were repaired, so only the core observes the
        // token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = recover(&options, &token)?;
            Ok(RecoveryAnswer { outcome, bytes })
        })
    }))
}
