//! Classes of words in the most common languages, by both engines.

use std::fmt::Write;

use ransack::CancelToken;
use ransack::highlight::Class::{
    Attribute, Comment, Constant, Deleted, Error, Function, Heading, Inserted, Keyword, Number,
    Property, String as Str, Tag, Type, Variable, Warning,
};
use ransack::highlight::{Class, Engine, HighlightOptions, engine_of, highlight};
use ransack_testing::samples;

/// Words of a sample and their classes.
type Expected = &'static [(&'static str, Class)];

const BY_GRAMMAR: &[(&str, Expected)] = &[
    (
        "bash",
        &[
            ("# greet", Comment),
            ("for", Keyword),
            ("echo", Function),
            ("\"hi ", Str),
        ],
    ),
    (
        "c",
        &[
            ("/* add */", Comment),
            ("static", Keyword),
            ("int", Type),
            ("printf", Function),
            ("2", Number),
            ("'c'", Str),
        ],
    ),
    (
        "cpp",
        &[
            ("// max", Comment),
            ("class", Keyword),
            ("Box", Type),
            ("get", Function),
            ("nullptr", Constant),
        ],
    ),
    (
        "css",
        &[
            ("/* page */", Comment),
            ("color", Property),
            ("b", Tag),
            ("2", Number),
        ],
    ),
    (
        "go",
        &[
            ("// Package a", Comment),
            ("func", Keyword),
            ("F", Function),
            ("Println", Function),
            ("`raw`", Str),
            ("1", Number),
            ("string", Type),
            ("nil", Constant),
        ],
    ),
    (
        "html",
        &[
            ("<!-- hi -->", Comment),
            ("p", Tag),
            ("class", Attribute),
            ("\"a\"", Str),
            ("let", Keyword),
            ("1", Number),
            ("color", Property),
        ],
    ),
    (
        "java",
        &[
            ("// hi", Comment),
            ("public", Keyword),
            ("A", Type),
            ("length", Function),
            ("0x1F", Number),
            ("Deprecated", Attribute),
        ],
    ),
    (
        "javascript",
        &[
            ("// hi", Comment),
            ("class", Keyword),
            ("f", Function),
            ("test", Function),
            ("2", Number),
            ("'y'", Str),
            ("null", Constant),
            ("MAX_SIZE", Constant),
        ],
    ),
    (
        "json",
        &[
            ("\"key\"", Property),
            ("-2.5e3", Number),
            ("true", Constant),
        ],
    ),
    (
        "markdown",
        &[("Title", Heading), ("fn", Keyword), ("main", Function)],
    ),
    (
        "python",
        &[
            ("# hi", Comment),
            ("def", Keyword),
            ("f", Function),
            ("int", Type),
            ("1", Number),
            ("None", Constant),
            ("A", Type),
        ],
    ),
    (
        "ruby",
        &[
            ("# hi", Comment),
            ("def", Keyword),
            ("f", Function),
            ("'x'", Str),
            ("1", Number),
            (":sym", Constant),
        ],
    ),
    (
        "rust",
        &[
            ("// hi", Comment),
            ("fn", Keyword),
            ("f", Function),
            ("u32", Type),
            ("0x1F", Number),
            ("MAX", Constant),
            ("x", Variable),
        ],
    ),
    (
        "toml",
        &[
            ("# hi", Comment),
            ("part", Type),
            ("key", Property),
            ("1_000", Number),
            ("true", Constant),
        ],
    ),
    (
        "tsx",
        &[
            ("// hi", Comment),
            ("const", Keyword),
            ("div", Tag),
            ("className", Attribute),
            ("Props", Type),
            ("1", Number),
        ],
    ),
    (
        "typescript",
        &[
            ("// hi", Comment),
            ("interface", Keyword),
            ("P", Type),
            ("f", Function),
            ("'./b'", Str),
            ("1", Number),
        ],
    ),
    (
        "yaml",
        &[
            ("# hi", Comment),
            ("key", Property),
            ("\"x\"", Str),
            ("1", Number),
            ("true", Constant),
        ],
    ),
];

const BY_LINE: &[(&str, Expected)] = &[
    (
        "awk",
        &[
            ("# sum", Comment),
            ("print", Keyword),
            ("\"n\"", Str),
            ("0", Number),
        ],
    ),
    ("batch", &[("set", Keyword), ("if", Keyword)]),
    (
        "diff",
        &[("+c", Inserted), ("-b", Deleted), ("+++ b/x", Heading)],
    ),
    (
        "elm",
        &[("-- hi", Comment), ("module", Keyword), ("1", Number)],
    ),
    (
        "fish",
        &[("# hi", Comment), ("function", Keyword), ("f", Function)],
    ),
    (
        "graphql",
        &[("# hi", Comment), ("query", Keyword), ("ID", Type)],
    ),
    (
        "groovy",
        &[
            ("// hi", Comment),
            ("def", Keyword),
            ("f", Function),
            ("1", Number),
        ],
    ),
    ("hcl", &[("# hi", Comment), ("1", Number), ("\"a\"", Str)]),
    (
        "log",
        &[
            ("ERROR", Error),
            ("WARN", Warning),
            ("42", Number),
            ("\"x\"", Str),
        ],
    ),
    (
        "nim",
        &[
            ("# hi", Comment),
            ("proc", Keyword),
            ("add", Function),
            ("\"x\"", Str),
        ],
    ),
    (
        "pascal",
        &[
            ("{ hi }", Comment),
            ("begin", Keyword),
            ("'x'", Str),
            ("1", Number),
        ],
    ),
    (
        "protobuf",
        &[
            ("// hi", Comment),
            ("message", Keyword),
            ("\"proto3\"", Str),
            ("1", Number),
        ],
    ),
    (
        "solidity",
        &[
            ("// hi", Comment),
            ("contract", Keyword),
            ("f", Function),
            ("0.8.0", Number),
        ],
    ),
    ("verilog", &[("// hi", Comment), ("module", Keyword)]),
    (
        "scss",
        &[("// hi", Comment), ("$c", Variable), ("color", Property)],
    ),
    (
        "vim",
        &[
            ("\" hi", Comment),
            ("function", Keyword),
            ("F", Function),
            ("'x'", Str),
        ],
    ),
];

fn check(name: &str, expected: Expected, engine: Engine) {
    let text = samples::highlighted(name);
    let found = highlight(
        text.as_bytes(),
        &HighlightOptions::new(name),
        &CancelToken::new(),
    )
    .unwrap();
    assert_eq!(found.report().engine.engine, engine, "{name}");
    let spans: Vec<_> = found
        .spans()
        .map(|span| (&text[span.start..span.end], span.class))
        .collect();
    let mut missing = String::new();
    for word in expected {
        if !spans.contains(word) {
            writeln!(missing, "{word:?}").unwrap();
        }
    }
    assert!(missing.is_empty(), "{name} has no\n{missing}in {spans:?}");
}

#[test]
fn words_by_grammar() {
    for (name, expected) in BY_GRAMMAR {
        check(name, expected, Engine::TreeSitter);
    }
}

#[test]
fn words_by_line() {
    for (name, expected) in BY_LINE {
        check(name, expected, Engine::Syntect);
    }
}

/// Checks grammars that are not in the default features.
#[test]
fn words_by_other_grammars() {
    const OTHERS: &[(&str, Expected)] = &[
        (
            "csharp",
            &[
                ("// hi", Comment),
                ("class", Keyword),
                ("A", Type),
                ("B", Function),
                ("1", Number),
            ],
        ),
        (
            "elixir",
            &[
                ("# hi", Comment),
                ("defmodule", Keyword),
                ("f", Function),
                ("1", Number),
            ],
        ),
        (
            "haskell",
            &[
                ("-- hi", Comment),
                ("module", Keyword),
                ("Int", Type),
                ("1", Number),
                ("\"hi\"", Str),
            ],
        ),
        (
            "kotlin",
            &[
                ("// hi", Comment),
                ("fun", Keyword),
                ("f", Function),
                ("String", Type),
                ("1", Number),
            ],
        ),
        (
            "lua",
            &[
                ("-- hi", Comment),
                ("local", Keyword),
                ("f", Function),
                ("1", Number),
                ("\"s\"", Str),
            ],
        ),
        (
            "php",
            &[
                ("// hi", Comment),
                ("function", Keyword),
                ("f", Function),
                ("p", Tag),
                ("'y'", Str),
            ],
        ),
        (
            "sql",
            &[
                ("-- hi", Comment),
                ("SELECT", Keyword),
                ("count", Function),
                ("'x'", Str),
                ("1", Number),
            ],
        ),
        (
            "swift",
            &[
                ("// hi", Comment),
                ("class", Keyword),
                ("f", Function),
                ("Int", Type),
                ("1", Number),
            ],
        ),
        (
            "zig",
            &[
                ("// hi", Comment),
                ("const", Keyword),
                ("f", Function),
                ("u32", Type),
                ("1", Number),
            ],
        ),
    ];
    for (name, expected) in OTHERS {
        if engine_of(name).unwrap().engine == Engine::TreeSitter {
            check(name, expected, Engine::TreeSitter);
        }
    }
}
