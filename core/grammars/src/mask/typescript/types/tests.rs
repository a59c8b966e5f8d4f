use super::*;
use ransack_base::CancelToken;

fn masked(source: &str) -> Option<String> {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let mut text = Masked::new(source.as_bytes());
    mask_imports(&mut text, &mut budget).unwrap();
    mask_variance(&mut text, &mut budget).unwrap();
    mask_template_arguments(&mut text, &mut budget).unwrap();
    text.finish().map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn imported_types_become_names() {
    for (source, expected) in [
        ("let a: import(\"m\").T<U>", "let a: import__m__.T<U>"),
        ("let a: keyof import(\"m\").T", "let a: keyof import__m__.T"),
        ("let a: import('ü').A.B[]", "let a: import______.A.B[]"),
        ("a = sql<{ b: C }>`d`", "a = sql          `d`"),
        (
            "f(): Q<import(\"./a\").T<import(\"b\").U<V>>>",
            "f(): Q<import____a__.T<import__b__.U<V>>>",
        ),
        (
            "type A = import(\"m\", { with: { a: \"b\" } })\n  .T<U>",
            "type A = import__m_____with____a___b______\n  .T<U>",
        ),
    ] {
        assert_eq!(masked(source).as_deref(), Some(expected));
    }
}

#[test]
fn variance_is_masked() {
    for (source, expected) in [
        ("type A<in T> = B", "type A<   T> = B"),
        (
            "type A<in T, // b\n/* é */ out U> = B",
            "type A<   T, // b\n/* é */     U> = B",
        ),
        (
            "type A<in out T, out U = {}> = B",
            "type A<       T,     U = {}> = B",
        ),
        (
            "class A<\n  out T extends B\n>",
            "class A<\n      T extends B\n>",
        ),
    ] {
        assert_eq!(masked(source).as_deref(), Some(expected));
    }
}

#[test]
fn values_and_other_words_stay() {
    for source in [
        "const a = await import(\"m\")",
        "import(\"m\").then<T>(a)",
        "let a: import(\"m\")",
        "import(\"m\").then(a)",
        "a = `<b>`; b = <c>`",
        "// `A<B,\n// é>` c\nd()",
        "import(a).b[c]",
        "this.import(\"m\")[0]",
        "type A<out> = out",
        "for (const a in b) {}",
        "<in out=\"a\" />",
        "f(a, out < b)",
        "import(\"m",
        "import(",
    ] {
        assert_eq!(masked(source), None, "{source}");
    }
}
