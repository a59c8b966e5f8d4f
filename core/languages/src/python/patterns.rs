//! Patterns of Python.

use crate::pattern::ContextCondition::{Always, Colon, Equals, Fallback};
use crate::pattern::{
    ENTRIES, FILE, Formats, LineEnds, Operands, OptionalChildren, PatternSyntax, Quotes, at, named,
};

pub(crate) const PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    list_placeholders: &[named("**µ", "").only_after(ENTRIES)],
    contexts: &[
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
    ],
    closings: &["\n    pass", ":\n    pass", "\nexcept:\n    pass"],
    optional: OptionalChildren {
        parents: "class_definition decorated_definition format_specifier function_definition \
            with_item",
        kinds: "attribute decorator",
        fields: "return_type superclasses type_parameters",
        repeatable: "decorator",
        of_one_parent: &[("assignment", "type")],
        ..OptionalChildren::NONE
    },
    reserved: "and as assert break class continue def del elif else except finally for from \
        global if import in is lambda nonlocal not or pass raise return try while with \
        yield",
    quotes: Quotes::Equal,
    has_layout: true,
    has_colon_blocks: true,
    block_kinds: "block",
    operands: Operands {
        line_ends: LineEnds::Always,
        bare_tuples: "expression_list pattern_list",
        plain_lists: "delete_statement",
        formats: Some(Formats {
            braces: "interpolation",
            expressions: "lambda named_expression",
        }),
        ..Operands::NONE
    },
    ..PatternSyntax::DEFAULT
};
