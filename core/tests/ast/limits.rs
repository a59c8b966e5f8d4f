//! AST searches that are cancelled, limited, or run over hostile text.

use std::ops::ControlFlow;
use std::time::Duration;

use ransack::{
    AbortReason, AstGrepOptions, AstMatchOptions, AstQuery, CancelToken, ErrorKind, OnTimeout,
    Pool, SkipReason, StoppedBy, ast_grep, ast_grep_stream, ast_match, block_range_at,
    check_syntax, enclosing_block_boundaries, node_chain_at,
};
use ransack_testing::Tree;

/// Pattern without a prefilter, so every text is parsed.
const NOTHING: &str = "$A % $A";

/// Returns a text that takes a parser seconds, with long single steps.
fn hostile() -> String {
    "a<".repeat(200_000)
}

#[test]
fn a_cancelled_token_prevents_the_search() {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    // Any work would report the invalid pattern or root.
    let error = ast_grep(&AstGrepOptions::new("", "/no/such/root"), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    let error = ast_match(b"", "cobol", &AstMatchOptions::new(""), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

#[test]
fn a_callback_may_cancel_the_search_it_is_called_by() {
    let tree = Tree::new();
    let text = "f(1);\n".repeat(5_000);
    for n in 0..20 {
        tree.write(&format!("d{n}/a.js"), &text);
    }
    let mut options = AstGrepOptions::new("f($A)", tree.root());
    options.pool = Some(Pool::new(2));
    let token = CancelToken::new();
    let mut seen = 0;
    let result = ast_grep_stream(&options, &token).for_each(|_| {
        seen += 1;
        token.cancel(AbortReason::User);
        ControlFlow::Continue(())
    });
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Aborted);
    assert!(seen < 100_000, "what was not fetched is dropped");
}

#[test]
fn an_uninterruptible_parser_does_not_delay_the_return() {
    let source = hostile();
    let soon = || CancelToken::with_timeout(Duration::from_millis(10));
    let text = source.as_bytes();
    let options = AstMatchOptions::new(NOTHING);
    let errors = [
        ast_match(text, "kotlin", &options, &soon()).unwrap_err(),
        check_syntax(text, "kotlin", &soon()).unwrap_err(),
        block_range_at(text, "kotlin", 1, &soon()).unwrap_err(),
        node_chain_at(text, "kotlin", 1, &soon()).unwrap_err(),
        enclosing_block_boundaries(text, "kotlin", &[], &soon()).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Timeout);
    }
}

#[test]
fn a_deadline_inside_a_file_fails_or_returns_partial_results() {
    let tree = Tree::of(&[("a/a.js", "x % x"), ("b/b.kt", &hostile())]);
    let mut options = AstGrepOptions::new(NOTHING, tree.root());
    options.time_per_file = None;
    let soon = || CancelToken::with_timeout(Duration::from_millis(50));
    let error = ast_grep(&options, &soon()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    options.on_timeout = OnTimeout::Partial;
    let report = ast_grep(&options, &soon()).unwrap().report;
    assert_eq!(report.stopped_by, Some(StoppedBy::Timeout));
    assert!(!report.complete && !report.total_is_exact);
}

#[test]
fn a_file_over_its_time_limit_is_skipped() {
    let brackets = "[".repeat(100_000) + &"]".repeat(100_000);
    let tree = Tree::of(&[("a.js", "y"), ("b.js", &brackets)]);
    let mut options = AstGrepOptions::new(NOTHING, tree.root());
    options.time_per_file = Some(Duration::from_millis(5));
    let report = ast_grep(&options, &CancelToken::new()).unwrap().report;
    let skipped = report
        .skipped
        .iter()
        .find(|s| s.reason == SkipReason::ParseTimeout);
    let first: Vec<_> = skipped
        .unwrap()
        .first
        .iter()
        .map(|s| s.path.to_string())
        .collect();
    assert!(first.contains(&"b.js".into()), "{first:?}");
    assert!(!report.complete);
    // A file that need not be parsed takes no time.
    options.query = AstQuery::new("nowhere($A)");
    options.time_per_file = Some(Duration::ZERO);
    let report = ast_grep(&options, &CancelToken::new()).unwrap().report;
    assert!(report.complete && report.files_searched == 2);
}

#[test]
fn ambiguous_brackets_end_at_the_time_limit() {
    let line = |n: usize| {
        format!("val a{n} = if (x < y) a < b > (c) else a{n}<b<c>>(d) {{ x -> x < y }} < z\n")
    };
    let puzzle: String = (0..480).map(line).collect();
    let tree = Tree::of(&[
        ("a.kt", "val x = y % y\n"),
        ("puzzle.kt", &format!("fun f() {{\n{puzzle}}}\n")),
    ]);
    let mut options = AstGrepOptions::new(NOTHING, tree.root());
    options.time_per_file = Some(Duration::from_millis(1));
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    let skipped = outcome.report.skipped.iter();
    let paths: Vec<_> = skipped
        .filter(|s| s.reason == SkipReason::ParseTimeout)
        .flat_map(|s| s.first.iter().map(|s| s.path.to_string()))
        .collect();
    assert!(paths.contains(&"puzzle.kt".into()), "{paths:?}");
    assert!(!outcome.report.complete);
    options.time_per_file = None;
    let outcome = ast_grep(&options, &CancelToken::new()).unwrap();
    assert_eq!((outcome.items.len(), outcome.report.files_searched), (1, 2));
}

#[test]
fn deeply_nested_text_is_searched() {
    let nested = |depth| "(".repeat(depth) + "x" + &")".repeat(depth);
    let deep = nested(300_000);
    let token = CancelToken::new();
    let mut options = AstMatchOptions::new("$A");
    options.select.limit = Some(3);
    for language in ["c", "javascript"] {
        let outcome = ast_match(deep.as_bytes(), language, &options, &token).unwrap();
        assert_eq!(
            outcome.report.stopped_by,
            Some(StoppedBy::Limit),
            "{language}"
        );
    }
    let source = format!("void f(void) {{ x = {deep}; }}");
    let source = source.as_bytes();
    assert_eq!(check_syntax(source, "c", &token).unwrap(), []);
    assert!(node_chain_at(source, "c", 1, &token).unwrap().len() > 1);
    assert!(block_range_at(source, "c", 1, &token).unwrap().is_some());
    // Only the recursion of a rule is bounded, not the depth of the code.
    let nested = nested(5_000);
    let tree = Tree::of(&[("a.js", &nested), ("b.js", "x")]);
    let mut options = AstGrepOptions::new("", tree.root());
    options.time_per_file = None;
    options.query = AstQuery::from_rule("{ kind: identifier, regex: ^x$ }");
    let outcome = ast_grep(&options, &token).unwrap();
    assert_eq!(outcome.items.len(), 2);
    options.query = AstQuery::from_rule(
        "{ rule: { kind: identifier, matches: u }, \
         utils: { u: { any: [{ kind: program }, { inside: { matches: u } }] } } }",
    );
    let outcome = ast_grep(&options, &token).unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::TooDeep);
}

#[test]
fn a_long_line_is_searched_to_its_end() {
    let minified = "a.b(function(c){return c+1}),".repeat(20_000) + "end(1);";
    let options = AstMatchOptions::new("end($A)");
    let outcome = ast_match(minified.as_bytes(), "js", &options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items[0].span.start.column, minified.len() - 7);
}
