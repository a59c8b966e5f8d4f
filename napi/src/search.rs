//! Searching text in memory.

use napi::bindgen_prelude::{Either, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, Query};

use crate::convert::{Batch, Shape};
use crate::error::failure;
use crate::options::SearchOptions;
use crate::report::Report;

/// Text, or its bytes.
pub type Content = Either<String, Uint8Array>;

/// Searches text: an object with the fields of a [`Batch`] and the `report`, or
/// with an `error`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn search(env: &Env, content: Content, options: SearchOptions) -> Result<Object<'_>> {
    let shape = Shape {
        bytes: options.bytes.unwrap_or_default(),
        ..Shape::default()
    };
    let token = match options.timeout()? {
        Some(timeout) => CancelToken::with_timeout(timeout),
        None => CancelToken::new(),
    };
    let mut found = Object::new(env)?;
    match ransack::search(text(&content), &options.into_core()?, &token) {
        Err(error) => found.set("error", failure(env, &error)?)?,
        Ok(outcome) => {
            Batch::new(env, &outcome.items, shape)?.set_on(&mut found)?;
            found.set("report", Report::new(&outcome.report, shape.bytes))?;
        }
    }
    Ok(found)
}

/// Whether text holds a match, or an object that says why there is no answer.
///
/// # Errors
///
/// An argument of the wrong type.
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
    Ok(match ransack::has_match(text(&content), &query) {
        Ok(found) => Either::A(found),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

fn text(content: &Content) -> &[u8] {
    match content {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}
