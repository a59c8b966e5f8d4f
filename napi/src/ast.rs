//! Searching by syntax.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{AstMatch, Pool, Position, Span, Workspace};

use crate::convert::{Item, Shape, Writer};
use crate::options::{AstGrepOptions, AstMatchOptions};
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::cached;

/// Starts a search, of which JavaScript makes the package's `astGrep` and
/// `astGrepStream`; `is_limited` tells whether there is a limit if the caller
/// sets none.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_grep(
    is_limited: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstGrepOptions,
) -> Result<External<Task>> {
    start(waker, id, options, is_limited, None)
}

/// Starts a search, in a workspace if there is one.
pub(crate) fn start(
    waker: &Waker,
    id: u32,
    options: AstGrepOptions,
    is_limited: bool,
    workspace: Option<Workspace>,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let is_cached = options.cache.unwrap_or_default();
    let mut options = options.into_core(is_limited)?;
    let workspace = match workspace {
        None if is_cached => cached(&mut options.scope),
        other => other,
    };
    let shape = Shape {
        several_roots: options.scope.roots.len() > 1,
        bytes,
        meta_variables: options.select.include_meta,
    };
    Ok(waker.start(id, timeout, shape, |token| match workspace {
        Some(workspace) => workspace.ast_grep_stream(&options, token),
        None => ransack::ast_grep_stream(&options, token),
    }))
}

/// Starts a search of text in memory, of which JavaScript makes `astMatch`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_match(
    waker: &External<Waker>,
    id: u32,
    options: AstMatchOptions,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let (source, language, options) = options.into_core()?;
    let shape = Shape {
        bytes,
        meta_variables: options.select.include_meta,
        ..Shape::default()
    };
    Ok(waker.start_whole(id, timeout, shape, |token| {
        Pool::shared().run(token, move |token| {
            let outcome = ransack::ast_match(&source, &language, &options, token)?;
            Ok((outcome.items, Report::new(&outcome.report, bytes)))
        })
    }))
}

/// A language that can be searched by syntax.
#[napi(object, object_from_js = false)]
pub struct AstLanguage {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names that it answers to. Case is ignored in all of them.
    pub aliases: Vec<&'static str>,
    /// Extensions of its files, without the dot, in lower case. If two languages
    /// share one, a file is of the first of them.
    pub extensions: Vec<&'static str>,
    /// Whole names of its files. One that ends in `.*` stands for all names that
    /// begin so.
    pub file_names: Vec<&'static str>,
}

/// The languages that can be searched by syntax, sorted by name.
#[napi(catch_unwind)]
pub fn ast_languages() -> Vec<AstLanguage> {
    let known = ransack::ast::languages().iter();
    known
        .map(|language| AstLanguage {
            name: language.name,
            aliases: language.aliases.to_vec(),
            extensions: language.extensions.to_vec(),
            file_names: language.file_names.to_vec(),
        })
        .collect()
}

/// From where to where something goes in a text.
#[napi(object, object_from_js = false)]
pub struct AstRange {
    /// Its first byte, 0-based, in the text as UTF-8.
    pub byte_start: f64,
    /// The byte after its last.
    pub byte_end: f64,
    /// The line of its first character, 1-based.
    pub start_line: f64,
    /// Its first character, 1-based, in UTF-16 code units of its line.
    pub start_column: f64,
    /// The line of the character after its last, 1-based.
    pub end_line: f64,
    /// The character after its last, 1-based, in UTF-16 code units of its line.
    pub end_column: f64,
}

impl AstRange {
    /// The numbers of a range, in the order of the fields.
    pub(crate) fn numbers(span: &Span) -> [f64; 6] {
        let Span { start, end, .. } = span;
        let column = |place: &Position| (place.column_utf16 + 1) as f64;
        [
            start.offset as f64,
            end.offset as f64,
            start.line as f64,
            column(start),
            end.line as f64,
            column(end),
        ]
    }
}

impl From<Span> for AstRange {
    fn from(span: Span) -> AstRange {
        let [
            byte_start,
            byte_end,
            start_line,
            start_column,
            end_line,
            end_column,
        ] = AstRange::numbers(&span);
        AstRange {
            byte_start,
            byte_end,
            start_line,
            start_column,
            end_line,
            end_column,
        }
    }
}

/// What a match has besides the usual.
struct Flags;

impl Flags {
    /// The path is not that of the match before.
    const PATH: u8 = 1;
    /// The language or the context is not that of the match before.
    const READING: u8 = 2;
    /// There are several roots.
    const ROOT: u8 = 4;
    /// Metavariables were asked for.
    const META: u8 = 8;
}

/// `AstBatch` in `js/ast.js` reads what is written here:
///
/// - numbers: the flags; the pattern; the six of the range; with `ROOT` the
///   root; with bytes the length of the path, if it is new, and of the text;
///   with `META` the number of metavariables, and of each whether it has a
///   range, and the six of that.
/// - strings: the path, with `PATH`; the language and the context, with
///   `READING`; the text; the name and the text of each metavariable.
impl Item for AstMatch {
    fn strings(&self) -> usize {
        4 + 2 * self.meta_variables.len()
    }

    fn write(&self, previous: Option<&AstMatch>, writer: &mut Writer<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let new_path = previous.is_none_or(|p| p.path != self.path);
        let new_reading =
            previous.is_none_or(|p| (p.language, p.context) != (self.language, self.context));
        let Shape {
            several_roots,
            meta_variables,
            ..
        } = writer.shape;
        let mut flags = 0;
        for (flag, holds) in [
            (Flags::PATH, new_path),
            (Flags::READING, new_reading),
            (Flags::ROOT, several_roots),
            (Flags::META, meta_variables),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        let numbers = &mut writer.numbers;
        numbers.extend([f64::from(flags), f64::from(self.pattern)]);
        numbers.extend(AstRange::numbers(&self.span));
        if several_roots {
            numbers.push(f64::from(self.root));
        }
        if new_path {
            writer.string(path)?;
            writer.length(path);
        }
        if new_reading {
            writer.string_alone(self.language.as_bytes())?;
            writer.string_alone(self.context.as_bytes())?;
        }
        writer.string(&self.text)?;
        writer.length(&self.text);
        if meta_variables {
            writer.numbers.push(self.meta_variables.len() as f64);
            for variable in &self.meta_variables {
                writer.string_alone(variable.name.as_bytes())?;
                writer.string_alone(&variable.text)?;
                let has_range = u8::from(variable.span.is_some());
                writer.numbers.push(f64::from(has_range));
                let range = variable.span.as_ref().map(AstRange::numbers);
                writer.numbers.extend(range.into_iter().flatten());
            }
        }
        Ok(())
    }
}
