//! Macros, directives and other code of C and C++ that the grammars do not accept: each snippet has
//! its definitions and no syntax errors.

use ransack::{CancelToken, Outline, OutlineOptions, outline};

fn of(source: &str, language: &str) -> Outline {
    let options = OutlineOptions::default();
    outline(source.as_bytes(), language, &options, &CancelToken::new()).unwrap()
}

fn names(outline: &Outline) -> String {
    let mut names = Vec::new();
    outline.for_each(|item| names.push(format!("{} {}", item.kind.name(), item.qualified_name())));
    names.join(", ")
}

/// Asserts the definitions of each snippet, and that no snippet has a syntax error.
fn assert_names(language: &str, snippets: &[(&str, &str)]) {
    let mut faults = Vec::new();
    for (source, expected) in snippets {
        let outline = of(source, language);
        let found = names(&outline);
        if found != *expected || outline.syntax_errors > 0 {
            let errors = outline.syntax_errors;
            faults.push(format!(
                "{source}\n  found {found}, {errors} errors\n  expected {expected}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn macros_in_the_heads_of_classes() {
    assert_names(
        "cpp",
        &[
            ("class API W : public B {};", "class W"),
            ("class Lib_EXPORT W final {};", "class W"),
            ("struct ALIGNED(8) S {};", "struct S"),
            ("template <> struct API S<int> {};", "struct S<int>"),
            ("API_TYPE class W {};", "class W"),
            ("class API_EXPORT W;\nint f();", "function f"),
            ("class W;\nAPI_BEGIN\nclass X;\nvoid f();", "function f"),
            ("enum API E : unsigned long { A };", "enum E, variant E::A"),
            (
                "namespace API_HIDDEN n { int x; }",
                "namespace n, variable n::x",
            ),
            ("struct FOO bar;", "variable bar"),
            ("class Größe_API Größe {};", "class Größe"),
        ],
    );
}

#[test]
fn macros_alone_on_their_lines() {
    assert_names(
        "cpp",
        &[
            ("NAMESPACE_BEGIN\nvoid f();\nNAMESPACE_END", "function f"),
            (
                "namespace n {\nNAMESPACE_BEGIN\nclass C {};\nNAMESPACE_END\n}",
                "namespace n, class n::C",
            ),
            (
                "class C {\n  Q_OBJECT\n public:\n  C();\n};",
                "class C, constructor C::C",
            ),
            (
                "class C {\n  Q_OBJECT\n public slots:\n  void f();\n signals:\n  void g();\n};",
                "class C, method C::f, method C::g",
            ),
            (
                "class C {\n PRIVATE_UNLESS_TESTED:\n  int x;\n};",
                "class C, field C::x",
            ),
            (
                "UCLASS(A, B = \"c\")\nclass C {\n  GENERATED_BODY()\n  UPROPERTY(D)\n  int x;\n};",
                "class C, field C::x",
            ),
            (
                "class C {\n  NO_COPY(C);\n  CAPITALS(int x);\n};",
                "class C",
            ),
            (
                "class CAPITALS {\n  CAPITALS(int x);\n};",
                "class CAPITALS, constructor CAPITALS::CAPITALS",
            ),
            ("DEFINE_FLAG(bool, name, \"text\");\nint x;", "variable x"),
        ],
    );
}

#[test]
fn macros_before_and_after_names() {
    assert_names(
        "cpp",
        &[
            ("API void f();", "function f"),
            ("Lib_API static const char *f();", "function f"),
            ("int API f(void) { return 0; }", "function f"),
            ("WORD f();", "function f"),
            ("TYPED(int) f();", "function f"),
            (
                "struct C { API C(int x) : x(1) {} int x; };",
                "struct C, constructor C::C, field C::x",
            ),
            ("API C::C() {}", "constructor C::C"),
            ("API C::~C() {}", "method C::~C"),
            (
                "struct S { API friend void f(); };",
                "struct S, method S::f",
            ),
            ("void f() API_NOEXCEPT;", "function f"),
            ("void f() const GUARDED_BY(lock) override {}", "function f"),
            ("int x GUARDED_BY(lock) = 1;", "variable x"),
            ("int x[2] GUARDED_BY(lock) UNUSED;", "variable x"),
            ("int CAPITALS(int x) UNUSED;", "function CAPITALS"),
            ("void f(const T &x LIFETIME, UNUSED int y) {}", "function f"),
            (
                "template <class T, ENABLE_IF(is_x<T>)> void f() {}",
                "function f",
            ),
            ("using F = int(int) NOEXCEPT_SPEC(true);", "typeAlias F"),
            ("TEST(\"name\", void *) { int x; }", "function TEST"),
            (
                "void f() { CHECK(int, \"{\"); TRY { g(); } }\nint x;",
                "function f, variable x",
            ),
        ],
    );
}

#[test]
fn code_that_the_grammar_of_cpp_does_not_accept() {
    assert_names(
        "cpp",
        &[
            ("void f(T x = {}, U = {}, V * = nullptr) {}", "function f"),
            (
                "template <class T, X<T> * = nullptr> void f() {}",
                "function f",
            ),
            (
                "template <class T, class P = const T *> void f() {}",
                "function f",
            ),
            (
                "auto f() -> decltype(x.template as<int>().y()) {}",
                "function f",
            ),
            ("struct A { void (A::*p)(int); };", "struct A, field A::p"),
            (
                "extern template class A<int>;\ntemplate class A<long>;\nint x;",
                "variable x",
            ),
            ("int x = 1'000'000;\nint y;", "variable x, variable y"),
            (
                "auto x = R\"(class C { \")\";\nint y;",
                "variable x, variable y",
            ),
            (
                "A::operator bool() const { return true; }",
                "method A::operator bool",
            ),
            (
                "constexpr A::operator const char *() {}",
                "method A::operator const char *",
            ),
            (
                "struct A { operator  B<C> &() const; };",
                "struct A, method A::operator B<C> &",
            ),
            (
                "A &A::operator=(const A &) = default;",
                "method A::operator=",
            ),
            (
                "T *&f() {}\nT &&g();\nT (&r)(int);",
                "function f, function g, variable r",
            ),
            ("A::A(A &&) = delete;", "constructor A::A"),
            (
                "struct A<int> { A(); };",
                "struct A<int>, constructor A<int>::A",
            ),
            (
                "struct A { size_t(max)() { return 0; } };",
                "struct A, method A::max",
            ),
            ("class A::B { int x; };", "class A::B, field A::B::x"),
            ("auto [a, b] = f();", "variable a, variable b"),
            (
                "namespace a::b::inline c { void f(); }",
                "namespace a::b::c, function a::b::c::f",
            ),
            (
                "void f() {\n#define IN_BODY 1\n  struct Local { int x; };\n}",
                "function f, macro f::IN_BODY",
            ),
        ],
    );
}

#[test]
fn modules() {
    assert_names(
        "cpp",
        &[
            (
                "module;\nexport module a.b:part;\nimport <vector>;\nimport c;\nint x;",
                "variable x",
            ),
            ("module :private;\nint x;", "variable x"),
            (
                "export class A {};\nexport template <class T> void f() {}",
                "class A, function f",
            ),
            (
                "export namespace n { int x; }",
                "namespace n, variable n::x",
            ),
            (
                "export {\nint x;\nclass A {};\n}\nint y;",
                "variable x, class A, variable y",
            ),
            ("void f() { import(x); module = 1; }", "function f"),
        ],
    );
}

#[test]
fn conditions_that_split_a_declaration() {
    for language in ["c", "cpp", "objc"] {
        assert_names(
            language,
            &[
                ("#ifdef A\nint f(int a)\n#else\nint f(long a)\n#endif\n{\n}\nint g;", "function f, variable g"),
                ("int f(void) {\n#ifdef A\n  while (0) {\n#endif\n#ifndef A\n  while (1) {\n#endif\n  }\n}\nint g;", "function f, variable g"),
                ("int f(void) {\n  if (a) {\n#if A\n  } else {\n#endif\n  }\n}\nint g;", "function f, variable g"),
                ("int f(void) {\n  g(1,\n#ifdef A\n    2,\n#endif\n    3);\n}\nint g;", "function f, variable g"),
                ("#if 0\nint f(void) {\n#else\nint h(void) {\n#endif\n}\nint g;", "function h, variable g"),
                ("#if 1\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif", "function f, function f"),
                ("#ifdef A\n#ifdef B\nint f(void) {\n#else\nint h(void) {\n#endif\n}\n#endif\nint g;", "function f, variable g"),
                ("#define M(x) \\\n  ((x) /* a */ \\\n  + 1)\nint g;", "macro M, variable g"),
            ]
            .map(|(source, names)| match language {
                "cpp" => (source, names.replace("e.", "e::").leak() as &str),
                _ => (source, names),
            }),
        );
    }
    assert_names(
        "cpp",
        &[
            (
                "#ifdef A\nclass C : public X {\n#else\nclass C : public Y {\n#endif\n  int x;\n};",
                "class C, field C::x",
            ),
            (
                "C::C() : a(1),\n#ifdef A\n  b(2),\n#endif\n  c(3) {}\nint g;",
                "constructor C::C, variable g",
            ),
            (
                "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif",
                "function f",
            ),
        ],
    );
}

#[test]
fn definitions_of_c_without_a_type() {
    assert_names(
        "c",
        &[
            ("main() { return 0; }", "function main"),
            ("static g(x) int x; { return x; }", "function g"),
            (
                "größe(a, b)\n  char *a;\n  int b;\n{\n}\nint x;",
                "function größe, variable x",
            ),
            ("void f(void) { if (x) { } walk(x) { } }", "function f"),
        ],
    );
}

#[test]
fn the_first_name_of_a_typedef_owns_the_members() {
    for (language, dot) in [("c", "."), ("cpp", "::"), ("objc", ".")] {
        let source = "typedef struct { int a; } T, *P;\nint x;";
        let expected = format!("struct T, field T{dot}a, typeAlias P, variable x");
        assert_names(language, &[(source, &expected)]);
        let outline = of(source, language);
        let [members, pointer, _] = outline.items.as_slice() else {
            panic!("{}", names(&outline));
        };
        let text = |item: &ransack::OutlineItem| {
            let span = item.span();
            &source[span.start.offset..span.end.offset]
        };
        assert_eq!(text(members), "typedef struct { int a; } T");
        assert_eq!(text(pointer), "*P");
    }
}

/// A definition keeps the macro that begins it.
#[test]
fn definitions_begin_with_their_macros() {
    let source = "API_EXPORT void f();\nAPI_EXPORT C::C() {}\n";
    let outline = of(source, "cpp");
    let starts = outline.items.iter().map(|item| item.span().start.offset);
    assert_eq!(starts.collect::<Vec<_>>(), [0, 21]);
    assert_eq!(outline.items[0].signature, "API_EXPORT void f()");
}

/// Errors that remain are reported.
#[test]
fn broken_code_is_reported() {
    for source in [
        "class A { int f( };",
        "void f() { if ( }",
        "#ifdef A\nint f( {\n#endif\n",
    ] {
        assert!(of(source, "cpp").syntax_errors > 0, "{source}");
    }
}

#[test]
fn macros_of_kernels() {
    assert_names(
        "c",
        &[
            ("static int __init f(void) {}", "function f"),
            ("static __always_inline int f(void) {}", "function f"),
            ("int f(char __user *a) {}", "function f"),
            ("void __iomem *x;", "variable x"),
            ("static struct s x __read_mostly = { 1 };", "variable x"),
            ("static const struct s __initconst x[] = {};", "variable x"),
            (
                "struct s { int a __aligned(8); char b GUARDED(c), d; } __packed;\nint e;",
                "struct s, field s.a, field s.b, field s.d, variable e",
            ),
            (
                "struct s { int a; } __aligned(sizeof(x)) __packed;",
                "struct s, field s.a",
            ),
            (
                "struct s { int a[2] __aligned(8), b[] ____aligned; };",
                "struct s, field s.a, field s.b",
            ),
            ("static int x[1] __read_mostly = { 1 };", "variable x"),
            (
                "int f(int a) __must_hold(b);\nint g(void) __init {}",
                "function f, function g",
            ),
            ("int f() { }\nDEFINE(x) = { 1 };", "function f, variable x"),
            ("__printf(1, 2)\nvoid f(const char *a, ...);", "function f"),
            (
                "static __u32 __x = 1;\n__le16 f(__be32 __y) {}",
                "variable __x, function f",
            ),
            (
                "static int __f(int a);\nint __attribute__((b)) g(void);",
                "function __f, function g",
            ),
        ],
    );
}

#[test]
fn types_of_macros() {
    assert_names(
        "c",
        &[
            ("STACK_OF(T) *f(int a);\nint g;", "function f, variable g"),
            ("DECLARE(A)\nint f(A *a);", "function f"),
            (
                "DECLARE(A)\nDECLARE(B)\nSTACK_OF(T) **f(int a);\nint g;",
                "function f, variable g",
            ),
            ("DECLARE(A)\nTYPED(int) f(void) {}", "function f"),
        ],
    );
}

#[test]
fn functions_that_macros_define() {
    for language in ["c", "cpp", "objc"] {
        assert_names(
            language,
            &[
                (
                    "FUNCTION(f)\n{\n  g();\n}\nint x;",
                    "function FUNCTION, variable x",
                ),
                ("static CALL(f, int, a) { return a; }", "function CALL"),
                ("void f() { EACH(x) { g(); } }", "function f"),
            ],
        );
    }
}

#[test]
fn old_definitions() {
    assert_names(
        "c",
        &[
            ("int f(a, b) int a; char *b; {}", "function f"),
            ("char *\nf(é)\n\tchar *é;\n{\n}", "function f"),
            (
                "static struct s **f(a, b) struct s *a; int b; {}",
                "function f",
            ),
            ("char *f(a);\nint g;", "function f, variable g"),
            ("int x = a *f(b);\nint g() {}", "variable x, function g"),
        ],
    );
}

#[test]
fn conditions_in_lists_of_values() {
    for language in ["c", "cpp", "objc"] {
        assert_names(
            language,
            &[
                ("int x[] = {\n#ifdef A\n  1,\n#endif\n  2 };", "variable x"),
                (
                    "int x[] = {\n#ifdef A\n  1,\n#else\n  3,\n#endif\n};\nint y;",
                    "variable x, variable y",
                ),
                (
                    "struct s x = {\n#if A\n  .a = { 1 },\n#endif\n  .b = 2,\n#if B\n  .c = 3\n#endif\n};",
                    "variable x",
                ),
            ],
        );
    }
}
