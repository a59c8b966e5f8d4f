//! Imports in Scala 2 and 3. There are no exports.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{Import, ImportKind, ImportedName};
use crate::imports::list::{Brackets, Item, ListStyle, NameList, list_of};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("import_declaration", scala)],
    opaque: &["comment", "block_comment"],
    editors: &[&SCALAFIX, &SCALAFIX_SYMBOLS_FIRST, &ASCII, &SYMBOLS_FIRST],
    ..ImportTable::EMPTY
};

/// Reads `import a.b.C`, `import a.{B, C => D}`, `import a.*`, `import a._`, `import a.b as c`.
fn scala(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let (clauses, _) = clauses(reader.source, node);
    let is_single = clauses.len() == 1;
    for clause in clauses {
        let name = |selector: Selector| ImportedName {
            name: selector.name,
            alias: selector.alias,
            is_type_only: false,
            span: reader.span_of(&selector.range),
        };
        let span = match is_single {
            true => reader.span(node),
            false => reader.span_of(&clause.names),
        };
        let mut names: Vec<_> = clause.selectors.into_iter().map(name).collect();
        let module = match (clause.module.as_str(), names.as_slice()) {
            ("", [only]) => only.name.clone(),
            (module, _) => module.to_owned(),
        };
        if clause.module.is_empty() {
            names.clear();
        }
        reader.push_import(Import {
            module,
            kind: ImportKind::Static,
            names,
            span,
        });
    }
    Ok(())
}

/// Part of an import with one path: `a.b` and `{C, D}` in `import a.b.{C, D}`.
struct ScalaClause {
    module: String,
    range: Range<usize>,
    /// Names with their braces, or the last segment of the path.
    names: Range<usize>,
    selectors: Vec<Selector>,
}

struct Selector {
    /// Name; `*` for all names, `given` for all givens, `given T` for the givens of a type.
    name: String,
    alias: Option<String>,
    range: Range<usize>,
}

/// Returns the parts of an import, and whether it has comments.
fn clauses(source: &[u8], node: Node<'_>) -> (Vec<ScalaClause>, bool) {
    let mut cursor = node.walk();
    let (mut clauses, mut has_comments) = (Vec::new(), false);
    let (mut path, mut given): (Vec<Node<'_>>, Option<usize>) = (Vec::new(), None);
    let mut names = None;
    let mut is_open = cursor.goto_first_child();
    while is_open {
        let child = cursor.node();
        match child.kind() {
            "," => {
                clauses.extend(clause(source, &path, names.take()));
                (path, given) = (Vec::new(), None);
            }
            "given" => given = Some(child.start_byte()),
            kind if kind.ends_with("comment") => has_comments = true,
            _ if cursor.field_name() == Some("path") => {
                path.extend(child.is_named().then_some(child));
            }
            "namespace_selectors" => {
                let (inner, has_inner_comments) = selectors(source, child);
                has_comments |= has_inner_comments;
                names = Some((child.byte_range(), inner));
            }
            _ if child.is_named() => {
                let selector = selector(source, child, given);
                names = Some((selector.range.clone(), vec![selector]));
            }
            _ => {}
        }
        is_open = cursor.goto_next_sibling();
    }
    clauses.extend(clause(source, &path, names));
    (clauses, has_comments)
}

fn clause(
    source: &[u8],
    path: &[Node<'_>],
    names: Option<(Range<usize>, Vec<Selector>)>,
) -> Option<ScalaClause> {
    let start = path.first()?.start_byte();
    let (module, (names, selectors)) = match names {
        Some(names) => (path, names),
        None => {
            let (last, module) = path.split_last()?;
            (
                module,
                (last.byte_range(), vec![selector(source, *last, None)]),
            )
        }
    };
    let end = module.last().map_or(start, Node::end_byte);
    Some(ScalaClause {
        module: text_of(source, &(start..end)).split_whitespace().collect(),
        range: start..names.end,
        names,
        selectors,
    })
}

/// Returns the names in braces, and whether the braces contain comments.
fn selectors(source: &[u8], node: Node<'_>) -> (Vec<Selector>, bool) {
    let mut cursor = node.walk();
    let (mut found, mut given, mut has_comments) = (Vec::new(), None, false);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "given" => given = Some(child.start_byte()),
            kind if kind.ends_with("comment") => has_comments = true,
            _ if child.is_named() => found.push(selector(source, child, given.take())),
            _ => {}
        }
    }
    (found, has_comments)
}

/// Returns the name of a node, which may follow the keyword `given`.
fn selector(source: &[u8], node: Node<'_>, given: Option<usize>) -> Selector {
    let range = given.unwrap_or(node.start_byte())..node.end_byte();
    let text = text_of(source, &range);
    let field = |name: &str| node.child_by_field_name(name);
    let alias = field("alias").map(|alias| node_text(source, alias));
    let name = match (field("name"), text.as_str()) {
        (Some(name), _) if alias.is_some() => node_text(source, name),
        (_, "_") => "*".to_owned(),
        (_, text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    Selector { name, alias, range }
}

fn text_of(source: &[u8], range: &Range<usize>) -> String {
    String::from_utf8_lossy(source.get(range.clone()).unwrap_or_default()).into_owned()
}

/// Default order of the rule `OrganizeImports` of Scalafix: Java, Scala, other packages.
static SCALAFIX: ImportRules = ImportRules {
    has_sections: true,
    separates_groups: true,
    group,
    place: group,
    compare: |a, b| group(a).cmp(&group(b)).then_with(|| compare(a, b)),
    ..ASCII
};

/// Groups of [`SCALAFIX`] in the order of [`SYMBOLS_FIRST`].
static SCALAFIX_SYMBOLS_FIRST: ImportRules = ImportRules {
    compare: |a, b| {
        let groups = group(a).cmp(&group(b));
        groups.then_with(|| compare_symbols_first(a, b))
    },
    compare_names: compare_names_symbols_first,
    ..SCALAFIX
};

/// Order `SymbolsFirst` of Scalafix, which is also the order of IntelliJ IDEA, in blocks separated
/// by blank lines.
static SYMBOLS_FIRST: ImportRules = ImportRules {
    compare: compare_symbols_first,
    compare_names: compare_names_symbols_first,
    ..ASCII
};

/// ASCII order in blocks separated by blank lines.
static ASCII: ImportRules = ImportRules {
    containers: &["package_clause", "template_body"],
    scopes: &["package_clause"],
    leading: &["comment", "block_comment"],
    read,
    is_header,
    has_lists: true,
    separator: Some("."),
    compare,
    compare_names,
    list: LIST,
    split,
    render,
    pins,
    ..ImportRules::BASE
};

const LIST: ListStyle = ListStyle {
    open: "{",
    close: "}",
    pad: "",
    separator: ",",
    brackets: Brackets::Several,
    width: 80,
    fills: false,
    has_trailing_comma: false,
    indent: "  ",
};

/// Tag of imports with several paths.
const SEVERAL: &str = ",";

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    if node.kind() != "import_declaration" {
        return None;
    }
    let (clauses, has_comments) = clauses(source, node);
    let range = node.byte_range();
    let (names, list, tag) = match clauses.as_slice() {
        [only] => {
            let list = only.list(source, has_comments);
            (only.names.clone(), list, "")
        }
        clauses => {
            let names = clauses.first()?.range.start..clauses.last()?.range.end;
            let items = clauses.iter().map(|clause| clause.nested(source)).collect();
            // Names are only removed; organising splits the import.
            (
                names.clone(),
                list_of("", source, &names, items, true, &LIST),
                SEVERAL,
            )
        }
    };
    let module = list.module.clone();
    Some(Statement {
        tag: tag.to_owned(),
        is_barrier: node.has_error(),
        list: Some((names.start - range.start..names.end - range.start, list)),
        ..Statement::new(source, range, module, ImportKind::Static)
    })
}

impl ScalaClause {
    fn list(&self, source: &[u8], has_comments: bool) -> NameList {
        let items = self.selectors.iter().map(|selector| Item {
            text: text_of(source, &selector.range),
            name: selector.name.clone(),
            alias: selector.alias.clone(),
            is_bare: false,
            list: None,
            range: selector.range.clone(),
        });
        list_of(
            &self.module,
            source,
            &self.names,
            items.collect(),
            has_comments,
            &LIST,
        )
    }

    /// Returns the clause as a part of an import with several paths.
    fn nested(&self, source: &[u8]) -> Item {
        Item {
            text: text_of(source, &(self.range.start..self.names.start)),
            name: self.module.clone(),
            alias: None,
            is_bare: false,
            list: Some(self.list(source, true)),
            range: self.range.clone(),
        }
    }
}

/// Recognises package clauses without a body.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    node.kind() == "package_clause" && node.child_by_field_name("body").is_none()
}

/// Returns the first segment of each path of an import.
fn roots(statement: &Statement) -> Vec<String> {
    let leaves = statement.leaves().into_iter();
    let roots = leaves.map(|(module, name, _)| match module.split_once('.') {
        Some((first, _)) => first.to_owned(),
        None if module.is_empty() => name,
        None => module,
    });
    roots.collect()
}

/// Returns the group: Java, Scala, other packages.
fn group(statement: &Statement) -> u8 {
    match roots(statement).first().map(String::as_str) {
        Some("java" | "javax") => 0,
        Some("scala") => 1,
        _ => 2,
    }
}

fn compare(a: &Statement, b: &Statement) -> Ordering {
    a.normalized().cmp(&b.normalized())
}

/// Compares statements: of one package, the wildcard, lists in braces, single names.
fn compare_symbols_first(a: &Statement, b: &Statement) -> Ordering {
    let key = |statement: &Statement| {
        let text = statement.normalized();
        let is_wildcard = |text: &str| {
            text.strip_suffix(['_', '*'])
                .map(|path| format!("{path}\0"))
        };
        is_wildcard(&text).unwrap_or_else(|| text.replacen('{', "\u{1}", 1))
    };
    key(a).cmp(&key(b)).then_with(|| compare(a, b))
}

/// Compares names: ASCII order, then givens, then the wildcard, which must be the last.
fn compare_names(a: &Item, b: &Item) -> Ordering {
    rank(a).cmp(&rank(b)).then_with(|| a.text.cmp(&b.text))
}

/// Compares names: symbols, lower case, upper case, then givens, then the wildcard.
fn compare_names_symbols_first(a: &Item, b: &Item) -> Ordering {
    let class = |item: &Item| match item.text.chars().next() {
        Some(first) if first.is_lowercase() => 1,
        Some(first) if first.is_uppercase() => 2,
        _ => 0,
    };
    let ranks = rank(a).cmp(&rank(b));
    ranks
        .then_with(|| class(a).cmp(&class(b)))
        .then_with(|| a.text.cmp(&b.text))
}

/// Returns 0 for a name, and higher numbers for givens and the wildcard.
fn rank(item: &Item) -> u8 {
    match item.name.as_str() {
        "*" => 3,
        "given" => 2,
        name => u8::from(name.starts_with("given ")),
    }
}

/// Packages that other imports are assumed not to bind.
const ROOT_PACKAGES: [&str; 22] = [
    "_root_", "akka", "cats", "ch", "com", "de", "dev", "edu", "eu", "fr", "gov", "io", "java",
    "javax", "monix", "net", "org", "play", "sbt", "scala", "scalaz", "zio",
];

/// Pins imports whose path may begin with a name that another import binds.
fn pins(statements: &[&Statement]) -> Vec<bool> {
    let leaves = statements.iter().flat_map(|statement| statement.leaves());
    let mut bound: HashSet<String> = HashSet::new();
    let mut has_wildcard = false;
    for (module, name, alias) in leaves {
        has_wildcard |= name == "*";
        if !module.is_empty() {
            bound.insert(alias.unwrap_or(name));
        }
    }
    let is_relative = |root: &String| {
        bound.contains(root) || has_wildcard && !ROOT_PACKAGES.contains(&root.as_str())
    };
    let pins = statements
        .iter()
        .map(|statement| roots(statement).iter().any(is_relative));
    pins.collect()
}

/// Splits `import a.b, c.d` into one import per path.
fn split(statement: &Statement) -> Vec<String> {
    let has_comments = ["/*", "//"]
        .iter()
        .any(|mark| statement.text.contains(mark));
    let Some((_, list)) = statement.list.as_ref().filter(|_| statement.tag == SEVERAL) else {
        return Vec::new();
    };
    let parts = list
        .items
        .iter()
        .filter_map(|item| statement.text.get(item.range.clone()));
    let parts: Vec<_> = parts.map(|part| format!("import {part}")).collect();
    let is_multiline = parts.iter().any(|part| part.contains('\n'));
    if has_comments || is_multiline {
        Vec::new()
    } else {
        parts
    }
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    if !matches!(request.kind, ImportKind::Static | ImportKind::Wildcard) {
        return None;
    }
    let module = &request.module;
    let names = request.names.iter().map(|name| match name {
        (name, Some(_)) if name == "*" => None,
        (name, None) if name == "*" => Some(if style.has_as { "*" } else { "_" }.to_owned()),
        (name, None) => Some(name.clone()),
        (name, Some(alias)) if style.has_as => Some(format!("{name} as {alias}")),
        (name, Some(alias)) => Some(format!("{name} => {alias}")),
    });
    let names: Vec<String> = names.collect::<Option<_>>()?;
    let source = match names.as_slice() {
        [] => format!("import {module}"),
        [only] if !only.contains("=>") => format!("import {module}.{only}"),
        names => format!("import {module}.{{{}}}", names.join(", ")),
    };
    Some(vec![source])
}
