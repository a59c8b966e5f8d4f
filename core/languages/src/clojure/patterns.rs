//! Patterns of Clojure.

use crate::pattern::{PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("$", "")],
    ..PatternSyntax::DEFAULT
};
