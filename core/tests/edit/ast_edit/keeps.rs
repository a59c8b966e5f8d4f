//! Code in a match that the pattern does not name.

use std::fs;

use ransack::{AstEditOutcome, EditStatus, Keeps, SkipReason};

use crate::ast_edit::{applied, edit, rewritten_by};

/// Files, each with a rewrite that would remove the last text.
const LOSSY: &[(&str, &str, &str, &str, &str)] = &[
    (
        "a.js",
        "foo(/* a */ 1, 2)\n",
        "foo($A, $B)",
        "foo($B, $A)",
        "/* a */",
    ),
    (
        "a.js",
        "foo(1, // one\n  2)\n",
        "foo($A, $B)",
        "bar($A, $B)",
        "// one",
    ),
    ("a.js", "foo(1 /* a */)\n", "foo($A)", "bar($A)", "/* a */"),
    (
        "a.js",
        "async function f(a) { await a }\n",
        "function $F($A) { $$$B }",
        "const $F = ($A) => { $$$B }",
        "async",
    ),
    (
        "a.js",
        "for await (const a of b) { f(a) }\n",
        "for (const $A of $B) { $$$C }",
        "$B.forEach(($A) => { $$$C })",
        "await",
    ),
    (
        "a.js",
        "class A { static f() { return 1 } }\n",
        "class A { $F() { return $A } }",
        "class A { $F() { return ($A) } }",
        "static",
    ),
    (
        "a.rs",
        "fn f() { g(1, /* two */ 2); }\n",
        "g($A, $B)",
        "h($B, $A)",
        "/* two */",
    ),
    (
        "a.go",
        "package a\nfunc f() { g(1, /* two */ 2) }\n",
        "g($A, $B)",
        "h($B, $A)",
        "/* two */",
    ),
    (
        "a.py",
        "async def f(a):\n    return a\n",
        "def $F($A):\n    return $B",
        "$F = lambda $A: $B",
        "async",
    ),
    (
        "a.py",
        "f(1,  # one\n  2)\n",
        "f($A, $B)",
        "g($A, $B)",
        "# one",
    ),
    (
        "a.py",
        "if a:\n    x = 1\n    log()\nelse:\n    x = 2\n",
        "if $A:\n    x = $B\nelse:\n    x = $C",
        "x = $B if $A else $C",
        "log()",
    ),
    (
        "a.py",
        "if a:\n    x = 1\n    log()\n",
        "if $A:\n    x = $B",
        "x = $A and $B",
        "log()",
    ),
    (
        "a.rb",
        "if a\n  x = 1\n  log()\nelse\n  x = 2\nend\n",
        "if $A\n  x = $B\nelse\n  x = $C\nend",
        "x = $A ? $B : $C",
        "log()",
    ),
    (
        "a.lua",
        "if a then\n  x = 1\n  log()\nelse\n  x = 2\nend\n",
        "if $A then\n  x = $B\nelse\n  x = $C\nend",
        "x = $A and $B or $C",
        "log()",
    ),
    (
        "a.jl",
        "if a\n  x = 1\n  log()\nelse\n  x = 2\nend\n",
        "if $A\n  x = $B\nelse\n  x = $C\nend",
        "x = $A ? $B : $C",
        "log()",
    ),
    (
        "a.hs",
        "f a = do\n  x <- g\n  h x\n",
        "f $A = do\n  $B <- g",
        "f $A = g $B",
        "h x",
    ),
    (
        "a.hs",
        "f = do\n  when a $ do\n    b\n    c\n  d\n",
        "when a $ do\n  $B",
        "when a $B",
        "c",
    ),
    (
        "a.hs",
        "f a = case a of\n  1 -> x\n  2 -> y\n",
        "f $A = case $A of\n  1 -> $B",
        "f $A = $B",
        "2 -> y",
    ),
    (
        "a.hs",
        "f a = x\n  where\n    x = 1\n    y = 2\n",
        "f $A = $B\n  where\n    x = $C",
        "f $A = $B $C",
        "y = 2",
    ),
    (
        "a.hs",
        "f a\n  | a = 1\n  | b = 2\n",
        "f $A\n  | $A = $B",
        "f $A = $B",
        "| b = 2",
    ),
    (
        "a.hs",
        "class A b where\n  c :: b\n  d :: b\n",
        "class A $B where\n  c :: $B",
        "c :: $B",
        "d :: b",
    ),
    (
        "a.toml",
        "[a]\nb = 1\nc = 2\n",
        "[a]\nb = $A",
        "b = $A",
        "c = 2",
    ),
    (
        "a.scala",
        "class B:\n  val z = 1\n  val y = 2\n",
        "class B:\n  val z = $A",
        "val z = $A",
        "val y = 2",
    ),
    (
        "a.scala",
        "object A {\n  a match\n    case 1 => b\n    case 2 => c\n}\n",
        "a match\n  case 1 => $B",
        "f($B)",
        "case 2 => c",
    ),
    (
        "a.yaml",
        "a:\n  b: 1\n  c: 2\n",
        "a:\n  b: $A",
        "b: $A",
        "c: 2",
    ),
    (
        "a.erl",
        "f(A) ->\n  X = 1,\n  log().\n",
        "f($A) ->\n  X = $B",
        "f($A) -> $B",
        "log()",
    ),
    (
        "a.ex",
        "case a do\n  1 ->\n    x = 1\n    log()\n  _ ->\n    x = 2\nend\n",
        "case $A do\n  1 ->\n    x = $B\n  _ ->\n    x = $C\nend",
        "x = f($A, $B, $C)",
        "log()",
    ),
    (
        "a.cmake",
        "if(a)\n  set(x 1)\n  log()\nendif()\n",
        "if($A)\n  set(x $B)\nendif()",
        "set(x $B $A)",
        "log()",
    ),
    (
        "BUILD.bzl",
        "def f(a):\n    b(a)\n    c(a)\n",
        "def f($A):\n    b($A)",
        "f = $A",
        "c(a)",
    ),
    (
        "a.lua",
        "repeat\n  x = 1\n  log()\nuntil a\n",
        "repeat\n  x = $B\nuntil $A",
        "x = f($B, $A)",
        "log()",
    ),
    (
        "a.py",
        "try:\n    x = 1\n    log()\nexcept A:\n    x = 2\n",
        "try:\n    x = $A\nexcept A:\n    x = $B",
        "x = f($A, $B)",
        "log()",
    ),
];

/// Files with a rewrite and the new text: all code that the pattern does not name stays.
const LOSSLESS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "a.js",
        "foo(/* a */ 1, 2)\n",
        "foo($$$A)",
        "bar($$$A)",
        "bar(/* a */ 1, 2)\n",
    ),
    (
        "a.js",
        "foo(1, 2,)\n",
        "foo($A, $B)",
        "bar($B, $A)",
        "bar(2, 1)\n",
    ),
    (
        "a.js",
        "foo(1) // one\n",
        "foo($A)",
        "bar($A)",
        "bar(1) // one\n",
    ),
    (
        "a.js",
        "foo(1); // one\nbar();\n",
        "foo($A); bar();",
        "foo($A);\nbar();",
        "foo(1); // one\nbar();\n",
    ),
    (
        "a.js",
        "foo('a', \"b\")\n",
        "foo(\"a\", 'b')",
        "bar()",
        "bar()\n",
    ),
    (
        "a.js",
        "function f(a) {\n  // one\n  g(a); // two\n}\n",
        "function $F($A) { $$$B }",
        "const $F = ($A) => {\n  $$$B\n}",
        "const f = (a) => {\n  // one\n  g(a); // two\n}\n",
    ),
    (
        "a.py",
        "if a:\n    x = 1\n    log()\n",
        "if $A:\n    x = $B",
        "if not $A:\n    x = $B",
        "if not a:\n    x = 1\n    log()\n",
    ),
    (
        "a.py",
        "def f(a):\n    # one\n    g(a)\n    return a\n",
        "def $F($A):\n    $$$B",
        "def $F($A, b):\n    $$$B",
        "def f(a, b):\n    # one\n    g(a)\n    return a\n",
    ),
    (
        "a.java",
        "class A { public static int f() { return 1; } }\n",
        "return $A;",
        "return ($A);",
        "class A { public static int f() { return (1); } }\n",
    ),
];

fn outcome(name: &str, text: &str, pattern: &str, new: &str, keeps: Keeps) -> AstEditOutcome {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(name), text).unwrap();
    let options = applied(dir.path(), &[(pattern, new)]);
    edit(&options.keeps(keeps).dry_run(true).allow_syntax_errors(true)).unwrap()
}

#[test]
fn a_match_with_code_that_its_pattern_does_not_name_is_refused() {
    let mut wrong = Vec::new();
    for &(name, text, pattern, new, lost) in LOSSY {
        let kept = outcome(name, text, pattern, new, Keeps::Everything);
        let skipped = kept.report.skipped.iter();
        let detail = skipped
            .filter(|skipped| skipped.reason == SkipReason::LossyRewrite)
            .find_map(|skipped| skipped.first[0].detail.clone());
        let names_it = detail.as_ref().is_some_and(|detail| {
            let code = format!("`rewrites[0]` would remove `{lost}` in line ");
            detail.starts_with(&code) && detail.contains("let rewrites keep nothing")
        });
        let forced = outcome(name, text, pattern, new, Keeps::Nothing);
        let is_listed = forced
            .changes
            .iter()
            .any(|change| change.lost.contains(&lost.as_bytes().to_vec()));
        let is_reported = forced.report.skipped.is_empty();
        if !kept.changes.is_empty()
            || kept.report.complete
            || !names_it
            || !is_listed
            || !is_reported
        {
            wrong.push(format!(
                "{text}{pattern}: {:?} {detail:?} {:?}",
                kept.changes, forced.changes
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_match_whose_code_is_named_captured_or_kept_is_replaced() {
    let mut wrong = Vec::new();
    for &(name, text, pattern, new, expected) in LOSSLESS {
        let got = rewritten_by(name, text, &[(pattern, new)], |_| ()).unwrap();
        let got = String::from_utf8(got).unwrap();
        if got != expected {
            wrong.push(format!("{pattern}:\n{got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn other_matches_of_the_file_are_replaced_and_the_refused_ones_counted() {
    let dir = tempfile::tempdir().unwrap();
    let text = "f(/* a */ 1);\nf(2);\nf(f(/* b */ 3) /* c */);\nf(f(4) /* d */);\n";
    fs::write(dir.path().join("a.js"), text).unwrap();
    let outcome = edit(&applied(dir.path(), &[("f($A)", "g($A)")])).unwrap();
    let new = fs::read_to_string(dir.path().join("a.js")).unwrap();
    assert_eq!(
        new,
        "f(/* a */ 1);\ng(2);\nf(f(/* b */ 3) /* c */);\nf(g(4) /* d */);\n"
    );
    assert_eq!(outcome.edits[0].status, EditStatus::Applied);
    assert!(!outcome.report.complete);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (SkipReason::LossyRewrite, 1)
    );
    let detail = skipped.first[0].detail.as_deref().unwrap();
    assert_eq!(
        detail,
        "`rewrites[0]` would remove `/* a */` in line 1, column 3: name it in the pattern, capture \
         it with `$$$A`, or let rewrites keep nothing; 4 matches in all"
    );
}

#[test]
fn a_match_that_stays_the_same_is_not_refused() {
    let text = "async function f() { g() }\n";
    let same = ("function f() { g() }", "async function f() { g() }");
    let outcome = outcome("a.js", text, same.0, same.1, Keeps::Everything);
    assert!(outcome.report.complete, "{:?}", outcome.report);
    assert_eq!(outcome.edits[0].status, EditStatus::Unchanged);
}

#[test]
fn a_preview_is_of_the_code_that_a_call_keeps() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    fs::write(&path, "f(/* a */ 1); f(2);\n").unwrap();
    let options = applied(dir.path(), &[("f($A)", "g($A)")]).keeps(Keeps::Nothing);
    let previewed = edit(&options.clone().dry_run(true)).unwrap();
    assert_eq!(previewed.changes[0].lost, [b"/* a */"]);
    assert!(previewed.changes[1].lost.is_empty());
    let options = options.preview(previewed.preview);
    assert!(edit(&options.clone().keeps(Keeps::Everything)).is_err());
    assert!(edit(&options).unwrap().applied);
    assert_eq!(fs::read_to_string(&path).unwrap(), "g(1); g(2);\n");
}
