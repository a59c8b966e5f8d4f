use super::*;

#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_workspace_options::defaults().resolve() }.unwrap();
    let expected = WorkspaceOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
