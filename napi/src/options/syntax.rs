//! Options of the questions about the syntax of a text.

use std::ops::RangeInclusive;
use std::time::Duration;

use napi::bindgen_prelude::{Either, Uint8Array};
use napi::{Error, Result, Status};
use napi_derive::napi;
use ransack::ast::Language;

use super::{Signal, owned, timeout};
use crate::number::whole;

/// Options of `blockRangeAt` and `nodeChainAt`, and of their asynchronous forms.
#[napi(object, object_to_js = false)]
pub struct BlockRangeOptions {
    /// The text.
    pub code: Either<String, Uint8Array>,
    /// The name or alias of its language.
    pub lang: Option<String>,
    /// The path of the file that it is, if `lang` is not given: its name tells
    /// the language.
    pub path: Option<String>,
    /// The line, 1-based.
    pub line: f64,
    /// Milliseconds after which the call fails. Default: none.
    pub timeout_ms: Option<f64>,
    /// Aborts the call, if it is asynchronous.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
}

/// Lines of a text.
#[napi(object, object_to_js = false)]
pub struct LineRange {
    /// The first, 1-based.
    pub start_line: f64,
    /// The last.
    pub end_line: f64,
}

/// Options of `enclosingBlockBoundaries`, and of its asynchronous form.
#[napi(object, object_to_js = false)]
pub struct EnclosingBoundaryOptions {
    /// The text.
    pub code: Either<String, Uint8Array>,
    /// The name or alias of its language.
    pub lang: Option<String>,
    /// The path of the file that it is, if `lang` is not given: its name tells
    /// the language.
    pub path: Option<String>,
    /// The lines that are shown.
    pub ranges: Vec<LineRange>,
    /// Milliseconds after which the call fails. Default: none.
    pub timeout_ms: Option<f64>,
    /// Aborts the call, if it is asynchronous.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
}

/// Options of `checkSyntax`, and of its asynchronous form.
#[napi(object, object_to_js = false)]
pub struct CheckSyntaxOptions {
    /// Milliseconds after which the call fails. Default: none.
    pub timeout_ms: Option<f64>,
    /// Aborts the call, if it is asynchronous.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
}

/// A text that is asked about.
pub struct Text {
    /// What it says.
    pub code: Vec<u8>,
    /// None if the name of its file tells no language.
    pub language: Option<String>,
    /// How long the call may take.
    pub timeout: Option<Duration>,
}

impl BlockRangeOptions {
    /// The text and the line.
    ///
    /// # Errors
    ///
    /// No language; a number that is not a count.
    pub fn into_parts(self) -> Result<(Text, u64)> {
        let text = Text {
            code: owned(self.code),
            language: language(self.lang, self.path)?,
            timeout: timeout(self.timeout_ms)?,
        };
        Ok((text, whole("line", self.line)?))
    }
}

impl EnclosingBoundaryOptions {
    /// The text and the lines.
    ///
    /// # Errors
    ///
    /// No language; a number that is not a count.
    pub fn into_parts(self) -> Result<(Text, Vec<RangeInclusive<u64>>)> {
        let text = Text {
            code: owned(self.code),
            language: language(self.lang, self.path)?,
            timeout: timeout(self.timeout_ms)?,
        };
        let ranges = self.ranges.iter().map(|range| {
            let start = whole("startLine", range.start_line)?;
            Ok(start..=whole("endLine", range.end_line)?)
        });
        Ok((text, ranges.collect::<Result<_>>()?))
    }
}

impl CheckSyntaxOptions {
    /// The text, which is given beside the options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_text(self, code: Either<String, Uint8Array>, language: String) -> Result<Text> {
        Ok(Text {
            code: owned(code),
            language: Some(language),
            timeout: timeout(self.timeout_ms)?,
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
