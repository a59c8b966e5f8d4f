use super::*;
use ransack_base::CancelToken;

fn separated(source: &str) -> String {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let mut text = Masked::new(source.as_bytes());
    mask(&mut text, &mut budget).unwrap();
    String::from_utf8(text.finish().unwrap_or_else(|| source.into())).unwrap()
}

#[test]
fn a_signature_after_a_type_is_separated() {
    for (source, expected) in [
        (
            "{\n  <A>(a: A): A\n  <B>(b: B): B\n}",
            "{\n  <A>(a: A): A\n ;<B>(b: B): B\n}",
        ),
        (
            "(): F<A>\n\n  /** d */\n  // c\n  <B>()",
            "(): F<A>\n\n  /** d */\n  // c\n ;<B>()",
        ),
        (
            "(): \"a\" // c\n  <\n  B extends () => C<D>\n>()",
            "(): \"a\" // c\n ;<\n  B extends () => C<D>\n>()",
        ),
        ("(): A[]\r\n\t<B>()", "(): A[]\r\n;<B>()"),
    ] {
        assert_eq!(separated(source), expected);
    }
}

#[test]
fn other_lines_that_begin_with_a_bracket_stay() {
    for source in [
        "f(a,\n  <A>(a: A) => a)",
        "f(a, // b\n  <A>(a: A) => a)",
        "type F =\n  <A>(a: A) => A",
        "type F = () =>\n  <A>(a: A) => A",
        "class A {\n  method\n  <B>() {}\n}",
        "a +\n  b\n  < c",
        "<p>\n  <b>text</b>\n</p>",
        "*/\n  <A>()",
        "(): A\n<B>()",
        "(): A\n  <",
        "\n <",
    ] {
        assert_eq!(separated(source), source);
    }
}
