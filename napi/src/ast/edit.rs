//! Syntax-aware rewriting of files: `astEdit`.

use napi::Result;
use napi::bindgen_prelude::{External, Uint8Array};
use napi_derive::napi;
use ransack::{AstChange, AstEditOutcome, CancelToken, FileChange, Pool, StoppedBy};

use super::AstRange;
use crate::convert::{BatchItem, BatchShape, BatchWriter};
use crate::options::AstEditCall;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts an edit as task `id`, in `workspace` if there is one.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_edit(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstEditCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.files.bytes.unwrap_or_default();
    let options = options.into_core()?;
    let workspace = workspace.map(|handle| handle.workspace(wait));
    let shape = BatchShape {
        several_roots: options.scope.roots.len() > 1,
        bytes,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        // Whether files were replaced is known only when the edit ends, so only the
        // edit itself observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = match workspace {
                Some(workspace) => workspace.ast_edit(&options, &token)?,
                None => ransack::ast_edit(&options, &token)?,
            };
            Ok(AstEditSummary::split(outcome, shape))
        })
    }))
}

/// Number of replacements in one file.
#[napi(object, object_from_js = false)]
pub struct AstFileChange {
    /// Path of the file, relative to its root and with `/`; the file name if the root
    /// is a file. Invalid UTF-8 is replaced by U+FFFD.
    pub path: String,
    /// Number of replacements.
    pub count: f64,
    /// Index of the root in the order given, 0-based. Absent if the call has one
    /// root.
    pub root: Option<u32>,
    /// True if the file still has matches after the last pass that `repeat` allows.
    /// Absent if it has none, and if `repeat` is 1, which does not check.
    #[napi(ts_type = "true")]
    pub unsettled: Option<bool>,
    /// Raw bytes of `path`. Absent unless `bytes` is set.
    pub path_bytes: Option<Uint8Array>,
}

/// Summary of an `astEdit` call: what changed, or with `dryRun` would change.
#[napi(object, object_from_js = false)]
pub struct AstEditSummary {
    /// Files with replacements, by root, then bytewise by path.
    pub file_changes: Vec<AstFileChange>,
    /// Number of replacements: the length of `changes`.
    pub total_replacements: f64,
    /// Number of files with replacements.
    pub files_touched: f64,
    /// Number of files examined; equals `report.filesSearched`.
    pub files_searched: f64,
    /// Whether the changes are written to disk. If false, no file was changed.
    pub applied: bool,
    /// Whether `maxReplacements` or `maxFiles` cut the changes off.
    pub limit_reached: bool,
    /// Identifies exactly these changes of exactly these texts. Pass it as the
    /// `preview` option of the call that applies them.
    pub preview: String,
    /// Report of the call. `report.complete` is true only if the changes are all that
    /// could be made; `totalMatches` counts replacements; `nextOffset` is never set.
    pub report: Report,
}

impl AstEditSummary {
    /// Splits an outcome into its changes and its summary.
    fn split(outcome: AstEditOutcome, shape: BatchShape) -> (Vec<AstChange>, AstEditSummary) {
        let files = outcome.file_changes.iter();
        let summary = AstEditSummary {
            file_changes: files.map(|file| AstFileChange::new(file, shape)).collect(),
            total_replacements: outcome.total_replacements as f64,
            files_touched: outcome.file_changes.len() as f64,
            files_searched: outcome.report.files_searched as f64,
            applied: outcome.applied,
            limit_reached: outcome.report.stopped_by == Some(StoppedBy::Limit),
            preview: outcome.preview,
            report: Report::new(&outcome.report, shape.bytes),
        };
        (outcome.changes, summary)
    }
}

impl AstFileChange {
    fn new(change: &FileChange, shape: BatchShape) -> AstFileChange {
        let path = &change.path;
        AstFileChange {
            path: path.to_string_lossy().into_owned(),
            count: change.count as f64,
            root: shape.several_roots.then_some(change.root),
            unsettled: change.is_unsettled.then_some(true),
            path_bytes: shape.bytes.then(|| Uint8Array::from(path.as_bytes())),
        }
    }
}

/// Bits that announce optional parts of a change; `js/edit.js` has the same.
struct Flags;

impl Flags {
    /// The path differs from the previous change's and follows.
    const PATH: u32 = 1;
    /// The language differs from the previous change's and follows.
    const LANGUAGE: u32 = 2;
    /// The call has several roots; the root number follows.
    const ROOT: u32 = 4;
}

/// Layout, as `ChangeBatch` in `js/edit.js` reads it:
///
/// - numbers: the flags; the rewrite; the pass; the six of the range; with `ROOT` the
///   root; with bytes the byte length of the path, if it follows, and of the text
///   before and after.
/// - strings: with `PATH` the path; with `LANGUAGE` the language; the text before and
///   after.
impl BatchItem for AstChange {
    fn max_strings(&self) -> usize {
        4
    }

    fn write(&self, previous: Option<&AstChange>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let new_path = previous.is_none_or(|p| p.path != self.path);
        let new_language = previous.is_none_or(|p| p.language != self.language);
        let several_roots = writer.shape.several_roots;
        let mut flags = 0;
        for (flag, holds) in [
            (Flags::PATH, new_path),
            (Flags::LANGUAGE, new_language),
            (Flags::ROOT, several_roots),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        let numbers = &mut writer.numbers;
        numbers.extend([flags, self.rewrite, self.pass].map(f64::from));
        numbers.extend(AstRange::numbers(&self.span));
        if several_roots {
            numbers.push(f64::from(self.root));
        }
        if new_path {
            writer.string(path)?;
            writer.byte_len(path);
        }
        if new_language {
            writer.string_without_bytes(self.language.as_bytes())?;
        }
        for text in [&self.before, &self.after] {
            writer.string(text)?;
            writer.byte_len(text);
        }
        Ok(())
    }
}
