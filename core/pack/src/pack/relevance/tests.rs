use super::*;

#[test]
fn words_and_patterns_name_definitions() {
    let relevance = Relevance::new(&[
        RelevantText::from("parse Größe"),
        RelevantText::Pattern("^read_".to_owned()),
    ]);
    let relevance = relevance.unwrap();
    for (name, expected) in [
        ("parse", true),
        ("Parse", true),
        ("parser", false),
        ("Größe", true),
        ("read_all", true),
        ("thread_read", false),
    ] {
        assert_eq!(relevance.names(name), expected, "{name}");
    }
    assert!(relevance.occurs_in("x.PARSE()"));
    assert!(!relevance.occurs_in("x.parser()"));
    assert!(!relevance.occurs_in("öparse"));
    assert!(relevance.occurs_in("read_all"));
}

#[test]
fn invalid_elements_name_their_index() {
    let texts = [
        RelevantText::from("a"),
        RelevantText::Pattern("(".to_owned()),
    ];
    let error = Relevance::new(&texts).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidPattern);
    assert_eq!(error.pattern(), Some("("));
    let error = Relevance::new(&[RelevantText::from(" - ")]).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn names_of_several_words_have_no_hash() {
    assert!(name_hash("one two").is_none());
    assert!(name_hash("id").is_none());
    assert_eq!(name_hash("open_file"), Some(hash("open_file")),);
}
