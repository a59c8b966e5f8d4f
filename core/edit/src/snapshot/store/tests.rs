use super::*;

fn id(name: &str) -> SnapshotId {
    SnapshotId {
        content: ContentId::of(name.as_bytes()),
        encoding: "UTF-8",
    }
}

fn text(len: usize) -> Arc<Vec<u8>> {
    Arc::new(vec![b'a'; len])
}

#[test]
fn snapshots_that_were_read_longest_ago_are_dropped() {
    let mut store = SnapshotStore::new(10_000);
    let file = Path::new("/f");
    store.insert(id("a"), &text(4000), file);
    store.insert(id("b"), &text(4000), file);
    assert_eq!(store.memory().count, 2);
    // Another read makes a snapshot the newest.
    store.insert(id("a"), &text(4000), file);
    store.add_seen(id("a"), 0..1);
    store.insert(id("c"), &text(4000), file);
    assert!(store.text(id("b")).is_none());
    assert_eq!(store.latest(file).unwrap().0, id("c"));
    assert!(store.text(id("a")).is_some() && store.text(id("c")).is_some());
    assert_eq!(store.seen(id("a")).unwrap().first_missing(&(0..2)), Some(1));
    // A text that exceeds the memory alone displaces no other.
    store.insert(id("d"), &text(20_000), file);
    assert_eq!(store.memory().count, 2);
    store.add_seen(id("d"), 0..1);
    assert!(store.seen(id("d")).is_none());
    store.set_max_bytes(0);
    let memory = store.memory();
    assert!(store.latest.is_empty() && store.order.is_empty());
    assert_eq!((memory.count, memory.bytes), (0, 0));
    store.insert(id("a"), &text(1), file);
    assert_eq!(store.memory().count, 0);
}

#[test]
fn snapshots_of_a_file_are_known_by_encoding() {
    let mut store = SnapshotStore::new(10_000);
    let (one, two) = (Path::new("/one"), Path::new("/two"));
    store.insert(id("a"), &text(1), one);
    store.insert(id("b"), &text(2), one);
    store.insert(id("b"), &text(2), two);
    let latin = SnapshotId {
        encoding: "windows-1252",
        ..id("b")
    };
    store.insert(latin, &text(3), one);
    let of = |file, encoding| -> Vec<SnapshotId> {
        let found = store.of_file(file, encoding).into_iter();
        found.map(|(id, _, _)| id).collect()
    };
    assert_eq!(of(one, "UTF-8"), [id("b"), id("a")]);
    assert_eq!(of(two, "UTF-8"), [id("b")]);
    assert_eq!(of(one, "windows-1252"), [latin]);
    assert_eq!(of(Path::new("/three"), "UTF-8"), []);
}
