//! Python.

use tree_sitter::Node;

use crate::ast::Interrupt;
use crate::outline::imports::item::{ExportKind, ImportKind};
use crate::outline::imports::read::{Grammar, Reader};

pub(in crate::outline::imports) static PYTHON: Grammar = Grammar {
    imports: &[
        ("import_statement", import),
        ("import_from_statement", from),
        ("future_import_statement", from),
        ("call", call),
        ("if_statement", condition),
    ],
    opaque: &["comment"],
    exports: Some(exports),
};

/// `import a.b, c as d`: one import per module.
fn import(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut modules = Vec::new();
    reader.each_child(node, |_, child, field| {
        modules.extend((field == Some("name")).then_some(child));
        Ok(())
    })?;
    let is_single = modules.len() == 1;
    for module in modules {
        let names = match module.child_by_field_name("alias") {
            Some(alias) => vec![reader.name("*", Some(reader.text(alias)), module)],
            None => Vec::new(),
        };
        let name = module.child_by_field_name("name").unwrap_or(module);
        let at = if is_single { node } else { module };
        reader.push(reader.path(name), ImportKind::Static, names, at);
    }
    Ok(())
}

/// `from a import b as c, d`.
fn from(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let module = match node.child_by_field_name("module_name") {
        Some(module) => reader.path(module),
        None => "__future__".to_owned(),
    };
    let mut names = Vec::new();
    reader.each_child(node, |reader, child, field| {
        if child.kind() == "wildcard_import" {
            names.push(reader.name("*", None, child));
        } else if field == Some("name") {
            let name = match child.kind() {
                "aliased_import" => reader.name_of_fields(child),
                _ => Some(reader.name(&reader.path(child), None, child)),
            };
            names.extend(name);
        }
        Ok(())
    })?;
    reader.push(module, ImportKind::Static, names, node);
    Ok(())
}

/// `__import__("m")`, `importlib.import_module("m")`.
fn call(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(function) = node.child_by_field_name("function") else {
        return Ok(());
    };
    let is_import = matches!(
        reader.bytes(function),
        b"__import__" | b"importlib.import_module" | b"import_module"
    );
    if !is_import {
        return Ok(());
    }
    let arguments = node.child_by_field_name("arguments");
    let module = arguments.and_then(|arguments| arguments.named_child(0));
    let module = module.filter(|module| module.kind() == "string");
    if let Some(module) = module.and_then(|module| reader.literal(module)) {
        reader.push(module, ImportKind::Dynamic, Vec::new(), node);
    }
    Ok(())
}

/// The block of `if TYPE_CHECKING:` runs in type checkers only.
fn condition(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let condition = node.child_by_field_name("condition");
    let is_checking = condition.is_some_and(|condition| {
        matches!(
            reader.bytes(condition),
            b"TYPE_CHECKING" | b"typing.TYPE_CHECKING" | b"t.TYPE_CHECKING"
        )
    });
    if let (true, Some(block)) = (is_checking, node.child_by_field_name("consequence")) {
        reader.type_only = block.byte_range();
    }
    Ok(())
}

/// The names of `__all__`; without it, the public names at top level.
fn exports(reader: &mut Reader<'_, '_>, root: Node<'_>) -> Result<(), Interrupt> {
    let mut public = Vec::new();
    let mut listed = Vec::new();
    let mut has_list = false;
    reader.each_child(root, |reader, child, _| {
        let definition = match child.kind() {
            "decorated_definition" => child.child_by_field_name("definition"),
            "expression_statement" => child.named_child(0),
            _ => Some(child),
        };
        let Some(definition) = definition else {
            return Ok(());
        };
        match definition.kind() {
            "class_definition" | "function_definition" => {
                let name = definition.child_by_field_name("name");
                public.extend(name.map(|name| (name, child)));
            }
            "type_alias_statement" => {
                let left = definition.child_by_field_name("left");
                let mut name = left;
                // `type A[T] = …`: the name is in a generic type in a type.
                while let Some(inner) = name.filter(|name| name.kind() != "identifier") {
                    name = inner.named_child(0);
                }
                public.extend(name.map(|name| (name, child)));
            }
            "assignment" | "augmented_assignment" => {
                let Some(left) = definition.child_by_field_name("left") else {
                    return Ok(());
                };
                if reader.bytes(left) == b"__all__" {
                    has_list = true;
                    let right = definition.child_by_field_name("right");
                    if let Some(list) = right.filter(|right| right.kind() != "string") {
                        reader.each_child(list, |_, item, _| {
                            listed.extend((item.kind() == "string").then_some(item));
                            Ok(())
                        })?;
                    }
                } else if definition.kind() == "assignment" {
                    targets(reader, definition, child, &mut public)?;
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    if has_list {
        for item in listed {
            if let Some(name) = reader.literal(item) {
                reader.push_export(name, None, None, ExportKind::Named, item);
            }
        }
        return Ok(());
    }
    for (name, at) in public {
        if !reader.bytes(name).starts_with(b"_") {
            reader.export(name, ExportKind::Named, at);
        }
    }
    Ok(())
}

/// Collects the names that an assignment binds: `a = …`, `a, b = …`, `a = b = …`.
fn targets<'t>(
    reader: &mut Reader<'_, '_>,
    assignment: Node<'t>,
    at: Node<'t>,
    found: &mut Vec<(Node<'t>, Node<'t>)>,
) -> Result<(), Interrupt> {
    let mut assigned = Some(assignment);
    while let Some(assignment) = assigned.filter(|node| node.kind() == "assignment") {
        reader.step()?;
        let left = assignment.child_by_field_name("left");
        match left.map(|left| (left, left.kind())) {
            Some((left, "identifier")) => found.push((left, at)),
            Some((left, "pattern_list" | "tuple_pattern" | "list_pattern")) => {
                reader.each_child(left, |_, child, _| {
                    found.extend((child.kind() == "identifier").then_some((child, at)));
                    Ok(())
                })?;
            }
            _ => {}
        }
        assigned = assignment.child_by_field_name("right");
    }
    Ok(())
}
