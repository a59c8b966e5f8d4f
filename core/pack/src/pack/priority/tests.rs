use super::*;

fn measure(names: &[u32], words: &[u32]) -> Measure {
    Measure {
        names: names.into(),
        words: words.into(),
        ..Measure::default()
    }
}

#[test]
fn named_relevant_and_referenced_files_come_first() {
    let measures = [
        measure(&[1], &[1]),
        measure(&[2], &[1, 2]),
        measure(&[3], &[1, 3]),
        measure(&[], &[1, 9]),
    ];
    let rank = |index: usize, is_named, weight| Rank {
        is_named,
        change: None,
        measure: &measures[index],
        focus: Focus {
            is_relevant: index == 2,
            ..Focus::default()
        },
        weight,
    };
    let files = [
        rank(0, false, 1.0),
        rank(1, false, 1.0),
        rank(2, false, 1.0),
        rank(3, true, 0.0),
    ];
    let priorities = priorities(&files);
    let mut order: Vec<usize> = (0..4).collect();
    order.sort_by(|a, b| priorities[*b].total_cmp(&priorities[*a]));
    assert_eq!(order, [3, 2, 0, 1]);
    assert!(priorities[1] == 1.0, "no other file contains its name");
}

#[test]
fn names_that_many_files_define_do_not_count() {
    let measures = vec![measure(&[7], &[7]); 5];
    let files = measures.iter().map(|measure| Rank {
        is_named: false,
        change: None,
        measure,
        focus: Focus::default(),
        weight: 1.0,
    });
    let files: Vec<Rank<'_>> = files.collect();
    assert_eq!(priorities(&files), [1.0; 5]);
}

#[test]
fn recent_changes_come_first() {
    const DAY: u64 = 24 * 3600;
    let now = 20_000 * DAY;
    let of = |change| recency(change, now);
    let written = |days: u64| Some(GitChange::Written(now - days * DAY));
    let factors = [
        of(Some(GitChange::Uncommitted)),
        of(written(0)),
        of(written(7)),
        of(written(14)),
        of(None),
    ];
    assert_eq!(factors, [4.0, 2.0, 1.5, 1.25, 1.0]);
    assert_eq!(of(Some(GitChange::Written(0))), 1.0);
}
