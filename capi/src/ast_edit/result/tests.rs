use super::*;

#[test]
fn statuses_are_numbered_in_the_order_of_the_core() {
    let numbers = EditStatus::ALL.map(|(_, status)| status_of(status));
    assert_eq!(numbers, [0, 1, 2]);
}
