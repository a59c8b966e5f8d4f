//! Rewriting by syntax.

use std::sync::OnceLock;

use napi::Result;
use napi::bindgen_prelude::{External, Uint8Array};
use napi_derive::napi;
use ransack::{AstChange, AstEditOutcome, CancelToken, FileChange, Pool, StoppedBy, Workspace};

use crate::ast::AstRange;
use crate::convert::{Item, Shape, Writer};
use crate::options::AstEditOptions;
use crate::report::Report;
use crate::task::{Task, Waker};

/// Starts to edit, of which JavaScript makes the package's `astEdit`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_edit(
    waker: &External<Waker>,
    id: u32,
    options: AstEditOptions,
) -> Result<External<Task>> {
    start(waker, id, options, None)
}

pub(crate) fn start(
    waker: &External<Waker>,
    id: u32,
    options: AstEditOptions,
    workspace: Option<Workspace>,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let options = options.into_core()?;
    let several_roots = options.scope.roots.len() > 1;
    let shape = Shape {
        several_roots,
        bytes,
        ..Shape::default()
    };
    Ok(waker.start_whole(id, timeout, shape, |token| {
        let token = token.clone();
        // Not before the edit ends is it known whether files were replaced: the
        // token is for the edit alone to heed.
        pool().run(&CancelToken::new(), move |_| {
            let outcome = match workspace {
                Some(workspace) => workspace.ast_edit(&options, &token)?,
                None => ransack::ast_edit(&options, &token)?,
            };
            Ok(AstEditSummary::split(outcome, shape))
        })
    }))
}

/// Where edits are planned and applied. They wait for what the shared pool finds,
/// and so must not hold its threads.
fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| Pool::new(4))
}

/// The replacements in one file, counted.
#[napi(object, object_from_js = false)]
pub struct AstFileChange {
    /// The file, as in the changes.
    pub path: String,
    /// Number of replacements.
    pub count: f64,
    /// Number of the root in the order given, 0-based; set if there are several.
    pub root: Option<u32>,
    /// Set if there still is something to replace after the last pass that
    /// `repeat` allows. It is not looked at if that is 1.
    #[napi(ts_type = "true")]
    pub unsettled: Option<bool>,
    /// The path's bytes, if `bytes` was set.
    pub path_bytes: Option<Uint8Array>,
}

/// What `astEdit` did or would do, as a whole.
#[napi(object, object_from_js = false)]
pub struct AstEditSummary {
    /// The files with replacements, by root, then bytewise by path.
    pub file_changes: Vec<AstFileChange>,
    /// Number of replacements: as many as there are changes.
    pub total_replacements: f64,
    /// Number of files with replacements.
    pub files_touched: f64,
    /// As in the report.
    pub files_searched: f64,
    /// Whether the files on disk are now as the changes say; if not, none is.
    pub applied: bool,
    /// Whether a limit left something out.
    pub limit_reached: bool,
    /// Stands for exactly these changes of exactly these texts: the `preview`
    /// option of a call that is to make them.
    pub preview: String,
    /// How far the changes are all that could be made. `totalMatches` counts
    /// replacements, and there is no `nextOffset`.
    pub report: Report,
}

impl AstEditSummary {
    /// The changes, and the rest of what came of it.
    fn split(outcome: AstEditOutcome, shape: Shape) -> (Vec<AstChange>, AstEditSummary) {
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
    fn new(change: &FileChange, shape: Shape) -> AstFileChange {
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

/// What a change has besides the usual.
struct Flags;

impl Flags {
    /// The path is not that of the change before.
    const PATH: u32 = 1;
    /// The language is not that of the change before.
    const LANGUAGE: u32 = 2;
    /// There are several roots.
    const ROOT: u32 = 4;
}

/// `ChangeBatch` in `js/edit.js` reads what is written here:
///
/// - numbers: the flags; the rewrite; the pass; the six of the range; with
///   `ROOT` the root; with bytes the length of the path, if it is new, of the
///   text before and after.
/// - strings: the path, with `PATH`; the language, with `LANGUAGE`; the text
///   before and after.
impl Item for AstChange {
    fn strings(&self) -> usize {
        4
    }

    fn write(&self, previous: Option<&AstChange>, writer: &mut Writer<'_>) -> Result<()> {
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
            writer.length(path);
        }
        if new_language {
            writer.string_alone(self.language.as_bytes())?;
        }
        for text in [&self.before, &self.after] {
            writer.string(text)?;
            writer.length(text);
        }
        Ok(())
    }
}
