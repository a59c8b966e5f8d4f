//! Imports in PHP. There are no exports. Inclusions such as `require` are read and never changed.

use std::cmp::Ordering;
use std::ops::Range;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::list::{Brackets, Item, ListStyle, NameList, list_of};
use crate::imports::read::{ImportTable, Reader, push_path};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{
    FileStyle, ImportRules, Statement, line_end, node_text, path_text,
};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("namespace_use_declaration", php_use),
        ("include_expression", php_include),
        ("include_once_expression", php_include),
        ("require_expression", php_include),
        ("require_once_expression", php_include),
    ],
    editors: &[&EDITOR],
    ..ImportTable::EMPTY
};

/// Reads `use A\B as C;`, `use function A\f;`, `use A\{B, C};`.
fn php_use(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let parts = UseParts::read(reader.source, node);
    let is_single = parts.clauses.len() == 1;
    for clause in &parts.clauses {
        let path = join(&parts.prefix, &path_text(reader.source, clause.path));
        let alias = clause.alias.map(|alias| reader.text(alias));
        let at = if is_single { node } else { clause.node };
        push_path(reader, &path, '\\', alias, at);
        let kind = clause.kind.unwrap_or(parts.kind);
        if let Some(import) = reader.imports.last_mut() {
            import.kind = kind;
        }
    }
    Ok(())
}

/// Reads `require "f";` and its variants. Skips computed file names.
fn php_include(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let mut file = node.named_child(0);
    if let Some(inner) = file.filter(|file| file.kind() == "parenthesized_expression") {
        file = inner.named_child(0);
    }
    let file = file.filter(|file| matches!(file.kind(), "string" | "encapsed_string"));
    if let Some(file) = file.and_then(|file| reader.literal(file)) {
        reader.push(file, ImportKind::Include, Vec::new(), node);
    }
    Ok(())
}

/// Parts of a `use` declaration.
struct UseParts<'t> {
    /// Namespace before the braces of a group; empty without a group.
    prefix: String,
    group: Option<Node<'t>>,
    kind: ImportKind,
    clauses: Vec<UseClause<'t>>,
    has_comments: bool,
    /// Whether the group ends with a comma, which the grammar reports as an error.
    has_trailing_comma: bool,
}

struct UseClause<'t> {
    node: Node<'t>,
    path: Node<'t>,
    alias: Option<Node<'t>>,
    /// Kind, if the clause begins with `function` or `const`.
    kind: Option<ImportKind>,
}

impl<'t> UseParts<'t> {
    fn read(source: &[u8], node: Node<'t>) -> UseParts<'t> {
        let group = node.child_by_field_name("body");
        let mut parts = UseParts {
            prefix: String::new(),
            group,
            kind: kind_of(node).unwrap_or(ImportKind::Static),
            clauses: Vec::new(),
            has_comments: false,
            has_trailing_comma: false,
        };
        for outer in [Some(node), group].into_iter().flatten() {
            let mut cursor = outer.walk();
            for child in outer.named_children(&mut cursor) {
                match child.kind() {
                    "namespace_name" => parts.prefix = path_text(source, child),
                    "comment" => parts.has_comments = true,
                    "namespace_use_clause" if child.byte_range().is_empty() => {
                        parts.has_trailing_comma = true;
                    }
                    "namespace_use_clause" => parts.clauses.extend(UseClause::read(child)),
                    _ => {}
                }
            }
        }
        // `use function a, b;` has the keyword in its first clause.
        if let (None, Some(first)) = (group, parts.clauses.first()) {
            parts.kind = first.kind.unwrap_or(parts.kind);
        }
        parts
    }
}

impl<'t> UseClause<'t> {
    fn read(node: Node<'t>) -> Option<UseClause<'t>> {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        let path = children.find(|child| matches!(child.kind(), "name" | "qualified_name"))?;
        Some(UseClause {
            node,
            path,
            alias: node.child_by_field_name("alias"),
            kind: kind_of(node),
        })
    }

    /// Returns the range of the last segment of the path with the alias.
    fn name(&self) -> Range<usize> {
        let count = self.path.named_child_count();
        let last = match self.path.kind() {
            "qualified_name" => self.path.named_child(count.saturating_sub(1) as u32),
            _ => None,
        };
        last.unwrap_or(self.path).start_byte()..self.node.end_byte()
    }

    /// Returns the module of the clause in a group with a prefix, and the name with its alias.
    fn item(&self, source: &[u8], prefix: &str) -> (String, Item) {
        let path = join(prefix, &path_text(source, self.path));
        let (module, name) = path.rsplit_once('\\').unwrap_or(("", &path));
        let range = self.name();
        let item = Item {
            text: text_of(source, &range),
            name: name.to_owned(),
            alias: self.alias.map(|alias| node_text(source, alias)),
            is_bare: false,
            list: None,
            range,
        };
        (module.to_owned(), item)
    }

    /// Returns the name, in a list of its own if its path has several segments or is global.
    fn nested(&self, source: &[u8], prefix: &str, is_grouped: bool) -> Item {
        let (module, item) = self.item(source, prefix);
        let outer = match is_grouped {
            true => self.node.start_byte(),
            false => self.path.start_byte(),
        };
        if module == prefix && is_grouped {
            let range = outer..self.node.end_byte();
            let text = text_of(source, &range);
            return Item {
                text,
                range,
                ..item
            };
        }
        let names = item.range.clone();
        Item {
            text: text_of(source, &(outer..names.start)),
            name: module.clone(),
            alias: None,
            is_bare: false,
            list: Some(list_of(&module, source, &names, vec![item], false, &LIST)),
            range: outer..names.end,
        }
    }
}

/// Returns the kind that the keyword of a declaration or clause selects.
fn kind_of(node: Node<'_>) -> Option<ImportKind> {
    match node.child_by_field_name("type")?.kind() {
        "function" => Some(ImportKind::Function),
        "const" => Some(ImportKind::Constant),
        _ => None,
    }
}

/// Joins a prefix and a path. Imported paths are absolute, with or without a leading backslash.
fn join(prefix: &str, path: &str) -> String {
    let path = match prefix {
        "" => path.to_owned(),
        prefix => format!("{prefix}\\{path}"),
    };
    path.trim_start_matches('\\').to_owned()
}

fn text_of(source: &[u8], range: &Range<usize>) -> String {
    String::from_utf8_lossy(source.get(range.clone()).unwrap_or_default()).into_owned()
}

/// Order of PHP-CS-Fixer with its rule set `@Symfony`, in the sections of PSR-12.
static EDITOR: ImportRules = ImportRules {
    containers: &["namespace_definition", "compound_statement"],
    scopes: &["namespace_definition"],
    read,
    is_header,
    has_sections: true,
    separates_groups: true,
    has_lists: true,
    separator: Some("\\"),
    group,
    place: group,
    compare: |a, b| key(a).cmp(&key(b)).then_with(|| a.text.cmp(&b.text)),
    compare_names: |a, b| compare_names(&a.text, &b.text),
    list: LIST,
    split,
    render,
    prelude: "<?php\n",
    first_place,
    ..ImportRules::BASE
};

const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: "",
    separator: ",",
    brackets: Brackets::Kept,
    width: 120,
    fills: false,
    has_trailing_comma: false,
    indent: "    ",
};

/// Tag of declarations that import several paths.
const SEVERAL: &str = ",";

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "namespace_use_declaration" {
        return None;
    }
    let parts = UseParts::read(source, node);
    let range = node.byte_range();
    let (names, list, tag) = match (parts.group, parts.clauses.as_slice()) {
        (Some(group), clauses) => {
            let prefix = parts.prefix.trim_start_matches('\\');
            let items = clauses
                .iter()
                .map(|clause| clause.nested(source, prefix, true));
            let names = group.byte_range();
            let list = list_of(
                prefix,
                source,
                &names,
                items.collect(),
                parts.has_comments,
                &LIST,
            );
            let is_mixed = clauses.iter().any(|clause| clause.kind.is_some());
            (names, list, if is_mixed { "mixed" } else { "" })
        }
        (None, [only]) => {
            let (module, item) = only.item(source, "");
            let names = item.range.clone();
            let list = list_of(
                &module,
                source,
                &names,
                vec![item],
                parts.has_comments,
                &LIST,
            );
            (names, list, "")
        }
        (None, clauses) => {
            let names = clauses.first()?.path.start_byte()..clauses.last()?.node.end_byte();
            let items = clauses
                .iter()
                .map(|clause| clause.nested(source, "", false));
            let list = list_of("", source, &names, items.collect(), false, &LIST);
            // Names are only removed; organising splits the declaration.
            let list = NameList {
                has_comments: true,
                ..list
            };
            (names, list, SEVERAL)
        }
    };
    let module = list.module.clone();
    Some(Statement {
        tag: tag.to_owned(),
        is_barrier: node.has_error() && !parts.has_trailing_comma,
        list: Some((names.start - range.start..names.end - range.start, list)),
        ..Statement::new(source, range, module, parts.kind)
    })
}

/// Recognises the start of the code, directives and the namespace.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    match node.kind() {
        "text" | "php_tag" | "declare_statement" => true,
        "namespace_definition" => node.child_by_field_name("body").is_none(),
        _ => false,
    }
}

/// Returns the group: classes and namespaces, functions, constants.
fn group(statement: &Statement) -> u8 {
    match statement.kind {
        ImportKind::Function => 1,
        ImportKind::Constant => 2,
        _ => 0,
    }
}

/// Returns the text that determines the order: the path in lower case, in which a namespace
/// precedes longer names with the same start.
fn key(statement: &Statement) -> (u8, String) {
    let text = statement.normalized();
    let mut path = text.trim_start_matches("use ");
    for keyword in ["function ", "const "] {
        path = path.strip_prefix(keyword).unwrap_or(path);
    }
    let path = path.trim_start_matches('\\').trim_end_matches(';');
    (group(statement), path.replace('\\', " ").to_lowercase())
}

fn compare_names(a: &str, b: &str) -> Ordering {
    let key = |text: &str| text.replace('\\', " ").to_lowercase();
    key(a).cmp(&key(b)).then_with(|| a.cmp(b))
}

/// Splits `use A, B;` into one declaration per path (PSR-12).
fn split(statement: &Statement) -> Vec<String> {
    let has_comments = ["/*", "//", "#"]
        .iter()
        .any(|mark| statement.text.contains(mark));
    let Some((_, list)) = statement.list.as_ref().filter(|_| statement.tag == SEVERAL) else {
        return Vec::new();
    };
    if has_comments {
        return Vec::new();
    }
    let keyword = keyword(statement.kind);
    let paths = list
        .items
        .iter()
        .filter_map(|item| statement.text.get(item.range.clone()));
    paths.map(|path| format!("use {keyword}{path};")).collect()
}

fn keyword(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Function => "function ",
        ImportKind::Constant => "const ",
        _ => "",
    }
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let kinds = [
        ImportKind::Static,
        ImportKind::Function,
        ImportKind::Constant,
    ];
    if !kinds.contains(&request.kind) {
        return None;
    }
    let keyword = keyword(request.kind);
    let module = request.module.trim_start_matches('\\');
    if request.names.is_empty() {
        return Some(vec![format!("use {keyword}{module};")]);
    }
    let statements = request.names.iter().map(|name| match name {
        (name, _) if name == "*" => None,
        (name, None) => Some(format!("use {keyword}{module}\\{name};")),
        (name, Some(alias)) => Some(format!("use {keyword}{module}\\{name} as {alias};")),
    });
    statements.collect()
}

/// Returns the position after the header, or in the only namespace with braces.
fn first_place(source: &[u8], root: Node<'_>, header_end: usize) -> Result<usize, &'static str> {
    let mut cursor = root.walk();
    let (mut namespaces, mut body, mut last) = (0, None, None);
    for child in root.named_children(&mut cursor) {
        if child.kind() == "namespace_definition" {
            namespaces += 1;
            body = child.child_by_field_name("body");
        }
        if child.start_byte() < header_end && child.kind() != "comment" {
            last = Some(child);
        }
    }
    if namespaces > 1 {
        return Err("cannot add an import to text with several namespaces");
    }
    if let Some(body) = body {
        return place_in(source, body).ok_or("cannot add an import to a namespace on one line");
    }
    let is_code = last.is_some_and(|last| match last.kind() {
        "text" | "ERROR" => false,
        "text_interpolation" => {
            let tag = last.named_child(last.named_child_count().saturating_sub(1) as u32);
            tag.is_some_and(|tag| tag.kind() == "php_tag")
        }
        _ => true,
    });
    match is_code {
        true => Ok(header_end),
        false => Err("cannot add an import to text without a line of PHP code at its start"),
    }
}

/// Returns the start of the line after the opening brace of a namespace.
fn place_in(source: &[u8], body: Node<'_>) -> Option<usize> {
    let at = line_end(source, body.start_byte());
    let rest = source.get(body.start_byte() + 1..at)?.trim_ascii();
    let is_comment = rest.starts_with(b"//") || rest.starts_with(b"#");
    (at < body.end_byte() && (rest.is_empty() || is_comment)).then_some(at)
}
