//! Report hints: patterns whose `$name` is code, in searches and edits without a match.

use ransack::{
    AstEditOptions, AstGrepOptions, AstMatchOptions, AstQuery, CancelToken, Rewrite, ast_edit,
    ast_grep, ast_match,
};
use ransack_testing::Tree;

fn hints(source: &str, language: &str, patterns: &[&str]) -> Vec<String> {
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::default().patterns(patterns.iter().copied());
    let outcome = ast_match(source.as_bytes(), language, &options, &CancelToken::new());
    outcome.unwrap().report.hints
}

#[test]
fn a_pattern_with_lower_case_names_and_no_match_has_a_hint() {
    let table = [
        (
            "rust",
            "fn f() {}",
            "fn $name($$$)",
            "$name",
            "fn $NAME($$$)",
        ),
        (
            "javascript",
            "console.log(1)",
            "console.log($arg)",
            "$arg",
            "console.log($ARG)",
        ),
        ("typescript", "f(1)", "f($$$args)", "$$$args", "f($$$ARGS)"),
        (
            "java",
            "class A { void f() { g(1); } }",
            "g($x)",
            "$x",
            "g($X)",
        ),
        ("php", "<?php f(1);", "f($Foo)", "$Foo", "f($FOO)"),
        ("bash", "echo 1", "echo $x", "$x", "echo $X"),
        ("perl", "print 1;", "print $x;", "$x", "print $X;"),
    ];
    for (language, source, pattern, name, upper) in table {
        let expected = format!(
            "`{name}` is code: names of metavariables are upper-case letters, \
             digits and `_`; write `{upper}`"
        );
        assert_eq!(hints(source, language, &[pattern]), [expected]);
        assert!(hints(source, language, &[upper]).is_empty(), "{upper}");
    }
}

#[test]
fn a_pattern_with_a_match_has_no_hint() {
    assert!(hints("f($el); f(1)", "javascript", &["f($el)"]).is_empty());
    assert!(hints("<?php f($x);", "php", &["f($x)"]).is_empty());
    // Nor for one of several patterns, if another matches.
    assert!(hints("f(1)", "javascript", &["f($el)", "f($A)"]).is_empty());
    assert!(hints("f(1)", "javascript", &["g($A)"]).is_empty());
}

#[test]
fn hints_of_several_patterns_name_them() {
    let found = hints("f(1)", "javascript", &["g($A)", "g($a)", "h($b)"]);
    assert_eq!(found.len(), 2);
    assert!(
        found[0].starts_with("`patterns[1]`: `$a` is code"),
        "{found:?}"
    );
    assert!(
        found[1].starts_with("`patterns[2]`: `$b` is code"),
        "{found:?}"
    );
    let long = format!("f($a, {})", "1, ".repeat(1000));
    let found = hints("f(1)", "javascript", &[&long]);
    assert!(
        found[0].starts_with("`$a` is code") && !found[0].contains("write"),
        "{found:?}"
    );
}

#[test]
fn patterns_of_rules_have_hints() {
    let rules = [
        "pattern: f($a)",
        "{ any: [{ kind: comment }, { not: { has: { pattern: 'f($a)' } }, kind: string }] }",
        "pattern: { context: 'f($a)', selector: call_expression }",
        "rule: { matches: u }\nutils: { u: { pattern: f($a) } }",
    ];
    for rule in rules {
        let mut options = AstMatchOptions::default();
        options.query.rule = Some(rule.into());
        let token = CancelToken::new();
        let outcome = ast_match(b"f(1)", "javascript", &options, &token).unwrap();
        let hints = outcome.report.hints;
        assert_eq!(hints.len(), 1, "{rule}");
        assert!(hints[0].ends_with("; write `f($A)`"), "{rule}: {hints:?}");
    }
}

#[test]
fn searches_and_edits_of_files_have_hints() {
    let tree = Tree::of(&[("a.rs", "fn f() {}\n"), ("b.py", "def f(): pass\n")]);
    let token = CancelToken::new();
    // The pattern is valid only in Rust.
    let options = AstGrepOptions::new("fn $name($$$)", tree.root());
    let report = ast_grep(&options, &token).unwrap().report;
    assert_eq!(report.hints.len(), 1);
    let options = AstGrepOptions::new("fn $NAME($$$)", tree.root());
    assert!(ast_grep(&options, &token).unwrap().report.hints.is_empty());

    let mut options = AstEditOptions::new("fn $name($$$)", "x", tree.root());
    for dry_run in [true, false] {
        options.dry_run = dry_run;
        let report = ast_edit(&options, &token).unwrap().report;
        assert_eq!(report.hints.len(), 1, "{report:?}");
    }
    options.rewrites.push(Rewrite::new("f()", "f()"));
    options.rewrites[0].pattern = "fn $name()".into();
    let report = ast_edit(&options, &token).unwrap().report;
    assert_eq!(report.hints.len(), 1, "{report:?}");
    assert!(report.hints[0].starts_with("`rewrites[0]`: "), "{report:?}");
    options.dry_run = true;
    options
        .rewrites
        .push(Rewrite::new("fn $A() {}", "fn $A() {}"));
    assert!(ast_edit(&options, &token).unwrap().report.hints.is_empty());
}
