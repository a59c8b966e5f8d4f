use super::*;
use ransack_base::CancelToken;

fn masked(code: &str) -> String {
    let source = format!("// @flow\n{code}");
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let text = without_types(source.as_bytes(), &mut budget).unwrap();
    let text = text.map_or(source, |text| String::from_utf8(text).unwrap());
    text["// @flow\n".len()..].to_owned()
}

#[test]
fn types_are_masked() {
    for (code, expected) in [
        (
            "function f<T>(a: ?T, b?: {|+c: T|} = d): Array<T> {}",
            "function f   (a    , b             = d)           {}",
        ),
        (
            "function f(a: A): %checks {} class B { c(): %checks(a) {} }",
            "function f(a   )          {} class B { c()             {} }",
        ),
        ("const f = (a: A): B => a;", "const f = (a   )    => a;"),
        ("const f: (A) => B = a;", "const f           = a;"),
        ("let é: A;", "let é=[];"),
        ("x = (y: any);", "x = (y     );"),
        ("x = (y: any).z ? a : b;", "x = (y     ).z ? a : b;"),
        (
            "class A<T> extends B<T> implements C {\n  +a: T;\n  static b: ?T = 1;\n  c(): T {}\n}",
            "class A    extends B                 {\n  a =[];\n  static b     = 1;\n  c()    {}\n}",
        ),
        ("f<T>(x); new Map<A, B>();", "f   (x); new Map      ();"),
        (
            "const g = <T>(a: T): T => a;",
            "const g =    (a   )    => a;",
        ),
        ("for (const a: A of b) {}", "for (const a    of b) {}"),
        ("x as A; y", "x     ; y"),
        (
            "a = { b: c() as D<E>, as: f }",
            "a = { b: c()        , as: f }",
        ),
        (
            "function f(a: A): (B) => C {}",
            "function f(a   )           {}",
        ),
        (
            "type A = interface { a: B };",
            "var  A=[                  ];",
        ),
        (
            "const A: component(a: B) = c;",
            "const A                  = c;",
        ),
        ("class A { readonly b: C; }", "class A {          b=[]; }"),
    ] {
        assert_eq!(masked(code), expected, "{code}");
    }
}

#[test]
fn declarations_of_types_are_variables_and_classes() {
    for (code, expected) in [
        ("type A<T> = {\n  a: T,\n};", "var  A=[     \n       \n];"),
        (
            "export opaque type A: B = C;",
            "export var         A=[    ];",
        ),
        ("interface A<T> { a: T }", "class     A    {      }"),
        (
            "interface A<T: {...}> { a: T }",
            "class     A           {      }",
        ),
        (
            "declare var a: A\ndeclare var b: B",
            "        var a=[]\n        var b=[]",
        ),
        (
            "declare function f(a: A): B;",
            "        function f(    ) {};",
        ),
        ("declare export var a: A;", "        export var a=[];"),
        ("declare class A<T> { a: T }", "        class A    {      }"),
        (
            "declare module 'a' { declare var b: C; }",
            "                   {         var b=[]; }",
        ),
        ("component A(b: C) { }", "function  A(b   ) { }"),
        (
            "component A('b-c' as d: E, ...f: G) renders H { }",
            "function  A(         d   , ...f   )           { }",
        ),
        (
            "export default component A() renders* B { }",
            "export default function  A()            { }",
        ),
        (
            "export hook useÉ<T>(a: T): void { }",
            "export \x1A\x1A\x1A\x1A useÉ   (a   )       { }",
        ),
        ("declare component A(b: C);", "        function  A(){}  ;"),
        (
            "declare export component A();",
            "        export var       A  ;",
        ),
        (
            "declare hook useA(): B;",
            "        \x1A\x1A\x1A\x1A useA() {};",
        ),
        ("declare module.exports: A;", "                         ;"),
        (
            "import type { A } from 'a';\nimport { type B, typeof C, type } from 'b';",
            "import      { A } from 'a';\nimport {      B,        C, type } from 'b';",
        ),
        ("export type { A } from 'a';", "export      { A } from 'a';"),
        ("enum E { A, B }", "var  E=[      ]"),
    ] {
        assert_eq!(masked(code), expected, "{code}");
    }
}

#[test]
fn values_stay() {
    for code in [
        "const a = b ? c : d;",
        "const a = { b: c, d() {}, e: f ? g : (h) };",
        "switch (a) { case b(): c; case d ? e : f: g; default: h }",
        "a: for (;;) {}",
        "if (a < b && c > (d)) {}",
        "const a = <B c=\"d: e\" f={g ? h : i}>j: k's {l} <m /></B>;",
        "const a = `b: ${c ? d : e} <f>`;",
        "const a = /[/:]b: c/.test(d);",
        "const a = 1 << 13;\nconst b = c <= d;",
        "type = 1; declare = 2; hook = 3; component(a);",
        "hook\nuse = 1",
        "export { a, b as c };",
        "import * as a from 'b';",
        "const { a: b, c: { d } } = e;",
        "x = y => ({ z: 1 });",
        "(",
        "}}}",
        "`${",
        "<a",
    ] {
        assert_eq!(masked(code), code);
    }
}

#[test]
fn text_without_the_mark_stays() {
    let token = CancelToken::new();
    for source in ["const a: B = c", "const a = '@flow';\nconst a: B = c"] {
        let mut budget = WorkBudget::new(&token, None);
        let text = without_types(source.as_bytes(), &mut budget).unwrap();
        assert_eq!(text, None);
    }
}
