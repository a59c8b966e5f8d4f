//! Comments, keywords, strings, numbers, functions and types in more than twenty
//! languages, by both engines.

use ransack::CancelToken;
use ransack::highlight::Class::{Comment, Function, Keyword, Number, String as Str, Type};
use ransack::highlight::{Class, Engine, HighlightOptions, engine_of, highlight};

const CLASSES: [Class; 6] = [Comment, Keyword, Str, Number, Function, Type];

/// A language, a text in it, and a word of each of [`CLASSES`], or empty. The first occurrence of
/// the word counts.
type TableRow = (&'static str, &'static str, [&'static str; 6]);

#[rustfmt::skip]
const ROWS: &[TableRow] = &[
    ("bash", "# note\nif true; then greet \"text\" 42; fi\n",
        ["# note", "then", "\"text\"", "", "greet", ""]),
    ("c", "/* note */ static int f(struct list *l) { if (g(\"text\", 42)) return 0; }",
        ["/* note */", "return", "\"text\"", "42", "g", "int"]),
    ("clojure", "; note\n(defn f [a] (str \"text\" 42))",
        ["; note", "defn", "\"text\"", "42", "", ""]),
    ("cpp", "// note\ntemplate <typename T> class Box { int f() { return g(\"text\", 42); } };",
        ["// note", "template", "\"text\"", "42", "g", "int"]),
    ("csharp", "// note\npublic class Box { public int F() { return G(\"text\", 42); } }",
        ["// note", "return", "\"text\"", "42", "G", "Box"]),
    ("css", "/* note */ a { content: \"text\"; top: 42 }",
        ["/* note */", "", "\"text\"", "42", "", ""]),
    ("dart", "// note\nclass Box { int f() { return g(\"text\", 42); } }",
        ["// note", "return", "\"text\"", "42", "f", "Box"]),
    ("elixir", "# note\ndefmodule Box do\n  def f(x), do: g(\"text\", 42)\nend\n",
        ["# note", "defmodule", "\"text\"", "42", "g", ""]),
    ("go", "// note\nfunc f(a string) int { return g(\"text\", 42) }",
        ["// note", "return", "\"text\"", "42", "f", "string"]),
    ("haskell", "-- note\nf :: Int -> String\nf x = case x of { 42 -> \"text\" }\n",
        ["-- note", "case", "\"text\"", "42", "f", "Int"]),
    ("java", "// note\npublic class Box { int f() { return g(\"text\", 42); } }",
        ["// note", "return", "\"text\"", "42", "g", "int"]),
    ("javascript", "// note\nfunction f(a) { return g('text', 42) }",
        ["// note", "return", "'text'", "42", "f", ""]),
    ("json", "{\"a\": [\"text\", 42]}",
        ["", "", "\"text\"", "42", "", ""]),
    ("kotlin", "// note\nfun f(a: String): Int { return g(\"text\", 42) }",
        ["// note", "return", "\"text\"", "42", "f", "String"]),
    ("lua", "-- note\nlocal function f(a) return g(\"text\", 42) end",
        ["-- note", "local", "\"text\"", "42", "f", ""]),
    ("php", "<?php // note\nfunction f(int $a): string { return g(\"text\", 42); }",
        ["// note", "return", "\"text\"", "42", "f", "int"]),
    ("python", "# note\ndef f(a: int) -> str:\n    return g(\"text\", 42)\n",
        ["# note", "return", "\"text\"", "42", "f", "int"]),
    ("ruby", "# note\ndef f(a)\n  return \"text\" if a == 42\nend\n",
        ["# note", "return", "\"text\"", "42", "f", ""]),
    ("rust", "// note\nfn f(a: u32) -> String { return g(\"text\", 42); }",
        ["// note", "return", "\"text\"", "42", "f", "u32"]),
    ("scala", "// note\nobject Box { def f(a: Int): String = { if (a == 42) \"text\" else b } }",
        ["// note", "else", "\"text\"", "42", "f", "Int"]),
    ("sql", "-- note\nSELECT count(id) FROM t WHERE b = 'text' AND n > 42;",
        ["-- note", "SELECT", "'text'", "42", "count", ""]),
    ("swift", "// note\nfunc f(a: Int) -> String { return g(\"text\", 42) }",
        ["// note", "return", "\"text\"", "42", "f", "Int"]),
    ("toml", "# note\na = \"text\"\nb = 42\n",
        ["# note", "", "\"text\"", "42", "", ""]),
    ("tsx", "// note\nfunction f(a: Box): string { return g('text', 42, <p>x</p>) }",
        ["// note", "return", "'text'", "42", "f", "string"]),
    ("typescript", "// note\nfunction f(a: Box): string { return g('text', 42) }",
        ["// note", "return", "'text'", "42", "f", "string"]),
    ("yaml", "# note\na: \"text\"\nb: 42\n",
        ["# note", "", "\"text\"", "42", "", ""]),
    ("zig", "// note\npub fn f(a: u32) u32 { return g(\"text\", 42); }",
        ["// note", "return", "\"text\"", "42", "f", "u32"]),
];

/// Returns a message for each word of a row that has another class.
fn mismatches(
    (language, text, words): &TableRow,
    engine: Engine,
    classes: &[Class],
) -> Vec<String> {
    let mut options = HighlightOptions::new(*language);
    options.engine = Some(engine);
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    assert_eq!(found.report().engine.engine, engine, "{language}");
    let class_at = |at| {
        let mut spans = found.spans();
        spans
            .find(|span| (span.start..span.end).contains(&at))
            .map(|span| span.class)
    };
    let is_word = |at: usize, word: &str| {
        let beside = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        !beside(text[..at].chars().next_back()) && !beside(text[at + word.len()..].chars().next())
    };
    let mut mismatches = Vec::new();
    for (class, word) in classes
        .iter()
        .zip(words)
        .filter(|(_, word)| !word.is_empty())
    {
        let mut offsets = text.match_indices(word).map(|(at, _)| at);
        let at = offsets.find(|at| is_word(*at, word)).unwrap();
        let found: Vec<_> = (at..at + word.len()).map(class_at).collect();
        if found.iter().any(|found| found != &Some(*class)) {
            mismatches.push(format!("{language}, {engine:?}: {word} is {found:?}"));
        }
    }
    mismatches
}

#[test]
fn by_grammar() {
    let has_grammar = |row: &&TableRow| engine_of(row.0).unwrap().engine == Engine::TreeSitter;
    let rows = ROWS.iter().filter(has_grammar);
    assert!(rows.clone().count() >= 20 || !cfg!(feature = "all-languages"));
    let mismatches: Vec<_> = rows
        .flat_map(|row| mismatches(row, Engine::TreeSitter, &CLASSES))
        .collect();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// Functions and types are left out: a single line does not always identify them.
#[test]
fn by_line() {
    let rows = ROWS.iter().filter(|row| row.0 != "tsx");
    assert!(rows.clone().count() >= 20);
    let mismatches: Vec<_> = rows
        .flat_map(|row| mismatches(row, Engine::Syntect, &CLASSES[..4]))
        .collect();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}
