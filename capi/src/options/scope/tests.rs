use ransack::{GlobOptions, GrepOptions};

use super::*;
use crate::error::ransack_status;

#[test]
fn defaults_equal_core() {
    let defaults = ransack_scope::defaults();
    for expected in [GrepOptions::default().scope, GlobOptions::default().scope] {
        for scope in [&raw const defaults, ptr::null()] {
            let mut core = expected.clone();
            // SAFETY: NULL, or defaults with empty arrays.
            unsafe { resolve(scope, &mut core) }.unwrap();
            let mut expected = expected.clone();
            expected.roots.clear();
            assert_eq!(core, expected);
        }
    }
}

#[test]
fn paths_from_has_the_values_of_core() {
    for (value, expected) in [
        (ransack_paths_from::Default, None),
        (ransack_paths_from::Root, Some(PathsFrom::Root)),
        (ransack_paths_from::Workspace, Some(PathsFrom::Workspace)),
        (ransack_paths_from::Absolute, Some(PathsFrom::Absolute)),
    ] {
        let mut scope = ransack_scope::defaults();
        scope.paths_from = value as u32;
        let mut core = Scope::default();
        // SAFETY: defaults with empty arrays.
        unsafe { resolve(&raw const scope, &mut core) }.unwrap();
        assert_eq!(core.paths_from, expected);
    }
    let mut scope = ransack_scope::defaults();
    scope.paths_from = 4;
    // SAFETY: defaults with empty arrays.
    let result = unsafe { resolve(&raw const scope, &mut Scope::default()) };
    assert_eq!(result.unwrap_err().status, ransack_status::InvalidOption);
}

#[test]
fn hidden_overrides_the_default_of_the_operation() {
    for (value, expected) in [(0, false), (1, true)] {
        for before in [false, true] {
            let mut scope = ransack_scope::defaults();
            scope.hidden = value;
            let mut core = Scope::default();
            core.hidden = before;
            // SAFETY: defaults with empty arrays.
            unsafe { resolve(&raw const scope, &mut core) }.unwrap();
            assert_eq!(core.hidden, expected);
        }
    }
    let mut scope = ransack_scope::defaults();
    scope.hidden = 3;
    // SAFETY: defaults with empty arrays.
    let result = unsafe { resolve(&raw const scope, &mut Scope::default()) };
    assert_eq!(result.unwrap_err().status, ransack_status::InvalidOption);
}
