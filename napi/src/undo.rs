//! Undo journal: `undo`, `redo`, `checkpoint` and `edits`.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use napi::Result;
use napi::bindgen_prelude::{External, Object};
use napi_derive::napi;
use ransack::{
    AppliedAction, CancelToken, CheckpointOptions, EditsOptions, EditsOutcome, JournaledState,
    Pool, UndoOutcome,
};

use crate::ast::recovery::{RecoveredFile, WaitOptions};
use crate::number::count;
use crate::options::{CallOptions, TimeoutOptions, option_groups, set, set_some};
use crate::path::PathArgument;
use crate::task::{Task, TaskAnswer, Waker};
use crate::typed_array::ResultArray;
use crate::workspace::WorkspaceHandle;

/// Settings of the undo journal, shared by all edits and by `undo`, `redo`, `checkpoint` and `edits`.
///
/// Each applied edit is recorded in the journal of its root. A journal holds the bytes before the edits
/// of changed files, compressed, and nothing else of the tree.
#[napi(object, object_to_js = false)]
pub struct JournalOptions {
    /// Whether an applied edit is recorded. An edit that is not recorded has no id and cannot be undone.
    /// Default: true.
    pub record_edits: Option<bool>,
    /// Name of the session of an edit. Without an id, `undo` and `redo` consider only the edits of their
    /// own session, and a checkpoint belongs to a session. Default: a name that is unique to the process.
    pub session: Option<String>,
    /// Directory of the journals of all roots. Created, with access for the user only, if it does not
    /// exist. Default: the directory `ransack/undo` in the user's state directory: `$XDG_STATE_HOME` or
    /// `~/.local/state`, on macOS `~/Library/Application Support`, on Windows `%LOCALAPPDATA%`.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub journal_path: Option<PathArgument>,
    /// Maximum size of the journal of a root in bytes. The oldest edits are removed first; a larger edit
    /// is not recorded. A journal may exceed the maximum by a sixteenth. Default: 256 MiB.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub journal_max_bytes: Option<f64>,
    /// Maximum age of an edit in the journal in milliseconds. Default: 30 days. `Infinity` means no
    /// limit.
    #[napi(ts_type = "number | null")]
    pub journal_max_age_ms: Option<f64>,
}

impl JournalOptions {
    /// Copies the options that the caller has set.
    ///
    /// # Errors
    ///
    /// Fails if a limit is not a whole number from 0 to 2^53 - 1.
    pub(crate) fn set_on(self, core: &mut ransack::JournalOptions) -> Result<()> {
        set(&mut core.record_edits, self.record_edits);
        set_some(&mut core.session, self.session);
        set_some(&mut core.journal_path, self.journal_path.map(|path| path.0));
        set(
            &mut core.journal_max_bytes,
            count("journalMaxBytes", self.journal_max_bytes)?,
        );
        let age = count("journalMaxAgeMs", self.journal_max_age_ms)?;
        set(&mut core.journal_max_age, age.map(Duration::from_millis));
        Ok(())
    }
}

/// Options for `undo` and `redo`. If neither `id` nor `checkpoint` is set, the call concerns the latest
/// edit of the session.
#[napi(
    object,
    object_to_js = false,
    js_name = "UndoOptions extends CallOptions, WaitOptions, JournalOptions"
)]
pub struct UndoSelection {
    /// Id of an edit of any session, as its result has it. Default: none.
    pub id: Option<String>,
    /// Name of a checkpoint of the session. All edits of the session that were first applied after the
    /// checkpoint are undone or redone, or none of them. Default: none.
    pub checkpoint: Option<String>,
    /// Root of the edits, or a file or directory above or below it. Need not exist. Without an id, only
    /// edits of files at or below this path count. Default: the current directory or, in a `Workspace`,
    /// its root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Whether results carry the raw bytes of the paths of files along with the strings. Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `undo` and `redo`, by group.
    pub struct UndoCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        undo: UndoSelection,
        wait: WaitOptions,
        journal: JournalOptions,
    }
}

impl UndoCall {
    fn into_core(self) -> Result<ransack::UndoOptions> {
        let mut core = ransack::UndoOptions::default();
        set_some(&mut core.id, self.undo.id);
        set_some(&mut core.checkpoint, self.undo.checkpoint);
        set(&mut core.path, self.undo.path.map(|path| path.0));
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        Ok(core)
    }
}

/// Options for `checkpoint`.
#[napi(
    object,
    object_to_js = false,
    js_name = "CheckpointOptions extends CallOptions, JournalOptions"
)]
pub struct CheckpointName {
    /// Name of the checkpoint. An earlier checkpoint of the session with the same name and path is
    /// replaced.
    pub name: String,
    /// Directory or file whose edits the checkpoint concerns. Default: the current directory or, in a
    /// `Workspace`, its root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
}

option_groups! {
    /// Options for `checkpoint`, by group.
    pub struct CheckpointCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        checkpoint: CheckpointName,
        journal: JournalOptions,
    }
}

/// Options for `edits`.
#[napi(
    object,
    object_to_js = false,
    js_name = "EditsOptions extends CallOptions, JournalOptions"
)]
pub struct EditsPath {
    /// Root of the edits, or a file or directory above or below it. Edits of files at or below this path
    /// are listed. Default: the current directory or, in a `Workspace`, its root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Whether results carry the raw bytes of the paths of files along with the strings. Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `edits`, by group.
    pub struct EditsCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        edits: EditsPath,
        journal: JournalOptions,
    }
}

/// File of a journaled edit.
#[napi(object, object_from_js = false)]
pub struct JournaledFile {
    /// Absolute path, with symbolic links resolved; the old path of a renamed file. Invalid UTF-8 is
    /// replaced with U+FFFD.
    pub path: String,
    /// Effect of the edit on the file. `'renamed'`: the file got another path, and maybe new bytes.
    #[napi(ts_type = "'rewritten' | 'created' | 'deleted' | 'renamed'")]
    pub action: &'static str,
    /// Absolute new path. Absent unless the file was renamed.
    pub renamed_to: Option<String>,
    /// Raw bytes of `path`. Absent unless `bytes` is set.
    #[napi(ts_type = "Uint8Array")]
    pub path_bytes: Option<ResultArray<u8>>,
    /// Raw bytes of `renamedTo`. Absent unless `bytes` is set and the file was renamed.
    #[napi(ts_type = "Uint8Array")]
    pub renamed_to_bytes: Option<ResultArray<u8>>,
}

/// Edit in the undo journal.
#[napi(object, object_from_js = false)]
pub struct JournaledEdit {
    /// Id of the edit.
    pub id: String,
    /// Time at which the edit was first applied, in milliseconds since the Unix epoch.
    pub time: f64,
    /// Name of the operation, such as `'astEdit'`.
    pub operation: String,
    /// Name of the session.
    pub session: String,
    /// Root of the edit: the root of its workspace, or the directory that contains all roots of the call.
    pub root: String,
    /// Files that the edit changes.
    pub files: Vec<JournaledFile>,
    /// Whether the edit is applied or undone.
    #[napi(ts_type = "'applied' | 'undone'")]
    pub state: &'static str,
    /// Names of the checkpoints of the session whose undo includes this edit, oldest first.
    pub checkpoints: Vec<String>,
    /// Size of the edit in the journal in bytes; 0 if it is not in the journal any more.
    pub bytes: f64,
}

/// Position among the edits of a session.
#[napi(object, object_from_js = false)]
pub struct EditCheckpoint {
    /// Name of the checkpoint.
    pub name: String,
    /// Name of the session.
    pub session: String,
    /// Time at which the checkpoint was set, in milliseconds since the Unix epoch.
    pub time: f64,
    /// Absolute path of the directory or file whose edits the checkpoint concerns.
    pub path: String,
}

/// Result of `undo` and `redo`.
#[napi(object, object_from_js = false)]
pub struct UndoResult {
    /// Edits that the call has undone or redone, in this order, with their state after the call. Empty if
    /// there are no such edits after the checkpoint.
    pub edits: Vec<JournaledEdit>,
    /// Whether the files were written. False if there is nothing to do, and if a file that would change
    /// has an open buffer in the workspace: nothing at all was written then.
    pub applied: bool,
    /// Absolute paths of the open buffers because of which nothing was written.
    pub buffers: Vec<String>,
    /// Reason why the undone edits cannot be redone, or the redone edits cannot be undone, although the
    /// files were written: the journal could not be written. Absent otherwise.
    pub problem: Option<String>,
    /// Files of interrupted edits that the call repaired before it undid or redid edits.
    pub recovered: Vec<RecoveredFile>,
}

/// Result of `edits`.
#[napi(object, object_from_js = false)]
pub struct EditsResult {
    /// Edits, most recently applied first.
    pub edits: Vec<JournaledEdit>,
    /// Checkpoints of all sessions, newest first.
    pub checkpoints: Vec<EditCheckpoint>,
    /// Files of the journal that are damaged or cannot be read. Their edits are not listed and cannot be
    /// undone.
    pub damaged: Vec<String>,
}

impl JournaledFile {
    fn new(file: &ransack::JournaledFile, bytes: bool) -> JournaledFile {
        let (action, to) = match &file.action {
            AppliedAction::Created => ("created", None),
            AppliedAction::Deleted => ("deleted", None),
            AppliedAction::Renamed { to } => ("renamed", Some(to)),
            // `AppliedAction` is non-exhaustive.
            _ => ("rewritten", None),
        };
        JournaledFile {
            path: lossy(&file.path),
            action,
            renamed_to: to.map(|to| lossy(to)),
            path_bytes: bytes.then(|| raw(&file.path)),
            renamed_to_bytes: to.filter(|_| bytes).map(|to| raw(to)),
        }
    }
}

impl JournaledEdit {
    fn new(edit: ransack::JournaledEdit, bytes: bool) -> JournaledEdit {
        let files = edit.files.iter();
        JournaledEdit {
            time: milliseconds(edit.time),
            operation: camel_case(&edit.operation),
            root: lossy(&edit.root),
            files: files.map(|file| JournaledFile::new(file, bytes)).collect(),
            state: match edit.state {
                JournaledState::Undone => "undone",
                // `JournaledState` is non-exhaustive.
                _ => "applied",
            },
            bytes: edit.bytes as f64,
            id: edit.id,
            session: edit.session,
            checkpoints: edit.checkpoints,
        }
    }
}

impl From<ransack::EditCheckpoint> for EditCheckpoint {
    fn from(checkpoint: ransack::EditCheckpoint) -> EditCheckpoint {
        EditCheckpoint {
            time: milliseconds(checkpoint.time),
            path: lossy(&checkpoint.path),
            name: checkpoint.name,
            session: checkpoint.session,
        }
    }
}

fn milliseconds(time: SystemTime) -> f64 {
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_millis() as f64)
}

fn lossy(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn raw(path: &Path) -> ResultArray<u8> {
    ResultArray(path.as_os_str().as_encoded_bytes().to_vec())
}

/// Converts a name in `snake_case`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut characters = word.chars();
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(characters.as_str());
    }
    text
}

/// Outcome of `undo` or `redo` for JavaScript, with raw paths if `bytes` is true.
struct UndoAnswer {
    outcome: UndoOutcome,
    bytes: bool,
}

impl TaskAnswer for UndoAnswer {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let UndoAnswer { outcome, bytes } = self;
        let edits = outcome.edits.into_iter();
        let recovered = outcome.recovered.iter();
        let answer = UndoResult {
            edits: edits.map(|edit| JournaledEdit::new(edit, bytes)).collect(),
            applied: outcome.applied,
            buffers: outcome.buffers.iter().map(|path| lossy(path)).collect(),
            problem: outcome.problem,
            recovered: recovered
                .map(|file| RecoveredFile::new(file, bytes))
                .collect(),
        };
        object.set("answer", answer)
    }
}

impl TaskAnswer for ransack::EditCheckpoint {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", EditCheckpoint::from(self))
    }
}

/// List of edits for JavaScript, with raw paths if `bytes` is true.
struct EditsAnswer {
    outcome: EditsOutcome,
    bytes: bool,
}

impl TaskAnswer for EditsAnswer {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let EditsAnswer { outcome, bytes } = self;
        let edits = outcome.edits.into_iter();
        let answer = EditsResult {
            edits: edits.map(|edit| JournaledEdit::new(edit, bytes)).collect(),
            checkpoints: outcome.checkpoints.into_iter().map(Into::into).collect(),
            damaged: outcome.damaged.iter().map(|path| lossy(path)).collect(),
        };
        object.set("answer", answer)
    }
}

type Reverse = fn(&ransack::UndoOptions, &CancelToken) -> ransack::Result<UndoOutcome>;

/// Starts undoing edits as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn undo(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: UndoCall,
) -> Result<External<Task>> {
    reverse((workspace, wait), waker, id, options, ransack::undo)
}

/// Starts redoing edits as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn redo(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: UndoCall,
) -> Result<External<Task>> {
    reverse((workspace, wait), waker, id, options, ransack::redo)
}

fn reverse(
    (workspace, wait): (Option<&External<WorkspaceHandle>>, bool),
    waker: &Waker,
    id: u32,
    options: UndoCall,
    reverse: Reverse,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.undo.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(waker.start_single(id, timeout, |token| {
        let token = token.clone();
        // Only the end of the call shows whether files were replaced, so only the core observes the
        // token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = reverse(&options, &token)?;
            Ok(UndoAnswer { outcome, bytes })
        })
    }))
}

/// Starts setting a checkpoint as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn checkpoint(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: CheckpointCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let mut core = CheckpointOptions::default();
    core.name = options.checkpoint.name;
    set(&mut core.path, options.checkpoint.path.map(|path| path.0));
    options.journal.set_on(&mut core.journal)?;
    core.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(waker.start_single(id, timeout, |token| {
        let token = token.clone();
        Pool::shared().run(&CancelToken::new(), move |_| {
            ransack::checkpoint(&core, &token)
        })
    }))
}

/// Starts listing edits as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn edits(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: EditsCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.edits.bytes.unwrap_or_default();
    let mut core = EditsOptions::default();
    set(&mut core.path, options.edits.path.map(|path| path.0));
    options.journal.set_on(&mut core.journal)?;
    core.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(waker.start_single(id, timeout, |token| {
        let token = token.clone();
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::edits(&core, &token)?;
            Ok(EditsAnswer { outcome, bytes })
        })
    }))
}

#[cfg(test)]
mod tests;
