//! Patterns of Swift.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    CLike, FILE, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, START, STATEMENT,
    at, named,
};

/// Code before the requirements of a protocol.
const PROTOCOL: &[&str] = &["~protocol "];

/// Code before the cases of a `switch` statement.
const SWITCH: &[&str] = &["~switch "];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    list_placeholders: &[
        named("let µ", ": T"),
        named("case µ", ":"),
        named("µ", ": T").only_after(PARAMETERS),
        named("@µ", "").only_after(START),
        named("µ", ";").only_after(STATEMENT),
        named("case µ", ":\nx").only_after(SWITCH),
        named("var µ", ": T { get }").only_after(PROTOCOL),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "func f() {\n", "\n}"),
        at("expression", Always, "let x = ", "\n"),
        at("parameter", Colon, "func f(", ") {}"),
        at("argument", Colon, "f(", ")"),
        at("variable", Colon, "let ", "\n"),
        at("member", Fallback, "class C {\n", "\n}"),
        at("type", Always, "typealias T = ", "\n"),
        at("attribute", Fallback, "", "\nclass C {}"),
        at("case", Fallback, "func f() { switch x {\n", "\n} }"),
        at("else", Fallback, "func f() { if x {} ", "\n}"),
        at("catch", Fallback, "func f() { do {} ", "\n}"),
        at("enum case", Fallback, "enum E {\n", "\n}"),
    ],
    closings: &[
        " {}",
        " { x }",
        " else { x }",
        " catch {}",
        " while x",
        " { default: x }",
    ],
    optional: OptionalChildren {
        parents: "associatedtype_declaration capture_list_item class_declaration \
            deinit_declaration external_macro_definition function_declaration \
            getter_specifier import_declaration inheritance_specifier init_declaration \
            macro_declaration macro_definition modify_specifier operator_declaration \
            precedence_group_declaration property_declaration protocol_declaration \
            protocol_function_declaration protocol_property_declaration setter_specifier \
            subscript_declaration tuple_type_item typealias_declaration",
        kinds: "attribute inheritance_specifier modifiers throws throws_clause type_constraints \
            type_parameters visibility_modifier where_clause",
        fields: "result return_type",
        types: "array_type dictionary_type function_type opaque_type optional_type tuple_type \
            user_type",
        of_one_parent: &[
            ("property_declaration", "type_annotation"),
            ("for_statement", "where_clause"),
        ],
        modifier_list: "modifiers",
        ..OptionalChildren::NONE
    },
    reserved: "associatedtype break case catch class continue deinit do else enum extension \
        fallthrough fileprivate for func guard if import in inout internal let private \
        protocol public repeat rethrows return static struct switch throw throws try \
        typealias var where while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    operands: Operands { ..Operands::CHAINS },
    block_kinds: "catch_block class_body enum_class_body function_body protocol_body statements \
        willset_didset_block",
    names: "identifier simple_identifier type_identifier",
    ..PatternSyntax::DEFAULT
};
