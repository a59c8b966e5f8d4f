use super::*;

/// Roots differ: C has no default root.
#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_fuzzy_find_options::defaults().resolve() }.unwrap();
    let mut expected = FuzzyFindOptions::default();
    expected.scope.roots.clear();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_fuzzy_match_options::defaults().resolve() }.unwrap();
    let expected = FuzzyMatchOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
