use regex_syntax::ast::ErrorKind;

use super::super::options::Query;
use super::super::pattern::parse;
use super::*;

#[test]
fn braces_that_cannot_repeat_are_literal() {
    for (typed, expected) in [
        ("${platform}", r"\$\{platform\}"),
        ("a$|^${b}$", r"a$|^\$\{b\}$"),
        (r"\${a}[$]{b}${2}", r"\$\{a\}[$]\{b\}${2}"),
        ("interface {", r"interface \{"),
        ("a{,5}", r"a\{,5\}"),
        ("a{2}b{3,}c{4,5}", "a{2}b{3,}c{4,5}"),
        ("{2}", r"\{2\}"),
        ("(a|{2})", r"(a|\{2\})"),
        ("({2})", r"(\{2\})"),
        (r"\p{Greek}{2}", r"\p{Greek}{2}"),
        (r"\x{e9}\u{e9}\b{start}a", r"\x{e9}\u{e9}\b{start}a"),
        (r"\{a\}", r"\{a\}"),
        ("[{}]{2}", "[{}]{2}"),
        ("[]{}]x", "[]{}]x"),
        ("(?P<n>a){2}", "(?P<n>a){2}"),
        ("fn () {}", r"fn () \{\}"),
        ("ä{1}{x}", r"ä{1}\{x\}"),
    ] {
        let (escaped, _) = escape_literals(typed);
        assert_eq!(escaped, expected, "{typed}");
        assert!(parse(typed, &Query::default()).is_ok(), "{typed}");
    }
}

#[test]
fn hyphens_beside_a_class_are_literal() {
    for (typed, expected) in [
        (r"[\w-.]+", r"[\w\-.]+"),
        (r"[+-\d.]", r"[+\-\d.]"),
        (r"[+-\d-x]", r"[+\-\d\-x]"),
        (r"[^\s-\pL-\p{Greek}]", r"[^\s\-\pL\-\p{Greek}]"),
        (r"[\w-a-z]", r"[\w\-a-z]"),
        (r"[\w-\-.]", r"[\w\-\-.]"),
        (r"[[\D-é]x]\w-.", r"[[\D\-é]x]\w-."),
        (r"[é-\d]{2}{", r"[é\-\d]{2}\{"),
    ] {
        let (escaped, inserted) = escape_literals(typed);
        assert_eq!(escaped, expected);
        assert_eq!(escaped.len(), typed.len() + inserted.len());
        assert!(parse(typed, &Query::default()).is_ok(), "{typed}");
    }
    // These already have a meaning.
    for typed in [
        r"[\w-]",
        r"[-\w]",
        r"[--\w]",
        r"[^-\w]",
        r"[a-c-\w]",
        r"[\w--\d]",
        r"[\w&&\d]",
        r"[+--\d]",
        r"[[:alpha:]-z]",
        r"[.-[a-c]",
        r"[]-a]",
        r"[\]-a]",
        r"\[\w-.",
        r"(?x)[\w - \d --]",
    ] {
        assert_eq!(escape_literals(typed).0, typed);
    }
}

/// Patterns of up to five pieces in a class, with few operators each.
#[test]
fn accepted_patterns_keep_their_meaning_and_hyphens_make_none_invalid() {
    const PIECES: [&str; 8] = ["-", r"\w", "a", "é", "[", "]", "&&", "-z"];
    let error_of = |pattern: &str| -> Option<ErrorKind> {
        let parsed = regex_syntax::ast::parse::Parser::new().parse(pattern);
        parsed.err().map(|error| error.kind().clone())
    };
    let mut mended = 0;
    for number in 0..PIECES.len().pow(5) {
        let digits = (0..5).map(|at| number / PIECES.len().pow(at) % PIECES.len());
        let inside: String = digits.map(|digit| PIECES[digit]).collect();
        let typed = format!("[{inside}]");
        let (escaped, _) = escape_literals(&typed);
        match error_of(&typed) {
            None => assert_eq!(escaped, typed),
            Some(ErrorKind::ClassRangeLiteral) => {
                let error = error_of(&escaped);
                assert_ne!(
                    error,
                    Some(ErrorKind::ClassRangeLiteral),
                    "{typed}: {escaped}"
                );
                mended += usize::from(error.is_none());
            }
            Some(_) => {}
        }
    }
    assert!(mended > 1000, "{mended}");
}
