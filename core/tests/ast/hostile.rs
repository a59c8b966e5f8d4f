//! Rules and texts designed to overflow the stack or take exponential time.

use std::time::Duration;

use ransack::{
    AstGrepOptions, AstMatchOptions, AstQuery, CancelToken, Error, ErrorKind, SkipReason, ast_grep,
    ast_match,
};
use ransack_testing::Tree;

/// Returns the number of nodes that match a rule.
fn search(rule: &str, source: &str, token: &CancelToken) -> Result<usize, Error> {
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::from_rule(rule);
    ast_match(source.as_bytes(), "javascript", &options, token).map(|found| found.items.len())
}

fn nested(depth: usize) -> String {
    "f(".repeat(depth) + "1" + &")".repeat(depth)
}

/// Utility `u` that refers to itself through one kind of relation.
fn recursive(relation: &str) -> String {
    format!(
        "{{ rule: {{ matches: u }}, utils: {{ u: {{ any: [{{ {relation} }}, {{ kind: number }}] }} }} }}"
    )
}

const RELATIONS: &[&str] = &[
    "has: { matches: u }",
    "has: { matches: u, stopBy: end }",
    "has: { kind: number, stopBy: { matches: u } }",
    "has: { matches: u, field: arguments }",
    "inside: { matches: u }",
    "inside: { matches: u, stopBy: end }",
    "inside: { kind: number, stopBy: { matches: u } }",
    "precedes: { matches: u }",
    "precedes: { matches: u, stopBy: end }",
    "precedes: { kind: number, stopBy: { matches: u } }",
    "follows: { matches: u }",
    "follows: { matches: u, stopBy: end }",
    "follows: { kind: number, stopBy: { matches: u } }",
    "not: { has: { matches: u } }",
];

/// For any relation and code, a recursive rule ends with its matches or with an error that says
/// what is too deep.
#[test]
fn a_rule_that_uses_itself_ends() {
    let sources = [
        "a".to_owned(),
        nested(400),
        nested(20_000),
        format!("[{}1]", "a,".repeat(500)),
        format!("[{}1]", "a,".repeat(5_000)),
        "a;".repeat(500) + "1",
    ];
    let mut too_deep = 0;
    for relation in RELATIONS {
        for source in &sources {
            // Some of these take exponential time.
            let token = CancelToken::with_timeout(Duration::from_millis(100));
            match search(&recursive(relation), source, &token) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Timeout => {}
                Err(error) => {
                    assert_eq!(
                        error.kind(),
                        ErrorKind::InvalidOption,
                        "{relation}: {error}"
                    );
                    assert!(error.to_string().contains("deep"), "{relation}: {error}");
                    too_deep += 1;
                }
            }
        }
    }
    assert!(too_deep > 0);
}

/// Rules that recurse once per level of code work on ordinary code.
#[test]
fn recursion_over_ordinary_code_finds_matches() {
    let token = CancelToken::new();
    let found = search(&recursive("has: { matches: u }"), &nested(20), &token);
    assert!(found.unwrap() > 40);
    // Only the depth of the recursion counts, not the depth of the code.
    let found = search("{ kind: number, regex: '^1$' }", &nested(20_000), &token);
    assert_eq!(found.unwrap(), 1);
    let inside = "{ kind: number, inside: { kind: program, stopBy: end } }";
    assert_eq!(search(inside, &nested(20_000), &token).unwrap(), 1);
}

#[test]
fn rules_that_cannot_be_stopped_are_refused() {
    let utils = |count: usize, part: &dyn Fn(usize) -> String| {
        let utils: String = (0..count)
            .map(|n| format!("  u{n}: {}\n", part(n + 1)))
            .collect();
        format!("rule: {{ matches: u0 }}\nutils:\n{utils}  u{count}: {{ kind: number }}\n")
    };
    let next = |n: usize| format!("{{ matches: u{n} }}");
    let both = |n: usize| format!("{{ any: [{{ matches: u{n} }}, {{ matches: u{n} }}] }}");
    let has = |n: usize| format!("{{ has: {{ matches: u{n} }} }}");
    let token = CancelToken::new();
    for (rule, reason) in [
        (utils(5_000, &next), "levels deep"),
        (utils(5_000, &has), "levels deep"),
        (utils(15, &both), "parts"),
        (utils(22, &both), ""),
        (utils(40, &both), ""),
        (
            "{ rule: { matches: a }, utils: { a: { nthChild: { position: 1, ofRule: { matches: a } } } } }"
                .into(),
            "without a bound",
        ),
        (
            "{ rule: { matches: a }, utils: { a: { has: { inside: { matches: a } } } } }".into(),
            "without a bound",
        ),
        ("{ nthChild: 99999999999n }".into(), "digits"),
        (
            format!("{{ kind: '{}a' }}", "a>".repeat(5_000)),
            "kind is longer",
        ),
        (
            format!(
                "{}kind: number{}",
                "{ not: ".repeat(5_000),
                " }".repeat(5_000)
            ),
            "",
        ),
    ] {
        let error = search(&rule, "a", &token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{error}");
        assert!(error.to_string().contains(reason), "{reason}: {error}");
    }
    assert_eq!(search(&utils(8, &both), "1", &token).unwrap(), 1);
    assert_eq!(search(&utils(30, &next), "1", &token).unwrap(), 1);
}

/// A transformation is not part of a match, so it must not grow a text.
#[test]
fn transformations_are_checked_and_not_applied() {
    let mut rule = String::from("rule: { pattern: f($A) }\ntransform:\n");
    for n in 0..40 {
        let source = if n == 0 {
            "A".into()
        } else {
            format!("T{}", n - 1)
        };
        rule += &format!(
            "  T{n}: {{ replace: {{ source: ${source}, replace: '(.)', by: '$1$1' }} }}\n"
        );
    }
    assert_eq!(search(&rule, "f(1)", &CancelToken::new()).unwrap(), 1);
    let unknown = "{ rule: { pattern: f($A) }, transform: { T: { convert: { source: $X, toCase: upperCase } } } }";
    assert!(search(unknown, "f(1)", &CancelToken::new()).is_err());
}

/// Rule that takes exponential time: each level of code triples it.
fn exponential() -> String {
    let has = "{ has: { matches: u, stopBy: end } }";
    format!(
        "{{ rule: {{ matches: u }}, \
         utils: {{ u: {{ all: [{{ any: [{has}, {has}, {has}] }}, {{ regex: z }}] }} }} }}"
    )
}

#[test]
fn the_token_and_the_time_limit_of_a_file_stop_a_rule() {
    let source = nested(10);
    let token = CancelToken::with_timeout(Duration::from_millis(50));
    let error = search(&exponential(), &source, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let tree = Tree::of(&[("a.js", &source), ("b.js", "g('x')")]);
    let mut options = AstGrepOptions::new("", tree.root());
    options.query = AstQuery::from_rule(exponential());
    options.time_per_file = Some(Duration::from_millis(50));
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::ParseTimeout);
}
