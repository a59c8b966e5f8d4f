//! Embedded languages: text of one language within another.

use ransack::CancelToken;
use ransack::highlight::Class::{
    Attribute, Comment, Constant, Function, Inserted, Keyword, Number, Operator, Property,
    String as Str, Tag, Type, Variable,
};
use ransack::highlight::{Class, Engine, HighlightOptions, engine_of, highlight};

/// A language, a text in it, and words of the text with their classes in the
/// embedded language.
type Case = (&'static str, &'static str, &'static [(&'static str, Class)]);

const CASES: &[Case] = &[
    (
        "html",
        "<p class=\"a\">return 1</p>\n<script>\nconst n = 2; // js\nf('x')\n</script>\n\
         <style>\n.b { color: red; margin: 3px }\n</style>\n",
        &[
            ("p", Tag),
            ("class", Attribute),
            ("const", Keyword),
            ("2", Number),
            ("// js", Comment),
            ("f", Function),
            ("'x'", Str),
            ("color", Property),
            ("3", Number),
        ],
    ),
    (
        "markdown",
        "# Title\n\n```rust\nfn main() { let a = 1; }\n```\n\n~~~ {.python}\ndef g(): pass # py\n~~~\n\n\
         ```diff\n+added\n```\n\n```klingon\nreturn 7\n```\n\nInline `x` and <b>bold</b>\n",
        &[
            ("fn", Keyword),
            ("main", Function),
            ("1", Number),
            ("def", Keyword),
            ("# py", Comment),
            // Only the syntect engine has this language.
            ("+added", Inserted),
            ("b", Tag),
        ],
    ),
    (
        "markdown",
        "---\ntitle: \"x\" # note\n---\n\n```html\n<script>let deep = 4;</script>\n```\n",
        &[
            ("title", Property),
            ("\"x\"", Str),
            ("# note", Comment),
            ("script", Tag),
            ("let", Keyword),
            ("4", Number),
        ],
    ),
    (
        "javascript",
        "const q = css`.a { color: red }`\nconst h = html`<b class=\"c\">${name}</b>`\n\
         const r = /a+[0-9]/g\n",
        &[
            ("color", Property),
            ("b", Tag),
            ("class", Attribute),
            ("const", Keyword),
        ],
    ),
    (
        "typescript",
        "const h: string = html`<i id=\"c\">x</i>`\n",
        &[("i", Tag), ("id", Attribute), ("string", Type)],
    ),
    (
        "rust",
        "fn f() { println!(\"{}\", if a { 1 } else { g(2) }); }\n",
        &[("if", Keyword), ("2", Number), ("g", Function)],
    ),
];

/// Cases whose grammars are not in the default features.
const OTHERS: &[Case] = &[
    (
        "javascript",
        "const q = sql`SELECT count(id) FROM users WHERE n = 12 -- note\n`\n",
        &[
            ("SELECT", Keyword),
            ("FROM", Keyword),
            ("12", Number),
            ("-- note", Comment),
        ],
    ),
    (
        "php",
        "<p id=\"a\">hi</p>\n<?php\n$q = <<<SQL\nSELECT id FROM users WHERE n = 12\nSQL;\n",
        &[
            ("p", Tag),
            ("id", Attribute),
            ("$q", Variable),
            ("SELECT", Keyword),
            ("12", Number),
        ],
    ),
    (
        "php",
        "echo f(\"<?xml ?>\") . 12; // note\n",
        &[
            ("echo", Keyword),
            ("f", Function),
            ("12", Number),
            ("// note", Comment),
        ],
    ),
    (
        "php",
        "\n<ul class=\"menu\">\n  <li>if</li>\n</ul>\n",
        &[("ul", Tag), ("class", Attribute), ("li", Tag)],
    ),
    (
        "markdown",
        "```php\nreturn $a;\n```\n\n```php\n<b>\n<?php echo 12;\n```\n",
        &[
            ("return", Keyword),
            ("$a", Variable),
            ("b", Tag),
            ("echo", Keyword),
            ("12", Number),
        ],
    ),
    (
        "elixir",
        "q = ~SQL\"\"\"\nSELECT id FROM users\n\"\"\"\n",
        &[("SELECT", Keyword), ("FROM", Keyword)],
    ),
    (
        "haskell",
        "q = [sql|SELECT id FROM users|]\nmain = putStrLn \"hi\"\n",
        &[("SELECT", Keyword), ("FROM", Keyword), ("\"hi\"", Str)],
    ),
    (
        "dockerfile",
        "FROM debian:12\nRUN for i in 1 2; do echo \"$i\"; done\n",
        &[("FROM", Keyword), ("for", Keyword), ("echo", Function)],
    ),
    (
        "lua",
        "ffi.cdef(\"int f(char c);\")\nlocal n = 1\n",
        &[("int", Type), ("local", Keyword), ("1", Number)],
    ),
    (
        "nix",
        "{\n  buildPhase = ''\n    for f in *; do echo \"$f\"; done\n  '';\n}\n",
        &[("for", Keyword), ("echo", Function)],
    ),
    (
        "just",
        "build:\n  if true; then echo \"x\"; fi\n",
        &[("if", Keyword), ("echo", Function)],
    ),
    (
        "vue",
        "<template>\n  <p :class=\"a && 1\">{{ f(2) }}</p>\n</template>\n\
         <script>\nexport default { n: 3 }\n</script>\n<style>\np { color: red }\n</style>\n",
        &[
            ("template", Tag),
            ("&&", Operator),
            ("f", Function),
            ("2", Number),
            ("export", Keyword),
            ("3", Number),
            ("color", Property),
        ],
    ),
    (
        "svelte",
        "<script>\n  let n = 1 // js\n</script>\n<p class=\"a\">{f(2)}</p>\n<style>\n p { color: red }\n</style>\n",
        &[
            ("let", Keyword),
            ("1", Number),
            ("// js", Comment),
            ("p", Tag),
            ("f", Function),
            ("color", Property),
        ],
    ),
    (
        "astro",
        "---\nconst a: string = 'x'\n---\n<p id={f(2)}>{a}</p>\n<script>let b = true</script>\n\
         <style>p { color: red }</style>\n",
        &[
            ("const", Keyword),
            ("'x'", Str),
            ("p", Tag),
            ("f", Function),
            ("let", Keyword),
            ("true", Constant),
            ("color", Property),
        ],
    ),
];

fn check((language, text, expected): &Case) {
    let options = HighlightOptions::new(*language);
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let spans: Vec<_> = found
        .spans()
        .map(|span| (&text[span.start..span.end], span.class))
        .collect();
    let missing: Vec<_> = expected
        .iter()
        .filter(|word| !spans.contains(word))
        .collect();
    assert!(
        missing.is_empty(),
        "{language} has no {missing:?} in {spans:?}"
    );
}

#[test]
fn words_of_embedded_languages_have_classes() {
    CASES.iter().for_each(check);
}

#[test]
fn words_of_embedded_languages_beyond_the_default_have_classes() {
    for case in OTHERS {
        let has_grammar = |name| engine_of(name).is_some_and(|c| c.engine == Engine::TreeSitter);
        let within = ["bash", "c", "css", "php", "sql", "typescript"];
        if has_grammar(case.0) && within.into_iter().all(has_grammar) {
            check(case);
        }
    }
}

#[test]
fn an_unknown_language_is_not_embedded() {
    let text = "f`return 1`\n```\nlet s = klingon`return 2`\n";
    for (language, text) in [
        ("javascript", "const s = klingon`return 2`\n"),
        (
            "markdown",
            "```klingon\nreturn 2\n```\n\n```\nreturn 2\n```\n",
        ),
        ("markdown", text),
    ] {
        let found = highlight(
            text.as_bytes(),
            &HighlightOptions::new(language),
            &CancelToken::new(),
        )
        .unwrap();
        let mut words = found.spans().map(|s| (&text[s.start..s.end], s.class));
        assert!(!words.any(|word| word == ("return", Keyword)), "{language}");
    }
}

#[test]
fn deep_nesting_completes() {
    // Each fence contains the next one and has one more backtick.
    let mut text = "let a = 1;\n".to_owned();
    for depth in 3..60 {
        let fence = "`".repeat(depth);
        text = format!("{fence}markdown\n{text}{fence}\n");
    }
    let options = HighlightOptions::new("markdown");
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    assert!(found.report().complete);
}
