//! Outline table for C++. Documentation follows Doxygen.

use tree_sitter::Node;

use crate::c::outline as c;
use crate::outline::declarator as parts;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Field, Function, Method, Namespace, TypeAlias, Variable, Variant,
};
use crate::outline::kind::{Modifier, is_type};
use crate::outline::table::{Draft, Marked, Name, OutlineTable, PRAGMA_REGION, Rule, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_statement do_statement for_range_loop for_statement if_statement preproc_if \
        preproc_ifdef switch_statement try_statement while_statement",
    transparent: "declaration_list linkage_specification",
    branches: "do_statement else_clause for_range_loop for_statement if_statement \
        labeled_statement using_declaration while_statement",
    else_clauses: "else_clause",
    separator: "::",
    rules: &[
        c::MACRO,
        c::FUNCTION_MACRO,
        FUNCTION,
        rule("declaration", Variable)
            .name(Name::Each(bindings))
            .not_local(),
        rule("declaration", Variable)
            .name(Name::List("declarator"))
            .not_local()
            .refine(declaration),
        rule("field_declaration", Field)
            .name(Name::List("declarator"))
            .not_local()
            .refine(declaration),
        c::TYPE_DEFINITION,
        c::STRUCT.refine(tagged),
        c::UNION.refine(tagged),
        c::ENUM.refine(tagged),
        c::ENUMERATOR,
        rule("class_specifier", Class).not_local().refine(tagged),
        rule("namespace_definition", Namespace).refine(namespace),
        rule("alias_declaration", TypeAlias).not_local(),
        rule("concept_definition", TypeAlias),
    ],
    wrappers: "template_declaration",
    sections: "access_specifier",
    marked: &[Marked {
        // Macros are not local.
        nodes: &[
            "compound_statement",
            "parameter_list",
            "template_parameter_list",
            "template_argument_list",
            "initializer_list",
            "argument_list",
            "string_literal",
            "field_initializer_list",
        ],
        is_local: false,
        next_mark: c::next_define,
    }],
    attributes: "attribute_specifier attribute_declaration",
    words: &[
        ("static", Modifier::Static),
        ("extern", Modifier::Extern),
        ("inline", Modifier::Inline),
        ("virtual", Modifier::Virtual),
        ("constexpr", Modifier::Const),
        ("consteval", Modifier::Const),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("public", Modifier::Exported),
    ],
    commas: &[Variant],
    region: PRAGMA_REGION,
    has_terminator: true,
    lists: &[("initializer_list", b',')],
    list_wrappers: "compound_literal_expression",
    ..OutlineTable::EMPTY
};

const FUNCTION: Rule = rule("function_definition", Function)
    .member(Method)
    .name(Name::List("declarator"))
    .value(&["field_initializer_list"])
    .not_local()
    .refine(function);

fn function(draft: &mut Draft<'_, '_>) -> bool {
    if !is_function(draft) {
        return false;
    }
    qualify(draft);
    c::name_in_brackets(draft);
    if draft.body.is_none() {
        let parts = ["default_method_clause", "delete_method_clause"];
        draft.body = draft.child(&parts).map(|clause| clause.byte_range());
    }
    true
}

fn is_function(draft: &Draft<'_, '_>) -> bool {
    let mut declarator = draft.declarator;
    // Outside its class, a function that is defaulted has a value.
    while let Some(node) = declarator {
        match node.kind() {
            "init_declarator" => declarator = node.child_by_field_name("declarator"),
            "qualified_identifier" => declarator = node.child_by_field_name("name"),
            "operator_cast" => return true,
            _ => return c::innermost_kind(node) == "function_declarator",
        }
    }
    false
}

fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    if !c::declaration(draft) {
        return false;
    }
    if is_function(draft) {
        let in_type = draft.parent.is_some_and(|(kind, _)| is_type(kind));
        draft.kind = if in_type { Method } else { Function };
        draft.modifiers.insert(Modifier::Declaration);
        if draft.field_text("default_value") == b"0" {
            draft.modifiers.insert(Modifier::Abstract);
        }
    }
    qualify(draft);
    if draft.kind != Field && draft.kind != Variable {
        c::name_in_brackets(draft);
    }
    true
}

/// Returns the names of a structured binding, and their list.
fn bindings<'t>(node: Node<'t>, _: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut list = node.child_by_field_name("declarator")?;
    while list.kind() != "structured_binding_declarator" {
        let inner = list.child_by_field_name("declarator");
        list = inner.or_else(|| {
            list.named_child(0)
                .filter(|_| list.kind() == "reference_declarator")
        })?;
    }
    let mut cursor = list.walk();
    let names = list.named_children(&mut cursor).collect();
    Some((names, list))
}

/// Keeps only types with a body, and splits `A::B` into the path of the outer type and the name.
fn tagged(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(name) = draft.node.child_by_field_name("name") {
        split_path(draft, name);
    }
    c::has_body(draft)
}

/// Removes `inline` from the name of a nested namespace.
fn namespace(draft: &mut Draft<'_, '_>) -> bool {
    let name = String::from_utf8_lossy(draft.name_bytes());
    let segments = name.split("::").map(str::trim);
    let segments: Vec<_> = segments
        .map(|segment| {
            segment
                .strip_prefix("inline")
                .filter(|rest| rest.starts_with(char::is_whitespace))
                .map_or(segment, str::trim_start)
        })
        .collect();
    let path = segments.join("::");
    if path != name {
        draft.name_text = Some(path);
    }
    true
}

/// Splits `A::b` into the path of the type and the name, and detects constructors.
fn qualify(draft: &mut Draft<'_, '_>) {
    let Some(declarator) = draft.declarator.map(parts::innermost_declarator) else {
        return;
    };
    // After a specifier, the grammar reads `A::operator` as a type.
    let of_type = draft.node.child_by_field_name("type");
    let operator = of_type.filter(|node| draft.text(*node).ends_with(b"::operator"));
    let name = split_path(draft, operator.unwrap_or(declarator));
    if operator.is_some() || name.kind() == "operator_cast" {
        let end = draft.declarator.and_then(|node| parameters_of(node));
        let end = end.map_or(draft.name.end, |parameters| parameters.start_byte());
        draft.name.end = end.max(draft.name.start);
        let text = String::from_utf8_lossy(draft.name_bytes()).into_owned();
        draft.name.end -= text.len() - text.trim_end().len();
        draft.name_text = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let is_function = matches!(draft.kind, Function | Method);
    if draft.owner.is_some() && is_function {
        draft.kind = Method;
    }
    let owner = draft.owner.as_deref().unwrap_or("");
    let class = match draft.parent {
        _ if !owner.is_empty() => owner.rsplit("::").next().unwrap_or("").trim(),
        Some((kind, name)) if is_type(kind) => name.split('<').next().unwrap_or("").trim_end(),
        _ => "",
    };
    let own = draft.name_bytes();
    if is_function && !own.is_empty() && own == class.as_bytes() {
        draft.kind = Constructor;
    }
}

/// Splits `A::b` into the path of the type and the name. Returns the node of the name.
fn split_path<'t>(draft: &mut Draft<'_, '_>, path: Node<'t>) -> Node<'t> {
    let mut name = path;
    while let Some(inner) = name
        .child_by_field_name("name")
        .filter(|_| matches!(name.kind(), "qualified_identifier" | "template_function"))
    {
        name = inner;
    }
    draft.name = name.byte_range();
    let owner = draft.source.get(path.start_byte()..name.start_byte());
    let owner = without_template_arguments(&String::from_utf8_lossy(owner.unwrap_or_default()));
    let owner = owner.trim().trim_end_matches("::");
    if !owner.is_empty() {
        draft.owner = Some(owner.to_owned());
    }
    name
}

/// Returns the parameters of the function that a declarator declares.
fn parameters_of(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut node = declarator;
    loop {
        if let Some(parameters) = node.child_by_field_name("parameters") {
            return Some(parameters);
        }
        let inner = ["declarator", "name"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        // A reference has no field.
        let last = u32::try_from(node.named_child_count()).ok()?.checked_sub(1);
        node = inner.or_else(|| node.named_child(last?))?;
    }
}

/// Removes `<...>` from a name path.
fn without_template_arguments(path: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::new();
    for character in path.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
    }
    kept
}
