//! Options for syntax highlighting.

use std::time::Duration;

use napi::bindgen_prelude::FromNapiValue;
use napi::{Result, sys};
use napi_derive::napi;
use ransack::highlight::{ColorDepth, Colors, Engine, Output, Palette, Theme};

use crate::ast::syntax::LineRange;
use crate::number::{count, length, whole};
use crate::options::{CallOptions, OnTimeout, TimeoutOptions, option_groups, set, set_some};

/// Options for `highlight`, `highlightAsync` and `HighlightStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "HighlightOptions extends CallOptions"
)]
pub struct HighlightOptions {
    /// Form of the result. A stream cannot return `'spans'`. Default: `'ansi'`.
    pub output: Option<HighlightOutput>,
    /// Escape sequences for each class in `'ansi'` output, in place of a theme. Cannot be combined
    /// with `theme`. Default: the escape sequences of the theme.
    pub colors: Option<HighlightColors>,
    /// Theme for `'ansi'` output: a `Theme`, or the name of a bundled theme. An unknown name throws
    /// a `RansackOptionError`. Default: `'Catppuccin Mocha'`, which is dark.
    #[napi(ts_type = "string | Theme")]
    pub theme: Option<ThemeOption>,
    /// Number of colours supported by the terminal; theme colours are converted to the nearest
    /// supported colours. Default: `'trueColor'`.
    pub depth: Option<TerminalColors>,
    /// Engine to use instead of the default that `highlightEngine` returns. Ignored if the engine
    /// does not support the language. Default: the language's default engine.
    pub engine: Option<HighlightEngine>,
    /// Lines to highlight; lines past the end of the text are ignored. The classes are the same as in
    /// a call for the whole text, except in code that the parser cannot read, where they may depend
    /// on the lines; other lines have no spans, and text output omits them. A stream cannot have it. Default: the whole text.
    pub lines: Option<LineRange>,
    /// Maximum length of a line, in bytes of UTF-8, for the engine `'syntect'`. The rest of a
    /// longer line stays plain, and the line is counted in `report.longLines`. Default: 2048.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_line: Option<f64>,
    /// Maximum time in milliseconds for classifying text. After that, the rest of the text stays
    /// plain and `report.stoppedBy` is `'timeout'`; this is not an error. Some parsers take minutes
    /// to parse a few kilobytes of hostile text. There is no time limit for text of up to 256
    /// bytes. In a stream, the limit applies to each `push` and `finish`. Default: 2000, plus 2000
    /// per MB of text. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub time_limit_ms: Option<f64>,
    /// Behaviour when `timeoutMs` has passed: `'fail'` makes the call fail with
    /// `ERR_RANSACK_TIMEOUT`; `'partial'` leaves the remaining text plain. In a stream, the time
    /// limit applies to each `push` and `finish`, the behaviour is always `'fail'`, and the next
    /// call continues the work. Default: `'fail'`.
    pub on_timeout: Option<OnTimeout>,
}

/// Form of highlighted text: `'ansi'` is text with escape sequences for a terminal, `'html'` is
/// escaped HTML with `<span class="hl-keyword">` elements, `'spans'` is a list of classified ranges
/// without the text.
#[napi(string_enum = "camelCase")]
#[derive(PartialEq)]
pub enum HighlightOutput {
    /// Text with escape sequences for a terminal.
    Ansi,
    /// Escaped HTML with `<span class="hl-keyword">` elements.
    Html,
    /// Classified ranges without the text.
    Spans,
}

/// Number of colours supported by a terminal: `'trueColor'` (24 bits), `'ansi256'` (xterm's
/// palette) or `'ansi16'` (the palette configured by the user).
#[napi(string_enum = "camelCase")]
pub enum TerminalColors {
    /// 24-bit colours.
    TrueColor,
    /// xterm's palette of 256 colours.
    Ansi256,
    /// Palette of 16 colours configured by the user.
    Ansi16,
}

/// Highlighting engine: `'treeSitter'` runs a grammar's queries on the syntax tree and, where a syntax
/// error leaves words without a class, syntect; `'syntect'` runs a TextMate grammar line by line;
/// `'plain'` leaves text plain.
#[napi(string_enum = "camelCase")]
pub enum HighlightEngine {
    /// Queries of a tree-sitter grammar.
    TreeSitter,
    /// TextMate grammar, line by line.
    Syntect,
    /// No highlighting.
    Plain,
}

/// Escape sequences that are written before text of each class. A class with an empty or missing
/// sequence stays plain. Classes that are not listed here use the sequence of the nearest listed
/// class.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct HighlightColors {
    /// Escape sequence written before comments. Default: none, which leaves the text plain.
    pub comment: Option<String>,
    /// Escape sequence written before keywords. Default: none, which leaves the text plain.
    pub keyword: Option<String>,
    /// Escape sequence written before names of functions. Default: none, which leaves the text
    /// plain.
    pub function: Option<String>,
    /// Escape sequence written before names of variables. Default: none, which leaves the text
    /// plain.
    pub variable: Option<String>,
    /// Escape sequence written before string literals. Default: none, which leaves the text plain.
    pub string: Option<String>,
    /// Escape sequence written before number literals. Default: none, which leaves the text plain.
    pub number: Option<String>,
    /// Escape sequence written before names of types. Default: none, which leaves the text plain.
    #[napi(js_name = "type")]
    pub types: Option<String>,
    /// Escape sequence written before operators. Default: none, which leaves the text plain.
    pub operator: Option<String>,
    /// Escape sequence written before punctuation. Default: none, which leaves the text plain.
    pub punctuation: Option<String>,
    /// Escape sequence written before inserted lines of a diff. Default: none, which leaves the
    /// text plain.
    pub inserted: Option<String>,
    /// Escape sequence written before deleted lines of a diff. Default: none, which leaves the text
    /// plain.
    pub deleted: Option<String>,
}

impl HighlightColors {
    fn palette(&self) -> Palette {
        fn sequence(color: &Option<String>) -> &str {
            color.as_deref().unwrap_or_default()
        }
        Palette::from(&Colors {
            comment: sequence(&self.comment),
            keyword: sequence(&self.keyword),
            function: sequence(&self.function),
            variable: sequence(&self.variable),
            string: sequence(&self.string),
            number: sequence(&self.number),
            r#type: sequence(&self.types),
            operator: sequence(&self.operator),
            punctuation: sequence(&self.punctuation),
            inserted: sequence(&self.inserted),
            deleted: sequence(&self.deleted),
        })
    }
}

/// Placeholder for the theme, which JavaScript passes separately from the options.
pub struct ThemeOption;

impl FromNapiValue for ThemeOption {
    // SAFETY: sound for every argument, since neither is used.
    unsafe fn from_napi_value(_: sys::napi_env, _: sys::napi_value) -> Result<ThemeOption> {
        Ok(ThemeOption)
    }
}

option_groups! {
    /// Options for `highlight`, `highlightAsync` and `HighlightStream`, by group.
    pub struct HighlightCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        highlight: HighlightOptions,
    }
}

impl HighlightCall {
    /// Returns the maximum duration of the call.
    ///
    /// # Errors
    ///
    /// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        self.timeout.duration()
    }

    /// Returns the form of the output text, or `None` if the caller wants spans.
    pub fn output(&self, theme: Option<&Theme>) -> Option<Output> {
        match self.highlight.output {
            Some(HighlightOutput::Spans) => None,
            Some(HighlightOutput::Html) => Some(Output::Html),
            _ => Some(Output::Ansi(self.palette(theme))),
        }
    }

    fn palette(&self, theme: Option<&Theme>) -> Palette {
        if let Some(colors) = &self.highlight.colors {
            return colors.palette();
        }
        let mut depth = ColorDepth::default();
        let wanted = self.highlight.depth.as_ref().map(|depth| match depth {
            TerminalColors::TrueColor => ColorDepth::TrueColor,
            TerminalColors::Ansi256 => ColorDepth::Ansi256,
            TerminalColors::Ansi16 => ColorDepth::Ansi16,
        });
        set(&mut depth, wanted);
        match theme {
            Some(theme) => theme.palette(depth),
            None => Theme::default().palette(depth),
        }
    }

    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if `maxLine` or `timeLimitMs` is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(
        self,
        language: Option<String>,
    ) -> Result<ransack::highlight::HighlightOptions> {
        let mut core = ransack::highlight::HighlightOptions::new(language.unwrap_or_default());
        let HighlightOptions {
            engine,
            lines,
            max_line,
            time_limit_ms,
            on_timeout,
            ..
        } = self.highlight;
        let engine = engine.map(|engine| match engine {
            HighlightEngine::TreeSitter => Engine::TreeSitter,
            HighlightEngine::Syntect => Engine::Syntect,
            HighlightEngine::Plain => Engine::Plain,
        });
        set_some(&mut core.engine, engine);
        if let Some(LineRange {
            start_line,
            end_line,
        }) = lines
        {
            let start = whole("startLine", start_line)?;
            core.lines = Some(start..=whole("endLine", end_line)?);
        }
        set(&mut core.max_line, length("maxLine", max_line)?);
        let time_limit = match time_limit_ms {
            Some(f64::INFINITY) => Some(Duration::MAX),
            limit => count("timeLimitMs", limit)?.map(Duration::from_millis),
        };
        set_some(&mut core.time_limit, time_limit);
        set(&mut core.on_timeout, on_timeout.map(Into::into));
        Ok(core)
    }
}
