//! Pull-based results: streams for file operations, with a file descriptor and a wake-up callback.
//!
//! One handle serves every operation; the `_next` function of an operation checks that the stream
//! holds its results. Invariant: the file descriptor is readable whenever a non-blocking `next`
//! might return something other than "not ready".

use std::any::TypeId;
use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use ransack::{CancelToken, Report, Stream};

use crate::call::{self, CallbackItem};
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::CallOptions;
use crate::panic::guard;
use crate::report::{OwnedReport, ransack_report};

/// Results of a call that runs in the background, for event loops and for languages without
/// callbacks. Functions such as ransack_grep_stream() open a stream; functions such as
/// ransack_grep_stream_next() return its results in order.
///
/// The work pauses while 8 MiB of results are buffered. Concurrent calls on the same stream are
/// serialised.
///
///     ransack_stream *stream = NULL;
///     const ransack_grep_match *item = NULL;
///     status = ransack_grep_stream(&options, NULL, &stream);
///     while (!status && !(status = ransack_grep_stream_next(stream, 1, &item)) && item)
///       fwrite(item->line.data, 1, item->line.len, stdout);
///     ransack_stream_free(stream);
pub struct ransack_stream {
    _private: [u8; 0],
}

impl Handle for ransack_stream {
    type Owner = Mutex<OpenStream>;
}

/// Callback for ransack_stream_on_ready(), which typically wakes an event loop. The callback runs
/// on a library thread, or on the thread that cancels the token. It must not block or use the
/// stream. `user_data` is the pointer passed to ransack_stream_on_ready().
pub type ransack_on_ready = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Sets the wake-up callback. After each non-blocking `_next` call that returns nothing, `on_ready`
/// is called once, as soon as another `_next` call may return something. Replaces an earlier
/// callback, and closes the file descriptor returned by ransack_stream_fd(). If `on_ready` is NULL,
/// the stream then has neither.
///
/// `user_data` may be used on any thread. Replacing the callback or freeing the stream waits until
/// a running callback returns; the old callback never runs afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_stream_on_ready(
    stream: *mut ransack_stream,
    on_ready: ransack_on_ready,
    user_data: *mut c_void,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a stream that is not freed during the call.
        let mut stream = unsafe { lock(stream) }?;
        let wake = on_ready.map(|on_ready| WakeTarget {
            on_ready,
            user_data,
        });
        stream.set_wake(Wake::Callback(Mutex::new(wake)));
        Ok(())
    })
}

/// Caller's callback with its user data.
struct WakeTarget {
    on_ready: unsafe extern "C" fn(user_data: *mut c_void),
    user_data: *mut c_void,
}

// SAFETY: the header requires `user_data` that any thread may use.
unsafe impl Send for WakeTarget {}

/// Wakes the consumer when a stream without a ready result may have one again.
enum Wake {
    /// The caller's callback, until it is replaced.
    Callback(Mutex<Option<WakeTarget>>),
    Descriptor(Readiness),
}

impl Wake {
    fn wake(&self) {
        match self {
            Wake::Callback(target) => {
                // The lock is held during the call, so the callback never runs after `silence`.
                if let Some(target) = &*target.lock().unwrap_or_else(PoisonError::into_inner) {
                    // SAFETY: the header requires a callback that any thread may call with
                    // `user_data` until it is replaced or the stream is freed.
                    unsafe { (target.on_ready)(target.user_data) }
                }
            }
            Wake::Descriptor(readiness) => readiness.set(),
        }
    }

    /// Removes the caller's callback.
    fn silence(&self) {
        if let Wake::Callback(target) = self {
            *target.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    fn readiness(&self) -> Option<&Readiness> {
        match self {
            Wake::Callback(_) => None,
            Wake::Descriptor(readiness) => Some(readiness),
        }
    }
}

/// Sets `out` to a file descriptor for poll(), epoll or an event loop. The descriptor is readable
/// while a non-blocking `_next` call might return a result, the end or an error. After a `_next`
/// call that returns nothing, the descriptor is not readable until another call may return
/// something. The stream owns the descriptor; do not read, write or close it. Removes a callback
/// set by ransack_stream_on_ready().
///
/// Fails with RANSACK_STATUS_IO if the process cannot open more files, and with
/// RANSACK_STATUS_INVALID_OPTION on a platform without file descriptors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_stream_fd(
    stream: *mut ransack_stream,
    out: *mut c_int,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and NULL or a
        // stream that is not freed during the call.
        let (out, mut stream) = unsafe { (ffi::out_param(out, "out")?, lock(stream)?) };
        out.write(stream.descriptor()?);
        Ok(())
    })
}

/// Sets `out` to the report if the stream has ended, otherwise to NULL. The stream owns the report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_stream_report(
    stream: *const ransack_stream,
    out: *mut *const ransack_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and NULL or a
        // stream that is not freed during the call.
        let (out, stream) = unsafe { (ffi::out_param(out, "out")?, lock(stream)?) };
        let report = stream.report.as_ref();
        out.write(report.map_or(std::ptr::null(), |report| report.0.cast_const()));
        Ok(())
    })
}

/// Stops the work and frees the stream, its last result, its report and its file descriptor. Does
/// nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_stream_free(stream: *mut ransack_stream) {
    // SAFETY: the header requires NULL or a stream of this library that is not used afterwards.
    unsafe { ffi::free(stream) }
}

/// Opens the stream of an operation.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function.
pub(crate) unsafe fn open<O: CallOptions, T: CallbackItem + 'static>(
    options: *const O,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_stream,
    start: impl FnOnce(&O::Core, &CancelToken) -> Stream<T>,
) -> ransack_status {
    // SAFETY: the contract of this function.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OpenStream::new(start(core, token)))
        })
    }
}

/// Sets an output to the next result of a stream with results of type `T`, or to NULL if no result
/// is ready or the stream has ended.
///
/// # Safety
///
/// The arguments are valid as the header requires for the C function.
pub(crate) unsafe fn next<T: CallbackItem + 'static>(
    stream: *mut ransack_stream,
    wait: u8,
    out: *mut *const T::View,
) -> ransack_status {
    guard(|| {
        // SAFETY: the contract of this function.
        let (out, mut stream) = unsafe { (ffi::out_param(out, "out")?, lock(stream)?) };
        if stream.results.item_type() != TypeId::of::<T>() {
            return Err(Failure::new(
                ransack_status::InvalidOption,
                "`stream` has results of another operation",
            ));
        }
        out.write(stream.next(wait != 0)?.cast());
        Ok(())
    })
}

/// Locks a stream.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
unsafe fn lock<'a>(
    stream: *const ransack_stream,
) -> Result<std::sync::MutexGuard<'a, OpenStream>, Failure> {
    // SAFETY: the contract of this function.
    let stream = unsafe { ffi::borrow(stream, "stream") }?;
    Ok(stream.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Stream of any operation.
pub(crate) struct OpenStream {
    results: Box<dyn Results>,
    report: Option<EndReport>,
    wake: Option<Arc<Wake>>,
}

impl OpenStream {
    pub(crate) fn new<T: CallbackItem + 'static>(stream: Stream<T>) -> Mutex<OpenStream> {
        let results = TypedResults {
            stream,
            arrays: T::Arrays::default(),
            item: None,
            view: None,
        };
        Mutex::new(OpenStream {
            results: Box::new(results),
            report: None,
            wake: None,
        })
    }

    /// Returns the view of the next result, or NULL if no result is ready or the stream has ended.
    fn next(&mut self, wait: bool) -> Result<*const c_void, Failure> {
        let wake = self.wake.clone();
        let readiness = wake.as_deref().and_then(Wake::readiness);
        // Cleared before polling, not after: a result that gets ready from here on sets it again.
        if let Some(readiness) = readiness {
            readiness.clear();
        }
        let next = self.results.next(wait);
        if let Some(readiness) = readiness.filter(|_| next.is_ready()) {
            readiness.set();
        }
        match next {
            Poll::Pending => Ok(std::ptr::null()),
            Poll::Ready(Some(view)) => view,
            Poll::Ready(None) => {
                if self.report.is_none() {
                    let report = self.results.report().map(OwnedReport::new);
                    self.report = report.map(|report| EndReport(ffi::into_handle(report)));
                }
                Ok(std::ptr::null())
            }
        }
    }

    fn descriptor(&mut self) -> Result<c_int, Failure> {
        if let Some(readiness) = self.wake.as_deref().and_then(Wake::readiness) {
            return Ok(readiness.descriptor());
        }
        let readiness = Readiness::new()?;
        let descriptor = readiness.descriptor();
        // The state is unknown, so the consumer must poll once.
        readiness.set();
        self.set_wake(Wake::Descriptor(readiness));
        Ok(descriptor)
    }

    fn set_wake(&mut self, wake: Wake) {
        let wake = Arc::new(wake);
        let target = wake.clone();
        self.results.on_ready(Box::new(move || target.wake()));
        if let Some(before) = self.wake.replace(wake) {
            before.silence();
        }
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        // Dropping the results stops the work, which wakes the consumer.
        if let Some(wake) = &self.wake {
            wake.silence();
        }
    }
}

/// Results of one operation as C structs.
trait Results {
    fn item_type(&self) -> TypeId;

    /// Returns the view of the next result, or `None` at the end. An error is returned once. The
    /// view is valid until the next call.
    fn next(&mut self, wait: bool) -> Poll<Option<Result<*const c_void, Failure>>>;

    fn report(&self) -> Option<Report>;

    fn on_ready(&mut self, callback: Box<dyn Fn() + Send + Sync>);
}

struct TypedResults<T: CallbackItem> {
    stream: Stream<T>,
    arrays: T::Arrays,
    /// Result that `view` points to.
    item: Option<Box<T>>,
    view: Option<Box<T::View>>,
}

impl<T: CallbackItem + 'static> Results for TypedResults<T> {
    fn item_type(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn next(&mut self, wait: bool) -> Poll<Option<Result<*const c_void, Failure>>> {
        let next = if wait {
            Poll::Ready(self.stream.next())
        } else {
            self.stream.poll_item()
        };
        self.view = None;
        next.map(|item| {
            let item = match item? {
                Ok(item) => item,
                Err(error) => return Some(Err(error.into())),
            };
            // Boxed, because the view points into the item.
            let item = self.item.insert(Box::new(item));
            let view = self.view.insert(Box::new(item.view(&mut self.arrays)));
            Some(Ok((&raw const **view).cast()))
        })
    }

    fn report(&self) -> Option<Report> {
        self.stream.report().cloned()
    }

    fn on_ready(&mut self, callback: Box<dyn Fn() + Send + Sync>) {
        self.stream.on_ready(callback);
    }
}

/// Report that the stream owns.
struct EndReport(*mut ransack_report);

impl Drop for EndReport {
    fn drop(&mut self) {
        // SAFETY: the handle was made for this stream, and C never frees it.
        unsafe { ffi::free(self.0) }
    }
}

/// Pipe that holds one byte while the stream may have a result.
#[cfg(unix)]
struct Readiness {
    ends: Mutex<Ends>,
}

#[cfg(unix)]
struct Ends {
    reader: std::io::PipeReader,
    writer: std::io::PipeWriter,
    is_set: bool,
}

#[cfg(unix)]
impl Readiness {
    fn new() -> Result<Readiness, Failure> {
        let (reader, writer) = std::io::pipe().map_err(|error| {
            Failure::new(ransack_status::Io, format!("cannot open a pipe: {error}"))
        })?;
        let ends = Ends {
            reader,
            writer,
            is_set: false,
        };
        Ok(Readiness {
            ends: Mutex::new(ends),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Ends> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the descriptor readable. Cannot block: the pipe is empty.
    fn set(&self) {
        use std::io::Write;
        let mut ends = self.lock();
        if !ends.is_set {
            ends.is_set = ends.writer.write_all(&[1]).is_ok();
        }
    }

    /// Makes the descriptor unreadable. Cannot block: the pipe has a byte.
    fn clear(&self) {
        use std::io::Read;
        let mut ends = self.lock();
        if ends.is_set {
            ends.is_set = ends.reader.read_exact(&mut [0]).is_err();
        }
    }

    fn descriptor(&self) -> c_int {
        use std::os::fd::AsRawFd;
        self.lock().reader.as_raw_fd()
    }
}

/// Placeholder on platforms without file descriptors; never constructed.
#[cfg(not(unix))]
struct Readiness;

#[cfg(not(unix))]
impl Readiness {
    fn new() -> Result<Readiness, Failure> {
        Err(Failure::new(
            ransack_status::InvalidOption,
            "this platform has no file descriptors: use ransack_stream_on_ready()",
        ))
    }

    fn set(&self) {}

    fn clear(&self) {}

    fn descriptor(&self) -> c_int {
        -1
    }
}
