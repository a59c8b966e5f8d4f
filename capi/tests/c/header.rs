//! Structs and functions of the header, for tests that generate programs from it.

use std::fs;

use crate::install::include;

/// Parameter of a function, or field of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// Type without the name, such as `const struct ransack_bytes *`.
    pub(crate) kind: String,
    pub(crate) name: String,
}

impl Variable {
    /// Parses a declaration without its semicolon.
    fn parse(declaration: &str) -> Variable {
        let at = declaration.rfind([' ', '*']).map_or(0, |at| at + 1);
        let (kind, name) = declaration.split_at(at);
        Variable {
            kind: kind.trim().to_owned(),
            name: name.to_owned(),
        }
    }
}

/// Struct with fields, or function with parameters.
#[derive(Debug)]
pub(crate) struct Item {
    /// Type of the result; empty for a struct.
    pub(crate) result: String,
    pub(crate) name: String,
    pub(crate) variables: Vec<Variable>,
}

/// Returns the installed header.
pub(crate) fn text() -> String {
    fs::read_to_string(include().join("ransack.h")).unwrap()
}

/// Returns the text without comments and preprocessor lines, with each run of white space collapsed
/// to one space.
fn code(header: &str) -> String {
    let mut rest = header;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").unwrap().1;
    }
    code += rest;
    // A preprocessor line continues after a backslash.
    let code = code.replace("\\\n", " ");
    let lines = code.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the structs that have fields.
pub(crate) fn structs(header: &str) -> Vec<Item> {
    let code = code(header);
    let definitions = code
        .split("typedef struct ")
        .skip(1)
        .filter_map(|definition| {
            let (name, rest) = definition.split_once(" { ")?;
            let (fields, _) = rest.split_once(" } ")?;
            (!name.contains(' ')).then(|| Item {
                result: String::new(),
                name: name.to_owned(),
                variables: fields
                    .split_terminator(';')
                    .map(|f| Variable::parse(f.trim()))
                    .collect(),
            })
        });
    definitions.collect()
}

/// Returns the functions.
pub(crate) fn functions(header: &str) -> Vec<Item> {
    let code = code(header.split_once("extern \"C\" {").unwrap().1);
    let declarations = code.split_terminator(';').filter_map(|declaration| {
        let (start, parameters) = declaration.trim().split_once('(')?;
        let Variable { kind, name } = Variable::parse(start);
        let parameters = parameters.strip_suffix(')')?.split(", ");
        let parameters = parameters.filter(|&parameter| parameter != "void");
        Some(Item {
            result: kind,
            name,
            variables: parameters.map(Variable::parse).collect(),
        })
    });
    declarations.collect()
}
