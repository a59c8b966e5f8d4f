//! Imports in Kotlin. There are no exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, push_path};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{
    FileStyle, ImportRules, Statement, node_text, path_text, with_semicolon,
};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_header", kotlin)],
    opaque: &["line_comment", "multiline_comment"],
    editors: &[&IDEA, &ASCII],
    ..ImportTable::EMPTY
};

/// Reads `import a.b.C`, `import a.b.C as D`, `import a.b.*`.
fn kotlin(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(parts) = KotlinImportParts::read(node) else {
        return Ok(());
    };
    let path = reader.path(parts.path);
    match parts.all {
        Some(all) => {
            let names = vec![reader.name("*", None, all)];
            reader.push(path, ImportKind::Wildcard, names, node);
        }
        None => {
            let alias = parts.alias.map(|alias| reader.text(alias));
            push_path(reader, &path, '.', alias, node);
        }
    }
    Ok(())
}

/// Parts of an import.
struct KotlinImportParts<'t> {
    path: Node<'t>,
    alias: Option<Node<'t>>,
    all: Option<Node<'t>>,
}

impl<'t> KotlinImportParts<'t> {
    /// Returns `None` if the import has no path.
    fn read(node: Node<'t>) -> Option<KotlinImportParts<'t>> {
        let (mut path, mut alias, mut all) = (None, None, None);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "identifier" => path = Some(child),
                "import_alias" => alias = child.named_child(0),
                "wildcard_import" => all = Some(child),
                _ => {}
            }
        }
        Some(KotlinImportParts {
            path: path?,
            alias,
            all,
        })
    }

    /// Returns the end of the import, which its node may exceed by a comment.
    fn end(&self) -> usize {
        self.all.or(self.alias).unwrap_or(self.path).end_byte()
    }
}

/// Default order of ktlint and IntelliJ IDEA: other packages, `java`, `javax`, `kotlin`, aliases.
static IDEA: ImportRules = ImportRules {
    containers: &["import_list"],
    leading: &["line_comment", "multiline_comment"],
    read,
    is_header,
    has_sections: true,
    separator: Some("."),
    group,
    compare: |a, b| group(a).cmp(&group(b)).then_with(|| path(a).cmp(&path(b))),
    render,
    ..ImportRules::BASE
};

/// ASCII order, as in ktfmt and in the Android style of ktlint.
static ASCII: ImportRules = ImportRules {
    group: |_| 0,
    compare: |a, b| path(a).cmp(&path(b)),
    ..IDEA
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_header" {
        return None;
    }
    let parts = KotlinImportParts::read(node)?;
    let path = path_text(source, parts.path);
    let (module, name) = match (parts.all, path.rsplit_once('.')) {
        (Some(_), _) => (path.as_str(), "*"),
        (None, Some((module, name))) => (module, name),
        (None, None) => ("", path.as_str()),
    };
    let alias = parts.alias.map(|alias| node_text(source, alias));
    let range = with_semicolon(source, node.start_byte()..parts.end());
    let statement = Statement::new(source, range, module.to_owned(), ImportKind::Static);
    Some(Statement {
        is_barrier: node.has_error(),
        ..statement.with_name(source, name, alias)
    })
}

fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "shebang_line" | "file_annotation" | "package_header"
    )
}

/// Returns the path with its alias, without backquotes.
fn path(statement: &Statement) -> String {
    let text = statement.normalized().replace('`', "");
    let path = text.trim_start_matches("import ").trim_end_matches(';');
    path.trim_end().to_owned()
}

fn group(statement: &Statement) -> u8 {
    let mut items = statement.list.iter().flat_map(|(_, list)| &list.items);
    let path = path(statement);
    match path.split('.').next() {
        _ if items.any(|item| item.alias.is_some()) => 4,
        Some("java") => 1,
        Some("javax") => 2,
        Some("kotlin") => 3,
        _ => 0,
    }
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    if !matches!(request.kind, ImportKind::Static | ImportKind::Wildcard) {
        return None;
    }
    let module = &request.module;
    if request.names.is_empty() {
        return Some(vec![format!("import {module}")]);
    }
    let statements = request.names.iter().map(|name| match name {
        (name, None) => Some(format!("import {module}.{name}")),
        (name, Some(_)) if name == "*" => None,
        (name, Some(alias)) => Some(format!("import {module}.{name} as {alias}")),
    });
    statements.collect()
}
