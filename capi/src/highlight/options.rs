//! Options for syntax highlighting.

use std::time::Duration;

use ransack::highlight::{Engine, HighlightOptions};

use crate::error::Failure;
use crate::options::versioned::{self, Defaults, versioned};
use crate::options::{on_timeout, to_limit, to_size, unknown};

/// Newest version of ransack_highlight_options.
pub const RANSACK_HIGHLIGHT_OPTIONS_VERSION: u32 = 1;

/// Engine that assigns syntax classes to ranges of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_highlight_engine {
    /// Default engine for the language; see ransack_highlight_engine_of(). Only valid in options.
    Default = 0,
    /// Tree-sitter grammar with its queries. The class of a range may depend on the whole text. Where
    /// a syntax error leaves words without a class, syntect provides one.
    TreeSitter = 1,
    /// TextMate grammar, run line by line by syntect with Oniguruma.
    Syntect = 2,
    /// No engine: the text stays plain.
    Plain = 3,
}

/// Options for ransack_highlight(), ransack_highlight_buffer() and ransack_highlight_stream_new(),
/// where NULL means the defaults. Initialise with RANSACK_HIGHLIGHT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_highlight_options {
    /// RANSACK_HIGHLIGHT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Engine to use, a ransack_highlight_engine. If the language has no grammar for that engine,
    /// the language's default engine is used. Default: RANSACK_HIGHLIGHT_ENGINE_DEFAULT.
    pub engine: u32,
    /// Behaviour when the token's time limit passes, a ransack_on_timeout. With
    /// RANSACK_ON_TIMEOUT_PARTIAL, the rest of the text stays plain. Default:
    /// RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Maximum number of bytes that RANSACK_HIGHLIGHT_ENGINE_SYNTECT examines in each line. The
    /// rest of a longer line stays plain, and the line is reported. Default: 2048.
    pub max_line: u64,
    /// Maximum time in milliseconds to classify the text, independent of the token. When this time
    /// has passed, the rest of the text stays plain, the report's `stopped_by` is
    /// RANSACK_STOPPED_BY_TIMEOUT, and the call succeeds. The limit exists because some parsers
    /// take minutes for a few kilobytes of hostile text. It does not apply to text of up to 256
    /// bytes; in a stream, it applies to each call separately. RANSACK_NO_LIMIT means no limit.
    /// Default: 0, which means 2 seconds plus 2 seconds for each MB of text.
    pub time_limit_ms: u64,
    /// First line to highlight, 1-based. Default: 0, which means the whole text if `last_line` is 0
    /// too.
    pub first_line: u64,
    /// Number of the last line to highlight; lines past the end of the text are ignored. The classes
    /// are the same as in a call for the whole text, except in code that the parser cannot read, where
    /// they may depend on the lines; other lines have no ranges, and markup omits them. A stream ignores this option. Default: 0, which means the whole text if `first_line` is
    /// 0 too.
    pub last_line: u64,
}

versioned!(ransack_highlight_options, RANSACK_HIGHLIGHT_OPTIONS_VERSION, [last_line: 48]);

impl Defaults for ransack_highlight_options {
    fn defaults() -> ransack_highlight_options {
        ransack_highlight_options {
            version: RANSACK_HIGHLIGHT_OPTIONS_VERSION,
            engine: ransack_highlight_engine::Default as u32,
            on_timeout: 0,
            max_line: HighlightOptions::new("").max_line as u64,
            time_limit_ms: 0,
            first_line: 0,
            last_line: 0,
        }
    }
}

/// Converts highlight options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`].
pub(crate) unsafe fn highlight_options(
    options: *const ransack_highlight_options,
    language: String,
) -> Result<HighlightOptions, Failure> {
    let mut core = HighlightOptions::new(language);
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    core.engine = match options.engine {
        0 => None,
        1 => Some(Engine::TreeSitter),
        2 => Some(Engine::Syntect),
        3 => Some(Engine::Plain),
        other => {
            return Err(unknown(
                "engine",
                other,
                ransack_highlight_engine::Plain as u32,
            ));
        }
    };
    core.on_timeout = on_timeout(options.on_timeout)?;
    core.max_line = to_size(options.max_line);
    core.time_limit = match to_limit(options.time_limit_ms) {
        Some(0) => None,
        Some(limit) => Some(Duration::from_millis(limit)),
        None => Some(Duration::MAX),
    };
    core.lines = match (options.first_line, options.last_line) {
        (0, 0) => None,
        (first, last) => Some(first..=last),
    };
    Ok(core)
}
