//! Matches of AST searches and their spans.

use std::sync::Arc;

use ransack_base::offsets::Span;
use ransack_base::{ContentId, RelPath};

use crate::pattern::explain::PatternReading;

/// Match of a pattern or rule: one syntax tree node, or consecutive siblings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstMatch {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for a search in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language of the matched code; for embedded code, the embedded language.
    pub language: &'static str,
    /// Index of the matched pattern in [`AstQuery::patterns`](crate::AstQuery::patterns), 0-based;
    /// the lowest index if several patterns match. For a match of a rule, the number of patterns.
    pub pattern: u32,
    /// Syntactic context in which the pattern was parsed: `file`, `statement`, `expression`,
    /// `member`, `type` and others, depending on the language. For a match of a rule, `rule`.
    pub context: &'static str,
    /// Location of the code in the file.
    pub span: Span,
    /// Bytes of the matched code.
    pub text: Vec<u8>,
    /// Captures of the named metavariables, ordered by first occurrence in the pattern or, for a
    /// rule, by name. Empty unless [`AstSelect::include_meta`](crate::AstSelect::include_meta) is
    /// set.
    pub meta_variables: Vec<MetaVariable>,
    /// Interpretation under which the pattern matched, shared between matches. `None` if a rule
    /// matched, or if [`AstSelect::explain`](crate::AstSelect::explain) is not set.
    pub reading: Option<Arc<PatternReading>>,
    /// Name path of the innermost definition around the start of the match, such as `Tool.run`; a
    /// match that is a definition is in itself. `None` unless
    /// [`AstGrepOptions::enclosing`](crate::AstGrepOptions::enclosing) is set, and for a match in no
    /// definition, for a file in a language without outlines, and for a file that is larger than
    /// 16 MiB or takes more than 2 seconds to parse.
    pub enclosing: Option<String>,
    /// Content id of the file's bytes as they were searched. `None` unless
    /// [`AstGrepOptions::versions`](crate::AstGrepOptions::versions) is set.
    pub version: Option<ContentId>,
}

/// Code captured by one named metavariable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetaVariable {
    /// Name of the metavariable, without `$`.
    pub name: String,
    /// Whether the metavariable captures a list of siblings (`$$$NAME`).
    pub is_list: bool,
    /// Captured code; for a list, the text from the first to the last node.
    pub text: Vec<u8>,
    /// Location of the captured code; `None` if the captured list is empty.
    pub span: Option<Span>,
}

impl AstMatch {
    /// Returns the approximate memory of the match in bytes.
    pub(crate) fn weight(&self) -> usize {
        let meta: usize = self
            .meta_variables
            .iter()
            .map(|m| size_of::<MetaVariable>() + m.name.len() + m.text.len())
            .sum();
        let enclosing = self.enclosing.as_ref().map_or(0, String::len);
        size_of::<AstMatch>() + self.text.len() + meta + enclosing
    }
}
