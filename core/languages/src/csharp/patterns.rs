//! Patterns of C#.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, START,
    STATEMENT, at, named,
};

/// Code before the arms of a `switch` expression.
const SWITCH_ARMS: &[&str] = &["~ switch"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("µ", ";").only_after(STATEMENT)],
    list_placeholders: &[
        named("µ", "();"),
        named("int µ", ";"),
        named("case µ", ": break;"),
        named("int µ", "").only_after(PARAMETERS),
        named("int µ", " = 0; ;").only_after(FOR),
        named("[µ", "]").only_after(START),
        named("µ", " => 0").only_after(SWITCH_ARMS),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "class C { void F() {\n", "\n} }"),
        at("statement", Always, "class C { void F() {\n", ";\n} }"),
        at("expression", Always, "class C { object x = ", "; }"),
        at("argument", Colon, "class C { object x = f(", "); }"),
        at("member", Always, "class C {\n", "\n}"),
        at("member", Always, "class C {\n", ";\n}"),
        at("parameter", Fallback, "class C { void F(", ") {} }"),
        at("type", Always, "class C { ", " x; }"),
        at("attribute", Always, "", "\nclass C {}"),
        at(
            "case",
            Fallback,
            "class C { void F() { switch (x) {\n",
            "\n} } }",
        ),
        at("arm", Fallback, "class C { object x = y switch { ", " }; }"),
        at("catch", Fallback, "class C { void F() { try {}\n", "\n} }"),
        at("else", Fallback, "class C { void F() { if (x) {} ", "\n} }"),
    ],
    closings: &[" {}", " catch (E e) {}", " finally {}", " while (x);", " 0"],
    optional: OptionalChildren {
        parents: "accessor_declaration array_rank_specifier attribute_target_specifier \
            catch_declaration class_declaration constructor_declaration \
            conversion_operator_declaration delegate_declaration destructor_declaration \
            enum_declaration enum_member_declaration event_declaration \
            event_field_declaration explicit_interface_specifier field_declaration \
            file_scoped_namespace_declaration indexer_declaration interface_declaration \
            lambda_expression method_declaration namespace_declaration operator_declaration \
            property_declaration record_declaration struct_declaration variable_declaration",
        kinds: "attribute attribute_list base_list modifier type_parameter_constraints_clause \
            type_parameter_list where_clause",
        fields: "type_parameters",
        repeatable: "attribute_list modifier",
        of_one_parent: &[("for_statement", "where_clause")],
        ..OptionalChildren::NONE
    },
    reserved: "abstract break case catch class const continue default do else enum explicit \
        extern finally fixed for foreach goto if implicit interface internal lock \
        namespace new operator out override params private protected public readonly ref \
        return sealed sizeof static struct switch throw try typeof unsafe using virtual \
        volatile while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    operands: Operands::CHAINS,
    block_kinds: "block declaration_list enum_member_declaration_list switch_body",
    ..PatternSyntax::DEFAULT
};
