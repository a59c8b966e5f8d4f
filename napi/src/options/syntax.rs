//! Options of syntax-tree lookup and syntax checking.

use std::ops::RangeInclusive;
use std::time::Duration;

use napi::bindgen_prelude::{Either, Uint8Array};
use napi::{Error, Result, Status};
use napi_derive::napi;
use ransack::ast::Language;

use super::{CallOptions, TimeoutOptions, option_groups, owned};
use crate::number::whole;

/// Source text of a syntax-tree lookup.
#[napi(object, object_to_js = false)]
pub struct SourceOptions {
    /// Source text. A string is parsed as UTF-8, with U+FFFD for each lone
    /// surrogate.
    pub code: Either<String, Uint8Array>,
    /// Name or alias of the text's language; `astLanguages()` lists them. `lang` or
    /// `path` is required. An unknown language throws a `RansackOptionError`.
    pub lang: Option<String>,
    /// Path of the text's file, whose name determines the language if `lang` is not
    /// given. The file is not read. A name of no known language makes the call
    /// return null.
    pub path: Option<String>,
}

/// Options of `blockRangeAt`, `nodeChainAt` and their asynchronous forms.
#[napi(
    object,
    object_to_js = false,
    js_name = "BlockRangeOptions extends CallOptions, SourceOptions"
)]
pub struct BlockRangeOptions {
    /// Line number, 1-based.
    pub line: f64,
}

/// Range of lines of a text, both ends included.
#[napi(object, object_to_js = false)]
pub struct LineRange {
    /// Number of the first line, 1-based.
    pub start_line: f64,
    /// Number of the last line, 1-based, included.
    pub end_line: f64,
}

/// Options of `enclosingBlockBoundaries` and its asynchronous form.
#[napi(
    object,
    object_to_js = false,
    js_name = "EnclosingBoundaryOptions extends CallOptions, SourceOptions"
)]
pub struct EnclosingBoundaryOptions {
    /// Ranges of lines that the user sees.
    pub ranges: Vec<LineRange>,
}

/// Options of `checkSyntax` and its asynchronous form.
#[napi(
    object,
    object_to_js = false,
    js_name = "CheckSyntaxOptions extends CallOptions"
)]
pub struct CheckSyntaxOptions {}

/// Source text, its language and the time limit of a call.
pub struct SyntaxInput {
    /// Text in UTF-8 (or whatever bytes the caller passed).
    pub code: Vec<u8>,
    /// Name of the language; `None` if the file name is of no known language.
    pub language: Option<String>,
    /// Maximum duration of the call.
    pub timeout: Option<Duration>,
}

option_groups! {
    /// Options of `blockRangeAt` and `nodeChainAt`, by group.
    pub struct BlockRangeCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        source: SourceOptions,
        block: BlockRangeOptions,
    }
}

option_groups! {
    /// Options of `enclosingBlockBoundaries`, by group.
    pub struct EnclosingBoundaryCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        source: SourceOptions,
        boundaries: EnclosingBoundaryOptions,
    }
}

option_groups! {
    /// Options of `checkSyntax`, by group.
    pub struct CheckSyntaxCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
    }
}

impl SourceOptions {
    fn into_input(self, timeout: &TimeoutOptions) -> Result<SyntaxInput> {
        Ok(SyntaxInput {
            language: language(self.lang, self.path)?,
            code: owned(self.code),
            timeout: timeout.duration()?,
        })
    }
}

impl BlockRangeCall {
    /// Returns the source text and the line.
    ///
    /// # Errors
    ///
    /// Fails if neither `lang` nor `path` is given, and if a numeric option is not a
    /// whole number from 0 to 2^53 - 1.
    pub fn into_parts(self) -> Result<(SyntaxInput, u64)> {
        let input = self.source.into_input(&self.timeout)?;
        Ok((input, whole("line", self.block.line)?))
    }
}

impl EnclosingBoundaryCall {
    /// Returns the source text and the ranges of lines.
    ///
    /// # Errors
    ///
    /// Fails if neither `lang` nor `path` is given, and if a numeric option is not a
    /// whole number from 0 to 2^53 - 1.
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
    /// Returns the source text, which the caller passes beside the options.
    ///
    /// # Errors
    ///
    /// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
    pub fn into_input(
        self,
        code: Either<String, Uint8Array>,
        language: String,
    ) -> Result<SyntaxInput> {
        Ok(SyntaxInput {
            code: owned(code),
            language: Some(language),
            timeout: self.timeout.duration()?,
        })
    }
}

fn language(name: Option<String>, path: Option<String>) -> Result<Option<String>> {
    match (name, path) {
        (Some(name), _) => Ok(Some(name)),
        (None, Some(path)) => Ok(Language::from_path(path).map(|l| l.name.to_owned())),
        (None, None) => Err(Error::new(
            Status::InvalidArg,
            "`lang` or `path` must be given",
        )),
    }
}
