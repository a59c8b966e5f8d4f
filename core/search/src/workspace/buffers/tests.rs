use super::*;
use crate::scan::{FileSource, Scope, TextConditions};
use crate::workspace::{Workspace, WorkspaceOptions};
use ransack_base::CancelToken;

struct Unconditional;

impl TextConditions for Unconditional {}

/// Checks the table that a call gets after each change of buffers.
#[test]
fn typing_builds_no_table() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("old"), "x").unwrap();
    let workspace = Workspace::open(root.path(), &WorkspaceOptions::default()).unwrap();
    let table = || {
        workspace
            .snapshot(
                &Scope::new(root.path()),
                &Unconditional,
                &CancelToken::new(),
            )
            .unwrap()
            .table
            .unwrap()
    };
    let plain = table();
    workspace.set_buffer("old", "y").unwrap();
    assert!(Arc::ptr_eq(&plain, &table()));
    workspace.set_buffer("new/file", "y").unwrap();
    let added = table();
    assert_eq!(added.len(), plain.len() + 2);
    for text in ["yy", ""] {
        workspace.set_buffer("new/file", text).unwrap();
        workspace.set_buffer("old", text).unwrap();
        assert!(Arc::ptr_eq(&added, &table()));
    }
    fs::write(root.path().join("other"), "x").unwrap();
    assert_eq!(table().len(), plain.len() + 3);
    workspace.clear_buffer(Some(Path::new("new/file"))).unwrap();
    assert_eq!(table().len(), plain.len() + 1);
}
