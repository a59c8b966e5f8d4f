"""Operations over files as iterators, by the streams of the library.

The library works in the background and pauses while its buffer is full, so an iterator that is read
slowly holds little memory. Waiting for a result is waiting for a file descriptor, which Ctrl-C ends.
"""

from __future__ import annotations

import select
import threading
from ctypes import POINTER, byref, c_int
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Generic, Iterator, Mapping, Optional, Type, TypeVar

from . import _declarations as declarations
from ._handles import SIGNALS_MS, CancelToken, Handle
from ._inputs import Inputs
from ._library import lib
from .types import AbortReason, Report

T = TypeVar("T")


@dataclass(frozen=True)
class Operation(Generic[T]):
    """Operation over files: its name in C, its options, and its results."""

    name: str
    options: str
    item: Any
    read: Callable[[Any], T]


class Stream(Iterator[T]):
    """Results of a call over files, in their order, as they are found.

    ```python
    with ransack.grep("needle", "src") as matches:
        for match in matches:
            print(match.path, match.line_number)
    print(matches.report.complete)
    ```

    Leaving the `with` block ends the work; so does the end of the results, an error, and the end of
    the object. Several threads may take results from one stream.
    """

    def __init__(
        self, operation: Operation[T], values: Mapping[str, Any], token: Optional[CancelToken]
    ) -> None:
        self._operation = operation
        self._next = getattr(lib, f"ransack_{operation.name}_stream_next")
        # A signal handler may close the stream while its thread waits for a result.
        self._lock = threading.RLock()
        self._report: Optional[Report] = None
        self._token = CancelToken(parent=token)
        self._stream: Optional[Handle] = Handle("ransack_stream_free")
        self._item = POINTER(operation.item)()
        inputs = Inputs()
        options = byref(inputs.options(operation.options, operation.name, values))
        opener = getattr(lib, f"ransack_{operation.name}_stream")
        opener(options, self._token.handle, self._stream.out)

    def __next__(self) -> T:
        with self._lock:
            try:
                return self._take()
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the work. Another thread that waits for a result gets `Aborted`, later ones no result."""
        # Before the lock, which a thread that waits for a result holds until the token fires.
        self._token.cancel(AbortReason.USER)
        with self._lock:
            self._stream = None

    @property
    def report(self) -> Report:
        """Report on the whole call, after its last result.

        Raises `RuntimeError` before, and if the stream was closed or failed before its end.
        """
        if self._report is None:
            raise RuntimeError(f"{self._operation.name}() has no report: its results were not read to the end")
        return self._report

    def _take(self) -> T:
        while self._stream is not None:
            self._next(self._stream.handle, 0, byref(self._item))
            if self._item:
                return self._operation.read(self._item.contents)
            if self._ended(self._stream):
                break
            self._wait(self._stream)
        raise StopIteration

    def _ended(self, stream: Handle) -> bool:
        report = POINTER(declarations.Report)()
        lib.ransack_stream_report(stream.handle, byref(report))
        if not report:
            return False
        self._report = Report._read(report.contents)
        return True

    def _wait(self, stream: Handle) -> None:
        descriptor = c_int()
        lib.ransack_stream_fd(stream.handle, byref(descriptor))
        poll = select.poll()
        poll.register(descriptor.value, select.POLLIN)
        while not poll.poll(SIGNALS_MS):
            pass
