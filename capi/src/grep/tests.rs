use super::*;

#[test]
fn submatch_limit_equals_core() {
    assert_eq!(RANSACK_MAX_SUBMATCHES, GrepMatch::MAX_SUBMATCHES);
}
