use super::*;

#[test]
fn every_family_has_its_own_number() {
    for (number, family) in (0..).zip(ModelFamily::ALL) {
        assert_eq!(number_of(family).unwrap() as u32, number);
        assert_eq!(family_of(number).unwrap(), family);
    }
    assert!(family_of(ModelFamily::ALL.len() as u32).is_err());
}
