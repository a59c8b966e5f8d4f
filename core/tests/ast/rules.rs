//! AST searches with YAML rules.

use ransack::{AstMatchOptions, AstQuery};
use ransack_testing::ast::{matched, ruled, texts};

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
    options.query = AstQuery::from_rule(rule);
    options.select.include_meta = true;
    let outcome = matched(source, "javascript", &options);
    assert_eq!(texts(&outcome), ["console.log(2)"]);
    let item = &outcome.items[0];
    assert_eq!((item.context, item.pattern), ("rule", 0));
    assert_eq!(item.meta_variables[0].text, b"2");
    // The inner part alone, next to a pattern.
    options.query = AstQuery::new("g($A)");
    options.query.rule = Some("any: [{ kind: number }, { regex: '^x$', kind: identifier }]".into());
    let outcome = matched("g(1); x", "javascript", &options);
    let numbers: Vec<_> = outcome.items.iter().map(|item| item.pattern).collect();
    assert_eq!(
        (texts(&outcome), numbers),
        (vec!["g(1)".into(), "1".into(), "x".into()], vec![0, 1, 1])
    );
    // Patterns in rules are fragments too, and may be objects.
    options.query = AstQuery::from_rule("{ language: c, rule: { pattern: kfree($A) } }");
    assert_eq!(
        texts(&matched("void f(void) { kfree(p); }", "c", &options)),
        ["kfree(p)"]
    );
    options.query = AstQuery::from_rule(
        "pattern: { context: 'class A { $F = $V }', selector: field_definition }",
    );
    assert_eq!(
        texts(&matched("class B { a = 1 }", "javascript", &options)),
        ["a = 1"]
    );
    options.query =
        AstQuery::from_rule("{ rule: { pattern: f($A) }, constraints: { A: { kind: number } } }");
    assert_eq!(
        texts(&matched("f(1); f(x)", "javascript", &options)),
        ["f(1)"]
    );
}

/// Rule, code, and the expected matches.
const RULES: &[(&str, &str, &[&str])] = &[
    ("pattern: f($A)", "f(1); g(2)", &["f(1)"]),
    ("kind: number", "f(1, x)", &["1"]),
    (
        "{ kind: identifier, regex: '^on' }",
        "onLoad(x)",
        &["onLoad"],
    ),
    (
        "{ pattern: f($A), inside: { kind: arrow_function, stopBy: end } }",
        "f(1); x = () => g(f(2))",
        &["f(2)"],
    ),
    (
        "{ kind: number, inside: { kind: arguments } }",
        "f(1, [2])",
        &["1"],
    ),
    (
        "{ kind: number, inside: { kind: pair, field: value } }",
        "x = { 1: 2 }",
        &["2"],
    ),
    (
        "{ kind: call_expression, has: { kind: string, stopBy: end } }",
        "f('a'); g(1)",
        &["f('a')"],
    ),
    (
        "{ kind: number, precedes: { kind: string, stopBy: end } }",
        "f(1, 's', 2)",
        &["1"],
    ),
    (
        "{ kind: number, follows: { kind: string, stopBy: end } }",
        "f(1, 's', 2)",
        &["2"],
    ),
    (
        "all: [{ pattern: f($A) }, { has: { kind: number, stopBy: end } }]",
        "f(1); f(x); g(2)",
        &["f(1)"],
    ),
    (
        "any: [{ pattern: f($A) }, { pattern: g($A) }]",
        "f(1); g(2); h(3)",
        &["f(1)", "g(2)"],
    ),
    (
        "{ pattern: f($A), not: { pattern: f(1) } }",
        "f(1); f(2)",
        &["f(2)"],
    ),
    ("{ kind: number, nthChild: 2 }", "f(1, 2, 3)", &["2"]),
    (
        "{ kind: identifier, range: { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } } }",
        "a;\nb;",
        &["b"],
    ),
    (
        "{ utils: { one: { kind: number } }, rule: { matches: one } }",
        "f(1)",
        &["1"],
    ),
];

#[test]
fn each_kind_of_rule_holds() {
    for (rule, source, expected) in RULES {
        assert_eq!(ruled(rule, source, "javascript"), *expected, "{rule}");
    }
}
