//! Outline table for Bash and other shells. Documentation is any comment directly above a
//! definition.

use crate::outline::kind::ItemKind::{Function, Variable};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, HASH_REGION, Table, Unit, rule};

pub(super) static BASH: Table = Table {
    rules: &[
        rule("function_definition", Function),
        rule("variable_assignment", Variable)
            .value(&["=", "+="])
            .not_local(),
    ],
    wrappers: &["declaration_command"],
    opaque: &[
        "string",
        "raw_string",
        "command",
        "heredoc_body",
        "for_statement",
        "subshell",
    ],
    doc: DocStyle::HASH,
    words: &[
        ("export", Modifier::Exported),
        ("readonly", Modifier::Readonly),
    ],
    elided: "{ :; }",
    blocks: b"{(",
    placeholder: ":",
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};
