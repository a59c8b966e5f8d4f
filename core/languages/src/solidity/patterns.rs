//! Patterns of Solidity.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, IMPORT, OptionalChildren, PARAMETERS, PatternSyntax, STATEMENT, at, named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("$", ""),
        named("$", ";").only_after(STATEMENT),
        named("\"", "\"").only_after(IMPORT),
    ],
    list_placeholders: &[
        named("$", ";"),
        named("int $", ";"),
        named("int $", "").only_after(PARAMETERS),
        named("int $", " = 0; ;").only_after(FOR),
    ],
    contexts: &[
        FILE,
        at(
            "statement",
            Always,
            "contract C { function f() public {\n",
            "\n} }",
        ),
        at(
            "statement",
            Always,
            "contract C { function f() public {\n",
            ";\n} }",
        ),
        at("expression", Always, "contract C { int x = ", "; }"),
        at("member", Fallback, "contract C {\n", "\n}"),
        at("member", Fallback, "contract C {\n", ";\n}"),
        at(
            "parameter",
            Fallback,
            "contract C { function f(",
            ") public {} }",
        ),
        at("type", Fallback, "contract C { ", " x; }"),
    ],
    closings: &[" {}", " catch {}", " while (x);"],
    optional: OptionalChildren {
        parents: "constant_variable_declaration constructor_definition contract_declaration \
            enum_declaration error_declaration event_definition fallback_receive_definition \
            function_definition inheritance_specifier interface_declaration layout_specifier \
            library_declaration modifier_definition override_specifier \
            return_type_definition state_variable_declaration struct_declaration \
            user_defined_type_definition variable_declaration yul_function_definition \
            yul_variable_declaration",
        kinds: "inheritance_specifier modifier_invocation override_specifier \
            return_type_definition state_mutability virtual visibility",
        fields: "return_type",
        repeatable: "modifier_invocation",
        ..OptionalChildren::NONE
    },
    reserved: "contract do else event for function if import modifier new return struct while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    block_kinds: "block_statement contract_body enum_body function_body struct_body yul_block",
    ..PatternSyntax::DEFAULT
};
