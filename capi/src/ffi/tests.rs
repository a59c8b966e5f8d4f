use super::*;

#[test]
fn length_zero_ignores_the_pointer() {
    // SAFETY: the length is 0.
    let none = unsafe { array::<u64>(std::ptr::without_provenance(1), 0, "a") };
    assert!(none.unwrap().is_empty());
    // SAFETY: NULL is allowed.
    let null = unsafe { array::<u64>(std::ptr::null(), 1, "a") };
    assert_eq!(null.unwrap_err().status, ransack_status::NullArgument);
    let value = 0u64;
    // SAFETY: the length is rejected before the data is read.
    let long = unsafe { array(&raw const value, usize::MAX, "a") };
    assert_eq!(long.unwrap_err().status, ransack_status::InvalidOption);
}
