use super::*;
use ransack_base::CancelToken;

fn masked(source: &str) -> Option<String> {
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    let text = without_cpp(source.as_bytes(), &mut budget).unwrap();
    text.map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn cpp_becomes_c() {
    for (source, expected) in [
        ("void f(const a::B &é);", "void f(const a__B *é);"),
        (
            "::a f(b::C<d::E, int(f)> g);",
            "  a f(b__C               g);",
        ),
        (
            "template <class T>\nid f(T &&t);",
            "                  \nid f(T **t);",
        ),
        (
            "namespace a::b {\nint f(void);\nstruct C { int d; };\n}\nint g(void);",
            "                \nint f(void);\nstruct C { int d; };\n \nint g(void);",
        ),
        (
            "inline A::B::B(C i) : _d(^{\n  return i;\n}), e{1} {}",
            "inline A__B__B(C i)        \n           \n         {}",
        ),
        (
            "enum class A : B::C { D };\nvoid f(typename E::F);",
            "enum       A : B__C { D };\nvoid f(         E__F);",
        ),
    ] {
        assert_eq!(masked(source).as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn objective_c_stays() {
    for source in [
        "@interface A : B <C>\n- (void)a:(int)b c:(NSArray<D *> *)d;\n@end",
        "int f(int *a) { return a[0] ? 1 : 2; }",
        "// a::b\nNSString *s = @\"a::b\";",
        "namespace",
        "template <",
        "template <a; b>",
        "x = (a) : b;//::",
    ] {
        let found = masked(source);
        assert!(found.is_none_or(|found| found == source), "{source}");
    }
}

#[test]
fn many_brackets_take_linear_time() {
    for source in ["f() : a(b::c".repeat(20_000), "a::b<".repeat(20_000)] {
        assert!(masked(&source).is_some());
    }
}
