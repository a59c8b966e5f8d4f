"""Loading the shared library, its functions, and errors as exceptions.

`ctypes.CDLL` releases the global interpreter lock during every call, so other Python threads run
meanwhile; callbacks take it back. All modules reach the library by `lib` alone.
"""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path
from typing import Any, Dict, Optional, Tuple, Type

from . import _declarations as declarations
from ._values import path, text
from .types import Status, TextPassage

SONAME = "libransack.so." + ".".join(declarations.VERSION.split(".")[:2])


class Error(Exception):
    """Failure of a call. A path that does not exist raises `NotFound`, which is a `FileNotFoundError` too.

    - `kind`: number of the error
    - `path`: absolute path that the error concerns
    - `pattern`, `offset`: pattern, glob or name that the error concerns, and the byte offset in it
    - `paths`: absolute paths of the files that a failed edit leaves affected
    - `candidates`: names that the caller may have meant
    - `passages`: passages of a text that the caller may have meant, or the places of a text or a patch
    """

    def __init__(
        self,
        message: str,
        kind: Status,
        path: Optional[str] = None,
        pattern: Optional[str] = None,
        offset: Optional[int] = None,
        paths: Tuple[str, ...] = (),
        candidates: Tuple[str, ...] = (),
        passages: Tuple[TextPassage[bytes], ...] = (),
    ) -> None:
        # All arguments, so that an error can be pickled.
        super().__init__(message, kind, path, pattern, offset, paths, candidates, passages)
        self.message = message
        self.kind = kind
        self.path = path
        self.pattern = pattern
        self.offset = offset
        self.paths = paths
        self.candidates = candidates
        self.passages = passages

    def __str__(self) -> str:
        return self.message


class Aborted(Error):
    """A cancel token was cancelled."""


class _SystemError(Error, OSError):
    """Failure that Python has a class for, with the attributes of that class."""

    def __init__(self, message: str, kind: Status, path: Optional[str] = None, *details: Any) -> None:
        super().__init__(message, kind, path, *details)
        self.strerror, self.filename = message, path


class TimedOut(_SystemError, TimeoutError):
    """The time limit of a call or a token passed."""

    errno = errno.ETIMEDOUT


class NotFound(_SystemError, FileNotFoundError):
    """A root or file does not exist."""

    errno = errno.ENOENT


class PermissionDenied(_SystemError, PermissionError):
    """Permission to read or write a root or file is denied."""

    errno = errno.EACCES


CLASSES: Dict[Status, Type[Error]] = {
    Status.ABORTED: Aborted,
    Status.NOT_FOUND: NotFound,
    Status.PERMISSION_DENIED: PermissionDenied,
    Status.TIMEOUT: TimedOut,
}


class Library:
    """Functions of the C library, bound with their signatures when they are first used."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._dll = ctypes.CDLL(place)
        self.is_forbidden = False

    def __getattr__(self, name: str) -> Any:
        if self.is_forbidden:
            raise RuntimeError(
                "this process was made by fork after its parent had used ransack, whose threads it lacks;"
                ' use the start method "spawn" of multiprocessing, or call ransack only after the fork'
            )
        result, parameters = declarations.FUNCTIONS[name]
        try:
            function = getattr(self._dll, name)
        except AttributeError:
            feature = declarations.FEATURES.get(name)
            reason = f"was built without the feature {feature!r}, which has" if feature else "does not have"
            raise NotImplementedError(f"{self.place} {reason} {name}()") from None
        function.restype, function.argtypes = result, parameters
        if result is declarations.Status:
            function.errcheck = self._check
        setattr(self, name, function)
        return function

    def after_fork(self) -> None:
        """Forbids all calls in a child process if its parent has called the library, whose threads it lacks."""
        # `load` calls `ransack_version` in every process.
        used = vars(self).keys() & declarations.FUNCTIONS.keys() - {"ransack_version"}
        if used:
            self.is_forbidden = True
            for name in used:
                delattr(self, name)

    def no_limit(self) -> int:
        """Returns the number that means "no limit" in a numeric option."""
        return ctypes.c_uint64.in_dll(self._dll, "ransack_no_limit").value

    def _check(self, result: Any, _function: Any, _arguments: Any) -> None:
        # Runs on the thread of the call, which has the details of its error.
        if result.value:
            raise self._error(Status(result.value))

    def _error(self, kind: Status) -> Error:
        c = self.ransack_last_error().contents
        return CLASSES.get(kind, Error)(
            text(c.message),
            kind,
            path(c.path) or None,
            text(c.pattern) or None,
            c.offset if c.has_offset else None,
            tuple(path(c.paths[i]) for i in range(c.paths_len)),
            tuple(text(c.candidates[i]) for i in range(c.candidates_len)),
            tuple(TextPassage._read(c.passages[i]) for i in range(c.passages_len)),
        )


def load() -> Library:
    """Loads the library of the wheel, else the one that `RANSACK_LIBRARY` names, else the system's."""
    bundled = Path(__file__).with_name(SONAME)
    place = str(bundled) if bundled.exists() else os.environ.get("RANSACK_LIBRARY", SONAME)
    try:
        library = Library(place)
        version = library.ransack_version().decode()
    except (OSError, NotImplementedError) as error:
        raise ImportError(f"cannot load {place}: {error}; set RANSACK_LIBRARY to the path of {SONAME}") from error
    if not is_compatible(version):
        raise ImportError(f"{place} has version {version}; this package needs {declarations.VERSION} or a later patch")
    return library


def is_compatible(version: str) -> bool:
    """Returns whether the declarations of this package fit a library of `version`.

    Structs only grow within a minor version, and an older patch may lack the newest fields.
    """
    major, minor, patch = (int(part) for part in version.split("."))
    own = tuple(int(part) for part in declarations.VERSION.split("."))
    return (major, minor) == own[:2] and patch >= own[2]


lib = load()
os.register_at_fork(after_in_child=lib.after_fork)
