//! Content index on disk: later workspaces and other roots use it, and damage, other versions and
//! other users are detected.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use ransack::{
    CancelToken, ErrorKind, GrepOptions, IndexMode, IndexUse, RefreshMode, Workspace,
    WorkspaceOptions, grep,
};
use ransack_testing::Tree;
use ransack_testing::child::child;
use ransack_testing::git::{init, run_git};

const FILES: usize = 400;

fn tree() -> Tree {
    let tree = Tree::new();
    for n in 0..FILES {
        tree.write(
            &format!("d{}/f{n}.txt", n % 7),
            format!("word_{n} common {}\n", n / 2),
        );
    }
    tree
}

fn try_open(root: &Path, store: &Path, refresh: RefreshMode) -> ransack::Result<Workspace> {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(IndexMode::Disk)
        .allow_outside(true)
        .index_path(store.to_owned());
    Workspace::open(root, &options)
}

fn open(root: &Path, store: &Path) -> Workspace {
    try_open(root, store, RefreshMode::Watch).unwrap()
}

fn ready(workspace: &Workspace) {
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
}

/// Searches for a word of one file. Returns the use of the index.
fn search(workspace: &Workspace, n: usize) -> IndexUse {
    let options = GrepOptions::new(format!("word_{n} "), workspace);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(found.items.len(), 1);
    assert_eq!(found.report.files_searched, FILES as u64);
    found.report.index
}

fn is_exact(index: IndexUse) -> bool {
    index.used && index.candidates == 1
}

fn segments(store: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(store.join("segments")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn manifest(store: &Path) -> PathBuf {
    let mut entries = fs::read_dir(store.join("roots")).unwrap();
    let is_manifest = |path: &PathBuf| path.extension().is_some_and(|e| e == "files");
    entries
        .find_map(|entry| Some(entry.unwrap().path()).filter(is_manifest))
        .unwrap()
}

#[test]
fn a_later_workspace_answers_its_first_search_from_the_index() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    tree.settle();
    let first = open(tree.root(), store.path());
    ready(&first);
    assert!(is_exact(search(&first, 5)));
    drop(first);
    for refresh in [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Manual] {
        let later = try_open(tree.root(), store.path(), refresh).unwrap();
        assert!(is_exact(search(&later, 5)), "{refresh:?}");
    }
    // Changes made while no workspace was open are found.
    tree.write("d5/f5.txt", "word_401 \n");
    tree.write("d6/f6.txt", "word_5 \n");
    let later = open(tree.root(), store.path());
    let index = search(&later, 401);
    assert!(index.used && index.candidates <= 3, "{index:?}");
    search(&later, 5);
    fs::remove_file(manifest(store.path())).unwrap();
    let later = open(tree.root(), store.path());
    ready(&later);
    search(&later, 401);
    assert_eq!(later.index_stats().always_scanned.unindexed, 0);
}

#[test]
fn a_damaged_index_is_built_again() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    tree.settle();
    ready(&open(tree.root(), store.path()));
    let saved: Vec<(PathBuf, Vec<u8>)> = segments(store.path())
        .into_iter()
        .chain([manifest(store.path())])
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    assert_eq!(saved.len(), 2);
    for (path, bytes) in &saved {
        let step = (bytes.len() / 12).max(1);
        for at in (0..bytes.len()).step_by(step) {
            for damage in [true, false] {
                let mut damaged = bytes.clone();
                match damage {
                    true => damaged[at] ^= 0x10,
                    false => damaged.truncate(at),
                }
                for (path, bytes) in &saved {
                    fs::write(path, bytes).unwrap();
                }
                fs::write(path, &damaged).unwrap();
                let workspace = open(tree.root(), store.path());
                for n in [0, 7, 399] {
                    search(&workspace, n);
                }
                ready(&workspace);
                assert!(is_exact(search(&workspace, 7)), "{path:?} {at} {damage}");
            }
        }
    }
}

#[test]
fn a_segment_that_shrinks_while_it_is_open_is_not_used() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let workspace = open(tree.root(), store.path());
    ready(&workspace);
    assert!(is_exact(search(&workspace, 7)));
    for segment in segments(store.path()) {
        let file = fs::File::options().write(true).open(segment).unwrap();
        file.set_len(100).unwrap();
    }
    search(&workspace, 7);
    ready(&workspace);
    assert!(is_exact(search(&workspace, 7)));
}

#[test]
fn a_segment_that_cannot_be_exported_is_built_again() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let workspace = open(tree.root(), store.path());
    ready(&workspace);
    for segment in segments(store.path()) {
        fs::write(segment, "").unwrap();
    }
    let (file, token) = (store.path().join("exported"), CancelToken::new());
    let refused = workspace.export_index(&file, &token).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Io);
    assert!(!file.exists());
    ready(&workspace);
    workspace.export_index(&file, &token).unwrap();
    assert!(is_exact(search(&workspace, 7)));
}

#[test]
fn workspaces_of_one_root_share_the_index() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    tree.settle();
    let workspaces = [0; 3].map(|_| open(tree.root(), store.path()));
    std::thread::scope(|scope| {
        for workspace in &workspaces {
            scope.spawn(|| ready(workspace));
        }
    });
    for workspace in &workspaces {
        assert!(is_exact(search(workspace, 9)));
        assert_eq!(workspace.index_stats().fault, None);
    }
    assert_eq!(segments(store.path()).len(), 1);
}

/// Root and store of a test's second process.
const BUILDER: [&str; 2] = ["RANSACK_TEST_ROOT", "RANSACK_TEST_STORE"];

#[test]
fn a_build_whose_process_is_killed_is_completed_by_another() {
    if let [Some(root), Some(store)] = BUILDER.map(std::env::var_os) {
        let say = |line: &str| writeln!(io::stdout(), "\n{line}").unwrap();
        let workspace = open(Path::new(&root), Path::new(&store));
        let token = CancelToken::new();
        workspace.ready(&token, |_| say("progress")).unwrap();
        say("ready");
        loop {
            std::thread::park();
        }
    }
    let tree = tree();
    tree.settle();
    // Numbers of progress reports before the process is killed; the last number is never reached.
    for progress in [1, 5, usize::MAX] {
        let store = tempfile::tempdir().unwrap();
        let mut builder = child(&a_build_whose_process_is_killed_is_completed_by_another)
            .env(BUILDER[0], tree.root())
            .env(BUILDER[1], store.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(builder.stdout.take().unwrap()).lines();
        let mut left = progress;
        // Ends with an error if the builder ends, before it is killed.
        while left > 0 {
            match &*lines.next().unwrap().unwrap() {
                "progress" => left -= 1,
                "ready" => left = 0,
                _ => {}
            }
        }
        // Another process uses the existing index and waits for the right to build.
        let beside = open(tree.root(), store.path());
        search(&beside, 3);
        builder.kill().unwrap();
        builder.wait().unwrap();
        ready(&beside);
        assert!(is_exact(search(&beside, 3)), "{progress}");
        drop(beside);
        let later = open(tree.root(), store.path());
        assert!(is_exact(search(&later, 7)), "{progress}");
    }
}

#[test]
fn another_work_tree_takes_over_the_segments() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    init(tree.root());
    run_git(tree.root(), &["add", "-A"]);
    run_git(tree.root(), &["commit", "-qm", "all"]);
    tree.settle();
    ready(&open(tree.root(), store.path()));
    let other = tempfile::tempdir().unwrap();
    let place = other.path().join("tree");
    run_git(
        tree.root(),
        &["worktree", "add", "-q", place.to_str().unwrap()],
    );
    let workspace = open(&place, store.path());
    ready(&workspace);
    let token = CancelToken::new();
    let found = grep(
        &GrepOptions::new("word_12 ", ".").workspace(&workspace),
        &token,
    )
    .unwrap();
    assert_eq!((found.items.len(), found.report.index.candidates), (1, 1));
    assert_eq!(segments(store.path()).len(), 1);
    assert_eq!(workspace.index_stats().documents, FILES as u64);
    // A file whose blob id says nothing about its content.
    fs::write(place.join(".gitattributes"), "*.txt ident\n").unwrap();
    fs::write(place.join("d0/f0.txt"), "word_0 $Id$\n").unwrap();
    let found = grep(
        &GrepOptions::new(r"word_0 \$Id", ".").workspace(&workspace),
        &token,
    )
    .unwrap();
    assert_eq!(found.items.len(), 1);
}

#[test]
fn an_exported_index_serves_another_store() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    tree.settle();
    let workspace = open(tree.root(), store.path());
    ready(&workspace);
    let file = store.path().join("exported");
    let token = CancelToken::new();
    workspace.export_index(&file, &token).unwrap();
    let other = tempfile::tempdir().unwrap();
    let imported = open(tree.root(), other.path());
    imported.import_index(&file, &token).unwrap();
    ready(&imported);
    assert!(is_exact(search(&imported, 3)));
    let in_memory = WorkspaceOptions::default()
        .index(IndexMode::Memory)
        .allow([&file]);
    let in_memory = Workspace::open(tree.root(), &in_memory).unwrap();
    in_memory.import_index(&file, &token).unwrap();
    ready(&in_memory);
    assert!(is_exact(search(&in_memory, 3)));
    let bytes = fs::read(&file).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&file, damaged).unwrap();
        let refused = imported.import_index(&file, &token).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Io, "{at}");
        assert_eq!(refused.path(), Some(&*file), "{at}");
        assert!(
            refused.to_string().starts_with("cannot use the index"),
            "{refused}"
        );
    }
    for path in ["", "a\0b"] {
        for refused in [
            imported.import_index(path, &token),
            imported.export_index(path, &token),
            try_open(tree.root(), Path::new(path), RefreshMode::Watch).map(drop),
        ] {
            assert_eq!(
                refused.unwrap_err().kind(),
                ErrorKind::InvalidOption,
                "{path:?}"
            );
        }
    }
    fs::write(&file, "not an index").unwrap();
    assert!(
        imported
            .import_index(&file, &token)
            .unwrap_err()
            .to_string()
            .contains("not an index")
    );
    let plain = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    assert_eq!(
        plain.export_index(&file, &token).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
#[cfg(unix)]
fn a_store_that_others_can_write_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let dir = store.path().join("new/store");
    open(tree.root(), &dir).close();
    assert_eq!((mode(&dir), mode(&dir.join("segments"))), (0o700, 0o700));
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o777)).unwrap();
    let refused = try_open(tree.root(), &dir, RefreshMode::Watch).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidOption);
    // A file instead of the directory.
    let file = store.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(
        try_open(tree.root(), &file, RefreshMode::Watch)
            .unwrap_err()
            .kind(),
        ErrorKind::Io
    );
    let walk = try_open(tree.root(), store.path(), RefreshMode::Walk);
    assert_eq!(walk.unwrap_err().kind(), ErrorKind::InvalidOption);
}

#[test]
fn waiting_for_the_index_can_be_cancelled() {
    let (tree, store) = (tree(), tempfile::tempdir().unwrap());
    let workspace = open(tree.root(), store.path());
    let token = CancelToken::new();
    token.cancel(ransack::AbortReason::User);
    assert_eq!(
        workspace.ready(&token, |_| {}).unwrap_err().kind(),
        ErrorKind::Aborted
    );
    let token = CancelToken::new();
    let during = token.clone();
    let waited = workspace.ready(&token, |_| {
        during.cancel(ransack::AbortReason::User);
    });
    // The build may already have ended.
    assert!(waited.is_ok_and(|()| !token.is_cancelled()) || token.is_cancelled());
    ready(&workspace);
    workspace.close();
    let closed = workspace.ready(&CancelToken::new(), |_| {}).unwrap_err();
    assert_eq!(closed.kind(), ErrorKind::Closed);
    // The file of a later workspace equals the last file.
    search(&open(tree.root(), store.path()), 2);
}
