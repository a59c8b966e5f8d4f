//! Outline table for Zig. Documentation comments begin with `///`. A type is the value of a
//! constant; a function that returns a type defines that type with parameters.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    self, Constant, Constructor, Enum, Field, Function, Method, Struct, Test, TypeAlias, Union,
    Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_expression for_statement if_expression if_statement if_type_expression \
        switch_case switch_expression try_expression while_expression while_statement",
    branches: "else_clause for_expression for_statement if_expression if_statement \
        if_type_expression labeled_statement labeled_type_expression \
        using_namespace_declaration while_expression while_statement",
    else_clauses: "else_clause",
    rules: &[
        rule("variable_declaration", Variable)
            .child(&["identifier"])
            .value(&["="])
            .refine(variable),
        rule("function_declaration", Function)
            .member(Method)
            .refine(function),
        rule("container_field", Field)
            .value(&["="])
            .refine(container_field),
        rule("identifier", Variant)
            .name(Name::Whole)
            .in_type()
            .refine(error_value),
        rule("test_declaration", Test)
            .body(&["block"])
            .refined(test),
    ],
    opaque: "parameters string multiline_string",
    doc: DocStyle {
        lines: &["///"],
        blocks: &[],
    },
    words: &[
        ("pub", Modifier::Exported),
        ("export", Modifier::Exported),
        ("extern", Modifier::Extern),
        ("inline", Modifier::Inline),
    ],
    elided: "{ @panic(\"...\"); }",
    commas: &[Variant, Field],
    region: ["// region:", "// endregion", ""],
    lists: &[("initializer_list", b',')],
    list_wrappers: "anonymous_struct_initializer struct_initializer",
    ..OutlineTable::EMPTY
};

/// Node kinds of types with members.
const CONTAINERS: [&str; 5] = [
    "struct_declaration",
    "enum_declaration",
    "union_declaration",
    "opaque_declaration",
    "error_set_declaration",
];

/// Node kinds of other types.
const TYPES: [&str; 7] = [
    "pointer_type",
    "slice_type",
    "array_type",
    "nullable_type",
    "builtin_type",
    "error_union_type",
    "function_signature",
];

fn container_kind(container: Node<'_>) -> ItemKind {
    match container.kind() {
        "enum_declaration" | "error_set_declaration" => Enum,
        "union_declaration" => Union,
        _ => Struct,
    }
}

/// Turns the definition into the type in `container`, whose body is in its braces.
fn define_type(draft: &mut Draft<'_, '_>, container: Node<'_>) {
    draft.kind = container_kind(container);
    let open = child_of_kind(container, &["{"]);
    draft.body = open.map(|open| open.start_byte()..container.end_byte());
    draft.value = None;
    draft.signature_end = None;
}

/// Keeps all types, and constants and variables that are not local. The grammar parses an
/// assignment as a declaration without a keyword.
fn variable(draft: &mut Draft<'_, '_>) -> bool {
    let keyword = draft.child(&["const", "var"]);
    let Some(keyword) = keyword.filter(|_| draft.name_bytes() != b"_") else {
        return false;
    };
    strip_quotes(draft);
    let count = draft.node.named_child_count();
    let last = count
        .checked_sub(1)
        .and_then(|last| draft.node.named_child(last as u32));
    if let Some(container) = last.filter(|last| CONTAINERS.contains(&last.kind())) {
        define_type(draft, container);
        return true;
    }
    let around = draft.ancestor(1).map_or("", |around| around.kind());
    if around != "source_file" && !CONTAINERS.contains(&around) {
        return false;
    }
    if keyword.kind() == "var" {
        return true;
    }
    draft.kind = Constant;
    if last.is_some_and(|last| TYPES.contains(&last.kind()) || draft.text(last) == b"@This()") {
        draft.kind = TypeAlias;
        draft.value = None;
        draft.signature_end = None;
    }
    true
}

/// Marks a function of a type as static if its first parameter is not a value of the type; a static
/// `init` is a constructor by convention.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    strip_quotes(draft);
    let body = draft.node.child_by_field_name("body");
    let returned = body.and_then(returned_container);
    if let Some(container) = returned.filter(|_| draft.field_text("type") == b"type") {
        define_type(draft, container);
        draft.signature_end = body.map(|body| body.start_byte());
        return true;
    }
    if draft.body.is_none() {
        draft.modifiers.insert(Modifier::Declaration);
    }
    if draft.kind == Method && !has_self(draft) {
        draft.modifiers.insert(Modifier::Static);
        if draft.name_bytes() == b"init" {
            draft.kind = Constructor;
        }
    }
    true
}

/// Returns the type returned by a block.
fn returned_container(block: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = block.walk();
    let statement = block
        .named_children(&mut cursor)
        .filter(|node| node.kind() != "comment")
        .last()?;
    let result = match statement.kind() {
        "expression_statement" => statement.named_child(0)?,
        _ => statement,
    };
    let value = result.named_child(0)?;
    (result.kind() == "return_expression" && CONTAINERS.contains(&value.kind())).then_some(value)
}

/// Returns whether the first parameter of a function is a value of the enclosing type.
fn has_self(draft: &Draft<'_, '_>) -> bool {
    let parameters = draft.child(&["parameters"]);
    let Some(first) = parameters.and_then(|parameters| parameters.named_child(0)) else {
        return false;
    };
    let of = |field| {
        let part = first.child_by_field_name(field);
        String::from_utf8_lossy(part.map_or(&[], |part| draft.text(part)))
    };
    let owner = draft.parent.map_or("", |(_, name)| name);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let type_text = of("type");
    let mut words = type_text.split(|c| !is_word(c));
    of("name") == "self" || words.any(|word| matches!(word, "Self" | "This") || word == owner)
}

/// Reads fields of structs, values of enums and cases of tagged unions.
fn container_field(draft: &mut Draft<'_, '_>) -> bool {
    if draft.name_bytes() == b"_" {
        return false;
    }
    strip_quotes(draft);
    if let Some(around) = draft.ancestor(1) {
        let open =
            child_of_kind(around, &["{"]).map_or(around.end_byte(), |open| open.start_byte());
        let head = draft
            .source
            .get(around.start_byte()..open)
            .unwrap_or_default();
        let has_tag = around.kind() == "union_declaration" && head.contains(&b'(');
        if around.kind() == "enum_declaration" || has_tag {
            draft.kind = Variant;
        }
    }
    let type_node = draft.node.child_by_field_name("type");
    if let Some(container) = type_node.filter(|node| CONTAINERS.contains(&node.kind())) {
        let open = child_of_kind(container, &["{"]);
        draft.body = open.map(|open| open.start_byte()..container.end_byte());
    }
    true
}

fn error_value(draft: &mut Draft<'_, '_>) -> bool {
    let around = draft.ancestor(1);
    around.is_some_and(|around| around.kind() == "error_set_declaration")
}

/// Names a test by its title, the tested function, or the keyword.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    let title = draft.child(&["string", "identifier"]);
    draft.set_name(title.or_else(|| draft.child(&["test"])));
    if draft.name_bytes().starts_with(b"\"") && draft.name.len() > 2 {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    true
}

/// Removes the quotes from a name such as `@"a b"`.
fn strip_quotes(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"@\"") && draft.name.len() > 3 {
        draft.name = draft.name.start + 2..draft.name.end - 1;
    }
}
