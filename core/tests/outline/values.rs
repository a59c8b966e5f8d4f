//! Values, modifiers, kinds and signatures of definitions that share a node or a word with others.

use ransack::{CancelToken, Modifier, OutlineItem, OutlineOptions, outline};

/// Returns a text for each definition without nested definitions.
fn each(source: &str, language: &str, text: impl Fn(&OutlineItem) -> String) -> Vec<String> {
    let options = OutlineOptions::default();
    let outline = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    assert_eq!(outline.syntax_errors, 0, "{language}: {source}");
    let mut texts = Vec::new();
    outline.for_each(|item| {
        if item.children.is_empty() {
            texts.push(text(item));
        }
    });
    texts
}

#[test]
fn variables_have_the_values_of_their_declarations() {
    for (language, source, expected) in [
        (
            "java",
            "class A { int a = 1, b; static final int C = 3; int[] d = { 4 }; }",
            "a=1 b= C=3 d={ 4 }",
        ),
        (
            "c",
            "int a = 1, *b = 0, c;\nenum E { D = 2, F };\n#define G 12\n#define H(x) (x)\n#define I\n",
            "a=1 b=0 c= D=2 F= G=12 H=(x) I=",
        ),
        (
            "cpp",
            "int a(1); int b = 2;\nstruct S { int c = 3; int d{4}; virtual void e() = 0; };\n",
            "a= b=2 c=3 d= e=",
        ),
        ("lua", "local a = 1\nb = 2\nlocal c\n", "a=1 b=2"),
        ("elixir", "defmodule A do\n  @b [1, 2]\nend\n", "b=[1, 2]"),
        ("rust", "enum A { B = 1, C, D(u8) }", "B=1 C= D="),
        (
            "csharp",
            "class A { int B { get; } = 2; int C => 3; int D { get; set; } int E = 4; }",
            "B=2 C= D= E=4",
        ),
        ("swift", "enum E { case a = 1, b, c = 3 }", "a=1 b= c=3"),
        (
            "swift",
            "public macro a(x: Int) -> String = #externalMacro(module: \"A\", type: \"B\")",
            "a=#externalMacro(module: \"A\", type: \"B\")",
        ),
    ] {
        let values = each(source, language, |item| {
            let value = item.value_span();
            let value = value.map_or("", |span| &source[span.start.offset..span.end.offset]);
            format!("{}={value}", item.name)
        });
        assert_eq!(values.join(" "), expected, "{language}");
    }
}

#[test]
fn modifiers_are_those_of_the_whole_definition() {
    for (language, source, expected) in [
        ("java", "non-sealed class A {}", ""),
        ("java", "sealed class A permits B {}", ""),
        ("kotlin", "sealed class A", ""),
        ("dart", "sealed class A {}", ""),
        ("scala", "sealed trait A", ""),
        ("csharp", "sealed class A {}", "final"),
        (
            "swift",
            "class A { public private(set) var x = 1 }",
            "exported",
        ),
        ("swift", "class A { @B private(set) var x = 1 }", ""),
        ("swift", "class A { private var x = 1 }", "private"),
        (
            "php",
            "<?php class A { public private(set) int $x = 1; }",
            "exported",
        ),
        ("typescript", "interface A { area?(): number }", "optional"),
        ("typescript", "interface A { area?: number }", "optional"),
        ("typescript", "interface A { area(): number }", ""),
        ("typescript", "class A { b?: number }", "optional"),
    ] {
        let modifiers = each(source, language, |item| {
            let names: Vec<_> = item.modifiers.iter().map(Modifier::name).collect();
            names.join(" ")
        });
        assert_eq!(modifiers, [expected], "{language}: {source}");
    }
    let kinds = each(
        "record struct P; record class Q; record R;",
        "csharp",
        |item| format!("{} {}", item.kind.name(), item.name),
    );
    assert_eq!(kinds, ["struct P", "class Q", "class R"]);
}

#[test]
fn cases_of_a_swift_enum_have_their_own_signature_and_range() {
    let source = "enum E { indirect case num(Int), add(l: E, r: E), none }";
    let parts = each(source, "swift", |item| {
        let span = item.span();
        format!(
            "{} | {}",
            item.signature,
            &source[span.start.offset..span.end.offset]
        )
    });
    let expected = [
        "indirect case num(Int) | num(Int)",
        "indirect case add(l: E, r: E) | add(l: E, r: E)",
        "indirect case none | none",
    ];
    assert_eq!(parts, expected);
}
