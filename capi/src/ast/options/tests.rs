use super::*;

/// Roots differ: C has no default root.
#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_ast_grep_options::defaults().resolve() }.unwrap();
    let mut expected = AstGrepOptions::default();
    expected.scope.roots.clear();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));

    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_ast_match_options::defaults().resolve() }.unwrap();
    let expected = AstMatchOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}

#[test]
fn every_strictness_has_a_number() {
    for (number, (_, expected)) in (0..).zip(Strictness::ALL) {
        assert_eq!(strictness(number).unwrap(), expected);
    }
    assert_eq!(ransack_strictness::Template as u32, 5);
}
