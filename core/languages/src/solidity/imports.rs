//! Imports of Solidity; there are no exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::list::{Brackets, Item, ListStyle, list_of};
use crate::imports::read::{ImportTable, Reader, literal};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_directive", solidity)],
    opaque: &[
        "comment",
        "contract_declaration",
        "interface_declaration",
        "library_declaration",
    ],
    editors: &[&EDITOR],
    ..ImportTable::EMPTY
};

/// Reads `import "m"`, `import "m" as a`, `import * as a from "m"`, `import {a, b as c} from "m"`.
fn solidity(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let source = node.child_by_field_name("source");
    let Some(module) = source.and_then(|source| reader.literal(source)) else {
        return Ok(());
    };
    let names = match directive(reader.source, node) {
        ImportDirective::All => vec![reader.name("*", None, node)],
        ImportDirective::Module(alias) => vec![reader.name("*", Some(alias), node)],
        ImportDirective::Names { items, .. } => {
            let mut names = Vec::new();
            for item in items {
                let mut name = reader.name(&item.name, item.alias, node);
                name.span = reader.span_of(&item.range);
                names.push(name);
            }
            names
        }
    };
    reader.push(module, ImportKind::Static, names, node);
    Ok(())
}

/// Names that a directive imports.
enum ImportDirective {
    /// All names of the module.
    All,
    /// The module, under a name.
    Module(String),
    /// A list of names, with the offsets of its braces.
    Names {
        items: Vec<Item>,
        has_comments: bool,
        start: usize,
        end: usize,
    },
}

fn directive(source: &[u8], node: Node<'_>) -> ImportDirective {
    let mut items: Vec<Item> = Vec::new();
    let (mut has_comments, mut braces, mut alias) = (false, None, None);
    let mut cursor = node.walk();
    let mut is_open = cursor.goto_first_child();
    while is_open {
        let child = cursor.node();
        match (child.kind(), cursor.field_name()) {
            ("{", _) => braces = Some(child.start_byte()..child.end_byte()),
            ("}", _) => braces = braces.map(|braces| braces.start..child.end_byte()),
            ("comment", _) => has_comments = true,
            (_, Some("import_name")) => items.push(Item {
                text: node_text(source, child),
                name: node_text(source, child),
                alias: None,
                is_bare: false,
                list: None,
                range: child.byte_range(),
            }),
            (_, Some("alias")) => {
                let name = node_text(source, child);
                if let Some(item) = items.last_mut() {
                    item.range.end = child.end_byte();
                    item.text = format!("{} as {name}", item.name);
                    item.alias = Some(name);
                } else {
                    alias = Some(name);
                }
            }
            _ => {}
        }
        is_open = cursor.goto_next_sibling();
    }
    match (braces, alias) {
        (Some(braces), _) => ImportDirective::Names {
            items,
            has_comments,
            start: braces.start,
            end: braces.end,
        },
        (None, Some(alias)) => ImportDirective::Module(alias),
        (None, None) => ImportDirective::All,
    }
}

static EDITOR: ImportRules = ImportRules {
    read,
    is_header: |_, node| node.kind() == "pragma_directive",
    has_lists: true,
    merges: true,
    compare: |a, b| {
        let by_module = a.module.cmp(&b.module);
        by_module.then_with(|| a.normalized().cmp(&b.normalized()))
    },
    compare_names: |a, b| a.text.cmp(&b.text),
    list: LIST,
    render,
    ..ImportRules::BASE
};

/// Layout of `forge fmt`.
const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: "",
    separator: ",",
    brackets: Brackets::Always,
    width: 120,
    fills: false,
    has_trailing_comma: false,
    indent: "    ",
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_directive" {
        return None;
    }
    let module = literal(source, node.child_by_field_name("source")?)?;
    let range = node.byte_range();
    let mut statement = Statement {
        is_barrier: node.has_error(),
        ..Statement::new(source, range.clone(), module, ImportKind::Static)
    };
    match directive(source, node) {
        ImportDirective::All => {
            statement.kind = ImportKind::Wildcard;
            statement.tag = ".".to_owned();
        }
        ImportDirective::Module(alias) => statement.alias = Some(alias),
        ImportDirective::Names { items, .. } if items.is_empty() => statement.tag = "{}".to_owned(),
        ImportDirective::Names {
            items,
            has_comments,
            start,
            end,
        } => {
            let list = list_of(
                &statement.module,
                source,
                &(start..end),
                items,
                has_comments,
                &LIST,
            );
            statement.list = Some((start - range.start..end - range.start, list));
        }
    }
    Some(statement)
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    let module = format!("{0}{1}{0}", style.quote, request.module);
    let is_all = |(name, alias): &(String, Option<String>)| name == "*" && alias.is_none();
    let imports_all = match request.kind {
        ImportKind::Static => request.names.is_empty() || request.names.iter().all(is_all),
        ImportKind::Wildcard => request.names.iter().all(is_all),
        _ => return None,
    };
    if imports_all {
        return Some(vec![format!("import {module};")]);
    }
    if request.kind == ImportKind::Wildcard || request.names.iter().any(is_all) {
        return None;
    }
    let (modules, names): (Vec<_>, Vec<_>) =
        request.names.iter().partition(|(name, _)| name == "*");
    let aliases = modules.into_iter().filter_map(|(_, alias)| alias.as_ref());
    let mut statements: Vec<String> = aliases
        .map(|alias| format!("import * as {alias} from {module};"))
        .collect();
    if !names.is_empty() {
        let names = names.into_iter().map(|(name, alias)| match alias {
            Some(alias) => format!("{name} as {alias}"),
            None => name.clone(),
        });
        let names: Vec<_> = names.collect();
        statements.push(format!("import {{{}}} from {module};", names.join(", ")));
    }
    Some(statements)
}
