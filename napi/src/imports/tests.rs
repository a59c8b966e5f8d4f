use super::*;

#[test]
fn parts_cut_no_character() {
    for shift in 0..4 {
        let text = format!("{}{}", "a".repeat(shift), "\u{1f600}".repeat(PART));
        let len = part_len(text.as_bytes());
        assert!(text.is_char_boundary(len) && len > PART - 4 && len <= PART);
    }
    assert_eq!(part_len(b"abc"), 3);
    assert_eq!(part_len(&vec![0x80; PART + 1]), PART);
}
