//! Content search in memory: `search` and `hasMatch`.

use napi::bindgen_prelude::{Either, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::Query;

use crate::content::Content;
use crate::convert::{Batch, BatchShape};
use crate::error::failure;
use crate::grep::{LineSearchOptions, PatternOptions};
use crate::options::{PageOptions, TimeoutOptions, option_groups, set, timeout};
use crate::report::Report;
use crate::task::token_with;

/// Searches text in memory. Returns an object with the fields of a [`Batch`] and the `report`, or
/// with the `error`.
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

/// Returns whether text contains a match for a pattern, or the failure.
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
    timeout_ms: Option<f64>,
    backtracking: Option<bool>,
) -> Result<Either<bool, Object<'_>>> {
    let mut query = Query::new(pattern);
    query.ignore_case = ignore_case.unwrap_or(query.ignore_case);
    query.multiline = multiline.unwrap_or(query.multiline);
    query.backtracking = backtracking.unwrap_or(query.backtracking);
    let token = token_with(timeout(timeout_ms)?);
    Ok(
        match ransack::has_match(as_bytes(&content), &query, &token) {
            Ok(found) => Either::A(found),
            Err(error) => Either::B(failure(env, &error)?),
        },
    )
}

fn as_bytes(content: &Content) -> &[u8] {
    match content {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}

/// Options for `search`, which searches text in memory.
#[napi(
    object,
    object_to_js = false,
    js_name = "SearchOptions extends LineSearchOptions, PageOptions, TimeoutOptions"
)]
pub struct SearchOptions {
    /// Whether matches carry the raw bytes of their lines (`lineBytes`) along with the strings.
    /// Default: false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `search`, by group.
    pub struct SearchCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        page: PageOptions,
        patterns: PatternOptions,
        lines: LineSearchOptions,
        /// Options specific to `search`.
        pub search: SearchOptions,
    }
}

impl SearchCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::SearchOptions> {
        let mut core = ransack::SearchOptions::default();
        self.patterns.set_on(&mut core.query)?;
        self.lines.set_on(&mut core.query, &mut core.select)?;
        set(&mut core.select.offset, self.page.offset()?);
        Ok(core)
    }
}
