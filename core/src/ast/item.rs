use std::ops::Range;

use crate::offsets::{LineIndex, Position};
use crate::path::RelPath;

/// A piece of code that matched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstMatch {
    /// The file, relative to the root; for a root that is a file, its name.
    /// Empty for a search in memory.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// The language in which it was found, by name; where one language is
    /// embedded in another, the embedded one.
    pub language: &'static str,
    /// Number of the pattern, 0-based, in the order given; the first, if
    /// several match here. A rule comes after all patterns.
    pub pattern: u32,
    /// Where the pattern was thought to stand when it was read: `file`,
    /// `statement`, `expression`, `member`, `type`, ... `rule` for a rule.
    pub context: &'static str,
    /// Where the code is.
    pub span: Span,
    /// The code.
    pub text: Vec<u8>,
    /// What the named metavariables stand for, in the order of their first
    /// occurrence in the pattern, if asked for.
    pub meta_variables: Vec<MetaVariable>,
}

/// What a metavariable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetaVariable {
    /// The name, without `$`.
    pub name: String,
    /// Whether it stands for a list of nodes.
    pub is_list: bool,
    /// The code; of a list, from the first to the last node.
    pub text: Vec<u8>,
    /// Where the code is; `None` for an empty list.
    pub span: Option<Span>,
}

/// From where to where something goes in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Span {
    /// Its first byte.
    pub start: Position,
    /// The byte after its last.
    pub end: Position,
}

impl Span {
    /// Span of the byte range `range` of `text`, which `lines` is the index of.
    pub(super) fn of(lines: &LineIndex, text: &[u8], range: &Range<usize>) -> Span {
        Span {
            start: lines.position(text, range.start),
            end: lines.position(text, range.end),
        }
    }
}

impl AstMatch {
    /// About how many bytes this holds.
    pub(super) fn weight(&self) -> usize {
        let meta: usize = self
            .meta_variables
            .iter()
            .map(|m| size_of::<MetaVariable>() + m.name.len() + m.text.len())
            .sum();
        size_of::<AstMatch>() + self.text.len() + meta
    }
}
