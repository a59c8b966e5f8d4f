//! Structure queries about source text on the calling thread: `outlineSync`.

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;

use super::{StructureQuery, StructureTextCall};
use crate::convert::{Batch, BatchShape, Unfetched};
use crate::error::failure;
use crate::report::Report;
use crate::task::token_with;

/// Answers a structure query about source text. Returns an object with the `batches` of the answer
/// and the `report`, or an object with the `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value, or if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn structure_of_text_sync<'env>(
    env: &'env Env,
    query: &External<StructureQuery>,
    options: StructureTextCall,
) -> Result<Object<'env>> {
    let token = token_with(options.timeout.duration()?);
    let input = options.input;
    let mut result = Object::new(env)?;
    match query.of_text(&input.source.bytes, &input.lang, &token) {
        Err(error) => result.set("error", failure(env, &error)?)?,
        Ok(item) => {
            result.set("report", Report::new(&item.report(), false))?;
            let mut unfetched = Unfetched::new(vec![item]);
            let mut batches = Vec::new();
            while unfetched.count() > 0 {
                let mut batch = Object::new(env)?;
                Batch::of_turn(env, &mut unfetched, 1, BatchShape::default())?
                    .set_on(&mut batch)?;
                batches.push(batch);
            }
            result.set("batches", batches)?;
        }
    }
    Ok(result)
}
