//! Outline table for build files: Make, CMake, Dockerfiles, Terraform and other HCL. Documentation
//! is any comment directly above a definition.

use crate::outline::kind::ItemKind::{Block, Function, Key, Macro, Stage, Target, Variable};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, Name, Table, Unit, child_of_kind, rule};

pub(super) static MAKE: Table = Table {
    rules: &[
        rule("rule", Target)
            .name(Name::Child(&["targets"]))
            .body(&["recipe"])
            .refine(target),
        rule("variable_assignment", Variable)
            .body(&[])
            .value(&["operator"]),
        rule("define_directive", Macro)
            .body(&[])
            .value(&["operator", "value"]),
    ],
    opaque: &["recipe"],
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    indent: Unit::Tab,
    ..Table::EMPTY
};

pub(super) static CMAKE: Table = Table {
    rules: &[
        rule("function_def", Function)
            .name(Name::Refined)
            .refine(cmake_function),
        rule("macro_def", Macro)
            .name(Name::Refined)
            .refine(cmake_function),
        rule("normal_command", Target)
            .name(Name::Refined)
            .refine(cmake_command),
    ],
    comments: &["line_comment", "bracket_comment"],
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

pub(super) static DOCKERFILE: Table = Table {
    rules: &[
        rule("from_instruction", Stage)
            .name(Name::Refined)
            .body(&[])
            .refine(stage),
        rule("arg_instruction", Variable)
            .name(Name::Refined)
            .body(&[])
            .refine(pair),
        rule("env_pair", Variable).body(&[]).value(&["="]),
    ],
    wrappers: &["env_instruction"],
    doc: DocStyle::HASH,
    elided: "# ...",
    region: HASH_REGION,
    ..Table::EMPTY
};

pub(super) static HCL: Table = Table {
    rules: &[
        rule("block", Block)
            .name(Name::Refined)
            .body(&[])
            .refine(block),
        rule("attribute", Key)
            .name(Name::Child(&["identifier"]))
            .body(&[]),
    ],
    opaque: &["expression"],
    doc: DocStyle {
        lines: &["#", "//"],
        blocks: &[("/*", "*/")],
        is_in_body: false,
    },
    region: HASH_REGION,
    indent: Unit::Spaces(2),
    ..Table::EMPTY
};

/// Rejects special targets such as `.PHONY`, which are settings.
fn target(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    let is_special = name.starts_with(b".")
        && name[1..]
            .iter()
            .all(|b| b.is_ascii_uppercase() || *b == b'_');
    !is_special
}

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
    let is_local = draft.parent.is_some_and(|(kind, _)| kind.has_locals());
    !is_local && draft.set_name(first)
}

/// Names a stage by its `AS` name, or else by its image.
fn stage(draft: &mut Draft<'_, '_>) -> bool {
    let alias = draft.node.child_by_field_name("as");
    draft.set_name(alias.or_else(|| draft.child(&["image_spec"])))
}

fn pair(draft: &mut Draft<'_, '_>) -> bool {
    let pair = draft.child(&["arg_pair"]);
    draft.set_name(pair.and_then(|pair| pair.child_by_field_name("name")))
}

/// Names a block by its type and labels: `resource.aws_instance.web`.
fn block(draft: &mut Draft<'_, '_>) -> bool {
    let Some(open) = draft.child(&["block_start"]) else {
        return false;
    };
    let mut cursor = draft.node.walk();
    let mut names = Vec::new();
    for child in draft.node.named_children(&mut cursor) {
        if matches!(child.kind(), "identifier" | "string_lit") {
            let name = String::from_utf8_lossy(draft.text(child));
            names.push(name.trim_matches('"').to_owned());
            draft.name.end = child.end_byte();
        }
    }
    draft.body = Some(open.start_byte()..draft.node.end_byte());
    draft.name_text = Some(names.join("."));
    true
}
