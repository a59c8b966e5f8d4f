//! Highlights a whole text in one call.

use ransack_base::internal::line_feeds;
use ransack_base::{CancelToken, ErrorKind, Pool, Result, StoppedBy};
use ransack_search::OnTimeout;

use crate::class_map::ClassMap;
use crate::highlighted::Highlighted;
use crate::language::{Engine, EngineChoice, HighlightLanguage};
use crate::options::{HighlightOptions, HighlightReport};
use crate::render::{Colors, Output};
use crate::{ansi, lines, tree};

/// Classifies the bytes of `text` by syntax.
///
/// An unknown language is not an error: the text stays plain.
///
/// # Errors
///
/// [`ErrorKind::Aborted`] or [`ErrorKind::Timeout`] if the token fires. Under
/// [`OnTimeout::Partial`], a passed deadline is not an error.
///
/// # Cost
///
/// Takes about 1.5 times as long as parsing alone with tree-sitter, and several times as long as
/// that with syntect. The first call for a language takes 5 to 100 ms more, unless
/// [`warm_language`](crate::warm_language) has prepared it. Uses two bytes
/// of memory per byte of text. tree-sitter also needs memory for the syntax tree: up to a hundred
/// times the size of the text, or five hundred times for deeply nested HTML.
///
/// On hostile text, a parser can be slow to stop and a large tree slow to free. Text longer than
/// 256 bytes is therefore parsed on the [shared pool](ransack_base::Pool::shared): the call returns when
/// the token fires or [`HighlightOptions::time_limit`] expires, and the pool frees the tree.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
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
    let (language, choice) = select_engine(options);
    let (mut map, result) = classify(text, language, choice, options, token);
    let stopped_by = match result {
        Ok(stopped_by) => stopped_by,
        Err(error)
            if error.kind() == ErrorKind::Timeout && options.on_timeout == OnTimeout::Partial =>
        {
            Some(StoppedBy::Timeout)
        }
        Err(error) => {
            Pool::shared().drop_later(map.classes);
            return Err(error);
        }
    };
    map.complete(text.len());
    Ok(Highlighted {
        text,
        report: build_report(text, language, choice, &map.partial_lines, stopped_by),
        classes: map.classes,
        is_ansi: language.is_some_and(HighlightLanguage::is_ansi),
        on_timeout: options.on_timeout,
    })
}

/// Renders code with escape sequences around its classified parts. Code in an unknown language is
/// returned unchanged. Takes at most the default [`HighlightOptions::time_limit`]; code not
/// classified by then stays plain.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
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
        // No span begins or ends inside a character, so the conversion is lossless.
        Ok(output) => String::from_utf8_lossy(&output).into_owned(),
        Err(_) => code.to_owned(),
    }
}

/// Resolves the requested language and the engine for it.
pub(crate) fn select_engine(
    options: &HighlightOptions,
) -> (Option<HighlightLanguage>, EngineChoice) {
    let language = HighlightLanguage::named(&options.language);
    let choice = language.map_or(
        EngineChoice {
            engine: Engine::Plain,
            reason: "unknown language",
        },
        |language| language.choice(options.engine),
    );
    (language, choice)
}

/// Classifies each byte of the text. On an error, or when the time limit expires, the map contains
/// the bytes classified so far and may be shorter than the text. An expired time limit is returned
/// as the reason for the early end.
pub(crate) fn classify(
    text: &[u8],
    language: Option<HighlightLanguage>,
    choice: EngineChoice,
    options: &HighlightOptions,
    token: &CancelToken,
) -> (ClassMap, Result<Option<StoppedBy>>) {
    if let Err(aborted) = token.heartbeat() {
        return (ClassMap::default(), Err(aborted.into()));
    }
    let (map, result) = classify_by(text, language, choice, options, token);
    let result = match result {
        Ok(()) => Ok(None),
        Err(error) if error.kind() == ErrorKind::Timeout && token.reason().is_none() => {
            Ok(Some(StoppedBy::Timeout))
        }
        Err(error) => Err(error),
    };
    (map, result)
}

/// Classifies each byte of the text with one engine, within the time limit.
fn classify_by(
    text: &[u8],
    language: Option<HighlightLanguage>,
    choice: EngineChoice,
    options: &HighlightOptions,
    token: &CancelToken,
) -> (ClassMap, Result<()>) {
    let plain = || {
        let (map, filled) = ClassMap::plain(text.len(), token);
        (map, filled.map_err(Into::into))
    };
    let Some(language) = language else {
        return plain();
    };
    let max_line = options.max_line;
    let token = &options.limit(text.len(), token);
    if language.is_ansi() {
        return ansi::classify(text, token);
    }
    if choice.engine == Engine::TreeSitter {
        let (map, result) = tree::classify(language.entry.grammar, text, max_line, token);
        return (map, result.map(drop));
    }
    let uses_lines = choice.engine == Engine::Syntect;
    match uses_lines.then(|| language.syntax()).flatten() {
        Some(syntax) => {
            let (map, result) = lines::classify_lines(syntax, text, max_line, token);
            (map, result.map_err(Into::into))
        }
        None => plain(),
    }
}

/// Builds the report of a call. `partial_lines` contains the byte offsets of lines that are not
/// fully classified, in any order.
pub(crate) fn build_report(
    text: &[u8],
    language: Option<HighlightLanguage>,
    engine: EngineChoice,
    partial_lines: &[usize],
    stopped_by: Option<StoppedBy>,
) -> HighlightReport {
    let mut first: Vec<_> = partial_lines.to_vec();
    first.sort_unstable();
    first.truncate(HighlightReport::MAX_LINES);
    let (mut passed, mut line) = (0, 1);
    let number = |start: &usize| {
        line += line_feeds(&text[passed..*start]) as u64;
        passed = *start;
        line
    };
    HighlightReport {
        complete: partial_lines.is_empty() && stopped_by.is_none(),
        stopped_by,
        language: language.map(HighlightLanguage::name),
        engine,
        long_lines: partial_lines.len() as u64,
        first_long_lines: first.iter().map(number).collect(),
    }
}
