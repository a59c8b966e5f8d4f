//! Levels of skeletons, sections and values that they elide, token limits; layouts and parts of
//! definitions.

use ransack::{
    CancelToken, DefinitionLayout, DefinitionOptions, DefinitionPart, Encoding, ErrorKind,
    OutlineFilesOptions, OutlineOptions, SkeletonLevel, SkeletonOptions, count_tokens, definition,
    outline, skeleton, skeleton_stream,
};

fn skeleton_text(source: &str, language: &str, level: SkeletonLevel) -> (String, u64) {
    let options = SkeletonOptions::default().level(level);
    let made = skeleton(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    assert_eq!(made.level, level);
    (String::from_utf8(made.text).unwrap(), made.elided)
}

#[test]
fn sections_of_markdown_are_elided() {
    let source = "Intro.\n\n# Größe\n\nFirst, in\ntwo lines.\n\n- a\n- b\n\n## Code\n\n```\na\n\nb\n```\n\
                  \n## Short\n\nx\n\n## Empty\n";
    let docs = "Intro.\n\n# Größe\n\nFirst, in\ntwo lines.\n\n...\n\n## Code\n\n...\n\n## Short\n\nx\n\n\
                ## Empty\n";
    let text = skeleton_text(source, "markdown", SkeletonLevel::Docs);
    assert_eq!(text, (docs.to_owned(), 2));
    let signatures =
        "Intro.\n\n# Größe\n\n...\n\n## Code\n\n...\n\n## Short\n\nx\n\n## Empty\n".to_owned();
    let text = skeleton_text(source, "markdown", SkeletonLevel::Signatures);
    assert_eq!(text, (signatures, 2));
    let names = "section Größe\n  section Code\n  section Short\n  section Empty\n".to_owned();
    let text = skeleton_text(source, "markdown", SkeletonLevel::Names);
    assert_eq!(text, (names, 0));
    let text = skeleton_text(source, "markdown", SkeletonLevel::Full);
    assert_eq!(text, (source.to_owned(), 0));
    let options = SkeletonOptions::default().names(["Code"]);
    let made = skeleton(source.as_bytes(), "markdown", &options, &CancelToken::new()).unwrap();
    let kept = docs.replace("## Code\n\n...", "## Code\n\n```\na\n\nb\n```");
    assert_eq!(String::from_utf8(made.text).unwrap(), kept);
}

#[test]
fn long_values_of_data_files_are_elided() {
    let long = "ö".repeat(60);
    let list = format!("[{}1]", "1, ".repeat(40));
    let json = format!(
        "{{\"short\": \"x\", \"long\": \"{long}\", \"list\": {list},\n  \"a\": {{\"b\": {{\"c\": {{\"d\": {list}}}}}}},\n  \
         \"next\":\n    {list}\n}}\n"
    );
    let expected = "{\"short\": \"x\", \"long\": \"...\", \"list\": [\"...\"],\n  \"a\": {\"b\": {\"c\": \
                    {\"...\": \"...\"}}},\n  \"next\": [\"...\"]\n}\n";
    let text = skeleton_text(&json, "json", SkeletonLevel::Docs);
    assert_eq!(text, (expected.to_owned(), 4));
    let yaml = format!(
        "short: x\nlong: {long}\nblock: |\n  {long}\n  {long}\nitems:\n{}flow: {{a: {long}, b: 1}}\n\
         commented: # Why.\n  {long}\nlast: 1\n",
        "- item\n".repeat(20),
    );
    let expected =
        "short: x\nlong: \"...\"\nblock: \"...\"\nitems: [\"...\"]\nflow: {a: \"...\", b: 1}\n";
    let rest = format!("commented: # Why.\n  {long}\nlast: 1\n");
    let text = skeleton_text(&yaml, "yaml", SkeletonLevel::Docs);
    assert_eq!(text, ([expected, &rest].concat(), 4));
    let toml =
        format!("short = 1\nlong = \"{long}\"\nlist = {list}\n[t]\ninline = {{ a = {list} }}\n");
    let expected = "short = 1\nlong = \"...\"\nlist = [\"...\"]\n[t]\ninline = { a = [\"...\"] }\n";
    let text = skeleton_text(&toml, "toml", SkeletonLevel::Docs);
    assert_eq!(text, (expected.to_owned(), 3));
    for (level, max) in [(SkeletonLevel::Signatures, 30), (SkeletonLevel::Docs, 100)] {
        let elided = |len: usize| {
            let json = format!("{{\"a\": \"{}\"}}", "x".repeat(len - 2));
            skeleton_text(&json, "json", level).1
        };
        assert_eq!((elided(max), elided(max + 1)), (0, 1));
    }
    for (text, language) in [(&json, "json"), (&yaml, "yaml"), (&toml, "toml")] {
        for level in [SkeletonLevel::Signatures, SkeletonLevel::Docs] {
            let (text, _) = skeleton_text(text, language, level);
            let options = OutlineOptions::default();
            let after = outline(text.as_bytes(), language, &options, &CancelToken::new()).unwrap();
            assert_eq!(after.syntax_errors, 0, "{text}");
        }
    }
}

#[test]
fn signatures_have_no_documentation() {
    let python = "\"\"\"Module.\"\"\"\n\nimport a\n\nclass A:\n    \"\"\"Class.\"\"\"\n    x = 1\n\n    def f(self):\n        \"\"\"Method.\"\"\"\n        return 1 + 1\n\nclass B:\n    \"\"\"Only.\"\"\"\n\ndef g():\n    \"\"\"Only.\"\"\"\n";
    let elixir = "defmodule A do\n  @moduledoc \"\"\"\n  Module.\n  \"\"\"\n  @doc \"Function.\"\n  def f(x) do\n    x + x + x + x\n  end\nend\n";
    let rust = "//! File.\n//!\n//! More.\n\n/// Function.\nfn f() {\n    //! Inner.\n    g();\n    g();\n}\nmod a {\n    //! Module.\n    /*! More. */\n    /// Struct.\n    struct B;\n    // Comment.\n}\n";
    for (language, source, expected) in [
        (
            "python",
            python,
            "import a\n\nclass A:\n    x = 1\n\n    def f(self):\n        ...\n\nclass B:\n    ...\n\ndef g():\n    ...\n",
        ),
        (
            "elixir",
            elixir,
            "defmodule A do\n  def f(x) do ... end\nend\n",
        ),
        (
            "rust",
            rust,
            "fn f() { /* ... */ }\nmod a {\n    struct B;\n    // Comment.\n}\n",
        ),
    ] {
        let (text, _) = skeleton_text(source, language, SkeletonLevel::Signatures);
        assert_eq!(text, expected, "{language}");
        let (text, _) = skeleton_text(source, language, SkeletonLevel::Docs);
        for doc in ["Module", "Function", "Class", "Method", "File", "Struct"] {
            assert_eq!(text.contains(doc), source.contains(doc), "{language} {doc}");
        }
    }
    let options = SkeletonOptions::default()
        .level(SkeletonLevel::Signatures)
        .names(["A"]);
    let made = skeleton(python.as_bytes(), "python", &options, &CancelToken::new()).unwrap();
    let text = String::from_utf8(made.text).unwrap();
    assert!(
        text.contains("Class.") && !text.contains("Module."),
        "{text}"
    );
}

const SHAPES: &str = "/** Größe. */\nexport class A {\n  b() { return 1 + 1 + 1 + 1 }\n  \
                      c() { return 2 + 2 + 2 }\n}\n/** Function. */\n\
                      function d() { return 3 + 3 + 3 }\n";

#[test]
fn a_skeleton_has_the_highest_level_that_fits() {
    let token = CancelToken::new();
    let of =
        |options: &SkeletonOptions| skeleton(SHAPES.as_bytes(), "js", options, &token).unwrap();
    let full = SkeletonOptions::default().level(SkeletonLevel::Full);
    let original = of(&full).tokens;
    let mut seen = Vec::new();
    let mut last = u64::MAX;
    for max in (0..=original).rev() {
        let made = of(&full.clone().max_tokens(max));
        assert!(made.tokens <= max && made.tokens <= last, "{max}");
        let count = count_tokens(&made.text, Encoding::O200kBase) as u64;
        assert_eq!((made.tokens, made.original_tokens), (count, original));
        last = made.tokens;
        if made.omitted == 0 {
            let plain = of(&SkeletonOptions::default().level(made.level));
            assert_eq!(plain.text, made.text, "{max}");
        } else {
            assert_eq!(made.level, SkeletonLevel::Names);
            let lines = made.text.split(|byte| *byte == b'\n');
            let lines = lines.filter(|line| !line.is_empty()).count() as u64;
            // The last line gives the number of omitted names.
            assert_eq!(lines.saturating_sub(1) + made.omitted, 4, "{max}");
        }
        seen.push(made.level);
    }
    seen.dedup();
    let levels = SkeletonLevel::ALL.map(|(_, level)| level);
    assert!(seen.iter().rev().eq(&levels), "{seen:?}");
    // The level of the options is the highest.
    let made = of(&SkeletonOptions::default().max_tokens(1000));
    assert_eq!(made.level, SkeletonLevel::Docs);
}

#[test]
fn tokens_are_counted_in_the_encoding_of_the_call() {
    let token = CancelToken::new();
    let full = SkeletonOptions::default().level(SkeletonLevel::Full);
    let named = full.clone().token_encoding("cl100k_base");
    let made = skeleton(SHAPES.as_bytes(), "js", &named, &token).unwrap();
    assert_eq!(
        made.tokens,
        count_tokens(SHAPES, Encoding::Cl100kBase) as u64
    );
    let unknown = full.token_encoding("klingon");
    let error = skeleton(SHAPES.as_bytes(), "js", &unknown, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownModel);
    let files = OutlineFilesOptions::new(env!("CARGO_MANIFEST_DIR"));
    let error = skeleton_stream(&files, &unknown, &token)
        .collect_outcome()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownModel);
}

#[test]
fn layouts_have_whole_lines() {
    let source = "class A:\r\n    @b\r\n    def größe(self): # Why.\r\n\t\treturn '''\r\nx'''\r\n";
    let of = |layout, parts: &[DefinitionPart]| {
        let options = DefinitionOptions::default()
            .layout(layout)
            .parts(parts.to_vec());
        let found = definition(
            source.as_bytes(),
            "python",
            "größe",
            &options,
            &CancelToken::new(),
        );
        let found = found.unwrap();
        let span = found.span.unwrap();
        let covered = source[span.start.offset..span.end.offset].to_owned();
        (String::from_utf8(found.text).unwrap(), covered)
    };
    let lines = "    @b\r\n    def größe(self): # Why.\r\n\t\treturn '''\r\nx'''".to_owned();
    assert_eq!(
        of(DefinitionLayout::Lines, &[]),
        (lines.clone(), lines.clone())
    );
    let dedented = "@b\r\ndef größe(self): # Why.\r\n\t\treturn '''\r\nx'''".to_owned();
    assert_eq!(of(DefinitionLayout::Dedented, &[]), (dedented, lines));
    let signature = "    def größe(self): # Why.".to_owned();
    let made = of(DefinitionLayout::Lines, &[DefinitionPart::Signature]);
    assert_eq!(made, (signature.clone(), signature));
    // Lines that two parts share occur once, and a byte order mark is not part of a line.
    let source = "\u{feff}  class A { f() { return 1 + 1 + 1 } } // B\n";
    let of = |parts: &[DefinitionPart]| {
        let options = DefinitionOptions::default().layout(DefinitionLayout::Lines);
        let options = options.parts(parts.to_vec());
        let found = definition(source.as_bytes(), "js", "A", &options, &CancelToken::new());
        String::from_utf8(found.unwrap().text).unwrap()
    };
    let line = "  class A { f() { return 1 + 1 + 1 } } // B";
    assert_eq!(of(&[DefinitionPart::Body, DefinitionPart::Signature]), line);
    assert_eq!(
        of(&[DefinitionPart::Summary]),
        "  class A { f() { /* ... */ } } // B"
    );
    assert_eq!(of(&[DefinitionPart::Doc]), "");
}

#[test]
fn a_definition_lists_its_parts() {
    let source =
        "class A:\n    @b\n    def f(self):\n        '''Größe.'''\n        return 1\n\nx = 1\n";
    let of = |name: &str| {
        let options = [DefinitionPart::Signature].into();
        let found = definition(
            source.as_bytes(),
            "python",
            name,
            &options,
            &CancelToken::new(),
        );
        let parts = found.unwrap().parts.into_iter().map(|part| {
            let range = part.span.start.offset..part.span.end.offset;
            (part.part, source[range].trim_end().to_owned())
        });
        parts.collect::<Vec<_>>()
    };
    let parts = [
        (DefinitionPart::Attributes, "@b"),
        (DefinitionPart::Signature, "def f(self)"),
        (DefinitionPart::Doc, "'''Größe.'''"),
        (DefinitionPart::Body, "'''Größe.'''\n        return 1"),
    ];
    assert_eq!(of("A.f"), parts.map(|(part, text)| (part, text.to_owned())));
    let parts = [
        (DefinitionPart::Signature, "x"),
        (DefinitionPart::Value, "1"),
    ];
    assert_eq!(of("x"), parts.map(|(part, text)| (part, text.to_owned())));
}
