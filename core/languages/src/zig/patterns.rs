//! Patterns of Zig.

use crate::pattern::ContextCondition::{Always, Colon, Else, Fallback};
use crate::pattern::{
    CLike, FILE, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, at, named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    list_placeholders: &[
        named("_", ";"),
        named("_", ": T,"),
        named("_", " => 0,"),
        named("_", ": T").only_after(PARAMETERS),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "fn f() void {\n", "\n}"),
        at("statement", Always, "fn f() void {\n", ";\n}"),
        at("expression", Always, "const x = ", ";"),
        at("declaration", Fallback, "", ";"),
        at("parameter", Colon, "fn f(", ") void {}"),
        at("field", Colon, "const S = struct { ", " };"),
        at("prong", Fallback, "fn f() void { switch (x) { ", " } }"),
        at("else", Else, "fn f() void { if (x) {} ", "\n}"),
    ],
    closings: &[" {}", " void {}", " 0"],
    reserved: "and break catch comptime const continue defer else enum errdefer export extern \
        fn for if inline or orelse packed pub return struct switch test try union \
        usingnamespace var volatile while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    optional: OptionalChildren {
        of_one_parent: &[("variable_declaration", "type")],
        ..OptionalChildren::NONE
    },
    operands: Operands {
        comparisons: "== != < <= > >=",
        ..Operands::NONE
    },
    block_kinds: "block",
    ..PatternSyntax::DEFAULT
};
