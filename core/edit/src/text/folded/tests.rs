use super::*;
use proptest::prelude::*;

fn folded(text: &str, fold: Fold) -> String {
    String::from_utf8(Folded::of(text.as_bytes(), fold).text.into_owned()).unwrap()
}

#[test]
fn each_level_folds_more() {
    let text = "a\r\n\u{201c}b\u{201d}\u{2014}c \t\r\nd\re \u{a0}\n";
    assert_eq!(
        folded(text, Fold::LineEnds),
        "a\n\u{201c}b\u{201d}\u{2014}c \t\nd\re \u{a0}\n"
    );
    assert_eq!(folded(text, Fold::Typography), "a\n\"b\"-c \t\nd\re  \n");
    assert_eq!(folded(text, Fold::TrailingBlanks), "a\n\"b\"-c\nd\re  \n");
}

#[test]
fn bytes_that_are_not_utf8_stay() {
    let text = b"\xff\xe2\x80\x98\xe2\x80";
    let folded = Folded::of(text, Fold::Typography);
    assert_eq!(&*folded.text, b"\xff'\xe2\x80");
    assert_eq!(folded.original_offset(2), 4);
}

proptest! {
    /// Every part of the folded text is the folded form of the part of the original between the
    /// offsets of its ends.
    #[test]
    fn offsets_lead_back(text in "[ab \\t\\r\\n’“—é]{0,30}", at in 0usize..40, len in 0usize..40) {
        for fold in [Fold::LineEnds, Fold::Typography, Fold::TrailingBlanks] {
            let folded = Folded::of(text.as_bytes(), fold);
            let (start, end) = (at.min(folded.text.len()), (at + len).min(folded.text.len()));
            let part = &folded.text[start..end];
            let from = folded.original_offset(start);
            let to = folded.original_offset(end);
            // Blanks before the end of the part are not at the end of a line there.
            let whole = Folded::of(&text.as_bytes()[from..to], fold);
            prop_assert_eq!(String::from_utf8_lossy(part), String::from_utf8_lossy(&whole.text));
        }
    }
}
