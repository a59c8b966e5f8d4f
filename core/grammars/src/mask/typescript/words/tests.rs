use super::*;
use ransack_base::CancelToken;

fn masked(source: &str) -> Option<String> {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let mut text = Masked::new(source.as_bytes());
    mask_names(&mut text, &mut budget).unwrap();
    mask_type_exports(&mut text, &mut budget).unwrap();
    mask_modifiers(&mut text, &mut budget).unwrap();
    mask_using(&mut text, &mut budget).unwrap();
    text.finish().map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn keywords_are_masked() {
    for (source, expected) in [
        ("f(using: any)", "f(Using: any)"),
        ("{ é: B\n abstract?: C }", "{ é: B\n Abstract?: C }"),
        ("{ a: B\n in: C }", "{ a: B\n In: C }"),
        ("let as = a", "let As = a"),
        ("(typeof undefined | a)[]", "(typeof Undefined | a)[]"),
        ("export { /* a */ type, b }", "export { /* a */ Type, b }"),
        ("{ /** D */ global {} }", "{ /** D */        {} }"),
        ("export type * from \"m\"", "export      * from \"m\""),
        (
            "export { type as interface }",
            "export { Type as interface }",
        ),
        (
            "export {\n a, type, type B }",
            "export {\n a, Type, type B }",
        ),
        ("using a = b", "const a = b"),
        (
            "type A = { [K in keyof readonly é[]]?: B }",
            "type A = { [K in keyof          é[]]?: B }",
        ),
        ("for (using é of b) {}", "for (const é of b) {}"),
        (
            "class A { static accessor #é = 1 }",
            "class A { static          #é = 1 }",
        ),
        (
            "{ private\n override accessor [a]: B }",
            "{ private\n override          [a]: B }",
        ),
        (
            "import defer * as a from \"m\"",
            "import       * as a from \"m\"",
        ),
        ("for (await using a of b) {}", "for (const       a of b) {}"),
    ] {
        assert_eq!(masked(source).as_deref(), Some(expected));
    }
}

#[test]
fn other_words_stay() {
    for source in [
        "abstract class A {}",
        "declare global {}",
        "export type A = B",
        "export { type A, type as as b }",
        "f({ type, a })",
        "type * 2",
        "using in a",
        "f(using in a)",
        "for (using of a) {}",
        "class A { accessor a; static accessor = 1 }",
        "import defer from \"m\"",
        "reusing a = b",
        "export type",
        "global",
    ] {
        assert_eq!(masked(source), None, "{source}");
    }
}
