//! What a call is asked for, and what it tells.

use super::language::{Engine, EngineChoice};
use crate::pipeline::OnTimeout;
use crate::report::StoppedBy;

/// What text is in, and how it is looked at.
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
    /// The language: a name, an alias or an extension, in any case. Text in a
    /// language that is not known stays plain.
    pub language: String,
    /// The engine, instead of the one that [`engine_of`](super::engine_of)
    /// names. One that the language does not have is not used.
    pub engine: Option<Engine>,
    /// Of lines longer than this, in bytes, [`Engine::Syntect`] looks at the
    /// beginning only, since a line cannot be interrupted; the rest stays
    /// plain, and the report says so. Default 2048. [`Engine::TreeSitter`]
    /// has no such limit.
    pub max_line: usize,
    /// What a deadline means: an error, or what has been coloured so far.
    /// Default: an error.
    pub on_timeout: OnTimeout,
}

impl HighlightOptions {
    /// The defaults, for a language.
    pub fn new(language: impl Into<String>) -> HighlightOptions {
        HighlightOptions {
            language: language.into(),
            engine: None,
            max_line: 2048,
            on_timeout: OnTimeout::default(),
        }
    }
}

/// What a call did and did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HighlightReport {
    /// True if all of the text was looked at; what is plain then is so because
    /// it has no class.
    pub complete: bool,
    /// What ended the call before it had seen everything.
    pub stopped_by: Option<StoppedBy>,
    /// The name of the language; `None` if the one asked for is not known.
    pub language: Option<&'static str>,
    /// The engine that was used, and why.
    pub engine: EngineChoice,
    /// How many lines were not looked at in full because of their length, or
    /// because they took more than a second.
    pub long_lines: u64,
    /// The first of them, from 1, at most
    /// [`MAX_LINES`](HighlightReport::MAX_LINES).
    pub first_long_lines: Vec<u64>,
}

impl HighlightReport {
    /// How many long lines are named.
    pub const MAX_LINES: usize = 10;
}
