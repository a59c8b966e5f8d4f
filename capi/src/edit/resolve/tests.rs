use super::*;

#[test]
fn defaults_equal_core() {
    let expected = ResolveLinesOptions::default();
    let snapshot = expected.snapshot.to_string();
    let mut options = ransack_resolve_lines_options::defaults();
    options.snapshot = ransack_bytes::of(snapshot.as_bytes());
    // SAFETY: the snapshot lives until the end of the test.
    let core = unsafe { options.resolve() }.unwrap();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
