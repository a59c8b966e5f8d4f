use super::*;

#[test]
fn numbers_are_compared_by_value() {
    for order in [natural, version] {
        assert_eq!(order("a2", "a10"), Ordering::Less);
        assert_eq!(order("a", "a1"), Ordering::Less);
        assert_eq!(order("b", "a10"), Ordering::Greater);
        assert_eq!(order("x8", "x8"), Ordering::Equal);
    }
    assert_eq!(version("_b", "a"), Ordering::Less);
    assert_eq!(version("B", "a"), Ordering::Less);
    assert_eq!(version("x00", "x0"), Ordering::Less);
    assert_eq!(by_case("b", "A"), Ordering::Less);
    assert_eq!(by_case("Zebra", "ALPHA"), Ordering::Less);
}
