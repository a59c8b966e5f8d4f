use ransack_base::{Aborted, CancelToken};

use std::ops::ControlFlow;

use super::*;
use crate::splitter::{SplitBehavior, SplitStep, Splitter};
use crate::visitor::PieceVisitor;

/// Patterns with the pieces that the package `tokenizers` 0.23.3 splits a text into, for the
/// behavior `isolated`.
#[rustfmt::skip]
const PIECES: &[(&str, &[&str])] = &[
    ("[[:alpha:]]+", &["aé", "1"]),
    ("[[:^alpha:]]+", &["a", "12", "é"]),
    ("[[:punct:]]+", &["a", "!$~", "b"]),
    (r"\p{Punct}+", &["a", "!", "$~b"]),
    (r"\p{^L}+", &["a", "12", "b"]),
    (r"\P{^L}+", &["ab", "1"]),
    ("[^[:space:][:alpha:]]+", &["a ", "!1", "é"]),
    (r"\w+", &["a²b", "\u{200d}", "c"]),
    (r"[\w]+", &["a", "²", "b"]),
    ("[[:word:]]+", &["a", "²", "b"]),
    (r"\p{Word}+", &["a²b"]),
    (r"\W+", &["a²", "!? ", "b"]),
    (r"\b", &["a²", "-", "b", "\u{200d}"]),
    (r"\B", &["a", "²-"]),
    (r"(?<!\w)a", &["a", " ²a ", "a"]),
    (r"\d+", &["a", "1٣", "b"]),
    (r"\h+", &["x", "fF", "z"]),
    (r"\H+", &["xy", "fF"]),
    ("^", &["a\n", "b\n"]),
    (r"\n^", &["a", "\n", "b\n"]),
    ("$", &["a", "\nb", "\n"]),
    (r"\n$", &["a", "\n", "\n"]),
    (r"\Aa", &["a", "\na"]),
    (r"a\z", &["a\na\n"]),
    (r"a\Z", &["a\n", "a", "\n"]),
    (r"\n\Z", &["a", "\n", "\n"]),
    ("^a$", &["b\n", "a", "\nb"]),
    (".+", &["ab", "\n", "c"]),
    ("(?m:.+)", &["ab\nc"]),
    (r"\N+", &["ab", "\n", "c"]),
    (r"\O+", &["ab\nc"]),
    (r"\R", &["a", "\r\n", "\n", "b"]),
    (r"\p{N}{1,3}+", &["1234567", " ", "89"]),
    ("x{1,2}*", &["xxx"]),
    ("a{2}?", &["aa", "aa"]),
    ("a{2,3}?", &["aa", "aa"]),
    ("a{,2}", &["aa", "aa"]),
    ("a{,}", &["a{,}"]),
    ("a{1", &["a{1"]),
    ("a{b", &["a{b"]),
    ("a++a", &["aaa"]),
    ("a*?", &["a", "a"]),
    ("a(?i)b|c", &["aC", " c C ", "aB"]),
    ("(a(?i)b)c", &["aBc", " aBC"]),
    (r"(?i)\p{Lu}+", &["a", "B", "c"]),
    ("(?i)[^a]+", &["aA", "b"]),
    ("(?i:'s|'re)", &["I", "'RE", " ", "'s"]),
    ("(?x: a [ b] #c\n)", &["a ", "b ", "ab"]),
    ("(?x)a  {2}", &["aa", "a"]),
    ("(?#c)a", &["b", "a"]),
    ("[]a]+", &["b", "]a"]),
    ("[^]a]+", &["]a", "b"]),
    ("[!--]+", &["a", "!,-"]),
    ("[~~]+", &["a", "~~"]),
    ("[a-c-e]+", &["a-e", "d"]),
    ("[a-]+", &["b", "-a"]),
    ("[#-~&&[^a]]+", &["a", "b#"]),
    (r"[^\p{L}&&a]+", &["b", "a", "b1"]),
    (r"[\b]", &["a", "\u{8}", "b"]),
    ("[[a-c]-e]+", &["a-e", "d"]),
    ("[:alpha:]+", &["b", ":alp"]),
    ("[ #]+", &["# ", "a"]),
    (r"\<a\/\_", &["<a/_"]),
    (r"\x41\x{e9}\u00e9\011", &["Aéé\t"]),
    (r"(?<n>a)(b)\k<n>", &["aba"]),
    (r"(a)\1", &["aa", "b"]),
    ("(?<=a|bc)d", &["a", "d", " bc", "d", " d"]),
    ("(?>a+)a", &["aaa"]),
];

/// Patterns that are invalid in Oniguruma, or that have no equivalent.
const REFUSED: &[&str] = &[
    r"\G",
    r"\K",
    r"\X",
    r"\y",
    r"\Q",
    r"\j",
    r"\cA",
    r"\pL",
    r"\p{Foo}",
    r"\p{Script=Han}",
    r"\p{}",
    r"\xe9",
    r"\x",
    r"\x{110000}",
    r"\u12",
    r"\10",
    "\\",
    r"a\1",
    r"\k<n",
    r"(?<n>a)\1",
    "(?s:.)",
    "(?u:a)",
    "(?P<n>a)",
    "(?~a)",
    "(*a)",
    "(?(1)a)",
    "(?#",
    "(?i",
    "(?<n",
    "(?'é'a)",
    "(",
    ")",
    "a)(",
    "*a",
    "^*",
    r"\b+",
    "(?=a)*",
    "a**",
    "a+*",
    "a{2,1}",
    "a{1}{2}{3}",
    "a|?",
    "[",
    "[a",
    "[]",
    "[^",
    "[b-a]",
    r"[a-\d]",
    r"[\w-.]",
    "[[:alpha:]-z]",
    "[[:foo:]]",
    "[[:alpha]]",
    "[a-[b]]",
    r"[\R]",
    r"[\",
    "(?i)ss",
    "(?i)(?:s)t",
    "(?i)ﬁ",
    "(?i)αι",
    "(?i)[ß]",
    r"(?i)[\p{L}]",
    "(?i)[[a]]",
];

/// Pieces of a text.
struct Pieces(Vec<String>);

impl PieceVisitor for Pieces {
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Result<ControlFlow<()>, Aborted> {
        let piece = String::from_utf8_lossy(&text[start..end]);
        self.0.push(piece.into_owned());
        Ok(ControlFlow::Continue(()))
    }

    fn special(&mut self, _: Range<usize>, _: u32) -> Result<ControlFlow<()>, Aborted> {
        Ok(ControlFlow::Continue(()))
    }
}

fn split(regex: Regex, text: &str) -> Vec<String> {
    let splitter = Splitter::from_steps(vec![SplitStep::Split {
        regex: Box::new(regex),
        invert: false,
        behavior: SplitBehavior::Isolated,
    }]);
    let mut pieces = Pieces(Vec::new());
    let visited = splitter.visit(text.as_bytes(), 0, &CancelToken::new(), &mut pieces);
    assert!(visited.unwrap().is_continue());
    pieces.0
}

#[test]
fn patterns_match_as_in_oniguruma() {
    for (pattern, pieces) in PIECES {
        let found = split(compile(pattern).unwrap(), &pieces.concat());
        assert_eq!(found, *pieces, "{pattern}: {}", translate(pattern).unwrap());
    }
}

#[test]
fn patterns_without_an_equivalent_are_refused() {
    for pattern in REFUSED {
        let error = compile(pattern).expect_err(pattern);
        assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{pattern}");
        assert_eq!(error.pattern(), Some(*pattern));
        assert!(
            error.offset().is_none_or(|at| pattern.is_char_boundary(at)),
            "{pattern}"
        );
    }
    let error = compile(r"é\X").unwrap_err();
    assert_eq!(
        (error.offset(), error.message()),
        (Some(2), "`\\X` in a pattern of Oniguruma is not supported")
    );
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [("(", ")"), ("(?i:", ")"), ("[", "]"), ("(a{1}", "+)")] {
        let nested = |depth| format!("{}a{}", open.repeat(depth), close.repeat(depth));
        assert!(compile(&nested(20)).is_ok(), "{open}");
        assert!(translate(&nested(100_000)).is_err(), "{open}");
    }
    let flags = "(?i)".repeat(100_000);
    assert!(translate(&flags).is_err());
}
