//! Imports of Lua; there are no exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::list::{Item, NO_LIST, list_of};
use crate::imports::read::{ImportTable, Reader, literal};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, with_semicolon};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("function_call", lua)],
    editors: &[&EDITOR],
    ..ImportTable::EMPTY
};

/// Reads `require("m")`, `require "m"`, `dofile("f")`.
fn call(source: &[u8], node: Node<'_>) -> Option<(String, ImportKind)> {
    let name = node_text(source, node.child_by_field_name("name")?);
    let kind = match name.as_str() {
        "require" => ImportKind::Dynamic,
        "dofile" | "loadfile" => ImportKind::Include,
        _ => return None,
    };
    let arguments = node.child_by_field_name("arguments")?;
    let first = match arguments.kind() {
        "string" => Some(arguments),
        _ => arguments.named_child(0),
    };
    let first = first.filter(|first| first.kind() == "string")?;
    Some((literal(source, first)?, kind))
}

fn lua(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    if let Some((module, kind)) = call(reader.source, node) {
        reader.push(module, kind, Vec::new(), node);
    }
    Ok(())
}

static EDITOR: ImportRules = ImportRules {
    read,
    render,
    keeps_order: Some(|statement| statement.alias.as_deref()),
    is_continued,
    ..ImportRules::BASE
};

/// Reads `local a = require "m"`, `a = require "m"`, `local a = require("m").b` and calls whose
/// result is not used.
fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let range = with_semicolon(source, node.byte_range());
    let tag = match node.kind() {
        "function_call" => {
            let (module, kind) = call(source, node)?;
            let is_include = kind == ImportKind::Include;
            let kind = if is_include {
                kind
            } else {
                ImportKind::SideEffect
            };
            return Some(Statement {
                // The file runs again.
                is_barrier: is_include || node.has_error(),
                ..Statement::new(source, range, module, kind)
            });
        }
        "variable_declaration" => "local",
        "assignment_statement" => "",
        _ => return None,
    };
    let assignment = match tag {
        "" => node,
        _ => only_child(node).filter(|child| child.kind() == "assignment_statement")?,
    };
    let variables = child_of_kind(assignment, "variable_list")?;
    let variable = variables.child_by_field_name("name")?;
    let value = only_child(child_of_kind(assignment, "expression_list")?)?;
    let is_single = variables
        .children_by_field_name("name", &mut variables.walk())
        .count()
        == 1;
    if !is_single || variable.kind() != "identifier" {
        return None;
    }
    let mut required = value;
    while required.kind() == "dot_index_expression" {
        required = required.child_by_field_name("table")?;
    }
    let (module, kind) = call(source, required)?;
    if kind == ImportKind::Include {
        return None;
    }
    let local = node_text(source, variable);
    let member = source.get(required.end_byte()..value.end_byte())?;
    let member = String::from_utf8_lossy(member);
    let member = member.trim().trim_start_matches('.').trim().to_owned();
    let mut statement = Statement {
        tag: tag.to_owned(),
        is_barrier: node.has_error(),
        ..Statement::new(source, range, module, ImportKind::Static)
    };
    if !member.is_empty() {
        let item = Item {
            text: format!("{local} = {member}"),
            alias: Some(local.clone()).filter(|local| *local != member),
            name: member,
            is_bare: false,
            list: None,
            range: 0..0,
        };
        let end = statement.range.end;
        let list = list_of(
            &statement.module,
            source,
            &(end..end),
            vec![item],
            false,
            &NO_LIST,
        );
        statement.list = Some((statement.text.len()..statement.text.len(), list));
    }
    statement.alias = Some(local);
    Some(statement)
}

/// Returns the only named child of a node.
fn only_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(0)
        .filter(|_| node.named_child_count() == 1)
}

fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .find(|child| child.kind() == kind)
}

/// Returns whether the code after a statement starts with a parenthesis, which would call the value
/// of the statement.
fn is_continued(after: &[u8]) -> bool {
    let mut rest = after.trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"--") {
        let end = match comment.starts_with(b"[[") {
            true => memchr::memmem::find(comment, b"]]").map(|end| end + 2),
            false => memchr::memchr(b'\n', comment),
        };
        rest = comment[end.unwrap_or(comment.len())..].trim_ascii_start();
    }
    rest.starts_with(b"(")
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    let (quote, has_parentheses) = (style.quote, style.has_parentheses);
    let call = |function: &str, has_parentheses: bool| match has_parentheses {
        true => format!("{function}({quote}{module}{quote})"),
        false => format!("{function} {quote}{module}{quote}"),
    };
    match (request.kind, request.names.as_slice()) {
        (ImportKind::SideEffect, []) => return Some(vec![call("require", has_parentheses)]),
        (ImportKind::Include, []) => return Some(vec![call("dofile", has_parentheses)]),
        (ImportKind::Static | ImportKind::Dynamic, _) => {}
        _ => return None,
    }
    let of_module = |local: &str| {
        let call = call("require", has_parentheses);
        is_name(local).then(|| format!("local {local} = {call}"))
    };
    let statement = |(name, alias): &(String, Option<String>)| match (name.as_str(), alias) {
        ("*", alias) => of_module(alias.as_deref()?),
        (name, alias) => {
            let local = alias.as_deref().unwrap_or(name);
            let call = call("require", true);
            (is_name(local) && is_name(name)).then(|| format!("local {local} = {call}.{name}"))
        }
    };
    match request.names.as_slice() {
        [] => of_module(module.rsplit(['.', '/']).next()?).map(|statement| vec![statement]),
        names => names.iter().map(statement).collect(),
    }
}

/// Returns whether a text is a name, and not a keyword, which the grammar accepts as a name.
fn is_name(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.chars().all(is_word)
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && !KEYWORDS.contains(&text)
}

const KEYWORDS: [&str; 22] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];
