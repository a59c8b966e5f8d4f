use super::*;

#[test]
fn cursors_survive_as_text() {
    for path in [
        &b""[..],
        b"a/b c%.rs",
        "src/\u{e9}".as_bytes(),
        b"\xff\0\n:1:+",
    ] {
        let start = ScanStart {
            root: 3,
            path: path.to_vec(),
            passed: u64::MAX,
        };
        let cursor = Cursor::Place(start);
        let text = cursor.to_string();
        assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{text}");
        assert_eq!(Cursor::parse(&text, false).unwrap(), cursor);
        assert!(Cursor::parse(&text, true).is_err());
    }
    assert_eq!(Cursor::parse("+7", true).unwrap(), Cursor::Offset(7));
    for text in [
        "", "+", "+-1", "1", "1:2", "x:0:a", "0:-1:a", "0:0:%", "0:0:%4", "0:0:%zz", "0:0:%é",
    ] {
        assert!(
            Cursor::parse(text, false).is_err() && Cursor::parse(text, true).is_err(),
            "{text}"
        );
    }
}
