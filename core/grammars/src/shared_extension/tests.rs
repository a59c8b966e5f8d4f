//! Languages by text, for extensions that several languages share.

use super::*;
use crate::Language;

fn language(name: &str, text: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    shared_extension(extension)
        .unwrap()
        .language_of(text.as_bytes())
}

/// Signs of C++ and Objective-C, each alone in a header.
const SIGNS: &[(&str, &str)] = &[
    ("cpp", "class A {\n};\n"),
    ("cpp", "class A;\n"),
    ("cpp", "class API A : public B {};\n"),
    ("cpp", "class [[nodiscard]] A;\n"),
    ("cpp", "enum class A { b };\n"),
    ("cpp", "enum class A : int;\n"),
    ("cpp", "namespace n {\n}\n"),
    ("cpp", "namespace\n{\n}\n"),
    ("cpp", "inline namespace v1 {}\n"),
    ("cpp", "template <typename T> T f();\n"),
    ("cpp", "using A = int;\n"),
    ("cpp", "using namespace n;\n"),
    ("cpp", "struct A { private: int x; };\n"),
    ("cpp", "struct A : B {};\n"),
    ("cpp", "struct A : public n::B<int>, C {};\n"),
    ("cpp", "struct A final {};\n"),
    ("cpp", "struct A { virtual void f(); };\n"),
    ("cpp", "struct A { friend struct B; };\n"),
    ("cpp", "struct A { explicit A(int); };\n"),
    ("cpp", "struct A { ~A(); };\n"),
    ("cpp", "struct A { bool operator<(A b) const; };\n"),
    ("cpp", "struct A { void operator()(int); };\n"),
    ("cpp", "struct A { operator bool() const; };\n"),
    ("cpp", "void f() noexcept;\n"),
    ("cpp", "static constexpr int a = 1;\n"),
    ("cpp", "decltype(1) a;\n"),
    ("cpp", "int a = static_cast<int>(1.0);\n"),
    ("cpp", "void f(std::string a);\n"),
    ("cpp", "void f(const A &a);\n"),
    ("cpp", "void f(A const& a);\n"),
    ("cpp", "#include <vector>\n"),
    ("cpp", "#ifdef __cplusplus\nclass A;\n#endif\n"),
    ("cpp", "#include <stdint.h>\n# include <QString>\n"),
    ("objc", "@interface A : NSObject\n@end\n"),
    ("objc", "@protocol A;\n"),
    ("objc", "@class A;\n"),
    ("objc", "@import Foundation;\n"),
    ("objc", "#import \"a.h\"\n"),
    ("objc", "NS_ASSUME_NONNULL_BEGIN\n"),
    ("objc", "typedef NS_ENUM(NSInteger, A) { b };\n"),
    ("objc", "#ifdef __OBJC__\n@class A;\n#endif\n"),
    ("objc", "class A;\n@class B;\nvoid f(std::string a);\n"),
    (
        "cpp",
        "#ifdef __OBJC__\n@class A;\n#else\nclass A;\n#endif\n",
    ),
];

/// Headers in C with words of C++.
const C: &[&str] = &[
    "",
    "int f(void);\n",
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n",
    "#if defined(__cplusplus)\n#include <cstdint>\n#else\n#include <stdint.h>\n#endif\n",
    "#ifndef __cplusplus\ntypedef int bool;\n#else\n#include <new>\n#endif\n",
    "#define CLASS class A\n#define N \\\n  namespace n\n",
    "struct class *class;\nstruct class;\nint class(int class);\n",
    "struct template { int operator, private:1, public:2; };\n",
    "enum namespace { virtual, friend, using };\n",
    "#ifdef __cplusplus\nint f(int a) { return static_cast<int>(a); }\n#endif\n",
    "int a = ~B(1) &\n  ~B(2) &\n  ~B();\n",
    "static inline int f(int a) { return a ? a : -a & ~a; }\n",
    "static inline void f(void) { asm volatile(\"nop\" ::: \"memory\"); asm(\"\" :: \"r\"(x)); }\n",
    "[[gnu::packed]] struct a { int b; };\n",
    "int f(const int *a, int b) { return *a & b; }\n",
    "int a = operator + 1; int b = x.operator(1); int c = f(operator, 2);\n",
    "#define A(x) _Generic(x, struct a: 1, default: 2)\n",
    "struct a b = { 1 };\nstruct a f(struct b c) { return c; }\n",
    "struct a { struct { int b : 1; } c; };\n",
    "/* see std::vector, class A; */\n// class A;\nconst char *a = \"class A; std::b\";\n",
    "/*\nclass A {};\nnamespace n {}\n@interface A\n*/\n",
    "/** @class a\n * @interface b\n * @property c */\nint a; /* b@class.org */\n",
];

#[test]
fn headers_with_a_sign_are_in_cpp_or_objc() {
    for (expected, text) in SIGNS {
        assert_eq!(language("a.h", text), Some(*expected), "{text}");
        let surrounded = format!("#ifndef A\n#define A\nint a;\n  {text}\nint b;\n#endif\n");
        assert_eq!(
            language("a.H", &surrounded),
            Some(*expected),
            "{surrounded}"
        );
        let crlf = surrounded.replace('\n', "\r\n");
        assert_eq!(language("a.h", &crlf), Some(*expected), "{crlf}");
        let marked = format!("\u{FEFF}// é ñ\n{text}");
        assert_eq!(language("a.h", &marked), Some(*expected), "{marked}");
    }
}

#[test]
fn headers_without_a_sign_are_in_c() {
    for text in C {
        assert_eq!(language("a.h", text), Some("c"), "{text}");
        for (_, sign) in SIGNS {
            let commented = format!("{text}/* {sign} */\nint a;\n");
            assert_eq!(language("a.h", &commented), Some("c"), "{commented}");
            let lines = format!("// {}\n{text}", sign.replace('\n', "\n// "));
            assert_eq!(language("a.h", &lines), Some("c"), "{lines}");
            let quoted = sign.replace('"', "\\\"").replace('\n', "\\n");
            let string = format!("const char *s = \"\\\"{quoted}\";\n{text}");
            assert_eq!(language("a.h", &string), Some("c"), "{string}");
        }
        for (expected, sign) in SIGNS {
            let after = format!("{text}\n{sign}");
            assert_eq!(language("a.h", &after), Some(*expected), "{after}");
        }
    }
}

#[test]
fn the_most_common_language_has_the_extension() {
    for shared in EXTENSIONS {
        let has_extension = |name: &str| {
            let language = Language::from_name(name);
            language.is_some_and(|l| l.extensions.contains(&shared.extension))
        };
        let mut languages = crate::languages().iter();
        let is_claimed = languages.any(|language| has_extension(language.name));
        assert_eq!(
            is_claimed,
            has_extension(shared.languages[0]),
            "{}",
            shared.extension
        );
        assert_eq!(shared.language_of(b""), Some(shared.languages[0]));
    }
}

#[test]
fn modelines_decide() {
    for (name, text, expected) in [
        ("a.h", "//===-- a.h --*- C++ -*-===//\n", "cpp"),
        ("a.h", "/* -*- mode: c -*- */\nclass A;\n", "c"),
        ("a.h", "// vim: ft=objc\n", "objc"),
        ("a.h", "// vim: ft=python\nclass A;\n", "cpp"),
        ("a.m", "/* é */\n% -*- matlab -*-\n", "matlab"),
    ] {
        assert_eq!(language(name, text), Some(expected), "{text}");
    }
}

#[test]
fn only_the_beginning_of_a_text_decides() {
    let far = format!(
        "{}class A {{}};\n",
        "int a;\n".repeat(SharedExtension::MAX_TEXT / 7 + 1)
    );
    assert_eq!(language("a.h", &far), Some("c"));
    for (_, sign) in SIGNS {
        for end in 0..sign.len() {
            language("a.h", &sign[..end]);
        }
    }
}

#[test]
fn first_lines_decide_other_extensions() {
    for (name, text, expected) in [
        ("a.m", "", Some("objc")),
        ("a.m", "// c\n#import <A.h>\n", Some("objc")),
        ("a.m", "\n@implementation A\n", Some("objc")),
        ("a.m", "% c\nx = 1;\n", Some("matlab")),
        ("a.m", "function y = f(x)\n", Some("matlab")),
        ("a.m", "classdef A < handle\n", Some("matlab")),
        ("a.m", "x.y = 1;\n", Some("matlab")),
        ("a.m", ":- module a.\n", None),
        ("a.m", "(* c *)\nf[x_] := 1\n", None),
        ("a.ts", "", Some("typescript")),
        ("a.ts", "const a = <T>b;\n", Some("typescript")),
        (
            "a.ts",
            "\n<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS>",
            Some("xml"),
        ),
        ("a.tsx", "<?xml version=\"1.0\"?>\n<tileset>", Some("xml")),
        ("a.tsx", "<div/>;", Some("tsx")),
        ("a.v", "", Some("verilog")),
        ("a.v", "// c\nmodule a(input b);\n", Some("verilog")),
        ("a.v", "module a\n(input b);\nendmodule\n", Some("verilog")),
        ("a.v", "module main\n\nfn main() {\n}\n", None),
        ("a.v", "import os\n", None),
        ("a.v", "Theorem a : b.\n", None),
        ("a.pl", "", Some("perl")),
        ("a.pl", "#!/usr/bin/perl\n", Some("perl")),
        ("a.pl", "# c\nuse strict;\n", Some("perl")),
        ("a.pl", "% c\n", None),
        ("a.pl", "parent(a, b).\n", None),
        ("a.pl", "a(X) :- b(X).\n", None),
        ("a.pl", "use v6;\n", None),
        ("a.d", "", Some("d")),
        ("a.d", "module a.b;\n", Some("d")),
        ("a.d", "a.o: a.c \\\n a.h\n", Some("make")),
        ("a.d", "build/a.o \\\n", Some("make")),
        ("a.d", "#!/usr/sbin/dtrace -s\n", None),
        ("a.fs", "", Some("fsharp")),
        ("a.fs", "// c\nlet a = 1\n", Some("fsharp")),
        ("a.fs", "// c\n#version 330\n", Some("glsl")),
        ("a.fs", "uniform vec2 a;\n", Some("glsl")),
        ("a.fs", ": f 1 + ;\n", None),
        ("a.inc", "<?php\n", Some("php")),
        ("a.inc", "#include <a.h>\n", Some("c")),
        ("a.inc", "// c\nclass A;\n", Some("cpp")),
        ("a.inc", "; c\n", Some("assembly")),
        ("a.bb", "(def a 1)\n", Some("clojure")),
        ("a.bb", "SUMMARY = \"a\"\n", None),
        ("a.cl", "(defun f ())\n", Some("lisp")),
        ("a.cl", "__kernel void f() {}\n", Some("opencl")),
        ("a.es", "\"use strict\";\n", Some("javascript")),
        ("a.es", "#!/usr/bin/env escript\n%% c\n", Some("erlang")),
        ("a.ml", "let a = 1\n", Some("ocaml")),
        ("a.ml", "fun f x = x\n", Some("sml")),
        ("a.p", "", Some("pascal")),
        ("a.p", "plot sin(x)\n", Some("gnuplot")),
        ("a.pm", "package A;\n", Some("perl")),
        ("a.pm", "/* XPM */\n", None),
        ("a.pp", "class a {\n", Some("puppet")),
        ("a.pp", "unit a;\n", Some("pascal")),
        ("a.rs", "fn f() {}\n", Some("rust")),
        ("a.rs", "<?xml version=\"1.0\"?>\n", Some("xml")),
        ("a.t", "use v6;\n", None),
        ("a.conf", "", Some("ini")),
        ("a.conf", "server {\n listen 80;\n}\n", Some("nginx")),
        ("a.conf", "# c\n<VirtualHost *:80>\n", Some("apache")),
        ("a.conf", "[a]\nb = c\n", Some("ini")),
    ] {
        assert_eq!(language(name, text), expected, "{name} {text}");
    }
    for extension in ["c", ".h", "", "in"] {
        assert!(shared_extension(extension).is_none(), "{extension}");
    }
}
