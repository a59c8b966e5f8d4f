use super::*;

fn list(lines: &[(usize, &str)]) -> DefinitionList {
    DefinitionList {
        lines: lines
            .iter()
            .map(|(depth, line)| (*depth, (*line).to_owned()))
            .collect(),
    }
}

#[test]
fn the_deepest_and_then_the_last_names_are_omitted() {
    let list = list(&[
        (0, "class a"),
        (1, "  method b"),
        (2, "    class c"),
        (0, "class d"),
    ]);
    assert_eq!(list.all(), "class a\n  method b\n    class c\nclass d\n");
    let cases = [
        (usize::MAX, 0, list.all()),
        (list.all().len(), 0, list.all()),
        (
            list.all().len() - 1,
            1,
            "class a\n  method b\nclass d\n... 1 more\n".to_owned(),
        ),
        (30, 2, "class a\nclass d\n... 2 more\n".to_owned()),
        (20, 3, "class a\n... 3 more\n".to_owned()),
        (11, 4, "... 4 more\n".to_owned()),
        (10, 4, String::new()),
    ];
    for (max, omitted, text) in cases {
        assert_eq!(
            list.fitting(|text| text.len() <= max),
            (text, omitted),
            "{max}"
        );
    }
    assert_eq!(
        DefinitionList { lines: Vec::new() }.fitting(|_| true),
        (String::new(), 0)
    );
}
