//! Content ids of files with matches.

use std::fs;

use ransack::{
    CancelToken, ContentId, GrepMode, GrepOptions, RefreshMode, SkipReason, Workspace,
    WorkspaceOptions, grep,
};
use ransack_testing::Tree;

/// Files of each kind of reading: in a window, larger than a window, decoded, with more results than
/// one output holds, and on one long line.
fn tree() -> Tree {
    let tree = Tree::new();
    tree.write("small.txt", "needle\n");
    tree.write("mark.txt", "\u{feff}needle\n");
    tree.write("invalid.txt", b"needle \xff\n");
    let utf16: Vec<u8> = "\u{feff}needle ä\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    tree.write("utf16.txt", utf16);
    tree.write("large.txt", format!("{}needle\n", "hay\n".repeat(1 << 19)));
    tree.write("many.txt", "needle needle\n".repeat(4_000));
    tree.write("line.txt", format!("needle {}", "hay ".repeat(300_000)));
    tree.write("none.txt", "hay\n");
    tree
}

#[test]
fn each_result_has_the_id_of_its_file() {
    let tree = tree();
    let workspace = WorkspaceOptions::default().refresh(RefreshMode::Stat);
    let workspace = Workspace::open(tree.root(), &workspace).unwrap();
    let modes = [
        GrepMode::Content,
        GrepMode::Count,
        GrepMode::FilesWithMatches,
    ];
    workspace.refresh().unwrap();
    let of_root = GrepOptions::new("needle", tree.root());
    let of_workspace = GrepOptions::new("needle", &workspace);
    for options in [&of_root, &of_workspace] {
        for mode in modes {
            let plain = options.clone().mode(mode);
            let with_versions = plain.clone().versions(true);
            let mut plain = grep(&plain, &CancelToken::new()).unwrap();
            let found = grep(&with_versions, &CancelToken::new()).unwrap();
            for (found, plain) in found.items.iter().zip(&mut plain.items) {
                let bytes = fs::read(tree.root().join(&found.path)).unwrap();
                assert_eq!(found.version, Some(ContentId::of(&bytes)), "{}", found.path);
                assert_eq!(plain.version, None);
                plain.version = found.version;
            }
            assert!(found.items == plain.items, "{mode:?}");
            assert_eq!(found.report, plain.report);
        }
    }
}

#[test]
fn an_encoding_does_not_change_the_id() {
    let tree = Tree::new();
    tree.write("a.txt", b"n\xe9edle\n");
    let options = GrepOptions::new("néedle", tree.root())
        .encoding("latin1")
        .versions(true);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(found.items[0].version, Some(ContentId::of(b"n\xe9edle\n")));
}

#[test]
fn a_buffer_has_an_id() {
    let tree = Tree::of(&[("a.txt", "needle\n")]);
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("a.txt", "needle, unsaved\n").unwrap();
    let options = GrepOptions::new("needle", &workspace).versions(true);
    let found = grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        found.items[0].version,
        Some(ContentId::of(b"needle, unsaved\n"))
    );
}

#[test]
fn a_file_that_cannot_be_held_is_reported() {
    let tree = Tree::new();
    let file = fs::File::create(tree.path("huge.txt")).unwrap();
    file.set_len((256 << 20) + 1).unwrap();
    let options = GrepOptions::new("needle", tree.root())
        .versions(true)
        .binary(true);
    let report = grep(&options, &CancelToken::new()).unwrap().report;
    assert_eq!(report.skipped[0].reason, SkipReason::TooLarge);
    assert!(!report.complete);
}
