//! Searching files.

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{AbortReason, CancelToken, GrepStream, Next};

use crate::convert::Batch;
use crate::error::failure;
use crate::options::GrepOptions;
use crate::report::Report;
use crate::task::Waker;

/// A search under way. JavaScript fetches from it and is woken, through the
/// [`Waker`], when there is more.
pub struct GrepTask {
    stream: Option<GrepStream>,
    token: CancelToken,
    several_roots: bool,
    bytes: bool,
}

/// Starts a search, of which JavaScript makes the package's `grep` and
/// `grepStream`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn grep(waker: &External<Waker>, id: u32, options: GrepOptions) -> Result<External<GrepTask>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let options = options.into_core()?;
    let token = match timeout {
        Some(timeout) => waker.token().child_with_timeout(timeout),
        None => waker.token(),
    };
    let several_roots = options.scope.roots.len() > 1;
    let mut stream = ransack::grep_stream(&options, &token);
    waker.attach(id, &mut stream);
    Ok(External::new(GrepTask {
        stream: Some(stream),
        token,
        several_roots,
        bytes,
    }))
}

/// Fetches at most `max` results: null if there are none yet, else an object
/// with the fields of a [`Batch`], or with the `report` or `error` that is the
/// end.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn grep_poll<'env>(
    env: &'env Env,
    task: &mut External<GrepTask>,
    max: u32,
) -> Result<Option<Object<'env>>> {
    let GrepTask {
        stream: Some(stream),
        several_roots,
        bytes,
        ..
    } = &mut **task
    else {
        return Ok(None);
    };
    let mut fetched = Object::new(env)?;
    match stream.poll_batch(max as usize) {
        Next::Pending => return Ok(None),
        Next::End(Ok(report)) => fetched.set("report", Report::new(&report, *bytes))?,
        Next::End(Err(error)) => fetched.set("error", failure(env, &error)?)?,
        Next::Batch(matches) => {
            Batch::new(env, &matches, *several_roots, *bytes)?.set_on(&mut fetched)?;
        }
    }
    Ok(Some(fetched))
}

/// Ends a search and reports what it did up to the last result fetched.
#[napi(catch_unwind, skip_typescript)]
pub fn grep_stop(task: &mut External<GrepTask>) -> Option<Report> {
    let stream = task.stream.take()?;
    Some(Report::new(&stream.stop(), task.bytes))
}

/// Ends a search; nothing is fetched from it any more.
#[napi(catch_unwind, skip_typescript)]
pub fn grep_close(task: &mut External<GrepTask>) {
    task.token.cancel(AbortReason::Signal);
    task.stream = None;
}
