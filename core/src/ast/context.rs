//! Where a fragment of a language can stand.

/// A place for a fragment: what is put before and after it to make a whole
/// file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) name: &'static str,
    pub(super) when: When,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
}

/// When a place is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Always.
    First,
    /// Always, if the fragment begins with a name and a colon, which means
    /// something different in every place; else as `Rest`.
    Colon,
    /// Always, if it begins with a name right before an equals sign; else as
    /// `Rest`.
    Equals,
    /// Always, if it begins with a name and a colon or an equals sign, as the
    /// fields of a class do; else as `Rest`.
    Field,
    /// If no place before it gave a reading.
    Rest,
}

use When::{Colon, Equals, Field, First, Rest};

const fn at(name: &'static str, when: When, before: &'static str, after: &'static str) -> Context {
    Context {
        name,
        when,
        before,
        after,
    }
}

/// A fragment that is a file of its own.
const FILE: Context = at("file", First, "", "");

pub(super) const TOP: &[Context] = &[FILE];

/// For languages in which a line feed ends something.
pub(super) const LINE: &[Context] = &[FILE, at("file", Rest, "", "\n")];

pub(super) const C: &[Context] = &[
    FILE,
    at("statement", First, "void f(void) {\n", "\n}"),
    at("statement", First, "void f(void) {\n", ";\n}"),
    at("expression", First, "int x = ", ";"),
    at("declaration", Rest, "", ";"),
    at("member", First, "struct s {\n", "\n};"),
    at("member", First, "struct s {\n", ";\n};"),
    at("parameter", Rest, "void f(", ");"),
    at("type", Rest, "int x = sizeof(", ");"),
    at("case", Rest, "void f(void) { switch (x) {\n", "\n} }"),
    at("else", Rest, "void f(void) { if (x) {}\n", "\n}"),
    at("enumerator", Rest, "enum e { ", " };"),
    at("initializer", Rest, "struct s x = { ", " };"),
    at("attribute", Rest, "", "\nint x;"),
];

pub(super) const OBJC: &[Context] = &[
    FILE,
    at("statement", First, "void f(void) {\n", "\n}"),
    at("statement", First, "void f(void) {\n", ";\n}"),
    at("expression", First, "int x = ", ";"),
    at("declaration", Rest, "", ";"),
    at("member", Rest, "@implementation C\n", "\n@end"),
    at("member", Rest, "@interface C\n", "\n@end"),
    at("member", Rest, "@interface C\n", ";\n@end"),
    at("parameter", Rest, "void f(", ");"),
    at("type", Rest, "int x = sizeof(", ");"),
    at("case", Rest, "void f(void) { switch (x) {\n", "\n} }"),
];

pub(super) const CPP: &[Context] = &[
    FILE,
    at("statement", First, "void f() {\n", "\n}"),
    at("statement", First, "void f() {\n", ";\n}"),
    at("expression", First, "auto x = ", ";"),
    at("declaration", Rest, "", ";"),
    at("member", First, "class c {\n", "\n};"),
    at("member", First, "class c {\n", ";\n};"),
    at("parameter", Rest, "void f(", ");"),
    at("type", First, "using t = ", ";"),
    at("template parameter", Rest, "template <", "> class c {};"),
    at("case", Rest, "void f() { switch (x) {\n", "\n} }"),
    at("else", Rest, "void f() { if (x) {}\n", "\n}"),
    at("catch", Rest, "void f() { try {}\n", "\n}"),
    at("enumerator", Rest, "enum e { ", " };"),
    at("attribute", Rest, "", "\nint x;"),
    at("base", Rest, "class c ", " {};"),
];

pub(super) const CSHARP: &[Context] = &[
    FILE,
    at("statement", First, "class C { void F() {\n", "\n} }"),
    at("statement", First, "class C { void F() {\n", ";\n} }"),
    at("expression", First, "class C { object x = ", "; }"),
    at("argument", Colon, "class C { object x = f(", "); }"),
    at("member", First, "class C {\n", "\n}"),
    at("member", First, "class C {\n", ";\n}"),
    at("parameter", Rest, "class C { void F(", ") {} }"),
    at("type", First, "class C { ", " x; }"),
    at("attribute", First, "", "\nclass C {}"),
    at(
        "case",
        Rest,
        "class C { void F() { switch (x) {\n",
        "\n} } }",
    ),
    at("arm", Rest, "class C { object x = y switch { ", " }; }"),
    at("catch", Rest, "class C { void F() { try {}\n", "\n} }"),
];

pub(super) const CSS: &[Context] = &[
    FILE,
    at("declaration", Colon, "a {\n", "\n}"),
    at("declaration", Colon, "a {\n", ";\n}"),
    at("selector", Rest, "", " {}"),
    at("value", Rest, "a { x: ", "; }"),
    at("query", Rest, "@media ", " {}"),
];

pub(super) const DART: &[Context] = &[
    FILE,
    at("statement", First, "void f() {\n", "\n}"),
    at("statement", First, "void f() {\n", ";\n}"),
    at("expression", First, "var x = ", ";"),
    at("argument", Colon, "var x = f(", ");"),
    at("member", Rest, "class C {\n", "\n}"),
    at("member", First, "class C {\n", ";\n}"),
    at("parameter", Rest, "void f(", ") {}"),
    at("type", First, "typedef T = ", ";"),
    at("annotation", Rest, "", "\nclass C {}"),
    at("case", Rest, "void f() { switch (x) {\n", "\n} }"),
];

pub(super) const ERLANG: &[Context] = &[
    FILE,
    at("expression", First, "f() ->\n", "."),
    at("form", Rest, "", "."),
    at("clause", Rest, "f() -> case x of\n", "\nend."),
    at("type", Rest, "-type t() :: ", "."),
];

pub(super) const GO: &[Context] = &[
    FILE,
    at("statement", First, "package p\nfunc f() {\n", "\n}"),
    at("expression", First, "package p\nvar x = ", "\n"),
    at("declaration", Rest, "package p\n", "\n"),
    at("field", Rest, "package p\ntype t struct {\n", "\n}"),
    at("method", Rest, "package p\ntype t interface {\n", "\n}"),
    at("element", Colon, "package p\nvar x = t{\n", ",\n}"),
    at("parameter", Rest, "package p\nfunc f(", ") {}"),
    at("type", First, "package p\ntype t ", "\n"),
    at("case", Rest, "package p\nfunc f() { switch x {\n", "\n} }"),
    at("case", Rest, "package p\nfunc f() { select {\n", "\n} }"),
    at("import", Rest, "package p\nimport (\n", "\n)"),
];

pub(super) const GRAPHQL: &[Context] = &[
    FILE,
    at("field", Colon, "type T {\n", "\n}"),
    at("argument", Colon, "{ a(", ") }"),
    at("selection", Rest, "{\n", "\n}"),
    at("value", Rest, "{ a(b: ", ") }"),
    at("directive", Rest, "type T ", " { a: B }"),
    at("type", Rest, "type T { a: ", " }"),
];

pub(super) const HASKELL: &[Context] = &[
    FILE,
    at("expression", First, "x = ", "\n"),
    at("statement", Rest, "x = do\n  ", "\n"),
    at("alternative", Rest, "x = case y of\n  ", "\n"),
    at("type", Rest, "x :: ", "\n"),
    at("member", Rest, "class C a where\n  ", "\n"),
];

pub(super) const JAVA: &[Context] = &[
    FILE,
    at("statement", First, "class C { void f() {\n", "\n} }"),
    at("statement", First, "class C { void f() {\n", ";\n} }"),
    at("expression", First, "class C { Object x = ", "; }"),
    at("member", First, "class C {\n", "\n}"),
    at("member", First, "class C {\n", ";\n}"),
    at("parameter", Rest, "class C { void f(", ") {} }"),
    at("type", First, "class C { ", " x; }"),
    at("annotation", Rest, "", "\nclass C {}"),
    at(
        "case",
        Rest,
        "class C { void f() { switch (x) {\n",
        "\n} } }",
    ),
    at("catch", Rest, "class C { void f() { try {}\n", "\n} }"),
    at("constant", Rest, "enum E {\n", "\n}"),
];

pub(super) const JS: &[Context] = &[
    FILE,
    at("expression", First, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("statement", Rest, "async function* f() {\n", "\n}"),
    at("parameter", Rest, "function f(", ") {}"),
    at("decorator", Rest, "", "\nclass C {}"),
    at("case", Rest, "switch (x) {\n", "\n}"),
    at("catch", Rest, "try {}\n", "\n"),
    at("attribute", Equals, "<a ", " />;"),
    at("specifier", Rest, "import { ", " } from 'm';"),
];

pub(super) const TS: &[Context] = &[
    FILE,
    at("expression", First, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("parameter", Colon, "function f(", ") {}"),
    at("signature", Colon, "interface I {\n", "\n}"),
    at("declarator", Colon, "let ", ";"),
    at("statement", Rest, "async function* f() {\n", "\n}"),
    at("type", First, "type T = ", ";"),
    at("annotation", Rest, "let x", ";"),
    at("type parameter", Rest, "type T<", "> = x;"),
    at("decorator", Rest, "", "\nclass C {}"),
    at("case", Rest, "switch (x) {\n", "\n}"),
    at("catch", Rest, "try {}\n", "\n"),
    at("specifier", Rest, "import { ", " } from 'm';"),
];

pub(super) const TSX: &[Context] = &[
    FILE,
    at("expression", First, "(", ");"),
    at("member", Field, "class C {\n", "\n}"),
    at("property", Colon, "({\n", "\n});"),
    at("parameter", Colon, "function f(", ") {}"),
    at("signature", Colon, "interface I {\n", "\n}"),
    at("declarator", Colon, "let ", ";"),
    at("statement", Rest, "async function* f() {\n", "\n}"),
    at("type", First, "type T = ", ";"),
    at("annotation", Rest, "let x", ";"),
    at("type parameter", Rest, "type T<", "> = x;"),
    at("decorator", Rest, "", "\nclass C {}"),
    at("case", Rest, "switch (x) {\n", "\n}"),
    at("catch", Rest, "try {}\n", "\n"),
    at("attribute", Equals, "<a ", " />;"),
    at("specifier", Rest, "import { ", " } from 'm';"),
];

pub(super) const JSON: &[Context] = &[FILE, at("pair", Rest, "{\n", "\n}")];

pub(super) const KOTLIN: &[Context] = &[
    FILE,
    at("statement", First, "fun f() {\n", "\n}"),
    at("expression", First, "val x = ", "\n"),
    at("parameter", Colon, "fun f(", ") {}"),
    at("property", Colon, "class C(val ", ")"),
    at("variable", Colon, "val ", "\n"),
    at("member", Rest, "class C {\n", "\n}"),
    at("type", First, "typealias T = ", "\n"),
    at("annotation", Rest, "", "\nclass C"),
    at("branch", Rest, "fun f() { when (x) {\n", "\n} }"),
];

pub(super) const MARKUP: &[Context] = &[FILE, at("attribute", Equals, "<a ", "></a>")];

pub(super) const NIX: &[Context] = &[
    FILE,
    at("binding", Rest, "{\n", "\n}"),
    at("binding", Rest, "{\n", ";\n}"),
    at("formal", Rest, "{ ", " }: x"),
];

pub(super) const OCAML: &[Context] = &[
    FILE,
    at("expression", First, "let x = ", "\n"),
    at("case", Rest, "let x = match y with\n", "\n"),
    at("type", Rest, "type t = ", "\n"),
    at("specification", Rest, "module type S = sig\n", "\nend"),
    at("field", Colon, "type t = { ", " }"),
];

pub(super) const ODIN: &[Context] = &[
    FILE,
    at("statement", First, "package p\nf :: proc() {\n", "\n}"),
    at("expression", First, "package p\nx := ", "\n"),
    at("declaration", Rest, "package p\n", "\n"),
    at("field", Colon, "package p\nt :: struct {\n", ",\n}"),
    at("parameter", Colon, "package p\nf :: proc(", ") {}"),
    at(
        "case",
        Rest,
        "package p\nf :: proc() { switch x {\n",
        "\n} }",
    ),
];

pub(super) const PHP: &[Context] = &[
    at("statement", First, "<?php\n", "\n"),
    at("statement", First, "<?php\n", ";\n"),
    at("expression", First, "<?php\n$x = ", ";\n"),
    at("member", Rest, "<?php\nclass C {\n", "\n}"),
    at("member", Rest, "<?php\nclass C {\n", ";\n}"),
    at("parameter", Rest, "<?php\nfunction f(", ") {}"),
    at("argument", Colon, "<?php\nf(", ");"),
    at("attribute", Rest, "<?php\n", "\nclass C {}"),
    at("case", Rest, "<?php\nswitch ($x) {\n", "\n}"),
    at("arm", Rest, "<?php\n$x = match ($y) { ", " };"),
    at("catch", Rest, "<?php\ntry {}\n", "\n"),
];

pub(super) const PROTO: &[Context] = &[
    FILE,
    at("statement", First, "syntax = \"proto3\";\n", "\n"),
    at("statement", First, "syntax = \"proto3\";\n", ";\n"),
    at("field", Rest, "syntax = \"proto3\";\nmessage M {\n", "\n}"),
    at("field", Rest, "syntax = \"proto3\";\nmessage M {\n", ";\n}"),
    at("rpc", Rest, "syntax = \"proto3\";\nservice S {\n", "\n}"),
    at("rpc", Rest, "syntax = \"proto3\";\nservice S {\n", ";\n}"),
    at("value", Rest, "syntax = \"proto3\";\nenum E {\n", "\n}"),
    at("value", Rest, "syntax = \"proto3\";\nenum E {\n", ";\n}"),
];

pub(super) const PYTHON: &[Context] = &[
    FILE,
    at("parameter", Colon, "def f(", "):\n  pass\n"),
    at("pair", Colon, "x = {", "}\n"),
    at("statement", Rest, "async def f():\n  ", "\n"),
    at("argument", Equals, "f(", ")\n"),
    at("decorator", Rest, "", "\ndef f():\n  pass\n"),
    at("type", Rest, "x: ", "\n"),
    at("except", Rest, "try:\n  pass\n", "\n"),
    at("case", Rest, "match x:\n  ", "\n"),
    at("body", Rest, "", "\n  pass\n"),
];

pub(super) const STARLARK: &[Context] = &[
    FILE,
    at("parameter", Colon, "def f(", "):\n  pass\n"),
    at("pair", Colon, "x = {", "}\n"),
    at("statement", Rest, "async def f():\n  ", "\n"),
    at("argument", First, "f(", ")\n"),
    at("decorator", Rest, "", "\ndef f():\n  pass\n"),
    at("type", Rest, "x: ", "\n"),
    at("except", Rest, "try:\n  pass\n", "\n"),
    at("case", Rest, "match x:\n  ", "\n"),
    at("body", Rest, "", "\n  pass\n"),
];

pub(super) const RUBY: &[Context] = &[
    FILE,
    at("argument", Colon, "f(", ")\n"),
    at("pair", Colon, "x = { ", " }\n"),
    at("parameter", Rest, "def f(", ")\nend\n"),
    at("when", Rest, "case x\n", "\nend\n"),
    at("rescue", Rest, "begin\n", "\nend\n"),
];

pub(super) const RUST: &[Context] = &[
    FILE,
    at("statement", First, "fn f() {\n", "\n}"),
    at("statement", First, "fn f() {\n", ";\n}"),
    at("expression", First, "const X: T = ", ";"),
    at("parameter", Colon, "fn f(", ") {}"),
    at("field", Colon, "struct S {\n", "\n}"),
    at("initializer", Colon, "const X: T = S { ", " };"),
    at("member", Rest, "impl S {\n", "\n}"),
    at("member", Rest, "trait T {\n", ";\n}"),
    at("type", First, "type T = ", ";"),
    at("arm", Rest, "fn f() { match x {\n", "\n} }"),
    at("pattern", Rest, "fn f() { let ", " = x; }"),
    at("variant", Rest, "enum E {\n", "\n}"),
    at("attribute", Rest, "", "\nfn f() {}"),
    at("type parameter", Rest, "struct S<", ">;"),
    at("bound", Rest, "fn f() ", " {}"),
];

pub(super) const SCALA: &[Context] = &[
    FILE,
    at("expression", First, "object O { val x = ", "\n}"),
    at("statement", Rest, "object O {\n", "\n}"),
    at("parameter", Colon, "class C(", ")"),
    at("case", Rest, "object O { x match {\n", "\n} }"),
    at("type", First, "object O { type T = ", "\n}"),
    at("annotation", Rest, "", "\nclass C"),
];

pub(super) const SOLIDITY: &[Context] = &[
    FILE,
    at(
        "statement",
        First,
        "contract C { function f() public {\n",
        "\n} }",
    ),
    at(
        "statement",
        First,
        "contract C { function f() public {\n",
        ";\n} }",
    ),
    at("expression", First, "contract C { int x = ", "; }"),
    at("member", Rest, "contract C {\n", "\n}"),
    at("member", Rest, "contract C {\n", ";\n}"),
    at(
        "parameter",
        Rest,
        "contract C { function f(",
        ") public {} }",
    ),
    at("type", Rest, "contract C { ", " x; }"),
];

pub(super) const SQL: &[Context] = &[
    FILE,
    at("expression", Rest, "SELECT ", ";"),
    at("condition", Rest, "SELECT 1 FROM t WHERE ", ";"),
    at("clause", Rest, "SELECT 1 ", ";"),
    at("clause", Rest, "SELECT 1 FROM t ", ";"),
    at("column", Rest, "CREATE TABLE t (", ");"),
];

pub(super) const SWIFT: &[Context] = &[
    FILE,
    at("statement", First, "func f() {\n", "\n}"),
    at("expression", First, "let x = ", "\n"),
    at("parameter", Colon, "func f(", ") {}"),
    at("argument", Colon, "f(", ")"),
    at("variable", Colon, "let ", "\n"),
    at("member", Rest, "class C {\n", "\n}"),
    at("type", First, "typealias T = ", "\n"),
    at("attribute", Rest, "", "\nclass C {}"),
    at("case", Rest, "func f() { switch x {\n", "\n} }"),
];

pub(super) const TLA: &[Context] = &[
    FILE,
    at("unit", First, "---- MODULE M ----\n", "\n===="),
    at("expression", First, "---- MODULE M ----\nx == ", "\n===="),
];

pub(super) const TOML: &[Context] = &[FILE, at("value", Rest, "x = ", "\n")];

pub(super) const VERILOG: &[Context] = &[
    FILE,
    at("item", First, "module m;\n", "\nendmodule"),
    at("item", First, "module m;\n", ";\nendmodule"),
    at(
        "statement",
        Rest,
        "module m; initial begin\n",
        "\nend endmodule",
    ),
    at(
        "statement",
        Rest,
        "module m; initial begin\n",
        ";\nend endmodule",
    ),
    at("expression", Rest, "module m; assign x = ", "; endmodule"),
    at("port", Rest, "module m(", "); endmodule"),
];

pub(super) const ZIG: &[Context] = &[
    FILE,
    at("statement", First, "fn f() void {\n", "\n}"),
    at("statement", First, "fn f() void {\n", ";\n}"),
    at("expression", First, "const x = ", ";"),
    at("declaration", Rest, "", ";"),
    at("parameter", Colon, "fn f(", ") void {}"),
    at("field", Colon, "const S = struct { ", " };"),
    at("prong", Rest, "fn f() void { switch (x) { ", " } }"),
];
