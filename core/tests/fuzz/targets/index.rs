//! Index files with changed bytes: search results do not change.
//!
//! With recomputed checksums, a file is intact but not correct; a call may then only fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ransack::{
    CancelToken, GrepMatch, GrepOptions, IndexMode, RefreshMode, Workspace, WorkspaceOptions, grep,
};
use tempfile::TempDir;

use super::Input;

const PATTERNS: [&str; 6] = ["word_7\\b", "common", "w.*_12", "half", "rd_1", "nowhere"];

/// Tree and the files of its index.
struct Original {
    tree: TempDir,
    files: Vec<(PathBuf, Vec<u8>)>,
    exported: Vec<u8>,
    answers: Vec<Vec<GrepMatch>>,
}

fn workspace(root: &Path, store: &Path) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(RefreshMode::Manual)
        .index(IndexMode::Disk)
        .index_path(store.to_owned())
        .allow([store]);
    Workspace::open(root, &options).unwrap()
}

fn search(workspace: &Workspace, pattern: &str) -> Vec<GrepMatch> {
    let options = GrepOptions::new(pattern, workspace);
    grep(&options, &CancelToken::new()).unwrap().items
}

impl Original {
    fn get() -> &'static Original {
        static ORIGINAL: OnceLock<Original> = OnceLock::new();
        ORIGINAL.get_or_init(|| {
            let (tree, store) = (TempDir::new().unwrap(), TempDir::new().unwrap());
            for n in 0..24 {
                let half = if n % 2 == 0 { "half" } else { "" };
                let text = format!("word_{n} common {half}\nÉtoile += {n}\n");
                fs::write(tree.path().join(format!("f{n}.txt")), text).unwrap();
            }
            let token = CancelToken::new();
            let first = workspace(tree.path(), store.path());
            first.ready(&token, |_| {}).unwrap();
            let exported = store.path().join("exported");
            first.export_index(&exported, &token).unwrap();
            let exported = fs::read(exported).unwrap();
            let answers = PATTERNS.map(|pattern| search(&first, pattern)).to_vec();
            drop(first);
            let mut files = Vec::new();
            for folder in ["segments", "roots"] {
                for entry in fs::read_dir(store.path().join(folder)).unwrap() {
                    let name = Path::new(folder).join(entry.unwrap().file_name());
                    let bytes = fs::read(store.path().join(&name)).unwrap();
                    files.push((name, bytes));
                }
            }
            files.sort();
            Original {
                tree,
                files,
                exported,
                answers,
            }
        })
    }
}

/// Input: three bytes for each change, an offset and a value to add there.
fn change(bytes: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for change in changes.as_chunks::<3>().0 {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % (changed.len() + 1);
        match changed.get_mut(at) {
            Some(byte) if change[2] != 0 => *byte ^= change[2],
            _ => changed.truncate(at),
        }
    }
    changed
}

pub(crate) fn run(data: &[u8]) {
    let original = Original::get();
    let mut input = Input::new(data);
    let target = input.byte();
    let is_whole = target & 0x80 != 0;
    let changed = |bytes: &[u8], changes: &[u8]| match is_whole {
        true => with_checksums(bytes, &change(bytes, changes)),
        false => change(bytes, changes),
    };
    let (store, token) = (TempDir::new().unwrap(), CancelToken::new());
    let opened = match usize::from(target & 0x7f) % (original.files.len() + 1) {
        0 => {
            let path = store.path().join("imported");
            fs::write(&path, changed(&original.exported, input.rest())).unwrap();
            let opened = workspace(original.tree.path(), &store.path().join("store"));
            opened.import_index(&path, &token).ok();
            opened
        }
        number => {
            for folder in ["segments", "roots"] {
                fs::create_dir(store.path().join(folder)).unwrap();
            }
            for (index, (name, bytes)) in original.files.iter().enumerate() {
                let bytes = match index + 1 == number {
                    true => changed(bytes, input.0),
                    false => bytes.clone(),
                };
                fs::write(store.path().join(name), bytes).unwrap();
            }
            workspace(original.tree.path(), store.path())
        }
    };
    for (pattern, answer) in PATTERNS.iter().zip(&original.answers) {
        let found = search(&opened, pattern);
        assert!(is_whole || found == *answer, "{pattern}: {found:?}");
    }
    if !is_whole {
        opened.ready(&token, |_| {}).unwrap();
        for (pattern, answer) in PATTERNS.iter().zip(&original.answers) {
            assert_eq!(search(&opened, pattern), *answer, "{pattern}");
        }
    }
    opened.index_stats();
}

/// Recomputes the checksums of changed parts whose length is unchanged.
fn with_checksums(original: &[u8], changed: &[u8]) -> Vec<u8> {
    let mut whole = changed.to_vec();
    whole.resize(original.len(), 0);
    for (part, seed) in parts(original) {
        whole[..12.min(part.start)].copy_from_slice(&original[..12.min(part.start)]);
        let sum = checksum(seed, &whole[part.clone()]);
        whole[part.end..part.end + 4].copy_from_slice(&sum.to_le_bytes());
    }
    whole
}

fn checksum(seed: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(seed);
    hasher.update(bytes);
    hasher.finalize()
}

/// Finds the parts of a file that are followed by a checksum, with the checksum seeds: 0 in the
/// list of files, the offset of the part in a segment.
fn parts(bytes: &[u8]) -> Vec<(std::ops::Range<usize>, u32)> {
    let is_segment = bytes.starts_with(b"\x89ransack");
    let (mut parts, mut start) = (Vec::new(), if is_segment { 12 } else { 0 });
    while start < bytes.len() {
        let seed = if is_segment { start as u32 } else { 0 };
        let mut hasher = crc32fast::Hasher::new_with_initial(seed);
        let mut end = start;
        let found = loop {
            let Some(sum) = bytes.get(end..end + 4) else {
                break None;
            };
            if end > start && hasher.clone().finalize().to_le_bytes() == *sum {
                break Some(end);
            }
            hasher.update(&bytes[end..=end]);
            end += 1;
        };
        // The last bytes of a segment mark its end.
        let Some(end) = found else { break };
        parts.push((start..end, seed));
        start = end + 4;
    }
    parts
}
