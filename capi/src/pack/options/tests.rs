use super::*;

#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_pack_options::defaults().resolve() }.unwrap();
    // A scope of C has no default root.
    let expected = PackOptions::default().roots([] as [&str; 0]);
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
