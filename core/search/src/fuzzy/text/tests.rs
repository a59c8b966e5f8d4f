use super::*;

fn text(path: &str) -> FoldedText {
    let mut text = FoldedText::default();
    text.set(path.as_bytes(), false);
    text.find_words(path.as_bytes());
    text
}

fn starts(path: &str) -> String {
    let text = text(path);
    let mark = |info: &CharInfo| match (info.starts_word(), info.ends_word) {
        (true, true) => 'o',
        (true, false) => '^',
        (false, true) => '$',
        (false, false) if info.is_separator => ' ',
        (false, false) => '-',
    };
    text.info.iter().map(mark).collect()
}

#[test]
fn words_start_and_end_at_separators_capitals_and_digits() {
    assert_eq!(starts("fs/ext4/inode.c"), "^$ ^--o ^---$ o");
    assert_eq!(starts("HTTPServer_v2"), "^---^----$ ^o");
    assert_eq!(starts(".gitignore"), " ^-------$");
    assert_eq!(text(".git/x").info[1].bonus, COMPONENT_START);
    assert_eq!(text(".git").info[1].bonus, NAME_START);
}

#[test]
fn normalization_forms_and_cases_are_equal() {
    let equal = |a: &str, b: &str| assert_eq!(text(a).chars, text(b).chars, "{a} {b}");
    equal("caf\u{e9}", "CAFE\u{301}");
    equal("\u{3a3}\u{3c2}", "\u{3c3}\u{3c3}");
    equal("stra\u{df}e", "STRASSE");
    // A composed letter followed by a mark that sorts before its own mark.
    equal("\u{e9}\u{323}", "e\u{323}\u{301}");
}

#[test]
fn byte_offsets_refer_to_the_original_path() {
    let path = "e\u{e9}\u{df}x".as_bytes();
    let mut text = FoldedText::default();
    text.set(path, true);
    let offsets: Vec<usize> = (0..text.chars.len())
        .map(|at| text.byte_offset(path, at))
        .collect();
    assert_eq!(offsets, [0, 1, 1, 3, 3, 5, 6]);
}
