use super::*;

fn prepared_parts(pattern: &str) -> (String, Vec<MetaVar>) {
    const PLACEHOLDER: Placeholder = Placeholder {
        before: "µ",
        after: Some("!"),
        only_after: &[],
    };
    let prepared = prepare(pattern, &names(pattern), &[], |_| &PLACEHOLDER);
    assert_eq!(prepared.vars.len(), places(pattern, &[]).len());
    for (range, _) in &prepared.vars {
        let text = &prepared.text[range.clone()];
        assert!(text.starts_with('µ') && text.ends_with('!'), "{text}");
    }
    (
        prepared.text,
        prepared.vars.into_iter().map(|v| v.1).collect(),
    )
}

#[test]
fn all_kinds_of_metavariables_are_recognized() {
    let one = |slot, named| MetaVar::One { slot, named };
    let many = |slot| MetaVar::Many { slot };
    assert_eq!(
        prepared_parts("f($A, $_, $$B, $$$C, $$$, $A1_)"),
        (
            "f(µA!, µ_!, µB!, µC!, µ_!, µA1_!)".into(),
            vec![
                one(Some(0), true),
                one(None, true),
                one(Some(1), false),
                many(Some(2)),
                many(None),
                one(Some(3), true),
            ]
        )
    );
    assert_eq!(prepared_parts("$A == $A").1, vec![one(Some(0), true); 2]);
    assert_eq!(prepared_parts("$$$_ARGS").1, vec![many(None)]);
}

#[test]
fn other_dollar_signs_are_text() {
    for text in [
        "$a", "$", "$$", "$1", "$$$$A", "$Foo", "a$", "${A}", "$$$a", "$Aé",
    ] {
        assert_eq!(prepared_parts(text), (text.into(), vec![]), "{text}");
    }
}

#[test]
fn variables_of_the_language_are_text() {
    let vars = |pattern| places(pattern, &["_GET", "ENV{"]).len();
    assert_eq!(vars("$_GET[$A]"), 1);
    assert_eq!(vars("f($_GET, $_GETS)"), 1);
    assert_eq!(vars("$ENV{$A} + $ENV"), 2);
    assert_eq!(vars("$$$ENV{"), 1);
}

#[test]
fn lower_case_names_are_put_into_upper_case() {
    let table = [
        ("fn $name($$$)", "$name", "fn $NAME($$$)"),
        ("f($A, $b1, $$$args)", "$b1", "f($A, $B1, $$$ARGS)"),
        ("$Foo == $A", "$Foo", "$FOO == $A"),
    ];
    for (pattern, name, upper) in table {
        assert_eq!(upper_case(pattern), Some((name, upper.into())), "{pattern}");
    }
    for pattern in [
        "f($A)", "a$b", "$1", "$", "${a}", "$$$$a", "$é", "$_", "$(a)", "a$",
    ] {
        assert_eq!(upper_case(pattern), None, "{pattern}");
    }
}

#[test]
fn offsets_map_back_to_the_pattern() {
    const PLACEHOLDER: Placeholder = Placeholder {
        before: "long_",
        after: Some(""),
        only_after: &[],
    };
    let pattern = "f($A, $$$B) ü";
    let prepared = prepare(pattern, &names(pattern), &[], |_| &PLACEHOLDER);
    assert_eq!(prepared.text, "f(long_A, long_B) ü");
    for (offset, original) in [(0, 0), (2, 2), (7, 2), (8, 4), (10, 6), (16, 10), (18, 12)] {
        assert_eq!(
            prepared.original_offset(pattern, offset),
            original,
            "{offset}"
        );
    }
    assert_eq!(
        prepared.original_offset(pattern, prepared.text.len()),
        pattern.len()
    );
}
