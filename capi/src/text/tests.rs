use super::*;

#[test]
fn unicode_version_equals_core() {
    let (major, minor, update) = ransack::UNICODE_VERSION;
    let expected = format!("{major}.{minor}.{update}");
    assert_eq!(UNICODE_VERSION.to_str().unwrap(), expected);
}
