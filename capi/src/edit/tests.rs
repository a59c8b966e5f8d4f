use super::*;

#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_edit_options::defaults().resolve() }.unwrap();
    assert_eq!(format!("{core:?}"), format!("{:?}", EditOptions::default()));
}
