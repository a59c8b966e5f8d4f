use super::*;

fn seen(text: &str) -> Vec<&str> {
    let ranges = comments(text.as_bytes());
    ranges.into_iter().map(|range| &text[range]).collect()
}

#[test]
fn comments_are_distinguished_from_code() {
    assert_eq!(
        seen("a /* b */ // c\r\nd; /** `e' */"),
        ["/* b */", "// c", "/** `e' */"]
    );
    for code in [
        r#"a = "/*"; b = '\'//'; c = "*/""#,
        "a = `// ${b + `/* ${{ c: '`' }}`} */`",
        r#"a = /\/*[/*"]/; b = c / d; e = [/'/, f[0] / '//'.length]"#,
        "#!/usr/bin/env node",
    ] {
        assert_eq!(seen(&format!("{code}\n// seen")), ["// seen"], "{code}");
    }
}

#[test]
fn an_uncertain_token_ends_the_scan() {
    for code in [
        "if (a) /'/",
        "{} /'/",
        "return /'/",
        "a! / 2",
        "a++ / 2",
        "// \u{2028}",
    ] {
        let text = format!("// seen\n{code} ;\n// unseen");
        assert_eq!(seen(&text), ["// seen"], "{code}");
    }
    for broken in ["'", "`", "a = /", "/*", "'\\", "`${"] {
        assert!(seen(&format!("// unseen\n{broken}")).is_empty(), "{broken}");
    }
}
