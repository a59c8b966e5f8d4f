//! Checks the starts found in windows against the scanner, which works piece by piece.

use proptest::prelude::*;
use ransack_base::CancelToken;

use super::*;
use crate::scanner::PieceScanner;

/// Checks that windows at every piece yield a prefix of the scanner's starts.
fn check(text: &str) {
    let text = text.as_bytes();
    let never = CancelToken::new();
    let scanner = PieceScanner::new(text, &never);
    let mut pieces = vec![0];
    while *pieces.last().unwrap() < text.len() {
        pieces.push(scanner.o200k(*pieces.last().unwrap()));
    }
    for (at, &from) in pieces.iter().enumerate() {
        let mut starts = piece_starts(text, from);
        for &expected in &pieces[at + 1..] {
            if starts == 0 {
                break;
            }
            let found = from + starts.trailing_zeros() as usize;
            let shown = String::from_utf8_lossy(&text[from..text.len().min(from + 70)]);
            assert_eq!(found, expected, "{shown:?}");
            starts &= starts - 1;
        }
        assert_eq!(starts, 0);
    }
}

/// A window yields more than twelve starts in ordinary code.
#[test]
fn window_covers_most_of_a_line() {
    let text = "    if (page_mapped(page) && nr_pages > 1024)\n\t\treturn -EINVAL; /* not yet */\n";
    assert!(piece_starts(text.as_bytes(), 0).count_ones() > 12);
}

#[test]
fn pieces_that_cross_the_end_of_the_window() {
    for lead in 0..70 {
        for tail in [
            " \n x",
            "\n \n x",
            ";\n\n/x",
            "a's b",
            "a'lL b",
            "éa",
            "\u{300}a",
            "123456 x",
            "(x",
            " (x",
            "\t(x",
            "((x",
            "\r\n\t\t",
            "/x",
            "aB",
            "AB",
            "中文",
            "'\u{17F} x",
        ] {
            for fill in ["a", "A", " ", "\n", "1", "(", "\t", "/"] {
                check(&format!("{}{tail}{}", fill.repeat(lead), "b c ".repeat(20)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn arbitrary_ascii(text in "[\\x00-\\x7F]{0,200}") {
        check(&text);
    }

    #[test]
    fn ascii_of_every_class(text in "[aAbsSlLdD1'(/ \\t\\r\\n]{0,200}") {
        check(&text);
    }

    #[test]
    fn blanks_and_line_ends(text in "[a; \\t\\n/]{0,200}") {
        check(&text);
    }

    #[test]
    fn ascii_with_some_wide_characters(text in "[aA1( \\n'é\u{300}中]{0,200}") {
        check(&text);
    }
}
