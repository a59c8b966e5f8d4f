use super::*;

#[test]
fn the_cap_is_that_of_the_core() {
    assert_eq!(Pool::MAX_SIZE, 1024);
}
