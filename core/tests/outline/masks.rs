//! Text that grammars cannot parse as it is: conditions, types of Flow, newer TypeScript.

use ransack::ast::check_syntax;
use ransack::{CancelToken, ItemKind, OutlineOptions, SkeletonOptions, imports, outline, skeleton};

fn names(source: &str, language: &str) -> (Vec<String>, u64) {
    let options = OutlineOptions::default();
    let found = outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let mut names = Vec::new();
    found.for_each(|item| names.push(item.qualified_name().to_owned()));
    (names, found.syntax_errors)
}

#[test]
fn a_dropped_branch_is_an_error_of_every_result() {
    let source = "using A;\nclass É {\n#if D\n  void X() {\n#else\n  void R() {\n#endif\n  }\n  \
                  void After() {}\n}\n";
    let (found, errors) = names(source, "csharp");
    assert_eq!(found, ["É", "É.X", "É.After"]);
    assert_eq!(errors, 1);
    let (source, token) = (source.as_bytes(), CancelToken::new());
    let skeleton = skeleton(source, "csharp", &SkeletonOptions::default(), &token).unwrap();
    assert_eq!(skeleton.syntax_errors, 1);
    let imports = imports(source, "csharp", &token).unwrap();
    assert_eq!((imports.items.len(), imports.syntax_errors), (1, 1));
}

#[test]
fn types_of_flow_are_not_read_as_code() {
    let source = "// @flow\nimport type { A } from 'a';\nexport type T<X> = {| a: ?X |};\nclass É {\n  \
                  +a: T;\n  b(c: A): B { return (c: any); }\n}\nlet v: T;\n";
    let (found, errors) = names(source, "javascript");
    assert_eq!(found, ["T", "É", "É.a", "É.b", "v"]);
    assert_eq!(errors, 0);
    let (text, token) = (source.as_bytes(), CancelToken::new());
    assert!(check_syntax(text, "javascript", &token).unwrap().is_empty());
    let found = outline(text, "javascript", &OutlineOptions::default(), &token).unwrap();
    let alias = &found.items[0];
    assert_eq!(alias.kind, ItemKind::TypeAlias);
    assert_eq!(alias.signature, "export type T<X> = {| a: ?X |}");
    let field = found.items[1].children[0].span();
    assert_eq!(&source[field.start.offset..field.end.offset], "+a: T;");
    let imports = imports(text, "javascript", &token).unwrap();
    assert!(imports.items[0].names[0].is_type_only);
}

#[test]
fn newer_typescript_has_no_syntax_errors() {
    let token = CancelToken::new();
    for source in [
        "export type * from \"./x\";",
        "declare const d: import(\"r\").H<N>;",
        "interface Z<in out T> { a: T }",
        "const a = sql<{ é: B }>`c`;",
        "function f(using: any) {}",
    ] {
        for language in ["typescript", "tsx"] {
            let errors = check_syntax(source.as_bytes(), language, &token).unwrap();
            assert!(errors.is_empty(), "{source}");
        }
    }
    let source = b"let a: import(\"m\").T<import('n').U<V>>;";
    let imports = imports(source, "typescript", &token).unwrap();
    let modules: Vec<_> = imports.items.iter().map(|item| &item.module).collect();
    assert_eq!(modules, ["m", "n"]);
}

/// The grammar takes a class with two annotations and a body on one line for an expression.
#[test]
fn bodies_of_kotlin_on_one_line_are_read() {
    for (source, expected) in [
        ("@A @B\nclass É { fun f() {} }\n", &["É", "É.f"][..]),
        ("@A\n@B(1)\ninterface I { fun f() }\n", &["I", "I.f"]),
        ("class A { val x = 1 }\n", &["A", "A.x"]),
        (
            "class A { companion object { val x = 1 } }\n",
            &["A", "A.Companion", "A.x"],
        ),
        (
            "@A @B\nclass É {\n    private companion object {\n        val x = 1\n    }\n}\n",
            &["É", "É.Companion", "É.x"],
        ),
        (
            "@A @B\nclass É {\n    internal companion object C : D {\n        val x = 1\n    }\n}\n",
            &["É", "É.C", "É.x"],
        ),
        (
            "enum class E { A, B; fun f() {} }\n",
            &["E", "E.A", "E.B", "E.f"],
        ),
    ] {
        let (found, errors) = names(source, "kotlin");
        assert_eq!(found, expected, "{source}");
        assert_eq!(errors, 0, "{source}");
    }
}

/// A header can be in Objective-C and C++.
#[test]
fn objective_c_with_cpp_is_read() {
    let source = "namespace a::b {\ntemplate <typename T>\nid f(const std::vector<T> &é);\n}\n\
         inline Ef::Gh::Gh(Ij i) : _k(^{\n  return i;\n}) {}\n\
         @interface C : NSObject\n@property BOOL visible;\n- (void)g:(const a::D &)d;\n@end\n";
    let (found, errors) = names(source, "objc");
    assert_eq!(found, ["f", "Ef::Gh::Gh", "C", "C.visible", "C.g:"]);
    assert_eq!(errors, 0);
}
