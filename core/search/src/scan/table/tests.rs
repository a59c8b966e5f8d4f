use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::scan::file_stamp::EntryKind;

proptest! {
    #[test]
    fn a_path_is_found_from_any_row(
        paths in proptest::collection::btree_set("[ab/]{1,5}", 0..64),
        near in 0..80_usize,
        path in "[ab/]{0,5}",
    ) {
        let table = table(&paths);
        let sorted: Vec<&String> = paths.iter().collect();
        let expected = sorted.binary_search(&&path);
        prop_assert_eq!(table.search(near, path.as_bytes()), expected);
    }
}

fn table(paths: &BTreeSet<String>) -> FileTable {
    let mut table = FileTable::empty(b"/".to_vec(), Arc::default());
    for path in paths {
        let start = table.paths.len() as u32;
        let role = EntryRole::Item(EntryKind::File);
        table.paths.extend_from_slice(path.as_bytes());
        table
            .rows
            .push(TableRow::new(start, path.len() as u16, role, None));
    }
    table
}
