use super::*;

#[test]
fn attributes_are_decoded_as_they_were_encoded() {
    let attribute = |name: &str, value: &[u8]| (name.as_bytes().to_vec(), value.to_vec());
    for extended in [
        Vec::new(),
        vec![attribute("user.a", b""), attribute("user.b", &[0; 300])],
    ] {
        let base = base_from(numbers_of(Base::default()).map(|number| number | 1));
        let attributes = Attributes { base, extended };
        let bytes = attributes.to_bytes();
        assert_eq!(Attributes::from_bytes(&bytes), Some(attributes.clone()));
        for len in 0..bytes.len() {
            let torn = Attributes::from_bytes(&bytes[..len]);
            // An end between two attributes cannot be recognized.
            assert!(torn.is_none_or(|torn| torn.extended.len() < attributes.extended.len()));
        }
    }
}
