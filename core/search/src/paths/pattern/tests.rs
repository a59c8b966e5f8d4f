//! Patterns that ignore case, compared with the regular expressions of `regex`, which fold case in
//! the same way.

use proptest::prelude::*;
use regex::bytes::Regex;

use super::{Dialect, PathPattern};

const LETTERS: [&str; 22] = [
    "a", "A", "k", "K", "\u{212A}", "s", "S", "ſ", "ß", "ẞ", "ä", "Ä", "σ", "Σ", "ς", "i", "I",
    "İ", "ı", "Ⱥ", "1", ".",
];

fn matches(pattern: &str, path: &[u8]) -> bool {
    let pattern = PathPattern::new(pattern.as_bytes(), Dialect::GlobIgnoreCase).unwrap();
    pattern.matches(path, Dialect::Glob)
}

/// A part of a glob and of the equivalent regular expression.
fn part() -> impl Strategy<Value = (String, String)> {
    let letter = || prop::sample::select(LETTERS.to_vec());
    prop_oneof![
        6 => letter().prop_map(|letter| (letter.to_owned(), regex::escape(letter))),
        1 => letter().prop_map(|letter| (format!(r"\{letter}"), regex::escape(letter))),
        1 => Just(("*".to_owned(), "[^/]*".to_owned())),
        1 => Just(("?".to_owned(), "[^/]".to_owned())),
        1 => (any::<bool>(), letter(), letter()).prop_map(|(negated, one, other)| {
            let (in_glob, in_regex) = if negated { ("!", "^/") } else { ("", "") };
            (format!("[{in_glob}{one}{other}]"), format!("[{in_regex}{one}{other}]"))
        }),
        1 => Just(("[a-m]".to_owned(), "[a-m]".to_owned())),
    ]
}

proptest! {
    #[test]
    fn case_is_ignored_as_in_regular_expressions(
        parts in prop::collection::vec(part(), 1..6),
        names in prop::collection::vec(prop::collection::vec(prop::sample::select(LETTERS.to_vec()), 1..6), 32),
    ) {
        let (glob, regex): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
        let glob = glob.concat();
        // `.` stands for this directory, and `**` for any number of components.
        prop_assume!(!matches!(&*glob, "." | r"\.") && !glob.contains("**"));
        let regex = Regex::new(&format!("^(?i:{})$", regex.concat())).unwrap();
        let as_given = glob.replace(['\\', '[', ']', '!'], "").into_bytes();
        for name in names.iter().map(|name| name.concat().into_bytes()).chain([as_given]) {
            prop_assert_eq!(
                matches(&glob, &name), regex.is_match(&name),
                "{} {}", glob, String::from_utf8_lossy(&name)
            );
        }
    }
}

#[test]
fn each_component_ignores_case() {
    assert!(matches("SRC/**/Ä*.rs", "src/deep/ä.RS".as_bytes()));
    assert!(!matches("src/*", b"SRC/a/b"));
    assert!(!matches("ß", b"ss"));
    // Bytes that are not UTF-8 are characters without case.
    assert!(matches("a?.RS", b"A\xFF.rs"));
    assert!(!matches("a[!b].rs", b"aB.rs"));
    // A `*` takes whole characters.
    assert!(!matches("*[!ä]", "Ä".as_bytes()));
    assert!(matches("*[!ä]", "Äö".as_bytes()));
    assert!(!matches("?*?", "ä".as_bytes()));
}

#[test]
fn a_name_is_spelled_out_in_any_case() {
    let names = |pattern: &str, dialect| {
        let pattern = PathPattern::new(pattern.as_bytes(), dialect).unwrap();
        pattern.names(b"node_modules")
    };
    assert!(names("Node_Modules/*", Dialect::GlobIgnoreCase));
    assert!(!names("Node_Modules/*", Dialect::Glob));
    assert!(!names("[n]ode_modules/*", Dialect::GlobIgnoreCase));
    assert!(!names("node_*/*", Dialect::GlobIgnoreCase));
}
