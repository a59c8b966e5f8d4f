"""Operations over files as iterators, by the streams of the library.

The library works in the background and pauses while its buffer is full, so an iterator that is read
slowly holds little memory. Waiting for a result is waiting for a file descriptor: Ctrl-C ends the wait
of a thread, and the event loop of a task runs meanwhile.
"""

from __future__ import annotations

import os
import select
import threading
from ctypes import POINTER, byref, c_int
from dataclasses import dataclass
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Iterator, Mapping, Optional, Tuple, Type, TypeVar

from . import _declarations as declarations
from ._handles import SIGNALS_MS, CancelToken, Handle
from ._inputs import Inputs
from ._library import lib
from .types import AbortReason, Report, StoppedBy

T = TypeVar("T")

# Maximum number of results that a task takes before it lets its event loop run.
TURN = 64
# Answers of a stream besides results.
PENDING, END = object(), object()


@dataclass(frozen=True)
class Operation:
    """Operation over files: its name in C, its options, and the struct of its results."""

    name: str
    options: Tuple[str, ...]
    item: Any


class Stream(Iterator[T], AsyncIterator[T]):
    """Results of a call over files, in their order, as they are found.

    ```python
    with ransack.grep("needle", "src") as matches:
        for match in matches:
            print(match.path, match.line_number)
    print(matches.report.complete)
    ```

    A task reads them by `async with` and `async for`, while its event loop runs.

    Leaving the `with` block ends the work. The end of the results, an error, the deletion of the object,
    and cancelling a task that waits for a result end it too. Several threads may take results from one
    stream.
    """

    def __init__(
        self,
        operation: Operation,
        read: Callable[[Any], T],
        values: Mapping[str, Any],
        token: Optional[CancelToken],
    ) -> None:
        self._name = operation.name
        self._read = read
        # A signal handler may close the stream while its thread waits for a result.
        self._lock = threading.RLock()
        self._report: Optional[Report] = None
        self._taken = 0
        self._token = CancelToken(parent=token)
        self._stream: Optional[Handle] = Handle("ransack_stream_free")
        self._item = POINTER(operation.item)()
        inputs = Inputs()
        options = inputs.several(operation.options, operation.name, values)
        opener = getattr(lib, f"ransack_{self._name}_stream")
        opener(*map(byref, options), self._token.handle, self._stream.out)

    def __next__(self) -> T:
        with self._lock:
            try:
                while (found := self._poll()) is PENDING:
                    self._wait()
            except BaseException:
                self.close()
                raise
        if found is END:
            raise StopIteration
        return found  # type: ignore[no-any-return]

    async def __anext__(self) -> T:
        # Importing the package should stay fast; whoever calls this has imported asyncio.
        import asyncio

        try:
            if self._taken % TURN == TURN - 1:
                await asyncio.sleep(0)
            while (found := self._poll()) is PENDING:
                await self._ready(asyncio.get_running_loop())
        except BaseException:
            self.close()
            raise
        if found is END:
            raise StopAsyncIteration
        return found  # type: ignore[no-any-return]

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        self.close()

    async def __aenter__(self) -> Stream[T]:
        return self

    async def __aexit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "open" if self._stream is not None else "closed" if self._report is None else "ended"
        return f"<{type(self).__name__} of {self._name}(): {state}, {self._taken} results taken>"

    def close(self) -> None:
        """Ends the work. Another thread that waits for a result gets `Aborted`, later ones no result."""
        # Before the lock, which a thread that waits for a result holds until the token fires.
        self._token.cancel(AbortReason.USER)
        with self._lock:
            self._stream = None

    @property
    def report(self) -> Report:
        """Report on the call.

        If the results were not read to the end, the report is not `complete`, and its only count is
        `total_matches`, the number of results that were taken.
        """
        if self._report is not None:
            return self._report
        stopped_by = StoppedBy.CALLBACK if self._stream is None else StoppedBy.NONE
        return Report._read(declarations.Report(total_matches=self._taken, stopped_by=stopped_by))

    def _poll(self) -> Any:
        """Returns the next result, `PENDING` if it is not ready, or `END` after the last one."""
        with self._lock:
            if self._stream is None:
                return END
            getattr(lib, f"ransack_{self._name}_stream_next")(self._stream.handle, 0, byref(self._item))
            if self._item:
                self._taken += 1
                return self._read(self._item.contents)
            report = POINTER(declarations.Report)()
            lib.ransack_stream_report(self._stream.handle, byref(report))
            if not report:
                return PENDING
            self._report = Report._read(report.contents)
            self._stream = None
            return END

    def _descriptor(self) -> int:
        """Returns a file descriptor that is readable when a result may be ready."""
        assert self._stream is not None
        descriptor = c_int()
        lib.ransack_stream_fd(self._stream.handle, byref(descriptor))
        return descriptor.value

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._descriptor(), select.POLLIN)
        while not poll.poll(SIGNALS_MS):
            pass

    async def _ready(self, loop: Any) -> None:
        # A copy, which is readable too once the stream is closed, and which no other task waits for.
        descriptor = os.dup(self._descriptor())
        ready = loop.create_future()
        try:
            loop.add_reader(descriptor, lambda: ready.done() or ready.set_result(None))
            await ready
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)


async def to_thread(
    function: Callable[..., T], *arguments: Any, token: Optional[CancelToken] = None, **options: Any
) -> T:
    """Calls a function of this package on another thread, as `asyncio.to_thread` does.

    Cancelling the task cancels the call and waits until the call has ended. The function receives a child
    of `token`, so it must have the parameter `token`.

    ```python
    outcome = await ransack.to_thread(ransack.ast_edit, [("print($A)", "log($A)")], "src")
    ```
    """
    import asyncio

    own = CancelToken(parent=token)
    loop = asyncio.get_running_loop()
    call = loop.run_in_executor(None, lambda: function(*arguments, token=own, **options))
    try:
        await asyncio.wait([call])
    except asyncio.CancelledError:
        own.cancel(AbortReason.USER)
        await asyncio.wait([call])
        # Otherwise asyncio reports that nobody has looked at it.
        call.exception()
        raise
    return call.result()
