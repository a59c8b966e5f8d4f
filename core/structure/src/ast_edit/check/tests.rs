use super::*;

fn error(range: Range<usize>, line: usize) -> TextError {
    TextError {
        range,
        line,
        is_outer: true,
        message: None,
    }
}

#[test]
fn errors_that_touch_are_merged() {
    let errors = [
        error(4..9, 2),
        error(5..6, 3),
        error(9..9, 4),
        error(20..20, 5),
    ];
    let errors = ErrorRanges::new(&errors);
    let ranges: Vec<_> = errors.0.iter().map(|(range, _)| range.clone()).collect();
    assert_eq!(ranges, [4..9, 20..20]);
    let at = |range: Range<usize>| errors.error_at(&range).map(|error| error.line);
    assert_eq!(at(0..3), None);
    assert_eq!(at(0..4), Some(2));
    assert_eq!(at(6..7), Some(2));
    assert_eq!(at(10..19), None);
    assert_eq!(at(20..30), Some(5));
    assert_eq!(at(21..30), None);
}

#[test]
fn ranges_move_with_the_text_around_them() {
    let moves = [
        Move {
            old: 10..12,
            new: 10..15,
        },
        Move {
            old: 20..20,
            new: 23..24,
        },
    ];
    let moved = |range| moved_range(&moves, &range);
    assert_eq!(moved(0..10), 0..10);
    assert_eq!(moved(12..13), 15..16);
    assert_eq!(moved(8..11), 8..15);
    assert_eq!(moved(11..14), 10..17);
    assert_eq!(moved(20..22), 24..26);
    assert_eq!(moved(18..20), 21..23);
    assert_eq!(moved(15..15), 18..18);
}
