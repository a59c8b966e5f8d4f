//! Patterns of Haskell.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, Quotes, at, named};

/// Code suffixes before classes in a `deriving` clause.
const DERIVING: &[&str] = &["deriving ("];

/// Code suffixes before the alternatives of a `case` expression.
const OF: &[&str] = &["of"];

/// Code suffixes before the value of a definition.
const VALUE: &[&str] = &["="];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("µ", ""),
        named("Μ", ""),
        named("Μ", " T").only_after(VALUE),
    ],
    list_placeholders: &[
        named("µ", " -> 0").only_after(OF),
        named("Μ", ", T").only_after(DERIVING),
    ],
    contexts: &[
        FILE,
        at("expression", Always, "x = ", "\n"),
        at("statement", Fallback, "x = do\n  ", "\n"),
        at("alternative", Fallback, "x = case y of\n  ", "\n"),
        at("type", Fallback, "x :: ", "\n"),
        at("member", Fallback, "class C a where\n  ", "\n"),
    ],
    optional: OptionalChildren {
        parents: "class default_signature kind_signature",
        kinds: "modifier",
        fields: "result",
        repeatable: "modifier",
        ..OptionalChildren::NONE
    },
    reserved: "case class data deriving do else if import in instance let module newtype of \
        then type where",
    quotes: Quotes::DoubleOnly,
    has_layout: true,
    block_kinds: "declarations do local_binds",
    names: "name variable",
    ..PatternSyntax::DEFAULT
};
