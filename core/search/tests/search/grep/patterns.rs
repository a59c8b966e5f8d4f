//! Patterns of a content search: several at once, excluded ones, case, characters without a meaning.

use ransack::{CancelToken, ErrorKind, Query, SearchOptions, has_match, search};

use super::lines::hits;

/// As one expression, `.*^|.*a` would become `.*(?:^|a)`, which prefers `_a`.
#[test]
fn of_several_patterns_the_first_that_matches_at_a_position_wins() {
    for (patterns, expected) in [
        ([".*^", ".*a"], vec![(0, 0, 0), (1, 2, 1)]),
        ([".*a", ".*^"], vec![(0, 2, 0)]),
    ] {
        let mut options = SearchOptions::default();
        options.query.patterns = patterns.map(str::to_owned).into();
        let outcome = search(b"_ab", &options, &CancelToken::new()).unwrap();
        assert_eq!(hits(&outcome.items)[0].submatches, expected, "{patterns:?}");
    }
}

#[test]
fn braces_that_cannot_repeat_are_literal() {
    let tree = ransack_testing::Tree::of(&[("f", "`${platform}/${a.b}`\ninterface A {\na{,5}\n")]);
    for (pattern, line) in [
        ("${platform}", 1),
        ("${a.b}`$", 1),
        (r"interface \w {", 2),
        ("a{,5}", 3),
    ] {
        let lines: Vec<u64> = tree
            .grep(pattern)
            .items
            .iter()
            .map(|m| m.line_number)
            .collect();
        assert_eq!(lines, [line], "{pattern}");
    }
}

#[test]
fn patterns_do_not_reach_into_each_other() {
    for patterns in [
        ["(?x) a # the first", "b"],
        ["(?P<name>a)", "(?P<name>b)"],
        ["(?<name>a$)", "(?<name>b)#"],
        ["(?x)a # $", "(?x) b # $"],
    ] {
        let mut options = SearchOptions::default();
        options.query.patterns = patterns.map(str::to_owned).into();
        let outcome = search(b"a\r\nb#\n", &options, &CancelToken::new()).unwrap();
        let found: Vec<_> = hits(&outcome.items)
            .into_iter()
            .map(|hit| (hit.line.0, hit.submatches[0].2))
            .collect();
        assert_eq!(found, [(1, 0), (2, 1)], "{patterns:?}");
        options.query.patterns.truncate(1);
        let outcome = search(b"a\r\n", &options, &CancelToken::new()).unwrap();
        assert_eq!(outcome.items.len(), 1, "{patterns:?}");
    }
}

#[test]
fn smart_case_needs_a_letter_of_its_own() {
    for (pattern, expected) in [
        (r"\p{Lu}", &[2][..]),
        ("[[:upper:]]", &[2]),
        (r"\P{Ll}", &[2]),
        (r"\p{Lu}b", &[1, 2]),
        (r"\x41", &[2]),
        ("(?-i)a", &[1]),
        ("[[:upper:]]1", &[]),
        ("a", &[1, 2]),
    ] {
        let mut options = SearchOptions::new(pattern);
        options.query.smart_case = true;
        let outcome = search(b"abc\nABC\n", &options, &CancelToken::new()).unwrap();
        let found: Vec<u64> = outcome.items.iter().map(|m| m.line_number).collect();
        assert_eq!(found, expected, "{pattern}");
    }
}

#[test]
fn excluded_patterns_have_their_own_smart_case_and_no_text_anchors() {
    let found = |query: &Query| {
        let mut options = SearchOptions::default();
        options.query = query.clone();
        let outcome = search(
            b"todo\nTODO done\nTodo DONE\n",
            &options,
            &CancelToken::new(),
        );
        outcome.map(|outcome| {
            outcome
                .items
                .iter()
                .map(|m| m.line_number)
                .collect::<Vec<_>>()
        })
    };
    let query = Query::new("todo").exclude(["DONE"]).smart_case(true);
    assert_eq!(found(&query).unwrap(), [1, 2]);
    assert_eq!(found(&query.clone().exclude(["done"])).unwrap(), [1]);
    for (wrong, what) in [
        ("", "the pattern is empty"),
        ("a(", "unclosed group"),
        (r"\Atodo", "start or end of the text"),
        ("a\nb", "line feed"),
    ] {
        let error = found(&query.clone().exclude(["x", wrong])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        let message = error.to_string();
        assert!(message.contains("`exclude[1]`: "), "{message}");
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn excluded_lines_are_not_counted_and_leave_room_under_limits() {
    let text = "hit 1\nhit skip 2\nhit 3\nhit skip 4\nhit 5\n";
    let mut options = SearchOptions::new("hit").exclude(["skip"]).limit(2);
    let outcome = search(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let lines: Vec<u64> = outcome.items.iter().map(|m| m.line_number).collect();
    assert_eq!(lines, [1, 3]);
    assert_eq!(outcome.report.next_offset, Some(2));
    options.select.limit = None;
    options.select.max_count_per_file = Some(3);
    let outcome = search(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    assert!(outcome.report.complete, "the file has three results");
    options.query.exclude.push("hit".to_owned());
    assert!(!has_match(text.as_bytes(), &options.query, &CancelToken::new()).unwrap());
}

#[test]
fn hyphens_beside_a_class_are_literal() {
    let tree = ransack_testing::Tree::of(&[("f", "a-b.c d\n+1234.5-6\n#$%&\n")]);
    for (pattern, line, span) in [
        (r"[\w-.]+ d", 1, 0..7),
        (r"[+-\d.]{4,}", 2, 0..9),
        (r"[#-\d-$]+%", 3, 0..3),
    ] {
        let found = tree.grep(pattern).items;
        assert_eq!(found.len(), 1, "{pattern}");
        assert_eq!(found[0].line_number, line, "{pattern}");
        let first = &found[0].submatches[0];
        assert_eq!(first.start..first.end, span, "{pattern}");
    }
}

#[test]
fn letters_whose_case_a_group_decides_do_not_count_for_smart_case() {
    let lines = |pattern: &str| -> Vec<u64> {
        let mut options = SearchOptions::new(pattern);
        options.query.smart_case = true;
        let outcome = search(b"xA\nXa\nXA\nxa\n", &options, &CancelToken::new()).unwrap();
        outcome.items.iter().map(|m| m.line_number).collect()
    };
    assert_eq!(lines("x(?-i:A)"), [1, 3]);
    assert_eq!(lines("x(?i:[A-B])"), [1, 2, 3, 4]);
    assert_eq!(lines("x(?s:A)"), [1]);
    assert_eq!(lines("X(?i:A)"), [2, 3]);
}

#[test]
fn smart_case_is_decided_for_all_patterns_together() {
    for literal in [false, true] {
        let mut options = SearchOptions::default();
        options.query.patterns = vec!["ab".into(), "AB".into()];
        options.query.literal = literal;
        options.query.smart_case = true;
        let outcome = search(b"ab\nAB\nAb\n", &options, &CancelToken::new()).unwrap();
        let found: Vec<_> = outcome
            .items
            .iter()
            .map(|m| (m.line_number, m.submatches[0].pattern))
            .collect();
        assert_eq!(
            found,
            [(1, 0), (2, 1)],
            "an upper-case letter in one of them makes all exact"
        );
    }
}
