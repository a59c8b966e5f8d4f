//! Patterns of Starlark.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, at};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    contexts: &[
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
    ],
    optional: OptionalChildren {
        parents: "decorated_definition format_specifier function_definition with_item",
        kinds: "attribute decorator",
        fields: "return_type type_parameters",
        repeatable: "decorator",
        ..OptionalChildren::NONE
    },
    ..crate::python::patterns::PATTERNS
};
