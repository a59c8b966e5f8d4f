//! Conversion of the core's errors to JavaScript.

use napi::bindgen_prelude::Object;
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{Error, ErrorKind, OptionName, TextDifference};

/// Converts an error to an object from which `js/internal/failure.js` creates an `Error`: `code`
/// (null for an abort), `message`, and where applicable `path`, `paths`, `candidates`, `passages`,
/// `pattern` and `offset` (in bytes of the pattern, 0-based).
///
/// # Errors
///
/// Fails if Node-API fails.
pub fn failure<'env>(env: &'env Env, error: &Error) -> Result<Object<'env>> {
    let mut failure = Object::new(env)?;
    failure.set("code", code(error.kind()))?;
    failure.set("message", error.message_with(js_name))?;
    failure.set(
        "path",
        error.path().map(|p| p.to_string_lossy().into_owned()),
    )?;
    let paths = error.paths().iter();
    let paths: Vec<String> = paths.map(|p| p.to_string_lossy().into_owned()).collect();
    failure.set("paths", (!paths.is_empty()).then_some(paths))?;
    let candidates = error.candidates();
    failure.set(
        "candidates",
        (!candidates.is_empty()).then_some(candidates.to_vec()),
    )?;
    let passages = error.passages().iter().map(TextPassage::new);
    let passages: Vec<_> = passages.collect();
    failure.set("passages", (!passages.is_empty()).then_some(passages))?;
    failure.set("pattern", error.pattern())?;
    failure.set("offset", error.offset().map(|o| o as f64))?;
    Ok(failure)
}

/// Passage of a text that resembles or equals the text of an edit.
#[napi(object, object_from_js = false)]
pub struct TextPassage {
    /// Path of the file as results show it, in an error of `applyPatch`; otherwise absent. Invalid
    /// UTF-8 is replaced with U+FFFD.
    pub path: Option<String>,
    /// 1-based number of the first line.
    pub start_line: f64,
    /// 1-based number of the last line, inclusive.
    pub end_line: f64,
    /// Text of the lines, with their line ends. Invalid UTF-8 is replaced with U+FFFD.
    pub text: String,
    /// Differences from the text of the edit. Empty if the passage contains that text.
    #[napi(ts_type = "TextDifference[]")]
    pub differences: Vec<&'static str>,
}

impl TextPassage {
    fn new(passage: &ransack::TextPassage) -> TextPassage {
        let differences = passage.differences.iter();
        let differences = differences.map(|difference| match difference {
            TextDifference::WhiteSpace => "whiteSpace",
            TextDifference::Quotes => "quotes",
            TextDifference::Dashes => "dashes",
            TextDifference::UnicodeForm => "unicodeForm",
            TextDifference::Case => "case",
            _ => "words",
        });
        let path = passage.path.as_ref();
        TextPassage {
            path: path.map(|path| path.to_string_lossy().into_owned()),
            start_line: passage.first_line as f64,
            end_line: passage.last_line as f64,
            text: String::from_utf8_lossy(&passage.text).into_owned(),
            differences: differences.collect(),
        }
    }
}

/// Returns the JavaScript name of an option.
fn js_name(option: OptionName) -> &'static str {
    match option {
        OptionName::AllowOutside => "allowOutside",
        OptionName::AllowedSpecial => "allowedSpecial",
        OptionName::Folders => "folders",
        OptionName::Globs => "glob",
        OptionName::IgnoreFiles => "ignoreFiles",
        OptionName::IndexPath => "indexPath",
        OptionName::Language => "lang",
        OptionName::MaxBytes => "maxBytes",
        OptionName::MaxTokens => "maxTokens",
        OptionName::SizeLimit => "sizeLimit",
        OptionName::Roots => "paths",
        OptionName::TimePerFile => "timePerFileMs",
        OptionName::Types => "type",
        OptionName::TypesNot => "typeNot",
        OptionName::Wait => "waitMs",
        same => same.name(),
    }
}

fn code(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Aborted => return None,
        ErrorKind::Timeout => "ERR_RANSACK_TIMEOUT",
        ErrorKind::InvalidPattern => "ERR_RANSACK_INVALID_PATTERN",
        ErrorKind::InvalidGlob => "ERR_RANSACK_INVALID_GLOB",
        ErrorKind::InvalidOption => "ERR_RANSACK_INVALID_OPTION",
        ErrorKind::UnknownType => "ERR_RANSACK_UNKNOWN_TYPE",
        ErrorKind::NotFound => "ERR_RANSACK_NOT_FOUND",
        ErrorKind::PermissionDenied => "ERR_RANSACK_PERMISSION_DENIED",
        ErrorKind::Io => "ERR_RANSACK_IO",
        ErrorKind::UnknownModel => "ERR_RANSACK_UNKNOWN_MODEL",
        ErrorKind::InvalidVocabulary => "ERR_RANSACK_INVALID_VOCABULARY",
        ErrorKind::Closed => "ERR_RANSACK_CLOSED",
        ErrorKind::OverlappingEdits => "ERR_RANSACK_OVERLAPPING_EDITS",
        ErrorKind::SyntaxError => "ERR_RANSACK_SYNTAX_ERROR",
        ErrorKind::Stale => "ERR_RANSACK_STALE",
        ErrorKind::NotWatched => "ERR_RANSACK_NOT_WATCHED",
        ErrorKind::UnknownName => "ERR_RANSACK_UNKNOWN_NAME",
        ErrorKind::AmbiguousName => "ERR_RANSACK_AMBIGUOUS_NAME",
        ErrorKind::UnknownText => "ERR_RANSACK_UNKNOWN_TEXT",
        ErrorKind::AmbiguousText => "ERR_RANSACK_AMBIGUOUS_TEXT",
        ErrorKind::InvalidPatch => "ERR_RANSACK_INVALID_PATCH",
        ErrorKind::PatchConflict => "ERR_RANSACK_PATCH_CONFLICT",
        // Kinds added to the core later have no code here yet.
        _ => "ERR_RANSACK_INTERNAL",
    })
}

#[cfg(test)]
mod tests;
