use proptest::prelude::*;

use super::*;
use crate::text::TextLines;

#[test]
fn ranges_are_resolved_from_both_ends() {
    let resolve = |from, to, total| FileLines::new("", from, to).resolve(total).ok();
    assert_eq!(resolve(1, -1, 5), Some(0..5));
    assert_eq!(resolve(2, 3, 5), Some(1..3));
    assert_eq!(resolve(4, 9, 5), Some(3..5));
    assert_eq!(resolve(-2, -1, 5), Some(3..5));
    assert_eq!(resolve(-9, -4, 5), Some(0..2));
    assert_eq!(resolve(3, -2, 5), Some(2..4));
    assert_eq!(resolve(-2, 4, 5), Some(3..4));
    assert_eq!(resolve(5, 5, 5), Some(4..5));
    assert_eq!(resolve(1, -1, 0), Some(0..0));
    assert_eq!(resolve(1, 9, 0), Some(0..0));
    assert_eq!(resolve(-3, -1, 0), Some(0..0));
    for (from, to) in [
        (0, 1),
        (1, 0),
        (3, 2),
        (-1, -2),
        (6, 6),
        (4, -3),
        (-2, 2),
        (-9, -6),
    ] {
        assert_eq!(resolve(from, to, 5), None, "{from} to {to}");
    }
    assert_eq!(resolve(2, -1, 0), None);
    assert_eq!(resolve(i64::MIN, i64::MAX, 5), Some(0..5));
}

proptest! {
    #[test]
    fn lines_are_those_of_edits(
        text in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..60),
        has_mark in any::<bool>(),
        repeat in prop_oneof![Just(1usize), Just(3000)],
    ) {
        let text = text.repeat(repeat);
        let text = [if has_mark { BOM } else { b"" }, &text].concat();
        let lines = TextLines::of(&text);
        let total = lines.count();
        prop_assert_eq!(count_lines(&text), total as u64);
        for start in [0, 1, total / 2, total.saturating_sub(1)] {
            for end in [start + 1, start + 3, total] {
                if start < end && end <= total {
                    let range = lines.range(start, end - 1);
                    let expected = &text[range];
                    prop_assert_eq!(lines_of(&text, &(start as u64..end as u64)), expected);
                }
            }
        }
    }
}
