"""Objects that the library gives out, and calls that Ctrl-C can end.

Python handles a signal on the main thread between two instructions, and a call of the library is one
instruction. So a long call of the main thread runs on another thread while the main thread waits.
"""

from __future__ import annotations

import _thread
import threading
import weakref
from contextlib import contextmanager
from ctypes import POINTER, byref, c_uint32, c_void_p
from typing import Any, Callable, Iterator, List, Optional, TypeVar, Union

from ._inputs import enum, number
from ._library import TimedOut, lib
from .types import AbortReason

T = TypeVar("T")

# Longest wait without a look at signals, in milliseconds. A signal that comes after the interpreter has
# last looked and before the thread sleeps does not end the sleep.
SIGNALS_MS = 100
# Maximum size in bytes of a text for which the main thread makes the call itself, and the time limit of
# that call. A call that takes longer, such as parsing hostile text, is repeated on another thread.
SHORT = 64 * 1024
SHORT_MS = 50


class Handle:
    """Owner of one object of the library. Pass `out` to the call that creates it.

    The object is freed with its owner, never while a call has the owner as an argument, and not at the
    end of the process, when other threads may still use it.
    """

    def __init__(self, free: str, kind: Any = c_void_p) -> None:
        self.handle = kind()
        self.out = byref(self.handle)
        # Before the call: an interrupt between the two loses nothing.
        finalizer = weakref.finalize(self, _free, getattr(lib, free), self.handle)
        finalizer.atexit = False


def _free(function: Callable[[Any], None], handle: Any) -> None:
    if handle and not lib.is_forbidden:
        function(handle)


@contextmanager
def output(struct: Any, free: str) -> Iterator[Any]:
    """Yields a pointer for a result that the caller owns, and frees the result."""
    pointer = POINTER(struct)()
    try:
        yield pointer
    finally:
        getattr(lib, free)(pointer)


class CancelToken(Handle):
    """Cancels calls: by `cancel`, after `timeout_ms` milliseconds, or when `parent` fires.

    Any number of calls on any threads may use a token at a time.
    """

    def __init__(self, timeout_ms: Optional[int] = None, parent: Optional[CancelToken] = None) -> None:
        super().__init__("ransack_cancel_token_free")
        limit = lib.no_limit() if timeout_ms is None else number(timeout_ms, 64, "timeout_ms")
        lib.ransack_cancel_token_new(token_handle(parent), limit, self.out)

    def cancel(self, reason: Union[AbortReason, str] = AbortReason.USER) -> None:
        """Fires the token. Does nothing if it has fired before."""
        lib.ransack_cancel_token_cancel(self.handle, enum(AbortReason, reason, "reason"))

    @property
    def reason(self) -> AbortReason:
        """Reason why the token fired, `AbortReason.NONE` if it has not fired."""
        reason = c_uint32()
        lib.ransack_cancel_token_reason(self.handle, byref(reason))
        return AbortReason(reason.value)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: reason {self.reason}>"


def token_handle(token: Optional[CancelToken]) -> Optional[c_void_p]:
    """Returns the pointer for a parameter that is a token or None."""
    if token is None:
        return None
    if not isinstance(token, CancelToken):
        raise TypeError(f"token must be CancelToken, not {type(token).__name__}")
    handle: c_void_p = token.handle
    return handle


class Pool(Handle):
    """Worker threads for the calls that name them in their option `pool`."""

    def __init__(self, size: int) -> None:
        super().__init__("ransack_pool_free")
        lib.ransack_pool_new(number(size, 64, "size"), self.out)

    @property
    def size(self) -> int:
        """Number of threads that may run at a time."""
        return int(lib.ransack_pool_size(self.handle))

    def resize(self, size: int) -> None:
        """Changes the number of threads."""
        lib.ransack_pool_resize(self.handle, number(size, 64, "size"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: size {self.size}>"


def run(call: Callable[[Optional[c_void_p]], T], token: Optional[CancelToken] = None, size: Optional[int] = None) -> T:
    """Returns the result of `call`, which gets the handle of a cancel token.

    On the main thread, an exception of a signal handler, such as KeyboardInterrupt, cancels the call,
    waits until it has ended, and is raised. `size` is the size of the text in bytes, if the call can be
    repeated after a timeout; the main thread makes the call itself if the text is short.
    """
    if threading.get_ident() != threading.main_thread().ident:
        return call(token_handle(token))
    if size is not None and size <= SHORT:
        brief = c_void_p()
        try:
            lib.ransack_cancel_token_new(token_handle(token), SHORT_MS, byref(brief))
            return call(brief)
        except TimedOut:
            if token is not None and token.reason is not AbortReason.NONE:
                raise
        finally:
            lib.ransack_cancel_token_free(brief)
    own = CancelToken(parent=token)
    done = threading.Event()
    results: List[T] = []
    errors: List[BaseException] = []

    def work() -> None:
        try:
            results.append(call(own.handle))
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    try:
        try:
            # Unlike `Thread.start` it has either failed or started the thread when it is interrupted.
            _thread.start_new_thread(work, ())
        except RuntimeError:
            done.set()
            raise
        _wait(done)
    except BaseException:
        own.cancel(AbortReason.SIGNAL)
        _settle(done)
        raise
    if errors:
        raise errors.pop()
    return results.pop()


def _settle(done: threading.Event) -> None:
    """Waits for a cancelled call, even if Ctrl-C is pressed again."""
    while not done.is_set():
        try:
            _wait(done)
        except KeyboardInterrupt:
            continue


def _wait(done: threading.Event) -> None:
    while not done.wait(SIGNALS_MS / 1000):
        pass


class Collector:
    """Callback that converts results into a list.

    An exception cannot pass through the library: it is kept, it stops the call, and `check` raises it.
    """

    def __init__(self, callback: Any, read: Callable[[Any], Any]) -> None:
        self.items: List[Any] = []
        self._error: Optional[BaseException] = None
        self._read = read
        self.callback = callback(self._each)

    def _each(self, item: Any, _user_data: Any) -> int:
        try:
            self.items.append(self._read(item.contents))
        except BaseException as error:
            self._error = error
            return 1
        return 0

    def check(self) -> None:
        """Raises the exception of the callback."""
        if self._error is not None:
            raise self._error
