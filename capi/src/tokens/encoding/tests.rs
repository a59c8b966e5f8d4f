use super::*;

#[test]
fn every_encoding_has_its_own_number() {
    for (number, encoding) in (0..).zip(Encoding::ALL) {
        assert_eq!(number_of(encoding).unwrap() as u32, number);
        assert_eq!(encoding_of(number).unwrap(), encoding);
    }
    assert!(encoding_of(Encoding::ALL.len() as u32).is_err());
}
