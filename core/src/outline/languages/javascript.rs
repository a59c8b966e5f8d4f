//! JavaScript, and the rules that TypeScript shares with it. Documentation is JSDoc.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Field, Function, Method, Property, Test, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, Rule, Table, rule, Unit};

pub(super) static JAVASCRIPT: Table = Table {
    rules: &[
        FUNCTION,
        GENERATOR,
        CLASS,
        METHOD,
        rule("field_definition", Field)
            .named(&["property"])
            .value(&["value"])
            .refine(field),
        VARIABLE,
        PAIR,
        TEST,
        ASSIGNMENT,
    ],
    wrappers: &WRAPPERS,
    opaque: &["formal_parameters", "string", "template_string", "import_statement"],
    attributes: &["decorator"],
    doc: DOC,
    words: &WORDS,
    convention: Some(convention),
    has_objects: true,
    indent: Unit::Spaces(2),
    has_terminator: true,
    ..Table::EMPTY
};

pub(super) const DOC: DocStyle = DocStyle {
    lines: &[],
    blocks: &[("/**", "*/")],
    is_in_body: false,
};

pub(super) const WRAPPERS: [&str; 4] = [
    "export_statement",
    "lexical_declaration",
    "variable_declaration",
    "expression_statement",
];

pub(super) const WORDS: [(&str, Modifier); 15] = [
    ("export", Modifier::Exported),
    ("default", Modifier::Default),
    ("async", Modifier::Async),
    ("static", Modifier::Static),
    ("const", Modifier::Const),
    ("get", Modifier::Getter),
    ("set", Modifier::Setter),
    ("abstract", Modifier::Abstract),
    ("private", Modifier::Private),
    ("protected", Modifier::Protected),
    ("public", Modifier::Exported),
    ("readonly", Modifier::Readonly),
    ("override", Modifier::Override),
    ("declare", Modifier::Extern),
    ("accessor", Modifier::Getter),
];

pub(super) const FUNCTION: Rule = rule("function_declaration", Function);
pub(super) const GENERATOR: Rule =
    rule("generator_function_declaration", Function).refine(generator);
pub(super) const CLASS: Rule = rule("class_declaration", Class);
pub(super) const METHOD: Rule = rule("method_definition", Method).refine(method);
pub(super) const VARIABLE: Rule = rule("variable_declarator", Variable)
    .value(&["value"])
    .refine(variable);
pub(super) const PAIR: Rule = rule("pair", Property)
    .named(&["key"])
    .value(&["value"])
    .refine(pair);
pub(super) const TEST: Rule = rule("call_expression", Test)
    .name(Name::Refined)
    .refine(test);
pub(super) const ASSIGNMENT: Rule = rule("assignment_expression", Function)
    .named(&["left"])
    .not_local()
    .refine(assignment);

fn generator(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Generator);
    true
}

pub(super) fn method(draft: &mut Draft<'_, '_>) -> bool {
    if draft.name_bytes() == b"constructor" && draft.parent.is_some_and(|(kind, _)| kind == Class) {
        draft.kind = Constructor;
    }
    if draft.child(&["*"]).is_some() {
        draft.modifiers.insert(Modifier::Generator);
    }
    unquote(draft);
    true
}

/// A field whose value is a function is a method.
pub(super) fn field(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    if let Some(value) = value.filter(|value| is_function(*value)) {
        draft.kind = Method;
        describe_function(draft, value);
    }
    unquote(draft);
    true
}

/// Keeps variables outside functions, and everywhere those whose value is a function or class.
pub(super) fn variable(draft: &mut Draft<'_, '_>) -> bool {
    let Some(name) = draft.node.child_by_field_name("name") else {
        return false;
    };
    if name.kind() != "identifier" {
        return false;
    }
    let is_local = draft.parent.is_some_and(|(kind, _)| kind.has_locals());
    let value = draft.node.child_by_field_name("value");
    match value {
        Some(value) if is_function(value) => {
            draft.kind = Function;
            describe_function(draft, value);
            true
        }
        Some(value) if value.kind() == "class" => {
            draft.kind = Class;
            draft.body = value.child_by_field_name("body").map(|body| body.byte_range());
            draft.signature_end = draft.body.as_ref().map(|body| body.start);
            true
        }
        _ => {
            let list = draft.ancestor(1).map(|list| draft.text(list));
            if list.is_some_and(|list| list.starts_with(b"const")) {
                draft.kind = Constant;
            }
            !is_local && !is_in_loop(draft)
        }
    }
}

/// Returns whether a declarator belongs to the head of a loop.
fn is_in_loop(draft: &Draft<'_, '_>) -> bool {
    let owner = draft.ancestor(2);
    owner.is_some_and(|owner| owner.kind().starts_with("for_"))
}

/// Keeps the functions of an object literal.
pub(super) fn pair(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    let Some(value) = value.filter(|value| is_function(*value)) else {
        return false;
    };
    draft.kind = Method;
    describe_function(draft, value);
    unquote(draft);
    !draft.name_bytes().starts_with(b"[")
}

/// Keeps `exports.f = function () {}`, `A.prototype.f = () => {}` and the like.
pub(super) fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let left = draft.node.child_by_field_name("left");
    let right = draft.node.child_by_field_name("right");
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    if left.kind() != "member_expression" || !is_function(right) {
        return false;
    }
    let object = left.child_by_field_name("object").map(|object| draft.text(object));
    let object = String::from_utf8_lossy(object.unwrap_or_default());
    if matches!(&*object, "exports" | "module.exports" | "module") {
        draft.modifiers.insert(Modifier::Exported);
    } else if let Some(owner) = object.strip_suffix(".prototype") {
        draft.owner = Some(owner.to_owned());
        draft.kind = Method;
    } else {
        draft.owner = Some(object.into_owned());
    }
    describe_function(draft, right);
    draft.set_name(left.child_by_field_name("property"))
}

/// Keeps calls of the functions of test runners with a title and a function.
pub(super) fn test(draft: &mut Draft<'_, '_>) -> bool {
    const RUNNERS: [&[u8]; 8] = [
        b"describe", b"it", b"test", b"suite", b"context", b"specify", b"bench", b"fdescribe",
    ];
    let Some(function) = draft.node.child_by_field_name("function") else {
        return false;
    };
    let runner = draft.text(function);
    let runner = runner.split(|byte| *byte == b'.').next().unwrap_or_default();
    let arguments = draft.node.child_by_field_name("arguments");
    let title = arguments.and_then(|arguments| arguments.named_child(0));
    let (Some(arguments), Some(title)) = (arguments, title) else {
        return false;
    };
    if !RUNNERS.contains(&runner) || !matches!(title.kind(), "string" | "template_string") {
        return false;
    }
    let mut cursor = arguments.walk();
    let Some(callback) = arguments.named_children(&mut cursor).find(|node| is_function(*node))
    else {
        return false;
    };
    draft.name = inside_quotes(title.byte_range());
    draft.body = callback.child_by_field_name("body").map(|body| body.byte_range());
    draft.signature_end = Some(title.end_byte());
    true
}

pub(super) fn is_function(value: Node<'_>) -> bool {
    matches!(
        value.kind(),
        "arrow_function" | "function_expression" | "generator_function" | "function"
    )
}

/// Takes the body of a function that is a value; the signature includes its parameters.
pub(super) fn describe_function(draft: &mut Draft<'_, '_>, value: Node<'_>) {
    let body = value.child_by_field_name("body");
    draft.body = body.map(|body| body.byte_range());
    draft.signature_end = body.map(|body| body.start_byte());
    let text = draft.text(value);
    if text.starts_with(b"async") {
        draft.modifiers.insert(Modifier::Async);
    }
    if value.kind() == "generator_function" {
        draft.modifiers.insert(Modifier::Generator);
    }
}

fn unquote(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"\"") || draft.name_bytes().starts_with(b"'") {
        draft.name = inside_quotes(draft.name.clone());
    }
}

fn inside_quotes(range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    range.start + 1..range.end.saturating_sub(1).max(range.start + 1)
}

/// Names with `#` are private. The declaration of a function is no constant.
pub(super) fn convention(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"#") {
        draft.modifiers.insert(Modifier::Private);
    }
    if matches!(draft.kind, Function | Class) {
        draft.modifiers.remove(Modifier::Const);
    }
}
