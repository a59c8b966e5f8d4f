//! Patterns of Ruby.

use crate::pattern::ContextCondition::{Colon, Else, Entry, Fallback};
use crate::pattern::{
    ENTRIES, FILE, LineEnds, Operands, OptionalChildren, PatternSyntax, at, named,
};

/// Code suffixes before the name of a class.
const CONSTANT: &[&str] = &["class", "module", "<"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("µ", ""),
        named("Μ", ""),
        named("Z", "").only_after(CONSTANT),
    ],
    list_placeholders: &[named("when µ", ""), named("**µ", "").only_after(ENTRIES)],
    contexts: &[
        FILE,
        at("argument", Colon, "f(", ")\n"),
        at("pair", Colon, "x = { ", " }\n"),
        at("pair", Entry, "x = { ", " }\n"),
        at("parameter", Fallback, "def f(", ")\nend\n"),
        at("when", Fallback, "case x\n", "\nend\n"),
        at("rescue", Fallback, "begin\n", "\nend\n"),
        at("else", Else, "if x\n", "\nend\n"),
    ],
    closings: &["\nx\nend"],
    optional: OptionalChildren {
        parents: "class singleton_class superclass",
        kinds: "superclass",
        fields: "superclass",
        ..OptionalChildren::NONE
    },
    reserved: "alias begin break case class def do else elsif end ensure for if in module next \
        not redo rescue retry return then undef unless until when while yield",
    block_kinds: "begin_block block block_body body_statement do do_block end_block \
        parenthesized_statements",
    names: "constant identifier",
    operands: Operands {
        line_ends: LineEnds::BeforeOperators,
        ..Operands::NONE
    },
    ..PatternSyntax::DEFAULT
};
