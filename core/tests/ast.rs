//! What matches, and what is said of it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(feature = "ast")]

mod common;

use common::Tree;
use ransack::{
    AstGrepOptions, AstMatch, AstMatchOptions, AstQuery, CancelToken, ErrorKind, Outcome,
    SkipReason, StoppedBy, Strictness, ast_grep, ast_grep_each, ast_match, ast_match_each,
};
use std::ops::ControlFlow;

fn matched(source: &str, language: &str, options: &AstMatchOptions) -> Outcome<AstMatch> {
    ast_match(source.as_bytes(), language, options, &CancelToken::new()).unwrap()
}

fn texts(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let text = |item: &AstMatch| String::from_utf8_lossy(&item.text).into_owned();
    outcome.items.iter().map(text).collect()
}

fn found(pattern: &str, source: &str, language: &str) -> Vec<String> {
    texts(&matched(source, language, &AstMatchOptions::new(pattern)))
}

/// The metavariables of all matches, as `NAME=text`.
fn bound(pattern: &str, source: &str, language: &str) -> Vec<String> {
    let mut options = AstMatchOptions::new(pattern);
    options.select.include_meta = true;
    let outcome = matched(source, language, &options);
    let all = outcome.items.iter().flat_map(|item| &item.meta_variables);
    all.map(|m| format!("{}={}", m.name, String::from_utf8_lossy(&m.text)))
        .collect()
}

#[test]
fn metavariables_stand_for_nodes() {
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
fn a_name_twice_is_the_same_code_twice() {
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
fn ranges_of_metavariables_are_those_in_the_text() {
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
fn strictness_says_what_may_differ() {
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
            &[Ast, Relaxed, Signature],
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

/// Fragments, the language, code that holds one of them once, and the place
/// that they are read in.
const FRAGMENTS: &[(&str, &str, &str, &str)] = &[
    ("kfree($A)", "c", "void f(void) { kfree(p); }", "statement"),
    (
        "int $A = $B",
        "c",
        "void f(void) { int x = 1; }",
        "statement",
    ),
    (
        "case $A: $$$B",
        "c",
        "void f(void) { switch (x) { case 1: return; } }",
        "file",
    ),
    (
        "struct $S { $$$ }",
        "c",
        "struct point { int x; };",
        "statement",
    ),
    (
        "$A->next",
        "c",
        "void f(void) { x = p->next; }",
        "statement",
    ),
    (
        "@Get($P)",
        "typescript",
        "class C { @Get('/x') m() {} }",
        "decorator",
    ),
    (
        "a: $T",
        "typescript",
        "function f(a: string) {}",
        "parameter",
    ),
    (
        "a: $T",
        "typescript",
        "interface I { a: string }",
        "signature",
    ),
    ("a: $T", "typescript", "class C { a: string }", "member"),
    ("a: $V", "javascript", "x = { a: 1 }", "property"),
    (
        "$M() { $$$B }",
        "javascript",
        "class C { run() { go() } }",
        "member",
    ),
    (
        "get $M() { $$$B }",
        "javascript",
        "class C { get x() { return 1 } }",
        "member",
    ),
    ("<Foo $$$A />", "javascript", "x = <Foo bar={1} />", "file"),
    (
        "import $A from 'x'",
        "javascript",
        "import y from 'x'",
        "file",
    ),
    (
        "await $A",
        "javascript",
        "async () => { await f() }",
        "file",
    ),
    (
        "case $A: $$$B",
        "javascript",
        "switch (x) { case 1: f() }",
        "case",
    ),
    (
        "Promise<$T>",
        "typescript",
        "let x: Promise<number>",
        "type",
    ),
    (
        "@app.route($P)",
        "python",
        "@app.route('/')\ndef f():\n    pass\n",
        "decorator",
    ),
    ("a: $T", "python", "def f(a: int):\n    pass\n", "parameter"),
    (
        "except $E: $$$B",
        "python",
        "try:\n    f()\nexcept OSError:\n    g()\n",
        "except",
    ),
    ("let $A = $B", "rust", "fn f() { let x = 1; }", "statement"),
    ("$A => $B", "rust", "fn f() { match x { 1 => 2 } }", "arm"),
    ("a: $T", "rust", "fn f(a: u8) {}", "parameter"),
    ("a: $T", "rust", "struct S { a: u8 }", "field"),
    (
        "fn $F(&self) -> $T { $$$ }",
        "rust",
        "impl S { fn f(&self) -> u8 { 1 } }",
        "file",
    ),
    ("$A?", "rust", "fn f() { g()?; }", "statement"),
    ("$A := $B", "go", "package p\nfunc f() { x := 1 }\n", "file"),
    ("$F($$$A)", "go", "package p\nvar x = f(1)\n", "statement"),
    (
        "@Test public void $M() { $$$ }",
        "java",
        "class C { @Test public void m() { f(); } }",
        "file",
    ),
    (
        "$A.close()",
        "java",
        "class C { void m() { s.close(); } }",
        "statement",
    ),
    ("margin: $A", "css", "a { margin: 0; }", "declaration"),
    ("\"name\": $A", "json", "{\"name\": 1}", "pair"),
];

/// Bodies of which nothing is said, and code that holds one of them once.
const BODIES: &[(&str, &str, &str)] = &[
    (
        "c",
        "switch ($A) { $$$ }",
        "void f(void) { switch (x) { case 1: g(); break; default: ; } }",
    ),
    ("c", "struct $A { $$$ }", "struct p { int x, y; char c; };"),
    ("c", "enum $A { $$$ }", "enum e { X, Y = 2 };"),
    (
        "cpp",
        "class $A { $$$ }",
        "class c { public: int x; void f() {} };",
    ),
    ("cpp", "namespace $A { $$$ }", "namespace n { int x; }"),
    (
        "go",
        "switch $A { $$$ }",
        "package p\nfunc f() { switch x { case 1: g(); default: } }\n",
    ),
    (
        "go",
        "type $A struct { $$$ }",
        "package p\ntype s struct { a, b int }\n",
    ),
    (
        "go",
        "import ( $$$ )",
        "package p\nimport (\n\t\"a\"\n\t\"b\"\n)\n",
    ),
    ("java", "class $A { $$$ }", "class C { int x; void f() {} }"),
    (
        "java",
        "switch ($A) { $$$ }",
        "class C { void f() { switch (x) { case 1: g(); } } }",
    ),
    (
        "javascript",
        "switch ($A) { $$$ }",
        "switch (x) { case 1: f(); default: g() }",
    ),
    (
        "javascript",
        "class $A { $$$ }",
        "class C { x = 1; f() {} }",
    ),
    ("javascript", "{ a: $A, $$$ }", "y = { a: 1, b: 2, c() {} }"),
    ("json", "{ \"a\": $A, $$$ }", "{ \"a\": 1, \"b\": 2 }"),
    (
        "python",
        "class $A: $$$",
        "class C:\n    x = 1\n    def f(self): pass\n",
    ),
    (
        "python",
        "try: $$$\nexcept $A: $$$",
        "try:\n    f()\nexcept E:\n    g()\n    h()\n",
    ),
    (
        "rust",
        "match $A { $$$ }",
        "fn f() { match x { 1 => 2, _ => 3 } }",
    ),
    ("rust", "struct $A { $$$ }", "struct S { a: u8, pub b: u8 }"),
    (
        "rust",
        "impl $A { $$$ }",
        "impl S { fn f() {} const X: u8 = 1; }",
    ),
    ("rust", "enum $A { $$$ }", "enum E { A, B(u8) }"),
    (
        "typescript",
        "interface $A { $$$ }",
        "interface I { a: string; f(): void }",
    ),
    ("typescript", "enum $A { $$$ }", "enum E { A, B = 2 }"),
    ("css", ".a { $$$ }", ".a { color: red; margin: 0 }"),
];

#[test]
fn bodies_match_whatever_they_hold() {
    let mut faults = Vec::new();
    for (language, pattern, source) in BODIES {
        let options = AstMatchOptions::new(*pattern);
        match ast_match(source.as_bytes(), language, &options, &CancelToken::new()) {
            Ok(outcome) if outcome.items.len() == 1 => {}
            Ok(outcome) => faults.push(format!("{pattern} ({language}): {:?}", texts(&outcome))),
            Err(error) => faults.push(error.to_string()),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn fragments_match_wherever_they_can_stand() {
    let mut faults = Vec::new();
    for (pattern, language, source, context) in FRAGMENTS {
        let result = ast_match(
            source.as_bytes(),
            language,
            &AstMatchOptions::new(*pattern),
            &CancelToken::new(),
        );
        let contexts: Vec<_> = match &result {
            Ok(outcome) => outcome.items.iter().map(|item| item.context).collect(),
            Err(error) => {
                faults.push(format!("{pattern} in {language}: {error}"));
                continue;
            }
        };
        if contexts != [*context] {
            faults.push(format!(
                "{pattern} in `{source}` ({language}): {contexts:?}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn several_patterns_are_told_apart() {
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
fn rules_relate_and_combine() {
    let rule = "
rule:
  pattern: console.log($A)
  inside: { kind: function_declaration, stopBy: end }
  not: { has: { kind: string, stopBy: end } }
";
    let source = "console.log(1); function f() { console.log(2); console.log('s') }";
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::of_rule(rule);
    options.select.include_meta = true;
    let outcome = matched(source, "javascript", &options);
    assert_eq!(texts(&outcome), ["console.log(2)"]);
    let item = &outcome.items[0];
    assert_eq!((item.context, item.pattern), ("rule", 0));
    assert_eq!(item.meta_variables[0].text, b"2");
    // The inner part alone, beside a pattern.
    options.query = AstQuery::new("g($A)");
    options.query.rule = Some("any: [{ kind: number }, { regex: '^x$', kind: identifier }]".into());
    let outcome = matched("g(1); x", "javascript", &options);
    let numbers: Vec<_> = outcome.items.iter().map(|item| item.pattern).collect();
    assert_eq!(
        (texts(&outcome), numbers),
        (vec!["g(1)".into(), "1".into(), "x".into()], vec![0, 1, 1])
    );
    // Patterns in rules are fragments too, and may be objects.
    options.query = AstQuery::of_rule("{ language: c, rule: { pattern: kfree($A) } }");
    assert_eq!(
        texts(&matched("void f(void) { kfree(p); }", "c", &options)),
        ["kfree(p)"]
    );
    options.query = AstQuery::of_rule(
        "pattern: { context: 'class A { $F = $V }', selector: field_definition }",
    );
    assert_eq!(
        texts(&matched("class B { a = 1 }", "javascript", &options)),
        ["a = 1"]
    );
    options.query =
        AstQuery::of_rule("{ rule: { pattern: f($A) }, constraints: { A: { kind: number } } }");
    assert_eq!(
        texts(&matched("f(1); f(x)", "javascript", &options)),
        ["f(1)"]
    );
}

#[test]
fn bad_input_is_named() {
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
        let error = of("c", AstQuery::of_rule(rule));
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

fn tree() -> Tree {
    Tree::of(&[
        ("a.js", "f(1);\n"),
        ("b/c.ts", "f(2 as any);\n"),
        ("b/d.c", "void g(void) { f(3); }\n"),
        ("b/notes.txt", "f(4)\n"),
        ("page.html", "<p>f(5)</p><script>f(6)</script>\n"),
        ("z.py", "f(7)\n"),
    ])
}

fn places(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let place = |m: &AstMatch| format!("{}:{} {}", m.path, m.span.start.line, m.language);
    outcome.items.iter().map(place).collect()
}

#[test]
fn each_file_is_searched_in_its_language() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        places(&outcome),
        [
            "a.js:1 javascript",
            "b/c.ts:1 typescript",
            "b/d.c:1 c",
            "page.html:1 javascript",
            "z.py:1 python"
        ]
    );
    assert_eq!(outcome.report.files_searched, 5);
    assert!(outcome.report.complete);
    options.language = Some("js".into());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(
        places(&outcome),
        ["a.js:1 javascript", "page.html:1 javascript"]
    );
    // A root that is a file is in the language asked for.
    options.scope.roots = vec![tree.path("b/notes.txt")];
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(places(&outcome), ["notes.txt:1 javascript"]);
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    options.select.include_meta = true;
    let expected = ast_grep(&options, &CancelToken::new()).unwrap();
    for threads in [1, 2, 8] {
        options.pool = Some(ransack::Pool::new(threads));
        assert_eq!(ast_grep(&options, &CancelToken::new()).unwrap(), expected);
        let mut items = Vec::new();
        let report = ast_grep_each(&options, &CancelToken::new(), |item| {
            items.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(
            (items, report.unwrap()),
            (expected.items.clone(), expected.report.clone())
        );
    }
}

#[test]
fn results_in_memory_come_one_by_one() {
    let source = b"f(1); f(2); f(3)";
    let mut options = AstMatchOptions::new("f($A)");
    let each = |options: &AstMatchOptions, stop_after: usize| {
        let mut items = Vec::new();
        let report = ast_match_each(source, "js", options, &CancelToken::new(), |item| {
            items.push(item);
            match items.len() == stop_after {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        (items, report.unwrap())
    };
    options.select.offset = 1;
    let all = ast_match(source, "js", &options, &CancelToken::new()).unwrap();
    assert_eq!(each(&options, 9), (all.items, all.report));
    let (items, report) = each(&options, 1);
    assert_eq!(items[0].text, b"f(2)");
    assert_eq!(report.stopped_by, Some(StoppedBy::Callback));
    assert_eq!(report.next_offset, Some(2));
    assert!(!report.complete);
}

#[test]
fn a_pattern_that_fits_no_file_is_an_error() {
    let tree = tree();
    let mut options = AstGrepOptions::new("f(", tree.root());
    // In markup it is text.
    options.scope.globs.push("!*.html".into());
    let error = ast_grep(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(
        (error.kind(), error.pattern()),
        (ErrorKind::InvalidPattern, Some("f("))
    );
    // One that fits some is not; the others are named.
    let options = AstGrepOptions::new("void $F(void) { $$$ }", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(places(&outcome), ["b/d.c:1 c"]);
    assert!(
        outcome
            .report
            .skipped
            .iter()
            .any(|s| s.reason == SkipReason::NoPattern)
    );
    assert!(outcome.report.complete);
}

#[test]
fn syntax_errors_are_listed_and_the_file_is_searched() {
    let tree = Tree::of(&[("a.js", "f(1);\nlet let = ;\nf(2);\n")]);
    let options = AstGrepOptions::new("f($A)", tree.root());
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(texts(&outcome), ["f(1)", "f(2)"]);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (SkipReason::SyntaxErrors, 1)
    );
    assert_eq!(
        skipped.first[0].detail.as_deref(),
        Some("the first in line 2")
    );
    assert!(!outcome.report.complete);
    assert_eq!(outcome.report.files_searched, 1);
}

#[test]
fn files_that_cannot_be_searched_are_named() {
    let tree = Tree::of(&[("a.js", "f(1)"), ("big.js", &"f(1);".repeat(100))]);
    tree.write("nul.js", b"f(1)\0");
    tree.write("latin.js", b"f('\xe9')");
    tree.write(
        "utf16.js",
        [b'\xff', b'\xfe', b'f', 0, b'(', 0, b'2', 0, b')', 0],
    );
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    options.max_file_size = Some(100);
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    let items: Vec<_> = outcome
        .items
        .iter()
        .map(|m| (m.path.to_string(), m.text.clone()))
        .collect();
    assert_eq!(
        items,
        [
            ("a.js".into(), b"f(1)".to_vec()),
            ("latin.js".into(), b"f('\xe9')".to_vec()),
            ("utf16.js".into(), b"f(2)".to_vec())
        ]
    );
    let reasons: Vec<_> = outcome
        .report
        .skipped
        .iter()
        .map(|s| (s.reason, s.count))
        .collect();
    assert_eq!(
        reasons,
        [(SkipReason::Binary, 1), (SkipReason::TooLarge, 1)]
    );
}

#[test]
fn positions_in_embedded_code_are_those_of_the_file() {
    let source = "<p>ä</p>\n<script>\n  f(1);\n</script>\n<style>a { color: red }</style>";
    let outcome = matched(source, "html", &AstMatchOptions::new("f($A)"));
    let item = &outcome.items[0];
    assert_eq!(
        (item.language, item.span.start.line, item.span.start.column),
        ("javascript", 3, 2)
    );
    assert_eq!(
        &source.as_bytes()[item.span.start.offset..item.span.end.offset],
        b"f(1)"
    );
    let css = matched(source, "html", &AstMatchOptions::new("color: $A"));
    assert_eq!(css.items[0].language, "css");
}
