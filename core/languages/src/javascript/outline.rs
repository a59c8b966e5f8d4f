//! Outline table for JavaScript, and the rules that TypeScript shares. Documentation is JSDoc.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Field, Function, Interface, Method, Property, Test,
    TypeAlias, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{
    self, DocStyle, Draft, IndentUnit, Marked, Name, OutlineTable, Rule, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    comments: "comment html_comment",
    conditions: "do_statement for_in_statement for_statement if_statement switch_body switch_case \
        switch_default switch_statement try_statement while_statement with_statement",
    branches: "do_statement else_clause for_in_statement for_statement if_statement \
        labeled_statement using_declaration while_statement",
    sequences: "sequence_expression",
    else_clauses: "else_clause",
    rules: &[
        FUNCTION,
        GENERATOR,
        CLASS,
        CLASS_EXPRESSION,
        DEFAULT_FUNCTION,
        DEFAULT_GENERATOR,
        DEFAULT_ARROW,
        METHOD,
        rule("field_definition", Field)
            .named(&["property"])
            .value(&["value"])
            .refine(field),
        VARIABLE,
        DESTRUCTURED,
        PAIR,
        TEST,
        ASSIGNMENT,
    ],
    wrappers: WRAPPERS,
    scopes: SCOPES,
    opaque: "formal_parameters string template_string import_statement",
    marked: &MARKED,
    attributes: "decorator",
    doc: DOC,
    words: &WORDS,
    convention: Some(convention),
    has_objects: true,
    indent: IndentUnit::Spaces(2),
    has_terminator: true,
    shorthands: "shorthand_property_identifier_pattern",
    ends_at_lines: true,
    lists: &[("array object", b',')],
    list_wrappers: "parenthesized_expression",
    ..OutlineTable::EMPTY
};

pub(crate) const DOC: DocStyle = DocStyle {
    lines: &[],
    blocks: &[("/**", "*/")],
};

const WRAPPERS: &str = "export_statement lexical_declaration variable_declaration \
    using_declaration expression_statement";

pub(crate) const SCOPES: &str =
    "arrow_function function_expression generator_function class_static_block";

pub(crate) static MARKED: [Marked; 2] = [
    // Expressions contain definitions only in functions and classes.
    Marked {
        nodes: &[
            "arguments",
            "array",
            "assignment_expression",
            "augmented_assignment_expression",
            "await_expression",
            "binary_expression",
            "call_expression",
            "expression_statement",
            "member_expression",
            "new_expression",
            "object",
            "object_pattern",
            "pair",
            "parenthesized_expression",
            "return_statement",
            "spread_element",
            "subscript_expression",
            "template_string",
            "ternary_expression",
            "throw_statement",
            "unary_expression",
        ],
        is_local: false,
        next_mark: next_function,
    },
    // Local variables are listed only if their value is a function or class.
    Marked {
        nodes: &["lexical_declaration", "variable_declaration"],
        is_local: true,
        next_mark: next_function,
    },
];

/// Returns the offset of the first `{` or `=>` at or after `from`.
fn next_function(text: &[u8], from: usize) -> usize {
    let rest = &text[from..];
    let mut found = memchr::memchr2_iter(b'{', b'=', rest);
    let found = found.find(|at| rest[*at] == b'{' || rest.get(at + 1) == Some(&b'>'));
    found.map_or(text.len(), |at| from + at)
}

pub(crate) const WORDS: [(&str, Modifier); 15] = [
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

pub(crate) const FUNCTION: Rule = rule("function_declaration", Function);
pub(crate) const GENERATOR: Rule =
    rule("generator_function_declaration", Function).refine(generator);
pub(crate) const CLASS: Rule = rule("class_declaration", Class);
pub(crate) const CLASS_EXPRESSION: Rule = rule("class", Class).refined(class_expression);
pub(crate) const DEFAULT_FUNCTION: Rule = default_function("function_expression");
pub(crate) const DEFAULT_GENERATOR: Rule = default_function("generator_function");
pub(crate) const DEFAULT_ARROW: Rule = default_function("arrow_function");
pub(crate) const METHOD: Rule = rule("method_definition", Method).refine(method);
pub(crate) const VARIABLE: Rule = rule("variable_declarator", Variable)
    .value(&["value"])
    .refine(variable);
pub(crate) const DESTRUCTURED: Rule = rule("variable_declarator", Variable)
    .name(Name::Each(bound_names))
    .value(&["value"])
    .refine(destructured);
pub(crate) const PAIR: Rule = rule("pair", Property)
    .body(&[])
    .named(&["key"])
    .value(&["value"])
    .refine(pair);
pub(crate) const TEST: Rule = rule("call_expression", Test).body(&[]).refined(test);
pub(crate) const ASSIGNMENT: Rule = rule("assignment_expression", Function)
    .body(&[])
    .named(&["left"])
    .not_local()
    .refine(assignment);

fn generator(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Generator);
    true
}

pub(crate) fn method(draft: &mut Draft<'_, '_>) -> bool {
    mark_constructor(draft);
    if draft.child(&["*"]).is_some() {
        draft.modifiers.insert(Modifier::Generator);
    }
    unquote(draft);
    true
}

/// Makes the method `constructor` of a class, but not of an object, a constructor.
pub(crate) fn mark_constructor(draft: &mut Draft<'_, '_>) {
    let is_in_class = draft
        .ancestor(1)
        .is_some_and(|body| body.kind() == "class_body");
    if is_in_class
        && matches!(
            draft.name_bytes(),
            b"constructor" | b"'constructor'" | b"\"constructor\""
        )
    {
        draft.kind = Constructor;
    }
}

/// Keeps class expressions that have a name or are the default export, except those named like the
/// variable they are assigned to.
fn class_expression(draft: &mut Draft<'_, '_>) -> bool {
    let Some(around) = draft.ancestor(1) else {
        return false;
    };
    let target = match around.kind() {
        "variable_declarator" => around.child_by_field_name("name"),
        "assignment_expression" => around.child_by_field_name("left"),
        "export_statement" => return name_default(draft),
        _ => None,
    };
    let is_named_by_target =
        target.is_some_and(|target| matches!(target.kind(), "identifier" | "member_expression"));
    !is_named_by_target && draft.set_name(draft.node.child_by_field_name("name"))
}

const fn default_function(node: &'static str) -> Rule {
    rule(node, Function)
        .within("export_statement")
        .refined(name_default)
}

/// Names an unnamed class or function `default` if it is the default export.
fn name_default(draft: &mut Draft<'_, '_>) -> bool {
    let Some(around) = draft
        .ancestor(1)
        .filter(|around| around.kind() == "export_statement")
    else {
        return false;
    };
    let own = draft.node.child_by_field_name("name");
    draft.modifiers.insert(Modifier::Default);
    if draft.kind == Function {
        describe_function(draft, draft.node);
    }
    draft.set_name(own.or_else(|| table::child_of_kind(around, &["default"])))
}

/// Makes a field whose value is a function a method.
pub(crate) fn field(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    if let Some(value) = value.filter(|value| is_function(*value)) {
        draft.kind = Method;
        describe_function(draft, value);
    }
    leave_out_masked(draft);
    // The name after the variance of Flow is masked with a name that begins one byte earlier.
    if matches!(draft.name_bytes().first(), Some(b'+' | b'-')) {
        draft.name = draft.name.start + 1..draft.name.end + 1;
    }
    unquote(draft);
    true
}

/// Keeps variables outside functions, and variables anywhere whose value is a function or class.
pub(crate) fn variable(draft: &mut Draft<'_, '_>) -> bool {
    let Some(name) = draft.node.child_by_field_name("name") else {
        return false;
    };
    if name.kind() != "identifier" {
        return false;
    }
    let value = draft
        .node
        .child_by_field_name("value")
        .map(without_type_parameters);
    match value {
        Some(value) if is_function(value) => {
            draft.kind = Function;
            describe_function(draft, value);
            true
        }
        Some(value) if value.kind() == "class" => {
            draft.kind = Class;
            describe_class(draft, value);
            true
        }
        _ => is_lasting(draft),
    }
}

/// Keeps the names in a pattern outside functions.
fn destructured(draft: &mut Draft<'_, '_>) -> bool {
    let pattern = draft.node.child_by_field_name("name");
    pattern.is_some_and(|pattern| pattern.kind() != "identifier") && is_lasting(draft)
}

/// Returns whether a variable is not local. Marks constants.
fn is_lasting(draft: &mut Draft<'_, '_>) -> bool {
    let list = draft.ancestor(1).map(|list| draft.text(list));
    let word = list.map_or(&[][..], |list| {
        list.split(|byte| !byte.is_ascii_lowercase())
            .next()
            .unwrap_or_default()
    });
    match word {
        b"const" | b"using" | b"await" => draft.kind = Constant,
        // Declarations of Flow, which are masked with variables.
        b"type" | b"opaque" => draft.kind = TypeAlias,
        b"enum" => draft.kind = Enum,
        _ => {}
    }
    leave_out_masked(draft);
    !draft.is_local && !is_in_loop(draft)
}

/// Leaves out a value that masks the type of a variable or field of Flow.
fn leave_out_masked(draft: &mut Draft<'_, '_>) {
    let Some(value) = draft.node.child_by_field_name("value") else {
        return;
    };
    let first = draft.text(value).first();
    let is_masked = match value.kind() {
        "array" => first != Some(&b'['),
        "number" => !first.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.'),
        _ => false,
    };
    if is_masked {
        draft.value = None;
        draft.signature_end = None;
    }
}

/// Returns the names bound by the pattern of a declarator, and the pattern.
fn bound_names<'t>(declarator: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let pattern = declarator.child_by_field_name("name")?;
    let mut names = Vec::new();
    let mut rest = vec![pattern];
    while let Some(node) = rest.pop() {
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => names.push(node),
            "pair_pattern" => rest.extend(node.child_by_field_name("value")),
            "assignment_pattern" | "object_assignment_pattern" => {
                rest.extend(node.child_by_field_name("left"));
            }
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let mut cursor = node.walk();
                let inner: Vec<_> = node.named_children(&mut cursor).collect();
                rest.extend(inner.into_iter().rev());
            }
            _ => {}
        }
    }
    Some((names, pattern))
}

/// Returns whether a declarator belongs to the head of a loop.
fn is_in_loop(draft: &Draft<'_, '_>) -> bool {
    let owner = draft.ancestor(2);
    owner.is_some_and(|owner| owner.kind().starts_with("for_"))
}

/// Keeps the functions of an object literal.
pub(crate) fn pair(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    let Some(value) = value.filter(|value| is_function(*value)) else {
        return false;
    };
    draft.kind = Method;
    describe_function(draft, value);
    unquote(draft);
    true
}

/// Keeps `exports.f = function () {}`, `A.prototype.f = () => {}`, `exports.A = class {}` and the
/// like.
pub(crate) fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let left = draft.node.child_by_field_name("left");
    let right = draft.node.child_by_field_name("right");
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    let is_class = right.kind() == "class";
    if left.kind() != "member_expression" || !(is_function(right) || is_class) {
        return false;
    }
    let object = left
        .child_by_field_name("object")
        .map(|object| draft.text(object));
    let object = String::from_utf8_lossy(object.unwrap_or_default());
    if matches!(&*object, "exports" | "module.exports" | "module") {
        draft.modifiers.insert(Modifier::Exported);
    } else if let Some(owner) = object.strip_suffix(".prototype") {
        draft.owner = Some(owner.to_owned());
        draft.kind = Method;
    } else {
        draft.owner = Some(object.into_owned());
    }
    match is_class {
        true => {
            draft.kind = Class;
            describe_class(draft, right);
        }
        false => describe_function(draft, right),
    }
    draft.set_name(left.child_by_field_name("property"))
}

/// Keeps calls of test runner functions with a title and a function.
pub(crate) fn test(draft: &mut Draft<'_, '_>) -> bool {
    const RUNNERS: [&[u8]; 8] = [
        b"describe",
        b"it",
        b"test",
        b"suite",
        b"context",
        b"specify",
        b"bench",
        b"fdescribe",
    ];
    let Some(function) = draft.node.child_by_field_name("function") else {
        return false;
    };
    let runner = draft.text(function);
    let runner = runner
        .split(|byte| *byte == b'.')
        .next()
        .unwrap_or_default();
    let arguments = draft.node.child_by_field_name("arguments");
    let title = arguments.and_then(|arguments| arguments.named_child(0));
    let (Some(arguments), Some(title)) = (arguments, title) else {
        return false;
    };
    if !RUNNERS.contains(&runner) || !matches!(title.kind(), "string" | "template_string") {
        return false;
    }
    let mut cursor = arguments.walk();
    let Some(callback) = arguments
        .named_children(&mut cursor)
        .find(|node| is_function(*node))
    else {
        return false;
    };
    draft.name = inside_quotes(title.byte_range());
    draft.body = callback
        .child_by_field_name("body")
        .map(|body| body.byte_range());
    draft.signature_end = Some(title.end_byte());
    true
}

pub(crate) fn is_function(value: Node<'_>) -> bool {
    matches!(
        value.kind(),
        "arrow_function" | "function_expression" | "generator_function" | "function"
    )
}

/// Returns the function in a value such as `<T>(x: T) => x`, a function with type parameters that
/// the TypeScript grammar parses as a type assertion.
fn without_type_parameters(value: Node<'_>) -> Node<'_> {
    let inner = (value.kind() == "type_assertion")
        .then(|| value.named_child(1))
        .flatten();
    inner
        .filter(|inner| inner.kind() == "arrow_function")
        .unwrap_or(value)
}

/// Takes the body of a function value; the signature includes its parameters.
pub(crate) fn describe_function(draft: &mut Draft<'_, '_>, value: Node<'_>) {
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

/// Takes the body of a class value; the signature includes its `extends` clause.
fn describe_class(draft: &mut Draft<'_, '_>, value: Node<'_>) {
    draft.body = value
        .child_by_field_name("body")
        .map(|body| body.byte_range());
    draft.signature_end = draft.body.as_ref().map(|body| body.start);
}

pub(crate) fn unquote(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"\"") || draft.name_bytes().starts_with(b"'") {
        draft.name = inside_quotes(draft.name.clone());
    }
}

fn inside_quotes(range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    range.start + 1..range.end.saturating_sub(1).max(range.start + 1)
}

/// Marks names with `#` as private. A function declaration is not a constant.
pub(crate) fn convention(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"#") {
        draft.modifiers.insert(Modifier::Private);
    }
    if matches!(draft.kind, Function | Class) {
        draft.modifiers.remove(Modifier::Const);
    }
    // An interface of Flow is masked with a class.
    if draft.kind == Class && draft.text(draft.node).starts_with(b"interface") {
        draft.kind = Interface;
    }
}
