//! Highlights a text, or some of its lines, in one call.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use ransack_base::internal::line_feeds;
use ransack_base::{CancelToken, ErrorKind, Pool, Result, StoppedBy};
use ransack_grammars::internal::{BufferTrees, SharedExtension};
use ransack_search::internal::open_buffer;
use ransack_search::{OnTimeout, Workspace};

use crate::class_map::ClassMap;
use crate::detect::detect_language;
use crate::highlighted::Highlighted;
use crate::language::{Engine, EngineChoice, HighlightLanguage};
use crate::options::{HighlightOptions, HighlightReport};
use crate::render::{Colors, Output};
use crate::tree::{self, BufferSource, WHOLE};
use crate::{ansi, lines};

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
/// that with syntect, which also classifies the lines of syntax errors. The first call for a
/// language takes 5 to 100 ms more, unless [`warm_language`](crate::warm_language) has prepared it.
/// Uses two bytes of memory per byte of text. tree-sitter also needs memory for the syntax tree: up
/// to a hundred times the size of the text, or five hundred times for deeply nested HTML.
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
    highlight_text(Cow::Borrowed(text), None, options, token)
}

/// Classifies the bytes of an open buffer by syntax, like [`highlight`], or of the lines in
/// [`HighlightOptions::lines`]. If the language in the options is empty, the path and the text
/// determine the language, as in [`detect_language`].
///
/// The workspace keeps the syntax tree of the buffer for [`Engine::TreeSitter`], shared with calls
/// such as `outline_file`. After a change of the buffer, a call parses only the changed part of the
/// text, in the languages that `update_buffer` lists. While a text has syntax errors, the extent of
/// the errors may depend on the changes that led to the text.
///
/// # Errors
///
/// [`ErrorKind::InvalidOption`] if no buffer is open at `path` or the lines are invalid,
/// [`ErrorKind::Closed`] if the workspace is closed, and the errors of [`highlight`].
///
/// # Cost
///
/// Copies the text twice. With the tree, takes time linear in the lines; [`Engine::Syntect`]
/// classifies all lines up to the last one. Code in another language that is embedded in the lines,
/// such as a script in HTML, is parsed as a whole.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight;
/// #     pub use ransack_search::{BufferChange, Workspace, WorkspaceOptions}; }
/// use ransack::highlight::{Class, HighlightOptions, highlight_buffer};
/// use ransack::{BufferChange, CancelToken, Workspace, WorkspaceOptions};
///
/// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
/// workspace.set_buffer("new.c", "int n;\n\n")?;
/// workspace.update_buffer("new.c", &[BufferChange::replace((1, 0)..(1, 0), "return 1;")], 2)?;
/// let options = HighlightOptions::new("").lines(2..=2);
/// let found = highlight_buffer(&workspace, "new.c", &options, &CancelToken::new())?;
/// let first = found.spans().next().unwrap();
/// assert_eq!((first.start, first.end, first.class), (7, 13, Class::Keyword));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn highlight_buffer(
    workspace: &Workspace,
    path: impl AsRef<Path>,
    options: &HighlightOptions,
    token: &CancelToken,
) -> Result<Highlighted<'static>> {
    let path = path.as_ref();
    let (buffer, trees) = open_buffer::<BufferTrees>(workspace, path)?;
    let mut options = options.clone();
    if options.language.is_empty() {
        let first_bytes = &buffer.text()[..buffer.text().len().min(SharedExtension::MAX_TEXT)];
        options.language = detect_language(path, first_bytes)
            .unwrap_or_default()
            .to_owned();
    }
    let tree = BufferSource {
        path: buffer.path().clone(),
        trees,
    };
    let text = Cow::Owned(buffer.text().to_vec());
    highlight_text(text, Some(tree), &options, token)
}

fn highlight_text<'t>(
    text: Cow<'t, [u8]>,
    buffer: Option<BufferSource>,
    options: &HighlightOptions,
    token: &CancelToken,
) -> Result<Highlighted<'t>> {
    let (language, choice) = select_engine(options);
    let range = options.range(&text)?;
    let given = HighlightText {
        text: &text,
        window: if options.lines.is_some() {
            range.clone()
        } else {
            WHOLE
        },
        buffer,
    };
    let (mut map, result) = classify(given, language, choice, options, token);
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
    map.partial_lines.retain(|line| range.contains(line));
    Ok(Highlighted {
        report: build_report(&text, language, choice, &map.partial_lines, stopped_by),
        text,
        range,
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

/// Text to classify.
pub(crate) struct HighlightText<'t> {
    text: &'t [u8],
    /// Byte range to classify; [`WHOLE`] for the whole text.
    window: Range<usize>,
    /// Open buffer that the text comes from.
    buffer: Option<BufferSource>,
}

impl<'t> HighlightText<'t> {
    /// Creates a text in memory that is classified as a whole.
    pub(crate) fn whole(text: &'t [u8]) -> HighlightText<'t> {
        HighlightText {
            text,
            window: WHOLE,
            buffer: None,
        }
    }
}

/// Classifies each byte of the text. On an error, or when the time limit expires, the map contains
/// the bytes classified so far and may be shorter than the text. An expired time limit is returned
/// as the reason for the early end.
pub(crate) fn classify(
    text: HighlightText<'_>,
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

/// Classifies each byte of the text in the window with one engine, within the time limit.
fn classify_by(
    HighlightText {
        text,
        window,
        buffer,
    }: HighlightText<'_>,
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
    if choice.engine == Engine::TreeSitter && !language.is_ansi() {
        let (map, result) = tree::classify(language, text, window, buffer, max_line, token);
        return (map, result.map(drop));
    }
    let uses_lines = choice.engine == Engine::Syntect;
    let syntax = uses_lines.then(|| language.syntax_of(text)).flatten();
    // The class of a line depends only on the syntax and the lines before it.
    let text = &text[..window.end.min(text.len())];
    if language.is_ansi() {
        return ansi::classify(text, token);
    }
    match syntax {
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
