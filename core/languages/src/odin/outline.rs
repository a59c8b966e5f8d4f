//! Outline table for Odin. Documentation is any comment directly above a definition.

use ransack_base::internal::span_of;
use tree_sitter::Node;

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Constant, Enum, Field, Function, Module, Struct, TypeAlias, Union, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_statement if_statement switch_case switch_statement when_statement",
    rules: &[
        rule("package_declaration", Module)
            .child(&["identifier"])
            .refine(package),
        rule("procedure_declaration", Function)
            .child(&["identifier"])
            .refine(procedure),
        rule("overloaded_procedure_declaration", Function)
            .child(&["identifier"])
            .refine(attributed),
        rule("struct_declaration", Struct)
            .child(&["identifier"])
            .refine(type_declaration),
        rule("enum_declaration", Enum)
            .child(&["identifier"])
            .refine(type_declaration),
        rule("union_declaration", Union)
            .child(&["identifier"])
            .refine(type_declaration),
        rule("bit_field_declaration", Struct)
            .child(&["identifier"])
            .refine(type_declaration),
        rule("field", Field)
            .name(Name::Each(declared))
            .in_type()
            .refine(transparent),
        rule("identifier", Variant)
            .name(Name::Whole)
            .in_type()
            .refine(member),
        rule("const_declaration", Constant)
            .child(&["identifier"])
            .not_local()
            .refine(constant),
        rule("const_type_declaration", Constant)
            .child(&["identifier"])
            .not_local()
            .refine(constant),
        rule("var_declaration", Variable)
            .name(Name::Each(declared))
            .not_local()
            .refine(variable),
        rule("variable_declaration", Variable)
            .name(Name::Each(declared))
            .not_local()
            .refine(variable),
    ],
    opaque: "parameters string import_declaration",
    comments: "comment block_comment",
    attributes: "attributes",
    doc: DocStyle::SLASHES,
    arrange: Some(arrange),
    // Body of a foreign procedure; after a `where` clause, `{}` would be a value of the last
    // operand.
    elided: "---",
    commas: &[Variant, Field],
    has_last_comma: true,
    indent: IndentUnit::Tab,
    ..OutlineTable::EMPTY
};

/// Leaves the name in the package clause out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

/// Adds modifiers stated by attributes such as `@(private)`.
fn attributed(draft: &mut Draft<'_, '_>) -> bool {
    let Some(attributes) = draft.child(&["attributes"]) else {
        return true;
    };
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    for attribute in draft.text(attributes).split(|byte| *byte == b'@') {
        let start = attribute
            .iter()
            .position(is_word)
            .unwrap_or(attribute.len());
        let name = attribute.get(start..).unwrap_or_default();
        let end = name.iter().position(|byte| !is_word(byte));
        match &name[..end.unwrap_or(name.len())] {
            b"private" => draft.modifiers.insert(Modifier::Private),
            b"export" => draft.modifiers.insert(Modifier::Exported),
            b"test" => draft.modifiers.insert(Modifier::Test),
            b"deprecated" => draft.modifiers.insert(Modifier::Deprecated),
            b"static" => draft.modifiers.insert(Modifier::Static),
            _ => {}
        }
    }
    true
}

/// Keeps procedures with a block, or with `---` for a foreign procedure; without either, the node
/// is a procedure type.
fn procedure(draft: &mut Draft<'_, '_>) -> bool {
    let procedure = draft.child(&["procedure"]);
    let block = procedure.and_then(|procedure| child_of_kind(procedure, &["block"]));
    draft.body = block.map(|block| block.byte_range());
    if block.is_none() {
        match draft.text(draft.node).strip_suffix(b"---") {
            Some(head) => {
                draft.signature_end = Some(draft.node.start_byte() + head.len());
                draft.modifiers.insert(Modifier::Declaration);
                draft.modifiers.insert(Modifier::Extern);
            }
            None => draft.kind = TypeAlias,
        }
    }
    attributed(draft)
}

fn type_declaration(draft: &mut Draft<'_, '_>) -> bool {
    let open = draft.child(&["{"]);
    draft.body = open.map(|open| open.start_byte()..draft.node.end_byte());
    attributed(draft)
}

/// Returns the names before the `:` of a declaration.
fn declared<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut cursor = declaration.walk();
    let children = declaration.children(&mut cursor);
    let before = children.take_while(|child| !child.kind().starts_with(':'));
    let names: Vec<_> = before
        .filter(|child| child.kind() == "identifier")
        .collect();
    let first = *names.first()?;
    Some((names, first))
}

/// Makes the other names of a field declaration siblings of the first.
fn transparent(draft: &mut Draft<'_, '_>) -> bool {
    draft.is_transparent = true;
    true
}

/// Keeps the member names of enumerations and bit fields, but not type names or values.
fn member(draft: &mut Draft<'_, '_>) -> bool {
    let Some(around) = draft.ancestor(1) else {
        return false;
    };
    draft.kind = match around.kind() {
        "enum_declaration" => Variant,
        "bit_field_declaration" => Field,
        _ => return false,
    };
    let open = child_of_kind(around, &["{"]);
    let before = draft.source.get(..draft.node.start_byte());
    let before = before.unwrap_or_default().trim_ascii_end();
    let is_value = matches!(before.last(), Some(b'=' | b'|'));
    !is_value && open.is_some_and(|open| open.end_byte() <= draft.node.start_byte())
}

/// Makes a constant whose value is a type an alias of the type.
fn constant(draft: &mut Draft<'_, '_>) -> bool {
    let count = draft.node.named_child_count();
    let value = count
        .checked_sub(1)
        .and_then(|last| draft.node.named_child(last as u32));
    if let Some(value) = value {
        if value.kind().ends_with("type") {
            draft.kind = TypeAlias;
        } else {
            draft.value = Some(value.byte_range());
            draft.signature_end = Some(value.start_byte());
        }
    }
    attributed(draft)
}

fn variable(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(operator) = draft.child(&["=", ":="]) {
        draft.signature_end = Some(operator.start_byte());
        let value = operator.next_named_sibling();
        draft.value = value.map(|value| value.start_byte()..draft.node.end_byte());
    }
    draft.is_transparent = true;
    attributed(draft)
}

/// Extends members of enumerations by their values, and members of bit fields by their types. The
/// grammar makes these siblings of the names.
fn arrange(mut items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    for item in &mut items {
        for child in &mut item.children {
            let is_bare = child.span() == child.name_span();
            if is_bare && matches!(child.kind, Variant | Field) {
                extend(child, text);
            }
        }
        item.children = arrange(std::mem::take(&mut item.children), text);
    }
    items
}

/// Extends a definition that consists of its name to the end of its value or type.
fn extend(item: &mut OutlineItem, text: OutlineText<'_>) {
    let name = item.name_span().start.offset..item.name_span().end.offset;
    let rest = text.source.get(name.end..).unwrap_or_default();
    let mark = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    let Some(mark @ (b'=' | b':')) = mark else {
        return;
    };
    let mut depth = 0u32;
    let is_end = |byte: &u8| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b'}' | b',' | b'\n' if depth == 0 => return true,
            _ => {}
        }
        false
    };
    let len = rest.iter().position(is_end).unwrap_or(rest.len());
    let end = name.end + rest[..len].trim_ascii_end().len();
    let span = |range| span_of(text.lines, text.source, &range);
    item.set_span(span(item.span().start.offset..end));
    if *mark == b'=' {
        let value = name.end + rest.iter().position(|byte| *byte == b'=').unwrap_or(0) + 1;
        let blanks =
            text.source[value..end].len() - text.source[value..end].trim_ascii_start().len();
        item.set_value_span(Some(span(value + blanks..end)));
    } else {
        item.set_signature_span(span(name.start..end));
        let whole = text.source.get(name.start..end).unwrap_or_default();
        let words = String::from_utf8_lossy(whole);
        item.signature = words.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}
