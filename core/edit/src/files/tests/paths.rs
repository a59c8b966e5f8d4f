//! Tests of the paths of edits: their root, the workspace, URIs.

use std::fs;
use std::os::unix::fs::symlink;

use ransack_base::internal::file_uri;
use ransack_base::{CancelToken, ContentId, ErrorKind};
use ransack_search::{Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;
use crate::FileChangeKind;
use crate::text::TextPlace;

#[allow(
    clippy::needless_pass_by_value,
    reason = "tests build the options in place"
)]
fn run(options: EditOptions) -> Result<FileEditOutcome> {
    edit(&options, &CancelToken::new())
}

/// Paths that an outcome shows, and the new paths of renamed files.
fn shown(outcome: &FileEditOutcome) -> Vec<String> {
    let changes = outcome.file_changes.iter();
    let paths = changes.map(|change| match &change.kind {
        FileChangeKind::Rename(to) => format!("{} {}", change.path, String::from_utf8_lossy(to)),
        _ => change.path.to_string(),
    });
    paths.collect()
}

fn all_kinds() -> [FileEdit; 5] {
    [
        FileEdit::new("a.txt", TextAction::replace("one", "1")),
        FileEdit::new("./b.txt", FileEditAction::Delete),
        FileEdit::new("c.txt", FileEditAction::rename("new/c.txt")),
        FileEdit::new("d.txt", FileEditAction::rename("e.txt")),
        FileEdit::new("d.txt", TextAction::insert(TextPlace::End, "d")),
    ]
}

const FILES: [(&str, &str); 4] = [
    ("sub/a.txt", "one\n"),
    ("sub/b.txt", "b\n"),
    ("sub/c.txt", "c\n"),
    ("sub/d.txt", ""),
];

const EDITED: [(&str, &str); 3] = [
    ("sub/a.txt", "1\n"),
    ("sub/e.txt", "d\n"),
    ("sub/new/c.txt", "c\n"),
];

#[test]
fn relative_paths_start_at_the_root_of_the_call() {
    let dir = dir(&FILES);
    let options = EditOptions::default()
        .path(dir.path().join("sub"))
        .edits(all_kinds())
        .dry_run(false);
    let outcome = run(options).unwrap();
    assert_eq!(
        shown(&outcome),
        ["a.txt", "d.txt e.txt", "./b.txt", "c.txt new/c.txt"]
    );
    assert!(outcome.file_changes[0].diff.starts_with(b"--- a/a.txt\n"));
    assert_eq!(tree(dir.path()), owned(&EDITED));
    // An absolute path.
    let options = EditOptions::new(dir.path().join("f.txt"), FileEditAction::create(""));
    assert!(
        run(options.path("elsewhere").dry_run(false))
            .unwrap()
            .applied
    );
    assert!(dir.path().join("f.txt").exists());
}

#[test]
fn the_root_may_be_the_file() {
    let dir = dir(&[("a.txt", "one\n")]);
    let path = dir.path().join("a.txt");
    let options = EditOptions::new("", TextAction::replace("one", "1")).path(&path);
    let outcome = run(options.dry_run(false)).unwrap();
    assert_eq!(shown(&outcome), [path.to_str().unwrap()]);
    assert_eq!(tree(dir.path()), owned(&[("a.txt", "1\n")]));
}

#[test]
fn in_a_workspace_paths_start_at_its_root() {
    let dir = dir(&FILES);
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let options = EditOptions::default()
        .path("sub")
        .workspace(&workspace)
        .edits(all_kinds())
        .dry_run(false);
    let outcome = run(options).unwrap();
    assert_eq!(
        shown(&outcome),
        [
            "sub/a.txt",
            "sub/d.txt sub/e.txt",
            "sub/b.txt",
            "sub/c.txt sub/new/c.txt"
        ]
    );
    assert_eq!(tree(dir.path()), owned(&EDITED));
}

/// Each way out of a workspace, for each kind of edit.
#[test]
fn no_edit_leads_outside_the_workspace() {
    let dir = dir(&[("in/a.txt", "one\n"), ("out/b.txt", "two\n")]);
    let inside = dir.path().join("in");
    symlink("../out", inside.join("link")).unwrap();
    symlink("../out/b.txt", inside.join("b.txt")).unwrap();
    let before = tree(dir.path());
    let workspace = Workspace::open(&inside, &WorkspaceOptions::default()).unwrap();
    let absolute = dir.path().join("out");
    for out in ["../out", "link", absolute.to_str().unwrap()] {
        let at = |name: &str| PathBuf::from(out).join(name);
        for file_edit in [
            FileEdit::new(at("b.txt"), TextAction::replace("two", "2")),
            FileEdit::new(at("c.txt"), FileEditAction::create("c\n")),
            FileEdit::new(at("new/c.txt"), FileEditAction::create("c\n")),
            FileEdit::new(at("b.txt"), FileEditAction::Delete),
            FileEdit::new(at("b.txt"), FileEditAction::rename("c.txt")),
            FileEdit::new("a.txt", FileEditAction::rename(at("a.txt"))),
            FileEdit::new("../in/a.txt", FileEditAction::rename(at("new/a.txt"))),
        ] {
            let options = EditOptions::default().workspace(&workspace).dry_run(false);
            let one = TextAction::replace("one", "1");
            let error = run(options.clone().edits([file_edit.clone()])).unwrap_err();
            assert_eq!(
                error.kind(),
                ErrorKind::InvalidOption,
                "{file_edit:?}: {error}"
            );
            assert!(
                error.to_string().contains("outside the workspace"),
                "{error}"
            );
            // With a text that changes, which the same file may have.
            let both = [file_edit.clone(), FileEdit::new("a.txt", one)];
            let error = run(options.edits(both)).unwrap_err();
            assert_eq!(
                error.kind(),
                ErrorKind::InvalidOption,
                "{file_edit:?}: {error}"
            );
            assert_eq!(tree(dir.path()), before, "{file_edit:?}");
        }
    }
    for action in [
        FileEditAction::from(TextAction::replace("two", "2")),
        FileEditAction::Delete,
    ] {
        let options = EditOptions::new("b.txt", action).workspace(&workspace);
        let error = run(options.dry_run(false)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
        assert_eq!(tree(dir.path()), before);
    }
    // A link whose target does not exist yet.
    symlink("../out/none.txt", inside.join("broken.txt")).unwrap();
    let options = EditOptions::new("broken.txt", FileEditAction::create("c\n"));
    let error = run(options.workspace(&workspace).dry_run(false)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
    assert!(!absolute.join("none.txt").exists());
    let allowed = WorkspaceOptions::default().allow_outside(true);
    let allowed = Workspace::open(&inside, &allowed).unwrap();
    let options = EditOptions::new("../out/c.txt", FileEditAction::create("c\n"));
    let options = options.workspace(&allowed).dry_run(false);
    assert!(run(options).unwrap().applied);
    assert_eq!(fs::read(absolute.join("c.txt")).unwrap(), b"c\n");
}

#[test]
fn editors_get_the_uris_of_all_files_and_the_texts_of_new_ones() {
    let dir = dir(&FILES);
    let root = dir.path().join("sub");
    let mut edits = all_kinds().to_vec();
    edits.push(FileEdit::new("n\u{e9}.txt", FileEditAction::create("x\ny")));
    let outcome = run(EditOptions::default().path(&root).edits(edits)).unwrap();
    let changes = outcome.file_changes.iter();
    let uris: Vec<_> = changes
        .map(|c| (c.uri.clone(), c.new_uri.clone()))
        .collect();
    let uri = |name: &str| file_uri(&root.join(name));
    assert_eq!(
        uris,
        [
            (uri("a.txt"), None),
            (uri("d.txt"), Some(uri("e.txt"))),
            (uri("b.txt"), None),
            (uri("c.txt"), Some(uri("new/c.txt"))),
            (uri("n\u{e9}.txt"), None),
        ]
    );
    let created = &outcome.file_changes[4].text_edits;
    assert_eq!(created.len(), 1);
    assert_eq!(created[0].range, (0, 0).into()..(0, 0).into());
    assert_eq!(created[0].new_text, b"x\ny");
}

#[test]
fn operations_that_contradict_themselves_are_refused() {
    let dir = dir(&FILES);
    let before = tree(dir.path());
    let created = FileEditAction::create("x\n");
    for (edits, kind, message) in [
        (
            vec![FileEdit::new("f.txt", created.clone()).if_version(ContentId::of(b""))],
            ErrorKind::InvalidOption,
            "`edits[0]`: a file that is created has no content before",
        ),
        (
            vec![FileEdit::new("a.txt", FileEditAction::rename("./a.txt"))],
            ErrorKind::InvalidOption,
            "`edits[0]`: the new path is the old path",
        ),
        (
            vec![FileEdit::new("a.txt", FileEditAction::rename("new/"))],
            ErrorKind::InvalidOption,
            "the path to add names a directory; add the name of the file",
        ),
        (
            vec![FileEdit::new("a.txt/", created.clone())],
            ErrorKind::InvalidOption,
            "the path to add names a directory; add the name of the file",
        ),
        (
            vec![
                FileEdit::new("a.txt", FileEditAction::rename("new/.")),
                FileEdit::new("a.txt", TextAction::replace("one", "1")),
            ],
            ErrorKind::InvalidOption,
            "the path to add names a directory; add the name of the file",
        ),
        // A renamed file whose text changes too.
        (
            vec![
                FileEdit::new("a.txt", FileEditAction::rename("b.txt")),
                FileEdit::new("a.txt", TextAction::replace("one", "1")),
            ],
            ErrorKind::Stale,
            "the path exists",
        ),
        (
            vec![
                FileEdit::new("f.txt", created.clone()),
                FileEdit::new("./f.txt", created),
            ],
            ErrorKind::OverlappingEdits,
            "another edit creates, deletes or renames the same file",
        ),
    ] {
        let options = EditOptions::default()
            .path(dir.path().join("sub"))
            .edits(edits.clone());
        let error = run(options.clone()).unwrap_err();
        assert!(error.to_string().contains(message), "{edits:?}: {error}");
        assert_eq!(error.kind(), kind, "{edits:?}");
        assert_eq!(
            run(options.dry_run(false)).unwrap_err().kind(),
            kind,
            "{edits:?}"
        );
        assert_eq!(tree(dir.path()), before);
    }
    // The removed file makes room.
    let edits = [
        FileEdit::new("a.txt", FileEditAction::rename("b.txt")),
        FileEdit::new("a.txt", TextAction::replace("one", "1")),
        FileEdit::new("b.txt", FileEditAction::rename("a.txt")),
    ];
    let options = EditOptions::default()
        .path(dir.path().join("sub"))
        .edits(edits);
    run(options.dry_run(false)).unwrap();
    assert_eq!(
        tree(dir.path())[..2],
        owned(&[("sub/a.txt", "b\n"), ("sub/b.txt", "1\n")])
    );
}

/// Each call edits the text that another left.
#[test]
fn edits_of_one_file_at_the_same_time_lose_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.txt");
    fs::write(&path, "").unwrap();
    let (writers, lines) = (4, 8);
    std::thread::scope(|scope| {
        for writer in 0..writers {
            let path = &path;
            scope.spawn(move || {
                for line in 0..lines {
                    let action = TextAction::insert(TextPlace::End, format!("{writer}.{line}"));
                    run(EditOptions::new(path, action).dry_run(false)).unwrap();
                }
            });
        }
    });
    let text = fs::read_to_string(&path).unwrap();
    let mut found: Vec<&str> = text.lines().collect();
    found.sort_unstable();
    let mut expected: Vec<String> = (0..writers)
        .flat_map(|writer| (0..lines).map(move |line| format!("{writer}.{line}")))
        .collect();
    expected.sort();
    assert_eq!(found, expected);
}
