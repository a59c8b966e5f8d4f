//! Outline table for Verilog and SystemVerilog. Documentation is any comment directly above a
//! definition.
//!
//! Modules, programs and primitives of the hardware are modules; their ports are fields; instances
//! of other modules are variables. A constraint is a rule.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Block, Class, Constant, Constructor, Enum, Field, Function, Interface, Macro, Method, Module,
    Rule as RuleKind, Struct, TypeAlias, Union, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_generate_construct case_statement \
        conditional_statement if_generate_construct loop_generate_construct \
        loop_statement",
    separator: "::",
    rules: &[
        rule("text_macro_definition", Macro)
            .value(&["macro_text"])
            .refined(named),
        rule("module_declaration", Module).refined(unit),
        rule("program_declaration", Module).refined(unit),
        rule("udp_declaration", Module).refined(unit),
        rule("package_declaration", Module).refined(unit),
        rule("interface_declaration", Interface).refined(unit),
        rule("class_declaration", Class).refined(unit),
        rule("interface_class_declaration", Interface).refined(unit),
        rule("modport_item", Interface).refined(named),
        rule("function_declaration", Function)
            .member(Method)
            .refined(function),
        rule("task_declaration", Function)
            .member(Method)
            .refined(function),
        rule("function_prototype", Function)
            .member(Method)
            .refined(prototype),
        rule("task_prototype", Function)
            .member(Method)
            .refined(prototype),
        rule("class_constructor_declaration", Constructor)
            .child(&["new"])
            .refine(constructor),
        rule("class_constructor_prototype", Constructor).child(&["new"]),
        rule("constraint_declaration", RuleKind)
            .body(&["constraint_block"])
            .refined(named),
        rule("parameter_declaration", Constant)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("local_parameter_declaration", Constant)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("parameter_port_declaration", Constant)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("ansi_port_declaration", Field).refined(port),
        rule("input_declaration", Field)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("output_declaration", Field)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("inout_declaration", Field)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("data_declaration", Variable)
            .member(Field)
            .name(Name::Each(declared))
            .not_local()
            .refine(declaration),
        rule("net_declaration", Variable)
            .member(Field)
            .name(Name::Each(declared))
            .not_local()
            .refine(declaration),
        rule("module_instantiation", Variable)
            .name(Name::Each(instances))
            .refine(declaration),
        rule("type_declaration", TypeAlias).refined(type_declaration),
        rule("struct_union_member", Field)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("enum_name_declaration", Variant)
            .value(&["="])
            .refined(named),
        rule("generate_block", Block).refined(labelled),
    ],
    wrappers: "class_item class_method class_property data_declaration module_or_generate_item \
        interface_or_generate_item package_or_generate_item_declaration \
        parameter_port_declaration port_declaration modport_declaration",
    scopes: "always_construct initial_construct final_construct",
    opaque: "tf_port_list list_of_port_connections",
    attributes: "attribute_instance",
    doc: DocStyle {
        lines: &["///", "//"],
        blocks: &[("/**", "*/"), ("/*", "*/")],
    },
    words: &[
        ("pure", Modifier::Abstract),
        ("virtual", Modifier::Virtual),
        ("static", Modifier::Static),
        ("const", Modifier::Const),
        ("local", Modifier::Private),
        ("protected", Modifier::Protected),
        ("extern", Modifier::Extern),
    ],
    convention: Some(convention),
    elided: "/* ... */",
    commas: &[Variant],
    has_terminator: true,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Node kinds of names.
const IDENTIFIERS: [&str; 2] = ["simple_identifier", "escaped_identifier"];

/// Returns the first name in a node, descending into nodes that name the declared thing.
fn identifier(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    loop {
        if IDENTIFIERS.contains(&node.kind()) {
            return Some(node);
        }
        let mut cursor = node.walk();
        let is_name = |child: &Node<'_>| {
            let kind = child.kind();
            kind.ends_with("identifier")
                || kind.ends_with("_name")
                || kind.ends_with("_of_instance")
        };
        let found = node.named_children(&mut cursor).find(is_name);
        node = found?;
    }
}

fn named(draft: &mut Draft<'_, '_>) -> bool {
    draft.set_name(identifier(draft.node))
}

/// Names a design unit by its header; the body is the text between the header and the closing
/// keyword.
fn unit(draft: &mut Draft<'_, '_>) -> bool {
    let (mut header, mut last_of_header) = (draft.node, draft.node.start_byte());
    let mut start = None;
    let mut end = draft.node.end_byte();
    let mut has_header = false;
    let mut cursor = draft.node.walk();
    for child in draft.node.children(&mut cursor) {
        let kind = child.kind();
        if kind.ends_with("_header") || kind == "udp_nonansi_declaration" {
            if !has_header {
                header = child;
            }
            has_header = true;
            last_of_header = child.end_byte();
        } else if kind == ";" && start.is_none() && !ends_in_semicolon(draft, last_of_header) {
            last_of_header = child.end_byte();
        } else if kind.starts_with("end") && !child.is_named() {
            end = child.start_byte();
            break;
        } else if start.is_none() && ends_in_semicolon(draft, last_of_header) {
            start = Some(child.start_byte());
        }
    }
    draft.signature_end = Some(last_of_header.max(draft.node.start_byte() + 1));
    draft.body = start.filter(|start| *start < end).map(|start| start..end);
    draft.set_name(identifier(header))
}

fn ends_in_semicolon(draft: &Draft<'_, '_>, end: usize) -> bool {
    end.checked_sub(1)
        .is_some_and(|last| draft.source.get(last) == Some(&b';') && end > draft.node.start_byte())
}

/// Names a function or task; the body is between the `;` after the header and the last keyword.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    let parts = ["function_body_declaration", "task_body_declaration"];
    let Some(part) = draft.child(&parts) else {
        return false;
    };
    set_statements(draft, part);
    let name = child_of_kind(part, &["function_identifier", "task_identifier"]);
    draft.set_name(name.and_then(identifier))
}

fn constructor(draft: &mut Draft<'_, '_>) -> bool {
    set_statements(draft, draft.node);
    true
}

/// Sets the body to the text between the first `;` and the closing keyword of `node`.
fn set_statements(draft: &mut Draft<'_, '_>, node: Node<'_>) {
    let semicolon = child_of_kind(node, &[";"]);
    let end = child_of_kind(node, &["endfunction", "endtask"]);
    let (Some(semicolon), Some(end)) = (semicolon, end) else {
        return;
    };
    draft.signature_end = Some(semicolon.start_byte());
    let range = semicolon.end_byte()..end.start_byte();
    let text = draft.source.get(range.clone()).unwrap_or_default();
    let start = range.end - text.trim_ascii_start().len();
    draft.body = (start < range.end).then_some(start..range.end);
}

fn prototype(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Declaration);
    let name = draft.child(&["function_identifier", "task_identifier"]);
    draft.set_name(name.and_then(identifier))
}

/// Returns the names declared by a declaration.
fn declared<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut cursor = declaration.walk();
    let mut children = declaration.named_children(&mut cursor);
    let list = children.find(|child| child.kind().starts_with("list_of_"))?;
    let mut cursor = list.walk();
    let names = list.named_children(&mut cursor);
    let names: Vec<_> = names.filter(|name| identifier(*name).is_some()).collect();
    Some((names, list))
}

/// Returns the instances of a module.
fn instances<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut cursor = declaration.walk();
    let children = declaration.named_children(&mut cursor);
    let instances = children.filter(|child| child.kind() == "hierarchical_instance");
    let instances: Vec<_> = instances.collect();
    let first = *instances.first()?;
    Some((instances, first))
}

/// Keeps declarations outside functions and procedural blocks.
fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    let Some(declarator) = draft.declarator.filter(|_| !draft.is_local) else {
        return false;
    };
    if let Some(equals) = child_of_kind(declarator, &["="]) {
        draft.signature_end = Some(equals.start_byte());
        let value = equals.next_sibling();
        draft.value = value.map(|value| value.start_byte()..declarator.end_byte());
    } else if declarator.kind() == "hierarchical_instance" {
        let name = child_of_kind(declarator, &["name_of_instance"]);
        draft.signature_end = name.map(|name| name.end_byte());
    }
    draft.is_transparent = true;
    draft.set_name(identifier(declarator))
}

fn port(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.child(&["port_identifier"]);
    draft.set_name(name.and_then(identifier))
}

/// Makes a typedef of an enumeration, struct or union the definition of that type.
fn type_declaration(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(type_node) = draft.child(&["data_type"]) {
        let composite = child_of_kind(type_node, &["enum", "struct_union"]);
        let kind = composite.map(|composite| match draft.text(composite) {
            b"enum" => Enum,
            b"union" => Union,
            _ => Struct,
        });
        let open = child_of_kind(type_node, &["{"]);
        let close = child_of_kind(type_node, &["}"]);
        if let (Some(kind), Some(open), Some(close)) = (kind, open, close) {
            draft.kind = kind;
            draft.body = Some(open.start_byte()..close.end_byte());
            draft.hidden = draft.body.clone();
        }
    }
    let mut cursor = draft.node.walk();
    let children = draft.node.named_children(&mut cursor);
    let name = children
        .filter(|child| IDENTIFIERS.contains(&child.kind()))
        .last();
    draft.set_name(name)
}

/// Keeps a labelled generate block, which has its own scope.
fn labelled(draft: &mut Draft<'_, '_>) -> bool {
    let label = draft.child(&["generate_block_identifier"]);
    let label = label.and_then(identifier);
    draft.signature_end = label.map(|label| label.end_byte());
    draft.set_name(label)
}

/// Marks virtual classes as abstract, and functions defined elsewhere as declarations.
fn convention(draft: &mut Draft<'_, '_>) {
    if draft.kind == Class && draft.modifiers.contains(Modifier::Virtual) {
        draft.modifiers.remove(Modifier::Virtual);
        draft.modifiers.insert(Modifier::Abstract);
    }
    if draft.modifiers.contains(Modifier::Abstract) {
        draft.modifiers.remove(Modifier::Declaration);
    }
}
