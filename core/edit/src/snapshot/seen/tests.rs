use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn set(seen: &SeenLines) -> BTreeSet<usize> {
    seen.ranges.iter().cloned().flatten().collect()
}

proptest! {
    #[test]
    fn ranges_are_a_set(added in prop::collection::vec((0usize..40, 0usize..6), 0..20)) {
        let (mut seen, mut naive) = (SeenLines::default(), BTreeSet::new());
        for (start, len) in added {
            seen.add(start..start + len);
            naive.extend(start..start + len);
            prop_assert_eq!(set(&seen), naive.clone());
        }
        let gaps = seen.ranges.windows(2).all(|pair| pair[0].end < pair[1].start);
        prop_assert!(gaps);
        for start in 0..46 {
            for end in start..46 {
                let missing = (start..end).find(|line| !naive.contains(line));
                prop_assert_eq!(seen.first_missing(&(start..end)), missing);
            }
        }
    }

    #[test]
    fn unchanged_lines_stay_seen(
        added in prop::collection::vec((0usize..30, 0usize..6), 0..8),
        changes in prop::collection::vec((1usize..5, 0usize..3, 0usize..3), 0..8),
    ) {
        let mut older = SeenLines::default();
        for (start, len) in added {
            older.add(start..start + len);
        }
        let (mut runs, mut old, mut new) = (Vec::new(), 0, 0);
        for (len, removed, inserted) in changes {
            runs.push(UnchangedLines { old, new, len });
            (old, new) = (old + len + removed, new + len + inserted);
        }
        runs.push(UnchangedLines { old, new, len: usize::MAX });
        let mut seen = SeenLines::default();
        seen.add_unchanged(&older, &runs);
        let mut naive = BTreeSet::new();
        for line in set(&older) {
            for run in &runs {
                if line >= run.old && line - run.old < run.len {
                    naive.insert(run.new + line - run.old);
                }
            }
        }
        prop_assert_eq!(set(&seen), naive);
    }
}
