use super::*;

#[test]
fn every_option_that_a_message_names_is_a_field() {
    let header = include_str!("../../../include/ransack.h");
    for option in OptionName::ALL {
        let field = field_of(*option);
        let mut declared = [" ", "*"]
            .map(|before| format!("{before}{field};"))
            .into_iter();
        assert!(declared.any(|text| header.contains(&text)), "{field}");
    }
}

/// Report texts, and messages about two elements, use the names of the core.
#[test]
fn lists_of_edits_and_patterns_have_the_names_of_the_core() {
    for list in [
        OptionName::Edits,
        OptionName::Patterns,
        OptionName::Rewrites,
    ] {
        assert_eq!(field_of(list), list.name());
    }
}

#[test]
fn messages_name_elements_and_their_fields() {
    let message = |failure: Failure| failure.in_element("edits", 2).message;
    assert_eq!(message(Failure::null("path")), "`edits[2].path` is NULL");
    let inner = Failure::null("module").in_element("imports", 0);
    assert_eq!(message(inner), "`edits[2].imports[0].module` is NULL");
    assert_eq!(message(Failure::null(ELEMENT)), "`edits[2]` is NULL");
    let failure = Failure::utf8(ELEMENT, b"a\xFF", 1);
    let expected = "`edits[2]` is not UTF-8: ill-formed at byte 1";
    assert_eq!(message(failure), expected);
    let failure = Failure::new(ransack_status::InvalidOption, "unknown");
    assert_eq!(message(failure), "`edits[2]`: unknown");
}

#[test]
fn every_kind_has_its_own_number() {
    let first = ransack_status::Aborted as i32;
    let numbers: Vec<i32> = ErrorKind::ALL
        .iter()
        .map(|kind| status_of(*kind) as i32)
        .collect();
    let expected: Vec<i32> = (first..).take(ErrorKind::ALL.len()).collect();
    assert_eq!(numbers, expected);
}
