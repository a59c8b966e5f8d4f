//! Files for the operations, and copies of directories on disk.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Content of the files below a directory, by relative path: mode and text, or the target of a link.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Prefix of the files of edits in progress.
pub(crate) const EDIT_PREFIX: &str = ".ransack-edit-";

pub(crate) fn write(root: &Path, path: &str, content: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Creates a home directory with a user's Git configuration.
pub(crate) fn plant_home(home: &Path) {
    write(home, ".gitconfig", b"[core]\n\texcludesFile = ~/excludes\n");
    write(home, "excludes", b"*.global\n");
}

/// Creates files for searches: ignore rules of every kind, links, encodings, sizes of one page and
/// more than one window, code.
pub(crate) fn plant_search(dir: &Path) {
    let tree = dir.join("tree");
    let plant = |path: &str, content: &[u8]| write(&tree, path, content);
    plant(".git/HEAD", b"ref: refs/heads/main\n");
    plant(".git/config", b"[core]\n\tignoreCase = false\n");
    plant(".git/objects/x", b"");
    plant(".git/refs/x", b"");
    plant(".git/info/exclude", b"/excluded.txt\n");
    plant(".gitignore", b"*.log\n/build/\n");
    plant(".ignore", b"ignored.txt\n");
    plant("sub/.gitignore", b"*.tmp\n");
    for hidden in [
        "a.log",
        "build/x.txt",
        "excluded.txt",
        "ignored.txt",
        "sub/a.tmp",
        "a.global",
    ] {
        plant(hidden, b"needle in an ignored file\n");
    }
    plant("a.txt", b"one\nneedle two\nbetween\nthree needle needle\n");
    plant("deep/e/f/g.js", b"var s = call(needle);\n");
    plant("sub/b.rs", b"use std::fmt;\nfn rust() { call(needle); }\n");
    plant(
        "sub/c.py",
        b"import os\nfrom a import b\n\nclass Shape:\n    def area(self):\n        call(needle)\n",
    );
    plant(
        "sub/d.c",
        b"int c(void) {\n  call(needle);\n  call(2);\n}\n",
    );
    plant("utf16.txt", b"\xff\xfen\0e\0e\0d\0l\0e\0\n\0");
    let page = b"padding needle\n".repeat(1000);
    plant("page.txt", &page);
    let mut code = b"call(0);\n".repeat(2000);
    code.extend_from_slice(b"function last() { call(1); }\n");
    plant("sub/long.js", &code);
    plant("ranks.tiktoken", &ranks());
    plant("merge.txt", b"<<<<<<< a\n=======\n>>>>>>> b\n");
    symlink("sub", tree.join("link")).unwrap();
    symlink("a.txt", tree.join("link.txt")).unwrap();
}

/// Vocabulary of all bytes and some words, as `tiktoken` writes it.
fn ranks() -> Vec<u8> {
    let mut ranks = String::new();
    for byte in 0..=255u8 {
        let digits = [byte >> 2, (byte & 3) << 4];
        let digit = |at: u8| {
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[usize::from(at)]
        };
        let [a, b] = digits.map(|at| char::from(digit(at)));
        ranks += &format!("{a}{b}== {byte}\n");
    }
    ranks += "YWI= 256\nYWJj 257\n";
    ranks.into_bytes()
}

/// Adds a file that is searched in several windows.
pub(crate) fn plant_big(dir: &Path) {
    let mut big = Vec::new();
    for part in 0..3 {
        big.extend_from_slice(format!("needle in part {part}\n").as_bytes());
        big.extend(
            b"x".repeat(79)
                .into_iter()
                .chain(*b"\n")
                .cycle()
                .take(80 * 10_000),
        );
    }
    big.extend_from_slice(b"the last needle\n");
    write(&dir.join("tree"), "big.txt", &big);
}

/// Creates files for edits: enough for a sync of the file system, in several directories, one with
/// two names, and two Python files.
pub(crate) fn plant_edit(dir: &Path) {
    let tree = dir.join("tree");
    for (number, sub) in ["", "b/", "b/c/", ""].into_iter().enumerate() {
        for part in 0..3 {
            let text = format!("var file{number} = {part};\nvar other = file{number};\n");
            write(&tree, &format!("{sub}f{number}{part}.js"), text.as_bytes());
        }
    }
    fs::set_permissions(tree.join("f01.js"), fs::Permissions::from_mode(0o755)).unwrap();
    write(&tree, "hard.js", b"var hard = 1;\n");
    fs::hard_link(tree.join("hard.js"), tree.join("hard.txt")).unwrap();
    write(&tree, "plain.txt", b"no code\n");
    write(
        &tree,
        "from.py",
        b"class A:\n    x = 1\n\n    def f(self):\n        return 1\n",
    );
    write(&tree, "to.py", b"class B:\n    pass\n");
}

/// Reads all files below a directory. Links are not followed.
pub(crate) fn read(root: &Path) -> Files {
    let mut files = Files::new();
    let mut dirs = vec![PathBuf::new()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(root.join(&dir)).unwrap() {
            let entry = entry.unwrap();
            let path = dir.join(entry.file_name());
            let metadata = entry.metadata().unwrap();
            if metadata.is_dir() {
                dirs.push(path);
                continue;
            }
            let content = if metadata.is_file() {
                let mode = metadata.permissions().mode();
                let text = fs::read(entry.path()).unwrap();
                [format!("{mode:o} ").as_bytes(), &text].concat()
            } else if metadata.is_symlink() {
                let target = fs::read_link(entry.path()).unwrap();
                format!("-> {}", target.display()).into_bytes()
            } else {
                b"special".to_vec()
            };
            files.insert(path.to_str().unwrap().to_owned(), content);
        }
    }
    files
}

/// Returns the files, excluding files of edits in progress.
pub(crate) fn without_edit_files(files: &Files) -> Files {
    let is_kept = |path: &str| !path.rsplit('/').next().unwrap().starts_with(EDIT_PREFIX);
    let kept = files.iter().filter(|(path, _)| is_kept(path));
    kept.map(|(path, content)| (path.clone(), content.clone()))
        .collect()
}

/// Copies a tree with links, hard links, modes and times.
pub(crate) fn copy(from: &Path, to: &Path) {
    let mut cp = std::process::Command::new("cp");
    let status = cp.arg("-a").args([from, to]).status().unwrap();
    assert!(status.success());
}

/// Removes a file or tree, if it exists.
pub(crate) fn clear(path: &Path) {
    if path.is_dir() {
        fs::remove_dir_all(path).unwrap();
    } else if path.exists() {
        fs::remove_file(path).unwrap();
    }
}
