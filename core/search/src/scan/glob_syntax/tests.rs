use super::*;

#[test]
fn braces_expand_to_every_combination() {
    let expanded = |text: &str| expand_braces(text).unwrap();
    assert_eq!(expanded("a.{b,c}"), ["a.b", "a.c"]);
    assert_eq!(
        expanded("{a,b{c,d}}{1,2}"),
        ["a1", "a2", "bc1", "bc2", "bd1", "bd2"]
    );
    assert_eq!(
        expanded("a.{b,c"),
        ["a.b", "a.c"],
        "an open group is closed"
    );
    assert_eq!(expanded(r"\{a,b\}"), [r"\{a,b\}"]);
    assert_eq!(expanded("[{,}]"), ["[{,}]"]);
    assert_eq!(expanded("a}"), ["a}"]);
    assert_eq!(expanded("x{,.bak}"), ["x", "x.bak"]);
    assert_eq!(expanded("{*.js,}"), ["*.js"]);
    assert_eq!(expanded("{ä,é}"), ["ä", "é"]);
    assert_eq!(expanded(r"{a,b}\é\"), [r"a\é\", r"b\é\"]);
    for literal in ["{}", "{,}", "{{},}"] {
        assert_eq!(expanded(literal), [literal]);
    }
    assert!(expand_braces(&"{a,b}".repeat(13)).is_err());
    assert!(expand_braces(&"{".repeat(100_000)).is_err());
}

#[test]
fn ranges_are_errors_that_list_their_values() {
    let error = |text: &str| expand_braces(text).unwrap_err().message;
    assert!(error("x{1..3}").contains("`{1,2,3}`"));
    assert!(error("{-1..1}").contains("`{-1,0,1}`"));
    assert!(error("{b..d}").contains("`[b-d]`"));
    for range in [
        "{1..9999999999}",
        "{3..1}",
        "{1..9..2}",
        "{01..10}",
        "a{x,{1..2}}",
    ] {
        assert!(error(range).contains("is a range"), "{range}");
    }
    for literal in [
        "{1..3,x}",
        "{a..bc}",
        "{..}",
        "{1..}",
        "{1..2..3..4}",
        r"{1\..3}",
        "1..3",
    ] {
        assert!(expand_braces(literal).is_ok(), "{literal}");
    }
}

#[test]
fn notations_of_other_tools_are_errors() {
    let error = |text: &str| check(text, false).unwrap_err().message;
    assert!(error("x/@(a|b).ts").contains("`{a,b}`"));
    assert!(error("?(a)").contains("`{,a}`"));
    assert!(error("a!(b|c)").contains("`!{b,c}`"));
    assert!(error("+(a)").contains("`*`") && error("*(a)").contains(r"`\(`"));
    assert!(check("(a)", true).is_err() && check("(a)", false).is_ok());
    let long = "a*".repeat(10_000);
    assert!(error(&format!("{long},b*")).len() < 400);
    assert!(error(&format!("@({long}|b)")).len() < 500);
    for text in [
        "*.js,*.ts",
        "src/**/*.c, !*.h",
        "src/,test/",
        "[ab],?x",
        "a*,b*",
    ] {
        assert!(error(text).contains(&format!("`{{{text}}}`")), "{text}");
    }
    for text in [
        "*,v",
        "a,b",
        "*,*",
        "a*,b",
        ",*.js",
        "*.js,",
        r"*.js\,*.ts",
        "[*,?]x",
        "x,/y",
        "src/(a)/b",
        r"\@(a",
        r"@\(a|b)",
        r"*(a\)",
        "@(a|b",
        "@(a/b|c)",
        r"\*(a)",
        "a[@](b)",
        "+page@(app).svelte",
    ] {
        assert_eq!(check(text, false), Ok(()), "{text}");
    }
}
