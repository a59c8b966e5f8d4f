//! Options and report of a highlighting call.

use super::language::{Engine, EngineChoice};
use crate::pipeline::OnTimeout;
use crate::report::StoppedBy;

/// Options of [`highlight`](super::highlight) and
/// [`HighlightStream`](super::HighlightStream).
///
/// ```
/// use ransack::highlight::{Engine, HighlightOptions};
///
/// let mut options = HighlightOptions::new("rust");
/// options.engine = Some(Engine::Syntect);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HighlightOptions {
    /// Language: a name, an alias or an extension, in any case. Text in an
    /// unknown language stays plain.
    pub language: String,
    /// Engine to use instead of the one that [`engine_of`](super::engine_of)
    /// returns. Ignored if the language does not have it. Default: `None`.
    pub engine: Option<Engine>,
    /// Maximum number of bytes of a line that [`Engine::Syntect`] classifies,
    /// since a line cannot be interrupted. The rest of the line stays plain, and
    /// the report counts the line. [`Engine::TreeSitter`] has no such limit.
    /// Default: 2048.
    pub max_line: usize,
    /// Result of a call whose deadline passes: an error, or the classes found so
    /// far. Default: an error.
    pub on_timeout: OnTimeout,
}

impl HighlightOptions {
    /// Creates the default options for a language.
    pub fn new(language: impl Into<String>) -> HighlightOptions {
        HighlightOptions {
            language: language.into(),
            engine: None,
            max_line: 2048,
            on_timeout: OnTimeout::default(),
        }
    }
}

/// Report of a highlighting call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HighlightReport {
    /// Whether all of the text was classified. If true, plain text has no class.
    pub complete: bool,
    /// Reason why the call ended early; `None` if it did not.
    pub stopped_by: Option<StoppedBy>,
    /// Canonical name of the language; `None` if the requested one is unknown.
    pub language: Option<&'static str>,
    /// Engine that was used, and the reason for the choice.
    pub engine: EngineChoice,
    /// Number of lines that are not classified in full because they are longer
    /// than [`HighlightOptions::max_line`] or took more than a second.
    pub long_lines: u64,
    /// Line numbers of the first long lines, from 1; at most
    /// [`MAX_LINES`](HighlightReport::MAX_LINES).
    pub first_long_lines: Vec<u64>,
}

impl HighlightReport {
    /// Maximum number of entries of
    /// [`first_long_lines`](HighlightReport::first_long_lines).
    pub const MAX_LINES: usize = 10;
}
