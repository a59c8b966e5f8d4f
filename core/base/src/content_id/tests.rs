use super::*;
use crate::ErrorKind;

#[test]
fn ids_are_stable() {
    // Previews and journals on disk contain ids.
    let id = ContentId::default();
    assert_eq!(id.to_string(), "b91c5ed031fb33032134935d61d9b40d");
    assert_eq!(id, ContentId::of(b""));
    assert_eq!(format!("{id:?}"), format!("ContentId({id})"));
}

#[test]
fn ids_are_read_as_they_are_written() {
    for id in [ContentId(0), ContentId(u128::MAX), ContentId::of(b"x")] {
        assert_eq!(id.to_string().parse::<ContentId>().unwrap(), id);
    }
    let digits = ContentId(u128::MAX).to_string();
    for text in [
        "",
        &digits[1..],
        &digits.to_uppercase(),
        &format!("+{}", &digits[1..]),
    ] {
        let error = text.parse::<ContentId>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{text}");
    }
}
