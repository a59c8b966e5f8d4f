use super::window;

#[test]
fn the_window_surrounds_the_match() {
    let line = b"0123456789abcdefghij";
    assert_eq!(window(line, (10, 12), 100), (0, 20));
    assert_eq!(window(line, (10, 12), 6), (8, 14));
    assert_eq!(window(line, (0, 1), 6), (0, 6));
    assert_eq!(window(line, (19, 20), 6), (14, 20));
    assert_eq!(
        window(line, (2, 18), 6),
        (2, 8),
        "a long match from its start"
    );
    assert_eq!(window(line, (2, 2), 0), (2, 2));
}

/// Bytes that cannot begin a character may be anywhere.
#[test]
fn the_window_is_a_range_of_any_bytes() {
    const BYTES: [u8; 4] = [b'a', 0x80, 0xBF, 0xC3];
    for number in 0..BYTES.len().pow(5) {
        let line: Vec<u8> = (0..5)
            .map(|digit| BYTES[number / BYTES.len().pow(digit) % BYTES.len()])
            .collect();
        for (start, end) in [(0, 0), (0, 1), (1, 3), (2, 5), (4, 5), (5, 5)] {
            for max in 0..6 {
                let (from, to) = window(&line, (start, end), max);
                assert!(
                    from <= to && to <= line.len() && to - from <= max,
                    "{line:?}"
                );
            }
        }
    }
}

#[test]
fn the_window_is_cut_between_characters() {
    let line = "ääääXääää".as_bytes();
    for max in 0..line.len() {
        let (from, to) = window(line, (8, 9), max);
        assert!(to - from <= max);
        let text = std::str::from_utf8(&line[from..to]).unwrap();
        assert_eq!(text.contains('X'), max >= 1, "{max} {text}");
    }
}
