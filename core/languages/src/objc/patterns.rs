//! Patterns of Objective-C.

use crate::pattern::ContextCondition::{Always, Fallback, Member};
use crate::pattern::{
    CLike, FILE, FOR, OptionalChildren, PatternSyntax, Quotes, SIZEOF, STATEMENT, at, named,
};

/// Code before the entries of a dictionary.
const DICTIONARY: &[&str] = &["~@{"];

/// Code before the methods of a class.
const IMPLEMENTATION: &[&str] = &["~@implementation"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("_", ""),
        named("struct _", "").only_after(SIZEOF),
        named("_", ";").only_after(STATEMENT),
    ],
    list_placeholders: &[
        named("_", ";"),
        named("case _", ":"),
        named("- (void)_", ";"),
        named("- (void)_", " {}").only_after(IMPLEMENTATION),
        named("_", ": x").only_after(DICTIONARY),
        named("_", "; ;").only_after(FOR),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "void f(void) {\n", "\n}"),
        at("statement", Always, "void f(void) {\n", ";\n}"),
        at("expression", Always, "int x = ", ";"),
        at("declaration", Fallback, "", ";"),
        at("member", Fallback, "@implementation C\n", "\n@end"),
        at("member", Member, "@interface C\n", "\n@end"),
        at("member", Fallback, "@interface C\n", ";\n@end"),
        at("parameter", Fallback, "void f(", ");"),
        at("type", Fallback, "int x = sizeof(", ");"),
        at("case", Fallback, "void f(void) { switch (x) {\n", "\n} }"),
    ],
    closings: &[" {}", " {};", " while (x);", "\nint x;\n#endif\n"],
    optional: OptionalChildren {
        parents: "array_type_specifier atomic_declaration attribute_declaration \
            attribute_specifier availability_attribute_specifier class_declaration \
            compatibility_alias_declaration declaration enum_specifier field_declaration \
            function_definition generic_specifier implementation_definition \
            macro_type_specifier method_declaration method_definition parameter_declaration \
            property_attributes_declaration property_declaration protocol_declaration \
            protocol_forward_declaration qualified_protocol_interface_declaration \
            sized_type_specifier storage_class_specifier struct_declaration struct_specifier \
            type_definition typedefed_specifier typeof_specifier union_specifier",
        kinds: "attribute attribute_declaration attribute_specifier ms_call_modifier \
            ms_declspec_modifier storage_class_specifier type_qualifier",
        fields: "superclass",
        repeatable: "storage_class_specifier",
        of_one_parent: &[
            ("enum_specifier", "base"),
            ("enum_specifier", "underlying_type"),
        ],
        ..OptionalChildren::NONE
    },
    reserved: "break case const continue default do else enum extern for goto if inline return \
        sizeof static struct switch typedef union volatile while",
    c_like: Some(CLike {
        has_directives: true,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "compound_statement declaration_list enumerator_list field_declaration_list",
    names: "identifier statement_identifier type_identifier",
    misread_function: "function_definition",
    ..PatternSyntax::DEFAULT
};
