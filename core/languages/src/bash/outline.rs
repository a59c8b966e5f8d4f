//! Outline table for Bash and other shells. Documentation is any comment directly above a
//! definition.

use crate::outline::kind::ItemKind::{Function, Variable};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "c_style_for_statement case_item case_statement for_statement if_statement \
        while_statement",
    else_clauses: "elif_clause else_clause",
    rules: &[
        rule("function_definition", Function),
        rule("variable_assignment", Variable)
            .value(&["=", "+="])
            .not_local(),
    ],
    wrappers: "declaration_command",
    opaque: "string raw_string command heredoc_body for_statement subshell",
    doc: DocStyle::HASH,
    words: &[
        ("export", Modifier::Exported),
        ("readonly", Modifier::Readonly),
    ],
    elided: "{ :; }",
    blocks: b"{(",
    placeholder: ":",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};
