use super::*;

#[test]
fn every_reason_has_its_own_number() {
    let numbers: Vec<u32> = SkipReason::ALL
        .iter()
        .map(|r| reason_of(*r) as u32)
        .collect();
    assert_eq!(
        numbers,
        (1..=SkipReason::ALL.len() as u32).collect::<Vec<_>>()
    );
}

#[test]
fn every_cause_has_its_own_number() {
    let numbers = StoppedBy::ALL.map(|cause| stopped_by(Some(cause)) as u32);
    assert_eq!(numbers, [1, 2, 3]);
}
