//! Options for a highlighting call, and its report.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{CancelToken, Error, Result, StoppedBy};
use ransack_search::OnTimeout;

use crate::class_map::INLINE_BYTES;
use crate::language::{Engine, EngineChoice};

/// Default time limit of a call, and the additional time per MB of text. Ordinary text takes a
/// tenth of it.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
const DEFAULT_TIME_PER_MB: Duration = Duration::from_secs(2);

/// Options for [`highlight`](super::highlight) and [`HighlightStream`](super::HighlightStream).
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::highlight::{Engine, HighlightOptions};
///
/// let options = HighlightOptions::new("rust").engine(Engine::Syntect);
/// assert_eq!(options.engine, Some(Engine::Syntect));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HighlightOptions {
    /// Name, alias or extension of the language, case-insensitive. Text in an unknown language
    /// stays plain.
    pub language: String,
    /// Engine to use instead of the default returned by [`engine_of`](super::engine_of). Ignored if
    /// the language does not support it. Default: `None`, which uses the default engine.
    pub engine: Option<Engine>,
    /// Lines to highlight, 1-based and inclusive; lines past the end of the text are ignored. The
    /// classes are those that a call for the whole text returns for these lines, except in code that
    /// the parser cannot read, where they may depend on the lines; other lines have no spans, and
    /// rendered output omits them. A stream ignores this option. Default: `None`,
    /// which highlights the whole text.
    pub lines: Option<RangeInclusive<u64>>,
    /// Maximum number of bytes that [`Engine::Syntect`] classifies in each line. The limit exists
    /// because classification of a line cannot be interrupted. The rest of a longer line stays
    /// plain, and the report counts the line. [`Engine::TreeSitter`] has no such limit. Default:
    /// 2048.
    pub max_line: usize,
    /// Maximum time for classification; text not classified by then stays plain, and the report has
    /// [`StoppedBy::Timeout`]. The limit exists because some parsers take minutes for a few
    /// kilobytes of hostile text. Text of up to 256 bytes has no time limit. In a stream, the limit
    /// applies to each call. [`Duration::MAX`] means no limit. Default: `None`, which allows 2
    /// seconds plus 2 seconds per MB of text.
    pub time_limit: Option<Duration>,
    /// Outcome when the token's deadline passes: an error, or the classes found so far. Default: an
    /// error.
    pub on_timeout: OnTimeout,
}

impl HighlightOptions {
    /// Creates options with default values for a language.
    pub fn new(language: impl Into<String>) -> HighlightOptions {
        HighlightOptions {
            language: language.into(),
            engine: None,
            lines: None,
            max_line: 2048,
            time_limit: None,
            on_timeout: OnTimeout::default(),
        }
    }
}

setters! { HighlightOptions {
    into(String) language,
    option(Engine) engine,
    option(RangeInclusive<u64>) lines,
    value(usize) max_line,
    option(Duration) time_limit,
    value(OnTimeout) on_timeout,
}}

impl HighlightOptions {
    /// Returns the byte range of the lines to highlight.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if a line is 0 or the last line precedes the first.
    pub(super) fn range(&self, text: &[u8]) -> Result<Range<usize>> {
        let Some(lines) = &self.lines else {
            return Ok(0..text.len());
        };
        let (first, last) = (*lines.start(), *lines.end());
        if first == 0 || last < first {
            let message = format!(
                "invalid range of lines {first} to {last}: lines are numbered from 1, in order"
            );
            return Err(Error::option(message));
        }
        let after = |text: &[u8], lines: u64| {
            let mut feeds = memchr::memchr_iter(b'\n', text);
            let Some(before) = lines.checked_sub(1) else {
                return 0;
            };
            let before = usize::try_from(before).unwrap_or(usize::MAX);
            feeds.nth(before).map_or(text.len(), |feed| feed + 1)
        };
        let start = after(text, first - 1);
        let len = after(&text[start..], (last - first).saturating_add(1));
        Ok(start..start + len)
    }

    /// Returns the token for a call that classifies `len` bytes.
    pub(super) fn limit(&self, len: usize, token: &CancelToken) -> CancelToken {
        if len <= INLINE_BYTES {
            return token.clone();
        }
        let default = || DEFAULT_TIME + DEFAULT_TIME_PER_MB.mul_f64(len as f64 / 1e6);
        token.child_with_timeout(self.time_limit.unwrap_or_else(default))
    }
}

/// Report on a highlighting call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HighlightReport {
    /// Whether the whole text was classified. If false, text that is plain may not have been
    /// classified.
    pub complete: bool,
    /// Reason why the call ended early; `None` if the call was not cut short. `Timeout` if
    /// [`HighlightOptions::time_limit`] expired or, under [`OnTimeout::Partial`], if the token's
    /// deadline passed.
    pub stopped_by: Option<StoppedBy>,
    /// Canonical name of the language; `None` if the requested language is unknown.
    pub language: Option<&'static str>,
    /// Engine that classified the text, and the reason why it was chosen.
    pub engine: EngineChoice,
    /// Number of lines that were not fully classified because they are longer than
    /// [`HighlightOptions::max_line`] or took more than a second.
    pub long_lines: u64,
    /// Numbers of the first lines that were not fully classified, 1-based; at most
    /// [`MAX_LINES`](HighlightReport::MAX_LINES).
    pub first_long_lines: Vec<u64>,
}

impl HighlightReport {
    /// Maximum number of entries in [`first_long_lines`](HighlightReport::first_long_lines).
    pub const MAX_LINES: usize = 10;
}
