//! Syntax tree lookup and syntax checks in source text. Every function has two forms: a synchronous
//! call and a [task](crate::task).

use std::ops::RangeInclusive;
use std::time::Duration;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use ransack::ast::Language;
use ransack::{CancelToken, Pool, SyntaxDiagnostic, SyntaxNode};

use super::range_numbers;
use crate::content::OwnedText;
use crate::convert::{Batch, BatchItem, BatchShape, BatchWriter};
use crate::error::failure;
use crate::number::whole;
use crate::options::{CallOptions, TimeoutOptions, option_groups};
use crate::path::PathArgument;
use crate::task::{Task, Waker, token_with};

/// Query about the syntax of source text.
enum SyntaxQuery {
    Block(u64),
    Chain(u64),
    Boundaries(Vec<RangeInclusive<u64>>),
    Diagnostics,
}

/// Item of the result of a query.
pub enum SyntaxItem {
    /// Node of the syntax tree.
    Node(SyntaxNode),
    /// Syntax error.
    Diagnostic(SyntaxDiagnostic),
    /// 1-based line number.
    Line(u64),
}

/// Layout, read by the batches in `js/syntax.js`:
///
/// - numbers: for a node, its first and last line and the six of its range; for an error, its form
///   (0 unexpected text, 1 a missing node, 2 an error with a message) and the six of its range; for
///   a line, its number.
/// - strings: the kind of the node or of the missing node, or the message.
impl BatchItem for SyntaxItem {
    fn max_strings(&self) -> usize {
        1
    }

    fn write(&self, _: Option<&SyntaxItem>, writer: &mut BatchWriter<'_>) -> Result<()> {
        match self {
            SyntaxItem::Node(node) => {
                let lines = [node.span.start.line, node.last_line];
                writer.numbers.extend(lines.map(|line| line as f64));
                writer.numbers.extend(range_numbers(&node.span));
                writer.string(node.kind.as_bytes())
            }
            SyntaxItem::Diagnostic(diagnostic) => {
                let (form, text) = match (&diagnostic.missing, &diagnostic.message) {
                    (Some(kind), _) => (1.0, Some(kind)),
                    (None, Some(message)) => (2.0, Some(message)),
                    (None, None) => (0.0, None),
                };
                writer.numbers.push(form);
                writer.numbers.extend(range_numbers(&diagnostic.span));
                text.map_or(Ok(()), |text| writer.string(text.as_bytes()))
            }
            SyntaxItem::Line(line) => {
                writer.numbers.push(*line as f64);
                Ok(())
            }
        }
    }
}

impl SyntaxQuery {
    /// Returns the items of the result; `None` if the language is unknown or, for boundaries, if
    /// the text has syntax errors.
    fn answer(
        &self,
        input: &SyntaxInput,
        token: &CancelToken,
    ) -> ransack::Result<Option<Vec<SyntaxItem>>> {
        let code = &input.code;
        let Some(language) = &input.language else {
            return Ok(None);
        };
        Ok(match self {
            SyntaxQuery::Block(line) => {
                let node = ransack::block_range_at(code, language, *line, token)?;
                Some(node.into_iter().map(SyntaxItem::Node).collect())
            }
            SyntaxQuery::Chain(line) => {
                let nodes = ransack::node_chain_at(code, language, *line, token)?;
                Some(nodes.into_iter().map(SyntaxItem::Node).collect())
            }
            SyntaxQuery::Boundaries(shown) => {
                let lines = ransack::enclosing_block_boundaries(code, language, shown, token)?;
                lines.map(|lines| lines.into_iter().map(SyntaxItem::Line).collect())
            }
            SyntaxQuery::Diagnostics => {
                let diagnostics = ransack::check_syntax(code, language, token)?;
                Some(
                    diagnostics
                        .into_iter()
                        .map(SyntaxItem::Diagnostic)
                        .collect(),
                )
            }
        })
    }

    /// Answers the query on the calling thread. Returns an object with the fields of a [`Batch`]
    /// and with a `report` that states whether there is a result, or an object with the `error`.
    fn run<'env>(&self, env: &'env Env, input: &SyntaxInput) -> Result<Object<'env>> {
        let mut result = Object::new(env)?;
        match self.answer(input, &token_with(input.timeout)) {
            Ok(items) => {
                result.set("report", items.is_some())?;
                let items = items.unwrap_or_default();
                Batch::new(env, &items, BatchShape::default())?.set_on(&mut result)?;
            }
            Err(error) => result.set("error", failure(env, &error)?)?,
        }
        Ok(result)
    }

    /// Answers the query on the pool, as task `id`. The report states whether there is a result.
    fn start(self, waker: &Waker, id: u32, input: SyntaxInput) -> External<Task> {
        waker.start_collected(id, input.timeout, BatchShape::default(), |token| {
            Pool::shared().run(token, move |token| {
                let items = self.answer(&input, token)?;
                let has_result = items.is_some();
                Ok((items.unwrap_or_default(), has_result))
            })
        })
    }
}

/// Returns the outermost node that starts on a line.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn block_range_at(env: &Env, options: BlockRangeCall) -> Result<Object<'_>> {
    let (input, line) = options.into_parts()?;
    SyntaxQuery::Block(line).run(env, &input)
}

/// Starts `blockRangeAtAsync` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn block_range_at_task(
    waker: &External<Waker>,
    id: u32,
    options: BlockRangeCall,
) -> Result<External<Task>> {
    let (input, line) = options.into_parts()?;
    Ok(SyntaxQuery::Block(line).start(waker, id, input))
}

/// Returns the named nodes that contain a line.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn node_chain_at(env: &Env, options: BlockRangeCall) -> Result<Object<'_>> {
    let (input, line) = options.into_parts()?;
    SyntaxQuery::Chain(line).run(env, &input)
}

/// Starts `nodeChainAtAsync` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn node_chain_at_task(
    waker: &External<Waker>,
    id: u32,
    options: BlockRangeCall,
) -> Result<External<Task>> {
    let (input, line) = options.into_parts()?;
    Ok(SyntaxQuery::Chain(line).start(waker, id, input))
}

/// Returns the boundary lines of the blocks that are only partly shown.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn enclosing_block_boundaries(env: &Env, options: EnclosingBoundaryCall) -> Result<Object<'_>> {
    let (input, shown) = options.into_parts()?;
    SyntaxQuery::Boundaries(shown).run(env, &input)
}

/// Starts `enclosingBlockBoundariesAsync` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn enclosing_block_boundaries_task(
    waker: &External<Waker>,
    id: u32,
    options: EnclosingBoundaryCall,
) -> Result<External<Task>> {
    let (input, shown) = options.into_parts()?;
    Ok(SyntaxQuery::Boundaries(shown).start(waker, id, input))
}

/// Returns the syntax errors in source text.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn check_syntax(
    env: &Env,
    source: OwnedText,
    language: String,
    options: CheckSyntaxCall,
) -> Result<Object<'_>> {
    let input = options.into_input(source, language)?;
    SyntaxQuery::Diagnostics.run(env, &input)
}

/// Starts `checkSyntaxAsync` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn check_syntax_task(
    source: OwnedText,
    language: String,
    waker: &External<Waker>,
    id: u32,
    options: CheckSyntaxCall,
) -> Result<External<Task>> {
    let input = options.into_input(source, language)?;
    Ok(SyntaxQuery::Diagnostics.start(waker, id, input))
}

/// Options that give the source text for a syntax tree lookup.
#[napi(object, object_to_js = false)]
pub struct SourceOptions {
    /// Source text. A string is parsed as UTF-8, with U+FFFD for each lone
    /// surrogate.
    #[napi(ts_type = "string | Uint8Array")]
    pub code: OwnedText,
    /// Name or alias of the text's language; `astLanguages()` lists the languages. Either `lang` or
    /// `path` is required. An unknown language throws a `RansackOptionError`.
    pub lang: Option<String>,
    /// Path of the file that the text belongs to. The file name determines the language if `lang`
    /// is not given; the file is not read. If the name does not belong to a known language, the
    /// call returns null. Default: none, which requires `lang`.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
}

/// Options for `blockRangeAt`, `nodeChainAt` and their asynchronous forms.
#[napi(
    object,
    object_to_js = false,
    js_name = "BlockRangeOptions extends CallOptions, SourceOptions"
)]
pub struct BlockRangeOptions {
    /// 1-based line number.
    pub line: f64,
}

/// Inclusive range of lines.
#[napi(object, object_to_js = false)]
pub struct LineRange {
    /// 1-based number of the first line.
    pub start_line: f64,
    /// 1-based number of the last line, inclusive. `Infinity` means the last line of the text.
    pub end_line: f64,
}

/// Options for `enclosingBlockBoundaries` and its asynchronous form.
#[napi(
    object,
    object_to_js = false,
    js_name = "EnclosingBoundaryOptions extends CallOptions, SourceOptions"
)]
pub struct EnclosingBoundaryOptions {
    /// Line ranges visible to the user.
    pub ranges: Vec<LineRange>,
}

/// Options for `checkSyntax`, `explainPattern` and their asynchronous forms.
#[napi(
    object,
    object_to_js = false,
    js_name = "CheckSyntaxOptions extends CallOptions"
)]
pub struct CheckSyntaxOptions {}

/// Source text with its language, and the call's time limit.
pub struct SyntaxInput {
    /// Text in UTF-8, or the bytes passed by the caller.
    pub code: Vec<u8>,
    /// Name of the language; `None` if the file name belongs to no known language.
    pub language: Option<String>,
    /// Maximum duration of the call.
    pub timeout: Option<Duration>,
}

option_groups! {
    /// Options for `blockRangeAt` and `nodeChainAt`, by group.
    pub struct BlockRangeCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        source: SourceOptions,
        block: BlockRangeOptions,
    }
}

option_groups! {
    /// Options for `enclosingBlockBoundaries`, by group.
    pub struct EnclosingBoundaryCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        source: SourceOptions,
        boundaries: EnclosingBoundaryOptions,
    }
}

option_groups! {
    /// Options for `checkSyntax`, by group.
    pub struct CheckSyntaxCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
    }
}

impl SourceOptions {
    fn into_input(self, timeout: &TimeoutOptions) -> Result<SyntaxInput> {
        Ok(SyntaxInput {
            language: language(self.lang, self.path, &self.code.bytes)?,
            code: self.code.bytes,
            timeout: timeout.duration()?,
        })
    }
}

impl BlockRangeCall {
    /// Returns the source text and the line.
    ///
    /// # Errors
    ///
    /// Fails if neither `lang` nor `path` is given, or if a numeric option is not a whole number
    /// from 0 to 2^53 - 1.
    pub fn into_parts(self) -> Result<(SyntaxInput, u64)> {
        let input = self.source.into_input(&self.timeout)?;
        Ok((input, whole("line", self.block.line)?))
    }
}

impl EnclosingBoundaryCall {
    /// Returns the source text and the line ranges.
    ///
    /// # Errors
    ///
    /// Fails if neither `lang` nor `path` is given, or if a numeric option is not a whole number
    /// from 0 to 2^53 - 1.
    pub fn into_parts(self) -> Result<(SyntaxInput, Vec<RangeInclusive<u64>>)> {
        let input = self.source.into_input(&self.timeout)?;
        let ranges = self.boundaries.ranges.iter().map(|range| {
            let start = whole("startLine", range.start_line)?;
            Ok(start..=whole("endLine", range.end_line)?)
        });
        Ok((input, ranges.collect::<Result<_>>()?))
    }
}

impl CheckSyntaxCall {
    /// Returns the source text, which the caller passes separately from the options.
    ///
    /// # Errors
    ///
    /// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
    pub fn into_input(self, code: OwnedText, language: String) -> Result<SyntaxInput> {
        Ok(SyntaxInput {
            code: code.bytes,
            language: Some(language),
            timeout: self.timeout.duration()?,
        })
    }
}

fn language(
    name: Option<String>,
    path: Option<PathArgument>,
    code: &[u8],
) -> Result<Option<String>> {
    match (name, path) {
        (Some(name), _) => Ok(Some(name)),
        (None, Some(path)) => Ok(Language::from_file(path.0, code).map(|l| l.name.to_owned())),
        (None, None) => Err(Error::new(
            Status::InvalidArg,
            "`lang` or `path` must be given",
        )),
    }
}
