//! Patterns of Protocol Buffers.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{FILE, PatternSyntax, at, named, whole};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), whole("1")],
    list_placeholders: &[
        named("string _", " = 1;"),
        named("rpc _", "(A) returns (B);"),
        named("_", " = 1;"),
    ],
    contexts: &[
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
    ],
    closings: &[" {}"],
    block_kinds: "enum_body message_body",
    ..PatternSyntax::DEFAULT
};
