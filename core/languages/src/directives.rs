//! Directives of preprocessors.

use tree_sitter::Node;

/// Preprocessor directives of a language.
pub struct Directives {
    /// Node kinds of conditions and their branches, separated by blanks.
    pub conditions: &'static str,
    /// Node kind of the name of a directive without a node kind of its own; empty if the grammar has no
    /// such kind.
    pub unknown: &'static str,
    /// Directives that have node kinds of their own if they are complete, separated by blanks.
    pub known: &'static str,
    /// Returns the macro of an include guard: a condition that a macro is not defined, and its
    /// definition.
    pub include_guard: for<'s> fn(&'s [u8], Node<'_>) -> Option<&'s [u8]>,
}

impl Directives {
    /// The base of each table.
    pub(crate) const NONE: Directives = Directives {
        conditions: "",
        unknown: "",
        known: "",
        include_guard: |_, _| None,
    };
}
