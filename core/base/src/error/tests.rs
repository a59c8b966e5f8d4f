use super::*;

#[test]
fn values_in_messages_are_bounded() {
    let shown = |length| {
        Error::option("bad")
            .with_pattern(&"ä".repeat(length))
            .to_string()
    };
    assert_eq!(shown(100), format!("bad: `{}`", "ä".repeat(100)));
    assert_eq!(shown(101), format!("bad: `{}…`", "ä".repeat(99)));
    assert_eq!(shown(6_000_000).chars().count(), shown(100).chars().count());
    let path = |length| {
        Error::option("bad")
            .with_path(Path::new(&"é".repeat(length)))
            .to_string()
    };
    assert_eq!(path(100), format!("bad: {}", "é".repeat(100)));
    assert_eq!(path(101), format!("bad: …{}", "é".repeat(99)));
}
