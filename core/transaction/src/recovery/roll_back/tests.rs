use super::*;

#[test]
fn a_partly_overwritten_text_is_recognized_at_every_byte() {
    for (from, to) in [
        ("old", "newer"),
        ("older", "new"),
        ("", "x"),
        ("aab", "aaab"),
    ] {
        let (from, to) = (from.as_bytes(), to.as_bytes());
        for written in 0..=to.len() {
            let rest = from.get(written..).unwrap_or_default();
            let now = [&to[..written], rest].concat();
            assert!(is_partly_overwritten(from, to, &now), "{now:?}");
        }
    }
    assert!(!is_partly_overwritten(b"old", b"newer", b"other"));
}
