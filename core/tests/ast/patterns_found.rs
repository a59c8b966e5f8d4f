//! Matches of AST searches in memory: captures, strictness, errors, paging.

use ransack::{
    AstMatchOptions, AstQuery, CancelToken, ErrorKind, StoppedBy, Strictness, ast_match,
};
use ransack_testing::ast::{bound, found, matched, texts};

#[test]
fn metavariables_capture_nodes() {
    let js = "javascript";
    assert_eq!(bound("f($A)", "f(1 + 2)", js), ["A=1 + 2"]);
    assert_eq!(bound("f($_, $B)", "f(1, 2)", js), ["B=2"]);
    assert_eq!(bound("f($$$A)", "f(1, g(2), 3)", js), ["A=1, g(2), 3"]);
    assert_eq!(bound("f($$$A)", "f()", js), ["A="]);
    assert_eq!(bound("f($$$B, 3)", "f(1, 2, 3)", js), ["B=1, 2"]);
    assert_eq!(bound("f($A, $$$B)", "f(1, 2, 3)", js), ["A=1", "B=2, 3"]);
    assert_eq!(bound("$F($$$A)", "a.b(1)", js), ["F=a.b", "A=1"]);
    assert_eq!(found("f($A)", "f(); f(1, 2)", js), [""; 0]);
    assert_eq!(found("return $A", "function f() { return }", js), [""; 0]);
    assert_eq!(
        found("$A", "x", js).len(),
        3,
        "the file, the statement, the name"
    );
}

#[test]
fn keyword_arguments_have_any_order_and_numbers_their_value_if_relaxed() {
    let found = |pattern: &str, code: &str, language: &str, strictness: Strictness| {
        let mut options = AstMatchOptions::new(pattern);
        options.query.strictness = strictness;
        texts(&matched(code, language, &options)).len()
    };
    for (pattern, code, language) in [
        ("f(a=$A, b=$B)", "f(b=1, a=2)", "python"),
        ("f($X, b=$B)", "f(b=1, *y)", "python"),
        ("f($$$, b=1, $$$)", "f(0, a=2, b=1)", "python"),
        ("f(x, b=$B, a=$A)", "f(x, a=1, b=2)", "python"),
        ("f(a = $A, b = $B)", "val x = f(b = 1, a = 2)", "kotlin"),
        ("f(a = $A, b = $B)", "f(b = 1, a = 2)", "r"),
        ("f(a: $A, b: $B)", "<?php f(b: 1, a: 2);", "php"),
        ("x = 16", "x = 0x10", "python"),
        ("x = 1000", "x = 1_000", "python"),
        ("x = 0.5", "x = 5e-1", "javascript"),
    ] {
        let relaxed = found(pattern, code, language, Strictness::Relaxed);
        assert_eq!(relaxed, 1, "{pattern} in {code}");
        let smart = found(pattern, code, language, Strictness::Smart);
        assert_eq!(
            smart,
            usize::from(pattern.contains("$$$")),
            "{pattern} in {code}"
        );
    }
    for (pattern, code) in [
        ("f(a=$A, b=$B)", "f(b=1, c=2)"),
        ("f(a=$A, b=$B)", "f(b=1, a=2, c=3)"),
        ("f(a=$A, b=$A)", "f(b=1, a=2)"),
        ("f(x, a=$A)", "f(a=1, *y)"),
        ("f($X, a=$A)", "f(a=1)"),
        ("x = 16", "x = 0x11"),
    ] {
        assert_eq!(
            found(pattern, code, "python", Strictness::Relaxed),
            0,
            "{pattern} in {code}"
        );
    }
}

#[test]
fn a_metavariable_that_is_a_whole_statement_matches_any_statement() {
    let heads = ["if ($C) $B", "while ($C) $B"];
    for (language, before, after) in [
        ("c", "void f() { ", " }"),
        ("cpp", "void f() { ", " }"),
        ("csharp", "class A { void F() { ", " } }"),
        ("dart", "void f() { ", " }"),
        ("java", "class A { void f() { ", " } }"),
        ("javascript", "", ""),
        ("objc", "void f() { ", " }"),
        ("php", "<?php ", ""),
        ("solidity", "contract A { function f() { ", " } }"),
    ] {
        for head in heads {
            for body in ["{ d(); }", "d();", "return;", "{ }", "if (e) g();"] {
                let name = if language == "php" { "$c" } else { "c" };
                let code = head.replace("$C", name).replace("$B", body);
                let code = format!("{before}{code}{after}");
                let bound = bound(head, &code, language);
                let expected = [format!("C={name}"), format!("B={body}")];
                assert_eq!(bound[..2], expected, "{head} in {code} ({language})");
            }
        }
    }
    let c = "void f() { for (a; b; c) { d(); } }";
    let bound_in_c = bound("for ($A; $B; $C) $D", c, "c");
    assert_eq!(bound_in_c, ["A=a", "B=b", "C=c", "D={ d(); }"]);
    let cpp = "void f() { for (auto a : b) { d(); } }";
    let bound_in_cpp = bound("for (auto $V : $C) $B", cpp, "cpp");
    assert_eq!(bound_in_cpp, ["V=a", "C=b", "B={ d(); }"]);
    let java = "class A { void f() { if (c) { d(); } else { e(); } for (T a : b) { d(); } } }";
    let bound_in_java = bound("if ($C) { $$$A } else $B", java, "java");
    assert_eq!(bound_in_java, ["C=c", "A=d();", "B={ e(); }"]);
    let bound_in_java = bound("for ($T $V : $C) $B", java, "java");
    assert_eq!(bound_in_java, ["T=T", "V=a", "C=b", "B={ d(); }"]);
    // A terminator in the pattern is required.
    let c = "void f() { if (a) { b(); } if (c) d(); }";
    assert_eq!(bound("if ($C) $B;", c, "c"), ["C=c", "B=d()"]);
}

#[test]
fn a_metavariable_after_a_head_stands_for_its_block() {
    for (pattern, code, language, block) in [
        (
            "using ($X) $B",
            "class A { void F() { using (x) { d(); } } }",
            "csharp",
            "{ d(); }",
        ),
        (
            "using ($X) $B",
            "class A { void F() { using (x) d(); } }",
            "csharp",
            "d();",
        ),
        (
            "synchronized ($X) $B",
            "class A { void f() { synchronized (x) { d(); } } }",
            "java",
            "{ d(); }",
        ),
        ("class $X $B", "class A { int b; }", "java", "{ int b; }"),
        ("fn main() $B", "fn main() { d(); }", "rust", "{ d(); }"),
        ("if $C $B", "fn f() { if c { d(); } }", "rust", "{ d(); }"),
        (
            "for $P in $E $B",
            "fn f() { for a in b { d(); } }",
            "rust",
            "{ d(); }",
        ),
        (
            "match $E $B",
            "fn f() { match a { _ => 1 } }",
            "rust",
            "{ _ => 1 }",
        ),
        ("struct $E $B", "struct A { b: C }", "rust", "{ b: C }"),
        (
            "for $I := range $X $B",
            "package p\nfunc f() { for i := range x { d() } }",
            "go",
            "{ d() }",
        ),
        (
            "if $C $B",
            "package p\nfunc f() { if c { d() } }",
            "go",
            "{ d() }",
        ),
        (
            "do $B while ($C);",
            "void f() { do { d(); } while (c); }",
            "c",
            "{ d(); }",
        ),
        (
            "if ($C) $B else $D",
            "void f() { if (c) { d(); } else e(); }",
            "c",
            "{ d(); }",
        ),
        (
            "try $B catch ($E) $D",
            "try { d(); } catch (e) { f(); }",
            "javascript",
            "{ d(); }",
        ),
        ("if $C $B", "func f() { if c { d() } }", "swift", "{ d() }"),
    ] {
        let captures = bound(pattern, code, language);
        assert!(
            captures.contains(&format!("B={block}")),
            "{pattern} in {code}: {captures:?}"
        );
    }
    let rust = "fn f() { A { b: 1 }; return A { b: 1 }; }";
    for pattern in ["$A $B", "return $A $B", "foo_$A"] {
        let options = AstMatchOptions::new(pattern);
        let result = ast_match(rust.as_bytes(), "rust", &options, &CancelToken::new());
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{pattern}");
    }
}

#[test]
fn a_repeated_metavariable_matches_equal_code() {
    let js = "javascript";
    assert_eq!(found("$A === $A", "a === a; a === b", js), ["a === a"]);
    assert_eq!(
        found("$A === $A", "f( x,y ) === f(x, y)", js),
        ["f( x,y ) === f(x, y)"]
    );
    assert_eq!(found("$_ === $_", "a === b", js), ["a === b"]);
    assert_eq!(
        found("f($$$A) || g($$$A)", "f(1, 2) || g(1, 2); f(1) || g(2)", js),
        ["f(1, 2) || g(1, 2)"]
    );
    assert_eq!(found("$A($A)", "x(x)", js), ["x(x)"]);
}

#[test]
fn metavariables_have_spans_in_the_text() {
    let source = "é; f(ab,\n  cd);";
    let mut options = AstMatchOptions::new("f($$$ARGS)");
    options.select.include_meta = true;
    let outcome = matched(source, "javascript", &options);
    let item = &outcome.items[0];
    let span = item.meta_variables[0].span.unwrap();
    assert_eq!(&source[span.start.offset..span.end.offset], "ab,\n  cd");
    assert_eq!(
        (span.start.line, span.start.column, span.start.column_utf16),
        (1, 6, 5)
    );
    assert_eq!(
        (span.end.line, span.end.column, span.end.column_utf16),
        (2, 4, 4)
    );
    assert!(item.meta_variables[0].is_list);
    assert_eq!(item.span.start.offset, 4);
    options.query = AstQuery::new("g($$$A)");
    let empty = matched("g()", "javascript", &options);
    assert_eq!(empty.items[0].meta_variables[0].span, None);
}

#[test]
fn strictness_decides_which_differences_are_allowed() {
    use Strictness::{Ast, Cst, Relaxed, Signature, Smart, Template};

    let cases: &[(&str, &str, &[Strictness])] = &[
        (
            "f($A)",
            "f(x)",
            &[Cst, Smart, Ast, Relaxed, Signature, Template],
        ),
        (
            "f($A)",
            "f(x,)",
            &[Smart, Ast, Relaxed, Signature, Template],
        ),
        (
            "f($A)",
            "f(/* c */ x)",
            &[Smart, Relaxed, Signature, Template],
        ),
        ("f($A)", "g(x)", &[Signature]),
        (
            "import $A from 'lib'",
            "import a from \"lib\"",
            &[Smart, Ast, Relaxed, Signature, Template],
        ),
        (
            "class A { m() {} }",
            "class A { get m() {} }",
            &[Smart, Ast, Relaxed, Signature, Template],
        ),
        ("$A = $B", "let a = 1", &[Template]),
    ];
    for (pattern, source, expected) in cases {
        for (name, strictness) in Strictness::ALL {
            let mut options = AstMatchOptions::new(*pattern);
            options.query.strictness = strictness;
            let is_found = !matched(source, "typescript", &options).items.is_empty();
            assert_eq!(
                is_found,
                expected.contains(&strictness),
                "{pattern} in {source}: {name}"
            );
        }
    }
}

#[test]
fn a_selector_picks_a_part_of_the_pattern() {
    let mut options = AstMatchOptions::new("class A { $F = $V }");
    options.query.selector = Some("field_definition".into());
    options.select.include_meta = true;
    let outcome = matched(
        "class Other { a = 1; b() {} c = 2 }",
        "javascript",
        &options,
    );
    assert_eq!(texts(&outcome), ["a = 1", "c = 2"]);
    options.query.selector = Some("no_such_kind".into());
    let error = ast_match(b"", "javascript", &options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidPattern);
    assert_eq!(error.pattern(), Some("no_such_kind"));
}

#[test]
fn matches_name_their_pattern() {
    let mut options = AstMatchOptions::new("f($A)");
    options.query.patterns = vec!["f($A)".into(), "g($A)".into(), "$F(1)".into()];
    let outcome = matched("f(1); g(2); h(1); f(3)", "javascript", &options);
    let numbers: Vec<_> = outcome.items.iter().map(|item| item.pattern).collect();
    assert_eq!(numbers, [0, 1, 2, 0]);
}

#[test]
fn outer_matches_come_before_inner_ones() {
    assert_eq!(
        found("f($A)", "f(f(f(1)))", "javascript"),
        ["f(f(f(1)))", "f(f(1))", "f(1)"]
    );
}

#[test]
fn invalid_input_is_an_error_that_names_it() {
    let token = CancelToken::new();
    let of = |language: &str, query: AstQuery| {
        let mut options = AstMatchOptions::default();
        options.query = query;
        ast_match(b"x", language, &options, &token).unwrap_err()
    };
    let error = of("cobol", AstQuery::new("x"));
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidOption, Some("cobol"))
    );
    for pattern in ["", "  ", "f(", "f(1) g(2)", "$$$A", "}"] {
        let error = of("c", AstQuery::new(pattern));
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{pattern}");
        assert_eq!(error.pattern(), Some(pattern));
    }
    assert_eq!(
        of("c", AstQuery::default()).kind(),
        ErrorKind::InvalidOption
    );
    for rule in [
        "",
        "[1]",
        "kind: nope",
        "colour: red",
        "rule: { kind: nope }",
        "pattern: f(",
        "{",
        "{ language: cobol, rule: { kind: identifier } }",
        "{ language: go, rule: { kind: identifier } }",
        "regex: '('",
        "matches: nobody",
    ] {
        let error = of("c", AstQuery::from_rule(rule));
        assert!(
            matches!(
                error.kind(),
                ErrorKind::InvalidPattern | ErrorKind::InvalidOption
            ),
            "{rule}: {error}"
        );
    }
    // A pattern as deep as it is long.
    let deep = "(".repeat(100_000) + "x" + &")".repeat(100_000);
    assert_eq!(
        of("c", AstQuery::new(deep)).kind(),
        ErrorKind::InvalidPattern
    );
}

#[test]
fn pattern_errors_name_the_token_and_its_offset() {
    let error = |language: &str, pattern: &str| {
        let options = AstMatchOptions::new(pattern);
        let error = ast_match(b"x", language, &options, &CancelToken::new()).unwrap_err();
        (error.offset(), error.to_string())
    };
    for (language, pattern, offset, reason) in [
        (
            "c",
            "f(",
            2,
            "missing `)` at line 1, column 3: `(` at line 1, column 2 is not closed; \
             write `f($$$)`",
        ),
        ("c", " }", 1, "unexpected `}` at line 1, column 2"),
        (
            "javascript",
            "é = f($AB",
            10,
            "missing `)` at line 1, column 10: `(` at line 1, column 6 is not closed; \
             write `é = f($AB)`",
        ),
        (
            "python",
            "x = = 1",
            4,
            "unexpected `=` at line 1, column 5, after `x` (read as identifier)",
        ),
        (
            "go",
            "g($LONG, 'hello')",
            9,
            "unexpected `'` at line 1, column 10, after `$LONG` (read as identifier); \
             string literals use double quotes",
        ),
        (
            "c",
            "$$$A",
            0,
            "a list metavariable at line 1, column 1 is not one syntax node, and none can \
             begin a sequence; use `$A`, or leave it out",
        ),
    ] {
        let expected =
            format!("cannot parse pattern as {language}: {reason}: `{pattern}` at byte {offset}");
        let offset = Some(offset);
        assert_eq!(error(language, pattern), (offset, expected));
    }
}

#[test]
fn results_are_paged_and_counted() {
    let source = "f(0);f(1);f(2);f(3);f(4);";
    let mut options = AstMatchOptions::new("f($A)");
    options.select.offset = 1;
    options.select.limit = Some(2);
    let outcome = matched(source, "javascript", &options);
    assert_eq!(texts(&outcome), ["f(1)", "f(2)"]);
    let report = &outcome.report;
    assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
    assert_eq!(report.next_offset, Some(3));
    assert!(!report.total_is_exact && report.total_matches >= 4);
    options.select.limit = Some(4);
    let outcome = matched(source, "javascript", &options);
    assert!(outcome.report.total_is_exact && outcome.report.complete);
    assert_eq!(outcome.report.total_matches, 5);
}
