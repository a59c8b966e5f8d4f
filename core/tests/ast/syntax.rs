//! Syntax-tree lookup and syntax checking.

use ransack::{
    AbortReason, CancelToken, ErrorKind, block_range_at, check_syntax, enclosing_block_boundaries,
    node_chain_at,
};

const CODE: &str = "\
// of a cart
class Cart {
  add(item) {
    if (!item) {
      return;
    } else {
      go();
    }
  }

  total = 0;
}
";

fn block(line: u64) -> Option<(String, u64, u64)> {
    let found = block_range_at(CODE.as_bytes(), "js", line, &CancelToken::new()).unwrap();
    found.map(|node| (node.kind, node.span.start.line, node.last_line))
}

#[test]
fn a_block_is_the_outermost_node_that_starts_in_the_line() {
    assert_eq!(block(1), Some(("comment".into(), 1, 1)));
    assert_eq!(block(2), Some(("class_declaration".into(), 2, 12)));
    assert_eq!(block(3), Some(("method_definition".into(), 3, 9)));
    assert_eq!(block(4), Some(("if_statement".into(), 4, 8)));
    assert_eq!(block(6), Some(("else_clause".into(), 6, 8)));
    assert_eq!(block(8), None);
    assert_eq!(block(10), None);
    assert_eq!(block(11), Some(("field_definition".into(), 11, 11)));
    for line in [0, 13, 14, u64::MAX] {
        assert_eq!(block(line), None, "{line}");
    }
}

#[test]
fn a_chain_goes_from_the_innermost_node_to_the_root() {
    let kinds = |line| -> Vec<String> {
        let chain = node_chain_at(CODE.as_bytes(), "javascript", line, &CancelToken::new());
        chain.unwrap().into_iter().map(|node| node.kind).collect()
    };
    assert_eq!(
        kinds(5),
        [
            "return_statement",
            "statement_block",
            "if_statement",
            "statement_block",
            "method_definition",
            "class_body",
            "class_declaration",
            "program"
        ]
    );
    assert_eq!(kinds(12), ["class_body", "class_declaration", "program"]);
    assert_eq!(kinds(10), [""; 0]);
    assert_eq!(kinds(99), [""; 0]);
}

#[test]
fn boundaries_are_lines_that_are_not_shown() {
    let of = |shown: &[std::ops::RangeInclusive<u64>]| {
        enclosing_block_boundaries(CODE.as_bytes(), "js", shown, &CancelToken::new()).unwrap()
    };
    assert_eq!(of(&[]), Some(vec![]));
    assert_eq!(of(&[1..=12]), Some(vec![]));
    assert_eq!(of(&[3..=3]), Some(vec![9]));
    assert_eq!(of(&[2..=4]), Some(vec![6, 8, 9, 12]));
    assert_eq!(of(&[7..=8, 11..=11]), Some(vec![4, 6]));
    let broken = enclosing_block_boundaries(b"f(", "js", &[1..=1], &CancelToken::new());
    assert_eq!(broken.unwrap(), None);
}

#[test]
fn diagnostics_have_kinds_and_spans() {
    let diagnostics =
        |code: &str| check_syntax(code.as_bytes(), "js", &CancelToken::new()).unwrap();
    assert_eq!(diagnostics(CODE), []);
    assert_eq!(diagnostics(""), []);
    let found = diagnostics("f(1);\né = f(2;\n");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].missing.as_deref(), Some(")"));
    let start = found[0].span.start;
    assert_eq!((start.line, start.column, start.column_utf16), (2, 8, 7));
    let found = diagnostics("let x = 1;\n@@ #\nlet y;\n");
    assert!(
        found
            .iter()
            .all(|diagnostic| diagnostic.missing.is_none() && diagnostic.span.start.line == 2)
    );
    assert!(!found.is_empty());
}

#[test]
fn bad_input_and_aborts_are_errors() {
    let unknown = check_syntax(b"x", "cobol", &CancelToken::new()).unwrap_err();
    assert_eq!(
        (unknown.kind(), unknown.pattern()),
        (ErrorKind::InvalidOption, Some("cobol"))
    );
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let aborted = [
        check_syntax(b"x", "js", &token).unwrap_err(),
        block_range_at(b"x", "js", 1, &token).unwrap_err(),
        node_chain_at(b"x", "js", 1, &token).unwrap_err(),
        enclosing_block_boundaries(b"x", "js", &[], &token).unwrap_err(),
    ];
    assert!(
        aborted
            .iter()
            .all(|error| error.kind() == ErrorKind::Aborted)
    );
}
