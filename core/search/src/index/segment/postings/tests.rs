use proptest::prelude::*;

use super::*;

/// Reads the lists of a block.
fn read(block: &BlockLists, count: usize, docs: u32) -> Option<Vec<Vec<u32>>> {
    let mut reader = ListReader::new(&block.inline, docs);
    let mut lists = Vec::new();
    for _ in 0..count {
        let mut list = Vec::new();
        match reader.next()? {
            DocList::Inline { first, more, at } => {
                each_of_inline(&block.inline, (first, more, at), docs, |doc| list.push(doc))?;
            }
            DocList::Long { at, len } => {
                let mut start = 0;
                let mut with_checksums = 0;
                for len in &block.long_lens {
                    if with_checksums == at as usize {
                        break;
                    }
                    start += len;
                    with_checksums += len + CHECKSUM_LEN;
                }
                let long = &block.long[start..start + len];
                each_of_long(long, docs, |doc| list.push(doc))?;
                let mut set = DocSet::empty(docs);
                add_long(long, &mut set)?;
                assert!(set.iter().eq(list.iter().copied()));
            }
        }
        lists.push(list);
    }
    Some(lists)
}

proptest! {
    #[test]
    fn lists_of_every_density_are_read_as_written(
        docs in 1..2000_u32,
        lists in proptest::collection::vec((1..1000_u32, any::<u32>()), 1..20),
    ) {
        // The first number is the share of documents in thousandths.
        let lists: Vec<Vec<u32>> = lists
            .into_iter()
            .map(|(share, seed)| {
                let is_in = |doc: &u32| {
                    let mixed = (doc ^ seed).wrapping_mul(0x9e37_79b1);
                    (mixed >> 16) % 1000 < share
                };
                let list: Vec<u32> = (0..docs).filter(is_in).collect();
                if list.is_empty() { vec![seed % docs] } else { list }
            })
            .flat_map(|list| [list.clone(), list])
            .collect();
        let mut writer = ListWriter::new(docs);
        let mut block = BlockLists::default();
        for list in &lists {
            writer.push(list, &mut block);
        }
        prop_assert!(block.long_lens.iter().all(|&len| len <= max_long_len(docs)));
        prop_assert_eq!(read(&block, lists.len(), docs), Some(lists));
    }

    #[test]
    fn no_bytes_make_reading_panic(
        inline in proptest::collection::vec(any::<u8>(), 0..100),
        long in proptest::collection::vec(any::<u8>(), 0..100),
        form in 0..4_u8,
        docs in 0..300_u32,
    ) {
        let mut reader = ListReader::new(&inline, docs);
        while let Some(list) = reader.next() {
            if let DocList::Inline { first, more, at } = list {
                let _ = each_of_inline(&inline, (first, more, at), docs, |doc| assert!(doc < docs));
            }
        }
        let long = [&[form], &long[..]].concat();
        let _ = each_of_long(&long, docs, |doc| assert!(doc < docs));
        let mut set = DocSet::empty(docs);
        let _ = add_long(&long, &mut set);
        prop_assert!(set.count() <= docs);
    }
}
