use super::*;

/// Roots differ: C has no default root.
#[test]
fn defaults_equal_core() {
    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_grep_options::defaults().resolve() }.unwrap();
    let mut expected = GrepOptions::default();
    expected.scope.roots.clear();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));

    // SAFETY: the defaults point to nothing.
    let core = unsafe { ransack_search_options::defaults().resolve() }.unwrap();
    let expected = SearchOptions::default();
    assert_eq!(format!("{core:?}"), format!("{expected:?}"));
}
