//! Work on the pool as one JavaScript thread sees it.

use std::sync::Arc;

use napi::bindgen_prelude::{External, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Result, Status, check_status, sys};
use napi_derive::napi;
use ransack::{AbortReason, CancelToken, Stream};

/// Weak: by itself it does not keep the process running.
type Wake = ThreadsafeFunction<u32, (), u32, Status, false, true>;

/// How pool threads reach a JavaScript thread: one for each thread that has
/// loaded the addon, made when it is first needed.
///
/// One threadsafe function serves all tasks of the thread, told apart by their
/// numbers, because making one costs more than a small search.
pub struct Waker {
    wake: Arc<Wake>,
    /// The parent of all tasks of this thread.
    token: CancelToken,
}

/// Makes the [`Waker`] of this thread; `wake` is called with the number of a
/// task that has something to fetch.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn waker(env: Env, wake: Function<'_, u32, ()>) -> Result<External<Waker>> {
    let wake = wake
        .build_threadsafe_function::<u32>()
        .weak::<true>()
        .build()?;
    let token = CancelToken::new();
    // When a worker is terminated nobody closes its tasks.
    env.add_env_cleanup_hook(token.clone(), |token| {
        token.cancel(AbortReason::User);
    })?;
    Ok(External::new(Waker {
        wake: Arc::new(wake),
        token,
    }))
}

/// Sets whether this thread has to stay alive for its tasks.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn hold(env: Env, waker: &External<Waker>, hold: bool) -> Result<()> {
    let change = if hold {
        sys::napi_ref_threadsafe_function
    } else {
        sys::napi_unref_threadsafe_function
    };
    // SAFETY: this runs on the thread of `env`, to which the function belongs
    // and which ends it only when no JavaScript runs any more.
    check_status!(unsafe { change(env.raw(), waker.wake.raw()) })
}

impl Waker {
    /// A token for a new task.
    pub(crate) fn token(&self) -> CancelToken {
        self.token.child()
    }

    /// Has task `id` woken when `stream` has something to fetch.
    pub(crate) fn attach<T>(&self, id: u32, stream: &mut Stream<T>) {
        let wake = self.wake.clone();
        stream.on_ready(move || {
            // It fails only when the JavaScript thread is at its end.
            wake.call(id, ThreadsafeFunctionCallMode::NonBlocking);
        });
    }
}
