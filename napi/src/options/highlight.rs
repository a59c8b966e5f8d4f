//! Options of the calls that highlight.

use std::time::Duration;

use napi::bindgen_prelude::FromNapiValue;
use napi::{Result, sys};
use napi_derive::napi;
use ransack::highlight::{ColorDepth, Colors, Engine, Output, Palette, Theme};

use super::{Signal, TimeoutPolicy, set, timeout};
use crate::number::length;

/// The theme where neither colours nor a theme are given.
const THEME: &str = "Catppuccin Mocha";

/// Options of `highlight`, `highlightAsync` and `HighlightStream`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct HighlightOptions {
    /// The form of the result. Default: `'ansi'`.
    pub output: Option<HighlightOutput>,
    /// The colours for a terminal, instead of a theme.
    pub colors: Option<HighlightColors>,
    /// The theme for a terminal, itself or the name of a bundled one. Default:
    /// `'Catppuccin Mocha'`, which is dark.
    #[napi(ts_type = "string | import('./js/highlight.js').Theme")]
    pub theme: Option<ThemeOption>,
    /// How many colours of a theme the terminal can show. Default:
    /// `'trueColor'`.
    pub depth: Option<TerminalColors>,
    /// The engine, instead of the one that `highlightEngine` names. One that the
    /// language does not have is not used.
    pub engine: Option<HighlightEngine>,
    /// Of lines longer than this, in bytes of UTF-8, the engine `'syntect'` looks
    /// at the beginning only; the rest stays plain, and the report says so.
    /// Default: 2048.
    pub max_line: Option<f64>,
    /// Milliseconds after which the call ends, of a stream each `push` and
    /// `finish`. Default: none.
    pub timeout_ms: Option<f64>,
    /// What happens then; with `'partial'` what is left stays plain. Default:
    /// `'fail'`, and always so for streams, which go on with the next call.
    pub on_timeout: Option<TimeoutPolicy>,
    /// Aborts the call. Only for `highlightAsync`.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
}

/// A form of highlighted text.
#[napi(string_enum = "camelCase")]
#[derive(PartialEq)]
pub enum HighlightOutput {
    /// With escape sequences for a terminal.
    Ansi,
    /// HTML: `<span class="hl-keyword">`, escaped.
    Html,
    /// No text, but its parts.
    Spans,
}

/// How many colours a terminal has.
#[napi(string_enum = "camelCase")]
pub enum TerminalColors {
    /// Any colour.
    TrueColor,
    /// The 256 of xterm.
    Ansi256,
    /// The 16 that every terminal has, in the shades of the user's choice.
    Ansi16,
}

/// What finds the parts of a text.
#[napi(string_enum = "camelCase")]
pub enum HighlightEngine {
    /// A tree-sitter grammar and its queries.
    TreeSitter,
    /// A TextMate grammar, line after line.
    Syntect,
    /// None: the text stays plain.
    Plain,
}

/// The escape sequences before text of eleven classes; one that is empty or
/// missing leaves its class plain. Other classes take the colour of the one that
/// is nearest.
#[napi(object, object_to_js = false)]
#[derive(Default)]
#[allow(missing_docs, reason = "each is the class of its name")]
pub struct HighlightColors {
    pub comment: Option<String>,
    pub keyword: Option<String>,
    pub function: Option<String>,
    pub variable: Option<String>,
    pub string: Option<String>,
    pub number: Option<String>,
    #[napi(js_name = "type")]
    pub types: Option<String>,
    pub operator: Option<String>,
    pub punctuation: Option<String>,
    pub inserted: Option<String>,
    pub deleted: Option<String>,
}

impl HighlightColors {
    fn palette(&self) -> Palette {
        fn of(color: &Option<String>) -> &str {
            color.as_deref().unwrap_or_default()
        }
        Palette::from(&Colors {
            comment: of(&self.comment),
            keyword: of(&self.keyword),
            function: of(&self.function),
            variable: of(&self.variable),
            string: of(&self.string),
            number: of(&self.number),
            r#type: of(&self.types),
            operator: of(&self.operator),
            punctuation: of(&self.punctuation),
            inserted: of(&self.inserted),
            deleted: of(&self.deleted),
        })
    }
}

/// Stands for the theme, which JavaScript passes beside the options.
pub struct ThemeOption;

impl FromNapiValue for ThemeOption {
    // SAFETY: the value is not looked at.
    unsafe fn from_napi_value(_: sys::napi_env, _: sys::napi_value) -> Result<ThemeOption> {
        Ok(ThemeOption)
    }
}

impl HighlightOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The form of text; none if spans are wanted.
    pub fn form(&self, theme: Option<&Theme>) -> Option<Output> {
        match self.output {
            Some(HighlightOutput::Spans) => None,
            Some(HighlightOutput::Html) => Some(Output::Html),
            _ => Some(Output::Ansi(self.palette(theme))),
        }
    }

    fn palette(&self, theme: Option<&Theme>) -> Palette {
        if let Some(colors) = &self.colors {
            return colors.palette();
        }
        let depth = match self.depth {
            Some(TerminalColors::Ansi256) => ColorDepth::Ansi256,
            Some(TerminalColors::Ansi16) => ColorDepth::Ansi16,
            _ => ColorDepth::TrueColor,
        };
        match theme {
            Some(theme) => theme.palette(depth),
            None => Theme::named(THEME)
                .map(|theme| theme.palette(depth))
                .unwrap_or_default(),
        }
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a length.
    pub fn into_core(
        self,
        language: Option<String>,
    ) -> Result<ransack::highlight::HighlightOptions> {
        let mut options = ransack::highlight::HighlightOptions::new(language.unwrap_or_default());
        options.engine = self.engine.map(|engine| match engine {
            HighlightEngine::TreeSitter => Engine::TreeSitter,
            HighlightEngine::Syntect => Engine::Syntect,
            HighlightEngine::Plain => Engine::Plain,
        });
        set(&mut options.max_line, length("maxLine", self.max_line)?);
        set(&mut options.on_timeout, self.on_timeout.map(Into::into));
        Ok(options)
    }
}
