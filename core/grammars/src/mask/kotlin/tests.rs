use super::*;
use ransack_base::CancelToken;

fn masked(source: &str) -> Option<String> {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let text = with_declarations(source.as_bytes(), &mut budget).unwrap();
    text.map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn one_modifier_is_left_and_objects_become_classes() {
    for (source, expected) in [
        ("internal open class A {}", "internal      class A {}"),
        ("private sealed\ninterface É", "private       \ninterface É"),
        ("public actual enum class E", "public        enum class E"),
        ("@X internal data object A", "@X               class  A"),
        (
            "@é.X(a = (1))\npublic class A",
            "@é.X(a = (1))\n       class A",
        ),
        ("@X private fun <T> A.f() {}", "@X         fun <T> A.f() {}"),
        ("object A; object B", "class  A; class  B"),
        ("private companion object {}", "private class     Object {}"),
        (
            "@X public companion\nobject É : A {}",
            "@X        class    \n       É : A {}",
        ),
        ("class A { val x = 1 }", "class A { val x = 1;}"),
        (
            "class A { companion object { val x = 1 } }",
            "class A { companion object { val x = 1;};}",
        ),
        ("object : B { fun f() {} }", "object : B { fun f() {};}"),
        ("context(A) fun f() {}", "           fun f() {}"),
        (
            "@X context(é: (A) -> B, _: C)\n@Y private val a = 1",
            "@X                            \n@Y private val a = 1",
        ),
    ] {
        assert_eq!(masked(source).as_deref(), Some(expected));
    }
}

#[test]
fn other_words_stay() {
    for source in [
        "open class A",
        "f(x)\nopen class A",
        "private fun f() {}",
        "companion object A {}",
        "val a = object : B {}",
        "val b = object { }",
        "A::class.java",
        "val internal = subclass x",
        "fun interface A",
        "class",
        "class A { val x = 1; }",
        "class A { val x = \"}\" }",
        "class A { }",
        "val a = context(A) fun() {}",
        "a.context(A) fun f() {}",
        "context(A) { }",
        "context(",
        "class A {\n    val x = 1\n}",
    ] {
        assert_eq!(masked(source), None, "{source}");
    }
}
