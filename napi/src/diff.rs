//! Line diffs of two texts, with the words that differ: `unifiedDiff`.

use napi::bindgen_prelude::{Either, Object};
use napi::{Env, Result, Status};
use napi_derive::napi;
use ransack::offsets::Utf16Cursor;
use ransack::{CancelToken, ChangedWords, diff_lines};

use crate::content::Content;
use crate::number::length;
use crate::options::set;
use crate::typed_array::ResultArray;

/// Options for `unifiedDiff`.
#[napi(object, object_to_js = false)]
pub struct UnifiedDiffOptions {
    /// Path of the file in both lines of the header, after `a/` and `b/`. It is quoted as in Git if
    /// it contains control characters, quotes or backslashes. Default: `'text'`.
    pub path: Option<String>,
    /// Number of unchanged lines before and after each change. `Infinity` means all lines.
    /// Default: 3.
    #[napi(ts_type = "number | null")]
    pub context: Option<f64>,
    /// Whether to return the words that differ in the changed lines too, as `words` of a
    /// `WordDiff`, which takes a comparison in each block of changed lines in addition. Default:
    /// false, which returns the diff alone.
    pub words: Option<bool>,
}

/// Compares two texts line by line. Returns an object with the `diff`, a string if both texts are
/// strings, otherwise bytes; and, if requested, with the `words` that differ: four offsets per part.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn unified_diff(
    env: &Env,
    old_text: Content,
    new_text: Content,
    options: UnifiedDiffOptions,
) -> Result<Object<'_>> {
    let is_string = matches!((&old_text, &new_text), (Either::A(_), Either::A(_)));
    let mut core = ransack::DiffOptions::default();
    set(&mut core.context, length("context", options.context)?);
    let path = options.path.as_deref().unwrap_or("text").as_bytes();
    let (old, new) = (bytes_of(&old_text), bytes_of(&new_text));
    // A token that never fires leaves no error.
    let failed =
        |error: ransack::Error| napi::Error::new(Status::GenericFailure, error.to_string());
    let token = CancelToken::new();
    let diff = diff_lines(old, new, &core, &token).map_err(failed)?;
    let mut result = Object::new(env)?;
    if options.words == Some(true) {
        let words = diff.changed_words(&token).map_err(failed)?;
        let offsets = offsets(&words, &old_text, &new_text);
        result.set("words", ResultArray(offsets))?;
    }
    let diff = diff.unified(path, &token).map_err(failed)?;
    let diff = match is_string {
        true => Either::A(String::from_utf8_lossy(&diff).into_owned()),
        false => Either::B(ResultArray(diff)),
    };
    result.set("diff", diff)?;
    Ok(result)
}

/// Returns the start and the end of each part in the old text and in the new text, in UTF-16 code
/// units for a string, otherwise in bytes.
fn offsets(words: &[ChangedWords], old_text: &Content, new_text: &Content) -> Vec<f64> {
    let (mut old, mut new) = (cursor(old_text), cursor(new_text));
    let mut offsets = Vec::with_capacity(4 * words.len());
    for part in words {
        for (cursor, range) in [(&mut old, &part.old), (&mut new, &part.new)] {
            for at in [range.start, range.end] {
                // A part begins and ends between characters, so nothing is rounded.
                let at = cursor.as_mut().map_or(at, |cursor| cursor.floor(at));
                offsets.push(at as f64);
            }
        }
    }
    offsets
}

/// Returns a cursor that converts the offsets of a string; `None` for bytes.
fn cursor(text: &Content) -> Option<Utf16Cursor<'_>> {
    match text {
        Either::A(text) => Some(Utf16Cursor::new(text.as_bytes())),
        Either::B(_) => None,
    }
}

fn bytes_of(text: &Content) -> &[u8] {
    match text {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}
