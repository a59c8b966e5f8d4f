//! Content search in memory: `search` and `hasMatch`.

use napi::bindgen_prelude::{Either, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::Query;

use crate::convert::{Batch, BatchShape};
use crate::error::failure;
use crate::options::SearchCall;
use crate::report::Report;
use crate::task::token_with;

/// Text to process: a string or bytes.
pub type Content = Either<String, Uint8Array>;

/// Searches text. Returns an object with the fields of a [`Batch`] and the `report`,
/// or with the `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn search(env: &Env, content: Content, options: SearchCall) -> Result<Object<'_>> {
    let shape = BatchShape {
        bytes: options.search.bytes.unwrap_or_default(),
        ..BatchShape::default()
    };
    let token = token_with(options.timeout.duration()?);
    let mut result = Object::new(env)?;
    match ransack::search(as_bytes(&content), &options.into_core()?, &token) {
        Err(error) => result.set("error", failure(env, &error)?)?,
        Ok(outcome) => {
            Batch::new(env, &outcome.items, shape)?.set_on(&mut result)?;
            result.set("report", Report::new(&outcome.report, shape.bytes))?;
        }
    }
    Ok(result)
}

/// Returns whether text contains a match, or the failure.
///
/// # Errors
///
/// Fails if an argument has an invalid type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn has_match(
    env: &Env,
    content: Content,
    pattern: String,
    ignore_case: Option<bool>,
    multiline: Option<bool>,
) -> Result<Either<bool, Object<'_>>> {
    let mut query = Query::new(pattern);
    query.ignore_case = ignore_case.unwrap_or(query.ignore_case);
    query.multiline = multiline.unwrap_or(query.multiline);
    Ok(match ransack::has_match(as_bytes(&content), &query) {
        Ok(found) => Either::A(found),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

fn as_bytes(content: &Content) -> &[u8] {
    match content {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}
