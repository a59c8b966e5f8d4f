//! Line diffs of two texts: `unifiedDiff`.

use napi::bindgen_prelude::Either;
use napi::{Result, Status};
use napi_derive::napi;
use ransack::CancelToken;

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
}

/// Compares two texts line by line. Returns a string if both texts are strings, otherwise bytes.
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
    old_text: Content,
    new_text: Content,
    options: UnifiedDiffOptions,
) -> Result<Either<String, ResultArray<u8>>> {
    let is_string = matches!((&old_text, &new_text), (Either::A(_), Either::A(_)));
    let mut core = ransack::DiffOptions::default();
    set(&mut core.context, length("context", options.context)?);
    let path = options.path.as_deref().unwrap_or("text").as_bytes();
    let (old, new) = (bytes_of(&old_text), bytes_of(&new_text));
    // A token that never fires leaves no error.
    let diff = ransack::unified_diff(old, new, path, &core, &CancelToken::new())
        .map_err(|error| napi::Error::new(Status::GenericFailure, error.to_string()))?;
    Ok(match is_string {
        true => Either::A(String::from_utf8_lossy(&diff).into_owned()),
        false => Either::B(ResultArray(diff)),
    })
}

fn bytes_of(text: &Content) -> &[u8] {
    match text {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}
