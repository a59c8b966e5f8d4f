use super::*;

/// A manifest may name any segment.
#[test]
fn segments_stay_while_a_manifest_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let segment = store.segment_path(SegmentName(1));
    let old = File::create(&segment).unwrap();
    old.set_modified(UNIX_EPOCH).unwrap();
    // Windows keeps the name of an open file in use.
    drop(old);
    // Reading a directory as a file fails.
    let manifest = store.root_file(b"root", "files");
    fs::create_dir(&manifest).unwrap();
    store.collect_garbage(&[]);
    assert!(segment.exists());
    fs::remove_dir(&manifest).unwrap();
    store.collect_garbage(&[]);
    assert!(!segment.exists());
}
