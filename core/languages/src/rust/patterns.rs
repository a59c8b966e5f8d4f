//! Patterns of Rust.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    CLike, FILE, Operands, OptionalChildren, PatternSyntax, Quotes, StatementHeads, at, named,
};

/// Code before the rules of a macro.
const MACRO: &[&str] = &["~macro_rules!"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    list_placeholders: &[
        named("µ", " => 0"),
        named("µ", " => 0,"),
        named("µ", ": T"),
        named("const µ", ": T = 0;"),
        named("() => {µ", "}").only_after(MACRO),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "fn f() {\n", "\n}"),
        at("statement", Always, "fn f() {\n", ";\n}"),
        at("expression", Always, "const X: T = ", ";"),
        at("parameter", Colon, "fn f(", ") {}"),
        at("field", Colon, "struct S {\n", "\n}"),
        at("initializer", Colon, "const X: T = S { ", " };"),
        at("member", Fallback, "impl S {\n", "\n}"),
        at("member", Fallback, "trait T {\n", ";\n}"),
        at("type", Always, "type T = ", ";"),
        at("arm", Fallback, "fn f() { match x {\n", "\n} }"),
        at("pattern", Fallback, "fn f() { let ", " = x; }"),
        at("variant", Fallback, "enum E {\n", "\n}"),
        at("attribute", Fallback, "", "\nfn f() {}"),
        at("type parameter", Fallback, "struct S<", ">;"),
        at("bound", Fallback, "fn f() ", " {}"),
        at("else", Fallback, "fn f() { if x {} ", "\n}"),
    ],
    closings: &[" {}", " 0", " => 0"],
    optional: OptionalChildren {
        parents: "attribute_item closure_expression const_item enum_item extern_crate_declaration \
            field_declaration foreign_mod_item fragment_specifier function_item \
            function_signature_item impl_item inner_attribute_item let_declaration \
            macro_definition mod_item mutable_specifier static_item struct_item trait_item \
            type_item union_item use_declaration",
        kinds: "attribute function_modifiers type_parameters visibility_modifier where_clause",
        fields: "return_type type_parameters",
        calls: "call_expression",
        of_one_parent: &[
            ("let_declaration", "type"),
            ("for_expression", "label"),
            ("loop_expression", "label"),
            ("trait_item", "bounds"),
            ("while_expression", "label"),
        ],
        ..OptionalChildren::NONE
    },
    reserved: "as break const continue else enum extern fn for if impl in let loop match mod \
        move mut pub ref return static struct trait type unsafe use where while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    statement_heads: StatementHeads {
        kinds: "block const_block for_expression gen_block if_expression loop_expression \
            match_expression unsafe_block while_expression",
        words: "const for gen if loop match unsafe while",
        stand_alone: true,
        ecmascript: None,
    },
    operands: Operands {
        comparisons: "== != < <= > >=",
        casts: "type_cast_expression",
        ..Operands::NONE
    },
    block_kinds: "async_block block const_block declaration_list enum_variant_list \
        field_declaration_list gen_block match_block try_block unsafe_block",
    names: "identifier type_identifier",
    ..PatternSyntax::DEFAULT
};
