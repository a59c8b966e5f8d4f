//! Strictness of matches: the differences that are allowed between a pattern and code.

/// Differences allowed between a pattern and matching code.
///
/// The levels correspond to ast-grep's. *Unnamed nodes* are punctuation and keywords. *Skipped*
/// nodes are ignored if they have no counterpart. *Further siblings* are nodes that follow the last
/// node of the pattern within the same parent.
///
/// | level | unnamed nodes of the pattern | unnamed nodes of the code | comments in the code | text of names and literals | node kinds | further siblings in the code |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | `Cst` | must match | must match | must match | must match | must match | none |
/// | `Smart` | must match | skipped | skipped | must match | must match | any |
/// | `Ast` | skipped | skipped | must match | must match | must match | unnamed nodes |
/// | `Relaxed` | skipped | skipped | skipped | must match | must match | unnamed nodes, comments |
/// | `Signature` | skipped | skipped | skipped | ignored | must match | unnamed nodes, comments |
/// | `Template` | must match | skipped | skipped | must match | ignored | comments |
///
/// | level | modifiers, annotations, types, type parameters and heritage of a declaration, and type arguments of a call, that the pattern lacks | different quotes of a string, where equivalent | different spelling of a number | different order of keyword arguments |
/// | --- | --- | --- | --- | --- |
/// | `Cst` | none | differ | differ | differs |
/// | `Smart` | any | equal | differ | differs |
/// | `Ast` | none | equal | differ | differs |
/// | `Relaxed` | any | equal | equal | equal |
/// | `Signature` | any | equal | equal | differs |
/// | `Template` | any | equal | differ | differs |
///
/// `Smart` does not skip `!` or `not` before a keyword of the pattern: `$A is $T`
/// does not match `x !is T`.
///
/// At every level, any code in the node may follow a header, and any siblings may follow a
/// sequence.
///
/// At every level, metavariables match as described in [`AstQuery::patterns`](crate::AstQuery::patterns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Exact: every node of the pattern must match a node of the code and vice versa, including
    /// punctuation, keywords and comments.
    Cst,
    /// Default: ignores comments, unnamed nodes in the code that the pattern lacks, and all further
    /// siblings.
    #[default]
    Smart,
    /// Ignores unnamed nodes in both pattern and code; comments must match.
    Ast,
    /// Relaxed: ignores comments in the code and unnamed nodes in both pattern
    /// and code.
    Relaxed,
    /// Kinds only: ignores comments, unnamed nodes, and the text of names and
    /// literals.
    Signature,
    /// Text only: ignores comments, unnamed nodes that the pattern lacks, and
    /// node kinds.
    Template,
}

impl Strictness {
    /// All levels, from `Cst` to `Template`, each with its name in ast-grep.
    pub const ALL: [(&'static str, Strictness); 6] = [
        ("cst", Strictness::Cst),
        ("smart", Strictness::Smart),
        ("ast", Strictness::Ast),
        ("relaxed", Strictness::Relaxed),
        ("signature", Strictness::Signature),
        ("template", Strictness::Template),
    ];
}
