//! Patterns of PHP.

use crate::pattern::ContextCondition::{Always, Colon, Else, Entry, Fallback, Tag};
use crate::pattern::{
    FOR, Operands, OptionalChildren, PatternSyntax, Quotes, STATEMENT, at, named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("µ", ""),
        named("$", ""),
        named("µ", ";").only_after(STATEMENT),
    ],
    list_placeholders: &[
        named("µ", ";"),
        named("$", ";"),
        named("public $", ";"),
        named("case µ", ":"),
        named("case µ", ";").only_after(STATEMENT),
        named("µ", " => 0"),
        named("$", "; ;").only_after(FOR),
    ],
    contexts: &[
        at("file", Tag, "", ""),
        at("statement", Always, "<?php\n", "\n"),
        at("statement", Always, "<?php\n", ";\n"),
        at("expression", Always, "<?php\n$x = ", ";\n"),
        at("member", Always, "<?php\nclass C {\n", "\n}"),
        at("member", Always, "<?php\nclass C {\n", ";\n}"),
        at("entry", Entry, "<?php\n$x = [", "];\n"),
        at("parameter", Fallback, "<?php\nfunction f(", ") {}"),
        at("argument", Colon, "<?php\nf(", ");"),
        at("attribute", Fallback, "<?php\n", "\nclass C {}"),
        at("case", Fallback, "<?php\nswitch ($x) {\n", "\n}"),
        at("arm", Entry, "<?php\n$x = match ($y) { ", " };"),
        at("catch", Fallback, "<?php\ntry {}\n", "\n"),
        at("else", Else, "<?php\nif ($x) {} ", "\n"),
    ],
    closings: &[
        " {}",
        " 0",
        " catch (E $e) {}",
        " finally {}",
        " while (1);",
    ],
    optional: OptionalChildren {
        parents: "anonymous_class anonymous_function arrow_function class_declaration \
            const_declaration enum_declaration function_definition \
            function_static_declaration global_declaration interface_declaration \
            method_declaration namespace_definition namespace_use_declaration \
            property_declaration static_variable_declaration trait_declaration \
            use_declaration",
        kinds: "abstract_modifier attribute attribute_list base_clause class_interface_clause \
            final_modifier readonly_modifier static_modifier var_modifier \
            visibility_modifier",
        fields: "return_type",
        repeatable: "attribute_list",
        of_one_parent: &[
            ("property_declaration", "type"),
            ("enum_declaration", "primitive_type"),
        ],
        ..OptionalChildren::NONE
    },
    any_case: true,
    reserved: "as break case catch class clone const continue default do echo else elseif \
        extends final finally fn for foreach function global goto if implements include \
        instanceof insteadof interface new or private protected public require return \
        switch throw trait try use var while xor yield",
    predefined: &[
        "_COOKIE", "_ENV", "_FILES", "_GET", "_POST", "_REQUEST", "_SERVER", "_SESSION", "GLOBALS[",
    ],
    quotes: Quotes::Interpolated,
    quote_kinds: &[("encapsed_string", "string")],
    operands: Operands {
        comparisons: "== != <> === !== < <= > >= <=>",
        ..Operands::CHAINS
    },
    block_kinds: "colon_block compound_statement declaration_list enum_declaration_list \
        match_block switch_block",
    names: "name",
    ..PatternSyntax::DEFAULT
};
