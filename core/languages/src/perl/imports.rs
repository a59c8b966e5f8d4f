//! Imports of Perl; there are no exports.

use std::ops::Range;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::list::{Brackets, Item, ListStyle, list_of};
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{
    FileStyle, ImportRules, Statement, line_end, node_text, with_semicolon,
};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("use_statement", perl),
        ("require_expression", perl),
        ("eval_expression", perl),
    ],
    opaque: &["comment", "pod", "heredoc_content", "data_section"],
    editors: &[&EDITOR],
    ..ImportTable::EMPTY
};

/// Import of a module or file.
struct LoadedModule<'t> {
    module: String,
    kind: ImportKind,
    /// List of names; `None` if the module is imported without names, or with other arguments.
    list: Option<List<'t>>,
}

/// Names as words, such as `qw(a b)`, or as strings.
struct List<'t> {
    node: Node<'t>,
    items: Vec<Item>,
    is_words: bool,
}

/// Reads `use A`, `use A qw(a b)`, `use A 'a', 'b'`, `use A ()`, `require A`, `require "f"`,
/// `do "f"`.
fn import<'t>(source: &[u8], node: Node<'t>) -> Option<LoadedModule<'t>> {
    let (module, kind, list) = match node.kind() {
        "use_statement" => {
            let module = node_text(source, node.child_by_field_name("module")?);
            // These statements disable a module and define constants.
            if node.child(0)?.kind() == "no" || module == "constant" {
                return None;
            }
            let list = arguments(node).and_then(|arguments| list(source, arguments));
            let kind = match arguments(node).map(|arguments| arguments.kind()) {
                Some("stub_expression") => ImportKind::SideEffect,
                _ => ImportKind::Static,
            };
            (module, kind, list)
        }
        "require_expression" => {
            let target = node.named_child(0)?;
            match target.kind() {
                "bareword" => (node_text(source, target), ImportKind::Dynamic, None),
                _ => (plain_string(source, target)?.0, ImportKind::Include, None),
            }
        }
        "eval_expression" => {
            let file = node.named_child(0)?;
            let file = file.named_child(0).filter(|_| file.kind() == "filename")?;
            (plain_string(source, file)?.0, ImportKind::Include, None)
        }
        _ => return None,
    };
    Some(LoadedModule { module, kind, list })
}

/// Returns the arguments of a `use` statement, without the version.
fn arguments(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .skip(1)
        .find(|child| !matches!(child.kind(), "number" | "version" | "comment"))
}

/// Returns the text of a string without variables and escapes, and its offset.
fn plain_string(source: &[u8], node: Node<'_>) -> Option<(String, Range<usize>)> {
    if !matches!(
        node.kind(),
        "string_literal" | "interpolated_string_literal"
    ) {
        return None;
    }
    let content = node.child_by_field_name("content")?;
    let text = (content.child_count() == 0).then(|| node_text(source, content))?;
    Some((text, node.byte_range()))
}

/// Reads the names of a list; `None` if an element is not a plain word or string.
fn list<'t>(source: &[u8], node: Node<'t>) -> Option<List<'t>> {
    let item = |name: String, range: Range<usize>| Item {
        text: String::from_utf8_lossy(source.get(range.clone()).unwrap_or_default()).into_owned(),
        name,
        alias: None,
        is_bare: false,
        list: None,
        range,
    };
    let mut items = Vec::new();
    let is_words = node.kind() == "quoted_word_list";
    if is_words {
        let content = node.child_by_field_name("content")?;
        let mut start = content.start_byte();
        for word in source
            .get(content.byte_range())?
            .split(u8::is_ascii_whitespace)
        {
            if !word.is_empty() {
                let name = String::from_utf8_lossy(word).into_owned();
                items.push(item(name, start..start + word.len()));
            }
            start += word.len() + 1;
        }
    } else {
        let inner = match node.kind() {
            "parenthesized_expression" => node.named_child(0)?,
            _ => node,
        };
        let mut cursor = inner.walk();
        let strings: Vec<_> = match inner.kind() {
            "list_expression" => inner.children(&mut cursor).collect(),
            _ => vec![inner],
        };
        for string in strings.into_iter().filter(|string| string.kind() != ",") {
            let (name, range) = plain_string(source, string)?;
            items.push(item(name, range));
        }
    }
    Some(List {
        node,
        items,
        is_words,
    })
}

fn perl(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(import) = import(reader.source, node) else {
        return Ok(());
    };
    let mut names = Vec::new();
    for item in import.list.into_iter().flat_map(|list| list.items) {
        let mut name = reader.name(&item.name, None, node);
        name.span = reader.span_of(&item.range);
        names.push(name);
    }
    reader.push(import.module, import.kind, names, node);
    Ok(())
}

static EDITOR: ImportRules = ImportRules {
    containers: &["package_statement", "block"],
    scopes: &["block"],
    read,
    is_header,
    first_place,
    has_lists: true,
    group,
    list: LIST,
    render,
    // Any module may replace the names that a module above it has defined.
    keeps_order: Some(|_| Some("")),
    ..ImportRules::BASE
};

/// Layout of perltidy.
const LIST: ListStyle = ListStyle {
    open: "qw(",
    close: ")",
    pad: "",
    separator: "",
    brackets: Brackets::Always,
    width: 80,
    fills: false,
    has_trailing_comma: false,
    indent: "    ",
};

/// Pragmas whose arguments are a list of names without options.
const LIST_PRAGMAS: [&str; 4] = ["base", "experimental", "feature", "parent"];

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let inner = match node.kind() {
        "expression_statement" => node.named_child(0)?,
        _ => node,
    };
    let import = import(source, inner)?;
    let range = with_semicolon(source, node.byte_range());
    let mut statement = Statement {
        is_barrier: inner.kind() == "eval_expression" || node.has_error(),
        ..Statement::new(source, range, import.module, import.kind)
    };
    // No statement can follow without a semicolon, or on the first line of a heredoc.
    if !statement.text.ends_with(';') || statement.text.contains("<<") {
        return None;
    }
    let Some(list) = import.list else {
        let arguments = arguments(inner).filter(|_| inner.kind() == "use_statement");
        statement.tag = arguments.map_or_else(String::new, |node| node_text(source, node));
        return Some(statement);
    };
    let is_name = |item: &Item| {
        let name = item.name.trim_start_matches(['&', '$', '@', '%', ':']);
        item.name != ":config"
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || "_:".contains(c))
    };
    let is_pragma = group(&statement) == 0 && !LIST_PRAGMAS.contains(&statement.module.as_str());
    let takes_names = !is_pragma && list.items.iter().all(is_name);
    let tag = match (list.is_words, takes_names) {
        (true, true) => "",
        (true, false) => "arguments",
        // Words have no place in a list of strings.
        (false, _) => "strings",
    };
    statement.tag = tag.to_owned();
    let range = list.node.byte_range();
    let mut names = list_of(&statement.module, source, &range, list.items, false, &LIST);
    if !list.is_words {
        names.separator = ",";
    }
    let start = statement.range.start;
    statement.list = Some((range.start - start..range.end - start, names));
    Some(statement)
}

/// Recognises `package A;`, `use v5.36;` and documentation that has an end.
fn is_header(source: &[u8], node: Node<'_>) -> bool {
    match node.kind() {
        "use_version_statement" => true,
        "package_statement" => block(node).is_none(),
        "pod" => {
            let text = source.get(node.byte_range()).unwrap_or_default();
            memchr::memmem::find(text, b"\n=cut").is_some()
        }
        _ => false,
    }
}

/// Returns the block of a package.
fn block(package: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = package.walk();
    package
        .children(&mut cursor)
        .find(|child| child.kind() == "block")
}

/// Returns the place of the first import: inside the block of a package that starts the code, since
/// the names of an import belong to its package.
fn first_place(source: &[u8], root: Node<'_>, header_end: usize) -> Result<usize, &'static str> {
    let mut cursor = root.walk();
    let is_code =
        |node: &Node<'_>| node.end_byte() > header_end && !matches!(node.kind(), "comment" | "pod");
    let first = root.children(&mut cursor).find(is_code);
    let block = first
        .filter(|node| node.kind() == "package_statement")
        .and_then(block);
    let Some(block) = block else {
        return Ok(header_end);
    };
    let start = block.start_byte() + 1;
    let next = line_end(source, start);
    let rest = source.get(start..next).unwrap_or_default();
    match rest.trim_ascii().is_empty() {
        true => Ok(next),
        false => Err("the first package is a block with code on its first line"),
    }
}

/// Returns the group: pragmas, whose names are in lower case, then modules, then base classes.
fn group(statement: &Statement) -> u8 {
    match statement.module.as_str() {
        "base" | "parent" => 2,
        module if statement.kind != ImportKind::Include && !module.contains(char::is_uppercase) => {
            0
        }
        _ => 1,
    }
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    let is_plain = |(name, alias): &(String, Option<String>)| {
        let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '\\');
        alias.is_none() && name != "*" && !name.is_empty() && !name.contains(is_end)
    };
    let names: Vec<_> = request
        .names
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let statement = match (request.kind, names.as_slice()) {
        (ImportKind::Static, []) => format!("use {module};"),
        (ImportKind::Static, names) => format!("use {module} qw({});", names.join(" ")),
        (ImportKind::SideEffect, []) => format!("use {module} ();"),
        (ImportKind::Dynamic, []) => format!("require {module};"),
        (ImportKind::Include, []) => format!("require {0}{module}{0};", style.quote),
        _ => return None,
    };
    request.names.iter().all(is_plain).then(|| vec![statement])
}
