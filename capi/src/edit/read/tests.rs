use super::*;

#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_read_lines_options::defaults().resolve() }.unwrap();
    let expected = ReadLinesOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
