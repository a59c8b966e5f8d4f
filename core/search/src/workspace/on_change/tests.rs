//! Each test waits for notifications, within the time limit of a token, and never for a while in which
//! nothing should happen.

use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::index::IndexMode;
use crate::workspace::WorkspaceOptions;
use crate::workspace::watch::Watcher;

/// Fails rather than waits for ever.
fn limit() -> CancelToken {
    CancelToken::with_timeout(Duration::from_secs(60))
}

/// Opens a workspace whose initial scan has ended.
fn scanned(root: &Path) -> Workspace {
    let workspace = Workspace::open(root, &WorkspaceOptions::default()).unwrap();
    workspace.refresh().unwrap();
    workspace
}

#[test]
fn every_kind_of_change_is_reported() {
    let root = tempfile::tempdir().unwrap();
    let path = |name: &str| root.path().join(name);
    fs::create_dir(path("dir")).unwrap();
    fs::write(path("dir/file"), "old").unwrap();
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    let changes: [(&str, &dyn Fn()); 8] = [
        ("write", &|| fs::write(path("dir/file"), "newer").unwrap()),
        ("append", &|| {
            use std::io::Write;
            let mut file = fs::File::options()
                .append(true)
                .open(path("dir/file"))
                .unwrap();
            // Reported although the file stays open.
            file.write_all(b" text").unwrap();
            std::mem::forget(file);
        }),
        ("create", &|| fs::write(path("other"), "").unwrap()),
        ("rename", &|| {
            fs::rename(path("other"), path("dir/other")).unwrap();
        }),
        ("remove", &|| fs::remove_file(path("dir/other")).unwrap()),
        ("directory", &|| {
            fs::create_dir_all(path("new/deep")).unwrap();
        }),
        // The refresh before the last notification watches the directory.
        ("below", &|| fs::write(path("new/deep/file"), "").unwrap()),
        ("below again", &|| {
            fs::write(path("new/deep/file"), "x").unwrap();
        }),
    ];
    for (name, change) in changes {
        // A call empties the queue, but does not hide changes from the listener.
        workspace.refresh().unwrap();
        while let Next::Batch(_) = notifications.poll_batch(1) {}
        change();
        let next = notifications.next();
        assert!(next.is_some_and(|next| next.is_ok()), "{name}");
    }
}

#[test]
fn a_change_that_a_call_sees_first_is_reported() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file"), "old").unwrap();
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    fs::write(root.path().join("file"), "newer").unwrap();
    workspace.refresh().unwrap();
    assert!(matches!(notifications.poll_batch(1), Next::Batch(_)));
}

#[test]
fn writes_are_watched_while_there_is_a_listener() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "old").unwrap();
    let workspace = scanned(root.path());
    let write = || {
        workspace.refresh().unwrap();
        fs::write(&file, "newer").unwrap();
        let sync = &workspace.owner.sync;
        sync.with_watcher(Watcher::has_events)
    };
    assert!(!write());
    let first = workspace.on_change(&limit()).unwrap();
    let mut second = workspace.on_change(&limit()).unwrap();
    drop(first);
    fs::write(&file, "newest").unwrap();
    assert!(second.next().unwrap().is_ok());
    second.stop();
    assert!(!write());
}

#[test]
fn a_listener_of_a_workspace_with_an_index_hears_of_writes() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file"), "old").unwrap();
    let options = WorkspaceOptions::default().index(IndexMode::Memory);
    let workspace = Workspace::open(root.path(), &options).unwrap();
    workspace.ready(&limit(), |_| {}).unwrap();
    let mut notifications = workspace.on_change(&limit()).unwrap();
    fs::write(root.path().join("file"), "newer").unwrap();
    assert!(notifications.next().unwrap().is_ok());
}

#[test]
fn changes_of_directories_that_no_call_has_seen_are_reported() {
    let root = tempfile::tempdir().unwrap();
    let workspace = scanned(root.path());
    let dir = root.path().join("dir");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("file"), "").unwrap();
    let mut notifications = workspace.on_change(&limit()).unwrap();
    // The directory may have been watched too late for a change of the file.
    assert!(notifications.next().unwrap().is_ok());
    fs::write(dir.join("file"), "x").unwrap();
    assert!(notifications.next().unwrap().is_ok());
}

#[test]
fn listeners_survive_a_rescan() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file"), "old").unwrap();
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    workspace.invalidate(None);
    workspace.refresh().unwrap();
    assert!(notifications.next().unwrap().is_ok());
    while let Next::Batch(_) = notifications.poll_batch(1) {}
    fs::write(root.path().join("file"), "newer").unwrap();
    assert!(notifications.next().unwrap().is_ok());
}

#[test]
fn a_workspace_that_is_not_watched_says_so() {
    let root = tempfile::tempdir().unwrap();
    for (mode, name) in [
        (RefreshMode::Walk, "walk"),
        (RefreshMode::Stat, "stat"),
        (RefreshMode::Manual, "manual"),
    ] {
        let options = WorkspaceOptions::default().refresh(mode);
        let workspace = Workspace::open(root.path(), &options).unwrap();
        let error = workspace.on_change(&limit()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotWatched);
        let expected = format!(
            "the workspace is not watched: its refresh mode is `{name}`; set `refresh` to the watch mode"
        );
        assert_eq!(error.to_string(), expected);
    }
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    let sync = &workspace.owner.sync;
    sync.with_watcher(|watcher| watcher.fail(WatchFallback::FileSystem));
    workspace.refresh().unwrap();
    for error in [
        notifications.next().unwrap().unwrap_err(),
        workspace.on_change(&limit()).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotWatched);
        assert!(error.to_string().contains("file system"), "{error}");
    }
    assert!(notifications.next().is_none());
}

#[test]
fn closing_ends_the_stream() {
    let root = tempfile::tempdir().unwrap();
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    workspace.close();
    assert!(notifications.next().is_none());
    let error = workspace.on_change(&limit()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
    let dropped = scanned(root.path());
    let mut notifications = dropped.on_change(&limit()).unwrap();
    drop(dropped);
    assert!(notifications.next().is_none());
}

#[test]
fn a_token_ends_the_stream() {
    let root = tempfile::tempdir().unwrap();
    let workspace = scanned(root.path());
    let token = CancelToken::new();
    let mut notifications = workspace.on_change(&token).unwrap();
    let (woken, wakes) = mpsc::channel();
    notifications.on_ready(move || woken.send(()).unwrap());
    assert!(matches!(notifications.poll_batch(1), Next::Pending));
    token.cancel(AbortReason::User);
    wakes.recv().unwrap();
    let error = notifications.next().unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    let error = workspace.on_change(&token).unwrap().next().unwrap();
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Aborted);
}

#[test]
fn a_listener_is_woken_once_for_several_changes() {
    let root = tempfile::tempdir().unwrap();
    let workspace = scanned(root.path());
    let mut notifications = workspace.on_change(&limit()).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(root.path().join(name), "").unwrap();
        workspace.refresh().unwrap();
    }
    assert!(matches!(notifications.poll_batch(9), Next::Batch(items) if items.len() == 1));
}
