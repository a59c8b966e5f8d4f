//! Git as the oracle for ignore rules.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::files_below;

/// Creates a Git command that reads only the repository's configuration.
pub fn git(dir: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE");
    for who in ["AUTHOR", "COMMITTER"] {
        git.env(format!("GIT_{who}_NAME"), "t")
            .env(format!("GIT_{who}_EMAIL"), "t@example.org");
    }
    git
}

pub fn run_git(dir: &Path, args: &[&str]) -> Vec<u8> {
    let output = git(dir)
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

pub fn init(dir: &Path) {
    run_git(dir, &["-c", "init.defaultBranch=main", "init", "-q"]);
    // The excludes of the user who runs the tests must not apply.
    run_git(dir, &["config", "core.excludesFile", "/dev/null"]);
}

/// Returns the files that `git check-ignore` reports as ignored.
pub fn git_ignored(dir: &Path) -> Vec<String> {
    let mut child = git(dir)
        .args(["check-ignore", "-z", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git is needed for these tests");
    let files = files_below(dir, |o| o.scope.gitignore = false).join("\0");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(files.as_bytes())
        .unwrap();
    let list = child.wait_with_output().unwrap().stdout;
    list.split(|&b| b == 0)
        .filter(|name| !name.is_empty())
        .map(|name| String::from_utf8(name.to_vec()).unwrap())
        .collect()
}

/// Returns the files that Git would offer to add, sorted. Excludes ignore files, because some lack
/// the search text.
pub fn git_files(dir: &Path) -> Vec<String> {
    let list = run_git(
        dir,
        &[
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ],
    );
    let mut files: Vec<String> = list
        .split(|&b| b == 0)
        .filter(|name| !name.is_empty())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    files.sort();
    without_ignore_files(files)
}

pub fn our_files(dir: &Path) -> Vec<String> {
    without_ignore_files(files_below(dir, |_| ()))
}

pub fn without_ignore_files(files: Vec<String>) -> Vec<String> {
    files
        .into_iter()
        .filter(|f| f.rsplit('/').next() != Some(".gitignore"))
        .collect()
}
