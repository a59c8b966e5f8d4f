//! Syntax tree operations: search (`astGrep`, `astGrepStream`, `astMatch`) and the list of
//! languages.
//!
//! - `explain`: interpretations of patterns, `explainPattern`.
//! - `options`: options for searches, partly shared with edits.
//! - `recovery`: interrupted edits, `interruptedEdits` and `recoverEdits`.
//! - `syntax`: syntax tree lookup and syntax checks in source text; `buffer_syntax`: the same in open
//!   buffers.

pub mod buffer_syntax;
pub mod explain;
pub mod options;
pub mod recovery;
pub mod syntax;

use std::sync::Arc;

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{
    AstMatch, AstSelect, CancelToken, ContentId, Pool, Position, RelPath, Scope, Span, Stream,
};

use crate::convert::{BatchItem, BatchShape, BatchWriter, flags};
use crate::files::{self, FileSearch};
use crate::options::FileSearchCall;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

use options::{AstGrepCall, AstMatchCall};

/// Starts a syntax tree search for `astGrep`, which returns one page of matches, as task `id`, in
/// `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_grep(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstGrepCall,
) -> Result<External<Task>> {
    let search = AstSearch {
        options,
        select: AstSelect::page(),
    };
    files::start(search, (workspace, wait), waker, id)
}

/// Starts a syntax tree search for `astGrepStream`, which returns all matches, as task `id`, in
/// `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_grep_stream(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstGrepCall,
) -> Result<External<Task>> {
    let search = AstSearch {
        options,
        select: AstSelect::default(),
    };
    files::start(search, (workspace, wait), waker, id)
}

/// Syntax tree search over files, with the default page.
struct AstSearch {
    options: AstGrepCall,
    select: AstSelect,
}

impl FileSearch for AstSearch {
    type Options = ransack::AstGrepOptions;
    type Match = AstMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.options.shared
    }

    fn into_core(self) -> Result<ransack::AstGrepOptions> {
        self.options.into_core(self.select)
    }

    fn scope(options: &mut ransack::AstGrepOptions) -> &mut Scope {
        &mut options.scope
    }

    fn parts(options: &ransack::AstGrepOptions) -> (bool, bool) {
        (options.select.include_meta, options.select.explain)
    }

    fn stream(options: &ransack::AstGrepOptions, token: &CancelToken) -> Stream<AstMatch> {
        ransack::ast_grep_stream(options, token)
    }
}

/// Starts a syntax tree search of code in memory as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_match(
    waker: &External<Waker>,
    id: u32,
    options: AstMatchCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.input.bytes.unwrap_or_default();
    let (source, language, options) = options.into_core()?;
    let shape = BatchShape {
        bytes,
        meta_variables: options.select.include_meta,
        readings: options.select.explain,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        Pool::shared().run(token, move |token| {
            let outcome = ransack::ast_match(&source, &language, &options, token)?;
            Ok((outcome.items, Report::new(&outcome.report, bytes)))
        })
    }))
}

/// Language with a grammar, its names, and the names of its files.
#[napi(object, object_from_js = false)]
pub struct AstLanguage {
    /// Name of the language, in lower case.
    pub name: &'static str,
    /// Other accepted names for the language. Names and aliases are case-insensitive.
    pub aliases: Vec<&'static str>,
    /// File name extensions, in lower case and without the dot. If two languages share an
    /// extension, files with the extension belong to the first language.
    pub extensions: Vec<&'static str>,
    /// Complete file names that belong to the language. An entry that ends in `.*` matches every
    /// file name that begins with the part before `*`.
    pub file_names: Vec<&'static str>,
}

/// Lists the languages that have a grammar, sorted by name: the values that `astGrep`, `astEdit`
/// and `checkSyntax` accept.
///
/// ```js
/// astLanguages().find((language) => language.name === 'rust')?.extensions // ['rs']
/// ```
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

/// Returns the numbers of a range, in the field order of `AstRange` in `js/ast.d.ts`.
pub(crate) fn range_numbers(span: &Span) -> [f64; 6] {
    let Span { start, end, .. } = span;
    let column = |position: &Position| (position.column_utf16 + 1) as f64;
    [
        start.offset as f64,
        end.offset as f64,
        start.line as f64,
        column(start),
        end.line as f64,
        column(end),
    ]
}

/// Bits that announce optional parts of a match or change; defined again in `js/internal/code.js`.
pub(crate) struct Flags;

impl Flags {
    /// The path differs from the previous item's and follows.
    pub(crate) const PATH: u16 = 1;
    /// The language or, for a match, the context differs from the previous item's and follows.
    pub(crate) const LANGUAGE: u16 = 2;
    /// The call has several roots; the root number follows.
    pub(crate) const ROOT: u16 = 4;
    /// The caller set `includeMeta`; the metavariables follow.
    pub(crate) const META: u16 = 8;
    /// The item is a file with changes.
    pub(crate) const FILE: u16 = 16;
    /// The file has remaining matches.
    pub(crate) const UNSETTLED: u16 = 32;
    /// The caller set `explain`; the interpretation follows.
    pub(crate) const READING: u16 = 64;
    /// The name path of the definition around the match follows.
    pub(crate) const ENCLOSING: u16 = 128;
    /// The content id of the file follows.
    pub(crate) const VERSION: u16 = 256;
    /// The item is a text edit.
    pub(crate) const TEXT_EDIT: u16 = 512;
    /// The file has an open buffer.
    pub(crate) const BUFFER: u16 = 1024;
    /// The version of the open buffer follows.
    pub(crate) const BUFFER_VERSION: u16 = 2048;
}

/// Location of a match or change.
#[derive(Clone, Copy)]
pub(crate) struct Location<'m> {
    pub(crate) path: &'m RelPath,
    pub(crate) root: u32,
    pub(crate) span: &'m Span,
    /// Whether the name path of a definition follows the text.
    pub(crate) has_enclosing: bool,
    /// Content id of the file, if matches carry it; follows a new path.
    pub(crate) version: Option<ContentId>,
}

impl Location<'_> {
    /// Writes the start of an item. `previous` is the path of the previous item, whose file has the
    /// same content id.
    ///
    /// Layout, read by `CodeBatch` in `js/internal/code.js`:
    ///
    /// - numbers: the flags; the six of the range; with `ROOT`, the root; with `PATH` and bytes,
    ///   the byte length of the path.
    /// - strings: with `PATH`, the path; with `PATH` and `VERSION`, the content id.
    pub(crate) fn write(
        self,
        previous: Option<&RelPath>,
        new_language: bool,
        writer: &mut BatchWriter<'_>,
    ) -> Result<()> {
        let BatchShape {
            several_roots,
            meta_variables,
            readings,
            ..
        } = writer.shape;
        let new_path = previous != Some(self.path);
        writer.numbers.push(flags([
            (Flags::PATH, new_path),
            (Flags::LANGUAGE, new_language),
            (Flags::ROOT, several_roots),
            (Flags::META, meta_variables),
            (Flags::READING, readings),
            (Flags::ENCLOSING, self.has_enclosing),
            (Flags::VERSION, self.version.is_some()),
        ]));
        writer.numbers.extend(range_numbers(self.span));
        if several_roots {
            writer.numbers.push(f64::from(self.root));
        }
        if new_path {
            let path = self.path.as_bytes();
            writer.string(path)?;
            writer.byte_len(path);
            if let Some(version) = self.version {
                writer.string_without_bytes(version.to_string().as_bytes())?;
            }
        }
        Ok(())
    }
}

/// Layout, read by `AstBatch` in `js/ast.js`:
///
/// - numbers: the numbers of the `Location`; the pattern; with bytes, the byte length of the text;
///   with `META`, the number of metavariables and, for each, whether it has a range and the six of
///   that range; with `READING`, 0 for no interpretation, 1 for the interpretation of the previous
///   match, or 2 for an interpretation that follows.
/// - strings: the strings of the location; with `LANGUAGE`, the language and the context; the text;
///   with `ENCLOSING`, the name path of the definition around the match; the name and text of each
///   metavariable; the shape, the kind or nothing, and the tree of the interpretation.
impl BatchItem for AstMatch {
    fn max_strings(&self) -> usize {
        9 + 2 * self.meta_variables.len()
    }

    fn write(&self, previous: Option<&AstMatch>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let new_language =
            previous.is_none_or(|p| (p.language, p.context) != (self.language, self.context));
        let location = Location {
            path: &self.path,
            root: self.root,
            span: &self.span,
            has_enclosing: self.enclosing.is_some(),
            version: self.version,
        };
        let same_file = previous.filter(|p| p.version == self.version);
        location.write(same_file.map(|p| &p.path), new_language, writer)?;
        writer.numbers.push(f64::from(self.pattern));
        if new_language {
            writer.string_without_bytes(self.language.as_bytes())?;
            writer.string_without_bytes(self.context.as_bytes())?;
        }
        writer.string(&self.text)?;
        writer.byte_len(&self.text);
        if let Some(enclosing) = &self.enclosing {
            writer.string_without_bytes(enclosing.as_bytes())?;
        }
        if writer.shape.meta_variables {
            writer.numbers.push(self.meta_variables.len() as f64);
            for variable in &self.meta_variables {
                writer.string_without_bytes(variable.name.as_bytes())?;
                writer.string_without_bytes(&variable.text)?;
                let has_range = u8::from(variable.span.is_some());
                writer.numbers.push(f64::from(has_range));
                let range = variable.span.as_ref().map(range_numbers);
                writer.numbers.extend(range.into_iter().flatten());
            }
        }
        if writer.shape.readings {
            let old = previous.and_then(|p| p.reading.as_ref());
            match &self.reading {
                None => writer.numbers.push(0.0),
                Some(new) if old.is_some_and(|old| Arc::ptr_eq(old, new)) => {
                    writer.numbers.push(1.0);
                }
                Some(new) => {
                    writer.numbers.push(2.0);
                    writer.string_without_bytes(explain::shape_name(new.shape).as_bytes())?;
                    let kind = new.kind.as_deref().unwrap_or_default();
                    writer.string_without_bytes(kind.as_bytes())?;
                    writer.string_without_bytes(new.tree.as_bytes())?;
                }
            }
        }
        Ok(())
    }
}
