//! Imports and exports in Python.

use std::cmp::Ordering;

use ransack_grammars::internal::Interrupt;
use tree_sitter::Node;

use crate::imports::item::{ExportKind, ImportKind};
use crate::imports::list::{Brackets, Item, ListStyle, list_of};
use crate::imports::order::natural;
use crate::imports::read::{ImportTable, Reader};
use crate::imports::request::ImportRequest;
use crate::imports::statement::{FileStyle, ImportRules, Statement, node_text, path_text};

pub(super) static IMPORTS: ImportTable = ImportTable {
    imports: &[
        ("import_statement", import),
        ("import_from_statement", from),
        ("future_import_statement", from),
        ("call", call),
        ("if_statement", condition),
    ],
    opaque: &["comment"],
    exports: Some(exports),
    editors: &[&EDITOR],
};

/// Reads `import a.b, c as d`: one import per module.
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

/// Reads `from a import b as c, d`.
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

/// Reads `__import__("m")`, `importlib.import_module("m")`.
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

/// Marks the block of `if TYPE_CHECKING:`, which only type checkers evaluate.
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

/// Reads the names in `__all__` or, without `__all__`, the public names at the top level.
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
                // `type A[T] = …`: the name is inside a generic type inside a type.
                while let Some(inner) = name.filter(|name| name.kind() != "identifier") {
                    name = inner.named_child(0);
                }
                public.extend(name.map(|name| (name, child)));
            }
            "call" => {
                let function = definition.child_by_field_name("function");
                let method = function.map(|function| reader.bytes(function));
                let is_append = method == Some(b"__all__.append");
                let is_extend = method == Some(b"__all__.extend");
                let arguments = definition.child_by_field_name("arguments");
                if let Some(arguments) = arguments.filter(|_| is_append || is_extend) {
                    has_list = true;
                    let name = arguments.named_child(0).filter(|_| is_append);
                    listed.extend(name.filter(|name| name.kind() == "string"));
                    literals(reader, arguments, &mut listed)?;
                }
            }
            "assignment" | "augmented_assignment" => {
                let Some(left) = definition.child_by_field_name("left") else {
                    return Ok(());
                };
                if reader.bytes(left) == b"__all__" {
                    has_list = true;
                    if let Some(right) = definition.child_by_field_name("right") {
                        literals(reader, right, &mut listed)?;
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

/// Collects the strings in lists, tuples and sets, and in those joined by operators, in text order.
/// Operators nest; uses an explicit stack instead of recursion.
fn literals<'t>(
    reader: &mut Reader<'_, '_>,
    value: Node<'t>,
    found: &mut Vec<Node<'t>>,
) -> Result<(), Interrupt> {
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        reader.step()?;
        let start = open.len();
        reader.each_child(node, |_, child, _| {
            match (node.kind(), child.kind()) {
                ("list" | "tuple" | "set" | "expression_list", "string") => found.push(child),
                (
                    "binary_operator" | "parenthesized_expression" | "argument_list",
                    "binary_operator" | "parenthesized_expression" | "list" | "tuple" | "set",
                ) => open.push(child),
                _ => {}
            }
            Ok(())
        })?;
        open[start..].reverse();
    }
    Ok(())
}

/// Collects the names bound by an assignment: `a = …`, `a, b = …`, `a = b = …`.
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

static EDITOR: ImportRules = ImportRules {
    read,
    is_header,
    has_sections: true,
    separates_groups: true,
    has_lists: true,
    merges: true,
    group,
    place: group,
    compare,
    compare_names,
    list: LIST,
    split,
    render,
    first_module: Some("__future__"),
    ..ImportRules::BASE
};

const LIST: ListStyle = ListStyle {
    open: "(",
    close: ")",
    pad: "",
    separator: ",",
    brackets: Brackets::Multiline,
    width: 88,
    fills: false,
    has_trailing_comma: true,
    indent: "    ",
};

/// Tag for `import a`, whose names are modules.
const PLAIN: &str = "import";

fn read(source: &[u8], node: Node<'_>) -> Option<Statement> {
    let is_plain = match node.kind() {
        "import_statement" => true,
        "import_from_statement" | "future_import_statement" => false,
        _ => return None,
    };
    let module = match node.child_by_field_name("module_name") {
        Some(module) => path_text(source, module),
        None if is_plain => String::new(),
        None => "__future__".to_owned(),
    };
    let mut cursor = node.walk();
    let (mut items, mut has_comments) = (Vec::new(), false);
    let (mut start, mut end) = (None, 0);
    let mut is_open = cursor.goto_first_child();
    let mut is_listed = is_plain;
    while is_open {
        let child = cursor.node();
        let is_name = cursor.field_name() == Some("name") || child.kind() == "wildcard_import";
        match child.kind() {
            "import" => is_listed = true,
            "comment" => has_comments = true,
            "(" | ")" if is_listed => {
                start.get_or_insert(child.start_byte());
                end = child.end_byte();
            }
            _ if is_name => {
                start.get_or_insert(child.start_byte());
                end = end.max(child.end_byte());
                let name = child.child_by_field_name("name").unwrap_or(child);
                items.push(Item {
                    text: node_text(source, child),
                    name: path_text(source, name),
                    alias: child
                        .child_by_field_name("alias")
                        .map(|alias| node_text(source, alias)),
                    is_bare: false,
                    list: None,
                    range: child.byte_range(),
                });
            }
            _ => {}
        }
        is_open = cursor.goto_next_sibling();
    }
    let names = start?..end;
    let tag = if is_plain { PLAIN } else { "" };
    let list = list_of(&module, source, &names, items, has_comments, &LIST);
    let range = node.byte_range();
    Some(Statement {
        module,
        kind: ImportKind::Static,
        tag: tag.to_owned(),
        alias: None,
        is_barrier: node.has_error(),
        is_suppressed: false,
        text: node_text(source, node),
        list: Some((names.start - range.start..names.end - range.start, list)),
        range,
    })
}

/// Recognises the docstring, which is part of the file header.
fn is_header(_source: &[u8], node: Node<'_>) -> bool {
    let inner = node.named_child(0).map(|inner| inner.kind());
    node.kind() == "expression_statement" && matches!(inner, Some("string" | "concatenated_string"))
}

/// Returns the module that determines the position of a statement.
fn module_of(statement: &Statement) -> &str {
    match &statement.list {
        Some((_, list)) if statement.tag == PLAIN => {
            list.items.first().map_or("", |item| item.name.as_str())
        }
        _ => &statement.module,
    }
}

/// Returns the group: `__future__`, standard library, other packages, modules of the same package
/// (PEP 8, isort).
fn group(statement: &Statement) -> u8 {
    let module = module_of(statement);
    let first = module.split('.').next().unwrap_or(module);
    match first {
        "__future__" => 0,
        "" => 3,
        first if STANDARD_LIBRARY.binary_search(&first).is_ok() => 1,
        _ => 2,
    }
}

/// Compares statements: `import a` before `from a import b`, then by module, with more leading dots
/// first.
fn compare(a: &Statement, b: &Statement) -> Ordering {
    let key = |statement: &Statement| {
        let module = module_of(statement).to_lowercase();
        let dots = module.len() - module.trim_start_matches('.').len();
        format!(
            "{}{}{}",
            &module[..dots],
            if dots > 0 { "_" } else { "" },
            &module[dots..]
        )
    };
    let is_from = |statement: &Statement| statement.tag != PLAIN;
    is_from(a)
        .cmp(&is_from(b))
        .then_with(|| natural(&key(a), &key(b)))
        .then_with(|| natural(module_of(a), module_of(b)))
        .then_with(|| a.normalized().cmp(&b.normalized()))
}

/// Compares names: constants, classes, then other names, judged by their case; case-insensitive
/// within each class.
fn compare_names(a: &Item, b: &Item) -> Ordering {
    let class = |name: &str| match name.chars().next() {
        _ if name.len() > 1 && is_constant(name) => 0,
        Some(first) if first.is_uppercase() => 1,
        _ => 2,
    };
    class(&a.name)
        .cmp(&class(&b.name))
        .then_with(|| natural(&a.name.to_lowercase(), &b.name.to_lowercase()))
        .then_with(|| natural(&a.name, &b.name))
        .then_with(|| a.alias.cmp(&b.alias))
}

fn is_constant(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// Splits `import a, b` into one statement per module (PEP 8).
fn split(statement: &Statement) -> Vec<String> {
    match &statement.list {
        Some((_, list)) if statement.tag == PLAIN && list.items.len() > 1 && !list.has_comments => {
            list.items
                .iter()
                .map(|item| format!("import {}", item.text))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn render(request: &ImportRequest, _style: &FileStyle) -> Option<Vec<String>> {
    let module = &request.module;
    if !matches!(request.kind, ImportKind::Static | ImportKind::Wildcard) {
        return None;
    }
    let mut statements = Vec::new();
    let mut names = Vec::new();
    for (name, alias) in &request.names {
        match (name.as_str(), alias) {
            ("*", Some(alias)) => statements.push(format!("import {module} as {alias}")),
            ("*", None) => statements.push(format!("from {module} import *")),
            (name, Some(alias)) => names.push(format!("{name} as {alias}")),
            (name, None) => names.push(name.to_owned()),
        }
    }
    if !names.is_empty() {
        statements.push(format!("from {module} import {}", names.join(", ")));
    }
    if request.names.is_empty() {
        statements.push(format!("import {module}"));
    }
    Some(statements)
}

/// Top-level modules of the standard library, sorted, including modules removed since Python 3.0.
#[rustfmt::skip]
static STANDARD_LIBRARY: [&str; 316] = [
    "__future__", "_abc", "_aix_support", "_ast", "_asyncio", "_bisect", "_blake2",
    "_bootsubprocess", "_bz2", "_codecs", "_codecs_cn", "_codecs_hk", "_codecs_iso2022",
    "_codecs_jp", "_codecs_kr", "_codecs_tw", "_collections", "_collections_abc", "_compat_pickle",
    "_compression", "_contextvars", "_crypt", "_csv", "_ctypes", "_curses", "_curses_panel",
    "_datetime", "_dbm", "_decimal", "_dummy_thread", "_elementtree", "_frozen_importlib",
    "_frozen_importlib_external", "_functools", "_gdbm", "_hashlib", "_heapq", "_imp", "_io",
    "_json", "_locale", "_lsprof", "_lzma", "_markupbase", "_md5", "_msi", "_multibytecodec",
    "_multiprocessing", "_opcode", "_operator", "_osx_support", "_overlapped", "_pickle",
    "_posixshmem", "_posixsubprocess", "_py_abc", "_pydecimal", "_pyio", "_queue", "_random",
    "_scproxy", "_sha1", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket",
    "_sqlite3", "_sre", "_ssl", "_stat", "_statistics", "_string", "_strptime", "_struct",
    "_symtable", "_thread", "_threading_local", "_tkinter", "_tokenize", "_tracemalloc", "_typing",
    "_uuid", "_warnings", "_weakref", "_weakrefset", "_winapi", "_zoneinfo", "abc", "aifc",
    "annotationlib", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore",
    "atexit", "audioop", "base64", "bdb", "binascii", "binhex", "bisect", "builtins", "bz2",
    "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop",
    "collections", "colorsys", "compileall", "compression", "concurrent", "configparser",
    "contextlib", "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses",
    "dataclasses", "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest",
    "dummy_threading", "email", "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl",
    "filecmp", "fileinput", "fnmatch", "formatter", "fractions", "ftplib", "functools", "gc",
    "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib",
    "heapq", "hmac", "html", "http", "idlelib", "imaplib", "imghdr", "imp", "importlib", "inspect",
    "io", "ipaddress", "itertools", "json", "keyword", "lib2to3", "linecache", "locale", "logging",
    "lzma", "macpath", "macurl2path", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap",
    "modulefinder", "msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib", "nt",
    "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev",
    "parser", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib",
    "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty", "pwd", "py_compile",
    "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline",
    "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors",
    "shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr", "socket",
    "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat",
    "statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symbol", "symtable",
    "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "test",
    "textwrap", "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib",
    "trace", "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing",
    "unicodedata", "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref",
    "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile",
    "zipimport", "zlib", "zoneinfo",
];
