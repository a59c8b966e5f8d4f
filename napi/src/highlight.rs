//! Text in colour: what js/highlight.js asks for.

use std::time::{Duration, Instant};

use napi::bindgen_prelude::{Either, Either3, External, Float64Array, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::highlight::{self as core, Class, Engine, Output, Rgb, Theme};
use ransack::{CancelToken, OnTimeout, Pool, StoppedBy};

use crate::error::failure;
use crate::options::HighlightOptions;
use crate::search::Content;
use crate::task::{Answer, Task, Waker};

/// Whether there is a language or kind of file with this name, alias or
/// extension; case is ignored.
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn supports_language(lang: String) -> bool {
    core::supports_language(&lang)
}

/// The names of all languages and kinds of files that can be highlighted, in
/// order; each has aliases besides.
#[napi(catch_unwind)]
pub fn get_supported_languages() -> Vec<&'static str> {
    core::supported_languages()
}

/// The language of a file by its path and the first bytes of its text, of which a
/// few hundred are enough: by a `vim:` or `-*-` modeline, the whole name of the
/// file, the program after `#!`, the extension, or what the first line looks
/// like.
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn detect_language(
    path: String,
    first_bytes: Option<Either<String, Uint8Array>>,
) -> Option<&'static str> {
    let first_bytes = first_bytes.map(bytes).unwrap_or_default();
    core::detect_language(path, &first_bytes)
}

/// What finds the parts of text, and why.
#[napi(object, object_from_js = false)]
pub struct EngineChoice {
    /// The engine.
    #[napi(ts_type = "HighlightEngine")]
    pub engine: &'static str,
    /// Why, in words.
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

/// The engine that works for a language unless another is asked for, and why;
/// null if the language is not known.
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn highlight_engine(lang: String) -> Option<EngineChoice> {
    core::engine_of(&lang).map(Into::into)
}

/// The copyright notices and licences of the bundled syntaxes and themes, to be
/// shown by programs that pass them on.
#[napi(catch_unwind)]
pub fn highlight_acknowledgements() -> String {
    core::acknowledgements()
}

/// What a call did and did not do.
#[napi(object, object_from_js = false)]
pub struct HighlightReport {
    /// True if all of the text was looked at; what is plain then is so because it
    /// has no class.
    pub complete: bool,
    /// What ended the call before it had seen everything.
    #[napi(ts_type = "'timeout'")]
    pub stopped_by: Option<&'static str>,
    /// The name of the language; missing if the one asked for is not known.
    pub language: Option<&'static str>,
    /// The engine that was used.
    #[napi(ts_type = "HighlightEngine")]
    pub engine: &'static str,
    /// Why that one.
    pub reason: &'static str,
    /// How many lines were not looked at in full because of their length, or
    /// because they took more than a second.
    pub long_lines: f64,
    /// The numbers of the first ten of them, from 1.
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

/// Output for a string or for bytes, as the same.
fn content(output: Vec<u8>, is_string: bool) -> Content {
    if !is_string {
        return Either::B(Uint8Array::new(output));
    }
    // No character is taken apart, so it is UTF-8 as the text was.
    Either::A(
        String::from_utf8(output)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned()),
    )
}

fn bytes(content: Content) -> Vec<u8> {
    match content {
        Either::A(text) => text.into_bytes(),
        Either::B(bytes) => bytes.to_vec(),
    }
}

/// One call.
struct Request {
    text: Vec<u8>,
    is_string: bool,
    form: Option<Output>,
    options: core::HighlightOptions,
}

impl Request {
    fn new(
        text: Content,
        language: Option<String>,
        theme: Option<&External<Theme>>,
        options: HighlightOptions,
    ) -> Result<Request> {
        Ok(Request {
            is_string: matches!(text, Either::A(_)),
            text: bytes(text),
            form: options.form(theme.map(|theme| &**theme)),
            options: options.into_core(language)?,
        })
    }

    fn answer(&self, token: &CancelToken) -> ransack::Result<Found> {
        let found = core::highlight(&self.text, &self.options, token)?;
        let mut spans = Vec::new();
        let mut add = |span: core::HighlightSpan| {
            let class = f64::from(span.class as u8);
            spans.extend([span.start as f64, span.end as f64, class]);
            found.heartbeat(token)
        };
        let is_string = self.is_string;
        let parts = match &self.form {
            Some(form) => Parts::Output {
                output: found.render(form, token)?,
                is_string,
            },
            None => {
                match is_string {
                    true => found.spans_utf16().try_for_each(&mut add)?,
                    false => found.spans().try_for_each(&mut add)?,
                }
                Parts::Spans(spans)
            }
        };
        Ok(Found {
            parts,
            report: found.report().clone(),
        })
    }
}

/// What has come of it.
struct Found {
    parts: Parts,
    report: core::HighlightReport,
}

enum Parts {
    Output {
        output: Vec<u8>,
        is_string: bool,
    },
    /// Of each part its start, its end and the number of its class.
    Spans(Vec<f64>),
}

/// The output or the spans, and the report.
type Answered = (Either3<String, Uint8Array, Float64Array>, HighlightReport);

impl From<Found> for Answered {
    fn from(found: Found) -> Answered {
        let parts = match found.parts {
            Parts::Output { output, is_string } => match content(output, is_string) {
                Either::A(text) => Either3::A(text),
                Either::B(bytes) => Either3::B(bytes),
            },
            Parts::Spans(spans) => Either3::C(Float64Array::new(spans)),
        };
        (parts, (&found.report).into())
    }
}

fn limited_to(timeout: Option<Duration>) -> CancelToken {
    timeout.map_or_else(CancelToken::new, CancelToken::with_timeout)
}

/// Highlights at once.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight<'env>(
    env: &'env Env,
    text: Content,
    language: Option<String>,
    theme: Option<&External<Theme>>,
    options: HighlightOptions,
) -> Result<Either<Answered, Object<'env>>> {
    let token = limited_to(options.timeout()?);
    let request = Request::new(text, language, theme, options)?;
    Ok(match request.answer(&token) {
        Ok(found) => Either::A(found.into()),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

/// Starts to highlight on the pool.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_task(
    waker: &External<Waker>,
    id: u32,
    text: Content,
    language: Option<String>,
    theme: Option<&External<Theme>>,
    options: HighlightOptions,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let request = Request::new(text, language, theme, options)?;
    // A deadline that is no failure must not end the task, but the work in it.
    let deadline = match request.options.on_timeout {
        OnTimeout::Partial => timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        OnTimeout::Fail => None,
    };
    let timeout = timeout.filter(|_| deadline.is_none());
    Ok(waker.start_one(id, timeout, |token| {
        Pool::shared().run(token, move |token| match deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                request.answer(&token.child_with_timeout(left))
            }
            None => request.answer(token),
        })
    }))
}

impl Answer for Found {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", Answered::from(self))
    }
}

/// Text that grows.
pub struct Growing {
    stream: core::HighlightStream,
    is_string: bool,
    /// For each push.
    timeout: Option<Duration>,
}

/// How much of its output holds, in its own units, and what comes after that.
type Update = (f64, Content);

/// A stream of nothing yet.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_stream(
    language: Option<String>,
    is_string: bool,
    theme: Option<&External<Theme>>,
    options: HighlightOptions,
) -> Result<External<Growing>> {
    let form = options
        .form(theme.map(|theme| &**theme))
        .unwrap_or(Output::Html);
    let timeout = options.timeout()?;
    let options = options.into_core(language)?;
    Ok(External::new(Growing {
        stream: core::HighlightStream::new(&options, form),
        is_string,
        timeout,
    }))
}

/// Adds text, or if there is none makes the output that of one call.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_push<'env>(
    env: &'env Env,
    growing: &mut External<Growing>,
    chunk: Option<Content>,
) -> Result<Either<Update, Object<'env>>> {
    let token = limited_to(growing.timeout);
    let is_string = growing.is_string;
    let update = match chunk {
        Some(chunk) => growing.stream.push(&bytes(chunk), &token),
        None => growing.stream.finish(&token),
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

/// What a stream has done and not done so far.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_stream_report(growing: &External<Growing>) -> HighlightReport {
    (&growing.stream.report()).into()
}

/// The names of all classes, by number.
#[napi(catch_unwind, skip_typescript)]
pub fn highlight_classes() -> Vec<&'static str> {
    Class::ALL.map(Class::name).to_vec()
}

/// The names of the bundled themes.
#[napi(catch_unwind, skip_typescript)]
pub fn theme_names() -> Vec<&'static str> {
    Theme::names()
}

/// The bundled theme with this name.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn theme(name: String) -> Option<External<Theme>> {
    Theme::named(&name).map(External::new)
}

/// A theme from the text of a `.tmTheme` file.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn load_theme(env: &Env, text: Content) -> Result<Either<External<Theme>, Object<'_>>> {
    Ok(match Theme::from_tm_theme(&bytes(text)) {
        Ok(theme) => Either::A(External::new(theme)),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

/// How text of a class looks.
#[napi(object, object_from_js = false)]
pub struct TextStyle {
    /// The colour, as `#rrggbb`; missing if it is that of plain text.
    pub color: Option<String>,
    /// Bold.
    pub bold: bool,
    /// In italics.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
}

/// The name of a theme, whether it is dark, its colours of plain text and behind
/// it, and how each class looks, by number.
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

/// The style rules of a theme for elements that match a selector.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn theme_css(theme: &External<Theme>, selector: String) -> String {
    theme.css(&selector)
}
