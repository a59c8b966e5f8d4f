//! Reasons for files that only one of two packers chooses.

use std::collections::BTreeMap;
use std::fs;

use ransack::{CancelToken, PackOptions, pack};

use super::packer::Packer;
use crate::corpus::Corpus;

/// Groups paths that only the other packer (`is_theirs`) or only ransack chooses by the reason; `None`
/// if there is no known reason.
pub(super) fn by_reason<'a>(
    packer: &Packer,
    is_theirs: bool,
    paths: &[&'a str],
    corpus: &Corpus,
) -> BTreeMap<Option<&'static str>, Vec<&'a str>> {
    let mut groups: BTreeMap<Option<&'static str>, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let reason = reason(packer.name, is_theirs, path, corpus);
        groups.entry(reason).or_default().push(path);
    }
    groups
}

fn reason(packer: &str, is_theirs: bool, path: &str, corpus: &Corpus) -> Option<&'static str> {
    let full = corpus.path().join(path);
    let ends_with = |endings: &[&str]| {
        let extension = full.extension().unwrap_or_default();
        endings.iter().any(|ending| extension == *ending)
    };
    let is_link = || full.symlink_metadata().is_ok_and(|data| data.is_symlink());
    let is_mostly_ascii = || {
        let content = fs::read(&full).unwrap_or_default();
        let start = &content[..content.len().min(1024)];
        10 * start.iter().filter(|byte| byte.is_ascii()).count() >= 7 * start.len()
    };
    let has_replacement = || {
        let text = fs::read_to_string(&full).unwrap_or_default();
        text.trim().is_empty() || text.contains(char::REPLACEMENT_CHARACTER)
    };
    let has_secret = || {
        let options = PackOptions::new(full.as_path()).list_only(true);
        let packed = pack(&options, &CancelToken::new());
        packed.is_ok_and(|packed| packed.files.iter().any(|file| !file.secrets.is_empty()))
    };
    match (packer, is_theirs) {
        ("repomix", false) if ends_with(&["dot", "snap"]) => {
            Some("it takes the ending for one of binary files")
        }
        ("yek", false)
            if ends_with(&["lock"]) || path.contains("LICENSE") || path.contains("-lock") =>
        {
            Some("it leaves out licences and lock files")
        }
        ("jinni", false) if !is_mostly_ascii() => {
            Some("it takes text outside ASCII for a binary file")
        }
        ("files-to-prompt" | "code2prompt", true) if is_link() => Some("it follows links to files"),
        ("code2prompt", false) if has_replacement() => {
            Some("it leaves out texts with U+FFFD, and empty ones")
        }
        (_, true) if has_secret() => Some("it seems to contain a secret"),
        _ => None,
    }
}
