//! Patches of texts: `parsePatch`.

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{FileChangeKind, FilePatch, LineKind, Patch, PatchOptions};

use crate::content::Content;
use crate::error::failure;
use crate::number::length;
use crate::options::set;

use super::text::{bytes_of, in_kind_of};

/// Line of a patch.
#[napi(object, object_from_js = false)]
pub struct PatchLine {
    /// Kind of the line: of both texts, of the old text, or of the new text.
    #[napi(ts_type = "'context' | 'removed' | 'added'")]
    pub kind: &'static str,
    /// Text with its line end; invalid UTF-8 is replaced with U+FFFD. Only the last old line and the
    /// last new line may lack a line end.
    pub text: String,
}

/// Consecutive lines of a patch.
#[napi(object, object_from_js = false)]
pub struct PatchHunk {
    /// 1-based number of the first line in the file before the change. If the hunk has no old lines,
    /// the line after which the new lines are inserted, or 0 at the start of the text. Absent if the
    /// patch gives no line numbers.
    pub old_line: Option<f64>,
    /// Lines of the file that precede the hunk, such as the heading of a class, outermost first. Only
    /// in patches without line numbers.
    pub headings: Vec<String>,
    /// Whether the hunk ends at the end of the file.
    pub at_end: bool,
    /// Lines of the hunk.
    pub lines: Vec<PatchLine>,
}

/// Change of one file in a patch, without the methods that `js/parse_patch.js` adds.
#[napi(object, object_from_js = false)]
pub struct FilePatchFields {
    /// Path of the file before the change.
    pub path: String,
    /// Effect on the file.
    pub kind: &'static str,
    /// New path of a file that is renamed or copied.
    pub new_path: Option<String>,
    /// Whether the file is executable before the change.
    pub was_executable: Option<bool>,
    /// Whether the file is executable after the change.
    pub is_executable: Option<bool>,
    /// Changes to the text.
    pub hunks: Vec<PatchHunk>,
}

/// Place where a hunk was applied.
#[napi(object, object_from_js = false)]
pub struct AppliedHunk {
    /// 1-based number of the hunk's first line in the old text; for a hunk without old lines, of the
    /// line after the inserted lines.
    pub line: f64,
    /// Difference from the line that the patch gives; 0 if it gives none.
    pub offset: f64,
    /// Number of context lines at each end that were not compared.
    pub fuzz: f64,
}

/// Options for `FilePatch.apply`.
#[napi(object, object_to_js = false)]
pub struct PatchTextOptions {
    /// Number of context lines at each end of a hunk that may differ from the text, if the hunk fits
    /// nowhere otherwise. Default: 0. `Infinity` means all of them.
    #[napi(ts_type = "number | null")]
    pub fuzz: Option<f64>,
}

/// Reads a patch: the `answer` with its files and its `handle`, or the `error` of the call.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn parse_patch(env: &Env, patch: Content) -> Result<Object<'_>> {
    let mut result = Object::new(env)?;
    match ransack::parse_patch(bytes_of(&patch)) {
        Ok(patch) => result.set("answer", shown(env, patch)?)?,
        Err(error) => result.set("error", failure(env, &error)?)?,
    }
    Ok(result)
}

/// Returns the patch that undoes a patch, in the form of [`parse_patch`]; `None` if it is not known.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn patch_reversed<'env>(
    env: &'env Env,
    patch: &External<Patch>,
) -> Result<Option<Object<'env>>> {
    let reversed = patch.reversed();
    reversed.map(|reversed| shown(env, reversed)).transpose()
}

/// Applies a file of a patch to a text: the `answer`, or the `error` of the call.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn patch_apply<'env>(
    env: &'env Env,
    patch: &External<Patch>,
    file: u32,
    text: Content,
    options: PatchTextOptions,
) -> Result<Object<'env>> {
    let mut core = PatchOptions::default();
    set(&mut core.fuzz, length("fuzz", options.fuzz)?);
    let mut result = Object::new(env)?;
    // JavaScript gives the number of a file of this patch.
    let Some(file) = patch.files.get(file as usize) else {
        return Ok(result);
    };
    match file.apply(bytes_of(&text), &core, &ransack::CancelToken::new()) {
        Ok(patched) => {
            let hunks = patched.hunks.iter().map(|hunk| AppliedHunk {
                line: hunk.line as f64,
                offset: hunk.offset as f64,
                fuzz: hunk.fuzz as f64,
            });
            let hunks: Vec<_> = hunks.collect();
            let mut answer = Object::new(env)?;
            answer.set("text", in_kind_of(&text, patched.text))?;
            answer.set("hunks", hunks)?;
            result.set("answer", answer)?;
        }
        Err(error) => result.set("error", failure(env, &error)?)?,
    }
    Ok(result)
}

/// Returns the files and the handle of a patch.
fn shown(env: &Env, patch: Patch) -> Result<Object<'_>> {
    let files: Vec<_> = patch.files.iter().map(FilePatchFields::new).collect();
    let mut shown = Object::new(env)?;
    shown.set("files", files)?;
    shown.set("handle", External::new(patch))?;
    Ok(shown)
}

/// Returns the name of an effect.
fn kind_name(kind: &FileChangeKind) -> &'static str {
    match kind {
        FileChangeKind::Create => "create",
        FileChangeKind::Delete => "delete",
        FileChangeKind::Modify => "modify",
        FileChangeKind::Rename(_) => "rename",
        FileChangeKind::Copy(_) => "copy",
    }
}

impl FilePatchFields {
    fn new(file: &FilePatch) -> FilePatchFields {
        let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let hunks = file.hunks.iter().map(|hunk| PatchHunk {
            old_line: hunk.old_line.map(|line| line as f64),
            headings: hunk.headings.iter().map(|line| lossy(line)).collect(),
            at_end: hunk.is_at_end,
            lines: hunk
                .lines
                .iter()
                .map(|(kind, text)| PatchLine {
                    kind: match kind {
                        LineKind::Context => "context",
                        LineKind::Removed => "removed",
                        LineKind::Added => "added",
                    },
                    text: lossy(text),
                })
                .collect(),
        });
        FilePatchFields {
            path: lossy(&file.path),
            kind: kind_name(&file.change),
            new_path: match &file.change {
                FileChangeKind::Rename(path) | FileChangeKind::Copy(path) => Some(lossy(path)),
                _ => None,
            },
            was_executable: file.is_executable[0],
            is_executable: file.is_executable[1],
            hunks: hunks.collect(),
        }
    }
}
