//! Classes of code that the grammars read masked: those of the source, at its bytes.

use ransack::highlight::Class::{
    Comment, Escape, Function, Keyword, Number, Operator, Property, String as Str, Type, Variable,
};
use ransack::highlight::{Class, HighlightOptions, highlight};
use ransack::{CancelToken, check_syntax};

/// Language, text, and words of the text with their classes.
type Case = (&'static str, &'static str, &'static [(&'static str, Class)]);

const CASES: &[Case] = &[
    (
        "json",
        r#"{"a\u00e9\n": 1e+21}"#,
        &[(r"\u00e9\n", Escape), ("1e+21", Number)],
    ),
    (
        "css",
        "@scope (.card, .é) to (.slot) { p { color: if(style(--dark: 1): white; else: black); } }",
        &[
            ("@scope", Keyword),
            ("to", Keyword),
            ("slot", Property),
            ("if", Function),
            ("1", Number),
        ],
    ),
    (
        "csharp",
        "static class Lists {\n  extension(string) {\n    public int Twice() => 2;\n  }\n}\n",
        &[
            ("extension", Keyword),
            ("string", Type),
            ("Twice", Function),
            ("2", Number),
        ],
    ),
    (
        "sql",
        "SELECT TOP 3 n FROM q; SELECT * EXCLUDE (z) FROM [é].[b] QUALIFY c = 1; DECLARE @x INT;",
        &[
            ("TOP", Keyword),
            ("3", Number),
            ("EXCLUDE", Keyword),
            ("z", Property),
            ("QUALIFY", Keyword),
            ("DECLARE", Keyword),
            ("@x", Variable),
            ("INT", Type),
        ],
    ),
    (
        "bash",
        "key=\"${key%]*}\"\n# c\ncat <<A 3<<-'B'; ls \"z\" # d\né $x\nA\n\tb\n\tB\nexit\n",
        &[
            ("# c", Comment),
            ("cat", Function),
            ("<<-", Operator),
            ("ls", Function),
            ("\"z\"", Str),
            ("# d", Comment),
            ("é $x", Str),
            ("\tb", Str),
            ("\tB", Str),
            ("exit", Keyword),
        ],
    ),
    (
        "tsx",
        "type Q = `m\\`n ${\"z\"}`\nlet e = <b c=\"?d&e\">Salt & Pepper</b>, f = 1",
        &[("\"z\"", Str), ("?d&e", Str), ("1", Number)],
    ),
    (
        "html",
        "<style>é { a: if(else: 2) }</style><script>let b = '&'</script>",
        &[("if", Function), ("2", Number), ("let", Keyword)],
    ),
    (
        "markdown",
        "> ```sh\n> cat <<A; for\n> x\n> A\n> for i do ls; done\n> ```\n",
        &[("done", Keyword), ("do", Keyword)],
    ),
];

#[test]
fn words_have_their_classes() {
    let token = CancelToken::new();
    let mut wrong = Vec::new();
    for (language, text, words) in CASES {
        let found = highlight(text.as_bytes(), &HighlightOptions::new(*language), &token).unwrap();
        let spans: Vec<_> = found.spans().collect();
        for (word, class) in *words {
            let has_class = text.match_indices(word).any(|(start, _)| {
                (start..start + word.len()).all(|at| {
                    let within = spans.iter().find(|span| span.start <= at && at < span.end);
                    within.is_some_and(|span| span.class == *class)
                })
            });
            if !has_class {
                let classes = spans
                    .iter()
                    .map(|span| (&text[span.start..span.end], span.class));
                wrong.push(format!(
                    "{language}: {word:?} in {:?}",
                    classes.collect::<Vec<_>>()
                ));
            }
        }
        if *language != "markdown" {
            assert_eq!(
                check_syntax(text.as_bytes(), language, &token).unwrap(),
                [],
                "{language}"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
