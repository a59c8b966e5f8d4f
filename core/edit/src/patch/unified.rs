//! Reads unified diffs.

use diffy::patch_set::{FileMode, FileOperation, ParseOptions, PatchKind, PatchSet};
use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, Result};

use super::{FilePatch, PatchHunk, malformed};
use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

/// Reads a unified diff.
pub(super) fn parse(patch: &[u8]) -> Result<Vec<FilePatch>> {
    let starts_git_diff = |line: &[u8]| line.starts_with(b"diff --git ");
    let is_git = patch.split(|byte| *byte == b'\n').any(starts_git_diff);
    let options = match is_git {
        true => ParseOptions::gitdiff(),
        false => ParseOptions::unidiff(),
    };
    let mut files = Vec::new();
    for file in PatchSet::parse_bytes(patch, options) {
        let file = file.map_err(|error| {
            let message = format!("cannot read the patch: {error}");
            Error::new(ErrorKind::InvalidPatch, message)
        })?;
        files.push(to_file_patch(&file, is_git)?);
    }
    check_hunks(patch, &files)?;
    if is_git {
        check_modes(patch)?;
    }
    Ok(files)
}

/// Fails if the patch has hunks that belong to no file.
fn check_hunks(patch: &[u8], files: &[FilePatch]) -> Result<()> {
    let known: usize = files.iter().map(|file| file.hunks.len()).sum();
    let lines = patch.split(|byte| *byte == b'\n').enumerate();
    // A line of a hunk begins with another character.
    let mut headers = lines.filter(|(_, line)| line.starts_with(b"@@ -"));
    match headers.nth(known) {
        Some((number, _)) => Err(malformed(number + 1, "a hunk belongs to no file")),
        None => Ok(()),
    }
}

/// Fails if a Git diff changes the target of a symbolic link or the commit of a submodule. Their mode
/// is then only in a line such as `index 1234..5678 120000`.
fn check_modes(patch: &[u8]) -> Result<()> {
    for (number, line) in patch.split(|byte| *byte == b'\n').enumerate() {
        let Some(index) = line.strip_prefix(b"index ") else {
            continue;
        };
        match index.trim_ascii_end() {
            index if index.ends_with(b" 120000") => {
                return Err(malformed(number + 1, "a change of a symbolic link"));
            }
            index if index.ends_with(b" 160000") => {
                return Err(malformed(number + 1, "a change of a submodule"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn to_file_patch(file: &diffy::patch_set::FilePatch<'_, [u8]>, is_git: bool) -> Result<FilePatch> {
    let operation = file.operation();
    let operation = match operation {
        // These lines of a Git diff have no prefixes.
        FileOperation::Rename { .. } | FileOperation::Copy { .. } => operation.clone(),
        _ if is_git || has_prefixes(operation) => operation.strip_prefix(1),
        _ => operation.clone(),
    };
    let (path, change) = match operation {
        FileOperation::Create(path) => (path, FileChangeKind::Create),
        FileOperation::Delete(path) => (path, FileChangeKind::Delete),
        FileOperation::Modify { original, modified } if original == modified => {
            (original, FileChangeKind::Modify)
        }
        FileOperation::Modify {
            original: from,
            modified: to,
        }
        | FileOperation::Rename { from, to } => (from, FileChangeKind::Rename(to.into_owned())),
        FileOperation::Copy { from, to } => (from, FileChangeKind::Copy(to.into_owned())),
    };
    let refuse = |what: &str| {
        let path = String::from_utf8_lossy(&path);
        let message = format!("cannot apply the patch: {what}");
        Err(Error::new(ErrorKind::InvalidPatch, message).with_pattern(&path))
    };
    let modes = [file.old_mode(), file.new_mode()];
    if modes.contains(&Some(&FileMode::Symlink)) {
        return refuse("it changes a symbolic link");
    }
    if modes.contains(&Some(&FileMode::Gitlink)) {
        return refuse("it changes a submodule");
    }
    let PatchKind::Text(text) = file.patch() else {
        return refuse("it changes a binary file");
    };
    let is_executable = modes.map(|mode| mode.map(|mode| *mode == FileMode::Executable));
    let mut hunks: Vec<PatchHunk> = text.hunks().iter().map(to_hunk).collect();
    if change == FileChangeKind::Delete && hunks.is_empty() {
        hunks.push(PatchHunk::of_empty_file());
    }
    Ok(FilePatch {
        path: path.to_vec(),
        change,
        is_executable,
        hunks,
    })
}

/// Returns whether the paths begin with `a/` and `b/`, as Git and this crate write them.
fn has_prefixes(operation: &FileOperation<'_, [u8]>) -> bool {
    match operation {
        FileOperation::Create(path) => path.starts_with(b"b/"),
        FileOperation::Delete(path) => path.starts_with(b"a/"),
        FileOperation::Modify { original, modified } => {
            original.starts_with(b"a/") && modified.starts_with(b"b/")
        }
        FileOperation::Rename { .. } | FileOperation::Copy { .. } => false,
    }
}

fn to_hunk(hunk: &diffy::Hunk<'_, [u8]>) -> PatchHunk {
    let lines = hunk.lines().iter().map(|line| match line {
        diffy::Line::Context(line) => (LineKind::Context, line.to_vec()),
        diffy::Line::Delete(line) => (LineKind::Removed, line.to_vec()),
        diffy::Line::Insert(line) => (LineKind::Added, line.to_vec()),
    });
    PatchHunk {
        old_line: Some(hunk.old_range().start() as u64),
        headings: Vec::new(),
        is_at_end: false,
        lines: lines.collect(),
    }
}
