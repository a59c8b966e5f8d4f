//! Code structure: `outline`, `definition`, `skeleton`. Also runs all structure queries about
//! source text and files, including the queries in `imports`.

mod batch;
pub mod files;
pub mod text;

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{
    CancelToken, Definition, DefinitionLayout, DefinitionOptions, DefinitionPart, Exports, Imports,
    ItemKind, Modifier, Outcome, Outline, OutlineFilesOptions, Pool, Skeleton, SkeletonLevel,
};

use crate::ast::options::AstFileOptions;
use crate::content::OwnedText;
use crate::convert::BatchShape;
use crate::imports::{ChangedText, ImportsEdit};
use crate::number::{count, maximum};
use crate::options::{
    CallOptions, FileContentOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a structure query about a file as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn structure_of_file(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    query: &External<StructureQuery>,
    options: StructureFileCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let mut options = options.into_core()?;
    let query = StructureQuery::clone(query);
    options.scope.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    Ok(
        waker.start_collected(id, timeout, BatchShape::default(), |token| {
            Pool::shared().run(token, move |token| {
                let outcome = query.of_file(&options, token)?;
                Ok((outcome.items, Report::new(&outcome.report, false)))
            })
        }),
    )
}

/// Starts a structure query about source text in memory, or a change to its imports, as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn structure_of_text(
    waker: &External<Waker>,
    id: u32,
    query: &External<StructureQuery>,
    options: StructureTextCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let query = StructureQuery::clone(query);
    let input = options.input;
    let shape = BatchShape {
        // A new text has the same type as the old one.
        bytes: matches!(query, StructureQuery::Edit(_)) && !input.source.is_string,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        Pool::shared().run(token, move |token| {
            let item = query.of_text(&input.source.bytes, &input.lang, token)?;
            let report = Report::new(&item.report(), false);
            Ok((vec![item], report))
        })
    }))
}

/// Names of the kinds and modifiers of definitions, by number.
#[napi(object, object_from_js = false)]
pub struct OutlineNames {
    /// Names of the definition kinds, by number.
    pub kinds: Vec<&'static str>,
    /// Names of the definition modifiers, by number.
    pub modifiers: Vec<&'static str>,
}

/// Returns the names of the kinds and modifiers of definitions.
#[napi(catch_unwind, skip_typescript)]
pub fn outline_names() -> OutlineNames {
    OutlineNames {
        kinds: ItemKind::ALL.iter().map(|kind| kind.name()).collect(),
        modifiers: Modifier::ALL
            .iter()
            .map(|modifier| modifier.name())
            .collect(),
    }
}

/// Query about the structure of source text.
#[derive(Clone)]
pub enum StructureQuery {
    /// Query run by `outline`.
    Outline(ransack::OutlineOptions),
    /// Query run by `definition`: name path and options.
    Definition(String, DefinitionOptions),
    /// Query run by `skeleton`.
    Skeleton(ransack::SkeletonOptions),
    /// Query run by `imports`.
    Imports,
    /// Query run by `exports`.
    Exports,
    /// Change to the imports in source text; not available for files.
    Edit(ImportsEdit),
}

/// Returns the query that `outline` runs.
///
/// # Errors
///
/// Fails if `key_depth` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn outline_query(key_depth: Option<f64>) -> Result<External<StructureQuery>> {
    let mut options = ransack::OutlineOptions::default();
    let depth = count("keyDepth", key_depth)?;
    let depth = depth.map(|depth| usize::try_from(depth).unwrap_or(usize::MAX));
    set_some(&mut options.key_depth, depth);
    Ok(External::new(StructureQuery::Outline(options)))
}

/// Returns the query that `definition` runs; `parts` contains the names of parts, and `layout` is
/// the name of a layout.
#[napi(catch_unwind, skip_typescript)]
pub fn definition_query(
    name: String,
    parts: Option<Vec<String>>,
    layout: Option<String>,
) -> External<StructureQuery> {
    let mut options = DefinitionOptions::default();
    let parts = parts.unwrap_or_default();
    let parts = parts
        .iter()
        .filter_map(|part| named(&DefinitionPart::ALL, part));
    options.parts = parts.collect();
    let layout = layout.and_then(|layout| named(&DefinitionLayout::ALL, &layout));
    set(&mut options.layout, layout);
    External::new(StructureQuery::Definition(name, options))
}

/// Returns the query that `skeleton` runs; `level` is the name of a level.
///
/// # Errors
///
/// Fails if `max_tokens` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn skeleton_query(
    level: Option<String>,
    names: Option<Vec<String>>,
    max_tokens: Option<f64>,
    token_encoding: Option<String>,
) -> Result<External<StructureQuery>> {
    let mut options = ransack::SkeletonOptions::default();
    let named = |level: String| named(&SkeletonLevel::ALL, &level);
    set(&mut options.level, level.and_then(named));
    set(&mut options.names, names);
    set_some(&mut options.max_tokens, maximum("maxTokens", max_tokens)?);
    set_some(&mut options.token_encoding, token_encoding);
    Ok(External::new(StructureQuery::Skeleton(options)))
}

/// Returns the value with this name, which JavaScript has checked.
pub(crate) fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value)
}

/// Answer to a [`StructureQuery`].
pub enum StructureItem {
    /// Answer for `outline`.
    Outline(Outline),
    /// Answer for `definition`.
    Definition(Box<Definition>),
    /// Answer for `skeleton`.
    Skeleton(Skeleton),
    /// Answer for `imports`.
    Imports(Imports),
    /// Answer for `exports`.
    Exports(Exports),
    /// Source text with changed imports.
    Text(ChangedText),
}

impl StructureItem {
    /// Returns the report on a call about source text; empty for text with changed imports.
    fn report(&self) -> ransack::Report {
        match self {
            StructureItem::Outline(outline) => outline.report(),
            StructureItem::Definition(definition) => definition.report(),
            StructureItem::Skeleton(skeleton) => skeleton.report(),
            StructureItem::Imports(imports) => imports.report(),
            StructureItem::Exports(exports) => exports.report(),
            StructureItem::Text(_) => ransack::Report::default(),
        }
    }
}

impl StructureQuery {
    fn of_text(
        &self,
        source: &[u8],
        language: &str,
        token: &CancelToken,
    ) -> ransack::Result<StructureItem> {
        Ok(match self {
            StructureQuery::Outline(options) => {
                StructureItem::Outline(ransack::outline(source, language, options, token)?)
            }
            StructureQuery::Definition(name, options) => {
                let found = ransack::definition(source, language, name, options, token)?;
                StructureItem::Definition(Box::new(found))
            }
            StructureQuery::Skeleton(options) => {
                StructureItem::Skeleton(ransack::skeleton(source, language, options, token)?)
            }
            StructureQuery::Imports => {
                StructureItem::Imports(ransack::imports(source, language, token)?)
            }
            StructureQuery::Exports => {
                StructureItem::Exports(ransack::exports(source, language, token)?)
            }
            StructureQuery::Edit(edit) => {
                StructureItem::Text(edit.of_text(source, language, token)?)
            }
        })
    }

    fn of_file(
        self,
        file: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> ransack::Result<Outcome<StructureItem>> {
        Ok(match self {
            StructureQuery::Outline(options) => {
                let file = file.clone().outline(options);
                let outcome = ransack::outline_file(&file, token)?;
                map(outcome, StructureItem::Outline)
            }
            StructureQuery::Definition(name, options) => {
                let outcome = ransack::definition_in_file(file, &name, &options, token)?;
                map(outcome, |found| StructureItem::Definition(Box::new(found)))
            }
            StructureQuery::Skeleton(options) => {
                let outcome = ransack::skeleton_file(file, &options, token)?;
                map(outcome, StructureItem::Skeleton)
            }
            StructureQuery::Imports => {
                let outcome = ransack::imports_file(file, token)?;
                map(outcome, StructureItem::Imports)
            }
            StructureQuery::Exports => {
                let outcome = ransack::exports_file(file, token)?;
                map(outcome, StructureItem::Exports)
            }
            // JavaScript runs this query only for texts.
            StructureQuery::Edit(_) => Outcome {
                items: Vec::new(),
                report: ransack::Report::default(),
            },
        })
    }
}

fn map<T>(outcome: Outcome<T>, wrap: fn(T) -> StructureItem) -> Outcome<StructureItem> {
    Outcome {
        items: outcome.items.into_iter().map(wrap).collect(),
        report: outcome.report,
    }
}

/// Options for a call about one file.
#[napi(
    object,
    object_to_js = false,
    js_name = "OneFileOptions extends CallOptions, AstFileOptions"
)]
pub struct OneFileOptions {
    /// Path of the file, either absolute or relative to the current directory of the process (in a
    /// `Workspace`, relative to the workspace's root).
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: PathArgument,
}

/// Options for a call about source text in memory.
#[napi(
    object,
    object_to_js = false,
    js_name = "OneTextOptions extends CallOptions"
)]
pub struct OneTextOptions {
    /// Source text. A string is read as UTF-8, with U+FFFD for each lone surrogate.
    #[napi(ts_type = "string | Uint8Array")]
    pub source: OwnedText,
    /// Name or alias of the text's language; `astLanguages()` lists the languages. An unknown
    /// language throws a `RansackOptionError`.
    pub lang: String,
}

option_groups! {
    /// Options for a query about a file, by group.
    pub struct StructureFileCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        parsing: AstFileOptions,
        file: OneFileOptions,
    }
}

impl StructureFileCall {
    fn into_core(self) -> Result<OutlineFilesOptions> {
        let mut core = OutlineFilesOptions::new(self.file.path.0);
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.parsing
            .set_on(&mut core.language, &mut core.time_per_file)?;
        Ok(core)
    }
}

option_groups! {
    /// Options for a query about source text, by group.
    pub struct StructureTextCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        input: OneTextOptions,
    }
}
