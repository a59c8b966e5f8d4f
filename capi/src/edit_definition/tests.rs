use super::*;

#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_definition_edit_options::defaults().resolve() }.unwrap();
    let expected = DefinitionEditOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
