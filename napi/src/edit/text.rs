//! Edits of a text in memory: `editText`.

use napi::bindgen_prelude::{Either, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::MatchLevel;

use crate::content::Content;
use crate::error::failure;
use crate::options::{TimeoutOptions, option_groups, set};
use crate::task::token_with;
use crate::typed_array::ResultArray;

use super::fields::{EditFields, to_text_action};

/// Result of one edit.
#[napi(object, object_from_js = false)]
pub struct TextEditResult {
    /// Effect of the edit: `'applied'` if it changes bytes or, in a dry run, would; `'unchanged'` if
    /// the text is already as the edit would leave it.
    #[napi(ts_type = "'applied' | 'unchanged'")]
    pub status: &'static str,
    /// Comparison that found the quoted text; `'exact'` for an edit that quotes nothing.
    #[napi(ts_type = "MatchLevel")]
    pub level: &'static str,
    /// Changed places, in the text before the call: the lines that contain the replaced text or, for
    /// an insertion, the line at its place. Empty for a file that is created, deleted or renamed.
    pub lines: Vec<ChangedLines>,
}

/// Lines of a changed place, in the text before the call.
#[napi(object, object_from_js = false)]
pub struct ChangedLines {
    /// 1-based number of the first line.
    pub start_line: f64,
    /// 1-based number of the last line, inclusive.
    pub end_line: f64,
}

impl TextEditResult {
    pub(super) fn new(result: &ransack::TextEditResult) -> TextEditResult {
        let lines = result.lines.iter().map(|lines| ChangedLines {
            start_line: lines.first as f64,
            end_line: lines.last as f64,
        });
        TextEditResult {
            status: match result.is_changed {
                true => "applied",
                false => "unchanged",
            },
            level: match result.level {
                MatchLevel::Typography => "typography",
                MatchLevel::TrailingBlanks => "trailingBlanks",
                MatchLevel::Indentation => "indentation",
                _ => "exact",
            },
            lines: lines.collect(),
        }
    }
}

/// Options for `editText`.
#[napi(
    object,
    object_to_js = false,
    js_name = "EditTextOptions extends TimeoutOptions"
)]
pub struct EditTextOptions {
    /// Whether a quoted text that does not occur may be found by more tolerant comparisons; see
    /// `MatchLevel`. Default: false.
    pub tolerant: Option<bool>,
}

option_groups! {
    /// Options for `editText`, by group.
    pub struct EditTextCall {
        timeout: TimeoutOptions,
        edit: EditTextOptions,
    }
}

/// Text after edits: `answer`, or the `error` of the call.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn edit_text(
    env: &Env,
    text: Content,
    edits: Vec<EditFields>,
    options: EditTextCall,
) -> Result<Object<'_>> {
    let edits: Vec<_> = edits.into_iter().map(to_text_action).collect();
    let mut core = ransack::EditTextOptions::default();
    set(&mut core.tolerant, options.edit.tolerant);
    let token = token_with(options.timeout.duration()?);
    let mut result = Object::new(env)?;
    match ransack::edit_text(bytes_of(&text), &edits, &core, &token) {
        Ok(edited) => {
            let mut answer = Object::new(env)?;
            answer.set("text", in_kind_of(&text, edited.text))?;
            let edits: Vec<_> = edited.edits.iter().map(TextEditResult::new).collect();
            answer.set("edits", edits)?;
            result.set("answer", answer)?;
        }
        Err(error) => result.set("error", failure(env, &error)?)?,
    }
    Ok(result)
}

pub(super) fn bytes_of(text: &Content) -> &[u8] {
    match text {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}

/// Returns a text made from `given`: a string if that is a string, otherwise bytes.
pub(super) fn in_kind_of(given: &Content, text: Vec<u8>) -> Either<String, ResultArray<u8>> {
    match given {
        Either::A(_) => Either::A(String::from_utf8_lossy(&text).into_owned()),
        Either::B(_) => Either::B(ResultArray(text)),
    }
}
