//! Git files that a scan reads: ignore rules, compared with Git itself, configuration and index.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use ransack::{CancelToken, FileType, GlobOptions, glob};
use tempfile::TempDir;

use super::Input;

const FILES: [&str; 24] = [
    "a",
    "b",
    "ab",
    "a.b",
    "a.ts",
    "A.TS",
    "é",
    "[a]",
    "!a",
    "#a",
    "\\",
    " ",
    "a ",
    "x/a",
    "x/b.ts",
    "x/y/a.ts",
    "x/y/z/a",
    "x/[id]/page.ts",
    "aa/aa/aa",
    "aa/ab/aa",
    "a b/c",
    "build/a",
    "x/build/b",
    "*",
];

/// Repository whose files change; used by one call at a time.
fn repository() -> &'static Mutex<TempDir> {
    static REPOSITORY: OnceLock<Mutex<TempDir>> = OnceLock::new();
    REPOSITORY.get_or_init(|| {
        let dir = TempDir::new().unwrap();
        for file in FILES {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        git(dir.path(), &["-c", "init.defaultBranch=main", "init", "-q"]);
        Mutex::new(dir)
    })
}

fn git(dir: &Path, args: &[&str]) -> Vec<u8> {
    let output = Command::new("git")
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .args(["-c", "core.excludesFile=/dev/null"])
        .args(args)
        .output()
        .expect("git is needed for these tests");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn files(dir: &Path, tracked: bool) -> BTreeSet<Vec<u8>> {
    let options = GlobOptions::new("**", dir)
        .file_type(FileType::File)
        .hidden(true);
    let outcome = glob(&options.tracked(tracked), &CancelToken::new()).unwrap();
    let paths = outcome
        .items
        .iter()
        .map(|item| item.path.as_bytes().to_vec());
    paths.filter(|path| !path.starts_with(b".git")).collect()
}

/// Input: a `.gitignore` file, a NUL byte, and the `.gitignore` file of the directory `x`.
pub(crate) fn ignore(data: &[u8]) {
    let dir = repository().lock().unwrap_or_else(PoisonError::into_inner);
    let mut input = Input::new(data);
    fs::write(dir.path().join(".gitignore"), input.part()).unwrap();
    fs::write(dir.path().join("x/.gitignore"), input.part()).unwrap();
    fs::write(dir.path().join(".git/config"), CONFIG).unwrap();
    fs::remove_file(dir.path().join(".git/index")).ok();
    let found: BTreeSet<_> = files(dir.path(), false);
    let listed = git(
        dir.path(),
        &["ls-files", "-z", "--others", "--exclude-standard"],
    );
    let mut expected: BTreeSet<Vec<u8>> = listed.split(|&b| b == 0).map(<[u8]>::to_vec).collect();
    expected.retain(|path| !path.is_empty() && !path.ends_with(b".gitignore"));
    let found: BTreeSet<_> = found
        .into_iter()
        .filter(|p| !p.ends_with(b".gitignore"))
        .collect();
    let names = |paths: &BTreeSet<Vec<u8>>| -> Vec<String> {
        paths
            .iter()
            .map(|path| String::from_utf8_lossy(path).into_owned())
            .collect()
    };
    assert_eq!(names(&found), names(&expected));
}

const CONFIG: &str = "[core]\n\trepositoryformatversion = 0\n";

/// Input: any bytes as Git's configuration or index. Unreadable content hides no file.
pub(crate) fn run(data: &[u8]) {
    let dir = repository().lock().unwrap_or_else(PoisonError::into_inner);
    for ignore in [".gitignore", "x/.gitignore"] {
        fs::remove_file(dir.path().join(ignore)).ok();
    }
    let mut input = Input::new(data);
    let is_index = input.byte() & 1 == 1;
    let content = input.rest();
    let (config, index): (&[u8], &[u8]) = match is_index {
        true => (CONFIG.as_bytes(), content),
        false => (content, b""),
    };
    // A configuration may name another ignore file.
    if config
        .windows(9)
        .any(|w| w.eq_ignore_ascii_case(b"worktree="))
        || config.contains(&b'/')
    {
        return;
    }
    fs::write(dir.path().join(".git/config"), config).unwrap();
    fs::write(dir.path().join(".git/index"), index).unwrap();
    assert_eq!(files(dir.path(), true).len(), FILES.len());
}
