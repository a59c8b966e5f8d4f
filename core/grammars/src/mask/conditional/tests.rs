use super::*;
use ransack_base::CancelToken;

fn unconditional(source: &str, style: TokenStyle) -> Option<(String, u64)> {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let found = without_conditions(source.as_bytes(), style, &mut budget).unwrap();
    found.map(|found| (String::from_utf8(found.text).unwrap(), found.dropped))
}

#[test]
fn complete_branches_are_all_code() {
    for (source, expected) in [
        (
            "#if A\nint a;\n#else\nint b;\n#endif\n",
            "     \nint a;\n     \nint b;\n      \n",
        ),
        (
            "X,\n# if A\nY, // }\n#endif\nZ",
            "X,\n      \nY, // }\n      \nZ",
        ),
        ("#if A\nif (a) {\n#endif\n}", "     \nif (a) {\n      \n}"),
        (
            "#if A\r\n}\r\nelse {\r\n#endif",
            "      \n}\r\nelse {\r\n      ",
        ),
    ] {
        let found = unconditional(source, TokenStyle::CSharp);
        let (text, dropped) = found.unwrap();
        assert_eq!(
            (text.replace('\r', " ").as_str(), dropped),
            (expected.replace('\r', " ").as_str(), 0)
        );
    }
}

#[test]
fn alternatives_leave_the_first_branch() {
    for (source, expected, style) in [
        (
            "#if A\nclass A {\n#else\nclass B {\n#endif\n}",
            "     \nclass A {\n     \n         \n      \n}",
            TokenStyle::Swift,
        ),
        (
            "int a =\n#if É\n1\n#elif B\n2\n#endif\n;",
            "int a =\n      \n1\n       \n \n      \n;",
            TokenStyle::CSharp,
        ),
        (
            "#if A\n#else\nif (b) {\n#endif\n}",
            "     \n     \nif (b) {\n      \n}",
            TokenStyle::CSharp,
        ),
    ] {
        let (text, dropped) = unconditional(source, style).unwrap();
        assert_eq!(text, expected);
        assert_eq!(dropped, u64::from(!source.starts_with("#if A\n#else")));
    }
}

#[test]
fn directives_in_strings_and_comments_stay() {
    for source in [
        "/*\n#if A\n#endif\n*/",
        "var a = @\"\"\"\n#if A\n#endif\n\";",
        "\"\"\"\n#if A\n#endif\n\"\"\"",
        "x\n#endif",
        "#if",
    ] {
        assert_eq!(unconditional(source, TokenStyle::CSharp), None, "{source}");
    }
}
