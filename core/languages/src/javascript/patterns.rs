//! Patterns of JavaScript.

use crate::pattern::ContextCondition::{Always, Brace, Colon, Equals, Fallback, Field};
use crate::pattern::{
    CLike, CommentScan, ExportedClass, FILE, FOR, Operands, OptionalChildren, PatternSyntax,
    Quotes, START, STATEMENT, StatementHeads, at, named,
};

pub(crate) const PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("$", ""), named("'", "'")],
    list_placeholders: &[
        named("case $", ":"),
        named("$", "; ;").only_after(FOR),
        named("const $", " of x").only_after(FOR),
        named("@$", "").only_after(START),
        named("$", ";").only_after(STATEMENT),
    ],
    contexts: &[
        FILE,
        at("expression", Always, "(", ");"),
        at("member", Field, "class C {\n", "\n}"),
        at("property", Colon, "({\n", "\n});"),
        at("statement", Fallback, "async function* f() {\n", "\n}"),
        at("parameter", Fallback, "function f(", ") {}"),
        at("decorator", Fallback, "", "\nclass C {}"),
        at("case", Fallback, "switch (x) {\n", "\n}"),
        at("catch", Fallback, "try {}\n", "\n"),
        at("attribute", Equals, "<a ", " />;"),
        at("specifier", Fallback, "import { ", " } from 'm';"),
        at("child", Brace, "<a>", "</a>;"),
        at("else", Fallback, "if (x) {} ", "\n"),
    ],
    closings: &[" {}", " 0", " catch (e) {}", " finally {}", " while (x);"],
    optional: OptionalChildren {
        parents: "arrow_function class class_declaration export_specifier field_definition \
            function_declaration function_expression generator_function_declaration \
            import_specifier lexical_declaration method_definition using_declaration \
            variable_declaration",
        kinds: "class_heritage decorator",
        fields: "decorator",
        repeatable: "decorator",
        of_one_parent: &[("for_in_statement", "kind")],
        ..OptionalChildren::NONE
    },
    reserved: "break case catch class const continue debugger default delete do else enum \
        export extends finally for function if import in instanceof new return switch \
        throw try typeof var void while with",
    c_like: Some(CLike {
        has_directives: false,
    }),
    comments: Some(CommentScan {
        may_have_tags: true,
    }),
    quotes: Quotes::Equal,
    statement_heads: StatementHeads::ECMASCRIPT,
    operands: Operands::CHAINS,
    block_kinds: "class_body class_static_block statement_block switch_body",
    names: "identifier shorthand_property_identifier statement_identifier",
    member_names: "property_identifier",
    exported_class: Some(ExportedClass {
        class: "class_declaration",
        decorator: "decorator",
        export: "export_statement",
    }),
    ..PatternSyntax::DEFAULT
};
