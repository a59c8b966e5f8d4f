//! Pipeline of every operation over files: scan, examine, reorder, stream.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `operation` | one call in flight: its turns on the pool, its end, its consumer |
//! | `job` | the units of work of a call |
//! | `cursor` | positions in results, as text |
//! | `examine` | interface of an operation: one file in, results out |
//! | `enclosing` | interface to the definitions around results |
//! | `output` | output of one job: results, counts, skipped paths |
//! | `reorder` | puts outputs into result order; offset, limit, report |
//!
//! A new operation over files is a new implementation of [`Examine`]. The order
//! of results does not depend on the number of threads: each job carries a
//! [`Key`](reorder::Key) of root, path and part, and the reorder buffer emits
//! outputs in key order.

mod cursor;
mod enclosing;
mod examine;
mod job;
mod operation;
mod output;
mod reorder;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use crate::scan::{
    CallDefaults, FileSource, RootKinds, ScanStart, Scope, Snapshot, Walker, Wanted, begin_scope,
    call_defaults, resolve_roots, scope_pool,
};

pub(crate) use cursor::results_before;
pub use enclosing::{
    EnclosingNames, FindEnclosing, FoundText, begin_enclosing, enclosing_names_by,
};
pub use examine::{Examine, FileRef};
pub use output::JobOutput;
pub use reorder::{Order, ReorderBuffer};

use cursor::Cursor;
use job::CallPlan;
use operation::Operation;
use ransack_base::internal::has_deadline;
use ransack_base::{CancelToken, Pool, Result, Stream};

/// Behaviour of a call whose deadline passes before its work is done. Results found before the
/// deadline are delivered no matter how slowly the consumer reads them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnTimeout {
    /// Fails with [`ErrorKind::Timeout`](crate::ErrorKind::Timeout).
    #[default]
    Fail,
    /// Returns the results found so far. The report has `complete: false` and
    /// `stopped_by: Timeout`.
    Partial,
}

/// Options shared by all operations on files.
pub struct Request<T> {
    /// Files that the call examines.
    pub scope: Scope,
    /// Number of results to skip.
    pub offset: u64,
    /// Maximum number of results after the offset.
    pub limit: Option<u64>,
    /// Order of results, if not path order.
    pub order: Option<Order<T>>,
    /// Completes each result; the flag is true for the last one under the
    /// limit.
    pub complete: Option<fn(&mut T, bool)>,
    /// Behaviour when the deadline passes.
    pub on_timeout: OnTimeout,
    /// Whether the workspace's defaults apply to options that are not set. An edit must not stop
    /// early.
    pub takes_defaults: bool,
    /// Pool to run on, if not the workspace's pool or the shared pool.
    pub pool: Option<Pool>,
}

impl<T> Request<T> {
    /// Creates a request for everything in the scope, in path order, without the workspace's
    /// defaults.
    pub fn of_all(scope: Scope, pool: Option<Pool>) -> Request<T> {
        Request {
            scope,
            offset: 0,
            limit: None,
            order: None,
            complete: None,
            on_timeout: OnTimeout::Fail,
            takes_defaults: false,
            pool,
        }
    }
}

/// Maximum size of the results of one job, in bytes. A file with more is
/// examined in several parts.
pub const MAX_JOB_BYTES: usize = 256 << 10;

/// Starts an operation on the pool and returns the stream of its results.
/// `prepare` compiles the options on a worker: a large pattern must not delay
/// the caller, which may be an event loop.
pub fn start<E: Examine>(
    request: Request<E::Item>,
    token: &CancelToken,
    prepare: impl FnOnce() -> Result<(E, Wanted)> + Send + 'static,
) -> Stream<E::Item> {
    let Request {
        scope,
        offset,
        limit,
        order,
        complete,
        on_timeout,
        takes_defaults,
        pool,
    } = request;
    let mut scope = begin_scope(&scope);
    let defaults = match takes_defaults {
        true => call_defaults(&scope),
        false => CallDefaults::default(),
    };
    let limit = limit.or(defaults.limit);
    let time_limit = defaults.time_limit.filter(|_| !has_deadline(token));
    let limited = time_limit.map(|time_limit| token.child_with_timeout(time_limit));
    let on_timeout = match limited {
        Some(_) => OnTimeout::Partial,
        None => on_timeout,
    };
    let token = limited.as_ref().unwrap_or(token);
    let pool = scope_pool(&scope, pool.as_ref());
    // The end of the call releases it.
    let source = scope.workspace.take().map(|workspace| workspace.0);
    let pool = pool.unwrap_or_else(|| Pool::shared().clone());
    let call = token.clone();
    let is_sorted = order.is_some();
    let after = scope.after.take();
    let cursor = after.as_deref();
    let cursor = cursor
        .map(|after| Cursor::parse(after, is_sorted))
        .transpose();
    let offset = results_before(offset, after.as_deref());
    let start = match &cursor {
        Ok(Some(Cursor::Place(start))) => Some(start.clone()),
        _ => None,
    };
    let passed = start.as_ref().map_or(0, |start| start.passed);
    let prepare = move || {
        cursor?;
        let (examine, wanted) = prepare()?;
        let globs = match wanted.roots {
            RootKinds::Files => scope.roots.iter().map(|_| None).collect(),
            _ => resolve_roots(&mut scope, source.as_deref()),
        };
        let snapshot = match &source {
            Some(source) => source.snapshot(&scope, &examine, &call)?,
            None => Snapshot::default(),
        };
        Ok(CallPlan {
            examine,
            is_indexed: snapshot.candidates.is_some(),
            passed: AtomicU64::new(start.as_ref().map_or(0, |start| start.passed)),
            walker: Walker::new(
                &scope,
                globs,
                wanted,
                &snapshot,
                source.as_deref().map(FileSource::root),
                start,
            )?,
            snapshot: snapshot.info,
            is_partial: snapshot.is_partial,
            source: Mutex::new(source),
        })
    };
    // Results that must be sorted are all needed.
    let max_items = match order {
        Some(_) => usize::MAX,
        None => needed_items(offset.saturating_add(passed), limit),
    };
    let mut buffer = ReorderBuffer::new(offset, limit, order, E::MAX_BUFFERED);
    buffer.place = E::place;
    // A call that ends before it begins is continued where it would have begun.
    let first = || Cursor::Place(ScanStart::default()).to_string();
    let first = (!is_sorted).then(|| after.unwrap_or_else(first));
    buffer.complete = complete;
    Operation::start(
        buffer,
        max_items,
        on_timeout,
        pool,
        token,
        first,
        Box::new(prepare),
    )
}

/// Returns the number of results that a job may have to return: results before the offset, results
/// up to the limit, and one more to show that more results exist.
pub fn needed_items(offset: u64, limit: Option<u64>) -> usize {
    let needed = limit.map_or(u64::MAX, |limit| {
        limit.saturating_add(offset).saturating_add(1)
    });
    usize::try_from(needed).unwrap_or(usize::MAX)
}
