//! Patterns of TypeScript with JSX.

use crate::pattern::ContextCondition::{Always, Brace, Colon, Equals, Fallback, Field};
use crate::pattern::{FILE, PatternSyntax, at};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    contexts: &[
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
    ],
    comments: None,
    ..crate::typescript::patterns::PATTERNS
};
