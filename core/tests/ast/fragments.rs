//! Fragment patterns, in every context where they form one node.

use ransack::{AstMatchOptions, AstQuery, CancelToken, ast_match, explain_pattern};
use ransack_testing::ast::texts;

/// Fragment, language, code that contains it once, and the expected context.
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
        "statement",
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
    ("$A = $B", "javascript", "class C { x = 1 }", "member"),
    ("$A = $B;", "typescript", "class C { x = 1; }", "member"),
    ("$A=$B", "tsx", "class C { x = 1 }", "member"),
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

/// Language, pattern with an arbitrary body, and code that contains it once.
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

/// Language, declaration, and code with it in two contexts, parsed differently in each.
const DECLARATIONS: &[(&str, &str, &str)] = &[
    (
        "java",
        "int $A = $B",
        "class C { int a = 1; void f() { int b = 2; } }",
    ),
    (
        "java",
        "final String $A = $B;",
        "class C { final String a = x; void f() { final String b = y; } }",
    ),
    (
        "csharp",
        "int $A = $B",
        "class C { int a = 1; void F() { int b = 2; } }",
    ),
    (
        "cpp",
        "int $A = $B",
        "class c { int a = 1; void f() { int b = 2; } };",
    ),
    (
        "dart",
        "int $A = $B",
        "class C { int a = 1; void f() { int b = 2; } }",
    ),
];

#[test]
fn a_declaration_is_found_wherever_it_stands() {
    for (language, pattern, source) in DECLARATIONS {
        let options = AstMatchOptions::new(*pattern);
        let outcome = ast_match(source.as_bytes(), language, &options, &CancelToken::new());
        match outcome {
            Ok(outcome) => assert_eq!(outcome.items.len(), 2, "{language}: {:?}", texts(&outcome)),
            // Some builds omit some languages.
            Err(error) => assert!(error.to_string().contains("language"), "{error}"),
        }
    }
}

#[test]
fn assignments_are_found_with_class_fields_and_nothing_else() {
    let source = "class C { a = 1; m(b = 2) { c = 3; this.d = 4; let e = 5; f += 6; } }\n\
                  g == 7; h = i = 8; ({ j = 9 } = k); l => 10;";
    for language in ["javascript", "typescript", "tsx"] {
        let texts = |pattern: &str| {
            let options = AstMatchOptions::new(pattern);
            let token = CancelToken::new();
            texts(&ast_match(source.as_bytes(), language, &options, &token).unwrap())
        };
        assert_eq!(
            texts("$A = $B"),
            [
                "a = 1",
                "c = 3",
                "this.d = 4",
                "h = i = 8",
                "i = 8",
                "{ j = 9 } = k"
            ]
        );
        assert_eq!(texts("a = $B"), ["a = 1"]);
        assert_eq!(texts("this.$A = $B"), ["this.d = 4"]);
        assert_eq!(texts("$A == $B"), ["g == 7"]);
        assert_eq!(texts("$A => $B"), ["l => 10"]);
    }
}

#[test]
fn each_match_carries_the_reading_that_it_matches_on_request() {
    let token = CancelToken::new();
    for (pattern, language, source, context) in FRAGMENTS {
        let Ok(readings) = explain_pattern(pattern, language, &token) else {
            // Some builds omit some languages.
            assert!(ransack::ast::Language::from_name(language).is_none());
            continue;
        };
        let options = AstMatchOptions::new(*pattern);
        let plain = ast_match(source.as_bytes(), language, &options, &token).unwrap();
        assert!(plain.items.iter().all(|item| item.reading.is_none()));
        let options = options.explain(true);
        let found = ast_match(source.as_bytes(), language, &options, &token).unwrap();
        assert_eq!(found.items.len(), plain.items.len());
        for item in &found.items {
            let reading = item.reading.as_deref().unwrap();
            assert!(
                readings.contains(reading),
                "{language} {pattern}: {reading:?}"
            );
            assert_eq!((reading.context, item.context), (*context, *context));
        }
    }
    let mut options = AstMatchOptions::default().explain(true);
    options.query = AstQuery::from_rule("{ rule: { kind: number } }");
    let found = ast_match(b"f(1)", "javascript", &options, &token).unwrap();
    assert_eq!(found.items.len(), 1);
    assert_eq!(found.items[0].reading, None);
}
