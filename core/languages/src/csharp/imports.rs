//! Imports in C#. There are no exports.

use std::cmp::Ordering;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_module};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, path_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("using_directive", csharp)],
    editors: &[&SYSTEM_FIRST, &ALPHABETICAL],
    ..ImportTable::EMPTY
};

/// Reads `using A.B;`, `using static A.B;`, `global using A;`, `using C = A.B;`.
fn csharp(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if let Some(parts) = UsingParts::read(node) {
        let alias = parts.alias.map(|alias| reader.text(alias));
        push_module(reader, reader.path(parts.path), alias, parts.kind(), node);
    }
    Ok(())
}

/// Parts of a directive.
struct UsingParts<'t> {
    path: Node<'t>,
    alias: Option<Node<'t>>,
    is_static: bool,
}

impl<'t> UsingParts<'t> {
    /// Returns `None` if the directive has no path.
    fn read(node: Node<'t>) -> Option<UsingParts<'t>> {
        let alias = node.child_by_field_name("name");
        let (mut path, mut is_static) = (None, false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "static" => is_static = true,
                "comment" => {}
                _ if child.is_named() && Some(child) != alias => path = Some(child),
                _ => {}
            }
        }
        Some(UsingParts {
            path: path?,
            alias,
            is_static,
        })
    }

    fn kind(&self) -> ImportKind {
        match self.is_static {
            true => ImportKind::Member,
            false => ImportKind::Static,
        }
    }
}

/// Order of `dotnet format` by default: `System` before other namespaces.
static SYSTEM_FIRST: ImportRules = ImportRules {
    containers: &[
        "namespace_declaration",
        "declaration_list",
        "preproc_if",
        "preproc_elif",
        "preproc_else",
    ],
    scopes: &["namespace_declaration"],
    read,
    is_header,
    group,
    place,
    compare: |a, b| compare(a, b, true),
    render,
    ..ImportRules::BASE
};

/// Order of `dotnet format` with `dotnet_sort_system_directives_first = false`.
static ALPHABETICAL: ImportRules = ImportRules {
    compare: |a, b| compare(a, b, false),
    ..SYSTEM_FIRST
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "using_directive" {
        return None;
    }
    let parts = UsingParts::read(node)?;
    let module = path_text(source, parts.path);
    Some(Statement {
        alias: parts.alias.map(|alias| node_text(source, alias)),
        is_barrier: node.has_error(),
        ..Statement::new(source, node.byte_range(), module, parts.kind())
    })
}

/// Recognises directives and declarations that must precede all `using` directives, or usually do.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "shebang_directive"
            | "preproc_define"
            | "preproc_undef"
            | "preproc_nullable"
            | "preproc_pragma"
            | "extern_alias_directive"
    )
}

/// Returns the group: global directives first, and among both namespaces, static types, aliases.
fn group(statement: &Statement) -> u8 {
    let kind = match (&statement.alias, statement.kind) {
        (Some(_), _) => 2,
        (None, ImportKind::Member) => 1,
        (None, _) => 0,
    };
    match statement.text.starts_with("global") {
        true => kind,
        false => kind + 3,
    }
}

/// Returns the group, with `System` apart from other namespaces.
fn place(statement: &Statement) -> u8 {
    let is_system = statement.module.split('.').next() == Some("System");
    2 * group(statement) + u8::from(!is_system)
}

fn compare(a: &Statement, b: &Statement, is_system_first: bool) -> Ordering {
    let parts = |statement: &Statement| -> Vec<String> {
        let parts = statement.alias.iter().map(String::as_str);
        let parts = parts.chain(statement.module.split('.'));
        parts.map(str::to_owned).collect()
    };
    let (left, right) = (parts(a), parts(b));
    let is_other =
        |parts: &[String]| is_system_first && parts.first().is_some_and(|first| first != "System");
    group(a)
        .cmp(&group(b))
        .then_with(|| is_other(&left).cmp(&is_other(&right)))
        .then_with(|| compare_parts(&left, &right))
        .then_with(|| a.normalized().cmp(&b.normalized()))
}

/// Compares the parts of two names, without regard to case; equal names in lower case first.
fn compare_parts(a: &[String], b: &[String]) -> Ordering {
    let lower = |parts: &[String]| -> Vec<String> {
        parts.iter().map(|part| part.to_lowercase()).collect()
    };
    lower(a).cmp(&lower(b)).then_with(|| b.cmp(a))
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    let names: Vec<_> = request
        .names
        .iter()
        .map(|(name, alias)| (name.as_str(), alias.as_deref()))
        .collect();
    let words = match (request.kind, names.as_slice()) {
        (ImportKind::Static, []) => String::new(),
        (ImportKind::Static, [("*", Some(alias))]) => format!("{alias} = "),
        (ImportKind::Member, []) => "static ".to_owned(),
        _ => return None,
    };
    Some(vec![format!("using {words}{module};")])
}
