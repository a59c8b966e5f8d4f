use ransack_base::CancelToken;
use ransack_grammars::internal::language_named;

use super::*;

fn without_comments(source: &str, language: &str) -> Option<String> {
    let token = CancelToken::new();
    let (mut parsers, mut budget) = (Parsers::default(), WorkBudget::new(&token, None));
    let language = language_named(language).unwrap();
    let text = DetailedText::parse(source.as_bytes(), language, &mut parsers, &mut budget).unwrap();
    let text = text.without_comments(&mut budget).unwrap();
    text.map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn comments_and_their_lines_are_removed() {
    for (language, source, expected) in [
        ("rust", "/// D\nfn f() {} // t\n", "fn f() {}\n"),
        ("rust", "fn f() {}\n", "fn f() {}\n"),
        (
            "rust",
            "fn a() {}\n\n// one\n// two\n\nfn b() {}\n",
            "fn a() {}\n\nfn b() {}\n",
        ),
        ("rust", "// licence\n\nfn b() {}", "fn b() {}"),
        (
            "javascript",
            "let a = /* x */ 1 /* y\n */ + 2\r\n",
            "let a =   1 \n + 2\r\n",
        ),
        (
            "javascript",
            "f('// no') // yes\r\ng()",
            "f('// no')\r\ng()",
        ),
        (
            "python",
            "#!/usr/bin/env python\n# c\nx = '#'  # d\n",
            "#!/usr/bin/env python\nx = '#'\n",
        ),
        (
            "c",
            "int a; /* b */\n  /* c */ int d;\n",
            "int a;\n  int d;\n",
        ),
        ("rust", "// ä\nfn ö() {} // ü", "fn ö() {}"),
        ("json", "{\"a\": 1}", "{\"a\": 1}"),
    ] {
        let text = without_comments(source, language);
        let text = text.unwrap_or_else(|| source.to_owned());
        assert_eq!(text, expected, "{language}: {source}");
    }
}
