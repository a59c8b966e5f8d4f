//! Lines of passages that a tolerant comparison found.

use ransack_base::ErrorKind;

use super::{edit_with, tolerant};
use crate::text::{MatchLevel, TextAction, TextPlace};

#[test]
fn inserted_lines_get_the_indentation_of_the_passage() {
    let insert = |text: &str, place, new: &str| {
        let (text, edits) = edit_with(text, &[TextAction::insert(place, new)], true)?;
        assert_eq!(edits[0].level, MatchLevel::Indentation);
        Ok::<_, ransack_base::Error>(text)
    };
    let before = |text: &str| TextPlace::Before(text.to_owned());
    let after = |text: &str| TextPlace::After(text.to_owned());
    let text = "    if a:\n        b\n    z\n";
    for (place, new, expected) in [
        (
            after("if a:\n    b\n"),
            "q\n\nr\n",
            text.replace("    z", "    q\n\n    r\n    z"),
        ),
        (
            after("if a:\n    b"),
            "\nq",
            text.replace("    z", "    q\n    z"),
        ),
        (
            after("if a:\n    b"),
            " + c\n    d",
            text.replace("b\n", "b + c\n        d\n"),
        ),
        (
            before("if a:\n    b\n"),
            "q\n    r\n",
            format!("    q\n        r\n{text}"),
        ),
        (
            before("if a:\n    b\n"),
            "q\nr; ",
            text.replace("if", "q\n    r; if"),
        ),
        (
            after("      if a:\n          b\n"),
            "      q\n",
            text.replace("    z", "    q\n    z"),
        ),
    ] {
        assert_eq!(insert(text, place, new).unwrap(), expected);
    }
    let error = insert(text, after("      if a:\n          b\n"), "q\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn blanks_at_the_end_stay_with_their_line() {
    let replaced = |text: &str, old: &str, new: &str| tolerant(text, old, new).unwrap().0;
    let text = "a  \nb  \n";
    assert_eq!(replaced(text, "a\nb", "a\nb\nc"), "a  \nb  \nc\n");
    assert_eq!(replaced(text, "a\nb", "a\nd"), "a  \nd  \n");
    assert_eq!(replaced(text, "a\nb\n", "d\nb\n"), "d  \nb  \n");
    assert_eq!(replaced(text, "a\nb", "a"), "a  \n");
    assert_eq!(replaced(text, "a\nb", "a\nb\t"), "a  \nb\t\n");
    assert_eq!(replaced("a  \n  \n", "a\n", "a\nb\n"), "a  \nb\n  \n");
    let text = "  a  \n  \u{2018}b\u{2019} c\t\r\n";
    assert_eq!(
        replaced(text, "a\n'b' c", "a\n'b' d\ne"),
        "  a  \n  'b' d\r\n  e\r\n"
    );
    assert_eq!(
        replaced(text, "a\n'b' c", "a\n'b' d"),
        "  a  \n  \u{2018}b\u{2019} d\t\r\n"
    );
    let edits = [TextAction::insert(
        TextPlace::After("a\nb".to_owned()),
        "\nc",
    )];
    let (text, _) = edit_with("a  \nb  \n", &edits, true).unwrap();
    assert_eq!(text, "a  \nb  \nc\n");
}
