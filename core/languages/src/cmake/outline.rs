//! Outline table for CMake. Documentation is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Function, Macro, Target, Variable};
use crate::outline::kind::has_locals;
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "foreach foreach_command foreach_loop if if_command if_condition while \
        while_command while_loop",
    rules: &[
        rule("function_def", Function).refined(cmake_function),
        rule("macro_def", Macro).refined(cmake_function),
        rule("normal_command", Target).refined(cmake_command),
    ],
    comments: "line_comment bracket_comment",
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Names a function or macro by the first argument of its command.
fn cmake_function(draft: &mut Draft<'_, '_>) -> bool {
    let Some(command) = draft.child(&["function_command", "macro_command"]) else {
        return false;
    };
    draft.signature_end = Some(command.end_byte());
    let arguments = child_of_kind(command, &["argument_list"]);
    draft.set_name(arguments.and_then(|arguments| arguments.named_child(0)))
}

/// Keeps commands that define targets, options and variables.
fn cmake_command(draft: &mut Draft<'_, '_>) -> bool {
    let command = draft
        .child(&["identifier"])
        .map(|name| draft.text(name).to_ascii_lowercase());
    draft.kind = match command.as_deref() {
        Some(
            b"add_executable" | b"add_library" | b"add_custom_target" | b"add_test" | b"project",
        ) => Target,
        Some(b"option" | b"set") => Variable,
        _ => return false,
    };
    let arguments = draft.child(&["argument_list"]);
    let mut first = arguments.and_then(|arguments| arguments.named_child(0));
    if command.as_deref() == Some(b"add_test")
        && first.is_some_and(|node| draft.text(node) == b"NAME")
    {
        first = arguments.and_then(|arguments| arguments.named_child(1));
    }
    let is_local = draft.parent.is_some_and(|(kind, _)| has_locals(kind));
    !is_local && draft.set_name(first)
}
