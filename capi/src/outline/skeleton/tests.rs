use super::*;

#[test]
fn defaults_equal_core() {
    let options = ransack_skeleton_options::defaults();
    // SAFETY: the defaults point to nothing.
    let core = unsafe { resolve(&raw const options) }.unwrap();
    let expected = SkeletonOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
