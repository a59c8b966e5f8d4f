//! Outline table for C, and the rules that C++ and Objective-C share. Documentation follows
//! Doxygen.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Enum, Field, Function, Macro, Method, Struct, TypeAlias, Union, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{
    Draft, Marked, Name, OutlineTable, PRAGMA_REGION, Rule, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_statement do_statement for_statement if_statement preproc_if preproc_ifdef \
        switch_statement while_statement",
    transparent: "declaration_list linkage_specification",
    branches: "do_statement else_clause for_statement if_statement labeled_statement \
        while_statement",
    else_clauses: "else_clause",
    rules: &[
        MACRO,
        FUNCTION_MACRO,
        rule("preproc_call", Macro).refined(define_in_list),
        FUNCTION,
        DECLARATION,
        FIELD.refine(field),
        TYPE_DEFINITION,
        STRUCT,
        UNION,
        ENUM,
        ENUMERATOR,
    ],
    marked: &[
        // Macros are not local.
        Marked {
            nodes: &[
                "compound_statement",
                "parameter_list",
                "initializer_list",
                "argument_list",
                "string_literal",
            ],
            is_local: false,
            next_mark: next_define,
        },
        Marked {
            nodes: &[
                "preproc_def",
                "preproc_function_def",
                "declaration",
                "field_declaration",
                "enumerator",
            ],
            is_local: false,
            next_mark: next_brace,
        },
    ],
    attributes: "attribute_specifier attribute_declaration",
    words: &WORDS,
    commas: &[Variant],
    region: PRAGMA_REGION,
    has_terminator: true,
    lists: &[("initializer_list", b',')],
    list_wrappers: "cast_expression compound_literal_expression",
    ..OutlineTable::EMPTY
};

pub(crate) const WORDS: [(&str, Modifier); 3] = [
    ("static", Modifier::Static),
    ("extern", Modifier::Extern),
    ("inline", Modifier::Inline),
];

pub(crate) const MACRO: Rule = rule("preproc_def", Macro)
    .body(&[])
    .value(&["value"])
    .plain();
pub(crate) const FUNCTION_MACRO: Rule = rule("preproc_function_def", Macro)
    .body(&[])
    .value(&["value"])
    .plain();
pub(crate) const FUNCTION: Rule = rule("function_definition", Function)
    .member(Method)
    .name(Name::List("declarator"))
    .refine(function);
pub(crate) const DECLARATION: Rule = rule("declaration", Variable)
    .name(Name::List("declarator"))
    .not_local()
    .refine(declaration);
pub(crate) const FIELD: Rule = rule("field_declaration", Field)
    .name(Name::List("declarator"))
    .not_local()
    .refine(declaration);
pub(crate) const TYPE_DEFINITION: Rule = rule("type_definition", TypeAlias)
    .name(Name::List("declarator"))
    .not_local()
    .refine(type_definition);
pub(crate) const STRUCT: Rule = rule("struct_specifier", Struct)
    .not_local()
    .refine(has_body);
pub(crate) const UNION: Rule = rule("union_specifier", Union).not_local().refine(has_body);
pub(crate) const ENUM: Rule = rule("enum_specifier", Enum).not_local().refine(has_body);
pub(crate) const ENUMERATOR: Rule = rule("enumerator", Variant).not_local().refine(enumerator);

/// Reads a `#define` between enumerators, which the grammar parses as a generic directive.
fn define_in_list(draft: &mut Draft<'_, '_>) -> bool {
    let range = draft.node.byte_range();
    let text = draft.text(draft.node);
    let Some(directive) = draft.node.child_by_field_name("directive") else {
        return false;
    };
    if !draft.text(directive).ends_with(b"define") {
        return false;
    }
    let at = directive.end_byte() - range.start;
    let name = text.len() - text[at..].trim_ascii_start().len();
    let name_end = name + text[name..].iter().take_while(|byte| is_word(byte)).count();
    let parameters = text[name_end..]
        .starts_with(b"(")
        .then(|| memchr::memchr(b')', &text[name_end..]));
    let end = parameters
        .flatten()
        .map_or(name_end, |close| name_end + close + 1);
    draft.name = range.start + name..range.start + name_end;
    draft.signature_end = Some(range.start + end);
    let value = text[end..].trim_ascii_start().len();
    draft.value = (value > 0).then(|| range.end - value..range.end);
    !draft.name.is_empty()
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80
}

/// Returns the offset of the first `#define` at or after `from`.
pub(crate) fn next_define(text: &[u8], from: usize) -> usize {
    let rest = &text[from..];
    let mut directives = memchr::memchr_iter(b'#', rest);
    let define = directives.find(|at| rest[at + 1..].trim_ascii_start().starts_with(b"define"));
    define.map_or(text.len(), |at| from + at)
}

/// Returns the offset of the first `{` at or after `from`.
fn next_brace(text: &[u8], from: usize) -> usize {
    memchr::memchr(b'{', &text[from..]).map_or(text.len(), |at| from + at)
}

/// Rejects a specifier without a body: it uses the type rather than defining it.
pub(crate) fn has_body(draft: &mut Draft<'_, '_>) -> bool {
    draft.body.is_some()
}

/// Returns the kind of the declarator directly around the name: `function_declarator` for a
/// function, `pointer_declarator` for a function pointer.
pub(crate) fn innermost_kind(declarator: Node<'_>) -> &str {
    let field = declarator.language().field_id_for_name("declarator");
    let field = field.map_or(0, Into::into);
    let mut node = declarator;
    let mut kind = "";
    loop {
        let own = node.kind();
        // A function can return a reference, like a pointer.
        let is_reference = own == "reference_declarator";
        let inner = node.child_by_field_id(field);
        let inner = inner.or_else(|| node.named_child(0).filter(|_| is_reference));
        let is_wrapper = matches!(own, "parenthesized_declarator" | "attributed_declarator")
            || is_reference && kind != "function_declarator";
        if !is_wrapper {
            kind = match inner {
                Some(_) => own,
                None => return kind,
            };
        }
        match inner.or_else(|| node.named_child(0)) {
            Some(inner) => node = inner,
            None => return kind,
        }
    }
}

/// Keeps only definitions with a function declarator; a macro followed by a block is not a
/// function.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    name_in_brackets(draft);
    // The parser sees a type in the first byte of a name without a type.
    let before = draft.source[..draft.name.start].iter().rev();
    draft.name.start -= before.take_while(|byte| is_word(byte)).count();
    let kind = draft.declarator.map(innermost_kind);
    kind == Some("function_declarator")
}

/// Finds the name in `API int (name)(int a)`. The grammar parses `API` as the type and `int (name)`
/// as a function that returns a function, which does not exist in C, C++ or Objective-C.
pub(crate) fn name_in_brackets(draft: &mut Draft<'_, '_>) {
    let mut declarator = draft.declarator;
    while let Some(node) = declarator {
        let inner = node.child_by_field_name("declarator");
        let returned = inner.filter(|inner| {
            node.kind() == "function_declarator" && inner.kind() == "function_declarator"
        });
        let parameters = returned.and_then(|inner| inner.child_by_field_name("parameters"));
        let parameter = parameters.filter(|list| list.named_child_count() == 1);
        let parameter = parameter.and_then(|list| list.named_child(0));
        let name = parameter.filter(|parameter| parameter.named_child_count() == 1);
        let name = name.and_then(|parameter| parameter.child_by_field_name("type"));
        if let Some(name) = name.filter(|name| name.kind() == "type_identifier") {
            draft.name = name.byte_range();
        }
        declarator = inner;
    }
}

/// Treats prototypes as functions, and hides the body of a struct defined in the declaration from
/// the signature.
pub(crate) fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    let Some(declarator) = draft.declarator else {
        return false;
    };
    let outer = match declarator.kind() {
        "init_declarator" => declarator.child_by_field_name("declarator"),
        _ => Some(declarator),
    };
    if outer.map(innermost_kind) == Some("function_declarator") {
        draft.kind = match draft.kind {
            Field => Method,
            _ => Function,
        };
        draft.modifiers.insert(Modifier::Declaration);
        name_in_brackets(draft);
    }
    if let Some(value) = declarator.child_by_field_name("value") {
        draft.signature_end = Some(value.start_byte());
    }
    take_value(draft, declarator);
    leave_named_type_outside(draft);
    true
}

/// Takes the value after the `=` of a variable or field.
fn take_value(draft: &mut Draft<'_, '_>, declarator: Node<'_>) {
    let value = match draft.node.child_by_field_name("default_value") {
        Some(value) if child_of_kind(draft.node, &[","]).is_none() => {
            child_of_kind(draft.node, &["="]).map(|_| value)
        }
        Some(_) => None,
        None => {
            child_of_kind(declarator, &["="]).and_then(|_| declarator.child_by_field_name("value"))
        }
    };
    draft.value = value
        .filter(|_| matches!(draft.kind, Field | Variable))
        .map(|value| value.byte_range());
}

/// Takes the value of an enumerator, which belongs to the signature.
fn enumerator(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    draft.value = value.map(|value| value.byte_range());
    true
}

/// Reads `int PRIVATE(name);` as a field named by a macro, since a C struct has no functions.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    declaration(draft);
    if draft.kind == Method {
        draft.kind = Field;
        draft.modifiers.remove(Modifier::Declaration);
        let parameters = draft
            .declarator
            .and_then(|node| node.child_by_field_name("parameters"));
        let argument = parameters.and_then(|list| list.named_child(0));
        if let Some(name) = argument.and_then(|argument| argument.child_by_field_name("type")) {
            draft.name = name.byte_range();
        }
    }
    draft.declarator.is_some()
}

/// Makes a typedef of an unnamed struct, union or enum the definition of that type.
pub(crate) fn type_definition(draft: &mut Draft<'_, '_>) -> bool {
    let Some(type_node) = draft.node.child_by_field_name("type") else {
        return true;
    };
    let body = type_node.child_by_field_name("body");
    if let Some(body) = body.filter(|_| type_node.child_by_field_name("name").is_none()) {
        let is_first = draft.node.child_by_field_name("declarator") == draft.declarator;
        draft.kind = match type_node.kind() {
            "struct_specifier" if is_first => Struct,
            "union_specifier" if is_first => Union,
            "enum_specifier" if is_first => Enum,
            _ => TypeAlias,
        };
        // The first name owns the members.
        draft.body = is_first.then(|| body.byte_range());
    }
    leave_named_type_outside(draft);
    true
}

/// Lists a named type that is defined inside a declaration as a sibling of the declared name, and
/// hides its body from the signature.
fn leave_named_type_outside(draft: &mut Draft<'_, '_>) {
    let Some(type_node) = draft.node.child_by_field_name("type") else {
        return;
    };
    let body = type_node.child_by_field_name("body");
    draft.hidden = body.map(|body| body.byte_range());
    if type_node.child_by_field_name("name").is_some() {
        draft.is_transparent = true;
    }
}
