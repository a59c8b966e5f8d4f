//! Text in colour: what each part of it is, and how that looks.
//!
//! - [`highlight`]: text to [`Highlighted`]: spans, and output for terminals
//!   and browsers; [`highlight_code`]: the same in one step.
//! - [`HighlightStream`]: text that grows.
//! - [`supports_language`], [`supported_languages`], [`detect_language`],
//!   [`engine_of`]: what is known of languages.
//! - [`Theme`], [`Palette`], [`Colors`]: colours of classes.
//! - [`acknowledgements()`]: the licences of the syntaxes and themes.
//!
//! Two [engines](Engine) find the parts, one with tree-sitter grammars, the
//! other with TextMate grammars; both speak in the same [classes](Class).
//!
//! The text itself is never changed: output without what was put in is the
//! input, byte for byte, whatever its line ends are and whether or not it is
//! UTF-8.

mod acknowledgements;
mod ansi;
mod apart;
mod class;
mod detect;
#[cfg(feature = "ast")]
mod grammar;
mod highlighted;
mod language;
mod languages;
mod marked;
mod options;
#[cfg(feature = "ast")]
mod queries;
mod render;
mod stream;
mod syntaxes;
mod theme;
mod tm_theme;
#[cfg(feature = "ast")]
mod tree;
mod work;

pub use acknowledgements::acknowledgements;
pub use class::Class;
pub use detect::detect_language;
pub use highlighted::{Highlighted, Span};
pub use language::{Engine, EngineChoice, engine_of, supported_languages, supports_language};
pub use options::{HighlightOptions, HighlightReport};
pub use render::{Colors, Output, Palette};
pub use stream::{HighlightStream, Update};
pub use theme::{ColorDepth, Rgb, Style, Theme};

use crate::cancel::CancelToken;
use crate::error::{ErrorKind, Result};
use crate::exec::Pool;
use crate::offsets::line_feeds;
use crate::pipeline::OnTimeout;
use crate::report::StoppedBy;
use language::Language;
use marked::Marked;

/// Finds the parts of a text that have a class.
///
/// # Errors
///
/// That the token has fired; with [`OnTimeout::Partial`] a deadline is none.
/// A language that is not known is none either: its text stays plain.
///
/// # Cost
///
/// With tree-sitter about that of parsing and half as much again, with syntect
/// several times that. The first text in a language costs some
/// milliseconds more. Memory: two bytes for each of the text, and with
/// tree-sitter the tree, which may take up to a hundred times the text.
///
/// A parser is slow to stop in hostile text, and a large tree slow to free. So
/// text of more than 2 KiB is looked at on the [shared pool](crate::Pool::shared):
/// the call returns when the token fires, and the pool clears up.
///
/// ```
/// use ransack::CancelToken;
/// use ransack::highlight::{Class, HighlightOptions, highlight};
///
/// let text = b"int n = 1;";
/// let found = highlight(text, &HighlightOptions::new("c"), &CancelToken::new())?;
/// let first = found.spans().next().unwrap();
/// assert_eq!((first.start, first.end, first.class), (0, 3, Class::Type));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn highlight<'t>(
    text: &'t [u8],
    options: &HighlightOptions,
    token: &CancelToken,
) -> Result<Highlighted<'t>> {
    let (language, choice) = plan(options);
    let (Marked { marks, cut }, ended) = mark(text, language, choice, options.max_line, token);
    let stopped_by = match ended {
        Ok(()) => None,
        Err(error)
            if error.kind() == ErrorKind::Timeout && options.on_timeout == OnTimeout::Partial =>
        {
            Some(StoppedBy::Timeout)
        }
        Err(error) => {
            Pool::shared().drop_later(marks);
            return Err(error);
        }
    };
    Ok(Highlighted {
        text,
        marks,
        is_ansi: language.is_some_and(Language::is_ansi),
        on_timeout: options.on_timeout,
        report: report(text, language, choice, &cut, stopped_by),
    })
}

/// Code with escape sequences around its parts; as it is if the language is
/// not known.
///
/// ```
/// use ransack::highlight::{Colors, highlight_code};
///
/// let colors = Colors { keyword: "\x1b[35m", ..Colors::default() };
/// assert_eq!(highlight_code("return x;", "c", &colors), "\x1b[35mreturn\x1b[39m x;");
/// ```
pub fn highlight_code(code: &str, language: &str, colors: &Colors<'_>) -> String {
    let options = HighlightOptions::new(language);
    let token = CancelToken::new();
    let output = Output::Ansi(colors.into());
    let found = highlight(code.as_bytes(), &options, &token);
    match found.and_then(|found| found.render(&output, &token)) {
        // No part of a character is taken apart from the rest, so nothing is lost.
        Ok(output) => String::from_utf8_lossy(&output).into_owned(),
        Err(_) => code.to_owned(),
    }
}

/// The language that is asked for, and the engine for it.
fn plan(options: &HighlightOptions) -> (Option<Language>, EngineChoice) {
    let language = Language::named(&options.language);
    let choice = language.map_or(
        EngineChoice {
            engine: Engine::Plain,
            reason: "the language is not known",
        },
        |language| language.choice(options.engine),
    );
    (language, choice)
}

/// Finds the class of each byte of the text; what was found before an error
/// holds.
fn mark(
    text: &[u8],
    language: Option<Language>,
    choice: EngineChoice,
    max_line: usize,
    token: &CancelToken,
) -> (Marked, Result<()>) {
    let plain = |ended| (Marked::plain(text.len()), ended);
    if let Err(aborted) = token.heartbeat() {
        return plain(Err(aborted.into()));
    }
    let Some(language) = language else {
        return plain(Ok(()));
    };
    if language.is_ansi() {
        return ansi::mark(text, token);
    }
    #[cfg(feature = "ast")]
    if choice.engine == Engine::TreeSitter {
        let (marked, ended) = tree::mark(language.kind.grammar, text, max_line, token);
        return (marked, ended.map(drop));
    }
    let uses_lines = choice.engine == Engine::Syntect;
    match uses_lines.then(|| language.syntax()).flatten() {
        Some(syntax) => {
            let (marked, ended) = work::mark_lines(syntax, text, max_line, token);
            (marked, ended.map_err(Into::into))
        }
        None => plain(Ok(())),
    }
}

fn report(
    text: &[u8],
    language: Option<Language>,
    engine: EngineChoice,
    cut: &[usize],
    stopped_by: Option<StoppedBy>,
) -> HighlightReport {
    let mut first: Vec<_> = cut.to_vec();
    first.sort_unstable();
    first.truncate(HighlightReport::MAX_LINES);
    let (mut passed, mut line) = (0, 1);
    let number = |start: &usize| {
        line += line_feeds(&text[passed..*start]) as u64;
        passed = *start;
        line
    };
    HighlightReport {
        complete: cut.is_empty() && stopped_by.is_none(),
        stopped_by,
        language: language.map(Language::name),
        engine,
        long_lines: cut.len() as u64,
        first_long_lines: first.iter().map(number).collect(),
    }
}
