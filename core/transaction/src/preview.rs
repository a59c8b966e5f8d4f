//! Preview token: identifies the changes of a dry run and explains how a later call differs.
//!
//! Invariant: equal states mean equal changes to equal texts, regardless of the roots used to name
//! the files. The other parts of a token serve only to select the message if the call fails.

use std::fmt;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName};
use rustc_hash::FxHashMap;
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::plan::{ChangeAction, CreateMode, PlannedChange, digest};

/// Parsed token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Hash of all paths, old bytes and new bytes.
    state: u128,
    /// Hash of the options that determine the changes.
    request: u64,
    /// Short hashes of the path and the old bytes of each file with changes.
    files: Vec<(u32, u32)>,
}

/// Lengths of the parts, in hexadecimal digits.
const STATE: usize = 32;
const REQUEST: usize = 16;
const SHORT: usize = 8;

impl Preview {
    /// Creates the preview of files. `request` is the hash of the options.
    pub fn of<'p>(changes: impl Iterator<Item = &'p PlannedChange>, request: u64) -> Preview {
        let mut hasher = SipHasher13::new();
        let mut add = |bytes: &[u8]| {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        };
        let mut files = Vec::new();
        for change in changes {
            add(change.path.as_os_str().as_encoded_bytes());
            let (old, new) = (change.action.old_digest(), change.action.new_digest());
            for digest in [old, new] {
                let bytes = digest.map(u128::to_le_bytes);
                add(bytes.as_ref().map_or(&[], |bytes| &bytes[..]));
            }
            match &change.action {
                // The digests tell the action.
                ChangeAction::Rewrite { .. } | ChangeAction::Delete { .. } => {}
                ChangeAction::Create { mode, .. } => add(&bytes_of_mode(mode)),
                ChangeAction::Rename { to, .. } => add(to.as_os_str().as_encoded_bytes()),
            }
            files.push((short_path(&change.path), short_old(change)));
        }
        Preview {
            state: hasher.finish128().as_u128(),
            request,
            files,
        }
    }

    /// Parses a token; `None` if the text is not a token.
    fn parse(token: &str) -> Option<Preview> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let content = token.len().checked_sub(SHORT)?;
        if !token.bytes().all(is_digit) || content < STATE + REQUEST {
            return None;
        }
        let (content, check) = token.split_at(content);
        let (state, rest) = content.split_at(STATE);
        let (request, files) = rest.split_at(REQUEST);
        let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
        if files.len() % (2 * SHORT) != 0 || number(check)? != digest(content.as_bytes()) as u32 {
            return None;
        }
        let files = (0..files.len()).step_by(2 * SHORT).map(|at| {
            let (path, old) = files[at..at + 2 * SHORT].split_at(SHORT);
            Some((number(path)?, number(old)?))
        });
        Some(Preview {
            state: u128::from_str_radix(state, 16).ok()?,
            request: u64::from_str_radix(request, 16).ok()?,
            files: files.collect::<Option<_>>()?,
        })
    }

    /// Returns the error if a call makes changes other than those identified by the token `given`;
    /// `None` if the changes are the same. `is_whole` is true if all files in scope were planned.
    pub fn mismatch<'p>(
        &self,
        given: &str,
        changes: impl Iterator<Item = &'p PlannedChange>,
        unplanned: &Unplanned,
        is_whole: bool,
    ) -> Option<Error> {
        let Some(old) = Preview::parse(given) else {
            let error = Error::new(ErrorKind::Stale, "unknown preview token");
            let error = error.with_pattern(given);
            return Some(error.with_advice("pass", OptionName::Preview, "of a dry run unchanged"));
        };
        if old.state == self.state {
            return None;
        }
        let is_same_request = old.request == self.request;
        let mut planned: FxHashMap<u32, u32> = old.files.iter().copied().collect();
        let mut changed = Vec::new();
        for change in changes {
            let is_changed = match planned.remove(&short_path(&change.path)) {
                Some(planned_old) => planned_old != short_old(change),
                None => is_same_request,
            };
            if is_changed {
                changed.push(change.path.clone());
            }
        }
        for (path, now) in unplanned.lock().iter() {
            let old = planned.remove(&short_path(path));
            if old.is_some_and(|old| now.is_none_or(|now| now as u32 != old)) {
                changed.push(path.clone());
            }
        }
        let gone = match is_same_request && is_whole {
            true => planned.len(),
            false => 0,
        };
        Some(match changed.is_empty() && gone == 0 {
            true => {
                let message = "the changes differ from the preview: use the options of its dry \
                               run, or make a new preview";
                Error::new(ErrorKind::Stale, message)
            }
            false => changed_since(changed, gone),
        })
    }

    /// Returns whether the file with this path had changes.
    fn has(&self, path: &Path) -> bool {
        let wanted = short_path(path);
        self.files.iter().any(|(path, _)| *path == wanted)
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut content = format!("{:032x}{:016x}", self.state, self.request);
        for (path, old) in &self.files {
            content += &format!("{path:08x}{old:08x}");
        }
        let check = digest(content.as_bytes()) as u32;
        write!(f, "{content}{check:08x}")
    }
}

fn short_path(path: &Path) -> u32 {
    digest(path.as_os_str().as_encoded_bytes()) as u32
}

/// Returns a short hash of the bytes before a change; 0 for a file that does not exist.
fn short_old(change: &PlannedChange) -> u32 {
    change.action.old_digest().map_or(0, |old| old as u32)
}

/// Returns bytes that differ for different modes.
fn bytes_of_mode(mode: &CreateMode) -> Vec<u8> {
    match mode {
        CreateMode::Default => b"default".to_vec(),
        CreateMode::Executable => b"executable".to_vec(),
        CreateMode::Like(attributes) => attributes.to_bytes(),
    }
}

/// Returns the error for files that have changed since the preview. `gone` is the number of files
/// that the call no longer covers.
fn changed_since(mut changed: Vec<PathBuf>, gone: usize) -> Error {
    changed.sort_unstable();
    let count = changed.len();
    let mut message = match count {
        0 => String::new(),
        1 => "the file has changed since the preview".to_owned(),
        _ => format!("{count} files have changed since the preview"),
    };
    if gone > 0 {
        let and = if count > 0 { ", and " } else { "" };
        let (files, exist) = match gone {
            1 => ("file", "exists"),
            _ => ("files", "exist"),
        };
        message += &format!("{and}{gone} {files} of the preview no longer {exist} in the scope");
    }
    let error = Error::new(ErrorKind::Stale, message + "; make a new preview");
    match changed.first().cloned() {
        Some(first) => error.with_path(&first).with_paths(changed),
        None => error,
    }
}

/// Files that had changes in the preview but no longer have any.
#[derive(Debug, Default)]
pub struct Unplanned {
    preview: Option<Preview>,
    /// Path, and digest of the current bytes; `None` if the file cannot be read.
    files: Mutex<Vec<(PathBuf, Option<u128>)>>,
}

impl Unplanned {
    /// Creates a collector for the files of a token.
    pub fn of(token: Option<&str>) -> Unplanned {
        Unplanned {
            preview: token.and_then(Preview::parse),
            files: Mutex::default(),
        }
    }

    /// Whether there is no preview whose files matter.
    pub fn is_empty(&self) -> bool {
        self.preview.is_none()
    }

    /// Adds a file without changes, if it had changes in the preview.
    pub fn add(&self, path: &Path, digest: impl FnOnce() -> Option<u128>) {
        if self
            .preview
            .as_ref()
            .is_some_and(|preview| preview.has(path))
        {
            self.lock().push((path.to_owned(), digest()));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(PathBuf, Option<u128>)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
