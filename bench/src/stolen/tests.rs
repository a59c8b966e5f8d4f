use super::*;

#[test]
fn the_share_is_that_of_all_processors() {
    let at = |text| MachineTime::parse(text).unwrap();
    let begun = at("cpu  100 0 50 800 10 0 5 35 7 0\ncpu0 1 2 3\n");
    let ended = at("cpu  150 0 60 830 10 0 5 45 9 0\n");
    assert_eq!(ended.stolen_since(begun), 0.1);
    assert_eq!(begun.stolen_since(begun), 0.0);
    assert!(MachineTime::parse("cpu 1 2 3\n").is_none());
    assert!(MachineTime::parse("").is_none());
}
