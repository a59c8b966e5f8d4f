use super::*;

fn replaced(text: &str, range: Range<(u32, u32)>, by: &str) -> Result<String, String> {
    let new = changed(text.as_bytes(), &[BufferChange::replace(range, by)])?;
    Ok(String::from_utf8_lossy(&new).into_owned())
}

#[test]
fn positions_count_lines_and_code_units() {
    for (text, range, expected) in [
        ("", (0, 0)..(0, 0), "|"),
        ("ab\ncd", (0, 1)..(1, 1), "a|d"),
        ("ab\ncd", (1, 2)..(1, 2), "ab\ncd|"),
        ("ab\n", (1, 0)..(1, 0), "ab\n|"),
        ("ab\r\ncd\re\n", (1, 0)..(2, 0), "ab\r\n|e\n"),
        ("ab\r\ncd", (0, 9)..(0, 9), "ab|\r\ncd"),
        ("ab\rcd", (0, 9)..(1, 9), "ab|"),
        ("é😀x", (0, 1)..(0, 3), "é|x"),
        ("é😀x", (0, 3)..(0, 4), "é😀|"),
        ("\u{feff}é\nx", (0, 0)..(0, 1), "\u{feff}|\nx"),
        ("a\n\u{feff}b", (1, 1)..(1, 2), "a\n\u{feff}|"),
    ] {
        assert_eq!(
            replaced(text, range.clone(), "|").unwrap(),
            expected,
            "{text:?} {range:?}"
        );
    }
    let ill_formed = changed(
        b"\xff\xf0\x9fb\n",
        &[BufferChange::replace((0, 1)..(0, 2), "|")],
    );
    assert_eq!(ill_formed.unwrap(), b"\xff|b\n");
}

#[test]
fn positions_outside_of_the_text_are_errors() {
    for (text, range, expected) in [
        (
            "a\nb",
            (2, 0)..(2, 0),
            "change 0: line 2 does not exist: the last line of the text is line 1",
        ),
        (
            "a\nb",
            (1, 0)..(3, 0),
            "change 0: line 3 does not exist: the last line of the text is line 1",
        ),
        (
            "a\r\nb\rc\n",
            (9, 0)..(9, 0),
            "change 0: line 9 does not exist: the last line of the text is line 3",
        ),
        (
            "ab",
            (0, 2)..(0, 1),
            "change 0: the range ends at 0:1, before its start at 0:2",
        ),
        (
            "a\nb",
            (1, 0)..(0, 1),
            "change 0: the range ends at 0:1, before its start at 1:0",
        ),
        (
            "x😀",
            (0, 2)..(0, 2),
            "change 0: position 0:2 is inside a surrogate pair",
        ),
        (
            "😀\n",
            (0, 0)..(0, 1),
            "change 0: position 0:1 is inside a surrogate pair",
        ),
    ] {
        assert_eq!(replaced(text, range, "").unwrap_err(), expected);
    }
}

#[test]
fn each_change_applies_to_the_result_of_the_previous_one() {
    let changes = [
        BufferChange::replace((0, 1)..(0, 1), "\n"),
        BufferChange::replace((1, 0)..(1, 1), "é"),
        BufferChange::replace((1, 1)..(1, 1), "!"),
    ];
    assert_eq!(changed(b"ab", &changes).unwrap(), "a\né!".as_bytes());
    assert_eq!(changed(b"ab", &[]).unwrap(), b"ab");
    let whole = [
        BufferChange::replace((0, 0)..(0, 2), ""),
        BufferChange::whole("x"),
        BufferChange::replace((0, 1)..(0, 1), "y"),
    ];
    assert_eq!(changed(b"ab", &whole).unwrap(), b"xy");
    let late = [
        BufferChange::whole("x"),
        BufferChange::replace((1, 0)..(1, 0), ""),
    ];
    let error = changed(b"ab\ncd", &late).unwrap_err();
    assert_eq!(
        error,
        "change 1: line 1 does not exist: the last line of the text is line 0"
    );
}
