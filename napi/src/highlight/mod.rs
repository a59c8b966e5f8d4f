//! Syntax highlighting: native operations called by `js/highlight.js`.
//!
//! - `options`: options for calls.

pub mod options;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use napi::bindgen_prelude::{Either, Either3, External, Float64Array, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::highlight::{self as core, Class, Engine, Output, Rgb, Theme};
use ransack::{CancelToken, OnTimeout, Pool, StoppedBy, Workspace};

use crate::content::{OwnedText, text_answer};
use crate::error::failure;
use crate::options::timeout;
use crate::path::PathArgument;
use crate::task::{Task, TaskAnswer, Waker, token_with};
use crate::typed_array::ResultArray;
use crate::workspace::WorkspaceHandle;

use options::HighlightCall;

/// Returns whether `lang` is the name, an alias or a file name extension of a language or file kind
/// that can be highlighted. Case-insensitive.
///
/// ```js
/// supportsLanguage('TSX') // true
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn supports_language(lang: String) -> bool {
    core::supports_language(&lang)
}

/// Lists the names of the languages and file kinds that can be highlighted, sorted. Highlighting
/// functions also accept aliases and file name extensions.
///
/// ```js
/// getSupportedLanguages().includes('rust') // true
/// ```
#[napi(catch_unwind)]
pub fn get_supported_languages() -> Vec<&'static str> {
    core::supported_languages()
}

/// Detects the language of a file from its path and the first bytes of its text (a few hundred
/// bytes suffice, except for extensions that languages share). Checks, in this order, a `vim:` or
/// `-*-` modeline, the file name, the program after `#!`, the file name extension, and the form of
/// the first line. Does not read any file. Returns null if no language is detected.
///
/// The extension takes precedence over the interpreter line if that program also runs the language
/// of the extension, as `node` runs TypeScript. Suffixes of backups and templates, such as `~`,
/// `.bak`, `.orig`, `.in` and `.tmpl`, do not count. The text decides among languages that share an
/// extension: C, C++ and Objective-C for `.h`, and others for `.conf`, `.d`, `.fs`, `.inc`, `.m`,
/// `.ml`, `.pl`, `.ts` and `.v`; pass up to 64 KiB of it.
///
/// ```js
/// detectLanguage('bin/run', '#!/usr/bin/env python3') // 'python'
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn detect_language(
    #[napi(ts_arg_type = "string | Uint8Array | UrlLike")] path: PathArgument,
    #[napi(ts_arg_type = "string | Uint8Array | undefined | null")] first_bytes: Option<OwnedText>,
) -> Option<&'static str> {
    let first_bytes = first_bytes.map(|text| text.bytes).unwrap_or_default();
    core::detect_language(path.0, &first_bytes)
}

/// Highlighting engine for a language, and the reason why it was chosen.
#[napi(object, object_from_js = false)]
pub struct EngineChoice {
    /// Name of the engine.
    #[napi(ts_type = "HighlightEngine")]
    pub engine: &'static str,
    /// Reason why the engine was chosen, in English.
    pub reason: &'static str,
}

impl From<core::EngineChoice> for EngineChoice {
    fn from(choice: core::EngineChoice) -> EngineChoice {
        EngineChoice {
            engine: match choice.engine {
                Engine::TreeSitter => "treeSitter",
                Engine::Syntect => "syntect",
                _ => "plain",
            },
            reason: choice.reason,
        }
    }
}

/// Returns the default highlighting engine for a language and the reason why it was chosen, or null
/// if the language is unknown.
///
/// ```js
/// highlightEngine('rust')?.engine // 'treeSitter'
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn highlight_engine(lang: String) -> Option<EngineChoice> {
    core::engine_of(&lang).map(Into::into)
}

/// Returns the copyright notices and licences of the bundled syntaxes and themes. Programs that
/// redistribute them must include these notices.
///
/// ```js
/// console.log(highlightAcknowledgements())
/// ```
#[napi(catch_unwind)]
pub fn highlight_acknowledgements() -> String {
    core::acknowledgements()
}

/// Report on a highlighting call: its language, its engine and the text that was left plain.
#[napi(object, object_from_js = false)]
pub struct HighlightReport {
    /// Whether the whole text was examined. If true, any text that is left plain has no class.
    pub complete: bool,
    /// Reason why the call ended before examining everything. Absent if the call examined
    /// everything.
    #[napi(ts_type = "'timeout'")]
    pub stopped_by: Option<&'static str>,
    /// Name of the language. Absent if the language is unknown.
    pub language: Option<&'static str>,
    /// Engine that highlighted the text.
    #[napi(ts_type = "HighlightEngine")]
    pub engine: &'static str,
    /// Reason why the engine was chosen, in English.
    pub reason: &'static str,
    /// Number of lines that were not fully examined because they were longer than `maxLine` or took
    /// more than a second.
    pub long_lines: f64,
    /// 1-based numbers of the first ten lines that were not fully examined.
    pub first_long_lines: Vec<f64>,
}

impl From<&core::HighlightReport> for HighlightReport {
    fn from(report: &core::HighlightReport) -> HighlightReport {
        let EngineChoice { engine, reason } = report.engine.into();
        HighlightReport {
            complete: report.complete,
            stopped_by: match report.stopped_by {
                Some(StoppedBy::Timeout) => Some("timeout"),
                _ => None,
            },
            language: report.language,
            engine,
            reason,
            long_lines: report.long_lines as f64,
            first_long_lines: report.first_long_lines.iter().map(|&n| n as f64).collect(),
        }
    }
}

/// Output of the same type as the input: a string or bytes.
type OutputContent = Either<String, ResultArray<u8>>;

/// Converts output to a string if the input was a string, otherwise to bytes.
fn content(output: Vec<u8>, is_string: bool) -> OutputContent {
    match is_string {
        true => Either::A(string(output)),
        false => Either::B(ResultArray(output)),
    }
}

/// Converts the output for a string, which is UTF-8 because highlighting splits no character.
fn string(output: Vec<u8>) -> String {
    String::from_utf8(output)
        .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
}

/// Text of a call.
enum HighlightSource {
    Text(Vec<u8>),
    /// Open buffer of a workspace, by its path.
    Buffer(Workspace, PathBuf),
}

/// Call that highlights text.
struct HighlightRequest {
    source: HighlightSource,
    /// Whether offsets count UTF-16 code units and output is a string.
    is_string: bool,
    form: Option<Output>,
    options: core::HighlightOptions,
}

impl HighlightRequest {
    fn new(
        text: OwnedText,
        language: Option<String>,
        theme: Option<&External<Theme>>,
        options: HighlightCall,
    ) -> Result<HighlightRequest> {
        Ok(HighlightRequest {
            is_string: text.is_string,
            source: HighlightSource::Text(text.bytes),
            form: options.output(theme.map(|theme| &**theme)),
            options: options.into_core(language)?,
        })
    }

    fn answer(&self, token: &CancelToken) -> ransack::Result<HighlightResult> {
        let found = match &self.source {
            HighlightSource::Text(text) => core::highlight(text, &self.options, token)?,
            HighlightSource::Buffer(workspace, path) => {
                core::highlight_buffer(workspace, path, &self.options, token)?
            }
        };
        let mut spans = Vec::new();
        let mut add = |span: core::HighlightSpan| {
            let class = f64::from(span.class as u8);
            spans.extend([span.start as f64, span.end as f64, class]);
            found.heartbeat(token)
        };
        let parts = match &self.form {
            Some(form) if self.is_string => {
                HighlightedParts::Text(string(found.render(form, token)?))
            }
            Some(form) => HighlightedParts::Bytes(found.render(form, token)?),
            None => {
                match self.is_string {
                    true => found.spans_utf16().try_for_each(&mut add)?,
                    false => found.spans().try_for_each(&mut add)?,
                }
                HighlightedParts::Spans(spans)
            }
        };
        Ok(HighlightResult {
            parts,
            report: found.report().clone(),
        })
    }

    /// Starts the call on the pool, as task `id`.
    fn start(self, waker: &Waker, id: u32, timeout: Option<Duration>) -> External<Task> {
        // Under `Partial`, the deadline must end the work inside the task, not the task.
        let deadline = match self.options.on_timeout {
            OnTimeout::Partial => timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            OnTimeout::Fail => None,
        };
        let timeout = timeout.filter(|_| deadline.is_none());
        waker.start_single(id, timeout, |token| {
            Pool::shared().run(token, move |token| match deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    self.answer(&token.child_with_timeout(left))
                }
                None => self.answer(token),
            })
        })
    }
}

/// Result of a call.
struct HighlightResult {
    parts: HighlightedParts,
    report: core::HighlightReport,
}

/// Output or spans.
enum HighlightedParts {
    Text(String),
    Bytes(Vec<u8>),
    /// Start, end and class number of each span.
    Spans(Vec<f64>),
}

/// Output or spans, and the report, as passed to JavaScript.
type HighlightAnswer = (
    Either3<String, ResultArray<u8>, ResultArray<f64>>,
    HighlightReport,
);

impl From<HighlightResult> for HighlightAnswer {
    fn from(found: HighlightResult) -> HighlightAnswer {
        let parts = match found.parts {
            HighlightedParts::Text(text) => Either3::A(text),
            HighlightedParts::Bytes(bytes) => Either3::B(ResultArray(bytes)),
            HighlightedParts::Spans(spans) => Either3::C(ResultArray(spans)),
        };
        (parts, (&found.report).into())
    }
}

/// Highlights text on the calling thread.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight<'env>(
    env: &'env Env,
    text: OwnedText,
    language: Option<String>,
    theme: Option<&External<Theme>>,
    options: HighlightCall,
) -> Result<Either<HighlightAnswer, Object<'env>>> {
    let token = token_with(options.timeout()?);
    let request = HighlightRequest::new(text, language, theme, options)?;
    Ok(match request.answer(&token) {
        Ok(found) => Either::A(found.into()),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

/// Starts highlighting text on the pool, as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_task(
    waker: &External<Waker>,
    id: u32,
    text: OwnedText,
    language: Option<String>,
    theme: Option<&External<Theme>>,
    options: HighlightCall,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let request = HighlightRequest::new(text, language, theme, options)?;
    Ok(request.start(waker, id, timeout))
}

/// Starts highlighting an open buffer on the pool, as task `id`. An empty language is detected.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_buffer_task(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    waker: &External<Waker>,
    id: u32,
    language: String,
    theme: Option<&External<Theme>>,
    options: HighlightCall,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let request = HighlightRequest {
        source: HighlightSource::Buffer(handle.workspace(true), path.0),
        is_string: true,
        form: options.output(theme.map(|theme| &**theme)),
        options: options.into_core(Some(language))?,
    };
    Ok(request.start(waker, id, timeout))
}
/// Starts preparing a language on the pool, as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn warm_task(
    waker: &External<Waker>,
    id: u32,
    language: String,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |token| core::warm_language(&language, token))
    }))
}

impl TaskAnswer for HighlightResult {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let report = HighlightReport::from(&self.report);
        // Lends memory instead of copying: copying a long answer would block the event loop. The
        // event loop turns here, so lent memory is freed.
        match self.parts {
            HighlightedParts::Text(text) => object.set("answer", (text_answer(text), report)),
            HighlightedParts::Bytes(bytes) => {
                object.set("answer", (Uint8Array::new(bytes), report))
            }
            HighlightedParts::Spans(spans) => {
                object.set("answer", (Float64Array::new(spans), report))
            }
        }
    }
}

/// Incremental highlighter for growing text.
pub struct StreamHandle {
    stream: core::HighlightStream,
    is_string: bool,
    /// Time limit of each push.
    timeout: Option<Duration>,
}

/// Length of the previous output to keep, in the units of the input, and the output to append.
type Update = (f64, OutputContent);

/// Creates a stream for text that is initially empty.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_stream(
    language: Option<String>,
    is_string: bool,
    theme: Option<&External<Theme>>,
    options: HighlightCall,
) -> Result<External<StreamHandle>> {
    let form = options
        .output(theme.map(|theme| &**theme))
        .unwrap_or(Output::Html);
    let timeout = options.timeout()?;
    let options = options.into_core(language)?;
    Ok(External::new(StreamHandle {
        stream: core::HighlightStream::new(&options, form),
        is_string,
        timeout,
    }))
}

/// Appends text, or completes the output if called without text.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_push<'env>(
    env: &'env Env,
    handle: &mut External<StreamHandle>,
    chunk: Option<OwnedText>,
) -> Result<Either<Update, Object<'env>>> {
    let token = token_with(handle.timeout);
    let is_string = handle.is_string;
    let update = match chunk {
        Some(chunk) => handle.stream.push(&chunk.bytes, &token),
        None => handle.stream.finish(&token),
    };
    Ok(match update {
        Ok(update) => {
            let keep = match is_string {
                true => update.keep_utf16,
                false => update.keep,
            };
            Either::A((keep as f64, content(update.append, is_string)))
        }
        Err(error) => Either::B(failure(env, &error)?),
    })
}

/// Returns the report of a stream for the text so far.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_stream_report(handle: &External<StreamHandle>) -> HighlightReport {
    (&handle.stream.report()).into()
}

/// Returns the names of all highlight classes, by number.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_classes() -> Vec<&'static str> {
    Class::ALL.map(Class::name).to_vec()
}

/// Lists the names of the bundled themes.
#[napi(catch_unwind, skip_typescript)]
pub fn theme_names() -> Vec<&'static str> {
    Theme::names()
}

/// Returns the bundled theme with this name, or null.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn theme(name: String) -> Option<External<Theme>> {
    Theme::named(&name).map(External::new)
}

/// Parses the text of a `.tmTheme` file.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn load_theme(env: &Env, text: OwnedText) -> Result<Either<External<Theme>, Object<'_>>> {
    Ok(match Theme::from_tm_theme(&text.bytes) {
        Ok(theme) => Either::A(External::new(theme)),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

/// Text style of a highlight class, such as keywords, in a theme.
#[napi(object, object_from_js = false)]
pub struct TextStyle {
    /// Colour of the text, as `#rrggbb`. Absent if the class has the same colour as plain text.
    pub color: Option<String>,
    /// Whether text is bold.
    pub bold: bool,
    /// Whether text is italic.
    pub italic: bool,
    /// Whether text is underlined.
    pub underline: bool,
}

/// Returns the name of a theme, whether the theme is dark, its foreground and background colours,
/// and the style of each class, by number.
#[napi(catch_unwind, skip_typescript)]
pub fn theme_fields(theme: &External<Theme>) -> (String, bool, String, String, Vec<TextStyle>) {
    let hex = |Rgb { r, g, b }| format!("#{r:02x}{g:02x}{b:02x}");
    let styles = Class::ALL.map(|class| {
        let style = theme.style(class);
        TextStyle {
            color: style.color.map(hex),
            bold: style.bold,
            italic: style.italic,
            underline: style.underline,
        }
    });
    (
        theme.name().to_owned(),
        theme.is_dark(),
        hex(theme.foreground()),
        hex(theme.background()),
        styles.into_iter().collect(),
    )
}

/// Returns the CSS rules of a theme for elements that match a selector.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn theme_css(theme: &External<Theme>, selector: String) -> String {
    theme.css(&selector)
}
