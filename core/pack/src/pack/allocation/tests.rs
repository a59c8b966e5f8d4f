use proptest::prelude::*;

use super::*;

fn candidate(
    [path, outline, skeleton, uncommented, whole]: [u64; 5],
    is_focused: bool,
) -> PartCandidate {
    PartCandidate {
        costs: [
            None,
            Some(path),
            Some(outline),
            Some(skeleton),
            Some(uncommented),
            Some(whole),
        ],
        is_focused,
    }
}

#[test]
fn signatures_of_important_files_come_before_bodies_of_others() {
    let files = [
        candidate([1, 5, 30, 90, 100], false),
        candidate([1, 5, 30, 90, 100], false),
        candidate([1, 5, 30, 90, 100], false),
    ];
    let levels = |max| allocate(&files, max);
    use PackLevel::{Outline, Path, Skeleton, Uncommented, Whole};
    assert_eq!(levels(300), [Some(Whole); 3]);
    assert_eq!(
        levels(180),
        [Some(Whole), Some(Skeleton), Some(Skeleton)],
        "the first file is shown as a whole first"
    );
    assert_eq!(
        levels(100),
        [Some(Skeleton), Some(Skeleton), Some(Skeleton)]
    );
    assert_eq!(levels(40), [Some(Skeleton), Some(Outline), Some(Outline)]);
    assert_eq!(levels(3), [Some(Path), Some(Path), Some(Path)]);
    assert_eq!(levels(0), [None; 3]);
    assert_eq!(levels(150)[0], Some(Uncommented));
}

#[test]
fn named_definitions_come_first() {
    let files = [
        candidate([1, 5, 60, 90, 100], false),
        candidate([1, 5, 60, 90, 100], true),
    ];
    let levels = allocate(&files, 65);
    assert_eq!(
        levels,
        [Some(PackLevel::Outline), Some(PackLevel::Skeleton)]
    );
}

fn costs() -> impl Strategy<Value = PartCandidate> {
    let levels = prop::array::uniform5(prop::option::weighted(0.8, 1..100_u64));
    (levels, any::<bool>()).prop_map(|(steps, is_focused)| {
        let mut total = 0;
        let costs = steps.map(|step| {
            step.map(|step| {
                total += step;
                total
            })
        });
        let [path, outline, skeleton, uncommented, whole] = costs;
        PartCandidate {
            costs: [None, path, outline, skeleton, uncommented, whole],
            is_focused,
        }
    })
}

proptest! {
    #[test]
    fn the_maximum_is_kept_and_used(
        files in prop::collection::vec(costs(), 0..20),
        max in 0..3_000_u64,
    ) {
        let levels = allocate(&files, max);
        let costs = files.iter().zip(&levels);
        let used: u64 = costs.map(|(file, level)| level.map_or(0, |l| file.cost(l).unwrap_or(u64::MAX))).sum();
        prop_assert!(used <= max);
        for (file, level) in files.iter().zip(&levels) {
            let paid = level.map_or(0, |level| file.cost(level).unwrap_or(0));
            for (higher, cost) in file.levels() {
                prop_assert!(Some(higher) <= *level || used - paid + cost > max);
            }
        }
    }
}
