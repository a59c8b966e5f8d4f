//! Tests of second names that appear during a build.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};

use ransack_base::{CancelToken, Pool, Result};

use super::{ContentChanges, ContentIndex, FreshTable};
use crate::scan::{Dir, FileTable, ParallelScan, RulesContext, Snapshot};

/// File table of a directory, listed anew for each refresh, with the given changes.
struct ListedTable {
    root: Vec<u8>,
    dir: Arc<Dir>,
    changed: Mutex<Vec<Vec<u8>>>,
}

impl ListedTable {
    fn new(root: &Path) -> ListedTable {
        let mut path = root.as_os_str().as_encoded_bytes().to_vec();
        path.push(b'/');
        ListedTable {
            root: path,
            dir: Arc::new(Dir::open(root).unwrap()),
            changed: Mutex::default(),
        }
    }

    fn refresh(&self) -> Result<FreshTable> {
        let empty = Arc::new(FileTable::empty(self.root.clone(), Arc::default()));
        let root = Arc::downgrade(&self.dir);
        let rules = Arc::new(RulesContext::current(false));
        let scan = ParallelScan::whole(empty.clone(), root.clone(), None, rules);
        scan.work(|| false);
        let (table, _) = empty.updated(scan.take_output().update).unwrap();
        Ok(FreshTable {
            snapshot: Snapshot {
                table: Some(Arc::new(table)),
                ..Snapshot::default()
            },
            changes: ContentChanges {
                files: std::mem::take(&mut self.changed.lock().unwrap()),
                ..ContentChanges::default()
            },
            is_watched: true,
            root,
        })
    }
}

#[test]
fn a_build_covers_no_file_that_it_read_before_a_second_name_appeared() {
    let root = tempfile::tempdir().unwrap();
    let path = |name: &str| root.path().join(name);
    fs::write(path("one"), "").unwrap();
    // The build waits for the only worker.
    let pool = Pool::new(1);
    let (release, held) = mpsc::channel::<()>();
    let _running = pool.run(&CancelToken::new(), move |_| {
        let _ = held.recv();
        Ok(())
    });
    let source = Arc::new(ListedTable::new(root.path()));
    let listed = source.clone();
    let refresh = Box::new(move |_: &CancelToken| listed.refresh());
    let index = ContentIndex::open(refresh, pool, None).unwrap();
    let is_void_after = |name: &str| {
        source.changed.lock().unwrap().push(name.into());
        let mut state = index.lock();
        index.sync_now(&mut state).unwrap();
        state.build.as_ref().unwrap().is_void()
    };
    assert!(!is_void_after("one"));
    fs::write(path("other"), "").unwrap();
    assert!(!is_void_after("other"));
    fs::hard_link(path("one"), path("second")).unwrap();
    assert!(is_void_after("second"));
    index.close();
    drop(release);
}
