//! Patterns of Dart.

use crate::pattern::ContextCondition::{Always, Colon, Fallback, Member};
use crate::pattern::{
    CLike, FILE, FOR, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, START,
    STATEMENT, at, named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("$", ""),
        named("'", "'"),
        named("$", ";").only_after(STATEMENT),
    ],
    list_placeholders: &[
        named("$", ";"),
        named("int $", ";"),
        named("case $", ":"),
        named("int $", "").only_after(PARAMETERS),
        named("int $", " = 0; ;").only_after(FOR),
        named("@$", "").only_after(START),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "void f() {\n", "\n}"),
        at("statement", Always, "void f() {\n", ";\n}"),
        at("expression", Always, "var x = ", ";"),
        at("argument", Colon, "var x = f(", ");"),
        at("member", Member, "class C {\n", "\n}"),
        at("member", Always, "class C {\n", ";\n}"),
        at("parameter", Fallback, "void f(", ") {}"),
        at("type", Always, "typedef T = ", ";"),
        at("annotation", Fallback, "", "\nclass C {}"),
        at("case", Fallback, "void f() { switch (x) {\n", "\n} }"),
        at("else", Fallback, "void f() { if (x) {} ", "\n}"),
        at("catch", Fallback, "void f() { try {} ", "\n}"),
        at("catch", Fallback, "void f() { try {} ", " {}\n}"),
    ],
    closings: &[" {}", " catch (e) {}", " finally {}", " while (x);"],
    optional: OptionalChildren {
        parents: "class_declaration constant_constructor_signature constructor_signature \
            declaration enum_declaration extension_declaration extension_type_declaration \
            external_function_declaration external_getter_declaration \
            external_setter_declaration external_variable_declaration \
            factory_constructor_signature function_declaration function_expression \
            function_signature getter_declaration getter_signature \
            initialized_variable_declaration local_function_declaration \
            local_variable_declaration member_declaration method_declaration \
            method_signature mixin_application_class mixin_declaration operator_signature \
            pattern_variable_declaration primary_constructor_body_signature \
            redirecting_factory_constructor_signature setter_declaration setter_signature \
            static_final_declaration superclass top_level_variable_declaration",
        kinds: "annotation interfaces mixins primary_constructor superclass type_parameters",
        fields: "return_type superclass type_parameters",
        repeatable: "annotation",
        of_one_parent: &[
            ("initialized_variable_declaration", "type"),
            ("top_level_variable_declaration", "type"),
            ("declaration", "type"),
            ("mixin_declaration", "type"),
        ],
        calls: "call_expression cascade_call_expression new_expression",
        ..OptionalChildren::NONE
    },
    reserved: "assert break case catch class const continue default do else enum extends final \
        finally for if in is new rethrow return switch throw try var void while with",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::Equal,
    quote_kinds: &[
        ("template_chars_double", "template_chars_single"),
        (
            "template_chars_double_single",
            "template_chars_single_single",
        ),
        (
            "string_literal_double_quotes",
            "string_literal_single_quotes",
        ),
        (
            "string_literal_double_quotes_multiple",
            "string_literal_single_quotes_multiple",
        ),
        (
            "raw_string_literal_double_quotes",
            "raw_string_literal_single_quotes",
        ),
        (
            "raw_string_literal_double_quotes_multiple",
            "raw_string_literal_single_quotes_multiple",
        ),
    ],
    operands: Operands::CHAINS,
    block_kinds: "block class_body enum_body extension_body function_body function_expression_body \
        switch_block",
    names: "identifier type_identifier",
    ..PatternSyntax::DEFAULT
};
