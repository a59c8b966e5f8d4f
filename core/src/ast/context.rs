//! Contexts in which fragments of each language are parsed.
//!
//! A context is code around a fragment that completes a file, such as a class around a member. Each
//! constant lists the contexts of one language, or of several languages with equal contexts, in the
//! order of a pattern's variants.

use std::ops::Range;

use super::condition::ContextCondition::{
    self, Always, Brace, Colon, Else, Entry, Equals, Fallback, Field, Member, Tag,
};

/// Code before and after a fragment that completes a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternContext {
    /// Name of the context, as in `AstMatch::context`.
    pub(super) name: &'static str,
    pub(super) condition: ContextCondition,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
}

impl PatternContext {
    /// Returns `fragment` and `closing` inside the context, and the range of the fragment in the
    /// result.
    pub(super) fn wrap(&self, fragment: &str, closing: &str) -> (String, Range<usize>) {
        let start = self.before.len();
        let text = [self.before, fragment, closing, self.after].concat();
        (text, start..start + fragment.len())
    }
}

const fn at(
    name: &'static str,
    condition: ContextCondition,
    before: &'static str,
    after: &'static str,
) -> PatternContext {
    PatternContext {
        name,
        condition,
        before,
        after,
    }
}

/// Context of a fragment that is a whole file.
const FILE: PatternContext = at("file", Always, "", "");

pub(super) const TOP: &[PatternContext] = &[FILE];

/// Contexts of languages in which a line feed ends a construct.
pub(super) const LINE: &[PatternContext] = &[FILE, at("file", Fallback, "", "\n")];

pub(super) const BASH: &[PatternContext] = &[
    FILE,
    at("else", Else, "if x; then\n:\n", "\nfi\n"),
    at("case", Fallback, "case x in\n", "\nesac\n"),
];

pub(super) const C: &[PatternContext] = &[
    FILE,
    at("statement", Always, "void f(void) {\n", "\n}"),
    at("statement", Always, "void f(void) {\n", ";\n}"),
    at("expression", Always, "int x = ", ";"),
    at("declaration", Fallback, "", ";"),
    at("member", Always, "struct s {\n", "\n};"),
    at("member", Always, "struct s {\n", ";\n};"),
    at("parameter", Fallback, "void f(", ");"),
    at("type", Fallback, "int x = sizeof(", ");"),
    at("case", Fallback, "void f(void) { switch (x) {\n", "\n} }"),
    at("else", Fallback, "void f(void) { if (x) {}\n", "\n}"),
    at("enumerator", Fallback, "enum e { ", " };"),
    at("initializer", Fallback, "struct s x = { ", " };"),
    at("attribute", Fallback, "", "\nint x;"),
];

pub(super) const OBJC: &[PatternContext] = &[
    FILE,
    at("statement", Always, "void f(void) {\n", "\n}"),
    at("statement", Always, "void f(void) {\n", ";\n}"),
    at("expression", Always, "int x = ", ";"),
    at("declaration", Fallback, "", ";"),
    at("member", Fallback, "@implementation C\n", "\n@end"),
    at("member", Member, "@interface C\n", "\n@end"),
    at("member", Fallback, "@interface C\n", ";\n@end"),
    at("parameter", Fallback, "void f(", ");"),
    at("type", Fallback, "int x = sizeof(", ");"),
    at("case", Fallback, "void f(void) { switch (x) {\n", "\n} }"),
];

pub(super) const CPP: &[PatternContext] = &[
    FILE,
    at("statement", Always, "void f() {\n", "\n}"),
    at("statement", Always, "void f() {\n", ";\n}"),
    at("expression", Always, "auto x = ", ";"),
    at("declaration", Fallback, "", ";"),
    at("member", Always, "class c {\n", "\n};"),
    at("member", Always, "class c {\n", ";\n};"),
    at("parameter", Fallback, "void f(", ");"),
    at("type", Always, "using t = ", ";"),
    at(
        "template parameter",
        Fallback,
        "template <",
        "> class c {};",
    ),
    at("case", Fallback, "void f() { switch (x) {\n", "\n} }"),
    at("else", Fallback, "void f() { if (x) {}\n", "\n}"),
    at("catch", Fallback, "void f() { try {}\n", "\n}"),
    at("enumerator", Fallback, "enum e { ", " };"),
    at("attribute", Fallback, "", "\nint x;"),
    at("base", Fallback, "class c ", " {};"),
];

pub(super) const CSHARP: &[PatternContext] = &[
    FILE,
    at("statement", Always, "class C { void F() {\n", "\n} }"),
    at("statement", Always, "class C { void F() {\n", ";\n} }"),
    at("expression", Always, "class C { object x = ", "; }"),
    at("argument", Colon, "class C { object x = f(", "); }"),
    at("member", Always, "class C {\n", "\n}"),
    at("member", Always, "class C {\n", ";\n}"),
    at("parameter", Fallback, "class C { void F(", ") {} }"),
    at("type", Always, "class C { ", " x; }"),
    at("attribute", Always, "", "\nclass C {}"),
    at(
        "case",
        Fallback,
        "class C { void F() { switch (x) {\n",
        "\n} } }",
    ),
    at("arm", Fallback, "class C { object x = y switch { ", " }; }"),
    at("catch", Fallback, "class C { void F() { try {}\n", "\n} }"),
    at("else", Fallback, "class C { void F() { if (x) {} ", "\n} }"),
];

pub(super) const CSS: &[PatternContext] = &[
    FILE,
    at("declaration", Colon, "a {\n", "\n}"),
    at("declaration", Colon, "a {\n", ";\n}"),
    at("selector", Fallback, "", " {}"),
    at("value", Fallback, "a { x: ", "; }"),
    at("query", Fallback, "@media ", " {}"),
];

pub(super) const DART: &[PatternContext] = &[
    FILE,
    at("statement", Always, "void f() {\n", "\n}"),
    at("statement", Always, "void f() {\n", ";\n}"),
    at("expression", Always, "var x = ", ";"),
    at("argument", Colon, "var x = f(", ");"),
    at("member", Member, "class C {\n", "\n}"),
    at("member", Always, "class C {\n", ";\n}"),
    at("parameter", Fallback, "void f(", ") {}"),
    at("type", Always, "typedef T = ", ";"),
    at("annotation", Fallback, "", "\nclass C {}"),
    at("case", Fallback, "void f() { switch (x) {\n", "\n} }"),
    at("else", Fallback, "void f() { if (x) {} ", "\n}"),
    at("catch", Fallback, "void f() { try {} ", "\n}"),
    at("catch", Fallback, "void f() { try {} ", " {}\n}"),
];

pub(super) const ELIXIR: &[PatternContext] = &[
    FILE,
    at("keyword", Colon, "f(", ")\n"),
    at("clause", Fallback, "case x do\n", "\nend\n"),
];

pub(super) const ERLANG: &[PatternContext] = &[
    FILE,
    at("expression", Always, "f() ->\n", "."),
    at("form", Fallback, "", "."),
    at("clause", Fallback, "f() -> case x of\n", "\nend."),
    at("type", Fallback, "-type t() :: ", "."),
];

pub(super) const GO: &[PatternContext] = &[
    FILE,
    at("statement", Always, "package p\nfunc f() {\n", "\n}"),
    at("expression", Always, "package p\nvar x = ", "\n"),
    at("declaration", Fallback, "package p\n", "\n"),
    at("field", Fallback, "package p\ntype t struct {\n", "\n}\n"),
    at(
        "method",
        Fallback,
        "package p\ntype t interface {\n",
        "\n}\n",
    ),
    at("element", Colon, "package p\nvar x = t{\n", ",\n}"),
    at("parameter", Fallback, "package p\nfunc f(", ") {}"),
    at("type", Always, "package p\ntype t ", "\n"),
    at(
        "case",
        Fallback,
        "package p\nfunc f() { switch x {\n",
        "\n} }",
    ),
    at(
        "case",
        Fallback,
        "package p\nfunc f() { select {\n",
        "\n} }",
    ),
    at("import", Fallback, "package p\nimport (\n", "\n)"),
    at("else", Fallback, "package p\nfunc f() { if x {} ", "\n}"),
];

pub(super) const GRAPHQL: &[PatternContext] = &[
    FILE,
    at("field", Colon, "type T {\n", "\n}"),
    at("argument", Colon, "{ a(", ") }"),
    at("selection", Fallback, "{\n", "\n}"),
    at("value", Fallback, "{ a(b: ", ") }"),
    at("directive", Fallback, "type T ", " { a: B }"),
    at("type", Fallback, "type T { a: ", " }"),
];

pub(super) const HASKELL: &[PatternContext] = &[
    FILE,
    at("expression", Always, "x = ", "\n"),
    at("statement", Fallback, "x = do\n  ", "\n"),
    at("alternative", Fallback, "x = case y of\n  ", "\n"),
    at("type", Fallback, "x :: ", "\n"),
    at("member", Fallback, "class C a where\n  ", "\n"),
];

pub(super) const HCL: &[PatternContext] = &[
    FILE,
    at("file", Fallback, "", "\n"),
    at("expression", Fallback, "x = ", "\n"),
];

pub(super) const JAVA: &[PatternContext] = &[
    FILE,
    at("statement", Always, "class C { void f() {\n", "\n} }"),
    at("statement", Always, "class C { void f() {\n", ";\n} }"),
    at("expression", Always, "class C { Object x = ", "; }"),
    at("member", Always, "class C {\n", "\n}"),
    at("member", Always, "class C {\n", ";\n}"),
    at("parameter", Fallback, "class C { void f(", ") {} }"),
    at("type", Always, "class C { ", " x; }"),
    at("annotation", Fallback, "", "\nclass C {}"),
    at(
        "case",
        Fallback,
        "class C { void f() { switch (x) {\n",
        "\n} } }",
    ),
    at("catch", Fallback, "class C { void f() { try {}\n", "\n} }"),
    at("constant", Fallback, "enum E {\n", "\n}"),
    at("else", Fallback, "class C { void f() { if (x) {} ", "\n} }"),
];

pub(super) const JS: &[PatternContext] = &[
    FILE,
    at("expression", Always, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("statement", Fallback, "async function* f() {\n", "\n}"),
    at("parameter", Fallback, "function f(", ") {}"),
    at("decorator", Fallback, "", "\nclass C {}"),
    at("case", Fallback, "switch (x) {\n", "\n}"),
    at("catch", Fallback, "try {}\n", "\n"),
    at("attribute", Equals, "<a ", " />;"),
    at("specifier", Fallback, "import { ", " } from 'm';"),
    at("child", Brace, "<a>", "</a>;"),
    at("else", Fallback, "if (x) {} ", "\n"),
];

pub(super) const TS: &[PatternContext] = &[
    FILE,
    at("expression", Always, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("parameter", Colon, "function f(", ") {}"),
    at("signature", Colon, "interface I {\n", "\n}"),
    at("declarator", Colon, "let ", ";"),
    at("statement", Fallback, "async function* f() {\n", "\n}"),
    at("type", Always, "type T = ", ";"),
    at("annotation", Fallback, "let x", ";"),
    at("type parameter", Fallback, "type T<", "> = x;"),
    at("decorator", Fallback, "", "\nclass C {}"),
    at("case", Fallback, "switch (x) {\n", "\n}"),
    at("catch", Fallback, "try {}\n", "\n"),
    at("specifier", Fallback, "import { ", " } from 'm';"),
    at("else", Fallback, "if (x) {} ", "\n"),
];

pub(super) const TSX: &[PatternContext] = &[
    FILE,
    at("expression", Always, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("parameter", Colon, "function f(", ") {}"),
    at("signature", Colon, "interface I {\n", "\n}"),
    at("declarator", Colon, "let ", ";"),
    at("statement", Fallback, "async function* f() {\n", "\n}"),
    at("type", Always, "type T = ", ";"),
    at("annotation", Fallback, "let x", ";"),
    at("type parameter", Fallback, "type T<", "> = x;"),
    at("decorator", Fallback, "", "\nclass C {}"),
    at("case", Fallback, "switch (x) {\n", "\n}"),
    at("catch", Fallback, "try {}\n", "\n"),
    at("attribute", Equals, "<a ", " />;"),
    at("specifier", Fallback, "import { ", " } from 'm';"),
    at("child", Brace, "<a>", "</a>;"),
    at("else", Fallback, "if (x) {} ", "\n"),
];

pub(super) const JSON: &[PatternContext] = &[FILE, at("pair", Fallback, "{\n", "\n}")];

pub(super) const JULIA: &[PatternContext] = &[FILE, at("else", Else, "if x\n", "\nend\n")];

pub(super) const KOTLIN: &[PatternContext] = &[
    FILE,
    at("statement", Always, "fun f() {\n", "\n}"),
    at("expression", Always, "val x = ", "\n"),
    at("parameter", Colon, "fun f(", ") {}"),
    at("argument", Entry, "val x = f(", ")\n"),
    at("property", Colon, "class C(val ", ")"),
    at("variable", Colon, "val ", "\n"),
    at("member", Fallback, "class C {\n", "\n}"),
    at("type", Always, "typealias T = ", "\n"),
    at("annotation", Fallback, "", "\nclass C"),
    at("branch", Fallback, "fun f() { when (x) {\n", "\n} }"),
    at("else", Fallback, "fun f() { if (x) {} ", "\n}"),
    at("catch", Fallback, "fun f() { try {} ", "\n}"),
];

pub(super) const LUA: &[PatternContext] = &[
    FILE,
    at("expression", Always, "local x = ", "\n"),
    at("field", Entry, "local x = { ", " }\n"),
    at("else", Else, "if x then\n", "\nend\n"),
];

pub(super) const MARKUP: &[PatternContext] = &[FILE, at("attribute", Equals, "<a ", "></a>")];

pub(super) const NIX: &[PatternContext] = &[
    FILE,
    at("binding", Fallback, "{\n", "\n}"),
    at("binding", Fallback, "{\n", ";\n}"),
    at("formal", Fallback, "{ ", " }: x"),
];

pub(super) const OCAML: &[PatternContext] = &[
    FILE,
    at("expression", Always, "let x = ", "\n"),
    at("case", Fallback, "let x = match y with\n", "\n"),
    at("type", Fallback, "type t = ", "\n"),
    at("specification", Fallback, "module type S = sig\n", "\nend"),
    at("field", Colon, "type t = { ", " }"),
];

pub(super) const ODIN: &[PatternContext] = &[
    FILE,
    at("statement", Always, "package p\nf :: proc() {\n", "\n}"),
    at("expression", Always, "package p\nx := ", "\n"),
    at("declaration", Fallback, "package p\n", "\n"),
    at("field", Colon, "package p\nt :: struct {\n", ",\n}"),
    at("parameter", Colon, "package p\nf :: proc(", ") {}"),
    at(
        "case",
        Fallback,
        "package p\nf :: proc() { switch x {\n",
        "\n} }",
    ),
];

pub(super) const PERL: &[PatternContext] = &[FILE, at("else", Else, "if ($x) {} ", "\n")];

pub(super) const PHP: &[PatternContext] = &[
    at("file", Tag, "", ""),
    at("statement", Always, "<?php\n", "\n"),
    at("statement", Always, "<?php\n", ";\n"),
    at("expression", Always, "<?php\n$x = ", ";\n"),
    at("member", Always, "<?php\nclass C {\n", "\n}"),
    at("member", Always, "<?php\nclass C {\n", ";\n}"),
    at("entry", Entry, "<?php\n$x = [", "];\n"),
    at("parameter", Fallback, "<?php\nfunction f(", ") {}"),
    at("argument", Colon, "<?php\nf(", ");"),
    at("attribute", Fallback, "<?php\n", "\nclass C {}"),
    at("case", Fallback, "<?php\nswitch ($x) {\n", "\n}"),
    at("arm", Entry, "<?php\n$x = match ($y) { ", " };"),
    at("catch", Fallback, "<?php\ntry {}\n", "\n"),
    at("else", Else, "<?php\nif ($x) {} ", "\n"),
];

pub(super) const POWERSHELL: &[PatternContext] = &[
    FILE,
    at("function", Fallback, "function f {\n", "\n}"),
    at("else", Else, "if ($x) {} ", "\n"),
    at("finally", Fallback, "try {} ", "\n"),
];

pub(super) const PROTO: &[PatternContext] = &[
    FILE,
    at("statement", Always, "syntax = \"proto3\";\n", "\n"),
    at("statement", Always, "syntax = \"proto3\";\n", ";\n"),
    at(
        "field",
        Fallback,
        "syntax = \"proto3\";\nmessage M {\n",
        "\n}",
    ),
    at(
        "field",
        Fallback,
        "syntax = \"proto3\";\nmessage M {\n",
        ";\n}",
    ),
    at(
        "rpc",
        Fallback,
        "syntax = \"proto3\";\nservice S {\n",
        "\n}",
    ),
    at(
        "rpc",
        Fallback,
        "syntax = \"proto3\";\nservice S {\n",
        ";\n}",
    ),
    at("value", Fallback, "syntax = \"proto3\";\nenum E {\n", "\n}"),
    at(
        "value",
        Fallback,
        "syntax = \"proto3\";\nenum E {\n",
        ";\n}",
    ),
];

pub(super) const PYTHON: &[PatternContext] = &[
    FILE,
    at("parameter", Colon, "def f(", "):\n  pass\n"),
    at("pair", Colon, "x = {", "}\n"),
    at("statement", Fallback, "async def f():\n  ", "\n"),
    at("argument", Equals, "f(", ")\n"),
    at("decorator", Fallback, "", "\ndef f():\n  pass\n"),
    at("type", Always, "x: ", "\n"),
    at("except", Fallback, "try:\n  pass\n", "\n"),
    at("case", Fallback, "match x:\n  ", "\n"),
    at("body", Fallback, "", "\n  pass\n"),
    at("else", Fallback, "if x:\n  pass\n", "\n"),
];

pub(super) const STARLARK: &[PatternContext] = &[
    FILE,
    at("parameter", Colon, "def f(", "):\n  pass\n"),
    at("pair", Colon, "x = {", "}\n"),
    at("statement", Fallback, "async def f():\n  ", "\n"),
    at("argument", Always, "f(", ")\n"),
    at("decorator", Fallback, "", "\ndef f():\n  pass\n"),
    at("type", Fallback, "x: ", "\n"),
    at("except", Fallback, "try:\n  pass\n", "\n"),
    at("case", Fallback, "match x:\n  ", "\n"),
    at("body", Fallback, "", "\n  pass\n"),
    at("else", Fallback, "if x:\n  pass\n", "\n"),
];

pub(super) const RUBY: &[PatternContext] = &[
    FILE,
    at("argument", Colon, "f(", ")\n"),
    at("pair", Colon, "x = { ", " }\n"),
    at("pair", Entry, "x = { ", " }\n"),
    at("parameter", Fallback, "def f(", ")\nend\n"),
    at("when", Fallback, "case x\n", "\nend\n"),
    at("rescue", Fallback, "begin\n", "\nend\n"),
    at("else", Else, "if x\n", "\nend\n"),
];

pub(super) const RUST: &[PatternContext] = &[
    FILE,
    at("statement", Always, "fn f() {\n", "\n}"),
    at("statement", Always, "fn f() {\n", ";\n}"),
    at("expression", Always, "const X: T = ", ";"),
    at("parameter", Colon, "fn f(", ") {}"),
    at("field", Colon, "struct S {\n", "\n}"),
    at("initializer", Colon, "const X: T = S { ", " };"),
    at("member", Fallback, "impl S {\n", "\n}"),
    at("member", Fallback, "trait T {\n", ";\n}"),
    at("type", Always, "type T = ", ";"),
    at("arm", Fallback, "fn f() { match x {\n", "\n} }"),
    at("pattern", Fallback, "fn f() { let ", " = x; }"),
    at("variant", Fallback, "enum E {\n", "\n}"),
    at("attribute", Fallback, "", "\nfn f() {}"),
    at("type parameter", Fallback, "struct S<", ">;"),
    at("bound", Fallback, "fn f() ", " {}"),
    at("else", Fallback, "fn f() { if x {} ", "\n}"),
];

pub(super) const SCALA: &[PatternContext] = &[
    FILE,
    at("expression", Always, "object O { val x = ", "\n}"),
    at("statement", Fallback, "object O {\n", "\n}"),
    at("parameter", Colon, "class C(", ")"),
    at("case", Fallback, "object O { x match {\n", "\n} }"),
    at("type", Always, "object O { type T = ", "\n}"),
    at("annotation", Fallback, "", "\nclass C"),
    at("else", Fallback, "object O { if (x) {} ", "\n}"),
    at("catch", Fallback, "object O { try {} ", "\n}"),
];

pub(super) const SOLIDITY: &[PatternContext] = &[
    FILE,
    at(
        "statement",
        Always,
        "contract C { function f() public {\n",
        "\n} }",
    ),
    at(
        "statement",
        Always,
        "contract C { function f() public {\n",
        ";\n} }",
    ),
    at("expression", Always, "contract C { int x = ", "; }"),
    at("member", Fallback, "contract C {\n", "\n}"),
    at("member", Fallback, "contract C {\n", ";\n}"),
    at(
        "parameter",
        Fallback,
        "contract C { function f(",
        ") public {} }",
    ),
    at("type", Fallback, "contract C { ", " x; }"),
];

pub(super) const SQL: &[PatternContext] = &[
    FILE,
    at("expression", Fallback, "SELECT ", ";"),
    at("condition", Fallback, "SELECT 1 FROM t WHERE ", ";"),
    at("clause", Fallback, "SELECT 1 ", ";"),
    at("clause", Fallback, "SELECT 1 FROM t ", ";"),
    at("clause", Fallback, "SELECT 1 FROM t LIMIT 1 ", ";"),
    at("column", Fallback, "CREATE TABLE t (", ");"),
];

pub(super) const SWIFT: &[PatternContext] = &[
    FILE,
    at("statement", Always, "func f() {\n", "\n}"),
    at("expression", Always, "let x = ", "\n"),
    at("parameter", Colon, "func f(", ") {}"),
    at("argument", Colon, "f(", ")"),
    at("variable", Colon, "let ", "\n"),
    at("member", Fallback, "class C {\n", "\n}"),
    at("type", Always, "typealias T = ", "\n"),
    at("attribute", Fallback, "", "\nclass C {}"),
    at("case", Fallback, "func f() { switch x {\n", "\n} }"),
    at("else", Fallback, "func f() { if x {} ", "\n}"),
    at("catch", Fallback, "func f() { do {} ", "\n}"),
    at("enum case", Fallback, "enum E {\n", "\n}"),
];

pub(super) const TLA: &[PatternContext] = &[
    FILE,
    at("unit", Always, "---- MODULE M ----\n", "\n===="),
    at("expression", Always, "---- MODULE M ----\nx == ", "\n===="),
];

pub(super) const TOML: &[PatternContext] = &[FILE, at("value", Fallback, "x = ", "\n")];

pub(super) const VERILOG: &[PatternContext] = &[
    FILE,
    at("item", Always, "module m;\n", "\nendmodule"),
    at("item", Always, "module m;\n", ";\nendmodule"),
    at(
        "statement",
        Fallback,
        "module m; initial begin\n",
        "\nend endmodule",
    ),
    at(
        "statement",
        Fallback,
        "module m; initial begin\n",
        ";\nend endmodule",
    ),
    at(
        "expression",
        Fallback,
        "module m; assign x = ",
        "; endmodule",
    ),
    at("port", Fallback, "module m(", "); endmodule"),
];

pub(super) const ZIG: &[PatternContext] = &[
    FILE,
    at("statement", Always, "fn f() void {\n", "\n}"),
    at("statement", Always, "fn f() void {\n", ";\n}"),
    at("expression", Always, "const x = ", ";"),
    at("declaration", Fallback, "", ";"),
    at("parameter", Colon, "fn f(", ") void {}"),
    at("field", Colon, "const S = struct { ", " };"),
    at("prong", Fallback, "fn f() void { switch (x) { ", " } }"),
    at("else", Else, "fn f() void { if (x) {} ", "\n}"),
];
