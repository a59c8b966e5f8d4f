//! Search in code that the grammars read masked.

use ransack::{AstMatchOptions, CancelToken, ast_match};

/// Returns the text and the captures of each match.
fn found(language: &str, source: &str, pattern: &str) -> Vec<String> {
    let mut options = AstMatchOptions::new(pattern);
    options.select.include_meta = true;
    let outcome = ast_match(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    assert!(outcome.report.complete, "{source}: {:?}", outcome.report);
    let found = outcome.items.into_iter().map(|item| {
        let variables = item.meta_variables.into_iter().map(|var| var.text);
        let texts = std::iter::once(item.text).chain(variables);
        texts
            .map(|text| String::from_utf8(text).unwrap())
            .collect::<Vec<_>>()
            .join(" | ")
    });
    found.collect()
}

#[test]
fn patterns_find_masked_code() {
    for (language, source, pattern, expected) in [
        (
            "tsx",
            "é = <a>x & y</a>; z = <a>x y</a>",
            "<a>x & y</a>",
            &["<a>x & y</a>"][..],
        ),
        (
            "tsx",
            "x = <a b='c&d'>e</a>",
            "<a b=$B>e</a>",
            &["<a b='c&d'>e</a> | 'c&d'"],
        ),
        ("json", "[1e+21, 1e-21]", "1e+21", &["1e+21"]),
        (
            "json",
            "{\"a\": 1e+21}",
            "{\"a\": $A}",
            &["{\"a\": 1e+21} | 1e+21"],
        ),
        (
            "css",
            "p { a: if(style(--b: 1): c; else: d) }",
            "if(style(--b: $B): $C; else: $D)",
            &["if(style(--b: 1): c; else: d) | 1 | c | d"],
        ),
        (
            "csharp",
            "class A { extension(B b) { int C => 1; } class D(B b) { int C => 1; } }",
            "class $A($B b) { $$$ }",
            &["class D(B b) { int C => 1; } | D | B"],
        ),
        (
            "bash",
            "cat <<A; echo \"${b%]*}\"\nx\nA\n",
            "echo $B",
            &["echo \"${b%]*}\" | \"${b%]*}\""],
        ),
        (
            "bash",
            "a=${b%]*} # c\na=${b%_*}\n",
            "a=${b%]*}",
            &["a=${b%]*}"],
        ),
        (
            "sql",
            "SELECT [a] FROM [b].[c]; SELECT \"a\" FROM q",
            "SELECT $A FROM [b].[c]",
            &["SELECT [a] FROM [b].[c] | [a]"],
        ),
    ] {
        assert_eq!(found(language, source, pattern), expected, "{pattern}");
    }
}

#[test]
fn hidden_tokens_are_those_of_the_pattern() {
    let source = "SELECT n FROM q; SELECT TOP 3 n FROM q; SELECT TOP 4 n FROM q;";
    for (pattern, expected) in [
        ("SELECT $A FROM $B", "SELECT n FROM q"),
        ("SELECT TOP 3 $A FROM $B", "SELECT TOP 3 n FROM q"),
    ] {
        let expected = format!("{expected} | n | q");
        assert_eq!(found("sql", source, pattern), [expected], "{pattern}");
    }
    let source = "SELECT n FROM q WHERE a = 1; SELECT n FROM q QUALIFY a = 1;";
    let found = found("sql", source, "SELECT n FROM q QUALIFY $A = 1");
    assert_eq!(found, ["SELECT n FROM q QUALIFY a = 1 | a"]);
}
