use super::*;

/// Roots differ: C has no default root.
#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_ast_edit_options::defaults().resolve() }.unwrap();
    let mut expected = AstEditOptions::default();
    expected.scope.roots.clear();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
