//! Imports of Ruby; there are no exports.

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::ImportKind;
use crate::imports::read::{ImportTable, Reader, literal};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, with_semicolon};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[("call", ruby)],
    editors: &[&EDITOR],
    ..ImportTable::EMPTY
};

/// Call that imports a file.
struct RequireCall<'t> {
    /// `require`, `require_relative`, `load` or `autoload`.
    method: String,
    module: String,
    /// Constant of `autoload`.
    constant: Option<Node<'t>>,
    /// Number of arguments.
    arguments: usize,
}

impl RequireCall<'_> {
    fn kind(&self) -> ImportKind {
        match self.method.as_str() {
            "load" => ImportKind::Include,
            "autoload" => ImportKind::Dynamic,
            _ => ImportKind::Static,
        }
    }
}

/// Reads `require "m"`, `require_relative "m"`, `load "f"`, `autoload :A, "m"`.
fn call<'t>(source: &[u8], node: Node<'t>) -> Option<RequireCall<'t>> {
    let method = node_text(source, node.child_by_field_name("method")?);
    let position = match method.as_str() {
        "require" | "require_relative" | "load" => 0,
        "autoload" => 1,
        _ => return None,
    };
    let receiver = node.child_by_field_name("receiver");
    if receiver.is_some_and(|receiver| node_text(source, receiver) != "Kernel") {
        return None;
    }
    let arguments = node.child_by_field_name("arguments")?;
    let file = arguments.named_child(position)?;
    let module = literal(source, Some(file).filter(|file| file.kind() == "string")?)?;
    let is_relative = method == "require_relative" && !module.starts_with(['.', '/']);
    Some(RequireCall {
        module: match is_relative {
            true => format!("./{module}"),
            false => module,
        },
        method,
        constant: arguments.named_child(0).filter(|_| position == 1),
        arguments: arguments.named_child_count(),
    })
}

/// Returns the name of a constant without the colon of a symbol.
fn constant_name(text: &str) -> &str {
    text.trim_start_matches(':')
}

fn ruby(reader: &mut Reader<'_, '_>, node: Node<'_>) -> Result<(), Interrupt> {
    let Some(call) = call(reader.source, node) else {
        return Ok(());
    };
    let names = call.constant.map(|constant| {
        let text = reader.text(constant);
        reader.name(constant_name(&text), None, constant)
    });
    let kind = call.kind();
    reader.push(call.module, kind, names.into_iter().collect(), node);
    Ok(())
}

static EDITOR: ImportRules = ImportRules {
    read,
    group,
    place: group,
    render,
    // Requiring a file again does nothing.
    keeps_order: Some(|statement| statement.alias.as_deref()),
    ..ImportRules::BASE
};

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let call = Some(node)
        .filter(|node| node.kind() == "call" && node.child_by_field_name("block").is_none())
        .and_then(|node| call(source, node))?;
    let range = with_semicolon(source, node.byte_range());
    let expected = if call.constant.is_some() { 2 } else { 1 };
    let kind = call.kind();
    Some(Statement {
        // A loaded file runs again.
        is_barrier: kind == ImportKind::Include || call.arguments != expected || node.has_error(),
        alias: call
            .constant
            .map(|constant| constant_name(&node_text(source, constant)).to_owned()),
        tag: call.method,
        ..Statement::new(source, range, call.module, kind)
    })
}

/// Returns the group: files of the load path, files relative to this one, other calls.
fn group(statement: &Statement) -> u8 {
    match statement.tag.as_str() {
        "require" => 0,
        "require_relative" => 1,
        _ => 2,
    }
}

fn render(request: &ImportRequest, style: &FileStyle) -> Option<Vec<String>> {
    let quote = style.quote;
    let module = &request.module;
    let statement = match (request.kind, request.names.as_slice()) {
        (ImportKind::Static, []) if module.starts_with("./") || module.starts_with("../") => {
            let path = module.strip_prefix("./").unwrap_or(module);
            format!("require_relative {quote}{path}{quote}")
        }
        (ImportKind::Static, []) => format!("require {quote}{module}{quote}"),
        (ImportKind::Include, []) => format!("load {quote}{module}{quote}"),
        (ImportKind::Dynamic, [(name, None)]) => {
            format!("autoload :{name}, {quote}{module}{quote}")
        }
        _ => return None,
    };
    Some(vec![statement])
}
